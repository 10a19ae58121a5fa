"""Running the command line in a process of its own, and waiting for what it does."""

import signal
import subprocess
import sys
import time
from pathlib import Path

COMMAND = [sys.executable, "-m", "arena.cli.main"]
PATIENCE = 60


def start(*arguments: str) -> subprocess.Popen[str]:
    """Starts ``arena`` with ``arguments``."""
    return subprocess.Popen([*COMMAND, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def wait_until(condition, what: str) -> None:
    """Waits for ``condition``; fails after ``PATIENCE`` seconds."""
    until = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < until, f"{what} did not come about"
        time.sleep(0.02)


def logs(folder: Path) -> dict[str, bytes]:
    """Every finished log of a tournament by name."""
    return {path.name: path.read_bytes() for path in sorted((folder / "matches").glob("*.jsonl"))}


def stop_after(process: subprocess.Popen[str], folder: Path, count: int, number: int = signal.SIGINT) -> tuple[int, str]:
    """Sends a signal once ``count`` logs are there; gives exit code and what was written to stderr."""
    wait_until(lambda: len(list((folder / "matches").glob("*.jsonl"))) >= count, f"{count} logs")
    process.send_signal(number)
    _, told = process.communicate(timeout=PATIENCE)
    return process.returncode, told


def workers_of(process: subprocess.Popen[str]) -> list[int]:
    """Process ids of the worker processes."""
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    return [int(pid) for pid in children if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]


def is_running(pid: int) -> bool:
    """Whether a process still does anything (a dead one that nobody has waited for does not)."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def left_over(folder: Path) -> list[Path]:
    """Half-written files in the folder of a tournament."""
    return list(folder.rglob("*.part"))
