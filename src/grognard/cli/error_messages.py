"""What stands between a command and its user: every error becomes one clear message."""

import os
import sys
from collections.abc import Sequence

from cyclopts import CycloptsError

from grognard.core.content.read import ContentError
from grognard.core.flow.rulings import IllegalChoice
from grognard.core.text import printable
from grognard.play.errors import InputError

BAD_INPUT = 2
FAULT = 1
STOPPED = 130


def run_command(tokens: Sequence[str]) -> int:
    """The exit code of a command line. Only the hidden --debug lets an error through as it is."""
    words = [token for token in tokens if token != "--debug"]
    if len(words) != len(tokens):
        return _dispatch(words)
    try:
        return _dispatch(words)
    except (InputError, ContentError, IllegalChoice) as problem:
        return complain(str(problem), BAD_INPUT)
    except CycloptsError as problem:
        return complain(f"{problem}\nTry: grognard {_command_of(words)}--help", BAD_INPUT)
    except KeyboardInterrupt:
        return complain("stopped", STOPPED)
    except BrokenPipeError:
        # The reader of our output has gone; point what is left at nothing, or Python complains at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as problem:
        name = os.path.basename(str(problem.filename or ""))
        return complain(f"{name}: {problem.strerror or type(problem).__name__}".lstrip(": "), BAD_INPUT)
    except Exception as problem:
        what = f"{type(problem).__name__}: {problem}"
        return complain(f"a fault in grognard itself: {what}\nRun it again with --debug to see where.", FAULT)


def _command_of(words: Sequence[str]) -> str:
    """The command that was meant, for the help that tells of it; nothing where there is none of that name."""
    from grognard.cli.app import app

    return f"{words[0]} " if words and not words[0].startswith("-") and words[0] in app else ""


def _dispatch(words: Sequence[str]) -> int:
    from grognard.cli.app import app

    result = app(words, exit_on_error=False, print_error=False, result_action="return_value")
    return result if isinstance(result, int) else 0


def complain(message: str, code: int) -> int:
    """Says it on stderr and returns the code."""
    print(printable(f"grognard: {message}"), file=sys.stderr)
    return code
