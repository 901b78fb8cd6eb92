"""Kernel times of programs that two compilers built: NVIDIA's (`reference_times.csv`, measured once) and ours."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from benchmarks.compatibility.manifest import HERE

BAR = 0.95
SHORT_US = 5.0
SHORT_SLACK_US = 0.15
"""A kernel of less than `SHORT_US` may take this much longer; a ratio says nothing about it."""


OTHER_KERNELS = dict.fromkeys(
    ("E12", "E12b"),
    "theirs has a conversion too, which their `cutlass.torch` runs as a kernel; ours lets torch convert",
)
"""Why programs that run have another number of kernels."""


@dataclass(frozen=True, slots=True)
class Reference:
    """What NVIDIA's compiler made of a program: how many kernels, the sum of their least times, and what scales it."""

    kernels: int
    us: float
    scale: str


def references() -> tuple[dict[str, Reference], dict[str, float]]:
    """By program id; and the times of the same card's cuBLAS and copy, by name."""
    with (HERE / "reference_times.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    scales = {row["program"]: float(row["us"]) for row in rows if row["id"] == "scale"}
    found = {
        row["id"]: Reference(int(row["kernels"]), float(row["us"]), row["scale"])
        for row in rows
        if row["id"] != "scale"
    }
    return found, scales


def compared(
    kernels: Mapping[str, Mapping[str, Mapping[str, Any]]], scales: Mapping[str, float]
) -> list[dict[str, object]]:
    """A row for each program of the table: both times, and the reference's over ours on this card's scale.

    `kernels` are those of each program that ran; `scales` this card's times. `met` says whether the row meets the bar;
    a program that did not run, or that has another number of kernels, does not.
    """
    table, their_scales = references()
    factors = {
        "product": _factor(scales, their_scales, "cuBLAS bf16 8192^3"),
        "copy": _factor(scales, their_scales, "torch copy of 16384x16384 float32"),
    }
    rows: list[dict[str, object]] = []
    for name, theirs in table.items():
        ran = kernels.get(name, {})
        ours = {key: one for key, one in ran.items() if not one.get("library")}
        if ours and len(ran) == theirs.kernels:
            ours = ran
        least = [one["least_us"] for one in ours.values()]
        for key in ("kernel", "types"):
            grouped = _least_by(key, ours)
            if len(least) != theirs.kernels == len(grouped):
                least = grouped
        total = round(sum(least), 2)
        row: dict[str, object] = {"id": name, "reference_us": theirs.us, "us": total, "kernels": len(least)}
        if len(least) == theirs.kernels:
            expected = theirs.us * factors[theirs.scale]
            ratio = expected / total
            short = expected < SHORT_US and total <= expected + SHORT_SLACK_US
            row |= {"ratio": round(ratio, 3), "met": ratio >= BAR or short}
        else:
            row |= {"ratio": None, "met": False, "reference_kernels": theirs.kernels}
        rows.append(row)
    return rows


def _least_by(key: str, kernels: Mapping[str, Mapping[str, Any]]) -> list[float]:
    """The least time of the kernels of each name, or of each name and types of arguments.

    NVIDIA's names tell types and layouts apart, but neither constants nor sizes of blocks.
    """
    found: dict[str, float] = {}
    for one in kernels.values():
        group = one.get(key, one["kernel"])
        found[group] = min(one["least_us"], found.get(group, one["least_us"]))
    return list(found.values())


def _factor(ours: Mapping[str, float], theirs: Mapping[str, float], name: str) -> float:
    return ours[name] / theirs[name]


def summary(rows: Sequence[Mapping[str, object]]) -> str:
    """One line: how many rows compare, their median, and how many meet the bar."""
    ratios = [float(str(row["ratio"])) for row in rows if row["ratio"] is not None]
    met = sum(bool(row["met"]) for row in rows)
    middle = f"median {median(ratios):.2f}" if ratios else "no median"
    return f"{len(ratios)} of {len(rows)} rows compare, {middle}; {met} meet the bar of {BAR}"
