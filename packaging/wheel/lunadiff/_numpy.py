"""Scalars and arrays of numpy, exactly: `tolist` of numpy makes plain numbers of times, and nothing of long floats."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any

from lunadiff import _times

if TYPE_CHECKING:
    import numpy

# How many seconds, and how many days, a unit of numpy has.
_SECONDS = {"m": 60, "h": 3600}
_DAYS = {"D": 1, "W": 7}


def plain(value: Any) -> Any:
    """A value of Python that says the same; the value itself where there is none."""
    kind = getattr(value, "dtype", None)
    code = getattr(kind, "kind", "")
    if code in ("M", "m"):
        return _each(value, _moment if code == "M" else _length)
    if code == "f" and getattr(kind, "itemsize", 0) > 8:
        return _each(value, _long_float)
    names = getattr(kind, "names", None)
    if names:
        # Of a record, each member has a type of its own.
        return [plain(value[name]) for name in names] if value.ndim == 0 else [plain(member) for member in value]
    return value.tolist()


def _each(value: Any, spell: Any) -> Any:
    if value.ndim > 0:
        return [_each(member, spell) for member in value]
    # Of a masked array, and of times that are missing.
    is_none = type(value).__name__ == "MaskedConstant" or spell is not _long_float and value != value
    return None if is_none else spell(value[()])


def count_of(value: numpy.datetime64 | numpy.timedelta64) -> tuple[str, int]:
    """The unit of a time, and how many of it."""
    import numpy

    unit, step = numpy.datetime_data(value.dtype)
    return unit, int(value.astype("int64")) * step


def _moment(value: numpy.datetime64) -> str:
    unit, count = count_of(value)
    if unit in ("Y", "M"):
        return _times.month(count * 12 if unit == "Y" else count) + "-01"
    if unit in _DAYS:
        return _times.day(count * _DAYS[unit])
    return _times.moment(count * _SECONDS.get(unit, 1), _times.DIGITS.get(unit, 0))


def _length(value: numpy.timedelta64) -> Any:
    unit, count = count_of(value)
    if unit in _DAYS:
        return _times.length(count * _DAYS[unit] * 86_400, 0)
    if unit in _SECONDS or unit in _times.DIGITS:
        return _times.length(count * _SECONDS.get(unit, 1), _times.DIGITS.get(unit, 0))
    # Years and months have no length, and a number without a unit is no time.
    return count if unit == "generic" else value


def _long_float(value: Any) -> float | Decimal:
    short = float(value)
    if short == value or value != value:
        return short
    # A whole number by a power of two, which Python has exactly: that power is one of ten with as many fives above.
    above, below = value.as_integer_ratio()
    digits = below.bit_length() - 1
    return Decimal(f"{above * 5**digits}E-{digits}")
