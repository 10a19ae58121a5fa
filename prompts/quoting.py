"""Making foreign text harmless: one line, no control characters, and quotation marks that only the narrator can write.

A quoted message can be read back exactly, except for lone surrogates, which no file could hold.
"""

import re

OPEN, CLOSE = "«", "»"
_UNSAFE = re.compile(
    "[\\\\«»\x00-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e0fff]"
)
_ESCAPED = re.compile(r"\\(?:x[0-9a-f]{2}|u[0-9a-f]{4}|U[0-9a-f]{8}|[nrt\\‹›])")
_QUOTED = re.compile(f"{OPEN}([^{OPEN}{CLOSE}]*){CLOSE}")
_SHORT = {"\n": r"\n", "\r": r"\r", "\t": r"\t", "\\": r"\\", OPEN: r"\‹", CLOSE: r"\›"}
_LONG = {short: char for char, short in _SHORT.items()}
REPLACEMENT = "\ufffd"


def inert(text: str) -> str:
    """``text`` on one line, safe to print and to store.

    Line breaks, controls, direction marks, invisible characters, backslashes and « » are escaped; lone surrogates become
    U+FFFD.
    """
    return _UNSAFE.sub(_escape, text) if _UNSAFE.search(text) else text


def quote(text: str) -> str:
    """``text`` as one message between « and »; neither mark can occur inside."""
    return f"{OPEN}{inert(text)}{CLOSE}"


def quoted_in(line: str) -> list[str]:
    """The messages that stand quoted in a line of a transcript, as they were written."""
    return [_ESCAPED.sub(_unescape, inside) for inside in _QUOTED.findall(line)]


def _escape(found: re.Match[str]) -> str:
    char = found[0]
    if char in _SHORT:
        return _SHORT[char]
    code = ord(char)
    if 0xD800 <= code <= 0xDFFF:
        return REPLACEMENT
    if code <= 0xFF:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


def _unescape(found: re.Match[str]) -> str:
    escape = found[0]
    return _LONG[escape] if escape in _LONG else chr(int(escape[2:], 16))
