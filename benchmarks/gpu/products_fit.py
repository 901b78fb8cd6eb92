"""Fits the model of the machine, and the trees that correct it, to what `products_sweep learn` measured.

    PYTHONPATH=src:. python3 -m benchmarks.gpu.products_fit LEARNED.json ... [--machine | --more] [--out FILE]

Trees take some minutes; with `--machine` the numbers of the model are fitted before, which takes ten more. With
`--more` the earlier trees that are there stay, and later ones are grown anew for what they get wrong of these
measurements. Of products with fewer or more rows than any of these, the later trees are told that nothing is wrong.
The products of `products_sweep chosen --fresh` are left out. Prints how much of the fastest way's speed the chosen one
has, for products that the fit has not seen: one fifth of them at a time, and then those that were left out.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

import numpy as np
from scipy.optimize import minimize

from benchmarks.gpu.product_shapes import ITEM_BYTES, Case, drawn, fresh
from cutedsl.ops.gemm.config import GemmConfig
from cutedsl.ops.gemm_tuning.candidates import Problem, candidates
from cutedsl.ops.gemm_tuning.correction import FEATURES, Forest, Tree, features
from cutedsl.ops.gemm_tuning.cost import Machine, estimate, microseconds
from cutedsl.ops.gemm_tuning.machines import PLACE, KnownMachine, read_machine

TREES, RATE, DEPTH, LEAST = 500, 0.08, 6, 8.0
"""How many trees, the part of each that counts, their depth, and the least weight of a leaf."""
MORE_TREES, MORE_DEPTH = 200, 5
LEVEL_TREES = 30
"""How many more that ask only about the product: they change no order of its ways, only the time that is expected."""
SEEN, ASKED = 0.7, 0.6
"""The parts of the products that a tree is grown on, and of the features that it asks about, drawn for each tree."""
OF_PRODUCT = ("fewer of M and N", "more of M and N", "K", "bytes of an element", "larger operand", "smaller operand")
BINS = 40
OUTSIDE, OUTSIDE_WAYS = 80, 24
"""Products of rows that were not measured, and the best ways of each, by which earlier trees hold there."""
PRIOR = 0.004
"""What a number's distance from where it began costs, by the square of its logarithm over 0.3."""
Numbers = Any


@dataclass(frozen=True)
class Samples:
    """Measured ways: the product each belongs to, and its time. `best` has the fastest of each product."""

    problems: list[Problem]
    ways: list[tuple[int, GemmConfig]]
    time_us: Numbers
    product: Numbers
    best_us: Numbers
    cublas_us: Numbers

    @property
    def weight(self) -> Numbers:
        """Ways near the fastest count more."""
        return np.exp(-2.0 * (self.time_us / self.best_us[self.product] - 1))


def read_samples(paths: Sequence[Path], left_out: bool = False) -> Samples:
    """What runs of `products_sweep learn` wrote, of types that cuBLAS multiplies as we do.

    Without the products that stay fresh, or with `left_out` only those.
    """
    rows = [row for path in paths for row in json.loads(path.read_text())["rows"]]
    rows = [row for row in rows if row["ways"] and row["case"]["dtype"] in ITEM_BYTES]
    kept = set(fresh())
    rows = [row for row in rows if (Case(**row["case"]) in kept) is left_out]
    problems: list[Problem] = []
    ways: list[tuple[int, GemmConfig]] = []
    times: list[float] = []
    for number, row in enumerate(rows):
        problems.append(problem_of(Case(**row["case"])))
        ways += [(number, GemmConfig(**config)) for _, config in row["ways"]]
        times += [time_us for time_us, _ in row["ways"]]
    return gathered(problems, ways, times, np.array([row["cublas_us"] for row in rows]))


def problem_of(case: Case) -> Problem:
    """The problem of a product of 16-bit floats or e4m3."""
    along = case.order[0] == "T", case.order[1] == "N"
    return Problem(case.m, case.n, case.k, 1, ITEM_BYTES[case.dtype], 2, 132, *along)


def gathered(
    problems: list[Problem], ways: list[tuple[int, GemmConfig]], times: list[float], cublas_us: Numbers
) -> Samples:
    """The samples of these products and times."""
    product, time_us = np.array([number for number, _ in ways], int), np.array(times)
    best_us = np.full(len(problems), np.inf)
    np.minimum.at(best_us, product, time_us)
    return Samples(problems, ways, time_us, product, best_us, cublas_us)


def plain_us(samples: Samples, machine: Machine) -> Numbers:
    """What the model says of each way."""
    return np.array([microseconds(samples.problems[i], config, machine) for i, config in samples.ways])


def kept_speed(samples: Samples, expected: Numbers) -> Numbers:
    """Of each product, the part of the fastest way's speed that the way with the least expected time has."""
    least = np.full(len(samples.problems), np.inf)
    np.minimum.at(least, samples.product, expected)
    chosen = np.zeros(len(samples.problems))
    hits = expected <= least[samples.product]
    chosen[samples.product[hits]] = samples.time_us[hits]
    return samples.best_us / chosen


