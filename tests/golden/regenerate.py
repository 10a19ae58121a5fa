"""``python -m tests.golden.regenerate``: writes every golden transcript anew. A difference is a change of behaviour to review."""

from tests.golden.transcripts import FOLDER, MATCHES, transcript


def main() -> None:
    """Writes all files."""
    for name in MATCHES:
        (FOLDER / f"{name}.txt").write_text(transcript(name), encoding="utf-8")


if __name__ == "__main__":
    main()
