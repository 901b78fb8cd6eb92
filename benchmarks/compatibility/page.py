"""docs/compatibility.md: what the recorded runs gave, program by program, with a cause for each failure."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.compatibility.manifest import HERE, Program, programs, sources
from benchmarks.compatibility.times import OTHER_KERNELS, summary
from benchmarks.record import RESULTS, ROOT

PAGE = ROOT / "docs" / "compatibility.md"
RECORDS = {"CPU": RESULTS / "compatibility_cpu.json", "H200": RESULTS / "compatibility_h200.json"}
TIMES = RESULTS / "external_times_h200.json"
CAUSES = HERE / "causes.csv"
"""What someone found out about a failure: device, id, cause. A row for a program that passes is an error."""

LIBRARY_CAUSES = HERE / "library_causes.csv"
"""What someone found out about a test of a library: library/function, cause."""
_NO_FAILURE = ("pass", "skipped", "not run")

Record = dict[str, Any]


def records() -> dict[str, Record]:
    """The recorded runs by device."""
    return {device: json.loads(path.read_text(encoding="utf-8")) for device, path in RECORDS.items() if path.exists()}


def causes(found: dict[str, Record]) -> dict[tuple[str, str], str]:
    """(device, id) to the cause of each failure: what was found out, or else what the program said last.

    Errors: ValueError for a cause of something that did not fail.
    """
    given = {
        (device, row["id"]): row["cause"]
        for device, record in found.items()
        for row in record["rows"]
        if row["kind"] != "pass"
    }
    with CAUSES.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            key = (row["device"], row["id"])
            if key not in given and row["device"] in found:
                raise ValueError(f"{CAUSES.name} has a cause for {key}, which did not fail")
            if key in given:
                given[key] = row["cause"]
    return given


def text_of_page(found: dict[str, Record]) -> str:
    """The page."""
    why = causes(found)
    lines = [
        "# Programs that others wrote",
        "",
        "Public programs for CuTe DSL, run unmodified by `cutedsl run`. They are not part of this repository: it has "
        "facts about them (`benchmarks/compatibility/programs.json`). Written by "
        "`python -m benchmarks.compatibility page` from recorded runs.",
        "",
        *_totals(found),
        "",
        "To run them, clone the repositories below into a folder, then:",
        "",
        "```",
        "PYTHONPATH=src:. python -m benchmarks.compatibility prepare CLONES WORK",
        "PYTHONPATH=src:. python -m benchmarks.compatibility run WORK --jobs 2                  # on the CPU",
        "PYTHONPATH=src:. python -m benchmarks.compatibility run WORK --jobs 8 --device cuda    # on a GPU",
        "```",
        "",
        "**NVIDIA's package** is release 4.8.1 on an H200: ✔ runs the program, ✘ does not, `retired` stops at a name "
        "that the release no longer has. `–`: not run there; programs too large for a CPU run on a GPU only.",
    ]
    lines += _libraries() + _times()
    for source in sources():
        mine = [program for program in programs() if program.short == source.short and not program.real_size]
        if mine:
            lines += _table(source.repository, mine, found, why)
    return "\n".join(lines) + "\n"


def _totals(found: dict[str, Record]) -> list[str]:
    head = ["| device | run | pass | of those that NVIDIA's package runs | of the retired | fail with no error name |"]
    lines = [*head, "|---|---|---|---|---|---|"]
    for record in found.values():
        kinds = {row["id"]: row["kind"] for row in record["rows"]}
        ran = [program for program in programs() if program.id in kinds]
        cells = [
            f"{record['machine']['device']}, commit {record['commit']}",
            str(len(ran)),
            _share(ran, kinds).partition(" ")[0],
            _share([program for program in ran if program.reference], kinds),
            _share([program for program in ran if program.retired], kinds),
            str(sum(kind == "unnamed" for kind in kinds.values())),
        ]
        lines.append("| " + " | ".join(cells) + " |")
    for record in found.values():
        earlier = [row["commit"] for row in record["rows"] if "commit" in row]
        if earlier:
            where = f"{len(earlier)} rows of {record['machine']['device']}"
            lines += ["", f"{where} are of other runs, at {', '.join(sorted(set(earlier)))}."]
    return lines


def _libraries() -> list[str]:
    """The drawn tests of production libraries."""
    lines = ["", "## Libraries' own tests", ""]
    lines.append(
        "Drawn by a seed from the libraries' own tests (`benchmarks/compatibility/drawn/`); cutedsl is their `cutlass`."
    )
    lines += ["", "| library | device | pass of those that ran | skip | not reached in time |", "|---|---|---|---|---|"]
    failed: list[tuple[str, str, dict[str, Any]]] = []
    for path in sorted(RESULTS.glob("libraries_*.json")):
        record: Record = json.loads(path.read_text(encoding="utf-8"))
        kinds = [row["kind"] for row in record["rows"]]
        skip, late = kinds.count("skipped"), kinds.count("not run")
        device = f"{record['machine']['device']}, commit {record['commit']}"
        later = sorted({row["commit"] for row in record["rows"] if "commit" in row})
        device += f" (some at {', '.join(later)})" if later else ""
        name = path.stem.removeprefix("libraries_").rpartition("_")[0].replace("_", "-")
        ran = f"{kinds.count('pass')} of {len(kinds) - skip - late}"
        lines.append(f"| {name} | {device} | {ran} | {skip} | {late} |")
        failed += [(name, device.partition(",")[0], row) for row in record["rows"] if row["kind"] not in _NO_FAILURE]
    lines += ["", "Those that ran and did not pass:", "", "| library | device | test | cause |", "|---|---|---|---|"]
    known = dict(csv.reader(LIBRARY_CAUSES.read_text(encoding="utf-8").splitlines()))
    for name, device, row in failed:
        test = row["id"].rpartition("::")[2]
        cause = known.get(f"{name}/{test.partition('[')[0]}") or row["cause"][:120]
        lines.append(f"| {name} | {device} | `{test}` | {_escaped(cause)} |")
    return lines


def _times() -> list[str]:
    """The times of the programs' kernels, built by two compilers."""
    record: Record = json.loads(TIMES.read_text(encoding="utf-8"))
    _, *rows = record["rows"]
    lines = ["", "## Times of their kernels", ""]
    lines.append(
        f"The same sources built by NVIDIA's compiler (times of one H200, taken once) and by ours "
        f"({record['machine']['device']}, commit {record['commit']}): sums of the least times of their kernels in µs. "
        "The ratio is theirs over ours, scaled by cuBLAS or by a copy of the same run: above 1 ours is faster."
    )
    lines += ["", f"**{summary(rows)}.**", "", "| id | NVIDIA's | ours | ratio |", "|---|---|---|---|"]
    for row in rows:
        ours = row["us"] if row["kernels"] else "–"
        why = OTHER_KERNELS.get(row["id"], f"{row['kernels']} kernels for {row.get('reference_kernels')}")
        ratio = row["ratio"] or (why if row["kernels"] else "–")
        lines.append(f"| {row['id']} | {row['reference_us']} | {ours} | {ratio} |")
    return [*lines, "", record["note"]] if "note" in record else lines


