"""What goes wrong, as exceptions that say where and what helps."""

from __future__ import annotations

import contextlib
import difflib
import re
from collections.abc import Collection, Iterator
from typing import Literal

from lunadiff._words import hint_in_python, in_python, message_in_python


Code = Literal["request", "input", "rules", "program", "trouble"]
"""What kind of trouble an error is."""


class LunaDiffError(Exception):
    """Why there is no result.

    `code` is one of

    - `request`: what was asked for makes no sense: an unknown option, an input of a type that is none;
    - `input`: an input cannot be read, or its records cannot be told;
    - `rules`: rules cannot be loaded, or one of their functions failed;
    - `program`: the program is not there, or was ended;
    - `trouble`: all else that the program refuses; its message says what.
    """

    # Tracebacks name it so, as everybody imports it.
    __module__ = "lunadiff"

    def __init__(self, message: str, *, code: Code, place: str | None = None, hint: str | None = None) -> None:
        super().__init__(message if hint is None else f"{message}\n  hint: {hint}")
        self.message = message
        """What is wrong, in one line or more."""
        self.code: Code = code
        """What kind of trouble it is."""
        self.place = place
        """The input or the rules where it went wrong, with the line where that is known: `old.csv:17`."""
        self.hint = hint
        """What would help."""

    def __reduce__(self) -> tuple[object, ...]:
        # Workers of a pool hand their exceptions over by pickling, which knows nothing of keywords.
        return _again, (self.message, self.code, self.place, self.hint)


def _again(message: str, code: Code, place: str | None, hint: str | None) -> LunaDiffError:
    return LunaDiffError(message, code=code, place=place, hint=hint)


@contextlib.contextmanager
def reading(place: str, hint: str = "make the column that this is about one of another type, such as text") -> Iterator[None]:
    """Makes what goes wrong in a library, while it gives values of an input, an error that names the input."""
    try:
        yield
    except LunaDiffError as error:
        if error.place is not None:
            raise
        raise LunaDiffError(f"{place}: {error.message}", code=error.code, place=place, hint=error.hint) from error
    except (KeyboardInterrupt, SystemExit, GeneratorExit):
        raise
    # A panic of polars is no Exception.
    except BaseException as error:
        message = f"{place}: its values cannot be read: {type(error).__name__}: {error}"
        raise LunaDiffError(message, code="input", place=place, hint=hint) from error


@contextlib.contextmanager
def answering() -> Iterator[None]:
    """Makes an answer that is none an error: any program may be called as this one is."""
    try:
        yield
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise _no_answer() from error


def _no_answer() -> LunaDiffError:
    return LunaDiffError("the program gave no result", code="program", hint="is LUNADIFF the program that it should be?")


_SAID = re.compile(r"^lunadiff: ", re.MULTILINE)
_HINT = "\n  hint: "
_ADDRESS = ": is an address, not a file"
_FOLDER = re.compile(r"cannot read the directory (.+): ")
_NO_OPTION = re.compile(r"the format '.+' needs the option '(.+)': ")
_FORMAT_OPTION = re.compile(r": --format-option \S+=…\Z")
_UNWRITTEN = "cannot be written back"
_AS_RECORDS = "a frame of it, or a list of dicts, gives JSON Lines"
_NO_KEY = re.compile(r"'.*' is no key: ")
_UNCALLED = re.compile(r"\A(?:--)?(?:(old|new)[_-])?normalize: 'normalize\.(.+)' is luna\.text\.(\w+) itself; ")
_NO_COLUMN = re.compile(r"\A[^\n]*: no column \"(.+)\"; there are: (.+)\Z")
_NO_KEY_VALUE = re.compile(r"record \d+: the key column '(.+)' is (?:null|absent) here\Z")
_KEY = re.compile(r"^unknown column .*\n  in the key, (.+)$", re.MULTILINE)
# How messages begin that are about what was asked for.
_USAGE = (
    "unknown option", "unknown column", "unknown format", "--", "-k", "the option '", "the column '", "no record of ", "two directories ", "records have no key ",
)  # fmt: skip


def told_notes(said: str) -> list[str]:
    """The notes and warnings among what the program said on standard error."""
    blocks = (block.strip() for block in _SAID.split(said))
    return [in_python(block.partition(": ")[2]) for block in blocks if block.startswith(("note: ", "warning: "))]


def told_error(said: str, inputs: Collection[str], rules: Collection[str]) -> LunaDiffError:
    """The exception for what the program said, which names inputs and rules as they are called here."""
    if not said.strip():
        return _no_answer()
    blocks = [block.strip("\n") for block in _SAID.split(said)]
    errors = [block for block in blocks if block and not block.startswith(("note: ", "warning: "))]
    # What a script prints on the side comes first; the error is the last that is said.
    message, _, hint = (errors[-1] if errors else said.strip()).partition(_HINT)
    code, place, advice = _kind(message, inputs, rules)
    hint = _hint(message, hint_in_python(hint)) or advice
    return LunaDiffError(message_in_python(_FORMAT_OPTION.sub("", message)), code=code, place=place, hint=hint)


def _hint(message: str, hint: str) -> str | None:
    """What helps: what the program says of it, or more where Python has more to offer."""
    if message.endswith(_ADDRESS):
        return f"urllib.request.urlopen({message.removesuffix(_ADDRESS)!r}).read() gives what is there, as bytes"
    if (missing := _NO_KEY_VALUE.search(message)) is not None and missing[1].isprintable():
        return f"normalize={{{missing[1]!r}: 'default(\"\")'}} makes it an empty text; or {hint}"
    if (uncalled := _UNCALLED.search(message)) is not None:
        side, column, step = uncalled.groups()
        option, column = (f"{side}_normalize", column.removesuffix(f".{side}")) if side else ("normalize", column)
        return f"{option}={{{column!r}: '{step}(…)'}} calls it, with its arguments"
    if (unknown := _NO_COLUMN.search(message)) is not None and not hint:
        return _nearest(unknown[1], unknown[2].split(", "))
    return hint


def _nearest(name: str, names: list[str]) -> str | None:
    """A question for the name that comes nearest, of which case is no part."""
    near = difflib.get_close_matches(name.lower(), [other.lower() for other in names], n=1)
    return next((f"did you mean {other!r}?" for other in names if other.lower() in near), None)


def _kind(message: str, inputs: Collection[str], rules: Collection[str]) -> tuple[Code, str | None, str | None]:
    """The code of an error, its place, and what helps where the program says nothing of it."""
    called: dict[Code, Collection[str]] = {"input": inputs, "rules": rules}
    for code, names in called.items():
        for name in sorted(names, key=len, reverse=True):
            # Of a folder, a file in it.
            place = re.match(re.escape(name) + r"(/[^:\n]+)?(:\d+)?(?=: )", message)
            if place is not None:
                return code, place[0], _AS_RECORDS if message.endswith(_UNWRITTEN) else None
    folder = _FOLDER.match(message)
    if folder is not None:
        return "input", folder[1], "batch takes the paths of two directories"
    key = _KEY.search(message)
    if key is not None:
        return "input", key[1], None
    option = _NO_OPTION.match(message)
    if option is not None:
        return "request", None, f"report(…, format_option={{{option[1]!r}: …}}) gives it"
    is_usage = message.startswith(_USAGE) or _NO_KEY.match(message) is not None
    return "request" if is_usage else "trouble", None, None
