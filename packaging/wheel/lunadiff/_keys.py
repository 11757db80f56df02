"""Values of a key, as `explain` of the program takes them."""

from __future__ import annotations

import json
from decimal import Decimal

from lunadiff._options import joined
from lunadiff._values import spell

# Longer numbers are not tried in other forms.
_LONGEST = 400


def key_arguments(key: object) -> list[list[str]]:
    """The arguments that may name a key, the likeliest first: a number is found by its text, which may be `3`, `3.0` or a Decimal's."""
    parts = key if isinstance(key, (list, tuple)) else [key]
    forms = [_forms(part) for part in parts]
    # All parts as they are, then numbers without a fraction where they have none, then all with one.
    found = [joined([form[min(number, len(form) - 1)] for form in forms], True) for number in range(3)]
    # What is empty cannot stand behind an equals sign.
    return [[f"--key={text}"] if text else ["--key", ""] for text in dict.fromkeys(found)]


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
