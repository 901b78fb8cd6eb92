"""One parametrised test a Markdown page of this folder."""

from __future__ import annotations

from pathlib import Path

import pytest

PAGES = sorted(Path(__file__).parent.glob("*.md"))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Parametrise `page` over the pages, `page_with_fix` over those with a fix to apply; a GPU's carry its marker."""
    for name, paths in (
        ("page", PAGES),
        ("page_with_fix", [path for path in PAGES if "\n```diff\n" in path.read_text()]),
    ):
        if name in metafunc.fixturenames:
            metafunc.parametrize(name, [pytest.param(path, id=path.stem, marks=_marks(path)) for path in paths])


def _marks(path: Path) -> list[pytest.MarkDecorator]:
    return [pytest.mark.gpu] if "skip-unless: gpu\n" in path.read_text(encoding="utf-8") else []
