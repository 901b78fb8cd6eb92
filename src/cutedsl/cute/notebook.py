"""Layouts as pictures in notebooks: registered when cutedsl is imported where IPython already runs."""

from __future__ import annotations

import sys


def register_if_notebook() -> None:
    """Gives IPython a formatter for layouts; without IPython nothing is imported and nothing happens."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    if shell is None:
        return
    from cutedsl.viz.notebook import register_displays

    register_displays(shell.display_formatter.formatters["image/svg+xml"])
