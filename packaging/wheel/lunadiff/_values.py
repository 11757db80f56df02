"""Python's values as JSON and back: what is written here says exactly what a value is compared as."""

from __future__ import annotations

import base64
import contextlib
import datetime
import enum
import json
import math
import re
import uuid
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from json.encoder import encode_basestring_ascii
from typing import Any, Final, cast

from lunadiff import _numpy
from lunadiff._errors import LunaDiffError
from lunadiff._times import DIGITS, as_python_has, length, moment


class Absent(enum.Enum):
    """The type of `ABSENT`."""

    ABSENT = "absent"

    def __repr__(self) -> str:
        return "ABSENT"

    def __bool__(self) -> bool:
        return False


ABSENT: Final = Absent.ABSENT
"""What a record has in a column that it lacks, which is not `None`: `{}` beside `{"note": None}`."""


def spell(value: object) -> str:
    """A value as JSON."""
    known = _SPELLINGS.get(type(value))
    return known(value) if known is not None else _spell_other(value)


def spell_all(values: Iterable[object]) -> list[str]:
    """Values as JSON, faster where they are of one type, and refused where they are nested without end."""
    values = list(values)
    kinds = set(map(type, values)) - {type(None)}
    spelling = _SPELLINGS.get(kinds.pop(), spell) if len(kinds) == 1 else spell
    try:
        spelled = ["null" if value is None else spelling(value) for value in values]
        if "\\ud" in "".join(spelled):
            _refuse_pairs(values)
    except RecursionError:
        hint = "compare flatter records"
        raise LunaDiffError("a value is nested too deep, or holds itself", code="input", hint=hint) from None
    return spelled


# JSON says such two characters of Python as it says the one that they are elsewhere.
_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")


def _refuse_pairs(value: object) -> None:
    if isinstance(value, str):
        if _PAIR.search(value):
            hint = "text.encode('utf-16', 'surrogatepass').decode('utf-16') joins them"
            raise LunaDiffError(f"a text has two surrogates for one character: {value!a:.80}", code="input", hint=hint)
    elif isinstance(value, Mapping):
        _refuse_pairs([*value, *value.values()])
    elif isinstance(value, (list, tuple)):
        for member in value:
            _refuse_pairs(member)


def _spell_int(value: int) -> str:
    try:
        return int.__repr__(value)
    except ValueError:
        # Python refuses some thousand digits, which takes long; a Decimal has them all.
        return format(Decimal(value), "f")


def _spell_float(value: float) -> str:
    if math.isfinite(value):
        return float.__repr__(value)
    # JSON has no such numbers; a text differs from null and from all of them.
    return '"NaN"' if math.isnan(value) else '"Infinity"' if value > 0 else '"-Infinity"'


def _spell_decimal(value: Decimal) -> str:
    return str(value) if value.is_finite() else f'"{value}"'


def _spell_seconds(value: datetime.timedelta) -> str:
    # pandas counts nanoseconds, too.
    microseconds = (value.days * 86_400 + value.seconds) * 10**6 + value.microseconds
    return _spell_decimal(length(microseconds * 1000 + int(getattr(value, "nanoseconds", 0)), 9))


def _spell_mapping(value: Mapping[str, object]) -> str:
    for name in value:
        if not isinstance(name, str):
            raise _no_value(value, "the name of a member is a text: str(name) makes one")
    return "{" + ",".join(encode_basestring_ascii(name) + ":" + spell(member) for name, member in value.items()) + "}"


def _spell_list(value: Any) -> str:
    return "[" + ",".join(map(spell, value)) + "]"


def _spell_text_of(value: Any) -> str:
    return encode_basestring_ascii(str(value))


def _spell_time(value: Any) -> str:
    return encode_basestring_ascii(value.isoformat())


def _spell_moment(value: datetime.datetime) -> str:
    zone = value.tzinfo
    if zone is not None and (own := as_python_has(zone)) is not zone:
        # At the ends of time there is no other day for another offset.
        with contextlib.suppress(ValueError, OverflowError):
            value = value.astimezone(own)
    return _spell_time(value)


