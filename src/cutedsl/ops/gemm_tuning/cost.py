"""How long a matrix product takes on Hopper, cut one way or another: a model of the machine.

A product is bound by its multipliers, by what a multiprocessor and the second-level cache bring, or by memory; what
starts, ends and hands over comes on top. The numbers are fitted to what `benchmarks/gpu/products_sweep.py` measured.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from cutedsl.ops.gemm.config import GemmConfig
from cutedsl.ops.gemm_tuning.candidates import LINE, Problem

LINE_BYTES: Final = 128


@dataclass(frozen=True, slots=True)
class Machine:
    """What the model knows of a GPU. Units: microseconds; multiply-adds and bytes a microsecond.

    `multiply` are the multiply-adds of 16-bit floats that a multiprocessor does, `filled` the bytes that reach its
    shared memory. `cached` and `read` are those that all of them get from the second-level cache and from memory;
    `latency` is how long one byte is under way. `clusters` are the clusters of 1, 2, ... blocks that run at a time.

    Factors: `apart` where rows of tiles begin inside lines, `halved` where tiles end inside lines of an operand
    that is not contiguous along K. There two halves are asked for instead of one line. `alone` is for one
    multiplying group, `three` for three, `tall` for tiles of 256 rows. `paired` is for clusters that share tiles,
    `shared` for parts of tiles; products of `heat` microseconds and more multiply slower by the part `hot`, as the
    power limit sets the clock. `start` comes once, `step` with each stage of K, `tile` and `store` (of 128 x 256)
    with each tile's results. Sums that blocks hand over cost `leave` and, for each block, `collect` and `add` (of
    128 x 256); those that a cluster exchanges cost `meet`, by the part `more` of it with each block beyond two, and
    `send`. `again` is the part of the larger operand that blocks at different places of K read more than once,
    where the cache does not hold it (`cache_bytes`).
    """

    multiply: float
    filled: float
    cached: float
    read: float
    latency: float
    apart: float
    halved: float
    alone: float
    three: float
    tall: float
    paired: float
    hot: float
    heat: float
    shared: float
    start: float
    step: float
    tile: float
    store: float
    leave: float
    collect: float
    add: float
    meet: float
    more: float
    send: float
    pair: float
    overlap: float
    again: float
    cache_bytes: float
    clusters: tuple[int, ...]


class Step(NamedTuple):
    """A stage of K, and what its parts take: multiplies, shared memory, the second-level cache. Units: microseconds.

    `rows` and `columns` are what its copies ask of the cache, in rows of the tile that are contiguous along K.
    """

    whole: float
    multiply: float
    filled: float
    cached: float
    rows: float
    columns: float


class Estimate(NamedTuple):
    """The time of a product, and its parts: a multiprocessor's own, of it all but the steps, and memory's.

    Units: microseconds.
    """

    whole: float
    within: float
    ends: float
    memory: float
    step: Step


def grid_of(problem: Problem, config: GemmConfig) -> tuple[int, int]:
    """Tiles down and across one matrix."""
    rows, columns = (problem.n, problem.m) if config.swap else (problem.m, problem.n)
    shapes = (rows, config.tile_m, config.cluster_m), (columns, config.tile_n, config.cluster_n)
    down, across = (-(-extent // (tile * blocks)) * blocks for extent, tile, blocks in shapes)
    return down, across


def tiles_of(problem: Problem, config: GemmConfig) -> int:
    """How many tiles there are; a cluster's last row of tiles may lie outside."""
    down, across = grid_of(problem, config)
    return down * across * problem.batches


def workers_of(problem: Problem, config: GemmConfig, machine: Machine) -> int:
    """How many tiles are worked on at a time, by a block or by the blocks of a cluster that share it along K."""
    return clusters_at_once(problem.blocks, config.cluster, machine) * config.across * config.resident


