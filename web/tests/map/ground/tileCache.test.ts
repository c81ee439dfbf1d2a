import { describe, expect, it } from "vitest";
import { Camera } from "../../../src/map/window/camera";
import { TILE, TileCache } from "../../../src/map/ground/tileCache";

function counting(most = 100) {
  const painted: string[] = [];
  const cache = new TileCache<string>((box, scale) => {
    painted.push(`${scale}:${box.left},${box.top}`);
    return `picture ${painted.length}`;
  }, most);
  return { cache, painted };
}

describe("the tile cache", () => {
  it("paints a tile once", () => {
    const { cache, painted } = counting();
    const first = cache.fill(1, 0, 0);
    expect(cache.fill(1, 0, 0)).toBe(first);
    expect(painted).toHaveLength(1);
  });

  it("covers a box without a gap", () => {
    const { columns, rows } = TileCache.covering(
      { left: 10, top: -5, right: 10 + TILE, bottom: 20 },
      1,
    );
    expect(columns).toEqual([0, 1]);
    expect(rows).toEqual([-1, 0]);
    expect(TileCache.boxAt(2, 1, 0)).toEqual({
      left: TILE / 2,
      top: 0,
      right: TILE,
      bottom: TILE / 2,
    });
  });

  it("paints again only what was spoiled", () => {
    const { cache, painted } = counting();
    cache.fill(1, 0, 0);
    cache.fill(1, 3, 0);
    cache.spoil([{ left: 10, top: 10, right: 20, bottom: 20 }]);
    expect(cache.peek(1, 0, 0)?.stale).toBe(true);
    expect(cache.peek(1, 3, 0)?.stale).toBe(false);
    cache.fill(1, 0, 0);
    cache.fill(1, 3, 0);
    expect(painted).toHaveLength(3);
  });

  it("drops what was not used for longest", () => {
    const { cache } = counting(8);
    for (let k = 0; k < 8; k++) cache.fill(1, k, 0);
    cache.peek(1, 0, 0);
    cache.fill(1, 8, 0);
    expect(cache.size).toBeLessThanOrEqual(8);
    expect(cache.peek(1, 0, 0)).toBeDefined();
    expect(cache.peek(1, 1, 0)).toBeUndefined();
  });
});

describe("the camera", () => {
  const open = () => {
    const camera = new Camera({ left: 0, top: 0, right: 4000, bottom: 3000 });
    camera.resize(800, 600);
    camera.x = 2000;
    camera.y = 1500;
    return camera;
  };
  const rest = (camera: Camera) => {
    for (let k = 0; k < 400 && camera.isMoving; k++) camera.tick(16, false);
  };

  it("turns points to the map and back", () => {
    const camera = open();
    const [x, y] = camera.toMap(123, 456);
    const [px, py] = camera.toScreen(x, y);
    expect(px).toBeCloseTo(123);
    expect(py).toBeCloseTo(456);
  });

  it("keeps the point under the pointer while zooming, and rests on a level", () => {
    const camera = open();
    const before = camera.toMap(200, 150);
    camera.zoomBy(2, 200, 150);
    rest(camera);
    const after = camera.toMap(200, 150);
    expect(after[0]).toBeCloseTo(before[0], 0);
    expect(after[1]).toBeCloseTo(before[1], 0);
    expect(camera.scale).toBeCloseTo(Math.SQRT2);
    expect(Camera.level(camera.scale)).toBeCloseTo(camera.scale, 6);
  });

  it("never loses the map", () => {
    const camera = open();
    camera.pan(1e6, 1e6);
    const box = camera.box();
    expect(box.right).toBeGreaterThan(0);
    expect(box.bottom).toBeGreaterThan(0);
  });

  it("comes to rest after a fling", () => {
    const camera = open();
    camera.fling(2, 0);
    expect(camera.isMoving).toBe(true);
    rest(camera);
    expect(camera.isMoving).toBe(false);
    expect(camera.x).toBeLessThan(2000);
  });
});
