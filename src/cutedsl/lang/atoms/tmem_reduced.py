"""Loads from tensor memory that also combine the columns of each thread's lane: `tcgen05.ld.red`, of sm_103a.

Source: PTX ISA, "tcgen05.ld"; the pair of targets from public programs.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any, Final

from cutedsl.errors import fail
from cutedsl.errors.frozen import frozen
from cutedsl.lang.atoms.tmem_copy import TmemLoadOp, atoms_of, check_sides
from cutedsl.lang.blackwell import tcgen05
from cutedsl.lang.register_vectors.tensor_ssa import TensorSSA
from cutedsl.lang.tensors.make import recast_tensor
from cutedsl.layout import Layout, rank, size
from cutedsl.staging.scalars import Float32, Int32, Uint32

_TYPES: Final = {Float32: "f32", Int32: "s32", Uint32: "u32"}


class TmemLoadRedOp(Enum):
    """How a load combines the columns of each thread's lane."""

    MAX = "max"
    MAXABS = "max.abs"
    MIN = "min"
    MINABS = "min.abs"


@frozen
class _LoadReducedOp(TmemLoadOp):
    redOp: TmemLoadRedOp = TmemLoadRedOp.MAX

    def issue(
        self, atom: Any, src: Any, dst: Any, pred: Any, kwargs: dict[str, Any], emit: Callable[..., None]
    ) -> None:
        name, kind = type(self).__name__, _TYPES.get(atom.value_type)
        if pred is not None or kwargs:
            raise fail("copy-keyword", f"a copy by {name} takes no predicate and no keywords")
        if not isinstance(dst, tuple | list) or len(dst) != 2:
            raise fail(
                "copy-shape",
                f"{name} writes two tensors",
                fix="Pass a pair: `cute.copy(atom, src, (values, extremes))`.",
            )
        if kind is None or (kind != "f32" and "abs" in self.redOp.value):
            raise fail("copy-type", f"{name} by {self.redOp} of {atom.value_type.__name__}")
        values, extremes = dst
        check_sides(self, src, values)
        parts = list(atoms_of(atom, src, values))
        if size(extremes.type_layout) != len(parts):
            raise fail("copy-shape", f"{size(extremes.type_layout)} extremes of {len(parts)} copies: each gives one")
        reduction = f"{self.redOp.value}.{kind}"
        counts = tuple(1 + last for last in parts[-1][2])
        landed = [
            tcgen05.load_reduced(self.shape, self.repeat.value, place.iterator.toint(), reduction)
            for place, _, _ in parts
        ]
        tcgen05.land()  # as other loads
        for words, (_, fragment, at) in zip(landed, parts, strict=True):
            target, count = recast_tensor(fragment, Uint32), words.count - 1
            kept = TensorSSA.from_elements([words[k] for k in range(count)], Uint32)
            target.store(kept.reshape(target.type_layout.shape))
            flat = recast_tensor(extremes, Uint32)
            flat[at if rank(flat.type_layout) == len(at) else Layout(counts)(at)] = words[count]


class LdRed32x32bOp(_LoadReducedOp):
    """A thread loads its lane, `repeat` columns, and the extreme of these: `cute.copy(atom, src, (values, extremes))`.

    `redOp` says which: the greatest, the least, or that of the magnitudes; of numbers where some are NaN. The value
    type is Float32, or Int32 or Uint32 without magnitudes. On a GPU of sm_103a.

    Shapes: `extremes` has an element for each copy: (1, rest...) for values (V, rest...), or as many in one mode.
    Errors: copy-shape, copy-type, copy-keyword, unsupported-arch. Source: PTX ISA, `tcgen05.ld.red`.
    """

    __slots__ = ()
    shape = "32x32b"


class LdRed16x32bx2Op(_LoadReducedOp):
    """16 lanes; each half of a warp loads columns of its own, and each thread the extreme of those. See LdRed32x32bOp.

    That a thread combines its own columns alone is our reading of the ISA.
    """

    __slots__ = ()
    shape = "16x32bx2"
