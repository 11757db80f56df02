"""What goes wrong, as exceptions that say where and what helps."""

from __future__ import annotations

import re
from collections.abc import Collection


class LunaDiffError(Exception):
    """Why there is no result.

    `code` is one of

    - `request`: what was asked for makes no sense: an unknown option, an input of a type that is none;
    - `input`: an input cannot be read, or its records cannot be told;
    - `rules`: rules cannot be loaded, or one of their functions failed;
    - `program`: the program is not there, or was ended;
    - `trouble`: all else that the program refuses; its message says what.
    """

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


_SAID = re.compile(r"^lunadiff: ", re.MULTILINE)
_HINT = "\n  hint: "


def told_notes(said: str) -> list[str]:
    """The notes and warnings among what the program said on standard error."""
    blocks = (block.strip() for block in _SAID.split(said))
    return [block.partition(": ")[2] for block in blocks if block.startswith(("note: ", "warning: "))]


def told_error(said: str, inputs: Collection[str], rules: Collection[str]) -> LunaDiffError:
    """The exception for what the program said, which names inputs and rules as they are called here."""
    blocks = [block.strip("\n") for block in _SAID.split(said)]
    errors = [block for block in blocks if block and not block.startswith(("note: ", "warning: "))]
    # What a script prints on the side comes first; the error is the last that is said.
    message, _, hint = (errors[-1] if errors else said.strip()).partition(_HINT)
    for code, names in (("input", inputs), ("rules", rules)):
        for name in sorted(names, key=len, reverse=True):
            place = re.match(re.escape(name) + r"(:\d+)?(?=: )", message)
            if place is not None:
                return LunaDiffError(message, code=code, place=place[0], hint=hint or None)
    usage = message.startswith(("unknown option", "--", "-k"))
    return LunaDiffError(message, code="request" if usage else "trouble", hint=hint or None)
