"""Rewrites the kept counts and golden records after a rule or the data of a game has changed.

    .venv/bin/python tests/conformance/regenerate.py [GAME ...]

Without a name: every game. Look at the difference before keeping it: is it the one that was meant?
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import msgspec

from conformance.golden import DATA, GOLDEN, Count, Counts, counts_of, golden_path, golden_record
from conformance.playing import all_games, settings, system_of

HEAD = (
    "# How many sequences of answers follow a fixed position. Written by tests/conformance/regenerate.py.\n"
)


def main(names: list[str]) -> None:
    wanted = names or all_games()
    unknown = sorted(set(wanted) - set(all_games()))
    if unknown:
        sys.exit(f"no such game: {', '.join(unknown)} (known: {', '.join(all_games())})")
    kept = [count for count in load_counts().position if count.game not in wanted]
    GOLDEN.mkdir(parents=True, exist_ok=True)
    for name in wanted:
        system_of(name)  # a game that cannot be loaded stops here, with the reason
        for stale in GOLDEN.glob(f"{name}-*.jsonl"):
            stale.unlink()
        for setting in settings(name):
            kept += counts_of(setting)
            golden_path(setting).write_bytes(golden_record(setting))
            print(f"{setting}: written")
    write_counts([count for count in kept if count.game in all_games()])


def load_counts() -> Counts:
    path = DATA / "perft.toml"
    return msgspec.toml.decode(path.read_bytes(), type=Counts) if path.is_file() else Counts([])


def write_counts(counts: list[Count]) -> None:
    """One short block for each position, in a fixed order, so that a change reads well."""
    blocks = [HEAD]
    for count in sorted(counts, key=lambda count: (count.game, count.scenario, count.answers)):
        lines = [
            f"{key} = {msgspec.json.encode(value).decode()}"
            for key, value in msgspec.to_builtins(count).items()
        ]
        blocks.append("\n".join(["[[position]]", *lines]) + "\n")
    (DATA / "perft.toml").write_text("\n".join(blocks), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