def _share(part: Sequence[Program], kinds: dict[str, str]) -> str:
    return f"{sum(kinds[program.id] == 'pass' for program in part)} of {len(part)}"


def _table(
    repository: str, mine: Sequence[Program], found: dict[str, Record], why: dict[tuple[str, str], str]
) -> list[str]:
    lines = ["", f"## [{repository}](https://github.com/{repository})", ""]
    lines += ["| id | program | NVIDIA's package | " + " | ".join(RECORDS) + " | cause |", "|---|---|---|---|---|---|"]
    for program in mine:
        cells = [program.id, _command(program), _reference(program)]
        for device in RECORDS:
            rows = found.get(device, {"rows": []})["rows"]
            kind = next((row["kind"] for row in rows if row["id"] == program.id), "–")
            cells.append({"pass": "✔", "not run": "–", "–": "–"}.get(kind, "✘"))
        given = {device: why[device, program.id] for device in RECORDS if (device, program.id) in why}
        cells.append("; ".join(f"{device}: {_escaped(cause)}" for device, cause in given.items()))
        lines.append("| " + " | ".join(cells) + " |")
    return lines


def _command(program: Program) -> str:
    folder = program.folder.partition("/")[2]
    argv = list(program.argv)
    place = next((k for k, word in enumerate(argv) if word.endswith(".py")), None)
    if folder and place is not None:
        argv[place] = f"{folder}/{argv[place]}"
    return _escaped(" ".join(argv), code=True)


def _reference(program: Program) -> str:
    if program.retired:
        return "retired"
    return "–" if program.reference is None else "✔" if program.reference else "✘"


def _escaped(text: str, *, code: bool = False) -> str:
    text = text.replace("|", "\\|")
    return f"`{text}`" if code else text.replace("<", "&lt;").replace("*", "\\*").replace("_", "\\_").replace("`", "'")


def write_page(page: Path = PAGE) -> int:
    """Writes the page; gives 0."""
    page.write_text(text_of_page(records()), encoding="utf-8")
    return 0


def check(page: Path = PAGE) -> int:
    """1 if the page is not what the records say."""
    if page.exists() and page.read_text(encoding="utf-8") == text_of_page(records()):
        return 0
    print(f"docs/{page.name} is stale; run `python -m benchmarks.compatibility page`")
    return 1
