"""Charts of a report as inline SVG: the score through the game, and the losses of the sides."""

from collections.abc import Sequence
from html import escape
from math import ceil, floor
from typing import Final

from grognard.report.story import Moment, Turn

WIDE: Final = 720
HIGH: Final = 230
LEFT, RIGHT, TOP, FOOT = 44, 14, 16, 30


class Frame:
    """Where a time and a value lie, and the lines behind them."""

    def __init__(self, turns: Sequence[Turn], low: float, high: float) -> None:
        self.turns = turns
        self.low, self.high = low, high
        self.last = max(turns[-1].n, 1)

    def x(self, n: float) -> float:
        """After so many answers."""
        return LEFT + (WIDE - LEFT - RIGHT) * n / self.last

    def y(self, value: float) -> float:
        """A value, the highest on top."""
        return TOP + (HIGH - TOP - FOOT) * (self.high - value) / ((self.high - self.low) or 1.0)

    def behind(self) -> str:
        """Turns along the foot, whole values at the side."""
        parts: list[str] = []
        before = 0
        for turn in self.turns:
            x, middle = self.x(turn.n), self.x((before + turn.n) / 2)
            parts.append(f'<path class="rule" d="M{x:.1f} {TOP}V{HIGH - FOOT}"/>')
            if len(self.turns) <= 20:
                parts.append(
                    f'<text x="{middle:.1f}" y="{HIGH - 12}" text-anchor="middle">{turn.turn}</text>'
                )
            before = turn.n
        stride = max(1, ceil((self.high - self.low) / 6))
        for value in range(ceil(self.low / stride) * stride, floor(self.high) + 1, stride):
            y = self.y(value)
            strong = ' class="zero"' if value == 0 else ' class="rule"'
            parts.append(f'<path{strong} d="M{LEFT} {y:.1f}H{WIDE - RIGHT}"/>')
            parts.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{_axis(value)}</text>')
        return "".join(parts)

    def svg(self, label: str, inside: str) -> str:
        """The whole chart."""
        return (
            f'<svg class="chart" viewBox="0 0 {WIDE} {HIGH}" role="img" aria-label="{escape(label)}">'
            f"{self.behind()}{inside}</svg>"
        )


def _axis(value: int) -> str:
    return f"−{-value}" if value < 0 else str(value)


def score_chart(
    score: Sequence[Moment], turns: Sequence[Turn], names: Sequence[str], ink: Sequence[str]
) -> str:
    """The score as steps: above the line good for the first of these two sides, below for the other."""
    values = [0.0, *(moment.score for moment in score)]
    room = max((max(values) - min(values)) * 0.1, 0.6)
    frame = Frame(turns, min(values) - room, max(values) + room)
    first = score[0]
    path = f"M{frame.x(first.n):.1f} {frame.y(first.score):.1f}"
    path += "".join(f"H{frame.x(one.n):.1f}V{frame.y(one.score):.1f}" for one in score[1:])
    path += f"H{frame.x(frame.last):.1f}"
    zero = frame.y(0.0)
    area = f"{path}V{zero:.1f}H{frame.x(first.n):.1f}Z"
    parts: list[str] = []
    for k, (top, foot) in enumerate(((0.0, zero), (zero, float(HIGH)))):
        room_of = f'<rect x="0" y="{top:.1f}" width="{WIDE}" height="{foot - top:.1f}"/>'
        parts.append(f'<clipPath id="half{k}">{room_of}</clipPath>')
        parts.append(f'<path d="{area}" fill="{ink[k]}" fill-opacity=".45" clip-path="url(#half{k})"/>')
    parts.append(f'<path d="{path}" fill="none" stroke="#2f2a22" stroke-width="1.8"/>')
    parts.append(f'<text class="name" x="{LEFT + 6}" y="{TOP + 8}">{escape(names[0])}</text>')
    parts.append(f'<text class="name" x="{LEFT + 6}" y="{HIGH - FOOT - 5}">{escape(names[1])}</text>')
    return frame.svg(f"The score, from {first.score:g} to {score[-1].score:g}", "".join(parts))


def loss_chart(turns: Sequence[Turn], names: Sequence[str], ink: Sequence[str]) -> str:
    """What each side has lost by the end of each turn."""
    frame = Frame(turns, 0.0, max([1.0, *(float(lost) for turn in turns for lost in turn.losses)]))
    parts: list[str] = []
    for side, name in enumerate(names):
        points = [(frame.x(0), frame.y(0)), *((frame.x(t.n), frame.y(t.losses[side])) for t in turns)]
        path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        dash = ' stroke-dasharray="7 4"' if side else ""
        parts.append(f'<path d="{path}" fill="none" stroke="{ink[side]}" stroke-width="3"{dash}/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{ink[side]}"/>' for x, y in points[1:]]
        y = TOP + 8 + 16 * side
        parts.append(f'<path d="M{LEFT + 8} {y - 4}h22" stroke="{ink[side]}" stroke-width="3"{dash}/>')
        parts.append(f'<text class="name" x="{LEFT + 36}" y="{y}">{escape(name)}</text>')
    return frame.svg("Losses by the end of each turn", "".join(parts))
