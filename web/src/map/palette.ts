/** What each light on the map means. A meaning has one colour and one shape in every game; none is an army's colour. */

export interface LightColours {
  /** This counter or hex may act. */
  may: string;
  /** Chosen, its reach and its way. */
  chosen: string;
  /** What is attacked. */
  target: string;
  /** Pointed at, by the log or the guide. */
  pointed: string;
  /** What has happened. */
  past: string;
  /** Around the ring that may act. */
  ink: string;
  /** Around the rings that are chosen or attacked. */
  edge: string;
}

const DAY: LightColours = {
  may: "#b4e600",
  chosen: "#4b1fd1",
  target: "#990070",
  pointed: "#ffffff",
  past: "#2f2a22",
  ink: "#2f2a22",
  edge: "#ffffff",
};

/**
 * By night the target is a coral pink: a bluer one (#ff73be) lay at 7.1 from the blue of the airmen for eyes without green
 * cones, this one at 11.9 from every counter and every other light. Measured in tests/draw/test_lights.py.
 */
const NIGHT: LightColours = {
  may: "#cdfb4a",
  chosen: "#a88cff",
  target: "#f06278",
  pointed: "#ffffff",
  past: "#efe7d6",
  ink: "#15130f",
  edge: "#15130f",
};

export function lightColours(isDark: boolean): LightColours {
  return isDark ? NIGHT : DAY;
}
