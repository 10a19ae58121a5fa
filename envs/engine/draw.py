"""The one counter generator of the deal, in the subset that Python and numba share.

A draw is a hash of (low key, high key, counter): no state to carry, no order to keep. All arithmetic stays below 2**63,
so that a Python int and a compiled int64 agree. The mixer is a two-round xorshift-multiply hash of 32 bits.
"""

M32 = 0xFFFFFFFF


def mix(x: int) -> int:
    """A bijective scramble of ``x`` in [0, 2**32)."""
    x ^= x >> 16
    x = (x * 0x21F0AAAD) & M32
    x ^= x >> 15
    x = (x * 0x735A2D97) & M32
    return x ^ (x >> 15)


def draw(low: int, high: int, counter: int) -> int:
    """The ``counter``-th number of the stream, uniform in [0, 2**32)."""
    return mix(mix(mix(counter & M32) ^ low) ^ high)


def below(low: int, high: int, counter: int, bound: int) -> int:
    """Uniform in [0, bound); the bias is below ``bound / 2**32``."""
    return (draw(low, high, counter) * bound) >> 32
