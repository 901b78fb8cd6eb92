"""Links of pages as the site needs them: those that leave docs/ name a file of the repository, and stay text."""

from __future__ import annotations

import posixpath
import re
from typing import Final

_CODE_OR_LINK: Final = re.compile(
    r"^```.*?^```$|`[^`\n]+`|(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)", re.MULTILINE | re.DOTALL
)


LESSONS: Final = "src/cutedsl/learn/pages/"
"""The folder of the lessons, which are below `learn/` on the site."""

OUTSIDE: Final = {
    "README.md": "index.md",
    "CHANGELOG.md": "changes.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
    "CODE_OF_CONDUCT.md": "conduct.md",
}
"""Pages of the site that lie outside docs/: the file in the repository, and the page."""


def rewritten(text: str, page: str) -> str:
    """The page's Markdown for the site. `page` is its path in the repository; code stays as it is.

    >>> rewritten("[a](docs/cpu.md#lanes) [b](LICENSE) [c](https://x.org)", "README.md")
    '[a](cpu.md#lanes) b [c](https://x.org)'
    >>> rewritten("[t](../tests/kernels/test_tma.py)", "docs/cpu.md")
    't'
    >>> rewritten("[1](../src/cutedsl/learn/pages/01_map_and_zip.md)", "docs/learn.md")
    '[1](learn/01_map_and_zip.md)'
    >>> rewritten("`[a](b)` [`c`](../c.py)", "docs/cpu.md")
    '`[a](b)` `c`'
    >>> rewritten("[changes](../../CHANGELOG.md)", "docs/design/README.md")
    '[changes](../changes.md)'
    """
    return _CODE_OR_LINK.sub(lambda found: _link(found, page) if found[3] else found[0], text)


def _link(found: re.Match[str], page: str) -> str:
    mark, label, target = found.groups()
    if re.match(r"[a-z]+:|#", target):
        return found[0]
    file, hash_sign, anchor = target.partition("#")
    place = posixpath.normpath(posixpath.join(posixpath.dirname(page), file))
    if place.startswith(LESSONS):
        there = f"learn/{posixpath.basename(place)}"
    elif place in OUTSIDE:
        there = OUTSIDE[place]
    elif place.startswith("docs/") and posixpath.splitext(place)[1]:
        there = place.removeprefix("docs/")
    else:
        return label
    here = "learn" if page.startswith(LESSONS) else posixpath.dirname(page.removeprefix("docs/"))
    return f"{mark}[{label}]({posixpath.relpath(there, here or '.')}{hash_sign}{anchor})"
