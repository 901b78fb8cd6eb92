"""What mkdocs runs while it builds the site: pages made from the package, the playground, and links for the site."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from mkdocs.structure.files import File, Files  # noqa: E402

from cutedsl.viz.pages import playground_file  # noqa: E402
from scripts.website import commands, reference  # noqa: E402
from scripts.website.links import LESSONS, OUTSIDE, rewritten  # noqa: E402

_ELSEWHERE = {
    **{page: source for source, page in OUTSIDE.items()},
    **{f"learn/{page.name}": f"{LESSONS}{page.name}" for page in sorted((ROOT / LESSONS).glob("*.md"))},
}
"""Pages of the site that lie outside docs/."""


def on_files(files: Files, config: Any) -> Files:
    """Adds the generated pages."""
    made = {f"reference/{name}": text for name, text in reference.pages().items()}
    made["cli.md"] = commands.page()
    for page, source in _ELSEWHERE.items():
        made[page] = (ROOT / source).read_text(encoding="utf-8")
    made["play/index.html"] = playground_file()
    for path, text in made.items():
        files.append(File.generated(config, path, content=text))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Rewrites the links that leave docs/, and gives the first page its whole width."""
    path = page.file.src_uri
    if path == "index.md":
        page.meta["hide"] = ["navigation"]  # its section is this page alone
    return rewritten(markdown, _ELSEWHERE.get(path, f"docs/{path}"))
