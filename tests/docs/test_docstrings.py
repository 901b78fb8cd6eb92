"""The `>>>` examples in docstrings, of the package and of scripts/, print what they show."""

from __future__ import annotations

import doctest
import importlib

import pytest

from tests.docs.programs import ROOT

# Adapters import their framework, which need not be installed.
OPTIONAL = ("torch", "jax", "tvm_ffi", "matplotlib", "cuda", "importlinter", "grimp")


def modules_with_examples() -> list[str]:
    """Return the modules whose text has an example; found without importing, so that collection is fast."""
    found: list[str] = []
    for folder, base in ((ROOT / "src" / "cutedsl", ROOT / "src"), (ROOT / "scripts", ROOT)):
        for path in sorted(folder.rglob("*.py")):
            if ">>> " in path.read_text(encoding="utf-8"):
                parts = path.relative_to(base).with_suffix("").parts
                found.append(".".join(part for part in parts if part != "__init__"))
    return found


@pytest.mark.parametrize("name", modules_with_examples())
def test_examples_in_docstrings_run(name: str) -> None:
    try:
        module = importlib.import_module(name)
    except ModuleNotFoundError as missing:
        if missing.name is None or missing.name.partition(".")[0] not in OPTIONAL:
            raise
        pytest.skip(f"{missing.name} is not installed")
    tested = doctest.testmod(module, optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE, report=True)
    assert tested.failed == 0
