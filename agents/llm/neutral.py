"""Foreign words made harmless for chat templates: what a tokenizer may read as a control token is broken visibly.

Only prompts are treated; logs keep every word as it was written.
"""

import re

FAMILIES = {
    "chatml": r"<(?=[|｜])",
    "llama": r"<(?=<|/?s>|[|｜])|\[(?=/?INST\])",
    "gemma": r"<(?=/?(?:start_of_turn|end_of_turn|bos|eos|pad|unk)>)",
    "mistral": r"<(?=/?s>)|\[(?=(?-i:/?[A-Z][A-Z_]{2,})\])",
    "tools": r"<(?=/?(?:tool|function|think|reason|thought|arg|scratch)\w*)",
}
"""Family of chat templates -> where one of its control tokens begins."""
_BROKEN = {"<": "‹", "[": "⟦"}
_ALL = re.compile(r"<(?=[|｜</\w])|\[(?=/?(?:INST|g?s?MASK|(?-i:[A-Z][A-Z_]{2,}))\])", re.IGNORECASE)
_ONE = {name: re.compile(pattern, re.IGNORECASE) for name, pattern in FAMILIES.items()}


def neutral(text: str, family: str = "all") -> str:
    """``text`` in which no control token of ``family`` begins; ``all`` breaks every tag. The rest stays as it is."""
    pattern = _ALL if family == "all" else _ONE[family]
    return pattern.sub(lambda found: _BROKEN[found[0]], text)
