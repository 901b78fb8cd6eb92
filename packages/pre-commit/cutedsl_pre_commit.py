"""The pre-commit hook: runs changed programs with kernels, and the tests of changed kernels, checked on the CPU."""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

_KERNEL = re.compile(r"^\s*@cute\.(kernel|jit)\b|^\s*@(kernel|jit)\b", re.MULTILINE)
_PROGRAM = re.compile(r"^if __name__ == ['\"]__main__['\"]", re.MULTILINE)
_SKIPPED = (".git", ".venv", "venv", "node_modules", "__pycache__")


def is_test(file: Path) -> bool:
    """Whether pytest takes the file for tests by its name."""
    return file.suffix == ".py" and (file.name.startswith("test_") or file.stem.endswith("_test"))


def commands(files: Sequence[Path], root: Path) -> list[list[str]]:
    """What is to be run for changed files."""
    programs: list[Path] = []
    tests: dict[Path, None] = {}
    modules: list[str] = []
    for file in files:
        text = file.read_text(encoding="utf-8", errors="replace")
        if is_test(file):
            if _KERNEL.search(text) or "cutlass" in text or "cutedsl" in text:
                tests[file] = None
        elif _KERNEL.search(text):
            modules.append(file.stem)
            if _PROGRAM.search(text):
                programs.append(file)
    if modules:
        named = re.compile(r"\b(" + "|".join(map(re.escape, modules)) + r")\b")
        found = (file for file in sorted(root.rglob("*.py")) if is_test(file) and not set(file.parts) & set(_SKIPPED))
        tests.update((file, None) for file in found if named.search(file.read_text(encoding="utf-8", errors="replace")))
    python = [sys.executable, "-m"]
    asked = [[*python, "cutedsl", "check", str(file)] for file in programs]
    if tests:
        asked.append([*python, "pytest", "-q", "--cutedsl-check", *map(str, tests)])
    return asked


def main(argv: Sequence[str] | None = None) -> int:
    """Gives 1 if anything was found, or took too long."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--limit", type=float, default=60.0, help="seconds for each file")
    options = parser.parse_args(argv)
    status = 0
    for command in commands(options.files, Path.cwd()):
        try:
            status |= subprocess.run(command, timeout=options.limit * max(len(command) - 5, 1), check=False).returncode
        except subprocess.TimeoutExpired:
            print(f"{' '.join(command[2:])}: timed out after {options.limit:.0f} s", file=sys.stderr)
            status = 1
    return int(status != 0)


if __name__ == "__main__":
    sys.exit(main())
