"""Compiles rule modules with numba, each function seeing the compiled others. Only this needs the extra ``fast``."""

import hashlib
import inspect
import os
import shutil
import sys
import time
import types
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from platformdirs import user_cache_path

from envs.engine import contract
from envs.engine.ahead import compiled_fetch, fetch

Space = dict[str, Any]
UNUSED = 30 * 24 * 3600.0
"""Seconds after which compiled code that nobody has used is removed."""


class NumbaMissing(RuntimeError):
    """Compiled play was asked for and numba is not installed; the sentence says how to get it."""


def numba_is_here() -> bool:
    """Whether compiled play is possible. Does not import numba."""
    return find_spec("numba") is not None


def link(
    *modules: types.ModuleType,
    rules: types.ModuleType | None = None,
    boundscheck: bool = False,
    cache: bool = True,
) -> dict[str, Space]:
    """Module name -> namespace in which every rule function is compiled and calls only compiled functions.

    Tuples of numbers become constant arrays. With ``rules``, names of ``envs.engine.contract`` stand for that module's
    functions. ``boundscheck`` is for tests: compiled code does not notice a bad index. Raises ``NumbaMissing``.
    """
    _need_numba()
    spaces = {module.__name__: _constants(vars(module)) for module in modules}
    for space in spaces.values():
        space.update({name: vars(rules)[name] for name, value in space.items() if rules and _is_contract(value)})
        space.update({name: compiled_fetch() for name, value in space.items() if value is fetch})
    with _cache_folder(modules, boundscheck):
        compiler = _compiler(boundscheck, cache)
        compiled = {
            function: compiler(clone(function, spaces[module.__name__]))
            for module in modules
            for function in functions_of(module)
        }
    for space in spaces.values():
        space.update({name: compiled[value] for name, value in space.items() if _is_rule(value, compiled)})
    return spaces


def functions_of(module: types.ModuleType) -> list[types.FunctionType]:
    """The functions written in ``module`` itself, in source order."""
    return [f for f in vars(module).values() if inspect.isfunction(f) and f.__module__ == module.__name__]


def entry_of(loop: Any, *arguments: Any) -> Callable[..., Any]:
    """The compiled ``loop`` for the kinds of ``arguments``, on which it is run once: what a call spends on finding the kinds
    out again is more than a small loop takes."""
    import numba

    loop(*arguments)
    kinds = tuple(numba.typeof(argument) for argument in arguments)  # type: ignore[no-untyped-call]
    entry: Callable[..., Any] = loop.overloads[kinds].entry_point
    return entry


def clone(function: types.FunctionType, space: Space) -> types.FunctionType:
    """The same code looking its names up in ``space``."""
    twin = types.FunctionType(function.__code__, space, function.__name__, function.__defaults__)
    twin.__qualname__ = function.__qualname__
    twin.__module__ = function.__module__
    return twin


def digest_of(modules: Iterable[types.ModuleType]) -> str:
    """Fingerprint of what compiled code depends on: the functions and constants of ``modules`` as they are in memory, not as
    their files may be by now; this module, which says how to compile; numpy, numba and Python. Code compiled under one
    fingerprint is never used under another."""
    import numba

    digest = hashlib.blake2b(f"{np.__version__} {numba.__version__} {sys.version}".encode(), digest_size=12)
    for module in (*modules, sys.modules[__name__]):
        for name, value in sorted(vars(module).items()):
            if not name.startswith("__"):
                digest.update(f"{module.__name__}.{name} {_content(value)}\n".encode())
    return digest.hexdigest()


def _content(value: Any) -> str:
    if inspect.isfunction(value):
        return f"{value.__module__} {_code(value.__code__)} {value.__defaults__}"
    return repr(value) if isinstance(value, int | float | str | tuple) else ""


def _code(code: types.CodeType) -> str:
    constants = [_code(value) if isinstance(value, types.CodeType) else repr(value) for value in code.co_consts]
    return f"{code.co_code.hex()} {code.co_names} {code.co_varnames} {constants}"


def _need_numba() -> None:
    if not numba_is_here():
        raise NumbaMissing("compiled rules need numba; install it with: python3 -m pip install 'masque[fast]'")


@contextmanager
def _cache_folder(modules: tuple[types.ModuleType, ...], boundscheck: bool) -> Iterator[None]:
    """Numba's cache folder is one setting for the whole process: it is ours while we decorate, and the user's again after."""
    import numba

    kind, before = "checked" if boundscheck else "plain", numba.config.CACHE_DIR  # type: ignore[attr-defined]
    folder = user_cache_path("masque") / "compiled" / f"{digest_of(modules)}-{kind}"
    _forget_old(folder)
    numba.config.CACHE_DIR = str(folder)  # type: ignore[attr-defined]
    try:
        yield
    finally:
        numba.config.CACHE_DIR = before  # type: ignore[attr-defined]


def _forget_old(folder: Path) -> None:
    """Marks ``folder`` as in use and removes those that nobody has used for long; that it cannot be written is no fault."""
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        for other in folder.parent.iterdir():
            if time.time() - other.stat().st_mtime > UNUSED:
                shutil.rmtree(other, ignore_errors=True)


def _compiler(boundscheck: bool, cache: bool) -> Callable[[Any], Any]:
    import numba

    # rules allocate nothing: without counting references to the views they pass on, they run up to twice as fast
    options = {"nogil": True, "boundscheck": boundscheck, "error_model": "numpy", "_nrt": False}
    decorate: Callable[[Any], Any] = numba.njit(cache=cache, **options)  # type: ignore[call-overload]
    return lambda function: _widened(decorate(function))


def _widened(dispatcher: Any) -> Any:
    """Compiled callers pass every whole number as int64: one compilation a function, not one for each width and each constant."""
    from numba import types as kinds

    asked = dispatcher.get_call_template

    def get_call_template(args: Any, kws: Any) -> Any:
        return asked(tuple(kinds.int64 if isinstance(kind, kinds.Integer | kinds.Boolean) else kind for kind in args), kws)

    dispatcher.get_call_template = get_call_template
    return dispatcher


def _constants(names: dict[str, Any]) -> Space:
    return {name: _frozen(value) for name, value in names.items()}


def _frozen(value: Any) -> Any:
    if isinstance(value, tuple) and value and _is_numeric(value):
        return np.array(value, dtype=np.int64)
    return value


def _is_numeric(value: Any) -> bool:
    if isinstance(value, tuple):
        return all(_is_numeric(item) for item in value)
    return isinstance(value, int)


def _is_contract(value: Any) -> bool:
    return inspect.isfunction(value) and value.__module__ == contract.__name__


def _is_rule(value: Any, compiled: dict[Any, Any]) -> bool:
    return inspect.isfunction(value) and value in compiled
