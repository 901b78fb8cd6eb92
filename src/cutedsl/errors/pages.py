"""The documentation pages of the errors, written from the catalogue: `python -m cutedsl.errors.pages DIR`."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

from cutedsl.errors.catalogue import CATALOGUE, Entry
from cutedsl.errors.classes import CLASS_OF_BASE

_ORIGIN = "<!-- Written by `python -m cutedsl.errors.pages docs/errors` from the catalogue; edit that. -->\n"


def page(entry: Entry) -> str:
    """The Markdown page of one error; every page has the same headings."""
    raised = CLASS_OF_BASE[entry.base]
    return f"""{_ORIGIN}
# {entry.name}

{entry.title}.

Raised as `{raised.__name__}`, so `except {entry.base.__name__}` catches it.

## Why

{entry.why}

## Fix

{entry.fix}

## Wrong

```text
{entry.wrong}
```

## Right

```text
{entry.right}
```
"""


def index() -> str:
    """The Markdown page that lists every error with its title, by name."""
    # A bar within a title would end the table's cell.
    titles = {name: CATALOGUE[name].title.replace("|", "\\|") for name in sorted(CATALOGUE)}
    rows = "\n".join(f"| [{name}]({name}.md) | {title} |" for name, title in titles.items())
    return f"""{_ORIGIN}
# Errors

Each error of cutedsl has a name, which its report shows in brackets.
`cutedsl explain NAME` prints what its page says.

| name | what |
|---|---|
{rows}
"""


def pages() -> Mapping[str, str]:
    """All pages by file name."""
    return {"index.md": index(), **{f"{name}.md": page(entry) for name, entry in sorted(CATALOGUE.items())}}


def write_pages(folder: Path) -> None:
    """Make the Markdown files of `folder` exactly the pages: a page without an entry is removed."""
    folder.mkdir(parents=True, exist_ok=True)
    wanted = pages()
    for stale in folder.glob("*.md"):
        if stale.name not in wanted:
            stale.unlink()
    for name, text in wanted.items():
        (folder / name).write_text(text, encoding="utf-8")


def main(argv: list[str]) -> int:
    """Write the pages into the one folder named; 2 when the call is not that."""
    if len(argv) != 1:
        print("usage: python -m cutedsl.errors.pages DIR", file=sys.stderr)
        return 2
    write_pages(Path(argv[0]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
