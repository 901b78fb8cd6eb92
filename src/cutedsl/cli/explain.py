"""`cutedsl explain`: what an error means, why it happens and how to mend it."""

from __future__ import annotations

import difflib
import sys
import textwrap
from collections.abc import Sequence

from cutedsl.errors.catalogue import CATALOGUE, Entry

USAGE = "usage: cutedsl explain [NAME]"


def explain(argv: Sequence[str]) -> int:
    """Print the catalogue's entry of the error `argv[0]`, or all names with their titles when none is given.

    Returns the exit status: 0, or 2 for an unknown name (the nearest ones are suggested) and a wrong call.

    >>> explain(["dynamic-boll"])
    2
    """
    match list(argv):
        case []:
            print(_listing())
        case ["-h" | "--help"]:
            print(f"{USAGE}\n\nWithout NAME, lists every error.")
        case [name] if _bare(name) in CATALOGUE:
            print(_explanation(CATALOGUE[_bare(name)]))
        case [name]:
            print(_unknown(_bare(name)), file=sys.stderr)
            return 2
        case _:
            print(USAGE, file=sys.stderr)
            return 2
    return 0


def _bare(name: str) -> str:
    """The name alone, also of what people copy out of a report: `error[name]` or `[name]`."""
    return name.removeprefix("error").strip("[]:")


def _listing() -> str:
    width = max(map(len, CATALOGUE))
    return "\n".join(f"{name:<{width}}  {CATALOGUE[name].title}" for name in sorted(CATALOGUE))


def _explanation(entry: Entry) -> str:
    code = [textwrap.indent(text, "    ") for text in (entry.wrong, entry.right)]
    return (
        f"{entry.name}: {entry.title}\n\nWhy: {entry.why}\nFix: {entry.fix}\n\n"
        f"Wrong:\n\n{code[0]}\n\nRight:\n\n{code[1]}"
    )


def _unknown(name: str) -> str:
    near = difflib.get_close_matches(name, CATALOGUE, n=3)
    hint = f"did you mean {' or '.join(near)}?" if near else "`cutedsl explain` lists all."
    return f"no error is named {name!r}; {hint}"
