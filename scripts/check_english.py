"""The gate for plain English: `python scripts/check_english.py [ROOT]` fails on long sentences and turns of phrase.

A sentence of a page has at most 30 words; tables, code and headings do not count. Pages that were written before the
gate have a number of long sentences that they may keep (`KEPT`); it only goes down.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

MOST_WORDS: Final = 30
PLACES: Final = (
    "README.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "docs/*.md",
    "docs/*/*.md",
    "src/cutedsl/learn/pages/*.md",
)
GENERATED: Final = ("docs/api.md", "docs/compatibility.md", "docs/features.md", "docs/math.md", "docs/errors/")
PHRASES: Final = (
    "at hand",
    "by heart",
    "gives up the lock",
    "in no order with",
    "need not be there",
    "nobody to",
    "none can go on",
    "nothing else beside",
    "poses as",
    "something to look at",
    "what it became",
    "which nothing orders",
)
"""Turns of phrase of which english.md shows a plainer form."""
KEPT: Final[dict[str, int]] = {
    "docs/attention.md": 4,
    "docs/cache.md": 2,
    "docs/checking.md": 16,
    "docs/cpu.md": 11,
    "docs/design/0001-staging-stays-in-the-frame.md": 1,
    "docs/design/0004-eager-runs-the-authors-frame.md": 3,
    "docs/design/0005-lanes-apart.md": 2,
    "docs/design/0007-ops-declare-what-they-are.md": 2,
    "docs/design/README.md": 1,
    "docs/frameworks.md": 1,
    "docs/gemm.md": 22,
    "docs/inductor.md": 4,
    "docs/ops.md": 6,
}
"""Long sentences and phrases of pages that are older than the gate."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One sentence that is too long, or has a phrase of the list."""

    page: str
    why: str
    sentence: str


def pages(root: Path) -> list[Path]:
    """The pages that people write."""
    found = {page for place in PLACES for page in root.glob(place)}
    return sorted(page for page in found if not page.relative_to(root).as_posix().startswith(GENERATED))


def findings(page: Path, root: Path) -> Iterator[Finding]:
    """What is wrong on a page."""
    name = page.relative_to(root).as_posix()
    for sentence in sentences(page.read_text(encoding="utf-8")):
        count = len(sentence.split())
        if count > MOST_WORDS:
            yield Finding(name, f"{count} words", sentence)
        for phrase in PHRASES:
            if phrase in sentence.lower():
                yield Finding(name, f"`{phrase}`", sentence)


def sentences(text: str) -> list[str]:
    """The sentences of a page's prose; what is code counts as a word.

    >>> sentences("# T\\n\\nOne `a b` [two](x.md). Three:\\n\\n| a | b |\\n\\n- four\\n- five")
    ['One CODE two.', 'Three:', 'four', 'five']
    """
    text = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r"<!--.*?-->", "", text, flags=re.DOTALL)
    text = re.sub(r"!?\[((?:[^\[\]]|\[[^\]]*\])*)\]\([^()]*\)", r"\1", text)
    text = re.sub(r"`[^`]*`", "CODE", text)
    text = re.sub(r"^(\||#|<).*$", "", text, flags=re.MULTILINE)
    text = re.sub(r"^\s*([-*]|\d+\.) ", "\n\n", text, flags=re.MULTILINE)
    found: list[str] = []
    for paragraph in re.split(r"\n\s*\n", text):
        joined = " ".join(paragraph.split())
        found += [part for part in re.split(r"(?<=[.!?;:])\s+(?=[A-Z(*\"])|(?<=;)\s", joined) if part]
    return found


def main(argv: list[str]) -> int:
    """Prints the findings of pages that have more than they may keep; gives 1 if there are any."""
    root = Path(argv[0]) if argv else Path(__file__).resolve().parent.parent
    failed = False
    for page in pages(root):
        found = list(findings(page, root))
        kept = KEPT.get(page.relative_to(root).as_posix(), 0)
        if len(found) > kept:
            failed = True
            for one in found:
                print(f"{one.page}: {one.why}: {one.sentence}")
            print(f"{found[0].page}: {len(found)} findings, {kept} may stay")
        elif len(found) < kept:
            failed = True
            print(f"{page.relative_to(root)}: {len(found)} findings are left; write that into KEPT, which has {kept}")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
