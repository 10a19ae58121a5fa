"""``arena fake-llm``: a fake OpenAI-compatible endpoint on loopback, for tests and for trying things out."""

import argparse

from arena.cli.main import UsageError
from arena.cli.options import Subparsers


def add(subparsers: Subparsers) -> None:
    """Adds the command."""
    parser = subparsers.add_parser(
        "fake-llm",
        help="serve a fake language model",
        description="Serves a fake OpenAI-compatible endpoint on 127.0.0.1. The model's name chooses how it misbehaves.",
    )
    parser.add_argument("--port", type=int, default=8765, metavar="P", help="port; 0 takes a free one")
    parser.add_argument("--delay", type=float, default=0.0, metavar="SECONDS", help="wait before every answer")
    parser.add_argument("--moods", action="store_true", help="list the models that misbehave, and stop")


def run(args: argparse.Namespace) -> int:
    """Serves until Ctrl-C."""
    import asyncio

    from arena.llm.fake.moods import MOODS

    if args.moods:
        for name, (_, line) in MOODS.items():
            print(f"{name:16} {line}")
        return 0
    if not 0 <= args.port <= 65535 or args.delay < 0:
        raise UsageError(f"a port is 0 to 65535 and a delay at least 0, not {args.port} and {args.delay}")
    asyncio.run(_serve(args.port, args.delay))
    return 0


async def _serve(port: int, delay: float) -> None:
    import asyncio

    from arena.llm.fake.server import FakeEndpoint

    endpoint = FakeEndpoint(delay=delay, keeps=False)
    await endpoint.start(port)
    print(f"serving {endpoint.url}  (try: arena play trusis --agents llm:fake@{endpoint.url})", flush=True)
    await asyncio.Event().wait()
