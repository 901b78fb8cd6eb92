"""One parametrised test a Markdown page of this folder."""

from __future__ import annotations

from pathlib import Path

import pytest

PAGES = sorted(Path(__file__).parent.glob("*.md"))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Parametrise `page` over the pages; those that need a GPU carry its marker."""
    if "page" not in metafunc.fixturenames:
        return
    metafunc.parametrize("page", [pytest.param(path, id=path.stem, marks=_marks(path)) for path in PAGES])


def _marks(path: Path) -> list[pytest.MarkDecorator]:
    return [pytest.mark.gpu] if "skip-unless: gpu\n" in path.read_text(encoding="utf-8") else []
