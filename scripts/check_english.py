"""The gate for plain English: `python scripts/check_english.py [ROOT]` fails on long sentences and turns of phrase.

Phrases are also looked for in the text of the source files, in comments, docstrings and messages alike.

A sentence of a page or a docstring has at most 30 words; tables, code, headings and the names of lists do not count.
"""

from __future__ import annotations

import ast
import inspect
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
    "at each turn",
    "at hand",
    " beside ",
    "is told",
    "by heart",
    "gives up the lock",
    "how manieth",
    "inside of a",
    "in no order with",
    "need not be there",
    "nobody to",
    "none can go on",
    "nothing else beside",
    "poses as",
    "lies otherwise",
    "lie otherwise",
    "something to look at",
    "that are no ",
    "that is no ",
    "what it became",
    "what is no ",
    "which are no ",
    "which is no ",
    "which nothing orders",
)
"""Turns of phrase of which english.md shows a plainer form."""
CODE_PHRASES: Final = (
    *(
        "a loop takes one statement a turn",
        "a number of the order",
        "at each turn",
        "its last turn",
        "of a turn",
        '"""so many ',
        '"""so much ',
        " tell of ",
        " told of ",
        "tells of ",
        "arrivals came",
        "bytes of copies lack",
        "by heart",
    ),
    *(
        "defined nowhere",
        "has a place there",
        "in no order with",
        "is no class",
        "machine that need not be",
        "none can go on",
    ),
    *("nothing orders the two", "one item for each block of", "orders no scores", "pieces of this many bytes"),
    *("poses as", "posing as", "so many loops of", "takes one report", "takes that the time", "the author's choice"),
    *("what a checked kernel tells", "what it does not count on", "what launches kernels", "which has another size"),
    *("without its fraction", "works without python's lock", "bytes is promised", "what else is worth computing"),
    *("def hand_on", "def give_turn", "class outlet", "from here on float32", "that is no ", "that are no "),
    *("is given a run-time", "lie otherwise", "lies otherwise", "what is no ", "which is no ", "which are no "),
)
"""The same for the source."""


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


def code_findings(root: Path) -> Iterator[Finding]:
    """Lines of the source that have a phrase of its list."""
    for file in sorted((root / "src").rglob("*.py")):
        for number, line in enumerate(file.read_text(encoding="utf-8").lower().splitlines(), start=1):
            for phrase in CODE_PHRASES:
                if phrase in line:
                    yield Finding(f"{file.relative_to(root)}:{number}", f"`{phrase}`", line.strip())


def docstrings(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """The docstrings of a file, with their lines: those of modules, classes, functions and of names below them."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        for statement in node.body:
            value = statement.value if isinstance(statement, ast.Expr) else None
            if isinstance(value, ast.Constant) and isinstance(value.value, str):
                yield value.lineno, inspect.cleandoc(value.value)


def prose(docstring: str) -> str:
    """A docstring without its examples; each item of a list of names is a paragraph.

    >>> prose("One.\\n\\nArgs:\\n    x: Two.\\n    y, z: Three.\\n\\n>>> 1\\n1")
    'One.\\n\\nArgs:\\n\\nTwo.\\n\\nThree.\\n\\n'
    """
    text = re.sub(r"^ *>>>(?:.*\n)*?(?=\s*^$|\Z)", "", docstring + "\n", flags=re.MULTILINE)
    return re.sub(r"^ +[\w*, `]+: ", "\n", text, flags=re.MULTILINE)


def long_docstrings(root: Path) -> Iterator[Finding]:
    """Sentences of the source's docstrings that are too long."""
    for file in sorted((root / "src").rglob("*.py")):
        for line, docstring in docstrings(ast.parse(file.read_text(encoding="utf-8"))):
            for sentence in sentences(prose(docstring)):
                if (count := len(sentence.split())) > MOST_WORDS:
                    yield Finding(f"{file.relative_to(root)}:{line}", f"{count} words", sentence)


def main(argv: list[str]) -> int:
    """Prints the findings; gives 1 if there are any."""
    root = Path(argv[0]) if argv else Path(__file__).resolve().parent.parent
    found = [
        *code_findings(root),
        *long_docstrings(root),
        *(one for page in pages(root) for one in findings(page, root)),
    ]
    for one in found:
        print(f"{one.page}: {one.why}: {one.sentence}")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
