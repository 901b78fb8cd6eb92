"""The import-linter contract `map`: each folder imports only what its row of the design's table allows.

`.importlinter` holds the rows and describes their notation. A stock contract can say "these layers, in this
order"; the table says more (which of the lower layers, which packages), and reads like the design's.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, cast

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output

ROOT_PLACE = "__init__"


@dataclass(frozen=True, slots=True)
class Row:
    """One row, with `+` and `*` already written out.

    `allowed` holds the row's own places too; `private` are the packages that `name+` and `*` in later rows do
    not pass on.
    """

    places: tuple[str, ...]
    allowed: frozenset[str]
    packages: frozenset[str]
    private: frozenset[str]


def parse_rows(lines: Sequence[str]) -> dict[str, Row]:
    """Read the rows into a table from place to row.

    Raises:
        ValueError: a line without a colon, or a place with two rows.

    >>> rows = parse_rows(["errors :", "ir : errors | xdsl", "passes : ir+"])
    >>> sorted(rows["passes"].allowed), sorted(rows["passes"].packages)
    (['errors', 'ir', 'passes'], ['xdsl'])
    """
    table: dict[str, Row] = {}
    for line in lines:
        row = _parse_row(line, table)
        for place in row.places:
            if place in table:
                raise ValueError(f"{place} has two rows")
            table[place] = row
    return table


def _parse_row(line: str, above: dict[str, Row]) -> Row:
    head, colon, body = line.partition(":")
    if not colon or not head.split():
        raise ValueError(f"not a row, expected `place : places | packages`: {line!r}")
    names, _, packages = body.partition("|")
    allowed: set[str] = set()
    inherited: set[str] = set()
    for token in names.split():
        sources = tuple(above) if token == "*" else (token.removesuffix("+"),)
        allowed.update(sources)
        if token == "*" or token.endswith("+"):
            for source in sources:
                allowed |= above[source].allowed if source in above else frozenset[str]()
                inherited |= above[source].packages if source in above else frozenset[str]()
    private = {name.removesuffix("!") for name in packages.split() if name.endswith("!")}
    public = {name for name in packages.split() if not name.endswith("!")}
    places = tuple(head.split())
    return Row(places, frozenset(allowed | set(places)), frozenset(public | inherited), frozenset(private))


def place_of(module: str, root: str, table: dict[str, Row]) -> str | None:
    """Return the place whose row governs `module`: the longest one that contains it.

    >>> place_of("cutedsl.ir.fast", "cutedsl", parse_rows(["ir.fast :", "ir :"]))
    'ir.fast'
    """
    path = ROOT_PLACE if module == root else module.removeprefix(f"{root}.")
    return max((place for place in table if _within(path, place)), key=len, default=None)


def _within(path: str, place: str) -> bool:
    return path == place or path.startswith(f"{place}.")


def violations(graph: ImportGraph, root: str, table: dict[str, Row]) -> Iterator[str]:
    """Yield one line for each module without a row and each import that its row does not allow."""
    for module in sorted(name for name in graph.modules if _within(name, root)):
        place = place_of(module, root, table)
        if place is None:
            yield f"{module} has no row in .importlinter"
            continue
        for target in sorted(graph.find_modules_directly_imported_by(module)):
            if not _may_import(place, target, root, table):
                details = graph.get_import_details(importer=module, imported=target)
                lines = ", ".join(str(found["line_number"]) for found in details)
                yield f"{place} may not import {target}: {module}, line {lines}"


def _may_import(place: str, target: str, root: str, table: dict[str, Row]) -> bool:
    row = table[place]
    if not _within(target, root):
        package = target.partition(".")[0]
        return package in sys.stdlib_module_names or package in row.packages | row.private
    path = ROOT_PLACE if target == root else target.removeprefix(f"{root}.")
    return any(_within(path, allowed) for allowed in row.allowed)


class MapContract(Contract):
    """Keep every import of the package inside the table given as `rows`."""

    rows = fields.ListField(subfield=fields.StringField())

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        """Compare the import graph with the table."""
        (root,) = cast("Iterable[str]", self.session_options["root_packages"])
        table = parse_rows(cast("list[str]", self.rows))
        found = list(violations(graph, root, table))
        return ContractCheck(kept=not found, metadata={"violations": found})

    def render_broken_contract(self, check: ContractCheck) -> None:
        """Print the violations, one a line."""
        metadata: dict[str, Any] = check.metadata
        for line in metadata["violations"]:
            output.print_error(line)
