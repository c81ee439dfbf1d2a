"""The report of a study: one HTML page that fetches nothing, and its pictures as files beside it."""

import base64
import re
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Final

from grognard import __version__
from grognard.core.text import printable
from grognard.draw.looks import looks_of
from grognard.play.registry import find_system
from grognard.play.setting import open_setting
from grognard.report.fronts import inks
from grognard.report.page import STYLE
from grognard.study import charts
from grognard.study.folder import read_rows, read_times
from grognard.study.plan import BASE, Study, StudySetup
from grognard.study.rows import BattleRow, GameRow, TurnRow
from grognard.study.statistics import Difference, Estimate, estimate
from grognard.study.summary import MatchFound, StudySummary, by_turn, fared, needed

PAGE: Final = "report.html"
PICTURES: Final = "pictures"
_MOST_LINES: Final = len(charts.INKS)
_MOST_ODDS: Final = 16
_MOST_RANKED: Final = 30


def write_report(study: Study, folder: Path, summary: StudySummary) -> Path:
    """Writes the page and the pictures into the folder of a study; the page's path."""
    pictures = folder / PICTURES
    pictures.mkdir(exist_ok=True)
    page = _Page(study, folder, summary)
    path = folder / PAGE
    path.write_text(page.html(), encoding="utf-8")
    for name, svg in page.pictures.items():
        (pictures / f"{name}.svg").write_text(svg, encoding="utf-8")
    return path


class _Page:
    """The parts of the page."""

    def __init__(self, study: Study, folder: Path, summary: StudySummary) -> None:
        self.study = study
        self.summary = summary
        self.rows = read_rows(folder)
        self.times = read_times(folder)
        self.pictures: dict[str, str] = {}

    def html(self) -> str:
        parts = [self._heading(), *(_Match(self, match).html() for match in self.summary.matches)]
        parts.append(self._left_out())
        title = printable(escape(self.summary.title))
        return (
            f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
            f'<meta name="viewport" content="width=device-width"><style>{STYLE}</style></head><body>'
            f"{printable(''.join(parts))}</body></html>"
        )

    def picture(self, match: str, name: str, svg: str) -> str:
        """Keeps a picture, and returns it for the page."""
        self.pictures[_slug(f"{match} {name}")] = svg
        return svg

    def _heading(self) -> str:
        games = sum(one.games for match in self.summary.matches for one in match.variants)
        changed = sum(len(match.weights) for match in self.summary.matches)
        seconds = sum(self.times.values())
        boxes = [("Games", f"{len(self.rows[0]):,}"), ("Battles", f"{len(self.rows[2]):,}")]
        boxes += [("Values tried", str(changed))] if changed else []
        boxes += [("Hours of one processor", f"{seconds / 3600:.2f}")] if seconds else []
        told = "".join(f"<div class='box'>{name}<b>{value}</b></div>" for name, value in boxes)
        return (
            f"<h1>{escape(self.summary.title)}</h1><p class='lead'>A study of {games:,} games"
            f"{' and more with changed values' if changed else ''}. Grognard {__version__}.</p>"
            f"<div class='boxes'>{told}</div>"
        )

    def _left_out(self) -> str:
        return _listed(
            "Values that were not changed", "The rules cannot be played so:", self.summary.left_out
        ) + _listed("Games that broke off", "They count nowhere above.", self.summary.broken)


