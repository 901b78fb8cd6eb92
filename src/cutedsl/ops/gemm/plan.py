"""What a matrix product will run: its operands as the kernel takes them, which kernel, and why that one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cutedsl.ops.arrays import FLOATS, View
from cutedsl.ops.gemm.config import GemmConfig
from cutedsl.ops.gemm.few import MOST_ROWS, GemvConfig
from cutedsl.ops.gemm.operands import along_k
from cutedsl.ops.gemm.terms import Terms
from cutedsl.ops.gemm_tuning.candidates import Problem
from cutedsl.ops.gemm_tuning.choice import COPY_BYTES, Operand, config_for, has_wgmma, operand_of
from cutedsl.ops.gemm_tuning.cost import tiles_of, workers_of
from cutedsl.ops.gemm_tuning.machines import known_machine
from cutedsl.ops.gemm_tuning.notes import noted
from cutedsl.ops.refuse import refused

FEWEST = 4
"""Up to so many rows are multiplied without matrix units where the other choice is the general kernel."""


@dataclass(frozen=True, slots=True)
class ProductPlan:
    """The operands, copied by `before` where their order must be another, their classes, and how they are multiplied.

    Without `config` the general kernel runs. `why` has a sentence for each thing that decided.
    """

    a: View
    b: View
    operands: tuple[Operand, Operand, Operand]
    config: GemmConfig | GemvConfig | None
    before: list[Callable[[], None]]
    why: tuple[str, ...]


def product_plan(
    a: View, b: View, out: View, terms: Terms, config: GemmConfig | GemvConfig | None, blocks: int
) -> ProductPlan:
    """The plan of a product of these arrays as they lie. Errors: gemm-config."""
    exact = a.dtype_name == "float32" and not terms.tf32
    fits = not exact and a.shape[-1] > 0 and has_wgmma(a)
    before: list[Callable[[], None]] = []
    why: list[str] = []
    given = a, b
    if fits and (a.item_bytes == 1 or a.dtype_name == "float32"):
        a, b = (along_k(view, axis, before) for view, axis in ((a, -1), (b, -2)))
        for name, old, new in (("a", given[0], a), ("b", given[1], b)):
            if old is not new:
                why.append(f"`{name}` is copied first: {a.dtype_name} is multiplied with K contiguous")
    operands = operand_of(a), operand_of(b), operand_of(out, written=True)
    along = all(o.mapped and o.lead == axis % o.rank for o, axis in zip(operands[:2], (-1, -2), strict=True))
    few = min(out.shape[-2:])
    streams = along and not terms.tf32 and a.dtype_name in FLOATS and a.shape[-1] % (COPY_BYTES // a.item_bytes) == 0
    if isinstance(config, GemvConfig) and not (streams and few <= MOST_ROWS):
        raise refused("gemm-config", f"{config} for {few} rows or columns; up to {MOST_ROWS}, of floats, along K")
    mapped = all(o.mapped for o in operands)
    if config is not None and (isinstance(config, GemvConfig) or (fits and mapped)):
        why.append("`config` was given")
    elif config is None and not fits and streams and few <= FEWEST:
        config = GemvConfig(2 if few <= 2 else 1, swap=out.shape[-1] < out.shape[-2])
        why.append(f"{few} rows or columns of {a.dtype_name} are multiplied without matrix units")
    elif not (fits and mapped):
        config = None
        why += _why_general(a, b, out, operands, exact)
    else:
        problem = problem_of(a, b, out, terms, blocks)
        config = config_for(problem)
        why += [_why_chosen(problem, config), *_how_shared(config)]
    return ProductPlan(a, b, operands, config, before, tuple(why))


def problem_of(a: View, b: View, out: View, terms: Terms, blocks: int) -> Problem:
    """What the choice of a configuration follows from."""
    batches = out.shape[0] if out.rank == 3 else 1
    along = tuple(operand_of(view).lead == axis % view.rank for view, axis in ((a, -1), (b, -2)))
    sizes = out.shape[-2], out.shape[-1], a.shape[-1], batches, a.item_bytes, out.item_bytes, blocks
    added = terms.c is not None or bool(terms.operands)
    return Problem(*sizes, *along, adds=added, integers=a.dtype_name == "int8")


def _why_general(a: View, b: View, out: View, operands: tuple[Operand, ...], exact: bool) -> list[str]:
    """Why the kernel that takes anything runs."""
    if exact:
        return ["float32 is multiplied exactly, without matrix units; `allow_tf32=True` uses them"]
    if not has_wgmma(a):
        return [f"{a.device} has no multipliers of warp groups"]
    names = zip(("a", "b", "the result"), (a, b, out), operands, strict=True)
    return [
        f"no tensor map holds {name}: shape {view.shape}, strides {view.strides}, address % 16 = {view.pointer % 16}"
        for name, view, operand in names
        if not operand.mapped
    ] or ["there is nothing to add up"]


def _why_chosen(problem: Problem, config: GemmConfig) -> str:
    """How the work is shared out."""
    tiles, workers = tiles_of(problem, config), workers_of(problem, config, known_machine().machine)
    given = "as measured on this machine" if noted(problem) else "by the model of the machine"
    text = f"chosen {given}: {tiles} tile{'s' if tiles > 1 else ''} of {config.tile_m} x {config.tile_n}"
    text += " of the transposed result" if config.swap else ""
    if config.cluster_k > 1:
        return f"{text}, each by {config.cluster_k} blocks along K; {workers} at a time"
    rounds = -(-tiles // workers)
    if config.stream_k and tiles % workers:
        return f"{text} on {workers} blocks, the last {tiles - (rounds - 1) * workers} shared out along K"
    return f"{text} on {workers} blocks: {rounds} round{'s' if rounds > 1 else ''}, {tiles / rounds / workers:.0%} busy"


def _how_shared(config: GemmConfig) -> list[str]:
    """What blocks share, by the names of the call: of the transposed result, `b` has the rows of tiles."""
    found: list[str] = []
    across, down = ("a", "b") if config.swap else ("b", "a")
    for blocks, name in ((config.cluster_m, across), (config.cluster_n, down)):
        if blocks > 1:
            found.append(f"{blocks} blocks of a cluster share each tile of `{name}`, which is read once for them")
    if config.pingpong:
        found.append("two warp groups of a block take turns: one stores its tile while the other multiplies")
    if config.resident > 1:
        found.append(f"{config.resident} blocks run at a time on each multiprocessor")
    return found
