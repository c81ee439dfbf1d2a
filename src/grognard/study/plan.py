"""The plan of a study: a TOML file that names games, players, variants and how many. All faults at once."""

import hashlib
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Annotated, Final, TypeVar

import msgspec

from grognard import __version__
from grognard.ai.players import make_players
from grognard.core.board.tables import Table, tables_text
from grognard.core.content.kit import is_kit
from grognard.core.content.load import scenario_tables
from grognard.core.content.player_files import NO_FILES, PlayerFiles, player_tables
from grognard.core.content.read import ContentError, Fault, decode_toml, raise_faults
from grognard.core.system import AnySystem
from grognard.play.errors import InputError
from grognard.play.registry import find_system
from grognard.play.setting import open_setting, read_setting, scenario_of, setting_options

T = TypeVar("T")

BASE: Final = "base"
"""The name of what variants are compared with: the matches as they stand in the plan."""
PATCHED: Final = "patched-scenario.toml"
"""The file that a variant's patch makes."""
CHANGED: Final = "changed-values.toml"
"""The file of tables that a variant's changes make."""

Games = Annotated[int, msgspec.Meta(ge=1, le=10_000_000)]
Value = int | float | str
Change = dict[str, Value]
"""By table.row.column the value to play with; "+1" and "-1" are more and less than it is."""


class MatchEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario that is played, and by whom."""

    game: str
    scenario: str = "teaching"
    """Its id, or a file of your own beside the plan: NAME.toml."""
    players: list[str] = []
    """One a side, in the game's order; left out, the staff plays all."""
    options: dict[str, bool] = {}
    games: Games | None = None
    """How many of each variant; left out, as many as the plan says."""
    name: str = ""
    swap: bool = False
    """Every second game with the players' seats changed, and the dice of the one before."""


class VariantEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is played besides the matches as they are: with the same dice, and one thing changed."""

    name: str
    game: str = ""
    """Only where this game is played."""
    scenario: str = ""
    players: list[str] = []
    options: dict[str, bool] = {}
    tables: str = ""
    """A file of tables beside the plan."""
    change: Change = {}
    patch: str = ""
    """What the scenario says otherwise, as a scenario file that has it as its base."""


class Sensitivity(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Every whole number of the game's tables that is ours, one up and one down, each as a variant."""

    tables: list[str] = []
    """Only in these; left out, in all."""
    step: Annotated[int, msgspec.Meta(ge=1, le=100)] = 1


class PlanFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A plan as it stands in its file."""

    match: list[MatchEntry]
    title: str = ""
    variant: list[VariantEntry] = []
    games: Games = 100
    seed: int = 0
    luck: bool = True
    """Work out what each die of a battle gave beyond the average? It takes a few percent of the time."""
    sensitivity: Sensitivity | None = None


class StudySetup(msgspec.Struct, frozen=True):
    """One match in one variant: everything a worker needs, and nothing that cannot be sent to it."""

    match: str
    variant: str
    game: str
    scenario: str
    players: list[str]
    options: dict[str, bool]
    own: PlayerFiles
    games: int
    seed: int
    swap: bool = False
    luck: bool = True
    changed: str = ""
    """The house value that a sensitivity variant changes: table.row.column."""
    by: int = 0

    def seating(self, number: int) -> tuple[int, list[str]]:
        """Which dice a game is played with, and who sits where. Swapped games share their dice."""
        if not self.swap:
            return number, self.players
        return number // 2, self.players[::-1] if number % 2 else self.players


class Study(msgspec.Struct, frozen=True):
    """A plan that can be played: every match in every variant that it has."""

    title: str
    setups: list[StudySetup]
    left_out: list[str] = []
    """Changes that the rules cannot be played with, and why."""

    @property
    def key(self) -> str:
        """The same for plans whose games are the same, however many of them are played."""
        alike = [msgspec.structs.replace(setup, games=0) for setup in self.setups]
        return hashlib.blake2b(
            msgspec.json.encode([__version__, alike], order="deterministic"), digest_size=16
        ).hexdigest()

    @property
    def games(self) -> int:
        """How many games it takes."""
        return sum(setup.games for setup in self.setups)

    def matches(self) -> dict[str, list[StudySetup]]:
        """The variants of each match, the base first."""
        found: dict[str, list[StudySetup]] = {}
        for setup in self.setups:
            found.setdefault(setup.match, []).append(setup)
        return found


def read_plan(path: Path) -> Study:
    """The study that a file plans. ContentError lists all that is wrong with it."""
    file, plan = decode_toml(path, PlanFile)
    return make_study(plan, path.parent, file)


def make_study(plan: PlanFile, folder: Path, file: str = "the plan") -> Study:
    """The study of a plan whose files lie in a folder."""
    making = _Making(plan, folder)
    making.make()
    raise_faults(file, making.faults)
    return Study(plan.title or Path(file).stem, making.setups, making.left_out)


class _Making:
    """Setups from entries; what is wrong is gathered, not raised."""

    def __init__(self, plan: PlanFile, folder: Path) -> None:
        self.plan = plan
        self.folder = folder
        self.faults: list[Fault] = []
        self.setups: list[StudySetup] = []
        self.left_out: list[str] = []

    def make(self) -> None:
        names = [BASE]
        for number, variant in enumerate(self.plan.variant, 1):
            where = f"variant[{number}]"
            if not variant.name.strip() or variant.name in names:
                self._fault(f"{where}.name", f"{variant.name[:40]!r} is empty or taken", "name each its own")
            if variant.tables and variant.change:
                self._fault(where, "has both tables and changes", "write the changes into the tables")
            names.append(variant.name)
            self._try(where, partial(player_tables, self._tables(variant)))
        if not self.plan.match:
            self._fault("match", "there is none", "add [[match]] with a game")
        named: list[str] = []
        for number, match in enumerate(self.plan.match, 1):
            name = match.name or " ".join([match.game, match.scenario, *match.players])
            if name in named:
                self._fault(f"match[{number}].name", f"{name[:60]!r} is taken", "name each its own")
            named.append(name)
            self._match(name, match, f"match[{number}]")

    def _match(self, name: str, match: MatchEntry, where: str) -> None:
        base = self._setup(name, VariantEntry(BASE), match, where)
        if base is None:
            return
        self.setups.append(base)
        for number, variant in enumerate(self.plan.variant, 1):
            if variant.game in ("", match.game):
                setup = self._setup(name, variant, match, f"variant[{number}]")
                if setup is not None:
                    self.setups.append(setup)
        if self.plan.sensitivity is not None:
            self.setups += self._sensitivity(base, self.plan.sensitivity)

    def _setup(self, name: str, variant: VariantEntry, match: MatchEntry, where: str) -> StudySetup | None:
        system = self._try(f"{where}.game", lambda: find_system(match.game))
        if system is None:
            return None
        if len(system.sides) != 2:
            self._fault(f"{where}.game", "has not two sides", "study one that has")
            return None
        setting = variant.scenario or match.scenario
        read = self._try(
            f"{where}.scenario", lambda: read_setting(system, self._path(setting), self._tables(variant))
        )
        if read is None:
            return None
        scenario, own = read
        if variant.patch:
            scenario, own = patched_setting(scenario, own, variant)
            if self._try(f"{where}.patch", partial(scenario_of, system, scenario, own)) is None:
                return None
        if variant.change:
            changed = self._try(f"{where}.change", lambda: change_own(system, scenario, own, variant.change))
            own = changed if changed is not None else own
        wished = match.options | variant.options
        options = self._try(f"{where}.options", lambda: setting_options(system, scenario, wished, own))
        players = variant.players or match.players or ["staff"] * len(system.sides)
        seated = self._try(f"{where}.players", lambda: make_players(players, system))
        if options is None or seated is None:
            return None
        full = options
        if self._try(where, lambda: open_setting(system, scenario, full, own)) is None:
            return None
        return StudySetup(
            match=name,
            variant=variant.name,
            game=match.game,
            scenario=scenario,
            players=players,
            options=options,
            own=own,
            games=match.games or self.plan.games,
            seed=self.plan.seed,
            swap=match.swap,
            luck=self.plan.luck,
        )

    def _path(self, scenario: str) -> str:
        """A scenario's id, or where its file lies."""
        return str(self.folder / scenario) if is_kit(scenario) or scenario.endswith(".toml") else scenario

    def _tables(self, variant: VariantEntry) -> Path | None:
        return self.folder / variant.tables if variant.tables else None

    def _sensitivity(self, base: StudySetup, wish: Sensitivity) -> Iterator[StudySetup]:
        """Each house value up and down, as far as the rules can be played with it."""
        system = find_system(base.game)
        tables = tables_of(system, base.scenario, base.own)
        for unknown in [name for name in wish.tables if name not in tables]:
            self._fault("sensitivity.tables", f"there is no table {unknown[:40]!r}", ", ".join(tables))
        for value in house_values([one for one in tables.values() if one.name in (wish.tables or tables)]):
            for by in (wish.step, -wish.step):
                variant = f"{value} {by:+d}"
                try:
                    own = change_own(system, base.scenario, base.own, {value: f"{by:+d}"})
                    open_setting(system, base.scenario, base.options, own)
                except (ContentError, InputError) as problem:
                    self.left_out.append(f"{variant}: {' '.join(str(problem).split())[:200]}")
                    continue
                yield msgspec.structs.replace(base, variant=variant, own=own, changed=value, by=by)

    def _fault(self, where: str, what: str, fix: str = "") -> None:
        fault = Fault(where, what, fix)
        if fault not in self.faults:
            self.faults.append(fault)

    def _try(self, where: str, make: Callable[[], T]) -> T | None:
        try:
            return make()
        except ContentError as problem:
            for fault in problem.faults:
                self._fault(f"{where}, {problem.file} {fault.where}".rstrip(), fault.what, fault.fix)
        except InputError as problem:
            self._fault(where, problem.what, problem.fix)
        return None