def soft_loss(samples: Samples, expected: Numbers) -> float:
    """The logarithm of the time lost where ways within some percent of the least expected time are drawn from."""
    least = np.full(len(samples.problems), np.inf)
    np.minimum.at(least, samples.product, expected)
    drawn = np.exp(-np.log(expected / least[samples.product]) / 0.03)
    lost = drawn * np.log(samples.time_us / samples.best_us[samples.product])
    count = len(samples.problems)
    return float(np.mean(np.bincount(samples.product, lost, count) / np.bincount(samples.product, drawn, count)))


def fitted_machine(samples: Samples, start: Machine) -> Machine:
    """The numbers of the model that lose least time, near where they begin."""
    names = [f.name for f in fields(Machine) if f.name not in ("clusters", "cache_bytes")]
    origin = np.log([getattr(start, name) for name in names])
    weight = samples.weight / samples.weight.mean()

    def machine_of(point: Numbers) -> Machine:
        return replace(start, **{name: float(np.exp(x)) for name, x in zip(names, point, strict=True)})

    def loss(point: Numbers) -> float:
        expected = plain_us(samples, machine_of(point))
        error = float(np.mean(np.abs(np.log(expected / samples.time_us)) * weight))
        distance = float((((point - origin) / 0.3) ** 2).sum())
        return error + 4 * soft_loss(samples, expected) + PRIOR * distance

    found: Any = minimize(loss, origin, method="Powell", options={"maxiter": 8, "maxfev": 4000})
    return machine_of(found.x)


def grown(binned: Numbers, wanted: Numbers, weight: Numbers, chosen: Numbers, depth: int, asked: Numbers) -> Tree:
    """A tree for some samples: at each node the question, about one of the features `asked`, of the least squares.

    Thresholds are numbers of bins.
    """
    mass, pull = weight[chosen].sum(), (wanted[chosen] * weight[chosen]).sum()
    leaf = round(float(pull / (mass + LEAST / 2)), 4)
    if depth == 0 or mass < 2 * LEAST:
        return leaf
    places = (binned[np.ix_(chosen, asked)] + np.arange(len(asked)) * (BINS + 1)).ravel()

    def below(values: Numbers) -> Numbers:
        """The sum of the values up to each bin, by features."""
        sums = np.bincount(places, np.repeat(values, len(asked)), len(asked) * (BINS + 1))
        return sums.reshape(len(asked), BINS + 1).cumsum(1)[:, :-1]

    masses, pulls = below(weight[chosen]), below(wanted[chosen] * weight[chosen])
    gain = pulls**2 / (masses + 1e-9) + (pull - pulls) ** 2 / (mass - masses + 1e-9) - pull**2 / mass
    gain[(masses < LEAST) | (mass - masses < LEAST)] = -1.0
    feature, at = np.unravel_index(int(np.argmax(gain)), gain.shape)
    if gain[feature, at] <= 1e-9:
        return leaf
    under = binned[chosen, asked[feature]] <= at
    parts = (grown(binned, wanted, weight, chosen[side], depth - 1, asked) for side in (under, ~under))
    return [int(asked[feature]), int(at), *parts]


def with_thresholds(tree: Tree, edges: Sequence[Numbers]) -> Tree:
    """The tree with the numbers of bins replaced by where they end."""
    if isinstance(tree, float | int):
        return tree
    feature, at, low, high = tree
    return [feature, round(float(edges[feature][at]), 4), with_thresholds(low, edges), with_thresholds(high, edges)]


def corrected(samples: Samples, known: KnownMachine, chosen: Numbers) -> tuple[Tree, ...]:
    """The trees of a machine, and more for what it gets wrong of the ways numbered `chosen`.

    First for how the ways of one product differ, as only their order chooses; then for the mean of each product.
    """
    given = _features(samples, known.machine)
    steps = np.linspace(0, 1, BINS + 1)[1:-1]
    edges = [np.unique(np.quantile(given[:, j], steps).round(4)) for j in range(len(FEATURES))]
    binned = np.stack([np.searchsorted(edges[j], given[:, j], side="left") for j in range(len(FEATURES))], 1)
    left, weight = np.log(samples.time_us / expected_by(samples, known)), samples.weight
    draw, trees = np.random.default_rng(0), list(known.trees)
    count, depth = (MORE_TREES, MORE_DEPTH) if known.trees else (TREES, DEPTH)
    level = np.array([j for j, name in enumerate(FEATURES) if name in OF_PRODUCT])
    for number in range(count + LEVEL_TREES):
        of_ways = number < count
        seen = draw.random(len(samples.problems)) < SEEN
        asked = np.sort(draw.choice(len(FEATURES), int(ASKED * len(FEATURES)), replace=False)) if of_ways else level
        wanted = left - product_means(samples, left, weight) if of_ways else left
        tree = grown(binned, wanted, weight, chosen[seen[samples.product[chosen]]], depth, asked)
        trees.append(with_thresholds(tree, edges))
        left = left - RATE * np.array(Forest(trees[-1:]).sums(given))
    return tuple(trees)


