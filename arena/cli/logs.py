"""Finding the log that a command line means: a file, or a match in the folder of a tournament."""

from pathlib import Path

from arena.cli.main import UsageError


def logs_in(folder: Path) -> list[Path]:
    """All logs in a tournament's folder, in a folder of tournaments, or in a folder of logs, by name."""
    inside = folder / "matches"
    return sorted((inside if inside.is_dir() else folder).glob("*.jsonl")) or sorted(folder.glob("*/matches/*.jsonl"))


def find_log(place: str, match: str | None) -> Path:
    """The log at ``place``, or the one in that folder whose name begins with ``match``. Raises ``UsageError``."""
    path = Path(place)
    if not path.is_dir():
        return path
    found = [log for log in logs_in(path) if match is None or log.stem.startswith(match)]
    if len(found) == 1:
        return found[0]
    if not found:
        raise UsageError(f"{place} holds no log" + (f" whose name begins with '{match}'" if match else ""))
    raise UsageError(f"{place} holds {len(found)} logs that could be meant; name one, such as {found[0].stem}")
