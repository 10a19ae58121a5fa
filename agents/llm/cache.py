"""Replies of models kept on disk, so that a finished tournament can be played again offline and for free.

The key of a reply is what was asked: address, model, sampling parameters, schema and every message. How the question had to
be put to a particular server is no part of it.
"""

import hashlib
import json
import sqlite3
from pathlib import Path
from typing import Any

SCHEMA_VERSION = 1


class CacheError(ValueError):
    """A cache that cannot be opened; one sentence."""


class Cache:
    """A file of replies. Several processes may share it."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._file = sqlite3.connect(self.path, timeout=30, isolation_level=None, check_same_thread=False)
            self._file.execute("PRAGMA journal_mode=WAL")
            self._file.execute("PRAGMA synchronous=NORMAL")
            self._file.execute("CREATE TABLE IF NOT EXISTS replies (key TEXT PRIMARY KEY, reply TEXT NOT NULL) WITHOUT ROWID")
        except (sqlite3.Error, OSError) as error:
            raise CacheError(f"{path} cannot be used as a cache of replies: {type(error).__name__}; give a new file") from None

    def get(self, key: str) -> dict[str, Any] | None:
        """The reply kept under ``key``, or None."""
        row = self._file.execute("SELECT reply FROM replies WHERE key = ?", (key,)).fetchone()
        return None if row is None else dict(json.loads(row[0]))

    def put(self, key: str, reply: dict[str, Any]) -> None:
        """Keeps ``reply``; the first one kept under a key stays."""
        text = json.dumps(reply, separators=(",", ":"))
        self._file.execute("INSERT OR IGNORE INTO replies VALUES (?, ?)", (key, text))

    def close(self) -> None:
        """Closes the file."""
        self._file.close()


def key_of(question: dict[str, Any]) -> str:
    """Forty hex digits that stand for a question (plain data)."""
    text = json.dumps([SCHEMA_VERSION, question], sort_keys=True, separators=(",", ":"))
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=20).hexdigest()
