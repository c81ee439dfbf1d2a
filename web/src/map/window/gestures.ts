/** Mouse, pen and fingers on the map: pan, pinch, click, drag a counter, hover. */

import type { Piece } from "../../net/api";
import type { MapView } from "../mapView";
import type { Point } from "../geometry";

const CLICK = 6;
const FAN_AFTER = 180;
/** So near to the edge, in CSS pixels, a counter that is dragged pulls the map along. */
const EDGE = 28;
/** Milliseconds that it must be there: who puts it down in the last hex does not want the map to go. */
const EDGE_AFTER = 240;
/** CSS pixels per millisecond. */
const EDGE_SPEED = 0.55;

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
  private edgeSince = 0;
  private edgeTimer = 0;
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
    cancelAnimationFrame(this.edgeTimer);
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
    this.view.framing.isHeld = true;
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
      this.pullAtEdge();
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
    this.view.framing.handled = performance.now();
    this.view.camera.pan(dx * this.ratio, dy * this.ratio);
    this.view.redraw();
  }

  /** How far a point lies in the rim of the map: -1 to 1 across and down, nothing where the counter was picked up. */
  private rim([x, y]: Point): Point {
    const { clientWidth, clientHeight } = this.canvas;
    const along = (at: number, from: number, size: number): number => {
      const low = Math.min(EDGE, from - 1);
      const high = Math.max(size - EDGE, from + 1);
      if (at < low) return -Math.min(1, (low - at) / EDGE);
      return at > high ? Math.min(1, (at - high) / EDGE) : 0;
    };
    return [along(x, this.start[0], clientWidth), along(y, this.start[1], clientHeight)];
  }

  /** Near the edge the map goes along under a counter that is dragged, and stops with it. */
  private pullAtEdge(): void {
    if (this.edgeTimer) return;
    const pull = (before: number) => (now: number) => {
      this.edgeTimer = 0;
      const { view } = this;
      if (!this.held || !view.dragged) return;
      const [x, y] = this.rim(view.dragged.at);
      if (!x && !y) {
        this.edgeSince = 0;
        return;
      }
      this.edgeSince ||= now;
      if (now - this.edgeSince > EDGE_AFTER) {
        const far = EDGE_SPEED * Math.min(50, now - before) * this.ratio;
        view.camera.pan(-x * far, -y * far);
        view.hover(...view.dragged.at);
        view.redraw();
      }
      this.edgeTimer = requestAnimationFrame(pull(now));
    };
    this.edgeTimer = requestAnimationFrame(pull(performance.now()));
  }

  /** The hand has left the map; for a while it stays as that hand left it. */
  private release(): void {
    this.held = null;
    this.edgeSince = 0;
    this.view.framing.isHeld = false;
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
    this.view.framing.handled = performance.now();
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
    else if (this.view.dragged) {
      this.view.framing.handled = performance.now();
      this.view.drop(...at);
    } else if (!this.isDrag) this.click(at, event.pointerType !== "mouse");
    else if (event.timeStamp - this.lastMove < 50) {
      this.view.camera.fling(this.speed[0] * this.ratio, this.speed[1] * this.ratio);
    }
    this.release();
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
    if (!this.pointers.size) this.release();
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
        this.view.framing.handled = performance.now();
        this.view.closeFan();
        this.view.camera.zoomBy(Math.max(-3, Math.min(3, -levels)), ...this.pixels(event));
        this.view.redraw();
      }
    }
  }
}
