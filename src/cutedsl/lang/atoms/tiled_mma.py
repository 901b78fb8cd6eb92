"""`MmaAtom` and `TiledMma`: a multiply instruction, tiled over threads and values, and one thread's slice of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from cutedsl.arch.atoms.records import MmaRecord
from cutedsl.arch.atoms.warpgroup import operand_place
from cutedsl.errors import DSLUserCodeError, fail
from cutedsl.lang.atoms.mma_ops import Field, MmaOp
from cutedsl.lang.atoms.operand_tensor import OperandTensor
from cutedsl.lang.atoms.partition_errors import cannot_partition
from cutedsl.lang.atoms.umma_ops import BlockScaledMmaOp
from cutedsl.lang.emission.mlir_places import methods_take_places
from cutedsl.lang.tensors.make import make_rmem_tensor
from cutedsl.lang.tensors.tensor import Tensor
from cutedsl.lang.tiles.takes_threads import TakesThreads
from cutedsl.layout import (
    ComposedLayout,
    IntTuple,
    Layout,
    Swizzle,
    get_flat_coord,
    layout_text,
    make_fragment_layout,
    make_layout,
    product,
    rank,
    size,
    tiled_product,
    tuple_text,
)
from cutedsl.layout.partition import mma_partition, mma_tv
from cutedsl.staging.numeric import Numeric, as_numeric
from cutedsl.staging.protocol import Handle
from cutedsl.staging.scalars import (
    BFloat16,
    Boolean,
    Float4E2M1FN,
    Float6E2M3FN,
    Float6E3M2FN,
    Float8E4M3FN,
    Float8E5M2,
    Float16,
    Float32,
    Float64,
    Int8,
    Int32,
    TFloat32,
    Uint8,
)

if TYPE_CHECKING:
    from cutedsl.lang.layouts.algebra_types import TensorT

NUMERIC_OF: dict[str, type[Numeric]] = {
    "f16": Float16, "bf16": BFloat16, "f32": Float32, "f64": Float64, "tf32": TFloat32, "s8": Int8, "u8": Uint8,
    "s32": Int32, "e4m3": Float8E4M3FN, "e5m2": Float8E5M2, "e2m3": Float6E2M3FN, "e3m2": Float6E3M2FN,
    "e2m1": Float4E2M1FN,
}  # fmt: skip


class FactorPointers:
    """Where the scale factors of the next multiplies lie in registers.

    Atoms hold it, and loops carry atoms by their numbers alone: a body sets pointers of its own before it multiplies.
    """

    __slots__ = ("sfa", "sfb")

    def __init__(self, sfa: Any = None, sfb: Any = None) -> None:
        self.sfa, self.sfb = sfa, sfb

    def copy(self) -> FactorPointers:
        """The same pointers, for another atom."""
        return FactorPointers(self.sfa, self.sfb)


@methods_take_places
class Accumulates:
    """What atoms and tiled multiplies share: the instruction's layouts, and what changes from multiply to multiply.

    Attributes:
        record: the instruction.
        accumulate: whether the next multiplies add C.
        scales: where the scale factors of A and of B lie in tensor memory, of a block-scaled multiply; else nothing.
        factors: pointers to those of a warp's block-scaled multiply in registers, once they are set.
        negated: the operands whose sign the next multiplies change.
    """

    accumulate: Any
    scales: tuple[Any, ...]
    factors: FactorPointers
    negated: frozenset[str]

    if TYPE_CHECKING:

        @property
        def record(self) -> MmaRecord: ...

    @property
    def thr_id(self) -> Layout:
        return self.record.thr_id

    @property
    def shape_mnk(self) -> tuple[int, int, int]:
        """The atom's extents (M,N,K)."""
        return self.record.shape_mnk

    @property
    def tv_layout_A(self) -> Layout:
        return self.record.a

    @property
    def tv_layout_B(self) -> Layout:
        return self.record.b

    @property
    def tv_layout_C(self) -> Layout:
        return self.record.c

    def set(self, field: Field, value: Any) -> None:
        """Changes a field for the multiplies that follow. Errors: mma-operand."""
        match field.value:
            case "accumulate":
                self.accumulate = value if isinstance(value, bool) else as_numeric(value).to(Boolean)
            case "sfa" | "sfb" if self.scales:
                self.scales = (value.index, self.scales[1]) if field.value == "sfa" else (self.scales[0], value.index)
            case "sfa" | "sfb" as name if self.record.scales is not None and self.record.family == "mma":
                setattr(self.factors, name, value)
            case "negate_a" | "negate_b" if isinstance(value, bool):
                self.negated = self.negated | {field.value} if value else self.negated - {field.value}
            case _:
                raise fail("mma-operand", f"this multiply has no field {field.name} to set to {value}")

    def get(self, field: Field) -> Any:
        """The current value of a field. Errors: mma-operand."""
        match field.value:
            case "accumulate":
                return self.accumulate
            case "negate_a" | "negate_b":
                return field.value in self.negated
            case _:
                raise fail("mma-operand", f"this multiply has no field {field.name} to read")

    def _parts(self) -> tuple[Any, ...]:
        """What control flow carries."""
        return (self.accumulate, *self.scales)

    def _handles(self) -> list[Handle]:
        return [part.ir_value() for part in self._parts() if not isinstance(part, bool)]

    def _filled(self, values: Sequence[Handle]) -> tuple[Any, ...]:
        """The parts with other handles."""
        supply = iter(values)
        accumulate = self.accumulate if isinstance(self.accumulate, bool) else Boolean.from_handle(next(supply))
        return (accumulate, *[Int32.from_handle(next(supply)) for _ in self.scales])