def with_outside(samples: Samples, known: KnownMachine) -> Samples:
    """The samples, and products of rows that none of them has, with the times that are expected of their ways."""
    rows = [problem.m for problem in samples.problems]
    others = [case for case in drawn(4 * OUTSIDE, OUTSIDE) if case.dtype in ITEM_BYTES]
    problems, ways, times = list(samples.problems), list(samples.ways), list(samples.time_us)
    for problem in [p for p in map(problem_of, others) if not min(rows) <= p.m <= max(rows)][:OUTSIDE]:
        found = known.in_order(problem, list(candidates(problem)))[:OUTSIDE_WAYS]
        ways += [(len(problems), config) for config in found]
        times += [known.expected_us(problem, config) for config in found]
        problems.append(problem)
    return gathered(problems, ways, times, samples.cublas_us)


def product_means(samples: Samples, values: Numbers, weight: Numbers) -> Numbers:
    """For each way, the mean of all ways of its product."""
    count = len(samples.problems)
    means = np.bincount(samples.product, values * weight, count) / np.bincount(samples.product, weight, count)
    return means[samples.product]


def _features(samples: Samples, machine: Machine) -> Numbers:
    given = ((samples.problems[i], config) for i, config in samples.ways)
    return np.array([features(p, config, machine, estimate(p, config, machine)) for p, config in given])


def expected_by(samples: Samples, known: KnownMachine) -> Numbers:
    """The corrected times of all ways."""
    plain = plain_us(samples, known.machine)
    sums = Forest(known.trees).sums(_features(samples, known.machine)) if known.trees else 0.0
    return plain * np.exp(known.rate * np.array(sums))


def cross_validated(samples: Samples, start: KnownMachine, folds: int = 5) -> Numbers:
    """`kept_speed` where each product is left out once: all of its sizes, whatever the type."""
    sizes = [(p.m, p.n, p.k) for p in samples.problems]
    part = {size: i % folds for i, size in enumerate(random.Random(0).sample(sorted(set(sizes)), len(set(sizes))))}
    fold = np.array([part[size] for size in sizes])[samples.product]
    expected = np.zeros(len(samples.ways))
    for number in range(folds):
        known = replace(start, trees=corrected(samples, start, np.flatnonzero(fold != number)))
        expected[fold == number] = expected_by(samples, known)[fold == number]
    return kept_speed(samples, expected)


def said(text: str, samples: Samples, kept: Numbers) -> None:
    """Prints a summary."""
    mean: Callable[[Numbers], float] = lambda values: float(np.exp(np.mean(np.log(values))))  # noqa: E731
    beside = kept * samples.cublas_us / samples.best_us
    print(f"{text}: {mean(kept):.4f} of the fastest way's speed, {mean(beside):.4f} x cuBLAS", flush=True)


def main() -> None:
    """Fits, prints and writes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("learned", nargs="+", type=Path)
    parser.add_argument("--machine", action="store_true")
    parser.add_argument("--more", action="store_true")
    parser.add_argument("--out", type=Path, default=PLACE / "h200.json")
    given = parser.parse_args()
    samples, others = read_samples(given.learned), read_samples(given.learned, left_out=True)
    known = read_machine(given.out)
    machine = known.machine
    said("model", samples, kept_speed(samples, plain_us(samples, machine)))
    if given.machine:
        machine = fitted_machine(samples, machine)
        said("fitted", samples, kept_speed(samples, plain_us(samples, machine)))
    said("corrected before", samples, kept_speed(samples, expected_by(samples, known)))
    earlier = known.trees[: len(known.trees) - known.later] if given.more else ()
    start = KnownMachine(machine, earlier, RATE)
    said("corrected, one fifth at a time", samples, cross_validated(samples, start))
    learned = with_outside(samples, start) if given.more else samples
    made = replace(start, trees=corrected(learned, start, np.arange(len(learned.ways))))
    said("corrected", samples, kept_speed(samples, expected_by(samples, made)))
    if others.problems:
        said("left out, before", others, kept_speed(others, expected_by(others, known)))
        said("left out, now", others, kept_speed(others, expected_by(others, made)))
    numbers = {name: value if name == "clusters" else float(f"{value:.4g}") for name, value in asdict(machine).items()}
    measured = {
        "cluster_m": max(config.cluster_m for _, config in samples.ways),
        "cluster_n": max(config.cluster_n for _, config in samples.ways),
        "parts": any(config.part_n for _, config in samples.ways),
    }
    later = len(made.trees) - len(start.trees) if start.trees else 0
    record = {
        "device": "NVIDIA H200",
        "machine": numbers,
        "rate": RATE,
        **measured,
        "later": later,
        "trees": made.trees,
    }
    given.out.write_text(
        json.dumps(record, separators=(",", ":")).replace('"trees":[', '"trees":[\n').replace("],[", "],\n[") + "\n"
    )


if __name__ == "__main__":
    main()
