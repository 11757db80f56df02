"""What goes wrong, as exceptions that say where and what helps."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Collection, Iterator


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

    def __init__(self, message: str, *, code: str, place: str | None = None, hint: str | None = None) -> None:
        super().__init__(message if hint is None else f"{message}\n  hint: {hint}")
        self.message = message
        """What is wrong, in one line or more."""
        self.code = code
        """What kind of trouble it is."""
        self.place = place
        """The input or the rules where it went wrong, with the line where that is known: `old.csv:17`."""
        self.hint = hint
        """What would help."""

    def __reduce__(self) -> tuple[object, ...]:
        # Workers of a pool hand their exceptions over by pickling, which knows nothing of keywords.
        return _again, (self.message, self.code, self.place, self.hint)


def _again(message: str, code: str, place: str | None, hint: str | None) -> LunaDiffError:
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
_NO_KEY = re.compile(r"'.*' is no key: ")
_KEY = re.compile(r"^unknown column .*\n  in the key, (.+)$", re.MULTILINE)
# How messages begin that are about what was asked for.
_USAGE = (
    "unknown option", "unknown column", "unknown format", "--", "-k", "the option '", "the column '", "no record of ", "two directories ",
)  # fmt: skip


def told_notes(said: str) -> list[str]:
    """The notes and warnings among what the program said on standard error."""
    blocks = (block.strip() for block in _SAID.split(said))
    return [block.partition(": ")[2] for block in blocks if block.startswith(("note: ", "warning: "))]


def told_error(said: str, inputs: Collection[str], rules: Collection[str]) -> LunaDiffError:
    """The exception for what the program said, which names inputs and rules as they are called here."""
    if not said.strip():
        return _no_answer()
    blocks = [block.strip("\n") for block in _SAID.split(said)]
    errors = [block for block in blocks if block and not block.startswith(("note: ", "warning: "))]
    # What a script prints on the side comes first; the error is the last that is said.
    message, _, hint = (errors[-1] if errors else said.strip()).partition(_HINT)
    hint = _HELP if hint == "lunadiff --help lists the flags" else in_python(hint)
    if message.endswith(_ADDRESS):
        hint = f"urllib.request.urlopen({message.removesuffix(_ADDRESS)!r}).read() gives what is there, as bytes"
    for code, names in (("input", inputs), ("rules", rules)):
        for name in sorted(names, key=len, reverse=True):
            place = re.match(re.escape(name) + r"(:\d+)?(?=: )", message)
            if place is not None:
                return LunaDiffError(message, code=code, place=place[0], hint=hint or None)
    folder = _FOLDER.match(message)
    if folder is not None:
        return LunaDiffError(message, code="input", place=folder[1], hint=hint or "batch takes the paths of two directories")
    key = _KEY.search(message)
    if key is not None:
        return LunaDiffError(message, code="input", place=key[1], hint=hint or None)
    option = _NO_OPTION.match(message)
    if option is not None:
        return LunaDiffError(message, code="request", hint=f"report(…, format_option={{{option[1]!r}: …}}) gives it")
    is_usage = message.startswith(_USAGE) or _NO_KEY.match(message) is not None
    message = _LEADING_FLAG.sub(_option, message)
    return LunaDiffError(message, code="request" if is_usage else "trouble", hint=hint or None)


_FLAG = re.compile(r"(?<!\S)--([a-z][a-z-]*[a-z])(?: (text|number|pad|skip|match|json|[A-Z]+-?\d[\d-]*|\d+)\b)?")
_SAID_COMMAND = re.compile(r"\blunadiff (probe|learn)(?= [a-z])")
_LEADING_FLAG = re.compile(r"\A--([a-z][a-z-]*[a-z])()")
_HELP = "help(lunadiff.compare) lists the options"


def in_python(words: str) -> str:
    """What the program advises, with arguments of Python's functions for flags; a whole command stays."""
    words = _SAID_COMMAND.sub(r"\1(…)", words.replace("-k COLUMNS names ", "key=… names "))
    return words if "lunadiff " in words else _FLAG.sub(_option, words)


def _option(flag: re.Match[str]) -> str:
    name, value = flag[1].replace("-", "_"), flag[2]
    if name == "ignore_order":
        return f"{name}=True"
    return f"{name}={value if value.isdigit() else repr(value)}" if value else name
