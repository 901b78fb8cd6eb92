"""Every file of the repository that a comment, a docstring or a page cites exists."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ROOT / "src" / "cutedsl"
FOLDERS = ("src", "tests", "docs", "examples", "benchmarks", "scripts", "packages")
OF_OTHERS = {"torch/csrc/inductor/aoti_torch/c/shim.h"}
NOT_HERE = {
    *("docs/compatibility.md", "docs/found/README.md"),  # files of other repositories
    *("docs/trials.md", "scripts/website/links.py"),  # files that a command writes
}
_FILE = re.compile(r"(?<![\w./~$<{*-])((?:[\w.-]+/)+[\w.-]*\w\.(?:py|md|c|h|ll|toml|json|csv|js|html|yml))\b")
_OUTSIDE = re.compile(
    r"(?<![\w./-])(?:reference/[\w-]+\.(?:md|csv)|(?:seeds|prototypes|house|external|trust)/\w+)"
    r"|Source: (?:the )?reference\b"
)
"""Notes that the first versions were written from; readers of the repository do not have them."""


def missing(text: str, place: Path, root: Path = ROOT) -> list[str]:
    """The citations of a text at `place` that name nothing below `root`."""
    sources = root / "src" / "cutedsl"
    found = [match[0] for match in _OUTSIDE.finditer(text)]
    for match in _FILE.finditer(text):
        first = match[1].split("/")[0]
        if match[1] in OF_OTHERS or "NAME" in match[1]:
            continue
        if (root / first).is_dir() or (sources / first).is_dir():
            starts = (root, root / "src", sources, sources / "codegen", root / "tests", place.parent)
            if not any((start / match[1]).exists() for start in starts):
                found.append(match[1])
    return found


def said(file: Path) -> Iterator[str]:
    """What a file says to its readers: a page as a whole without its listings, of code the comments and docstrings."""
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".md":
        yield re.sub(r"^( *)```.*?^\1```", "", text, flags=re.DOTALL | re.MULTILINE)
    elif file.suffix in (".c", ".h"):
        yield from re.findall(r"/\*.*?\*/|//[^\n]*", text, flags=re.DOTALL)
    else:
        for node in ast.walk(ast.parse(text)):
            if (
                isinstance(node, ast.Expr)
                and isinstance(node.value, ast.Constant)
                and isinstance(node.value.value, str)
            ):
                yield node.value.value
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT:
                yield token.string


def test_every_cited_file_exists() -> None:
    found: list[str] = []
    pages = [file for file in ROOT.glob("*.md") if file.name != "CHANGELOG.md"]  # it also tells of what is gone
    for folder in FOLDERS:
        pages += [file for end in ("py", "md", "c", "h") for file in (ROOT / folder).rglob(f"*.{end}")]
    for file in pages:
        name = file.relative_to(ROOT).as_posix()
        # Most files have no such name anywhere, their code included, which need not be taken apart then.
        if name not in NOT_HERE and missing(file.read_text(encoding="utf-8"), file):
            found += [f"{name}: {cited}" for text in said(file) for cited in missing(text, file)]
    assert not found, "\n".join(found)


def test_missing_files_are_found(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.md").touch()
    (tmp_path / "src" / "cutedsl" / "ir").mkdir(parents=True)
    page = tmp_path / "docs" / "b.md"
    assert not missing("docs/a.md, and `cute/layout.hpp` of others, and other/x.py", page, tmp_path)
    assert missing("see docs/c.md and ir/gone.py.", page, tmp_path) == ["docs/c.md", "ir/gone.py"]
    assert missing("see reference/cute-dsl.md 3.1; seeds/3", page, tmp_path) == ["reference/cute-dsl.md", "seeds/3"]
    assert missing("Source: reference 4.1.", page, tmp_path) == ["Source: reference"]