@methods_take_places
@dataclass(unsafe_hash=True)
class MmaAtom(Accumulates):
    """One multiply instruction: its shape, its threads, and the thread-value layouts of A, B and C.

    `set(Field.ACCUMULATE, x)` says whether the next multiplies by this atom add C.
    Source: CuTe documentation, "MMA Atoms".
    """

    op: MmaOp
    record: MmaRecord
    accumulate: Any = field(default=True, compare=False)
    scales: tuple[Any, ...] = field(default=(), compare=False)
    negated: frozenset[str] = field(default=frozenset(), compare=False)
    factors: FactorPointers = field(default_factory=FactorPointers, compare=False)

    def __str__(self) -> str:
        return "\n".join(("MMA Atom", *atom_lines(self.record)))

    def __carried_parts__(self) -> Sequence[Any]:
        return self._parts()

    def __of_carried_parts__(self, parts: Sequence[Any]) -> MmaAtom:
        return MmaAtom(self.op, self.record, parts[0], tuple(parts[1:]), self.negated, self.factors)

    def __extract_mlir_values__(self) -> Sequence[Handle]:
        return self._handles()

    def __new_from_mlir_values__(self, values: Sequence[Handle]) -> MmaAtom:
        return self.__of_carried_parts__(self._filled(values))


def atom_lines(record: MmaRecord) -> tuple[str, ...]:
    """The lines printed for an atom, below its title."""
    return (
        f"  ThrID:       {record.thr_id}",
        f"  Shape MNK:   {tuple_text(record.shape_mnk)}",
        f"  TV Layout A: {record.a}",
        f"  TV Layout B: {record.b}",
        f"  TV Layout C: {record.c}",
        *(() if record.metadata is None else (f"  TV Layout E: {record.metadata}",)),
    )


def make_mma_atom(op: MmaOp, **kwargs: Any) -> MmaAtom:
    """The atom of a multiply operation. Errors: mma-type, mma-shape, mma-major."""
    if kwargs:
        raise fail("not-yet", f"make_mma_atom with {', '.join(kwargs)}")
    record = op.record()
    if record.family != "tcgen05":
        return MmaAtom(op, record)
    # The first multiply into tensor memory, whose contents nobody knows, overwrites it.
    return MmaAtom(op, record, False, (Int32(0), Int32(0)) if isinstance(op, BlockScaledMmaOp) else ())


