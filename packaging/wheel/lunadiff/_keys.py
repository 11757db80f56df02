"""Values of a key, as `explain` of the program takes them."""

from __future__ import annotations

import json
import re
from decimal import Decimal
from typing import Any

from lunadiff._options import joined
from lunadiff._values import spell

# Longer numbers are not tried in other forms.
_LONGEST = 400
_UNSAID = re.compile("[\0\ud800-\udfff]")


def key_parts(key: object, columns: tuple[str, ...] | None) -> list[list[Any]]:
    """The values that a key may mean, a value for each column: a list may be the value of the only column, or several columns'."""
    if not isinstance(key, (list, tuple)):
        return [[key]]
    if isinstance(key, tuple) or columns is None or len(columns) != 1:
        return [list(key)]
    return [[key], key] if len(key) == 1 else [[key]]


def key_arguments(parts: list[Any]) -> list[list[str]]:
    """The arguments that may name a key, the likeliest first: a number is found by its text, which may be `3`, `3.0` or a Decimal's.

    None for what no argument can hold: NUL, and half of a character.
    """
    forms = [_forms(part) for part in parts]
    # All parts as they are, then numbers without a fraction where they have none, then all with one.
    found = [joined([form[min(number, len(form) - 1)] for form in forms], True) for number in range(3)]
    # What is empty cannot stand behind an equals sign.
    return [[f"--key={text}"] if text else ["--key", ""] for text in dict.fromkeys(found) if _UNSAID.search(text) is None]


def _forms(part: object) -> list[str]:
    text = spell(part)
    if text.startswith('"'):
        return [str(json.loads(text))]
    if not text[-1].isdigit():
        return [text]
    number = Decimal(text)
    forms = [text]
    if abs(number.adjusted()) < _LONGEST and number == int(number):
        forms.append(str(int(number)))
    if Decimal(repr(float(number))) == number:
        forms.append(repr(float(number)))
    return list(dict.fromkeys(forms))
