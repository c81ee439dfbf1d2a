"""A story as one HTML page: nothing is fetched, and it prints."""

from collections.abc import Sequence
from html import escape

from grognard.core.board.board import Board
from grognard.core.system import AnySystem
from grognard.core.text import printable
from grognard.draw.looks import looks_of
from grognard.report.charts import loss_chart, score_chart
from grognard.report.fronts import Fronts, inks
from grognard.report.story import EVERYTHING, Battle, Moment, SideLuck, Story, Turn, harm_of

STYLE = """
:root { color-scheme: light; }
body { font: 15px/1.45 Georgia, "Times New Roman", serif; color: #2f2a22; background: #fbf7ec; margin: 0 auto;
  max-width: 62rem; padding: 1.5rem; }
h1 { font-size: 2rem; margin: 0; }
h2 { font-size: 1.35rem; margin: 2rem 0 .5rem; border-bottom: 2px solid #cbbf9f; }
h3 { font-size: 1.1rem; margin: 1.4rem 0 .4rem; }
.lead { font-size: 1.1rem; margin: .3rem 0 1rem; } .soft { color: #6b6250; }
.side { display: inline-block; width: .85em; height: .85em; border: 1.5px solid #2f2a22; border-radius: 3px;
  vertical-align: -.08em; margin-right: .35em; }
.boxes { display: grid; grid-template-columns: repeat(auto-fit, minmax(13rem, 1fr)); gap: .8rem; }
.box { background: #fff; border: 1px solid #d8cdb0; border-radius: 6px; padding: .6rem .9rem; }
.box b { display: block; font-size: 1.5rem; }
table { border-collapse: collapse; width: 100%; font-size: .92rem; background: #fff; }
th, td { text-align: left; vertical-align: top; padding: .3rem .6rem; border-bottom: 1px solid #e2d9c0; }
th { font-weight: 600; background: #f1ead6; } td.number, th.number { text-align: right; white-space: nowrap; }
td.odds { white-space: nowrap; } td:first-child { min-width: 8rem; }
.good { color: #1f6b39; } .bad { color: #8e1f14; }
.chart { width: 100%; background: #fff; border: 1px solid #d8cdb0; border-radius: 6px; }
.chart text { font: 11px sans-serif; fill: #6b6250; } .chart text.name { font-weight: 700; fill: #2f2a22; }
.chart .rule { stroke: #e2d9c0; } .chart .zero { stroke: #6b6250; stroke-width: 1.4; }
.defs { position: absolute; width: 0; height: 0; }
.map { width: 100%; border: 1px solid #d8cdb0; border-radius: 6px; display: block; }
.turn { display: grid; grid-template-columns: 20rem 1fr; gap: 1rem; align-items: start; }
.turn.long { grid-template-columns: 1fr; }
ol.points { padding-left: 1.3rem; } ol.points li { margin-bottom: .5rem; }
@media (max-width: 50rem) { .turn { grid-template-columns: 1fr; } }
@media print {
  body { background: #fff; font-size: 10.5pt; max-width: none; padding: 0; }
  h2, h3 { break-after: avoid; } tr, li, .box, .chart, .map { break-inside: avoid; }
  .turn { grid-template-columns: 1fr; } .turn:not(.long) .map { width: 11cm; }
  * { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
}
"""


def report_page(system: AnySystem, board: Board, story: Story) -> str:
    """The whole page."""
    page = _Page(system, board, story)
    parts = [page.heading(), page.score(), page.turning_points(), page.turns(), page.luck()]
    title = printable(escape(f"{story.title}: {story.scenario}"))
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{STYLE}</style></head><body>'
        f"{printable(''.join(parts))}</body></html>"
    )


