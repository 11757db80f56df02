"""Everything that the manual shows of Python runs, and prints what stands there."""

import ast
import contextlib
import io
import json
import pathlib
import re
import traceback

import pytest

ROOT = pathlib.Path(__file__).parents[3]
PAGE = (ROOT / "docs/python.md").read_text()
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def examples(block):
    """The statements of a block, each with what is shown behind it."""
    found = []
    for line in block.splitlines():
        if line.startswith(">>> "):
            found.append(([line[4:]], []))
        elif line.startswith("... ") and not found[-1][1]:
            found[-1][0].append(line[4:])
        else:
            found[-1][1].append(line)
    return [("\n".join(source) + "\n", "\n".join(shown).strip()) for source, shown in found]


def printed(source, names):
    """What a prompt prints of a statement; of an exception its first and its last lines, as in doctest."""
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        try:
            exec(compile(source, "docs/python.md", "single"), names)
        except Exception as error:
            print("Traceback (most recent call last):")
            print(*traceback.format_exception_only(error), sep="")
    # Spaces at the ends of lines do not stand in Markdown.
    return "\n".join(line.rstrip() for line in output.getvalue().strip().splitlines())


def test_every_block_of_the_page_is_of_a_kind_that_is_run():
    assert {kind for kind, _ in BLOCKS} == {"pycon", "python"} and len(BLOCKS) > 15


def test_the_page_prints_what_it_shows(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = {}
    for kind, block in BLOCKS:
        if kind == "pycon":
            for source, shown in examples(block):
                assert printed(source, names) == shown, source


pytest_plugins = ["pytester"]


def test_the_pages_test_runs(pytester, monkeypatch):
    monkeypatch.syspath_prepend(ROOT / "packaging/wheel")
    pytester.makepyfile("".join(block for kind, block in BLOCKS if kind == "python"))
    pytester.runpytest_inprocess("-p", "lunadiff._pytest").assert_outcomes(passed=1)


def test_a_failure_of_the_fixture_reads_like_the_report_and_names_the_page(pytester):
    pytester.makepyfile("""
        def test_it(assert_same_records):
            assert_same_records([{"id": 1, "a": 1}], [{"id": 1, "a": 2}], key="id")
    """)
    run = pytester.runpytest_inprocess("-p", "lunadiff._pytest")
    run.assert_outcomes(failed=1)
    run.stdout.fnmatch_lines(["E *AssertionError: old → new", "E *~ 1  a: 1 → 2", "E *page: *lunadiff.html"])
    page = re.search(r"page: (\S+)", run.stdout.str())[1]
    assert "<title>old → new</title>" in pathlib.Path(page).read_text()


def test_each_failure_of_the_fixture_has_a_page_of_its_own(pytester):
    pytester.makepyfile("""
        import pytest
        def test_it(assert_same_records, tmp_path):
            for number, name in enumerate(["lunadiff.html", "lunadiff-2.html", "lunadiff-3.html"]):
                with pytest.raises(AssertionError, match=name):
                    assert_same_records([{"id": 1, "a": 1}], [{"id": 1, "a": 2}], key="id")
            assert_same_records([{"id": 1}], new=[{"id": 1}])
            assert len([*tmp_path.iterdir()]) == 3
            with pytest.raises(AssertionError, match="own.html"):
                assert_same_records([{"id": 1}], [{"id": 2}], key="id", page=tmp_path / "own.html")
    """)
    pytester.runpytest_inprocess("-p", "lunadiff._pytest").assert_outcomes(passed=1)


@pytest.mark.parametrize("path", [*(ROOT / "examples/python").glob("*.ipynb")], ids=lambda path: path.name)
def test_notebooks_run(path):
    names = {}
    for cell in json.loads(path.read_text())["cells"]:
        if cell["cell_type"] == "code":
            *statements, last = ast.parse("".join(cell["source"])).body
            exec(compile(ast.Module(statements, []), path.name, "exec"), names)
            if isinstance(last, ast.Expr):
                shown = eval(compile(ast.Expression(last.value), path.name, "eval"), names)
                # What a notebook shows of it.
                assert getattr(shown, "_repr_html_", shown.__repr__)()
