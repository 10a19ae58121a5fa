"""Independent seeds by name: ``derive(root, "deal", 3)``. Nothing here draws a number."""

import hashlib

MASK64 = (1 << 64) - 1


def derive(root: int, *path: str | int) -> int:
    """Seed in [0, 2**64) for the named branch of ``root``; equal names give equal seeds, on any machine.

    Each part enters with its type and length, so ``("a", "b")`` and ``("ab",)`` or ``1`` and ``"1"`` never meet.
    """
    digest = hashlib.blake2b(digest_size=8)
    for part in (root & MASK64, *path):
        text = f"{type(part).__name__}:{part}".encode()
        digest.update(len(text).to_bytes(4, "little") + text)
    return int.from_bytes(digest.digest(), "little")


def split(seed: int) -> tuple[int, int]:
    """The two 32-bit keys (low, high) that the counter generator of the rules takes."""
    return seed & 0xFFFFFFFF, (seed >> 32) & 0xFFFFFFFF