def clusters_at_once(blocks: int, size: int, machine: Machine) -> int:
    """Clusters of `size` blocks that run at a time where `blocks` do; one more would run after all others.

    Multiprocessors come in groups that clusters of more than two do not fill.
    """
    return max(blocks // size, 1) if blocks < machine.clusters[0] else machine.clusters[size - 1]


def microseconds(problem: Problem, config: GemmConfig, machine: Machine) -> float:
    """The time that a product takes."""
    return estimate(problem, config, machine).whole


def estimate(problem: Problem, config: GemmConfig, machine: Machine) -> Estimate:
    """The time that a product takes, with its parts."""
    p, tiles, workers = problem, tiles_of(problem, config), workers_of(problem, config, machine)
    steps, rounds = -(-p.k // config.tile_k), -(-tiles // workers)
    area = config.tile_m * config.tile_n / (128 * 256)
    own_steps: float = rounds * -(-steps // config.cluster_k)
    busy, extra = tiles * config.cluster_k / rounds, machine.pair if config.cluster > 1 else 0.0
    moved: float = ((p.m + p.n) * p.k * p.item_bytes + p.m * p.n * p.out_bytes) * p.batches
    if config.stream_k and tiles % workers:
        own_steps, busy = max(tiles * steps / workers, 1.0), workers
        rounds = max(tiles // workers, 1)
        extra += machine.leave * area + max(workers / tiles, 1.0) * (machine.collect + machine.add * area)
        moved += machine.again * _read_again(p, config, machine)
    if config.cluster_k > 1:
        extra += machine.meet * (1 + machine.more * (config.cluster_k - 2))
        extra += machine.send * area * (config.cluster_k - 1) / config.cluster_k
    stores = machine.tile + machine.store * area * p.out_bytes / 2
    ends = extra + stores * (1 if config.pingpong else rounds)
    step = _step(p, config, machine, busy)
    within, memory = own_steps * step.whole + ends, moved / machine.read
    whole = machine.start + max(within, memory) + machine.overlap * min(within, memory)
    return Estimate(whole, within, ends, memory, step)


def _step(p: Problem, config: GemmConfig, machine: Machine, busy: float) -> Step:
    """A stage of K where `busy` blocks are at work: the slowest of its parts, and more where these are alike."""
    tile_m, tile_n, step_bytes = config.tile_m, config.tile_n, config.tile_k * p.item_bytes
    resident = config.resident if busy > p.blocks else 1
    multiply = tile_m * max(tile_n, 32) * step_bytes / 2 / machine.multiply
    multiply *= {1: machine.alone if config.resident == 1 else resident, 2: 1.0, 3: machine.three}[config.groups]
    multiply *= machine.tall if tile_m == 256 else 1.0
    ideal = p.m * p.n * p.k * p.batches * p.item_bytes / 2 / (p.blocks * machine.multiply)
    multiply *= 1 + machine.hot * min(ideal / machine.heat, 1.0)
    stage_bytes = (tile_m + tile_n) * step_bytes
    rows, columns = asked_for(p, config, machine)
    more = max(columns - tile_n, 0.0) / config.cluster_m
    filled = (
        (stage_bytes + more * step_bytes)
        * resident
        / min(machine.filled, (config.stages - 1) * stage_bytes / machine.latency)
    )
    cached = (rows / config.cluster_n + columns / config.cluster_m) * step_bytes * busy / machine.cached
    step = (multiply**4 + filled**4 + cached**4) ** 0.25 + machine.step
    step *= machine.paired if config.across > 1 else 1.0
    step *= machine.shared if config.stream_k else 1.0
    return Step(step, multiply, filled, cached, rows, columns)


def asked_for(p: Problem, config: GemmConfig, machine: Machine) -> tuple[float, float]:
    """What the copies of a tile's rows and columns ask of the second-level cache, in rows that are contiguous along K.

    Of an operand that is not, a copy asks for every element of K once for each piece of the tile's extent, as for a
    line. Pieces are the widest of 128, 64, 32 or 16 bytes that divide the tile. Those outside of the matrix are left
    out.
    """
    (rows, rows_along_k), (columns, columns_along_k) = (p.m, p.a_along_k), (p.n, p.b_along_k)
    if config.swap:
        rows, rows_along_k, columns, columns_along_k = columns, columns_along_k, rows, rows_along_k

    def asked(tile: int, extent: int, along_k: bool) -> float:
        if along_k:
            return tile * (machine.apart if p.k * p.item_bytes % LINE_BYTES else 1.0)
        piece = next(width for width in (LINE, LINE // 2, LINE // 4, LINE // 8) if tile % width == 0)
        lines = -(-min(tile, extent) // piece) * LINE * (1.0 if piece == LINE else machine.halved / 2)
        crossed = (2 * piece - 16) / (LINE_BYTES - 16) if extent * p.item_bytes % LINE_BYTES else 0.0
        return lines * (1 + (machine.apart - 1) * crossed)

    return asked(config.tile_m, rows, rows_along_k), asked(config.tile_n, columns, columns_along_k)


def ends_inside_lines(p: Problem, config: GemmConfig) -> bool:
    """Whether tiles of the operand across have half a line at their end."""
    along_k = p.a_along_k if config.swap else p.b_along_k
    return not along_k and config.tile_n > LINE and config.tile_n % LINE > 0


def _read_again(p: Problem, config: GemmConfig, machine: Machine) -> float:
    """Bytes of the larger operand that tiles beside each other would read again."""
    larger = max(p.m, p.n) * p.k * p.item_bytes
    if larger <= machine.cache_bytes:
        return 0.0
    down, across = grid_of(p, config)
    times = across / config.cluster_n if config.swap == (p.n >= p.m) else down / config.cluster_m
    return (min(times, 4.0) - 1) * larger
