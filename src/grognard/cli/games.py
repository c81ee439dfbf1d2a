"""The command `games`: every game with its scenarios."""

from grognard.cli.error_messages import FAULT, complain
from grognard.cli.output import console, emit
from grognard.core.system import AnySystem
from grognard.play.registry import playable_games


def show_games(json: bool) -> int:
    """Every game with its scenarios."""
    systems = known_games()
    if json:
        emit(
            [
                {
                    "id": system.id,
                    "title": system.title,
                    "summary": system.summary,
                    "sides": system.sides,
                    "folder": str(system.folder),
                    "scenarios": [
                        {
                            "id": s.id,
                            "title": s.title,
                            "summary": s.summary,
                            "turns": s.turns,
                            "minutes": s.minutes,
                        }
                        for s in system.rules.scenarios()
                    ],
                    "options": [toggle._asdict() for toggle in system.rules.toggles()],
                }
                for system in systems
            ]
        )
        return 0
    out = console()
    for system in systems:
        out.print(f"{system.id}: {system.title}", style="bold")
        out.print(f"  {system.summary}".rstrip())
        for scenario in system.rules.scenarios():
            out.print(f"  {scenario.id:<20} {scenario.title} ({scenario.minutes} min): {scenario.summary}")
    return 0


def known_games() -> list[AnySystem]:
    """The games that can be loaded; of one that cannot its fault is told."""
    return playable_games(lambda _, problem: complain(str(problem), FAULT))
