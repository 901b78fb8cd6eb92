"""The one way to report an author's mistake: `raise fail("name", "what failed", fix="one change")`."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from cutedsl.errors.classes import CLASS_OF_BASE, DSLUserCodeError, DSLWarning
from cutedsl.errors.diagnostic import Diagnostic
from cutedsl.errors.frames import user_span
from cutedsl.errors.internal import internal_error
from cutedsl.errors.render import render
from cutedsl.errors.span import Span

if TYPE_CHECKING:
    from cutedsl.errors.catalogue import Entry

WarningJudge = Callable[[str, type[DSLWarning], str], str]
"""What becomes of a warning by its name, class and text: `error`, `ignore` or `show`."""
_judges: list[WarningJudge] = []
_WARNED: dict[str, dict[str | tuple[str, type[Warning], int], int]] = {}
"""What was warned of in each file, as Python's warnings keep it in a module's `__warningregistry__`."""


def fail(
    name: str,
    message: str,
    *,
    span: Span | None = None,
    notes: Sequence[str] = (),
    also: Sequence[tuple[Span, str]] = (),
    fix: str | None = None,
) -> DSLUserCodeError:
    """The exception for the author's mistake `name`, to be raised: `raise fail(...)`.

    `message` says what failed, with the values. Without `span` the place is the author's current expression.
    `fix` replaces the catalogue's. The class also inherits the entry's builtin.

    Raises `DSLRuntimeError` (an internal error) if the catalogue has no entry `name`.

    >>> error = fail("dynamic-bool", "`x` is an Int32 known at run time")
    >>> isinstance(error, TypeError), error.name
    (True, 'dynamic-bool')
    """
    entry = _entry(name)
    place = span or user_span()
    if not message.startswith(entry.lead):  # as that of an error that is raised again
        message = entry.lead + message
    report = Diagnostic(name, message, place, tuple(notes), tuple(also), entry.why, fix or entry.fix)
    return CLASS_OF_BASE[entry.base](report)


def warn(
    name: str,
    message: str,
    *,
    span: Span | None = None,
    fix: str | None = None,
    category: type[DSLWarning] = DSLWarning,
) -> None:
    """Warn at the author's line, in the same layout as an error: once a process, or as Python's filters say.

    Errors: the warning itself, where a judge of `judge_warnings` makes it one.
    """
    entry = _entry(name)
    place = span or user_span()
    report = Diagnostic(name, message, place, why=entry.why, fix=fix or entry.fix)
    text = render(report, severity="warning")
    verdicts = {judge(name, category, text) for judge in _judges}
    if "error" in verdicts:
        raise fail(name, message, span=place, fix=fix)
    if "ignore" in verdicts:
        return
    file, line = ("<unknown>", 1) if place is None else (place.file, place.line)
    warnings.warn_explicit(text, category, file, line, registry=_WARNED.setdefault(file, {}))


def judge_warnings(judge: WarningJudge) -> None:
    """Has every warning judged before it is shown: the driver asks the settings, of which `errors/` knows nothing."""
    _judges.append(judge)


def _entry(name: str) -> Entry:
    from cutedsl.errors.catalogue import CATALOGUE  # some milliseconds that only a mistake is worth

    entry = CATALOGUE.get(name)
    if entry is None:
        raise internal_error(f"no catalogue entry for the error {name!r}")
    return entry
