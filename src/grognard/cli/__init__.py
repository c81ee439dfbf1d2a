"""The `grognard` command."""

import sys


def main(tokens: list[str] | None = None) -> None:
    """Run the command and leave with its exit code: 0 done, 1 a fault was found, 2 bad input."""
    from grognard.cli.error_messages import run_command

    sys.exit(run_command(sys.argv[1:] if tokens is None else tokens))
