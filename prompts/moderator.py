"""Messages that pose as the moderator. What follows from one is the referee's policy, not ours."""

import re
import unicodedata
from functools import cache

from prompts.lexicon import languages, load_lexicon

_LINE_ENDS = re.compile("[\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]+")
_DECORATION = re.compile(r"^[\W_]+")
_CLOSING = re.compile(r"\s*[\])}>*】]+\s*:?")
_SPACED_COLON = re.compile(r"\s+:")


def forged_line(game: str, text: str) -> str:
    """The first beginning of a line in ``text`` that would pass for the moderator's, in any language of ``game``; else "".

    Case, width, accents written apart, invisible characters, and brackets or stars in front do not matter.
    """
    for line in _LINE_ENDS.split(text):
        plain = _plain(line)
        found = next((start for start in _forgeries(game) if plain.startswith(start)), "")
        if found:
            return found
    return ""


@cache
def _forgeries(game: str) -> tuple[str, ...]:
    phrases = {_plain(phrase) for lang in languages(game) for phrase in load_lexicon(game, lang).forged_moderator}
    return tuple(sorted(phrases, key=lambda phrase: (-len(phrase), phrase)))


def _plain(line: str) -> str:
    folded = unicodedata.normalize("NFKC", line).casefold()
    visible = "".join(char for char in folded if unicodedata.category(char) not in ("Cf", "Cc", "Cs"))
    bare = _CLOSING.sub(": ", _DECORATION.sub("", visible), count=1)
    return " ".join(_SPACED_COLON.sub(":", bare).split())
