"""Layouts, atoms and tiled operations as pictures: registered when cutedsl is imported where IPython already runs."""

from __future__ import annotations

import sys
from typing import Any

_TILED = (
    ("cutedsl.lang.atoms.copy_atom", "CopyAtom"),
    ("cutedsl.lang.atoms.tiled_mma", "MmaAtom"),
    ("cutedsl.lang.atoms.tiled_mma", "TiledMma"),
)
"""Classes that are shown as `tiled_picture` draws them; they are imported where a program uses them."""


def register_if_notebook() -> None:
    """Registers IPython formatters; without IPython nothing is imported and nothing happens."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    if shell is None:
        return
    from cutedsl.viz.formats.notebook import register_displays

    formatter = shell.display_formatter.formatters["image/svg+xml"]
    register_displays(formatter)
    for module, name in _TILED:
        formatter.for_type_by_name(module, name, _tiled_svg)


def _tiled_svg(tiled: Any) -> str | None:
    from cutedsl.cute.tiled_pictures import tiled_svg

    return tiled_svg(tiled)