class _Page:
    """The parts of the page, each made from the story alone."""

    def __init__(self, system: AnySystem, board: Board, story: Story) -> None:
        self.story = story
        self.looks = looks_of(system)
        self.ink = inks(self.looks, story.sides)
        self.fronts = Fronts(system, board, self.looks)
        self.names = [side.capitalize() for side in story.sides]

    def side(self, side: int) -> str:
        """A side's name with the colour of its counters."""
        return f'<span class="side" style="background:{self.ink[side]}"></span>{escape(self.names[side])}'

    # -- how it went ------------------------------------------------------------------------------

    def heading(self) -> str:
        story = self.story
        if not story.result:
            ending = "The game is still going on."
        elif story.winner:
            ending = f"The {story.winner.capitalize()} player wins: {story.result}."
        else:
            ending = f"{story.result[:1].upper()}{story.result[1:]}."
        only = ""
        if story.reader != EVERYTHING:
            who = f"the {self.names[story.reader]} player" if story.reader >= 0 else "an onlooker"
            only = f'<p class="soft">As far as {who} may know.</p>'
        return (
            f"<h1>{escape(story.title)}</h1><p class='lead'>{escape(story.scenario)}. {escape(ending)}</p>"
            f"{only}<div class='boxes'>{''.join(self._boxes())}</div>"
        )

    def _boxes(self) -> list[str]:
        story = self.story
        found: list[str] = []
        if story.score:
            favours = self.names[story.score_side]
            found.append(
                f"<div class='box'>Score, {escape(story.score_unit)} for the {escape(favours)} side"
                f"<b>{_signed(story.score[-1].score)}</b></div>"
            )
        if story.turns and story.turns[-1].losses:
            for side, lost in enumerate(story.turns[-1].losses):
                found.append(
                    f"<div class='box'>{self.side(side)}: {escape(story.loss_unit)} lost<b>{lost}</b></div>"
                )
        found.append(f"<div class='box'>Battles rolled for<b>{len(story.battles)}</b></div>")
        return found

    def score(self) -> str:
        story = self.story
        parts: list[str] = []
        if story.score and story.turns and len(story.sides) == 2:
            sides = (story.score_side, 1 - story.score_side)
            names = [self.names[side] for side in sides]
            chart = score_chart(story.score, story.turns, names, [self.ink[side] for side in sides])
            unit = escape(story.score_unit)
            parts.append(
                f"<h2>The score through the game</h2><p class='soft'>In {unit}, turn by turn: above the line "
                f"good for the {escape(names[0])} side.</p>{chart}"
            )
        if story.turns and story.turns[-1].losses:
            parts.append(
                f"<h2>Losses</h2><p class='soft'>In {escape(story.loss_unit)}, by the end of each turn.</p>"
                f"{loss_chart(story.turns, self.names, self.ink)}"
            )
        return "".join(parts)

    def turning_points(self) -> str:
        points = self.story.turning_points
        if not points:
            return ""
        return f"<h2>Turning points</h2><ol class='points'>{''.join(self._point(one) for one in points)}</ol>"

    def _point(self, moment: Moment) -> str:
        story = self.story
        gains = story.score_side if moment.change > 0 else 1 - story.score_side
        size = _number(abs(moment.change))
        unit = story.score_unit.removesuffix("s") if size == "1" else story.score_unit
        lines = " ".join(escape(line) for line in moment.lines) or "Out of the reader's sight."
        return (
            f"<li><b>Turn {moment.turn}: {size} {escape(unit)} for {self.side(gains)}</b>, "
            f"the score is {_signed(moment.score)}. {lines}</li>"
        )

    # -- turn by turn -----------------------------------------------------------------------------

    def turns(self) -> str:
        if not self.story.turns:
            return ""
        parts = [self._turn(turn) for turn in self.story.turns]
        return f"<h2>Turn by turn</h2>{self.fronts.board()}{''.join(parts)}"

    def _turn(self, turn: Turn) -> str:
        battles = [battle for battle in self.story.battles if battle.turn == turn.turn]
        score = f", score {_signed(turn.score)}" if turn.score is not None else ""
        told = self._table(battles) if battles else "<p class='soft'>No battle was rolled for.</p>"
        shape = "turn long" if self.fronts.is_long else "turn"
        name = f"Turn {turn.turn}" if turn.turn else "Before the first turn"
        return (
            f"<h3>{name}{score}</h3><div class='{shape}'>"
            f"<div>{self.fronts.map(turn.view, f'The map at the end of turn {turn.turn}')}</div>"
            f"<div>{told}</div></div>"
        )

    def _table(self, battles: Sequence[Battle]) -> str:
        unit = self.story.loss_unit
        rows = "".join(self._row(battle) for battle in battles)
        return (
            "<table><thead><tr><th>Battle</th><th>Odds, die</th><th>What came of it</th>"
            f"<th class='number'>Lost {escape(unit)}<br>(mean)</th><th class='number'>Luck</th></tr></thead>"
            f"<tbody>{rows}</tbody></table>"
        )

    def _row(self, battle: Battle) -> str:
        losses = "<br>".join(
            f"{self.side(side)} {lost} ({_number(mean)})"
            for side, (lost, mean) in enumerate(zip(battle.losses, battle.expected, strict=True))
        )
        lines = " ".join(escape(line) for line in battle.lines)
        odds = escape(battle.odds.replace(", die +0", ""))
        who = self.side(battle.side) if battle.side >= 0 else ""
        return (
            f"<tr><td>{who}<br>{escape(battle.title)}</td>"
            f"<td class='odds'>{odds}<br>{escape(battle.die)}</td>"
            f"<td>{lines}</td><td class='number'>{losses}</td>"
            f"<td class='number'>{self._fate(battle)}</td></tr>"
        )

    def _fate(self, battle: Battle) -> str:
        """What the die gave its roller beyond the average: in points, and in losses."""
        harm = harm_of(battle.side, battle.by_dice)
        told = [f"{_luck(harm)} {escape(self.story.loss_unit)}"] if battle.by_dice else []
        if battle.shaken is not None:
            told.append(f"{_luck(battle.shaken)} {escape(self.story.shaken_unit)}")
        if battle.luck is not None:
            told.insert(0, f"{_luck(battle.luck)} {escape(self.story.score_unit)}")
        return "<br>".join(told)

    # -- luck -------------------------------------------------------------------------------------

    def luck(self) -> str:
        story = self.story
        if not any(one.rolls for one in story.luck):
            return ""
        rows = "".join(self._luck_row(one) for one in story.luck)
        counts_order = any(one.shaken is not None for one in story.luck)
        order = f"<th class='number'>{escape(story.shaken_unit.capitalize())}</th>" if counts_order else ""
        also = f", and in {escape(story.shaken_unit)}" if counts_order else ""
        best = max((b for b in story.battles if b.luck), key=lambda b: abs(b.luck or 0.0), default=None)
        told = ""
        if best is not None and best.luck is not None:
            kind = "kindest" if best.luck > 0 else "hardest"
            told = (
                f"<p>The {kind} die fell on turn {best.turn}: {escape(best.title)} at {escape(best.odds)}, "
                f"{escape(best.die)}, worth {_luck(best.luck)} {escape(story.score_unit)} to "
                f"{self.side(best.side)}.</p>"
            )
        return (
            "<h2>Whom the dice helped</h2><p class='soft'>What each side's own dice in battles gave it "
            f"beyond the average, in {escape(story.score_unit)} of the score, and in "
            f"{escape(story.loss_unit)} of the enemy's losses less its own{also}. The choices of players are "
            "no luck: every result is followed as the odds take the players to answer.</p>"
            "<table><thead><tr><th>Side</th><th class='number'>Rolls</th>"
            f"<th class='number'>{escape(story.score_unit.capitalize())}</th>"
            f"<th class='number'>{escape(story.loss_unit.capitalize())}</th>{order}</tr></thead>"
            f"<tbody>{rows}</tbody></table>{told}"
        )

    def _luck_row(self, one: SideLuck) -> str:
        order = f"<td class='number'>{_luck(one.shaken)}</td>" if one.shaken is not None else ""
        return (
            f"<tr><td>{self.side(one.side)}</td><td class='number'>{one.rolls}</td>"
            f"<td class='number'>{_luck(one.points)}</td>"
            f"<td class='number'>{_luck(one.harm)}</td>{order}</tr>"
        )


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _signed(value: float) -> str:
    rounded = round(value, 1) + 0.0
    sign = "+" if rounded > 0 else "−" if rounded < 0 else ""
    return f"{sign}{_number(abs(rounded))}"


def _luck(value: float | None) -> str:
    """Beyond the average, good or bad."""
    if value is None:
        return "–"
    rounded = round(value, 1)
    kind = "good" if rounded > 0 else "bad" if rounded < 0 else "soft"
    return f'<span class="{kind}">{_signed(rounded)}</span>'
