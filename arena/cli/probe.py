"""``arena probe ENDPOINT``: what an endpoint supports, and how fast it is."""

import argparse

from arena.cli.main import UsageError
from arena.cli.options import Subparsers, as_json


def add(subparsers: Subparsers) -> None:
    """Adds the command."""
    parser = subparsers.add_parser(
        "probe", help="find out what an endpoint can do", description="Asks an endpoint a handful of questions (about 15 calls)."
    )
    parser.add_argument("endpoint", metavar="ENDPOINT", help="a spec: llm:qwen3@http://localhost:8000/v1, or without 'llm:'")
    parser.add_argument("--seconds", type=float, default=60.0, metavar="S", help="longest wait for one call (60)")
    parser.add_argument("--tokens", type=int, default=4000, metavar="N", help="size of the long prompt; 0 leaves it out (4000)")
    parser.add_argument("--json", action="store_true", help="machine-readable output")


def run(args: argparse.Namespace) -> int:
    """Probes, tells, and gives 1 when the endpoint cannot be used."""
    from agents.llm.endpoints import find_place
    from agents.roster import check_spec
    from arena.llm.probing import Prober

    if not args.seconds > 0 or args.tokens < 0:
        raise UsageError(f"--seconds is above 0 and --tokens at least 0, not {args.seconds:g} and {args.tokens}")
    spec = check_spec(args.endpoint if args.endpoint.startswith("llm:") else f"llm:{args.endpoint}")
    place = find_place(spec.name, spec.url)
    key_env = dict(spec.options).get("key_env")
    found = Prober(place.with_key(key_env) if key_env else place, args.seconds, args.tokens).run()
    print(as_json(found.as_dict()) if args.json else "\n".join(_lines(found.as_dict())))
    return 1 if found.problem else 0


_WORDS = {True: "yes", False: "no", None: "unknown"}


def _lines(found: dict[str, object]) -> list[str]:
    lines = []
    for name, value in found.items():
        if name == "notes" or (name == "problem" and not value):
            continue
        told = _WORDS[value] if value is None or isinstance(value, bool) else str(value)
        lines.append(f"{name.replace('_', ' '):18} {told}")
    notes = found["notes"]
    assert isinstance(notes, list)
    return lines + [f"note: {note}" for note in dict.fromkeys(notes)]
