"""A printed board as SVG."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.draw.geometry import num
from grognard.draw.lettering import safe
from grognard.draw.looks import SERIF
from grognard.draw.names import RISE
from grognard.draw.printed import BoardScene, PaintStyle, SceneLayer, SceneText, TextStyle


def definitions(scene: BoardScene) -> str:
    """The symbols, to stand before anything that uses them."""
    numbers = symbol_ids(scene)
    return "".join(f'<path id="{numbers[name]}" d="{data}"/>' for name, data in scene.symbols.items())


def symbol_ids(scene: BoardScene) -> dict[str, str]:
    """The id of each symbol in the document."""
    return {name: f"s{number}" for number, name in enumerate(scene.symbols)}


def layers_svg(scene: BoardScene, layers: Iterable[SceneLayer]) -> str:
    """Layers of a board, as they look when a unit is a pixel."""
    ids = symbol_ids(scene)
    return "".join(_layer(scene, layer, ids) for layer in layers if _is_seen(scene, layer))


def _is_seen(scene: BoardScene, layer: SceneLayer) -> bool:
    return layer.least <= scene.hex and (not layer.most or scene.hex < layer.most)


def _layer(scene: BoardScene, layer: SceneLayer, ids: dict[str, str]) -> str:
    data = "".join(path.d for path in layer.paths)
    inside = f'<path d="{data}"/>' if data else ""
    for placed in layer.placed:
        for x, y in zip(placed.at[::2], placed.at[1::2], strict=True):
            inside += f'<use href="#{ids[placed.symbol]}" x="{num(x)}" y="{num(y)}"/>'
    return "".join(
        f'<g id="{safe(style.replace(" ", "-"))}" {paint(scene.styles[style])}>{inside}</g>'
        for style in layer.styles
    )


def paint(style: PaintStyle) -> str:
    """A style as attributes."""
    if style.fill:
        return f'fill="{style.fill}"' + (f' fill-opacity="{num(style.alpha)}"' if style.alpha < 1 else "")
    text = f'fill="none" stroke="{style.stroke}" stroke-width="{style.width:g}"'
    if style.alpha < 1:
        text += f' stroke-opacity="{style.alpha:g}"'
    if style.dash:
        text += f' stroke-dasharray="{" ".join(f"{part:g}" for part in style.dash)}"'
    return text + (' stroke-linecap="round" stroke-linejoin="round"' if style.cap == "round" else "")


def texts_svg(scene: BoardScene, texts: Iterable[SceneText]) -> str:
    """Words of a board, as they look when a unit is a pixel."""
    by_style: dict[str, list[SceneText]] = {}
    for text in texts:
        if text.least <= scene.hex:
            by_style.setdefault(text.style, []).append(text)
    parts: list[str] = []
    for name, group in by_style.items():
        style = scene.text_styles[name]
        parts.append(f"<g {_write(style)}>{''.join(_text(one, style) for one in group)}</g>")
    return "".join(parts)


def _write(style: TextStyle) -> str:
    text = (
        f'font-family="{SERIF}" font-size="{num(style.size)}" font-weight="{style.weight}" '
        f'text-anchor="middle" fill="{style.ink}"'
    )
    if style.italic:
        text += ' font-style="italic"'
    if style.spacing:
        text += f' letter-spacing="{style.spacing:g}"'
    if style.halo:
        text += f' stroke="{style.halo}" stroke-width="{style.halo_width:g}" stroke-opacity=".88"'
        text += ' stroke-linejoin="round" paint-order="stroke"'
    return text


def _text(text: SceneText, style: TextStyle) -> str:
    parts: list[str] = []
    for k, line in enumerate(text.lines):
        foot = style.size * (k + 0.5 - len(text.lines) / 2 + RISE)
        if text.angle:
            turn = f"translate({num(text.x)} {num(text.y)}) rotate({num(text.angle)})"
            parts.append(f'<text transform="{turn}" y="{num(foot)}">{safe(line)}</text>')
        else:
            parts.append(f'<text x="{num(text.x)}" y="{num(text.y + foot)}">{safe(line)}</text>')
    return "".join(parts)
