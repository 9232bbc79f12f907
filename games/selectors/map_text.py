"""Maps of the rules as one line of text, with a parser beside the format.

>>> format_map("values", {"J": 11, "Q": 12, "K": 0})
'J 11, Q 12'
>>> parse_map("values", "q 12; j=11")
{'Q': 12, 'J': 11}
>>> parse_map("wild", "js jh")
['JS', 'JH']
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from games import engine

_ENTRY = re.compile(r"([A-Z0-9]{1,3})\s*[ =:]\s*([+-]?\d{1,4}|[a-z][a-z_ ]*)", re.IGNORECASE)
_NUMBER = re.compile(r"[+-]?\d+")


class MapTextError(ValueError):
    """A part of the text that means nothing; ``part`` is that part."""

    def __init__(self, part: str) -> None:
        super().__init__(part)
        self.part = part


def is_map(name: str) -> bool:
    """Whether a field of the rules is a map or a set of cards."""
    field = engine.FIELDS.get(name)
    return field is not None and isinstance(field.plain_default, dict | list)


def format_map(name: str, value: Any) -> str:
    """What of a map or set differs from its usual value, as text; "" for nothing."""
    if not isinstance(value, Mapping):
        return ", ".join(sorted(str(face) for face in value))
    usual = engine.FIELDS[name].plain_default
    return ", ".join(
        f"{key} {str(effect).replace('_', ' ')}"
        for key, effect in value.items()
        if usual.get(key) != effect
    )


def parse_map(name: str, text: str) -> Any:
    """The map or list that ``text`` stands for, its faces and ranks unchecked.

    Raises ``MapTextError`` with the first part that is not "rank value", or says a rank again.
    """
    text = text.replace("\N{MINUS SIGN}", "-").strip()
    if isinstance(engine.FIELDS[name].plain_default, list):
        return [face.upper() for face in re.split(r"[\s,;]+", text) if face]
    found: dict[str, Any] = {}
    for part in (part.strip() for part in re.split(r"[,;\n]+", text)):
        if not part:
            continue
        entry = _ENTRY.fullmatch(part)
        if entry is None or entry[1].upper() in found:
            raise MapTextError(part)
        effect = entry[2].strip().lower()
        is_number = _NUMBER.fullmatch(effect) is not None
        found[entry[1].upper()] = int(effect) if is_number else effect.replace(" ", "_")
    return found
