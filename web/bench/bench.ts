/** Measures frames of the real map code on 10,000 hexes and 2,000 counters. Run by `bench/measure.py`. */

import type { Flight } from "../src/map/counters/flights";
import type { BoardOut, BoardScene, Piece, Sprites } from "../src/net/api";
import "../src/fonts.css";
import { MapView } from "../src/map/mapView";

interface Fixture {
  board: BoardOut;
  printed: BoardScene;
  sprites: Sprites;
  pieces: Piece[];
  holder: number[];
  marks: Record<string, number[]>;
}

interface Frames {
  frames: number;
  mean: number;
  p50: number;
  p95: number;
  worst: number;
  script: number;
  script95: number;
  /** Tiles painted meanwhile, and milliseconds each. */
  tiles: number;
  tile: number;
}

function open(fixture: Fixture): MapView {
  const canvas = document.querySelector<HTMLCanvasElement>("#map")!;
  const view = new MapView(canvas, fixture.board, fixture.printed, fixture.sprites, {
    choose() {},
    hover() {},
    lift() {},
    drop() {},
    moved() {},
  });
  view.resize(innerWidth, innerHeight, devicePixelRatio);
  view.show({
    pieces: fixture.pieces,
    holder: fixture.holder,
    marks: fixture.marks,
    sideMarks: {},
    lit: new Map(),
    litUnits: new Set(),
    held: new Set(),
    arrows: [],
    flags: [],
    happened: [],
    pointed: [],
    target: -1,
    isDark: false,
    showsCosts: false,
    sight: null,
    sightFrom: -1,
    focus: -1,
    tint: fixture.board.tints[0] ?? null,
    showsControl: true,
  });
  view.fit(false);
  return view;
}

const nextFrame = () => new Promise<number>((done) => requestAnimationFrame(done));

/** Pans in a circle for a while and tells how long frames took and how much of that was our drawing. */
async function measure(
  view: MapView,
  frames: number,
  flights: readonly Flight[] = [],
): Promise<Frames> {
  const times: number[] = [];
  const script: number[] = [];
  const draw = view.draw.bind(view);
  view.draw = (now) => {
    const before = performance.now();
    draw(now);
    script.push(performance.now() - before);
  };
  let tiles = 0;
  let painting = 0;
  const paint = view.painter.paint.bind(view.painter);
  view.painter.paint = (...all) => {
    const from = performance.now();
    paint(...all);
    painting += performance.now() - from;
    tiles++;
  };
  let before = await nextFrame();
  for (let k = 0; k < frames; k++) {
    view.camera.pan(9 * Math.cos(k / 20), 9 * Math.sin(k / 20));
    if (flights.length && k % 40 === 0) view.glides.start(flights, performance.now());
    view.redraw();
    const now = await nextFrame();
    times.push(now - before);
    before = now;
  }
  view.draw = draw;
  view.painter.paint = paint;
  const sorted = (list: number[]) => [...list].sort((a, b) => a - b);
  const t = sorted(times);
  const s = sorted(script);
  const at = (list: number[], q: number) =>
    Math.round(list[Math.floor((list.length - 1) * q)] * 100) / 100;
  const mean = times.reduce((a, b) => a + b, 0) / times.length;
  return {
    frames,
    mean: Math.round(mean * 100) / 100,
    p50: at(t, 0.5),
    p95: at(t, 0.95),
    worst: at(t, 1),
    script: at(s, 0.5),
    script95: at(s, 0.95),
    tiles,
    tile: tiles ? Math.round((painting / tiles) * 10) / 10 : 0,
  };
}

/** Every counter once, on its way to the next hex but two; half of them come down from the air. */
function crowd(fixture: Fixture): Flight[] {
  const seen = new Map(fixture.pieces.map((piece) => [piece.unit, piece]));
  return [...seen.values()].map((piece, k) => ({
    piece,
    hexes: [Math.max(0, piece.hex - 2), piece.hex],
    isLanding: k % 2 === 0,
    isLost: false,
  }));
}

async function run(fixture: Fixture) {
  const started = performance.now();
  const view = open(fixture);
  const ready = Math.round(performance.now() - started);
  for (let k = 0; k < 90; k++) await nextFrame();
  const result: Record<string, unknown> = {
    hexes: fixture.board.names.length,
    counters: fixture.pieces.length,
    ready,
  };
  result.whole = await measure(view, 120);
  for (const zoom of [0.5, 1]) {
    view.camera.scale = zoom;
    view.camera.settle();
    for (let k = 0; k < 60; k++) await nextFrame();
    result[`zoom ${zoom}`] = await measure(view, 120);
  }
  // Zooming in and out is the hardest part: tiles of every level on the way.
  const times: number[] = [];
  let before = await nextFrame();
  for (let k = 0; k < 120; k++) {
    if (k % 12 === 0) view.camera.zoomBy(k % 48 < 24 ? -1 : 1, innerWidth / 2, innerHeight / 2);
    const now = await nextFrame();
    times.push(now - before);
    before = now;
  }
  times.sort((a, b) => a - b);
  result.zooming = { p50: times[60], p95: times[114], worst: times[119] };
  view.camera.scale = 0.5;
  view.camera.settle();
  for (let k = 0; k < 60; k++) await nextFrame();
  result.gliding = await measure(view, 120, crowd(fixture));
  return result;
}

async function main(): Promise<void> {
  const fixture = (await (await fetch("/fixture.json")).json()) as Fixture;
  await document.fonts.ready;
  await Promise.all(
    [
      "700 20px 'Source Sans 3'",
      "600 20px 'Source Serif 4'",
      "700 20px 'Source Serif 4'",
      "italic 400 13px 'Source Serif 4'",
    ].map((f) => document.fonts.load(f)),
  );
  Object.assign(window, {
    bench: () => run(fixture),
    look: () => open(fixture),
  });
  document.body.dataset.ready = "yes";
}

void main();