def _spell_datetime(value: datetime.datetime) -> str:
    stamp = cast(Any, value)
    if 0 < value.year <= 9999 and (value.tzinfo is None or getattr(stamp, "nanosecond", 0) == 0):
        return _spell_moment(value)
    # Only pandas has such years, and writes them without the sign that belongs to them, and nanoseconds wrong beside some offsets.
    unit, count = _numpy.count_of(stamp.asm8)
    return encode_basestring_ascii(moment(count, DIGITS[unit], value.tzinfo and as_python_has(value.tzinfo)))


_SPELLINGS: dict[type, Callable[[Any], str]] = {
    str: encode_basestring_ascii,
    int: _spell_int,
    float: _spell_float,
    bool: lambda value: "true" if value else "false",
    type(None): lambda _: "null",
    dict: _spell_mapping,
    list: _spell_list,
    tuple: _spell_list,
    Decimal: _spell_decimal,
    datetime.datetime: _spell_moment,
    datetime.date: _spell_time,
    datetime.time: _spell_time,
    datetime.timedelta: _spell_seconds,
}
# What is looked for where a value's own type is not above; a datetime is a date, too.
_KINDS: list[tuple[type | tuple[type, ...], Callable[[Any], str]]] = [
    (enum.Enum, lambda value: spell(value.value)),
    (bool, _SPELLINGS[bool]),
    (int, _spell_int),
    (float, _spell_float),
    (str, encode_basestring_ascii),
    (Decimal, _spell_decimal),
    (datetime.datetime, _spell_datetime),
    (datetime.date, _spell_time),
    (datetime.time, _spell_time),
    (datetime.timedelta, _spell_seconds),
    (uuid.UUID, _spell_text_of),
    ((bytes, bytearray), lambda value: '"' + base64.b64encode(value).decode() + '"'),
    (Mapping, _spell_mapping),
    (list, _spell_list),
    (tuple, _spell_list),
]


def _spell_other(value: object) -> str:
    if value is ABSENT:
        raise _no_value(value, "leave the member out instead")
    if is_missing(value):
        return "null"
    # As drivers of databases give bytes.
    if isinstance(value, memoryview) and value.format in ("B", "b", "c"):
        value = value.tobytes()
    for kind, spelling in _KINDS:
        if isinstance(value, kind):
            return spelling(value)
    # Scalars and arrays of numpy.
    if hasattr(value, "tolist"):
        made = _numpy.plain(value)
        if type(made) is not type(value):
            return spell(made)
    raise _no_value(value, "make it a text or a number before")


def is_missing(value: object) -> bool:
    """Whether a value is one of pandas' marks for null, by their names: to know their types would be to import it."""
    return type(value).__name__ in ("NaTType", "NAType")


def _no_value(value: object, hint: str) -> LunaDiffError:
    kind = type(value).__name__
    return LunaDiffError(f"a value of type {kind} cannot be compared: {value!r:.80}", code="input", hint=hint)


def _exact_int(text: str) -> int | Decimal:
    try:
        return int(text)
    except ValueError:
        return Decimal(text)


def _exact(text: str) -> float | Decimal:
    number = float(text)
    if math.isfinite(number) and Decimal(repr(number)) == Decimal(text):
        return number
    return Decimal(text)


# Made once: that takes longer than to read a line.
_READER = json.JSONDecoder(parse_float=_exact)
_LONG_READER = json.JSONDecoder(parse_float=_exact, parse_int=_exact_int)


def parse(text: bytes | str) -> Any:
    """What JSON says: integers of any length, and a Decimal for a number that a float would round."""
    text = text if isinstance(text, str) else text.decode("utf-8", "surrogateescape")
    try:
        return _READER.decode(text)
    except json.JSONDecodeError:
        raise
    except ValueError:
        # An integer of some thousand digits. To ask a function for each integer takes twice the time.
        return _LONG_READER.decode(text)