# -- changed values -------------------------------------------------------------------------------


def patched_setting(scenario: str, own: PlayerFiles, variant: VariantEntry) -> tuple[str, PlayerFiles]:
    """A scenario with what a variant says otherwise, and the files it is played with."""
    id = f"{scenario[:40]}-patched"
    text = f'base = "{own.scenario or scenario}"\nid = "{id}"\n{variant.patch}'
    return id, PlayerFiles({**own.files, PATCHED: text}, scenario=PATCHED, tables=own.tables)


def tables_of(system: AnySystem, scenario: str, own: PlayerFiles = NO_FILES) -> dict[str, Table]:
    """The tables that a scenario is played with."""
    return scenario_tables(system.folder / "data", scenario_of(system, scenario, own), own)


def house_values(tables: list[Table]) -> list[str]:
    """The whole numbers in tables that are ours, each as table.row.column."""
    return [
        f"{table.name}.{row}.{column}"
        for table in tables
        for row in table.rows
        for column in table.columns
        if table.mark_of(row, column) == "house" and isinstance(table.cell(row, column), int)
    ]


def change_own(system: AnySystem, scenario: str, own: PlayerFiles, change: Change) -> PlayerFiles:
    """A player's own files with single values changed. ContentError lists the values that there are not."""
    tables = tables_of(system, scenario, own)
    faults: list[Fault] = []
    changed: dict[str, Table] = {}
    for where, value in change.items():
        name, row, column = _found(tables, where)
        if not column:
            faults.append(
                Fault(where, "is no value of these tables", "table.row.column; see grognard tables")
            )
            continue
        table = changed.get(name, tables[name])
        cells = list(table.cells[table.row_index(row)])
        place = table.column_index(column)
        cells[place] = _more(cells[place], value)
        rows = {**table.entry.rows, row: cells}
        changed[name] = Table(msgspec.structs.replace(table.entry, rows=rows), table.mark)
    raise_faults("change", faults)
    # The new file takes the place of the old one, so it holds what that one changed, too.
    text = tables_text((tables | changed if own.tables else changed).values())
    return PlayerFiles({**own.files, CHANGED: text}, own.scenario, CHANGED)


def _found(tables: dict[str, Table], where: str) -> tuple[str, str, str]:
    """The table, row and column of a value; labels may have dots in them. Empty where there is none."""
    for table in tables.values():
        if where.startswith(f"{table.name}."):
            rest = where.removeprefix(f"{table.name}.")
            for row in table.rows:
                if rest.startswith(f"{row}.") and rest.removeprefix(f"{row}.") in table.columns:
                    return table.name, row, rest.removeprefix(f"{row}.")
    return "", "", ""


def _more(old: Value, new: Value) -> Value:
    """A new value; with a sign before it, so much more or less."""
    if isinstance(new, str) and not isinstance(old, str) and new[:1] in "+-" and new[1:].isdigit():
        return old + int(new)
    return new
