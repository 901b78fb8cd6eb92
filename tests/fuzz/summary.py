"""The summary of many programs compared with CPython, written after each piece so that a run that was stopped goes on.

`python -m tests.fuzz.summary FILE` compares 10,000 seeds, and compiles each fourth for the lanes of a kernel too;
`FILE FIRST LAST` some of them, `FILE again` those that failed, and `FILE + A B` joins the summaries of two parts. A
summary of another generator is refused, as its seeds are other programs.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from tests.fuzz import lane_programs
from tests.fuzz import test_against_python as programs

PROGRAMS = 10_000
PIECE = 40
COMPILED = 4
_HERE = Path(__file__).parent
_GENERATOR = [
    *(_HERE / f"{name}.py" for name in ("python_maker", "python_objects", "python_statements", "typed_programs")),
    _HERE.parent / "unit/staging/test_random_programs.py",
]


def generator() -> str:
    """What tells one generator from another: a digest of its files."""
    return hashlib.sha256(b"".join(file.read_bytes() for file in _GENERATOR)).hexdigest()[:12]


def begun(file: Path, first: int = 0) -> dict[str, Any]:
    """The summary so far of this generator, or an empty one."""
    if file.exists():
        held = json.loads(file.read_text())
        if held["generator"] != generator():
            raise SystemExit(f"{file} is of another generator; move it away to begin anew")
        return held
    counts = {"same": 0, "unset_in_python_and_refused": 0, "refused": {}}
    return {
        "generator": generator(),
        "commits": [],
        "seeds": [[first, first]],
        "programs": 0,
        "inputs_each": len(programs.INPUTS),
        "inputs_of_typed": len(programs.INPUTS) + 3,
        **counts,
        "compiled_for_lanes": {"programs": 0, **counts},
        "failures": [],
    }


def extend(held: dict[str, Any], seeds: range) -> None:
    """Compares the programs of some seeds, and counts how they end."""
    held["seeds"][-1][1] = seeds.stop
    count(held, held, programs.compare, seeds)
    lanes = range(seeds.start, seeds.stop, COMPILED)
    count(held, held["compiled_for_lanes"], lane_programs.compare, lanes)


def count(held: dict[str, Any], counts: dict[str, Any], compare: Callable[[int], str], seeds: Sequence[int]) -> None:
    """Adds how programs end to some counts, failures to all of them."""
    ends: Counter[str] = Counter()
    for seed in seeds:
        try:
            ends[compare(seed)] += 1
        except Exception as error:
            text = f"{type(error).__name__}: {error}"[:200]
            held["failures"].append({"seed": seed, "of": compare.__module__, "error": text})
    counts["programs"] += len(seeds)
    counts["same"] += ends.pop("same", 0)
    counts["unset_in_python_and_refused"] += ends.pop("unset", 0)
    counts["refused"] = dict(sorted((Counter(counts["refused"]) + ends).items()))


def again(held: dict[str, Any]) -> None:
    """Compares the programs that failed once more, with what is now in the tree."""
    failed, held["failures"] = held["failures"], []
    for of, counts in (("test_against_python", held), ("lane_programs", held["compiled_for_lanes"])):
        seeds = [failure["seed"] for failure in failed if failure["of"].endswith(of)]
        counts["programs"] -= len(seeds)
        count(held, counts, programs.compare if counts is held else lane_programs.compare, seeds)


def run(file: Path, first: int = 0, last: int = PROGRAMS) -> dict[str, Any]:
    """Compares what a summary lacks of the seeds."""
    held = begun(file, first)
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=True).stdout
    held["commits"] = [*dict.fromkeys([*held["commits"], commit.strip()])]
    while (start := held["seeds"][-1][1]) < last:
        extend(held, range(start, min(start + PIECE, last)))
        file.write_text(json.dumps(held, indent=1) + "\n")
    return held


def joined(one: Any, other: Any, name: str = "") -> Any:
    """The summary of two parts, the first of lower seeds."""
    match one:
        case dict():
            return {key: joined(one.get(key, 0), other.get(key, 0), key) for key in one | other}
        case int() if name.startswith("inputs"):
            return one
        case int():
            return one + other
        case [*before, [first, end]] if name == "seeds" and end == other[0][0]:
            return [*before, [first, other[0][1]], *other[1:]]
        case list():
            return [*one, *(item for item in other if item not in one)]
        case _:
            assert one == other, f"{name}: {one} and {other}"
            return one


def main(words: list[str]) -> int:
    """Exit code 1 if a program failed."""
    match words:
        case [file]:
            held = run(Path(file))
        case [file, "+", one, other]:
            held = joined(*(json.loads(Path(part).read_text()) for part in (one, other)))
            Path(file).write_text(json.dumps(held, indent=1) + "\n")
        case [file, "again"]:
            held = json.loads(Path(file).read_text())
            again(held)
            Path(file).write_text(json.dumps(held, indent=1) + "\n")
        case [file, first, last]:
            held = run(Path(file), int(first), int(last))
        case _:
            raise SystemExit(__doc__)
    return bool(held["failures"])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
