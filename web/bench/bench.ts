/** Measures frames of the real map code on 10,000 hexes and 2,000 counters. Run by `bench/measure.py`. */

import type { Flight } from "../src/lib/motion";
import type { BoardOut, Piece, Sprites } from "../src/api";
import "../src/fonts.css";
import { scatter } from "../src/map/geometry";
import { MapView } from "../src/map/mapview";

interface Fixture {
  board: BoardOut;
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

/** A made-up country as large as wanted, with the counters of the fixture spread over it. */
function country(like: Fixture, columns: number, rows: number, counters: number): Fixture {
  const dice = scatter(columns, rows);
  const size = columns * rows;
  const names = Array.from(
    { length: size },
    (_, i) => `${(i % columns) + 1}.${Math.floor(i / columns) + 1}`,
  );
  const kinds = like.board.terrain_kinds;
  const terrain = Array.from({ length: size }, (_, i) => {
    const x = (i % columns) / 9;
    const y = Math.floor(i / columns) / 9;
    const wood = Math.sin(x * 1.7) + Math.cos(y * 2.1 + x) + dice() * 0.8;
    if (dice() < 0.015) return kinds.indexOf("town");
    return wood > 1.5
      ? kinds.indexOf("heavy-woods")
      : wood > 0.8
        ? kinds.indexOf("light-woods")
        : wood < -1.7
          ? kinds.indexOf("swamp")
          : 0;
  });
  const sides = new Array<number>(size * 6).fill(0);
  const links = new Array<number>(size * 6).fill(0);
  for (let i = 0; i < size; i++) {
    const column = i % columns;
    const row = Math.floor(i / columns);
    if (column % 12 === 5) sides[i * 6 + 1] = sides[i * 6 + 2] = column % 24 === 5 ? 2 : 1;
    if (column % 10 === 3) links[i * 6] |= row > 0 ? 1 : 0;
    if (column % 10 === 3) links[i * 6 + 3] |= row + 1 < rows ? 1 : 0;
    if (column % 14 === 8) {
      links[i * 6] |= row > 0 ? 2 : 0;
      links[i * 6 + 3] |= row + 1 < rows ? 2 : 0;
    }
  }
  const places = terrain.flatMap((k, hex) =>
    kinds[k] === "town"
      ? [{ hex, name: `Town ${hex}`, kind: hex % 9 ? "town" : "city", mark: "", note: "" }]
      : [],
  );
  const board = {
    ...like.board,
    columns,
    rows,
    names,
    terrain,
    sides,
    links,
    places,
    rivers: [],
    missing: [],
  };
  const faces = like.sprites.svg.length;
  const pieces = Array.from({ length: counters }, (_, k): Piece => {
    const unit = k % faces;
    const hex = Math.floor(dice() * size);
    return {
      hex,
      side: hex % columns < columns / 2 ? 0 : 1,
      unit,
      face: 0,
      badges: k % 5 ? [] : ["disrupted"],
      text: "",
    };
  });
  const holder = Array.from({ length: size }, (_, i) =>
    i % columns < columns / 2 + 4 * Math.sin(i / columns / 4) ? 0 : 1,
  );
  return { ...like, board, pieces, holder, marks: {} };
}

function open(fixture: Fixture): MapView {
  const canvas = document.querySelector<HTMLCanvasElement>("#map")!;
  const view = new MapView(canvas, fixture.board, fixture.sprites, {
    choose() {},
    hover() {},
    drop() {},
    moved() {},
  });
  view.resize(innerWidth, innerHeight, devicePixelRatio);
  view.show({
    pieces: fixture.pieces,
    holder: fixture.holder,
    marks: fixture.marks,
    lit: new Map(),
    litUnits: new Set(),
    held: new Set(),
    arrows: [],
    sight: null,
    sightFrom: -1,
    focus: -1,
    tint: "snow",
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

async function run(fixture: Fixture, columns: number, rows: number, counters: number) {
  const big = country(fixture, columns, rows, counters);
  const started = performance.now();
  const view = open(big);
  const ready = Math.round(performance.now() - started);
  for (let k = 0; k < 90; k++) await nextFrame();
  const result: Record<string, unknown> = { hexes: columns * rows, counters, ready };
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
  result.gliding = await measure(view, 120, crowd(big));
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
    bench: (c: number, r: number, n: number) => run(fixture, c, r, n),
    look: () => open(fixture),
  });
  document.body.dataset.ready = "yes";
}

void main();
