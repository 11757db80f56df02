"""Tables in tests: an assertion that fails with the report."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

from lunadiff._api import compare
from lunadiff._errors import LunaDiffError
from lunadiff._options import CompareOptions, taking
from lunadiff._result import Result
from lunadiff._sources import Table

if TYPE_CHECKING:
    import os

    from typing_extensions import Unpack


@taking(CompareOptions)
def assert_same(
    old: Table, new: Table, *, page: str | os.PathLike[str] | None = None, **options: Unpack[CompareOptions]
) -> None:
    """Fails with the text report unless two tables are the same under the rules; options are those of `compare`.

    With `page`, a failure writes the HTML page there, and names it.
    """
    __tracebackhide__ = True
    try:
        with compare(old, new, **options) as result:
            if result.same:
                _warn_of_labels(result)
                return
            report = str(result)
            if page is not None:
                result.to_html(page)
                report += f"\npage: {page}\n"
    except LunaDiffError as error:
        # The line that a test has to mend is its own, and none of this package.
        raise error.with_traceback(None)
    raise AssertionError(report)


def _warn_of_labels(result: Result) -> None:
    """Tells of labels of pandas that differ, and were not compared: a test that passes shows no notes."""
    for note in result._command.new.label_notes:
        warnings.warn(note, stacklevel=3)
