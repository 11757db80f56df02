"""Times as the whole numbers that libraries of frames hold, spelled as `isoformat` of Python spells them, in any year and to any digit.

One moment has one text, whatever library, unit or nesting it comes from.
"""

from __future__ import annotations

import datetime
import functools
import re
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any

Spelling = Callable[[Any], Any]
"""Makes a text, or a number of seconds, of a whole number, inside lists and structs as well."""

DIGITS = {"s": 0, "ms": 3, "us": 6, "ns": 9, "ps": 12, "fs": 15, "as": 18}
"""How many digits of a second's fraction a unit counts."""

ROWS = 1 << 16
"""So many rows of a frame become Python's values at once."""

_DAY = 86_400
_EPOCH = datetime.date(1970, 1, 1).toordinal()
FIRST_DAY = 1 - _EPOCH
"""The first day that Python has, from 1970 on."""
LAST_DAY = datetime.date.max.toordinal() - _EPOCH
"""The last one."""
# The calendar repeats after so many days, which are 400 years.
_CYCLE = 146_097
# Between these seconds every zone has an offset that Python knows.
_FIRST, _LAST = (FIRST_DAY + 1) * _DAY, (LAST_DAY - 1) * _DAY
_ORIGIN = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
_OFFSET = re.compile(r"([+-])(\d\d):?(\d\d)")


@functools.lru_cache(maxsize=1 << 16)
def day(count: int) -> str:
    """The date so many days from 1970 on; years that need more than four digits, or are before the year 0, have a sign."""
    cycles, rest = divmod(count + _EPOCH - 1, _CYCLE)
    if cycles == 0:
        return datetime.date.fromordinal(rest + 1).isoformat()
    at = datetime.date.fromordinal(rest + 1)
    return _year(at.year + 400 * cycles) + at.isoformat()[4:]


def _year(year: int) -> str:
    return f"{year:04d}" if 0 <= year <= 9999 else f"{year:+05d}"


def month(count: int) -> str:
    """The month so many months from January 1970 on."""
    years, rest = divmod(count, 12)
    return f"{_year(1970 + years)}-{rest + 1:02d}"


@functools.lru_cache(maxsize=1 << 17)
def _clock(second: int) -> str:
    return f"{second // 3600:02d}:{second // 60 % 60:02d}:{second % 60:02d}"


def _fraction(rest: int, digits: int) -> str:
    """Nothing where there is none, else six digits, or as many threes of them as it takes."""
    if not rest:
        return ""
    text = f"{rest:0{digits}d}".ljust(6, "0")
    while len(text) > 6 and text.endswith("000"):
        text = text[:-3]
    return "." + text


def clock(count: int, digits: int) -> str:
    """A time of day, counted from midnight."""
    second, rest = divmod(count, 10**digits)
    return _clock(second) + _fraction(rest, digits)


def moment(count: int, digits: int, zone: datetime.tzinfo | None = None) -> str:
    """A date and a time, counted from the beginning of 1970 in UTC, by the clocks of a zone, or without one."""
    second, rest = divmod(count, 10**digits)
    offset = 0 if zone is None else _offset(second, zone)
    days, second = divmod(second + offset, _DAY)
    text = f"{day(days)}T{_clock(second)}{_fraction(rest, digits)}"
    return text if zone is None else text + _spelled_offset(offset)


def _offset(second: int, zone: datetime.tzinfo) -> int:
    at = _ORIGIN + datetime.timedelta(seconds=min(max(second, _FIRST), _LAST))
    offset = at.astimezone(zone).utcoffset()
    return 0 if offset is None else round(offset.total_seconds())


@functools.lru_cache(maxsize=1 << 10)
def _spelled_offset(offset: int) -> str:
    text = _clock(abs(offset))
    return ("-" if offset < 0 else "+") + (text if abs(offset) % 60 else text[:-3])


def zone_of(name: str | None) -> datetime.tzinfo | None:
    """The zone of a name, or of an offset such as `+01:00`."""
    if not name:
        return None
    import zoneinfo

    fixed = _OFFSET.fullmatch(name)
    if fixed is None:
        return zoneinfo.ZoneInfo(name)
    minutes = int(fixed[2]) * 60 + int(fixed[3])
    return datetime.timezone(datetime.timedelta(minutes=-minutes if fixed[1] == "-" else minutes))


@functools.lru_cache(maxsize=64)
def _named(name: str) -> datetime.tzinfo | None:
    try:
        return zone_of(name)
    except (ValueError, LookupError, OSError):
        return None


def as_python_has(zone: datetime.tzinfo) -> datetime.tzinfo:
    """Python's zone of the same name: those of pytz know no summer after 2037, and leave out seconds of an offset."""
    name = getattr(zone, "zone", None)
    return (_named(name) if isinstance(name, str) else None) or zone


def length(count: int, digits: int) -> Decimal:
    """A length of time in seconds: a number, so that tolerances hold. No context rounds what is made of a text."""
    text = format(Decimal(f"{count}E-{digits}"), "f")
    return Decimal(text.rstrip("0").rstrip(".") if "." in text else text)


def moments(unit: str, zone: str | None = None) -> Spelling:
    """Spells moments of a unit."""
    return _present(functools.partial(moment, digits=DIGITS[unit], zone=zone_of(zone)))


def clocks(unit: str) -> Spelling:
    """Spells times of day of a unit."""
    return _present(functools.partial(clock, digits=DIGITS[unit]))


def lengths(unit: str) -> Spelling:
    """Spells lengths of time of a unit."""
    return _present(functools.partial(length, digits=DIGITS[unit]))


def days() -> Spelling:
    """Spells dates."""
    return _present(day)


def millisecond_days() -> Spelling:
    """Spells dates that are counted in milliseconds; one within a day, which is none, is a moment."""
    return _present(lambda count: moment(count, 3) if count % (_DAY * 1000) else day(count // (_DAY * 1000)))


def as_it_is(value: Any) -> Any:
    """Spells nothing."""
    return value


def _present(spelling: Spelling) -> Spelling:
    return lambda value: None if value is None else spelling(value)


def lists(spelling: Spelling) -> Spelling:
    """Spells what is inside a list."""
    return _present(lambda values: [spelling(value) for value in values])


def pairs(first: Spelling, second: Spelling) -> Spelling:
    """Spells a map, which is a list of pairs."""
    return _present(lambda values: [(first(name), second(value)) for name, value in values])


def members(spellings: Mapping[str, Spelling]) -> Spelling:
    """Spells some members of a struct."""
    return _present(lambda value: {**value, **{name: spelling(value[name]) for name, spelling in spellings.items()}})
