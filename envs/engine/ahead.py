"""Asking for a record before it is needed: nothing in Python, one instruction for each cache line in compiled code.

A game is stepped in less time than memory takes to answer, so in a large batch the next game is asked for while one is played.
"""

from typing import Any

LINE = 64
"""Bytes of a cache line."""


def fetch(games: Any, k: int) -> None:
    """Asks for what play touches of ``games[k]``: everything before the buffer of events, which stands last."""


def compiled_fetch() -> Any:
    """``fetch`` for compiled callers."""
    from llvmlite import ir  # type: ignore[import-untyped]
    from numba.core import types
    from numba.extending import intrinsic

    byte, number = ir.IntType(8).as_pointer(), ir.IntType(32)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kind = signature.args[0]
        array = context.make_array(kind)(context, builder, arguments[0])
        at = builder.mul(arguments[1], array.itemsize)
        record = builder.gep(builder.bitcast(array.data, byte), [at])
        kinds = ir.FunctionType(ir.VoidType(), [byte, number, number, number])
        ask = builder.module.declare_intrinsic("llvm.prefetch", [byte], kinds)
        for place in range(0, kind.dtype.offset("events") + LINE, LINE):
            line = builder.gep(record, [ir.Constant(ir.IntType(64), place)])
            builder.call(ask, [line, *(ir.Constant(number, value) for value in (1, 3, 1))])
        return context.get_dummy_value()

    @intrinsic
    def fetch(typing_context: Any, games: Any, k: Any) -> Any:
        return types.none(games, types.int64), generate

    return fetch
