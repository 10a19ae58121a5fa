"""Where matches are kept: a folder with one log and one trace per match. A match is in it whole or not at all.

``tournament.json``, ``matches/<id>.jsonl``, ``traces/<id>.jsonl``. Every file is written beside its place and then moved
there; the log comes last, and its presence is what makes a match finished.
"""

import contextlib
import json
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from arena.match.referee import Played
from arena.tournament.spec import SpecFile, Tournament, TournamentError, hold, spec_of

SCHEMA_VERSION = 1
_SAFE = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,99}")


class StoreError(ValueError):
    """A folder that cannot be used; the sentence says why and what would be right."""


class Store:
    """The folder ``root``. Nothing is created before ``open``."""

    def __init__(self, root: str | Path) -> None:
        self.root = Path(root)
        self.matches = self.root / "matches"
        self.traces = self.root / "traces"
        self._card = self.root / "tournament.json"

    # --- the tournament ----------------------------------------------------------------------------------------

    def open(self, tournament: Tournament) -> None:
        """Makes the folder ready for ``tournament``. Raises ``StoreError`` when it holds another one."""
        wanted = tournament.identity()
        if self._card.exists():
            self._check_same(wanted, tournament.blocks)
        elif self.root.exists() and any(path.name != ".lock" for path in self.root.iterdir()):
            raise StoreError(f"{self.root} is not empty and holds no tournament; give an empty folder with --out")
        try:
            self.matches.mkdir(parents=True, exist_ok=True)
            self.traces.mkdir(exist_ok=True)
        except OSError as error:
            raise StoreError(f"{self.root} cannot be written: {error.strerror or type(error).__name__}") from None
        card = {"schema_version": SCHEMA_VERSION, "blocks": tournament.blocks, **wanted}
        write_whole(self._card, json.dumps(card, indent=2, sort_keys=True, allow_nan=False) + "\n")
        self.sweep()

    def _check_same(self, wanted: dict[str, Any], blocks: int) -> None:
        card = self.card()
        different = sorted(key for key, value in wanted.items() if card.get(key) != value)
        if different:
            raise StoreError(
                f"{self.root} holds another tournament: its {different[0]} is {_short(card.get(different[0]))},"
                f" not {_short(wanted[different[0]])}; give another folder with --out"
            )
        if blocks < card["blocks"]:
            raise StoreError(f"{self.root} was begun with {card['blocks']} blocks, not {blocks}; give as many or more")

    def card(self) -> dict[str, Any]:
        """What ``tournament.json`` says. Raises ``StoreError``."""
        try:
            card = json.loads(self._card.read_text("utf-8"))
        except FileNotFoundError:
            raise StoreError(f"{self.root} holds no tournament: there is no tournament.json in it") from None
        except (OSError, ValueError) as error:
            raise StoreError(f"{self._card} cannot be read: {type(error).__name__}") from None
        version = card.get("schema_version") if isinstance(card, dict) else None
        if not isinstance(version, int) or version > SCHEMA_VERSION:
            raise StoreError(f"{self._card} has schema_version {version}; this version of Masque reads {SCHEMA_VERSION}")
        return dict(card)

    def tournament(self) -> Tournament:
        """The tournament that the folder holds. Raises ``StoreError``."""
        card = self.card()
        given = {key: card[key] for key in SpecFile.model_fields if key in card and key != "agents"}
        try:
            agents = [{"name": name, "spec": spec} for name, spec in card["agents"]]
        except (KeyError, TypeError, ValueError):
            raise StoreError(f"{self._card} does not say who plays") from None
        try:
            return hold(spec_of({**given, "agents": agents}, str(self._card)))
        except TournamentError as error:
            raise StoreError(str(error)) from None

    # --- matches -----------------------------------------------------------------------------------------------

    def log_path(self, match: str) -> Path:
        """Where the log of ``match`` is or will be. Raises ``StoreError`` for a name that could leave the folder."""
        if not _SAFE.fullmatch(match):
            raise StoreError(f"'{match}' is no name of a match")
        return self.matches / f"{match}.jsonl"

    def has(self, match: str) -> bool:
        """Whether ``match`` is finished and kept."""
        return self.log_path(match).exists()

    def keep(self, played: Played) -> None:
        """Keeps a finished match. Keeping it again changes nothing."""
        path = self.log_path(played.id)
        if path.exists():
            return
        write_whole(self.traces / path.name, played.trace)
        write_whole(path, played.log)

    def sweep(self) -> None:
        """Removes what a stopped run left half-written. Only for the process that holds the folder."""
        for folder in (self.root, self.matches, self.traces):
            for left in folder.glob("*.part"):
                left.unlink(missing_ok=True)

    @contextlib.contextmanager
    def lock(self) -> Iterator[None]:
        """Holds the folder for this process; it is free again when the process ends, however it ends.

        Raises ``StoreError`` when another process holds it.
        """
        try:
            self.root.mkdir(parents=True, exist_ok=True)
            handle = open(self.root / ".lock", "a")  # noqa: SIM115
        except OSError as error:
            raise StoreError(f"{self.root} cannot be written: {error.strerror or type(error).__name__}") from None
        with handle:
            _hold_lock(handle.fileno(), self.root)
            yield


def _hold_lock(handle: int, root: Path) -> None:
    if sys.platform == "win32":
        return
    import fcntl

    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise StoreError(f"another run is using {root}; wait for it or give another folder with --out") from None


def write_whole(path: Path, text: str) -> None:
    """Writes ``text`` to ``path`` so that no reader ever meets half of it."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.write_text(text, "utf-8", newline="\n")
        os.replace(part, path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def _short(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) <= 80 else text[:77] + "..."