@methods_take_places
class TiledMma(Accumulates, TakesThreads):
    """A multiply atom laid over threads (`atom_layout_mnk`) and, by `permutation_mnk`, over more values.

    Shapes: A is (M,K), B is (N,K), C is (M,N).

    `set(Field.ACCUMULATE, x)` says whether the next multiplies add C. Source: BSD-3
    `cute/atom/mma_atom.hpp`.
    """

    def __init__(
        self, atom: MmaAtom, atom_layout_mnk: Layout, permutation_mnk: tuple[Any, Any, Any], state: Any = None
    ) -> None:
        self.atom = atom
        self.atom_layout_mnk = atom_layout_mnk
        self.permutations = permutation_mnk
        before: Accumulates = atom if state is None else state
        self.accumulate, self.scales, self.negated = before.accumulate, before.scales, before.negated
        self.factors = before.factors.copy() if state is None else before.factors

    # -- what it is ----------------------------------------------------------------------------------------------
    @property
    def op(self) -> MmaOp:
        return self.atom.op

    @property
    def record(self) -> MmaRecord:
        return self.atom.record

    @property
    def thr_layout_vmnk(self) -> Layout:
        """(V,M,N,K) -> thread: the threads of an atom, and how many atoms are laid along each mode."""
        return tiled_product(self.thr_id, self.atom_layout_mnk)

    @property
    def size(self) -> int:
        """How many threads take part."""
        return size(self.thr_layout_vmnk)

    @property
    def permutation_mnk(self) -> tuple[Any, Any, Any]:
        """The tile of each mode: an extent, or a layout that reorders it."""
        m, n, k = (self._permutation(i) for i in range(3))
        return m, n, k

    def _permutation(self, mode: int) -> Any:
        given = self.permutations[mode]
        return self.shape_mnk[mode] * size(self.thr_layout_vmnk, [mode + 1]) if given is None else given

    def _tile_of(self, operand: str, mode: int) -> Any:
        """The tile of an operand's mode; of a sparse A along K, its stored half. Errors: mma-tiling."""
        tile = self._permutation(mode)
        if operand != "A" or mode != 2 or self.record.metadata is None:
            return tile
        if isinstance(tile, Layout):
            raise fail("mma-tiling", f"the K tile of a sparse multiply must be an integer, got {tile}")
        return product(tile) // 2

    @property
    def stored_tile_k(self) -> int:
        """The extent of A's tile along K as it lies in memory: half of K's for a sparse multiply."""
        tile = self._tile_of("A", 2)
        return size(tile) if isinstance(tile, Layout) else product(tile)

    @property
    def tv_layout_E(self) -> Layout:
        """(thread, value) -> element of A (M,K) that the bits of a thread's metadata describe; sparse multiplies only.

        Errors: mma-operand.
        """
        if self.record.metadata is None:
            raise fail("mma-operand", f"{self.record.name} is not sparse: it has no metadata")
        return self.record.metadata

    def get_tile_size(self, mode_idx: int) -> int:
        """The extent of the tile along M (0), N (1) or K (2)."""
        tile = self._permutation(mode_idx)
        return size(tile) if isinstance(tile, Layout) else product(tile)

    @property
    def tv_layout_A_tiled(self) -> Layout:
        """(thread, value) -> element of the tile (M,K)."""
        ref = Layout((self.get_tile_size(0), self.stored_tile_k))
        return mma_tv(self.thr_layout_vmnk, self.split("A", ref), (1, 0))

    @property
    def tv_layout_B_tiled(self) -> Layout:
        """(thread, value) -> element of the tile (N,K)."""
        ref = Layout((self.get_tile_size(1), self.get_tile_size(2)))
        return mma_tv(self.thr_layout_vmnk, self.split("B", ref), (0, 1))

    @property
    def tv_layout_C_tiled(self) -> Layout:
        """(thread, value) -> element of the tile (M,N)."""
        ref = Layout((self.get_tile_size(0), self.get_tile_size(1)))
        return mma_tv(self.thr_layout_vmnk, self.split("C", ref), None)

    def split(self, operand: str, layout: Any) -> Any:
        """((thread V, (thread, thread)), (value, (rest, rest))) of an operand's layout."""
        first, second = {"A": (0, 2), "B": (1, 2), "C": (0, 1)}[operand]
        tv = {"A": self.tv_layout_A, "B": self.tv_layout_B, "C": self.tv_layout_C}[operand]
        vmnk, tiles = self.thr_layout_vmnk, (self._tile_of(operand, first), self._tile_of(operand, second))
        if rank(layout) < 2:
            raise fail("partition-mode", f"operand {operand} must have two modes, got {rank(layout)}")
        extents = (self.shape_mnk[first], self.record.stored_k if operand == "A" else self.shape_mnk[second])
        return mma_partition(layout, tiles, extents, tv, (size(vmnk, [first + 1]), size(vmnk, [second + 1])))

    def _thrfrg_A(self, layout: Any) -> Any:
        """`split` of A, under the name that programs use."""
        return self.split("A", layout)

    def _thrfrg_B(self, layout: Any) -> Any:
        """`split` of B, under the name that programs use."""
        return self.split("B", layout)

    def _thrfrg_C(self, layout: Any) -> Any:
        """`split` of C, under the name that programs use."""
        return self.split("C", layout)

    # -- parts ---------------------------------------------------------------------------------------------------
    def get_slice(self, thr_idx: Any) -> ThrMma:
        """The part of one thread (of a warp group: give the group's first thread or any of it)."""
        return ThrMma(self, thr_idx)

    def partition_shape_A(self, shape_mk: IntTuple) -> Any:
        """The shape (V, M, K) of a thread's part of an A of this shape."""
        return self._part_shape("A", shape_mk)

    def partition_shape_B(self, shape_nk: IntTuple) -> Any:
        """The shape (V, N, K) of a thread's part of a B of this shape."""
        return self._part_shape("B", shape_nk)

    def partition_shape_C(self, shape_mn: IntTuple) -> Any:
        """The shape (V, M, N) of a thread's part of a C of this shape."""
        return self._part_shape("C", shape_mn)

    def _part_shape(self, operand: str, shape: Any) -> Any:
        value, rest = self.split(operand, Layout(shape))[1]
        return (
            value.shape,
            *[size(rest[i]) for i in range(len(rest))],
        )  # also under a permutation, as programs count on

    def make_fragment_A(self, input: Any) -> Tensor:
        """Registers for a thread's part of A; the tensor itself where the multiply reads A from shared memory.

        Of a multiply that reads A from tensor memory: A's place there, for a tensor, a layout or a shape of parts.
        """
        if self.record.family == "tcgen05":
            return self._in_tmem().operand_a(self.op, input)
        in_smem = self.record.family == "wgmma" and size(self.tv_layout_A, [0]) == 128 and _broadcasts(self.tv_layout_A)
        return self._operand(input, self.record.type_a, in_smem, "A")

    def make_fragment_B(self, input: Any) -> Tensor:
        """Registers for a thread's part of B; the tensor itself where the multiply reads B from shared memory."""
        if self.record.family == "tcgen05":
            return self._in_tmem().operand_b(self.op, input)
        return self._operand(input, self.record.type_b, self.record.family == "wgmma", "B")

    def make_fragment_C(self, input: Any) -> Tensor:
        """Registers for a thread's part of C, the accumulators; a place in tensor memory if they are there."""
        if self.record.family == "tcgen05":
            return self._in_tmem().accumulators(self.op, input)
        shape = input.type_layout.shape if isinstance(input, Tensor) else input
        return make_rmem_tensor(make_layout(shape), NUMERIC_OF[self.record.type_c])

    @staticmethod
    def _in_tmem() -> Any:
        from cutedsl.lang.atoms import umma_operands

        return umma_operands

    def _operand(self, source: Any, ptx_type: str, in_smem: bool, name: str) -> Tensor:
        if in_smem:
            if not isinstance(source, Tensor) or source.memspace != "smem":
                raise fail("mma-operand", f"this multiply reads {name} from shared memory; give its tensor there")
            if isinstance(source.type_layout, ComposedLayout):
                raise fail(
                    "mma-operand",
                    f"operand {name} has the layout {layout_text(source.type_layout)}; a descriptor needs the "
                    "swizzle on the pointer",
                    fix="Allocate it with `allocate_tensor(dtype, layout.outer, swizzle=layout.inner)`.",
                )
            self._check_descriptor(source, name)
            return OperandTensor.of(source)
        layout = make_fragment_layout(source.type_layout) if isinstance(source, Tensor) else make_layout(source)
        return make_rmem_tensor(layout, NUMERIC_OF[ptx_type] if not isinstance(source, Tensor) else source.element_type)

    def _check_descriptor(self, source: Tensor, name: str) -> None:
        """Refuses what no descriptor can say. Errors: mma-operand."""
        mn_major = f"t{name.lower()}" in self.record.name.split(".")
        swizzle = source.swizzle or Swizzle(0, 4, 3)
        values, bits = source.type_layout[0], source.element_type.spec.storage_bits
        if operand_place(values, swizzle, bits, mn_major=mn_major) is None:
            raise fail(
                "mma-operand",
                f"operand {name} of one instruction has the layout {values} under {swizzle}, not a "
                f"{'MN' if mn_major else 'K'}-major layout of a descriptor",
                fix="Lay it out with `make_smem_layout_atom` of that major mode and `tile_to_shape`.",
            )

    def __str__(self) -> str:
        tiles = ",".join("_" if p is None else _tile(p) for p in self.permutations)
        return "\n".join(
            (
                "Tiled MMA",
                f"  Thr Layout VMNK: {self.thr_layout_vmnk}",
                f"  Permutation MNK: ({tiles})",
                "MMA Atom",
                *atom_lines(self.record),
            )
        )

    # -- carried through control flow and into kernels -------------------------------------------------------------
    def __carried_parts__(self) -> Sequence[Any]:
        return self._parts()

    def __of_carried_parts__(self, parts: Sequence[Any]) -> TiledMma:
        made = TiledMma(self.atom, self.atom_layout_mnk, self.permutations, self)
        made.accumulate, made.scales = parts[0], tuple(parts[1:])
        return made

    def __extract_mlir_values__(self) -> Sequence[Handle]:
        return self._handles()

    def __new_from_mlir_values__(self, values: Sequence[Handle]) -> TiledMma:
        return TiledMma.__of_carried_parts__(self, self._filled(values))


