"""Every fenced block of the pages runs in a test, or is listed here with the reason; every external link is listed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.docs.programs import ROOT, blocks, run

PAGES = [
    ROOT / "README.md",
    *(ROOT / "docs").glob("*.md"),
    *(ROOT / "docs" / "coming_from").glob("*.md"),
    *(ROOT / "docs" / "design").glob("*.md"),
    *(ROOT / "src" / "cutedsl" / "learn" / "pages").glob("*.md"),
]
RUN = {"python", "console"}
"""Run by `test_pages.py` and, for the lessons, by `tests/learn`."""
NOT_RUN = {
    ("README.md", "bash"): "installs into the environment of the tests; `tests/packages` installs a wheel",
    ("docs/blackwell.md", "sh"): "measures on a GPU of Blackwell",
    ("docs/bundle.md", "bash"): "run by `tests/unit/bundle`",
    ("docs/checking.md", "text"): "reports, compared by `tests/unit/checker/test_reports_page.py`, and output",
    ("docs/checking.md", "yaml"): "a workflow; that of `examples/ci` runs in `tests/packages/test_ci.py`",
    ("docs/coming_from/cute_dsl.md", "bash"): "a program of the reader's",
    ("docs/coming_from/triton.md", "py"): "Triton's own",
    ("docs/frameworks.md", "bash"): "installs a package; `tests/packages` does that",
    ("docs/gate.md", "text"): "output",
    ("docs/gemm.md", "cpp"): "CuTe C++",
    ("docs/gemm.md", "text"): "output on an H200",
    ("docs/guide.md", "bash"): "serves until it is stopped; `tests/play` runs it",
    ("docs/install.md", "bash"): "as the README's",
    ("docs/learn.md", "bash"): "run by `tests/learn`",
    ("docs/my_dsl.md", "text"): "output",
    ("docs/quickstart.md", "bash"): "run below",
    ("docs/targets.md", "text"): "output",
    ("docs/upstream.md", "bash"): "steps for another project",
    ("docs/upstream.md", "toml"): "a patch for another project",
    ("docs/compatibility.md", ""): "needs clones of other repositories",
}
_URL = re.compile(r"https?://[^\s)>\"`\]]+")


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def languages(page: Path) -> set[str]:
    """The languages of a page's fenced blocks."""
    fences = re.findall(r"^\s*```(\w*)", page.read_text(encoding="utf-8"), re.MULTILINE)
    return set(fences[::2])


def test_blocks_that_do_not_run_are_listed_with_the_reason() -> None:
    found = {(name_of(page), language) for page in PAGES for language in languages(page) if language not in RUN}
    assert found == set(NOT_RUN)


@pytest.mark.timeout(300)
def test_the_commands_of_the_quickstart_run(tmp_path: Path) -> None:
    page = ROOT / "docs" / "quickstart.md"
    (tmp_path / "saxpy.py").write_text(blocks(page, "python")[0].text, encoding="utf-8")
    lines = [line.split("#")[0].split() for block in blocks(page, "bash") for line in block.text.splitlines() if line]
    said = ""
    for words in [line for line in lines if line[1] != "debug"]:
        done = run(["-m", "cutedsl.cli", *words[1:]], tmp_path)
        assert done.returncode == 0, done.stdout
        said += done.stdout
    assert "cute.kernel" in said and ".target sm_90a" in said and "no findings in 1 checked launch" in said


def test_external_links_are_listed() -> None:
    table = ROOT / "docs" / "links.md"
    found: dict[str, list[str]] = {}
    for page in sorted(PAGES):
        if page != table:
            for url in sorted(set(_URL.findall(page.read_text(encoding="utf-8")))):
                found.setdefault(url, []).append(name_of(page))
    rows = [f"| <{url}> | {', '.join(names)} |" for url, names in sorted(found.items())]
    listed = [line for line in table.read_text(encoding="utf-8").splitlines() if line.startswith("| <")]
    assert listed == rows, "\n".join(rows)
