"""A checked run's report as text: each finding in the format of an error, then the cost of lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from cutedsl.checker.findings import OWN_ORDER, Finding, LineCount, Place, Report, Unchecked
from cutedsl.checker.names import kernel_name
from cutedsl.errors import Diagnostic, render
from cutedsl.errors.catalogue import CATALOGUE
from cutedsl.errors.render import shown_path
from cutedsl.viz.banks import serve
from cutedsl.viz.pictures.banks_and_swizzles import access_picture

_PICTURE_COLUMNS: Final = 200
"""Wider than any picture of 32 banks: it must not be cut to the terminal, as reports also go into files."""
_WIDEST_BYTES: Final = 16
_UNITS: Final = {
    "shared": "passes over the banks per request",
    "global": "sectors of 32 bytes per request",
    "branch": "paths per warp at this branch",
}


def report_text(report: Report) -> str:
    """The whole report as text.

    >>> print(report_text(Report()))
    no findings in 0 checked launches
    """
    parts = [render(diagnostic(finding, report.orders)) for finding in report.findings]
    dear = [count for count in report.counts if count.units > count.ideal]
    costs = ["\n".join(line_cost(count) for count in dear)] if dear else []
    shared = [count for count in dear if count.worst]
    pictures = [conflict_text(max(shared, key=lambda count: count.units / count.requests))] if shared else []
    return "\n\n".join([*parts, *costs, *pictures, summary(report)])


def conflict_text(count: LineCount) -> str:
    """The most costly request of a line: which lanes each bank serves, pass by pass."""
    from cutedsl.viz.formats.terminal import terminal_text

    size_bytes, *places = count.worst
    title = f"{shown_path(count.span.file)}:{count.span.line}: the banks that serve a warp, {size_bytes} bytes a lane"
    picture = access_picture(serve(places, min(size_bytes, _WIDEST_BYTES)), title)
    return "\n".join(line.rstrip() for line in terminal_text(picture, _PICTURE_COLUMNS).plain.splitlines())


def summary(report: Report) -> str:
    """The summary: numbers of findings and of checked launches, and a second line if launches were not checked."""
    found = _plural(len(report.findings), "finding") if report.findings else "no findings"
    apart = sum(report.apart.values())
    less = f", {apart} of them with threads told apart in groups only: too many wait for each other" if apart else ""
    again = f", {report.repeated} of them not run again: the same arguments and memory" if report.repeated else ""
    line = f"{found} in {_plural(report.launches, 'checked launch', 'es')}{less}{again}"
    cut = "".join(f"\nnot checked: {text}" for text in map(_cut, report.unchecked.items()))
    ended = "".join(f"\nnot checked: {text}" for text in map(_ended, report.ended.items()))
    line += cut + ended
    if not report.plain:
        return line
    missed, names = _plural(sum(report.plain.values()), "launch", "es"), ", ".join(f"`{name}`" for name in report.plain)
    return f"{line}\nnot checked: {missed} of {names}, compiled before the checked run began"


def _cut(kernel: tuple[str, Unchecked]) -> str:
    name, cut = kernel
    return f"{cut.blocks:,} of {cut.launched:,} blocks of `{kernel_name(name)}`, for which the time was used up"


def _ended(kernel: tuple[str, int]) -> str:
    name, blocks = kernel
    return f"what follows in {_plural(blocks, 'block')} of `{kernel_name(name)}` that a finding ended"


def replay(finding: Finding, orders: Sequence[str]) -> list[str]:
    """In how many of the explored schedules it was found, and how to replay one of them.

    >>> replay(Finding("shared-race", "", (), orders=("seed=3", "seed=5")), ["seed=0", "seed=3", "seed=4", "seed=5"])
    ['found in 2 of 4 orders; `--schedule seed=3` runs one of them again']
    >>> replay(Finding("shared-race", "", ()), ["seed=0"])
    []
    """
    if list(orders) == [OWN_ORDER]:
        return []
    if len(orders) == 1:
        return [f"the order is that of `--schedule {orders[0]}`"]
    runs = f"found in {len(finding.orders)} of {len(orders)} orders"
    return [f"{runs}; `--schedule {finding.orders[0]}` runs one of them again"]


def diagnostic(finding: Finding, orders: Sequence[str] = (OWN_ORDER,)) -> Diagnostic:
    """A finding as a `Diagnostic` for the error renderer; `orders` are the schedules that were run."""
    entry = CATALOGUE[finding.kind]
    first, *others = finding.places or (Place(None, ""),)
    also = tuple((place.span, place.what) for place in others if place.span is not None)
    notes = (*_notes(finding), *replay(finding, orders))
    return Diagnostic(finding.kind, finding.message, first.span, notes, also, entry.why, finding.fix or entry.fix)


def _notes(finding: Finding) -> Iterator[str]:
    """The tensor, and how often it was seen."""
    if where(finding):
        yield where(finding)
    if finding.count > 1:
        yield f"seen {finding.count} times"


def where(finding: Finding) -> str:
    """The tensor, its layout and the coordinate, as far as known; empty where the message says as much.

    >>> where(Finding("shared-race", "", (), "sA", "(64,16):(16,1)", "(12,3)"))
    '`sA`: (64,16):(16,1), coordinate (12,3)'
    """
    name = f"`{finding.tensor}`"
    if not finding.tensor or (not finding.layout and not finding.coord and name in finding.message):
        return ""
    if not finding.layout:
        return f"{name}{f', {finding.coord}' if finding.coord else ''}"
    coord = f", coordinate {finding.coord}" if finding.coord else ""
    return f"{name}: {finding.layout}{coord}"


def line_cost(count: LineCount) -> str:
    """The average cost of a line's requests, and the best possible cost."""
    place = f"{shown_path(count.span.file)}:{count.span.line}"
    tensor = f" `{count.tensor}`" if count.tensor else ""
    each, least = count.units / count.requests, count.ideal / count.requests
    return f"{place}:{tensor} {each:.4g} {_UNITS[count.kind]}, {least:.4g} at best"


def _plural(number: int, word: str, ending: str = "s") -> str:
    return f"{number} {word}{'' if number == 1 else ending}"