def _tile(tile: Any) -> str:
    return str(tile) if isinstance(tile, Layout) else f"{product(tile)}:1"


def _broadcasts(tv: Layout) -> bool:
    """Whether all threads hold the same elements: an operand in shared memory."""
    return tv.stride[0] == 0


@methods_take_places
class ThrMma(TiledMma):
    """One thread's part of a tiled multiply.

    Shapes: `partition_A`, `partition_B` and `partition_C` of (M,K), (N,K) and (M,N) give (V, rest, rest).
    """

    def __init__(self, tiled: TiledMma, thr_idx: Any) -> None:
        super().__init__(tiled.atom, tiled.atom_layout_mnk, tiled.permutations, tiled)
        self.thr_idx = thr_idx

    def __carried_parts__(self) -> Sequence[Any]:
        return *self._parts(), self.thr_idx

    def __of_carried_parts__(self, parts: Sequence[Any]) -> ThrMma:
        *state, thr_idx = parts
        return ThrMma(super().__of_carried_parts__(state), thr_idx)

    def partition_A(self, input_mk: TensorT) -> TensorT:
        """The thread's part of an A (M,K,…): (V, M, K, …). Errors: partition-mode."""
        v, m, _, k = self._coord()
        return self._partition_operand("A", input_mk, (v, (m, k)))

    def partition_B(self, input_nk: TensorT) -> TensorT:
        """The thread's part of a B (N,K,…): (V, N, K, …). Errors: partition-mode."""
        v, _, n, k = self._coord()
        return self._partition_operand("B", input_nk, (v, (n, k)))

    def partition_C(self, input_mn: TensorT) -> TensorT:
        """The thread's part of a C (M,N,…): (V, M, N, …). Errors: partition-mode."""
        v, m, n, _ = self._coord()
        return self._partition_operand("C", input_mn, (v, (m, n)))

    def _coord(self) -> tuple[Any, ...]:
        return get_flat_coord(self.thr_layout_vmnk, self.thr_idx)

    def _partition_operand(self, operand: str, tensor: TensorT, thread: Any) -> TensorT:
        try:
            split = self.split(operand, tensor.tiled_layout)
        except DSLUserCodeError as error:
            first, second = {"A": (0, 2), "B": (1, 2), "C": (0, 1)}[operand]
            tiles = (self._tile_of(operand, first), self._tile_of(operand, second))
            raise cannot_partition(tensor, tiles, error) from error
        rest = len(split[1][1])
        return tensor.with_layout(split)[(thread, (None, (None,) * rest))]  # pyright: ignore[reportReturnType]

    def __extract_mlir_values__(self) -> Sequence[Handle]:
        own = [] if isinstance(self.thr_idx, int) else [self.thr_idx.ir_value()]
        return [*own, *super().__extract_mlir_values__()]

    def __new_from_mlir_values__(self, values: Sequence[Handle]) -> ThrMma:
        index = self.thr_idx if isinstance(self.thr_idx, int) else type(self.thr_idx).from_handle(values[0])
        rest = values if isinstance(self.thr_idx, int) else values[1:]
        return ThrMma(super().__new_from_mlir_values__(rest), index)


