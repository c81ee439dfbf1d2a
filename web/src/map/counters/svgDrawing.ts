/**
 * Draws the few kinds of SVG elements that counters are made of straight onto a canvas.
 * An SVG used as an image cannot see the page's fonts, and the numbers on counters need ours.
 */

type Paint = Record<string, string>;

const INHERITED = [
  "fill",
  "stroke",
  "stroke-width",
  "fill-opacity",
  "stroke-opacity",
  "stroke-linecap",
  "stroke-linejoin",
  "stroke-dasharray",
  "font-family",
  "font-size",
  "font-weight",
  "font-style",
  "text-anchor",
  "fill-rule",
];

const parsed = new Map<string, Element>();

/** How much of a counter is shown: fewer digits, and larger, from farther away. */
export type Detail = "near" | "middle" | "far";

/** Where the symbol of a counter goes when there is room because other things are left out. */
const SYMBOL: Record<Detail, string> = {
  near: "",
  middle: "translate(12 3.5) scale(.38)",
  far: "translate(0 -17) scale(.5)",
};
const LEFT_OUT: Record<Detail, readonly string[]> = {
  near: [],
  middle: ["fine"],
  far: ["fine", "row", "corner", "bars"],
};
let detail: Detail = "near";

/** The one value that a counter shows from far away. */
export function strengthOn(source: string): string {
  return /data-strength="([^"]*)"/.exec(source)?.[1] ?? "";
}

/** Draws an SVG document in its own units: the caller has set the transform. */
export function drawSvg(
  ctx: CanvasRenderingContext2D,
  source: string,
  shown: Detail = "near",
): void {
  detail = shown;
  let root = parsed.get(source);
  if (!root) {
    root = new DOMParser().parseFromString(source, "image/svg+xml").documentElement;
    parsed.set(source, root);
  }
  ctx.save();
  drawChildren(ctx, root, {}, root);
  ctx.restore();
  detail = "near";
}

function drawChildren(
  ctx: CanvasRenderingContext2D,
  node: Element,
  paint: Paint,
  root: Element,
): void {
  for (const child of node.children) draw(ctx, child, paint, root);
}

function draw(ctx: CanvasRenderingContext2D, node: Element, above: Paint, root: Element): void {
  const tag = node.localName;
  if (tag === "title" || tag === "defs" || tag === "desc") return;
  const part = detail === "near" ? "" : (node.getAttribute("class") ?? "");
  if (LEFT_OUT[detail].includes(part)) return;
  const paint = { ...above };
  for (const name of INHERITED) {
    const value = node.getAttribute(name);
    if (value !== null) paint[name] = value;
  }
  ctx.save();
  const opacity = node.getAttribute("opacity");
  if (opacity) ctx.globalAlpha *= Number(opacity);
  const isSymbol = part === "symbol";
  transform(ctx, isSymbol ? SYMBOL[detail] : node.getAttribute("transform"));
  // With more room the row is larger, as far as its width allows.
  if (part === "row") {
    const size = Number(paint["font-size"] ?? 12);
    const most = 92 / (0.5 * Math.max(1, (node.textContent ?? "").length));
    paint["font-size"] = `${Math.max(size, Math.min(34, most))}`;
  }
  if (tag === "g" || tag === "svg") drawChildren(ctx, node, paint, root);
  else if (tag === "use") {
    const id = (node.getAttribute("href") ?? "").slice(1);
    ctx.translate(number(node, "x"), number(node, "y"));
    const target = root.querySelector(`[id="${id}"]`);
    if (target) draw(ctx, target, paint, root);
  } else if (tag === "text") drawText(ctx, node, paint);
  else {
    const path = shape(node, tag);
    if (path) fillAndStroke(ctx, path, paint);
  }
  ctx.restore();
}

function number(node: Element, name: string): number {
  return Number(node.getAttribute(name) ?? 0);
}

function shape(node: Element, tag: string): Path2D | null {
  if (tag === "path") return new Path2D(node.getAttribute("d") ?? "");
  const path = new Path2D();
  if (tag === "rect") {
    const radius = number(node, "rx");
    path.roundRect(
      number(node, "x"),
      number(node, "y"),
      number(node, "width"),
      number(node, "height"),
      radius,
    );
  } else if (tag === "circle") {
    path.arc(number(node, "cx"), number(node, "cy"), number(node, "r"), 0, Math.PI * 2);
  } else if (tag === "ellipse") {
    path.ellipse(
      number(node, "cx"),
      number(node, "cy"),
      number(node, "rx"),
      number(node, "ry"),
      0,
      0,
      7,
    );
  } else if (tag === "line") {
    path.moveTo(number(node, "x1"), number(node, "y1"));
    path.lineTo(number(node, "x2"), number(node, "y2"));
  } else return null;
  return path;
}

function fillAndStroke(ctx: CanvasRenderingContext2D, path: Path2D, paint: Paint): void {
  const alpha = ctx.globalAlpha;
  const fill = paint.fill ?? "#000";
  if (fill !== "none") {
    ctx.fillStyle = fill;
    ctx.globalAlpha = alpha * Number(paint["fill-opacity"] ?? 1);
    ctx.fill(path, paint["fill-rule"] === "evenodd" ? "evenodd" : "nonzero");
  }
  const stroke = paint.stroke ?? "none";
  if (stroke !== "none") {
    ctx.strokeStyle = stroke;
    ctx.globalAlpha = alpha * Number(paint["stroke-opacity"] ?? 1);
    ctx.lineWidth = Number(paint["stroke-width"] ?? 1);
    ctx.lineCap = (paint["stroke-linecap"] ?? "butt") as CanvasLineCap;
    ctx.lineJoin = (paint["stroke-linejoin"] ?? "miter") as CanvasLineJoin;
    ctx.setLineDash((paint["stroke-dasharray"] ?? "").split(/[ ,]+/).filter(Boolean).map(Number));
    ctx.stroke(path);
  }
  ctx.globalAlpha = alpha;
}

function drawText(ctx: CanvasRenderingContext2D, node: Element, paint: Paint): void {
  const anchor = paint["text-anchor"];
  ctx.textAlign = anchor === "middle" ? "center" : anchor === "end" ? "right" : "left";
  ctx.textBaseline = "alphabetic";
  const style = paint["font-style"] ?? "normal";
  const weight = paint["font-weight"] ?? "400";
  ctx.font = `${style} ${weight} ${paint["font-size"] ?? 12}px ${paint["font-family"] ?? "sans-serif"}`;
  ctx.fillStyle = paint.fill ?? "#000";
  ctx.fillText(node.textContent ?? "", number(node, "x"), number(node, "y"));
}

function transform(ctx: CanvasRenderingContext2D, text: string | null): void {
  if (!text) return;
  for (const [, name, list] of text.matchAll(/(\w+)\(([^)]*)\)/g)) {
    const values = list.trim().split(/[ ,]+/).map(Number);
    if (name === "translate") ctx.translate(values[0], values[1] ?? 0);
    else if (name === "scale") ctx.scale(values[0], values[1] ?? values[0]);
    else if (name === "rotate") ctx.rotate((values[0] * Math.PI) / 180);
  }
}
