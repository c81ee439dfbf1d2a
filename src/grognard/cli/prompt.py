"""The talk of a terminal game: the Ask in a sentence, numbered options, and the commands beside them."""

import random
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final, NamedTuple

from grognard.ai.players import choose, make_player, reason_of
from grognard.cli.look_up import plan_lines, stack_lines, status_lines, unit_lines
from grognard.cli.output import console
from grognard.cli.prompt_words import label, option_lines, standing_lines, won
from grognard.cli.typed_answers import understand_order
from grognard.core.content.read import ContentError
from grognard.core.flow.chance import CHANCE
from grognard.core.flow.rulings import IllegalChoice, Refusal
from grognard.core.system import Player
from grognard.play.errors import InputError
from grognard.play.gestures import order_for
from grognard.play.header import write_choice
from grognard.play.match import Match
from grognard.play.orders import EVERYTHING, STOP, give_order, settle
from grognard.play.record import save_record
from grognard.play.standing_orders import OFF, StandingOrders, change_standing, routine_orders

HELP: Final = """Answer with a number of the list, or in words: those shown, in capitals or not, or those of
the record ("move 1513", "pass", "1513").
A whole order fits in one line ("move 150-rd with 65-tb to 0303"); it is taken back as one. Beside that:
  why            the sheet of numbers of what is on the table
  odds           the chances of the attack on the table
  hint           what the staff would answer, and why
  undo           take your last order back
  standing       the questions that can be answered for you, and how; what is set
  standing STEP POLICY   leave a question to one of its policies; off instead of a policy: be asked again
  standing usual         leave all routine questions to what is usual
  ask-all on     be asked even where there is only one answer; off: only where there is a choice
  rules ID       a rule by its id or by a word
  map [FILE]     the map in letters, or drawn into FILE.svg or FILE.png
  stack HEX      a hex and who stands in it: strength, steps, supply, range
  units [SIDE]   all your units, or those you see of a side
  status         turn, weather, points, the levels of victory, your own secrets
  plan [NAME]    help for planning, in games that have it; without a name, which there is
  options        every option, none left out
  log [N]        what happened lately
  save FILE      keep the game in a file; go on with: grognard play --resume FILE
  quit           leave the table"""


class Leave(Exception):
    """The player gets up from the table."""


class TerminalSeat(NamedTuple):
    """Who plays a side: a computer player, or nobody where a person does."""

    name: str
    player: Player | None


