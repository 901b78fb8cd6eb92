"""Help of the commands: paragraphs filled to the terminal's width."""

from __future__ import annotations

import argparse
import textwrap


class Paragraphs(argparse.HelpFormatter):
    """Fills each paragraph of a description; an indented one stays as it is."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        parts = text.strip("\n").split("\n\n")
        return "\n\n".join(
            part if part.startswith(" ") else textwrap.fill(" ".join(part.split()), width, break_on_hyphens=False)
            for part in parts
        )
