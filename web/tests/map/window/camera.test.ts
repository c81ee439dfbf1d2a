import { describe, expect, it } from "vitest";
import { Camera } from "../../../src/map/window/camera";
import { HEX } from "../../../src/map/geometry";

/** A map far wider than the window, and lower than it. */
function over(): Camera {
  const camera = new Camera({ left: 0, top: 0, right: HEX * 60, bottom: HEX * 10 });
  camera.inset = { left: 0, top: 0, right: 0, bottom: 40 };
  camera.resize(800, 640);
  camera.scale = 0.5;
  return camera;
}

function settled(camera: Camera): Camera {
  for (let k = 0; k < 200 && camera.isMoving; k++) camera.tick(16, false);
  return camera;
}

describe("the camera", () => {
  it("shows a low map whole, in the middle of what the buttons leave free", () => {
    const camera = over();
    camera.show({ left: 900, top: HEX * 6, right: 1200, bottom: HEX * 8 }, false, 0.5);
    expect(camera.toScreen(0, HEX * 5)[1]).toBeCloseTo(300);
    expect(camera.box().top).toBeLessThan(0);
  });

  it("shows no ground beside the end of a wide map", () => {
    const camera = over();
    camera.show({ left: 0, top: 0, right: HEX, bottom: HEX }, false, 0.5);
    expect(camera.box().left).toBeCloseTo(-HEX / 2);
    camera.show({ left: HEX * 59, top: 0, right: HEX * 60, bottom: HEX }, false, 0.5);
    expect(camera.box().right).toBeCloseTo(HEX * 60.5);
  });

  it("fills a large screen with a small map", () => {
    // A lesson of five by five hexes on 3840 by 2160, where everything is twice as large.
    const small = { left: 0, top: 0, right: HEX * 5, bottom: HEX * 5 };
    const camera = new Camera(small);
    camera.resize(3000, 1960);
    camera.show(small, false, 1.7 * 2);
    expect(camera.scale * HEX * 5).toBeGreaterThan(0.6 * 1960);
  });

  it("does not shrink below the smallest scale wanted", () => {
    const camera = over();
    camera.show({ left: 0, top: 0, right: HEX * 60, bottom: HEX * 10 }, false, 1, 0.5);
    expect(camera.scale).toBe(0.5);
    expect(camera.x).toBeCloseTo(HEX * 30);
  });

  it("brings a box into view by the shortest way, and rests if it is there", () => {
    const camera = over();
    camera.show({ left: HEX * 20, top: 0, right: HEX * 21, bottom: HEX }, false, 0.5);
    const right = camera.box().right;
    camera.bring({ left: right - HEX, top: HEX, right: right + 30, bottom: HEX * 3 });
    const scale = camera.scale;
    expect(settled(camera).box().right).toBeCloseTo(right + 30, 0);
    expect(camera.scale).toBeCloseTo(scale);
    const { x, y } = camera;
    camera.bring({ left: right - HEX, top: HEX, right, bottom: HEX * 3 });
    expect(camera.isMoving).toBe(false);
    expect([camera.x, camera.y]).toEqual([x, y]);
  });
});
