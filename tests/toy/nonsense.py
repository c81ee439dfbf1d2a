"""The toy game with every verb, kind, terrain and badge renamed: to who draws it, it is the same game.

The core's own two verbs, "seal" and "roll", keep their names.
"""

import io
import re
import tokenize
from ast import literal_eval
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent

# Some of these names mislead on purpose: a drawing that reads them goes wrong.
_VERBS: Final = """
    stance=attack bid=retreat draw=overrun order=assault look=bombard land=withdraw scatter=move leg=target
    back=zig confirm=cancel fire=zag hold-fire=barrage lose=zog commit=remove chit=release no-chit=zug
    muster=storm send=strike stay=abandon bar=shell stock=shoot lay=fall top=unlight pass=recall
"""
_KINDS: Final = "foot=hq dummy=tank para=truck depot=fort clear=lake rough=heavy-woods ford=city"
_BADGES: Final = "spent=isolated crossing=mines barrier=wreck"
NAMES: Final = dict(pair.split("=") for pair in f"{_VERBS} {_KINDS} {_BADGES}".split())


def write_nonsense(folder: Path) -> None:
    """Writes the package `toy` into a folder, renamed."""
    for path in [*HERE.glob("*.py"), *HERE.rglob("*.toml")]:
        if path == Path(__file__):
            continue
        target = folder / "toy" / path.relative_to(HERE)
        target.parent.mkdir(parents=True, exist_ok=True)
        text = path.read_text("utf-8")
        if path.suffix == ".py":
            text = _renamed_code(text)
        elif path.name != "ledger.toml":
            text = _renamed_data(text)
        target.write_text(text, "utf-8")


def _renamed_code(text: str) -> str:
    """Strings that are names, and no others."""
    lines = text.splitlines(keepends=True)
    for token in reversed(list(tokenize.generate_tokens(io.StringIO(text).readline))):
        if token.type == tokenize.STRING and token.string[0] in "\"'":
            name = literal_eval(token.string)
            if name in NAMES:
                row, (_, end) = token.start[0] - 1, token.end
                lines[row] = f'{lines[row][: token.start[1]]}"{NAMES[name]}"{lines[row][end:]}'
    return "".join(lines)


def _renamed_data(text: str) -> str:
    """Keys and values that are names; words for people stay."""
    names = "|".join(NAMES)
    text = re.sub(rf"(?m)^(\[\w+\.)({names})\]", lambda m: f"{m[1]}{NAMES[m[2]]}]", text)
    text = re.sub(rf"(?m)^({names}) = (?=[{{\"])", lambda m: f"{NAMES[m[1]]} = ", text)
    text = re.sub(rf"([{{,] )({names}) = ", lambda m: f"{m[1]}{NAMES[m[2]]} = ", text)
    return re.sub(rf'(?<!words = )(?<!symbol = )"({names})"', lambda m: f'"{NAMES[m[1]]}"', text)
