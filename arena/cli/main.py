"""The command ``arena``: reads the command line, runs one command, and turns what went wrong into one sentence and a code.

Exit codes: 0 done, 1 the answer is no, 2 bad input, 130 interrupted with everything finished kept.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import NoReturn

COMMANDS = ("games", "agents", "play", "run", "status", "replay", "check", "probe", "fake-llm", "bench")
"""Each is a module here with ``add(subparsers)`` and ``run(args) -> int``."""
DONE, NO, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130


class UsageError(ValueError):
    """A command line that cannot be followed; the sentence says what was given and what would have been right."""


class Parser(argparse.ArgumentParser):
    """An argument parser whose complaints are one sentence."""

    def error(self, message: str) -> NoReturn:
        """Raises ``UsageError`` instead of printing usage and leaving."""
        raise UsageError(f"{message} (see '{self.prog} --help')")


def parser() -> Parser:
    """The whole command line."""
    top = Parser(prog="arena", description="Matches, tournaments and replays of hidden-role games.")
    subparsers = top.add_subparsers(dest="command", metavar="COMMAND", required=True, parser_class=Parser)
    for name in COMMANDS:
        if find_spec(_module(name)) is not None:
            import_module(_module(name)).add(subparsers)
    return top


def _module(command: str) -> str:
    return f"arena.cli.{command.replace('-', '_')}"


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command and gives its exit code."""
    _forgive_terminals()
    try:
        check_agents_package()
        args = parser().parse_args(argv)
        return int(import_module(_module(args.command)).run(args))
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except (ValueError, RuntimeError) as error:
        if not _is_sentence(error):
            raise
        print(f"arena: {error}", file=sys.stderr)
        return BAD_INPUT if isinstance(error, ValueError) else NO
    except OSError as error:
        print(f"arena: {error.filename or 'the disk'}: {(error.strerror or type(error).__name__).lower()}", file=sys.stderr)
        return BAD_INPUT


def _is_sentence(error: Exception) -> bool:
    """Our own errors are written for people; any other is a fault of the program and shows its traceback."""
    home = type(error).__module__.partition(".")[0]
    return home in ("arena", "agents", "envs", "prompts", "__main__")


def check_agents_package() -> None:
    """Raises ``UsageError`` when another distribution's ``agents`` stands before ours on the path."""
    spec = find_spec("agents")
    places = list(spec.submodule_search_locations or []) if spec is not None else []
    if not any((Path(place) / "roster.py").is_file() for place in places):
        found = f"found at {places[0]}" if places else "not found"
        raise UsageError(
            f"Masque's package 'agents' is hidden: the first of that name on the path was {found}"
            " (the OpenAI Agents SDK is called 'agents' too); install Masque in an environment of its own"
        )


def _forgive_terminals() -> None:
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


if __name__ == "__main__":
    sys.exit(main())
