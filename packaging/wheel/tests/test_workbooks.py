"""Workbooks, read again by openpyxl."""

import json
import re
import subprocess

import lunadiff
import openpyxl
import pytest

TEXTS = [
    "", "a", "=1+1", "+5", "-5", "-0", "@x", "007", "0", "0.0", "12.50", "1e5", "123456789012345", "1234567890123456", "0.123456789012345",
    ".5", "5.", "1,5", "é", "&<>\"'", "a\nb", "a\tb", " a ", "_x0041_", "_x004_", "\u4e2d", "\U0001f642", "true", "null", "-12.5", "00", "--5",
]  # fmt: skip


def compare(folder, old, new, *arguments):
    """Two lists of records as JSON Lines, and the workbook of what differs."""
    for name, rows in (("old", old), ("new", new)):
        (folder / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    command = [lunadiff.find_lunadiff(), "old.jsonl", "new.jsonl", "-k", "id", "-o", "r.xlsx", *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stderr
    return openpyxl.load_workbook(folder / "r.xlsx")


def shown(cell):
    """What a person sees, where the decimal mark is a point."""
    if cell.value is None:
        return ""
    if cell.data_type == "n":
        decimals = len(cell.number_format.partition(".")[2])
        return f"{cell.value:.{decimals}f}"
    text = str(cell.value) if cell.data_type != "b" else str(cell.value).lower()
    # openpyxl leaves these escapes to others.
    return re.sub("_x005F_", "_", text)


def test_each_text_is_shown_as_it_stands(tmp_path, generator):
    """No digit and no sign is lost, and nothing is a formula."""
    old = [{"id": f"k{number}", "a": generator.choice(TEXTS), "b": generator.choice(TEXTS)} for number in range(150)]
    new = [{"id": row["id"], "a": generator.choice(TEXTS), "b": row["b"]} for row in old if generator.random() < 0.8]
    new += [{"id": f"n{number}", "a": generator.choice(TEXTS), "b": "x"} for number in range(20)]
    book = compare(tmp_path, old, new)
    before, after = ({row["id"]: row for row in rows} for rows in (old, new))
    updated = {key for key in before.keys() & after.keys() if before[key]["a"] != after[key]["a"]}
    expected = {"Updated": updated, "Deleted": before.keys() - after.keys(), "Inserted": after.keys() - before.keys()}
    for name, keys in expected.items():
        sheet = book[name]
        titles = [cell.value for cell in sheet[1]]
        assert sheet.freeze_panes == "B2" and sheet.auto_filter.ref == sheet.dimensions
        assert {row[0].value for row in sheet.iter_rows(min_row=2)} == keys
        for row in sheet.iter_rows(min_row=2):
            cells = dict(zip(titles, row, strict=True))
            key = cells["id"].value
            values = {"a (old)": before.get(key, {}).get("a"), "a (new)": after.get(key, {}).get("a")}
            values |= {"a": (after if name == "Inserted" else before).get(key, {}).get("a")}
            for title, cell in cells.items():
                assert cell.data_type != "f"
                if title in values:
                    assert shown(cell) == values[title], (title, key)
            if name == "Updated":
                assert cells["a (old)"].fill.fill_type == cells["a (new)"].fill.fill_type == "solid"
    counts = {row[0].value: row[1].value for row in book["Summary"].iter_rows()}
    assert [counts[name] for name in ("updated", "deleted", "inserted")] == [len(keys) for keys in expected.values()]


def test_types_are_kept(tmp_path):
    """Numbers, truths, nulls and absent values of JSON are what they are; a change of type is seen."""
    old = [{"id": 1, "n": 1.5, "t": True, "x": None, "big": 12345678901234567890, "in": {"a": [1]}}]
    new = [{"id": 1, "n": "x", "t": False, "big": 2, "in": {"a": [2]}}, {"id": 2, "x": 1}]
    sheet = compare(tmp_path, old, new)["Updated"]
    cells = dict(zip([cell.value for cell in sheet[1]], sheet[2], strict=True))
    values = {title: (cell.value, cell.data_type) for title, cell in cells.items()}
    assert values["n (old)"] == (1.5, "n") and values["n (new)"] == ("x", "s")
    assert values["t (old)"] == (True, "b") and values["t (new)"] == (False, "b")
    assert values["big (old)"] == ("12345678901234567890", "s") and values["big (new)"] == (2, "n")
    assert values["in (new)"] == ('{"a":[2]}', "s")
    assert values["x (old)"] == ("null", "s") and values["x (new)"][0] is None


def test_what_is_cut_or_left_out_is_said(tmp_path):
    """Texts that are too long, and a limit."""
    old = [{"id": number, "a": "x"} for number in range(5)]
    new = [{"id": number, "a": "y" * 40_000} for number in range(5)]
    book = compare(tmp_path, old, new, "--limit", "3")
    assert book["Updated"].max_row == 4 and len(book["Updated"]["E2"].value) == 32_767
    said = [row[1].value for row in book["Summary"].iter_rows()]
    assert "2 updated, beyond the limit" in said
    assert "3 texts are cut: a cell holds 32,767 characters" in said


def test_from_python(tmp_path):
    """A result writes a workbook, and does not take one for text."""
    result = lunadiff.compare([{"id": 1, "a": 1}], [{"id": 1, "a": 2}], key="id")
    result.to_xlsx(tmp_path / "r.xlsx")
    assert openpyxl.load_workbook(tmp_path / "r.xlsx").sheetnames == ["Summary", "Updated"]
    with pytest.raises(lunadiff.LunaDiffError, match="to_xlsx"):
        result.report("xlsx")


FUNCTION = "return { identity = function(r) return r.id, r.b end }"


@pytest.mark.parametrize(
    "arguments", [["--show", "moved"], ["--section", "a"], ["--mask", "a"], ["--with", "b"], ["-e", FUNCTION], ["--ignore-order"]]
)
def test_under_options(tmp_path, arguments):
    """Whatever the options, the workbook is one, and the same every time."""
    old = [{"id": number, "a": "x" if number % 2 else "y", "b": number} for number in range(9)]
    new = [dict(row, a="z") for row in reversed(old[2:])]
    names = [sheet.title for sheet in compare(tmp_path, old, new, *arguments)]
    first = (tmp_path / "r.xlsx").read_bytes()
    compare(tmp_path, old, new, *arguments)
    assert names[0] == "Summary"
    assert (tmp_path / "r.xlsx").read_bytes() == first or "--mask" in arguments


def test_accepted_changes_are_marked(tmp_path):
    """A column says of each change whether it is accepted, where some are."""
    old = [{"id": key, "a": 1, "b": 1} for key in "klmn"]
    new = [{"id": "k", "a": 2, "b": 1}, {"id": "l", "a": 2, "b": 2}, {"id": "m", "a": 1, "b": 2}]
    (tmp_path / "known.jsonl").write_text('{"column":"a"}\n{"key":["n"]}\n', encoding="utf-8")
    book = compare(tmp_path, old, new, "--accept", "known.jsonl")
    found = {}
    for name in ("Updated", "Deleted"):
        rows = [[cell.value for cell in row] for row in book[name].iter_rows()]
        place = rows[0].index("accepted")
        found |= {row[0]: row[place] for row in rows[1:]}
    assert found == {"k": "yes", "l": "in part", "m": None, "n": "yes"}
    book = compare(tmp_path, old, new)
    assert "accepted" not in [cell.value for cell in book["Updated"][1]]