class _Match:
    """One match with all its variants."""

    def __init__(self, page: _Page, found: MatchFound) -> None:
        self.page = page
        self.found = found
        self.setups: dict[str, StudySetup] = {
            setup.variant: setup for setup in page.study.setups if setup.match == found.match
        }
        games, turns, battles = page.rows
        self.games: dict[str, list[GameRow]] = {}
        self.turns: dict[str, list[TurnRow]] = {}
        self.battles: dict[str, list[BattleRow]] = {}
        for game in games:
            if game.match == found.match:
                self.games.setdefault(game.variant, []).append(game)
        for turn in turns:
            if turn.match == found.match:
                self.turns.setdefault(turn.variant, []).append(turn)
        for battle in battles:
            if battle.match == found.match:
                self.battles.setdefault(battle.variant, []).append(battle)
        self.shown = [one.variant for one in found.variants][:_MOST_LINES]
        self.system = find_system(found.game)

    def html(self) -> str:
        found = self.found
        seats = zip(found.players, found.sides, strict=True)
        is_swapped = any(one.players for one in found.variants)
        named = found.players if is_swapped else [f"{player} ({side})" for player, side in seats]
        players = " against ".join(named) + (", seats changed after every game" if is_swapped else "")
        heading = (
            f"<h2>{escape(found.match)}</h2><p class='soft'>{escape(self.system.title)}, "
            f"{escape(found.scenario)}: {escape(players)}.</p>"
        )
        won = (self._players(), self._shares(), self._compared(), self._scores())
        went = (self._losses(), self._length(), self._where(), self._odds(), self._luck())
        return "".join([heading, *won, *went, self._weights()])

    def _picture(self, name: str, svg: str) -> str:
        return self.page.picture(self.found.match, name, svg)

    # -- who won ----------------------------------------------------------------------------------

    def _players(self) -> str:
        """Who won where players change seats."""
        told = [(one.variant, *each) for one in self.found.variants for each in one.players.items()]
        if not told:
            return ""
        rows = [
            (f"{variant}: {name}" if len(self.shown) > 1 else name, one.share, one.low, one.high)
            for variant, name, one in told
            if variant in self.shown
        ]
        items = "".join(
            f"<li>{escape(variant)}: {escape(name)} {fared(one)}</li>" for variant, name, one in told
        )
        picture = self._picture("players", charts.share_chart(rows))
        return f"<h3>Players</h3>{picture}<ul>{items}</ul>"

    def _shares(self) -> str:
        rows = [
            (f"{one.variant}: {name}" if len(self.shown) > 1 else name, side.share, side.low, side.high)
            for one in self.found.variants[:_MOST_LINES]
            for name, side in one.sides.items()
        ]
        head = "".join(f"<th class='number'>{escape(side)}</th>" for side in self.found.sides)
        body = ""
        for one in self.found.variants:
            shares = "".join(
                f"<td class='number'>{_percent(side.share)}<br><span class='soft'>{_percent(side.low)} to "
                f"{_percent(side.high)}</span></td>"
                for side in one.sides.values()
            )
            results = ", ".join(f"{escape(name)} {count}" for name, count in one.results.items())
            body += (
                f"<tr><td>{escape(one.variant)}</td><td class='number'>{one.games:,}</td>{shares}"
                f"<td class='number'>{one.drawn}</td><td class='number'>{_told(one.score)}</td>"
                f"<td>{results}</td></tr>"
            )
        unit = escape(f"{self.found.score_side}, {self.found.unit}")
        return (
            f"<h3>Who won</h3>{self._picture('shares', charts.share_chart(rows))}"
            f"<table><thead><tr><th>Variant</th><th class='number'>Games</th>{head}"
            f"<th class='number'>Drawn</th><th class='number'>Score ({unit})</th><th>Results</th></tr>"
            f"</thead><tbody>{body}</tbody></table>"
        )

    def _compared(self) -> str:
        if not self.found.compared:
            return ""
        body = ""
        for one in self.found.compared:
            score, won = one.score, one.won
            state = "decided" if score.is_decided else "open" if score.more_games else "no difference seen"
            more = "" if score.is_decided or not score.more_games else needed(score)
            shares = f"{100 * won.low:+.1f} to {100 * won.high:+.1f}"
            body += (
                f"<tr><td>{escape(one.variant)}</td><td class='number'>{score.games:,}</td>"
                f"<td class='number'>{_told(score)}</td><td class='number'>{100 * won.mean:+.1f}<br>"
                f"<span class='soft'>{shares}</span></td><td>{state}</td><td>{more}</td></tr>"
            )
        return (
            f"<h3>Variants less {BASE}</h3><p class='soft'>Game by game with the same dice; 95 % intervals. "
            f"Score and wins of {escape(self.found.score_side)}.</p><table><thead><tr><th>Variant</th>"
            f"<th class='number'>Pairs</th><th class='number'>Score, {escape(self.found.unit)}</th>"
            "<th class='number'>Games won, %</th><th>By score</th><th></th></tr></thead>"
            f"<tbody>{body}</tbody></table>"
        )

    # -- how it went ------------------------------------------------------------------------------

    def _scores(self) -> str:
        named = [(name, [row.score for row in self.games[name]]) for name in self.shown]
        setup = self.setups[self.shown[0]]
        pos = open_setting(self.system, setup.scenario, setup.options, setup.own).pos
        marks = [(rung.name, rung.least) for rung in self.system.victory.ladder(pos)[:-1]]
        unit = f"{self.found.unit} of {self.found.score_side}"
        spread = charts.histogram(named, f"score at the end, {unit}", marks)
        turns = [
            (name, {turn: _scores_of(rows) for turn, rows in by_turn(self.turns[name]).items()})
            for name in self.shown
        ]
        return (
            f"<h3>The score</h3>{self._picture('score', spread)}"
            "<p class='soft'>Below: the median turn by turn; half of the games of the first lie in the band."
            f"</p>{self._picture('course', charts.course(turns, unit))}"
        )

    def _losses(self) -> str:
        named: list[tuple[str, dict[int, Estimate]]] = []
        for name in self.shown[: _MOST_LINES // 2]:
            turns = by_turn(self.turns[name])
            for place, side in enumerate(self.found.sides):
                lost = {
                    turn: estimate([(row.lost_first, row.lost_second)[place] for row in rows])
                    for turn, rows in turns.items()
                }
                named.append((f"{side}, {name}" if len(self.shown) > 1 else side, lost))
        if not any(one.mean for _, turns in named for one in turns.values()):
            return ""
        unit = f"{self.system.odds.loss_unit} lost, on average"
        return f"<h3>Losses over time</h3>{self._picture('losses', charts.means(named, unit))}"

    def _length(self) -> str:
        named = [(name, [float(row.decisions) for row in self.games[name]]) for name in self.shown]
        base = self.found.variants[0]
        return (
            f"<h3>Length</h3><p>{base.turns.mean:.1f} turns and {base.decisions.mean:,.0f} decisions a game."
            "</p>"
            f"{self._picture('length', charts.histogram(named, 'decisions in a game'))}"
        )

    def _where(self) -> str:
        rows = [row for row in self.battles.get(self.shown[0], []) if row.hex]
        if not rows:
            return ""
        setup = self.setups[self.shown[0]]
        board = open_setting(self.system, setup.scenario, setup.options, setup.own).pos.board
        places: dict[int, int] = {}
        sides: dict[int, dict[str, int]] = {}
        for row in rows:
            hex = board.find_place(row.hex)
            places[hex] = places.get(hex, 0) + 1
            by_side = sides.setdefault(hex, {})
            by_side[row.side] = by_side.get(row.side, 0) + 1
        looks = looks_of(self.system)
        colours = dict(zip(self.found.sides, inks(looks, self.found.sides), strict=True))
        svg = charts.battle_map(
            board,
            looks,
            places,
            lambda hex: colours.get(max(sides[hex], key=lambda s: sides[hex][s]), "#888"),
        )
        self._picture("battles", svg)
        data = base64.b64encode(svg.encode()).decode()
        return (
            f"<h3>Where battles were fought</h3><p class='soft'>{len(rows):,} attacks of "
            f"{escape(self.shown[0])}; the colour is that of the side that rolled most of them.</p>"
            f'<img class="map" alt="Where battles were fought" src="data:image/svg+xml;base64,{data}">'
        )

    def _odds(self) -> str:
        odds = self.found.variants[0].odds
        if not odds:
            return ""
        body = "".join(
            f"<tr><td class='odds'>{escape(one.odds or '–')}</td><td class='number'>{one.battles:,}</td>"
            f"<td class='number'>{'–' if one.taken is None else _percent(one.taken)}</td>"
            f"<td class='number'>{one.lost_enemy:.2f}</td><td class='number'>{one.lost_own:.2f}</td></tr>"
            for one in odds[:_MOST_ODDS]
        )
        rest = f"<p class='soft'>And {len(odds) - _MOST_ODDS} more.</p>" if len(odds) > _MOST_ODDS else ""
        unit = escape(self.system.odds.loss_unit)
        return (
            "<h3>Odds taken, and what came of them</h3><table><thead><tr><th>Odds</th>"
            "<th class='number'>Attacks</th><th class='number'>Hex taken</th>"
            f"<th class='number'>Enemy {unit} lost</th><th class='number'>Own {unit} lost</th></tr></thead>"
            f"<tbody>{body}</tbody></table>{rest}"
        )

    def _luck(self) -> str:
        body = ""
        for one in self.found.variants:
            for name, side in one.sides.items():
                if side.luck is None:
                    continue
                together = "–" if side.luck_and_score is None else f"{side.luck_and_score:+.2f}"
                cells = (_told(side.luck), f"{side.luck.spread:.2f}", together)
                numbers = "".join(f"<td class='number'>{cell}</td>" for cell in cells)
                body += f"<tr><td>{escape(one.variant)}</td><td>{escape(name)}</td>{numbers}</tr>"
        if not body:
            return ""
        return (
            "<h3>The luck of the dice</h3><p class='soft'>What the dice of a side in its battles gave it "
            f"beyond the average, in {escape(self.found.unit)} a game: the mean should be about 0. The last "
            "column says how closely luck and score go together: 0 not at all, 1 wholly.</p>"
            "<table><thead><tr><th>Variant</th>"
            "<th>Side</th><th class='number'>Mean</th><th class='number'>Spread</th>"
            f"<th class='number'>Luck and score</th></tr></thead><tbody>{body}</tbody></table>"
        )

    # -- values -----------------------------------------------------------------------------------

    def _weights(self) -> str:
        weights = self.found.weights
        if not weights:
            return ""
        body = ""
        for rank, weight in enumerate(weights, 1):
            cells = ""
            for one in (weight.down, weight.up):
                if one is None:
                    cells += "<td class='number'>–</td>"
                    continue
                told = f"{one.mean:+.2f}<br><span class='soft'>{one.low:+.2f} to {one.high:+.2f}</span>"
                cells += f"<td class='number'>{f'<b>{told}</b>' if one.is_decided else told}</td>"
            body += f"<tr><td class='number'>{rank}</td><td>{escape(weight.value)}</td>{cells}</tr>"
        rows = [
            (f"{weight.value} {sign}", one.mean, one.low, one.high)
            for weight in weights
            for sign, one in (("+", weight.up), ("−", weight.down))
            if one is not None
        ][:_MOST_RANKED]
        tried = sum(one is not None for weight in weights for one in (weight.up, weight.down))
        pairs = max(one.games for weight in weights for one in (weight.up, weight.down) if one is not None)
        step = max(abs(setup.by) for setup in self.setups.values() if setup.changed)
        return (
            f"<h3>What each of our values is worth</h3><p class='soft'>The score of "
            f"{escape(self.found.score_side)} with the value {step} lower and {step} higher, less the score "
            f"as it is, in {pairs:,} pairs of games with the same dice. Decided ones stand out; of {tried} "
            f"changes about {tried / 20:.0f} would by luck alone.</p>"
            f"{self._picture('values', charts.ranked(rows, f'change of the score, {self.found.unit}'))}"
            "<table><thead><tr><th class='number'></th><th>Value</th>"
            f"<th class='number'>−{step}</th><th class='number'>+{step}</th></tr></thead>"
            f"<tbody>{body}</tbody></table>"
        )


def _listed(title: str, words: str, lines: Sequence[str]) -> str:
    if not lines:
        return ""
    listed = "".join(f"<li>{escape(line)}</li>" for line in lines)
    return f"<h2>{title}</h2><p>{words}</p><ul>{listed}</ul>"


def _scores_of(rows: Sequence[TurnRow]) -> Sequence[float]:
    return [row.score for row in rows]


def _told(one: Estimate | Difference) -> str:
    low, high = f"{one.low:+.2f}", f"{one.high:+.2f}"
    return f"{one.mean:+.2f}<br><span class='soft'>{low} to {high}</span>"


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")
