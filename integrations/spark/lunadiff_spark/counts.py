"""Counts of shares, put together: limits, and how columns changed."""

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

from lunadiff_spark.program import ProgramError

Head = Mapping[str, Any]
"""What `lunadiff spark compare` says of a whole share."""

_EVERY = "*"


def ignored_columns(heads: Iterable[Head]) -> set[str]:
    """The columns of one side that rules leave out."""
    return {name for head in heads for name in head["counts"]["ignored"]}


def limits_of(shares: Sequence[tuple[int, Head]], passes: int, records: int, moved: Mapping[str, int]) -> list[dict[str, Any]]:
    """How all that is limited stands; also kinds without a limit, which are not `given`.

    Args:
        shares: What shares have seen, each with the number of the pass that it was for: the first of these has seen all records, and
            only what the last has left without a partner is deleted or inserted.
        passes: How many passes there are.
        records: How many old records there are, which per cent are of.
        moved: How many records moved within each section, or in all under an empty name, of which shares know nothing.
    """
    limits: dict[tuple[str, str | None, str | None], dict[str, Any]] = {}
    for number, head in shares:
        for limit in head["counts"]["limits"]:
            known = limits.setdefault((limit["kind"], limit.get("column"), limit.get("section")), {**limit, "seen": None, "of": 0, "each": {}})
            isKnown = number == passes or limit["kind"] not in ("deleted", "inserted")
            if "seen" in limit:
                known["seen"] = (known["seen"] or 0) + isKnown * limit["seen"]
            known["of"] += (number == 1) * limit["of"]
            for name, seen, size in limit.get("each", []):
                before = known["each"].get(name, (0, 0))
                known["each"][name] = before[0] + isKnown * seen, before[1] + (number == 1) * size
    for name, count in moved.items():
        every = limits.get(("moved", None, _EVERY))
        # A section that is called as all are is only one of these.
        named = limits.get(("moved", None, name)) if name != _EVERY else None
        limit = named or every or limits.get(("moved", None, None))
        if limit is None:
            continue
        if limit is every:
            seen, size = limit["each"].get(name, (0, 0))
            limit["each"][name] = seen + count, size
        else:
            limit["seen"] = (limit["seen"] or 0) + count
    return [judged for limit in limits.values() for judged in _judged(limit, records)]


def _judged(limit: dict[str, Any], records: int) -> list[dict[str, Any]]:
    each = limit.pop("each")
    if limit.get("section") is None or limit["section"] == _EVERY:
        limit["of"] = records
    alone = [{**limit, "section": name, "seen": seen, "of": size} for name, (seen, size) in sorted(each.items()) if seen]
    for one in alone:
        one["level"] = _level(one)
    exceeded = [one for one in alone if one["level"] != "ok"]
    if exceeded:
        return exceeded
    if alone:
        most = max(alone, key=lambda one: int(one["seen"]))
        limit |= {"seen": most["seen"], "of": most["of"]}
    limit["level"] = _level(limit)
    return [{name: value for name, value in limit.items() if value is not None}]


def _level(limit: Mapping[str, Any]) -> str:
    def is_exceeded(amount: str | None) -> bool:
        if amount is None:
            return False
        share = Fraction(amount.rstrip("%")) / 100 if amount.endswith("%") else None
        counts = limit, limit.get("sections", {"seen": 0, "of": 0})
        return any((count["seen"] or 0) > (int(amount) if share is None else share * count["of"]) for count in counts)

    return "fail" if is_exceeded(limit.get("fail")) else "warn" if is_exceeded(limit.get("warn")) else "ok"


def check_limits(limits: Iterable[Mapping[str, Any]], names: Sequence[str]) -> None:
    """Refuses limits of columns that there are not."""
    for limit in limits:
        column = limit.get("column")
        if column is not None and "seen" not in limit and not column.endswith("?") and not any(column.startswith(name) for name in names):
            raise ProgramError(f"unknown column '{column}'\n  in max {limit['kind']} {column}\n  columns: {', '.join(names)}")


def counting(heads: Sequence[Head], limits: Iterable[Mapping[str, Any]], differingColumns: bool) -> list[str]:
    """The ways in which the tables differ by more than is tolerated."""
    failed = {limit["kind"] for limit in limits if limit["level"] == "fail"}
    counted = heads[0]["counts"]["counted"] if heads else ["columns"]
    return [kind for kind in counted if (differingColumns if kind == "columns" else kind in failed)]


def statistics_of(heads: Iterable[Head], names: Sequence[str]) -> dict[str, dict[str, Any]]:
    """How often each column changed, and how; the column that changed most first."""
    columns: dict[str, dict[str, Any]] = {}
    for head in heads:
        for name, found in head["summary"].get("columns", {}).items():
            known = columns.setdefault(name, {"changed": 0, "appeared": 0, "vanished": 0})
            for count in ("changed", "appeared", "vanished", "respelled"):
                if count in found:
                    known[count] = known.get(count, 0) + found[count]
            if "difference" in found:
                known["difference"] = _joined(known.get("difference"), found["difference"])
    order = {name: number for number, name in enumerate(names)}
    return dict(sorted(columns.items(), key=lambda column: (-column[1]["changed"], order.get(column[0], len(order)))))


def _joined(known: dict[str, Any] | None, found: dict[str, Any]) -> dict[str, Any]:
    least, greatest = Decimal(found["least"]), Decimal(found["greatest"])
    if known is None:
        return {"count": found["count"], "least": least, "greatest": greatest}
    return {"count": known["count"] + found["count"], "least": min(known["least"], least), "greatest": max(known["greatest"], greatest)}