def make_tiled_mma(
    op_or_atom: MmaOp | MmaAtom, atom_layout_mnk: Any = (1, 1, 1), permutation_mnk: Any = None, **kwargs: Any
) -> TiledMma:
    """A multiply over threads: `atom_layout_mnk` lays atoms along M, N and K, `permutation_mnk` gives larger tiles.

    **Shapes**: both of rank 3; a permutation's entry is an extent, a layout or None. Errors: mma-type, mma-shape,
    mma-tiling.
    """
    atom = op_or_atom if isinstance(op_or_atom, MmaAtom) else make_mma_atom(op_or_atom, **kwargs)
    layout = atom_layout_mnk if isinstance(atom_layout_mnk, Layout) else make_layout(atom_layout_mnk)
    if rank(layout) != 3:
        raise fail("mma-tiling", f"atom_layout_mnk needs a mode for each of M, N and K, got {layout}")
    tiles = (None, None, None) if permutation_mnk is None else tuple(permutation_mnk)
    if len(tiles) != 3:
        raise fail("mma-tiling", f"permutation_mnk needs a mode for each of M, N and K, got {len(tiles)}")
    tiled = TiledMma(atom, layout, tiles)
    for mode, name in enumerate("MNK"):
        least = atom.shape_mnk[mode] * size(layout, [mode])
        if tiled.get_tile_size(mode) % least:
            raise fail(
                "mma-tiling",
                f"the tile of {name} is {tiled.get_tile_size(mode)}; the atoms laid along {name} cover {least}",
                fix=f"Make the permutation of {name} a multiple of {least}.",
            )
    return tiled