class TerminalTable:
    """A match with its players at one terminal."""

    def __init__(
        self,
        match: Match,
        seats: list[TerminalSeat],
        generator: random.Random,
        typed_dice: bool,
        save: Path | None,
        rescue: Path,
    ) -> None:
        self.match = match
        self.seats = seats
        self.generator = generator
        self.typed_dice = typed_dice
        self.save = save
        self.rescue = rescue
        self.out = console()
        self._told = dict.fromkeys(range(-1, len(seats)), 0)
        """By side: how many lines of the log it has been shown."""
        self._step = ""
        self._kept = len(match.answers)
        self._last_human = next((side for side, seat in enumerate(seats) if seat.player is None), -1)
        self.standing: dict[int, StandingOrders] = {side: {} for side in range(len(seats))}
        self._notes: dict[int, list[str]] = {side: [] for side in range(len(seats))}
        """By side what nobody else may read: what was answered for it, why its order stopped."""
        self._commands: dict[str, Callable[[str, int], None]] = {
            "why": self._why,
            "odds": self._odds,
            "hint": self._hint,
            "undo": self._undo,
            "standing": self._standing,
            "ask-all": self._ask_all,
            "rules": self._rules,
            "rule": self._rules,
            "map": self._map,
            "stack": self._stack,
            "units": self._units,
            "status": self._status,
            "plan": self._plan,
            "options": self._options,
            "log": self._log,
            "save": self._save,
            "help": self._help,
            "?": self._help,
            "quit": self._quit,
            "q": self._quit,
        }

    # -- the game -------------------------------------------------------------------------------

    def run(self) -> int:
        """Plays until the game is over or somebody leaves. Nothing played is ever lost."""
        system = self.match.system
        self.out.print(
            f"{system.title}, {self.match.header.scenario}. Type help for the commands.", style="bold"
        )
        if self.match.warning:
            self.out.print(self.match.warning)
        try:
            while self._settled():
                self._one_answer()
                if self.save is not None:
                    save_record(self.match, self.save)
                    self._kept = len(self.match.answers)
            self._tell_news()
            self.out.print(won(self.match), style="bold")
        except (Leave, KeyboardInterrupt, EOFError):
            self.out.print("You leave the table.")
        finally:
            self._rescue()
        return 0

    def _settled(self) -> bool:
        """Gives what is answered by itself and goes on with orders that waited. Is there more to play?"""
        match = self.match
        people = [side for side, seat in enumerate(self.seats) if seat.player is None]
        for done in settle(match, self.standing, people):
            if done.choice is not None:
                answer = label(match.system, match.pos, done.choice)
                self._notes[done.side].append(f"Answered for you: {answer} ({done.title})")
            elif done.why is not None:
                self._notes[done.side].append(f"Your order stopped: {done.why}")
        return not match.over

    def _one_answer(self) -> None:
        ask = self.match.ask
        if ask.is_chance:
            self._chance()
            return
        # Several sides may be asked at once; the computers write their secret orders first.
        side = next((one for one in ask.sides if self.seats[one].player is not None), ask.side)
        player = self.seats[side].player
        if player is None:
            self._human(side)
        else:
            choice = choose(player, self.match.system, self.match.pos, ask, side, self.generator)
            self.match.answer(side, choice, order=order_for(self.match, side, choice))

    def _chance(self) -> None:
        if not self.typed_dice or self.match.ask.hidden:
            self.match.roll(self.generator)
            return
        self._tell_news()
        options = self.match.ask.options(CHANCE)
        words = [write_choice(self.match.system, self.match.pos, choice) for choice in options]
        low, high = words[0], words[-1]
        typed = input(f"{self.match.ask.title}: your dice ({low} … {high}) > ").strip()
        if typed in ("q", "quit"):
            raise Leave
        nouns = [word.partition(" ")[2] for word in words]
        for place, choice in enumerate(options):
            if typed in (words[place], nouns[place]):
                self.match.answer(CHANCE, choice)
                return
        self.out.print(f"That cannot be rolled here. It is one of: {', '.join(nouns)}")

    def _human(self, side: int) -> None:
        """Shows the Ask and carries out what the person types, once."""
        match, system = self.match, self.match.system
        self._last_human = side
        self._tell_news()
        for note in self._notes[side]:
            self.out.print(f"  {note}", style="dim")
        self._notes[side] = []
        self.out.print()
        if match.ask.step != self._step:
            self._step = match.ask.step
            self.out.print(f"— {match.ask.title} —", style="bold")
        self.out.print(
            f"{system.sides[side]}: {system.words.sentence(match.pos, match.ask, side)}", style="bold"
        )
        if match.ask.rules:
            self.out.print(f"  by {', '.join(match.ask.rules)}", style="dim")
        draft = match.pos.drafts[side]
        if draft:
            said = ", ".join(label(system, match.pos, choice) for choice in draft)
            self.out.print(f"  Your order so far: {said}")
        self._print(option_lines(system, match.game, side))
        while True:
            typed = input(f"{system.sides[side]} > ").strip()
            if not typed:
                continue
            word, _, rest = typed.partition(" ")
            command = self._commands.get(word.lower())
            # A game's own verb wins over a command of the same name.
            offered = word.lower() in {offer.verb for offer in match.ask.options(side).offers}
            try:
                if command is not None and not offered:
                    command(rest.strip(), side)
                    if word.lower() == "undo" or (word.lower() in ("standing", "ask-all") and rest):
                        return  # the question may be another one now
                    continue
                self._answer(side, typed)
                return
            except IllegalChoice as problem:
                self._refused(problem.refusal)
            except (InputError, ContentError) as problem:
                self.out.print(str(problem))

    def _answer(self, side: int, typed: str) -> None:
        carried = give_order(self.match, side, understand_order(self.match, side, typed))
        if carried.why is not None:
            self.out.print(f"The order stopped: {carried.why}")
        elif carried.waits:
            self.out.print("The rest of the order waits until you are asked again.")

    def _refused(self, refusal: Refusal) -> None:
        self.out.print(f"No: {refusal}")
        entry = None if refusal.rule.startswith("core.") else self.match.system.ledger.find(refusal.rule)
        if entry is not None:
            self.out.print(f"  {entry.id}: {entry.text}", style="dim")

    def _tell_news(self) -> None:
        """The lines of the log since the last time, as far as the person at the prompt may read them."""
        lines, reader = self.match.log, self._last_human
        for line in lines[self._told[reader] :]:
            if line.event.open_to(reader):
                rule = f"  [{line.event.rule}]" if line.event.rule else ""
                self.out.print(f"  {line.text}{rule}")
        self._told[reader] = len(lines)

    def _rescue(self) -> None:
        """Keeps a game that nobody saved."""
        if len(self.match.answers) == self._kept or self.match.over:
            return
        self.rescue.parent.mkdir(parents=True, exist_ok=True)
        save_record(self.match, self.rescue)
        self.out.print("The game was not saved; go on with: grognard play --resume last")

    # -- the commands ---------------------------------------------------------------------------

    def _why(self, rest: str, side: int) -> None:
        sheets = self.match.system.screen.explain(self.match.pos)
        if not sheets:
            self.out.print("Nothing is on the table that needs a sum.")
        for sheet in sheets:
            self.out.print(sheet.text())

    def _odds(self, rest: str, side: int) -> None:
        from grognard.cli.odds import odds_for, print_odds

        found = odds_for(self.match, side)
        if found is None:
            self.out.print("No attack is on the table.")
        else:
            print_odds(self.out, self.match.system, found)

    def _hint(self, rest: str, side: int) -> None:
        match = self.match
        staff = make_player("staff", match.system)
        choice = choose(staff, match.system, match.pos, match.ask, side, random.Random(0))
        reason = reason_of(staff)
        why = f": {reason}" if reason else ""
        self.out.print(f"The staff would answer: {label(match.system, match.pos, choice)}{why}")

    def _undo(self, rest: str, side: int) -> None:
        self.match.undo(side)
        last = len(self.match.log)
        self._told = {reader: min(told, last) for reader, told in self._told.items()}
        self._kept = -1
        self.out.print("Taken back.")

    def _standing(self, rest: str, side: int) -> None:
        system, words = self.match.system, rest.split()
        if words == ["usual"]:
            self.standing[side] = {**self.standing[side], **routine_orders(system)}
        elif len(words) == 2:
            self.standing[side] = change_standing(system, self.standing[side], *words)
        elif words:
            raise InputError("a standing order names a question and a policy", "standing STEP POLICY")
        for line in standing_lines(system, self.standing[side], every=not words):
            self.out.print(line)

    def _ask_all(self, rest: str, side: int) -> None:
        if rest not in ("on", "off"):
            raise InputError("ask-all is on or off")
        wish = STOP if rest == "on" else OFF
        self.standing[side] = change_standing(self.match.system, self.standing[side], EVERYTHING, wish)
        self.out.print(f"You are asked {'everything' if rest == 'on' else 'where there is a choice'}.")

    def _rules(self, rest: str, side: int) -> None:
        from grognard.cli.rules import show_rules

        show_rules(rest, False, self.match.system)

    def _map(self, rest: str, side: int) -> None:
        from grognard.cli.picture import text_map, write_picture
        from grognard.draw.position import scene_of

        match = self.match
        if not rest:
            self.out.print(text_map(match.system, match.pos, side))
            return
        try:
            write_picture(Path(rest), match.pos.board, scene_of(match.system, match.pos, side))
        except OSError as problem:
            raise InputError(f"'{rest[:60]}' cannot be written: {problem.strerror}") from problem
        self.out.print(f"Drawn into {rest}")

    def _status(self, rest: str, side: int) -> None:
        self._print(status_lines(self.match.system, self.match.pos, side))

    def _plan(self, rest: str, side: int) -> None:
        self._print(plan_lines(self.match.system, self.match.pos, side, rest))

    def _stack(self, rest: str, side: int) -> None:
        self._print(stack_lines(self.match.system, self.match.pos, side, rest))

    def _units(self, rest: str, side: int) -> None:
        self._print(unit_lines(self.match.system, self.match.pos, side, rest))

    def _print(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.out.print(line)

    def _options(self, rest: str, side: int) -> None:
        self._print(option_lines(self.match.system, self.match.game, side, every=True))

    def _log(self, rest: str, side: int) -> None:
        count = int(rest) if rest.isascii() and rest.isdigit() and len(rest) < 6 else 20
        for line in self.match.log_for(side)[-count:]:
            self.out.print(f"  {line.n:>5}  {line.text}")

    def _save(self, rest: str, side: int) -> None:
        if not rest and self.save is None:
            raise InputError("save where?", "save FILE")
        path = Path(rest) if rest else self.save
        assert path is not None
        save_record(self.match, path)
        self._kept = len(self.match.answers)
        self.out.print(f"Saved in {path.name}")

    def _help(self, rest: str, side: int) -> None:
        self.out.print(HELP)

    def _quit(self, rest: str, side: int) -> None:
        raise Leave
