"""Takes the programs out of copies of their repositories, into a folder outside of any repository; fetches nothing."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

from benchmarks.compatibility.manifest import Program, Source, programs, sources

_SUFFIXES = (".py", ".ipynb", ".toml", ".cfg", ".ini", ".mlir", ".td", ".md", ".txt")
_PROPRIETARY = re.compile(
    rb"LicenseRef-NvidiaProprietary|NVIDIA Software License Agreement|End User License Agreement", re.IGNORECASE
)
_HEADER_BYTES = 4000


def prepare(copies: Path, work: Path) -> list[str]:
    """Writes what `sources.csv` lists, except files whose header names a proprietary licence; one line a source.

    A copy is a Git repository, bare or not, at `copies/OWNER+NAME`, `copies/OWNER+NAME/repo` or `copies/NAME`; its
    checked-out files are not read, only the newest commit.
    """
    said: list[str] = []
    for source in sources():
        copy = _copy_of(source, copies)
        if copy is None:
            said.append(f"{source.short:8} no copy: bring github.com/{source.repository}")
            continue
        left_out = 0
        for name, data in _text_files(copy, source.folders):
            if _PROPRIETARY.search(data[:_HEADER_BYTES]):
                left_out += 1
                continue
            path = work / source.short / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        said.append(f"{source.short:8} ready; left out {left_out} files of another licence")
    for program in programs():
        if (work / program.folder).exists():
            _complete(program, work / program.folder)
    return said


def _copy_of(source: Source, copies: Path) -> Path | None:
    whole = source.repository.replace("/", "+")
    places = (copies / whole / "repo", copies / whole, copies / source.repository.partition("/")[2])
    return next((place for place in places if (place / "HEAD").exists() or (place / ".git").exists()), None)


def _text_files(copy: Path, folders: tuple[str, ...]) -> Iterator[tuple[str, bytes]]:
    """The text files of the newest commit; a partial clone may lack its largest, which are passed over."""
    git = ["git", "-C", str(copy)]
    command = [*git, "ls-tree", "-r", "-z", "HEAD", *(folder for folder in folders if folder != ".")]
    listing = subprocess.run(command, capture_output=True, check=True).stdout.decode(errors="replace")
    for entry in filter(None, listing.split("\0")):
        meta, _, name = entry.partition("\t")
        _, kind, object_id = meta.split()
        if kind == "blob" and name.endswith(_SUFFIXES):
            shown = subprocess.run([*git, "cat-file", "blob", object_id], capture_output=True, check=False)
            if shown.returncode == 0:
                yield name, shown.stdout


def _complete(program: Program, folder: Path) -> None:
    """The files of a program that its repository does not have: its notebook as a program, and calls of ours."""
    for name, text in program.write.items():
        (folder / name).write_text(text, encoding="utf-8")
    if program.notebook:
        text = as_program((folder / program.notebook).read_text(encoding="utf-8"))
        (folder / (program.notebook.removesuffix(".ipynb") + "_nb.py")).write_text(text, encoding="utf-8")


def as_program(notebook: str) -> str:
    """The code cells of a notebook, one after the other; lines for IPython or the shell become comments."""
    cells = [cell for cell in json.loads(notebook)["cells"] if cell["cell_type"] == "code"]
    lines = [line for cell in cells for line in ["".join(cell["source"]), ""]]
    code = [f"#{line}" if line.lstrip().startswith(("%", "!")) else line for line in "\n".join(lines).split("\n")]
    return "\n".join(code) + '\nprint("notebook ran to the end")\n'
