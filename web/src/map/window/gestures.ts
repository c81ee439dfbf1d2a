/** Mouse, pen and fingers on the map: pan, pinch, click, drag a counter, hover. */

import type { Piece } from "../api";
import type { MapView } from "./mapview";
import type { Point } from "./geometry";

const CLICK = 6;
const FAN_AFTER = 180;

export class Gestures {
  private readonly pointers = new Map<number, Point>();
  private start: Point = [0, 0];
  private isDrag = false;
  private held: Piece | null = null;
  /** A line of sight is being drawn from where the pointer went down. */
  private isLine = false;
  private speed: Point = [0, 0];
  private lastMove = 0;
  private spread = 0;
  private fanTimer = 0;
  private wheel = 0;
  private readonly end = new AbortController();

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly view: MapView,
    private readonly canDrag: (piece: Piece) => boolean,
    private readonly isSighting: () => boolean,
  ) {
    const { signal } = this.end;
    canvas.addEventListener("pointerdown", (e) => this.down(e), { signal });
    canvas.addEventListener("pointermove", (e) => this.move(e), { signal });
    canvas.addEventListener("pointerup", (e) => this.up(e), { signal });
    canvas.addEventListener("pointercancel", (e) => this.cancel(e), { signal });
    canvas.addEventListener("pointerleave", (e) => this.left(e), { signal });
    canvas.addEventListener("wheel", (e) => this.turned(e), { signal, passive: false });
  }

  destroy(): void {
    this.end.abort();
    clearTimeout(this.fanTimer);
  }

  private at(event: MouseEvent): Point {
    const box = this.canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  private pixels(event: MouseEvent): [number, number] {
    const [x, y] = this.at(event);
    const ratio = this.canvas.width / this.canvas.clientWidth;
    return [x * ratio, y * ratio];
  }

  private get ratio(): number {
    return this.canvas.width / this.canvas.clientWidth;
  }

  private down(event: PointerEvent): void {
    if (event.button > 1) return;
    // Who clicks knows what lies there: a stack spread now would cover the next hex.
    clearTimeout(this.fanTimer);
    this.canvas.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, this.at(event));
    this.view.camera.halt();
    this.view.land();
    if (this.pointers.size === 1) {
      this.isLine = event.button === 0 && this.isSighting();
      this.start = this.at(event);
      this.isDrag = false;
      this.speed = [0, 0];
      const { piece } = this.view.under(...this.start);
      this.held = piece && event.button === 0 && this.canDrag(piece) ? piece : null;
    } else {
      this.spread = this.fingers();
      this.isLine = false;
    }
  }

  private move(event: PointerEvent): void {
    const at = this.at(event);
    const before = this.pointers.get(event.pointerId);
    if (!before) {
      if (event.pointerType === "mouse") this.hover(at);
      return;
    }
    this.pointers.set(event.pointerId, at);
    if (this.pointers.size === 2) {
      this.pinch(before, at);
      return;
    }
    if (!this.isDrag && Math.hypot(at[0] - this.start[0], at[1] - this.start[1]) < CLICK) return;
    if (this.isLine) {
      if (!this.isDrag) this.view.choose(...this.start);
      this.isDrag = true;
      this.view.hover(...at);
      return;
    }
    const isFirst = !this.isDrag;
    this.isDrag = true;
    if (this.held) {
      this.view.dragged = { piece: this.held, at };
      if (isFirst) this.view.lift(this.held);
      this.view.hover(...at);
      this.view.redraw();
      return;
    }
    const dx = at[0] - before[0];
    const dy = at[1] - before[1];
    const ms = Math.max(1, event.timeStamp - this.lastMove);
    this.lastMove = event.timeStamp;
    const blend = 0.6;
    this.speed = [
      this.speed[0] * (1 - blend) + (dx / ms) * blend,
      this.speed[1] * (1 - blend) + (dy / ms) * blend,
    ];
    this.view.frame.handled = performance.now();
    this.view.camera.pan(dx * this.ratio, dy * this.ratio);
    this.view.redraw();
  }

  private fingers(): number {
    const [a, b] = [...this.pointers.values()];
    return Math.hypot(a[0] - b[0], a[1] - b[1]);
  }

  private pinch(before: Point, at: Point): void {
    const spread = this.fingers();
    const [a, b] = [...this.pointers.values()];
    const r = this.ratio;
    this.isDrag = true;
    this.view.frame.handled = performance.now();
    this.view.camera.pan(((at[0] - before[0]) / 2) * r, ((at[1] - before[1]) / 2) * r);
    if (this.spread > 0)
      this.view.camera.pinch(
        spread / this.spread,
        ((a[0] + b[0]) / 2) * r,
        ((a[1] + b[1]) / 2) * r,
      );
    this.spread = spread;
    this.view.redraw();
  }

  private up(event: PointerEvent): void {
    if (!this.pointers.delete(event.pointerId)) return;
    const at = this.at(event);
    if (this.pointers.size > 0) {
      this.view.camera.settle();
      return;
    }
    if (this.isLine && this.isDrag) this.view.choose(...at);
    else if (this.view.dragged) this.view.drop(...at);
    else if (!this.isDrag) this.click(at, event.pointerType !== "mouse");
    else if (event.timeStamp - this.lastMove < 50) {
      this.view.camera.fling(this.speed[0] * this.ratio, this.speed[1] * this.ratio);
    }
    this.held = null;
  }

  /** A tap on a stack spreads it first; the next tap chooses. */
  private click(at: Point, isTouch: boolean): void {
    const { view } = this;
    const { hex } = view.under(...at);
    const isAside = isTouch && !view.isAtFan(...at);
    const spreads = isAside && hex >= 0 && view.stackAt(hex).length > 1;
    if (spreads) view.openFan(hex);
    else if (isAside) view.closeFan();
    view.choose(...at, isTouch, spreads);
  }

  private cancel(event: PointerEvent): void {
    this.pointers.delete(event.pointerId);
    this.view.putBack();
    this.held = null;
  }

  private left(event: PointerEvent): void {
    clearTimeout(this.fanTimer);
    // A finger that is lifted has not gone elsewhere: what it tapped stays, unless it pulled something there.
    if (this.pointers.size || (event.pointerType !== "mouse" && !this.isDrag)) return;
    this.view.closeFan();
    this.view.leave();
  }

  private hover(at: Point): void {
    const { view } = this;
    clearTimeout(this.fanTimer);
    if (view.fannedHex >= 0 && !view.isAtFan(...at)) view.closeFan();
    if (view.fannedHex < 0) {
      const { hex, piece } = view.under(...at);
      if (piece && view.stackAt(hex).length > 1) {
        this.fanTimer = window.setTimeout(() => {
          if (!this.pointers.size) view.openFan(hex);
        }, FAN_AFTER);
      }
    }
    view.hover(...at);
  }

  private turned(event: WheelEvent): void {
    event.preventDefault();
    if (event.ctrlKey || Math.abs(event.deltaY) >= 1) {
      // Mice turn in large clicks, trackpads in many small ones.
      this.wheel += event.deltaY * (event.deltaMode === 1 ? 33 : 1);
      const levels = Math.trunc(this.wheel / 60);
      if (levels) {
        this.wheel -= levels * 60;
        this.view.frame.handled = performance.now();
        this.view.closeFan();
        this.view.camera.zoomBy(Math.max(-3, Math.min(3, -levels)), ...this.pixels(event));
        this.view.redraw();
      }
    }
  }
}
