"""Ops of the bulk copy engine: tensor maps, tile copies between global and shared memory, plain bulk copies."""

from __future__ import annotations

from xdsl.dialects.builtin import DenseArrayBase, IntegerType, StringAttr, UnitAttr
from xdsl.dialects.func import FuncOp
from xdsl.ir import ParametrizedAttribute, SSAValue, TypeAttribute
from xdsl.irdl import (
    IRDLOperation,
    ParsePropInAttrDict,
    irdl_attr_definition,
    operand_def,
    opt_operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from cutedsl.arch.bulk_updates import BULK_UPDATES
from cutedsl.arch.tensor_map import ROW_OFFSETS
from cutedsl.ir.definition import op_definition
from cutedsl.ir.traits import Address, Counts, PerLane, Reads, Synchronizes, WholeWarp
from cutedsl.ir.types import INDEX_ATTR, PtrType

TILE_KINDS = ("load", "store", "prefetch", "add", "min", "max", "inc", "dec", "and", "or", "xor")
"""Directions of a tile copy; those after `prefetch` combine the tile with what global memory holds."""

ROW_KINDS, ROW_NUMBERS = ("load", "store", "prefetch"), 5
"""Directions of a copy of four rows, and its coordinates."""

ROWS = ("w", "w::128")
"""Pixels of one row of a picture: as many as the map says, or 128."""

BULK_KINDS = ("g2s", "s2g", "s2s")

AT_RUN_TIME = -1
"""In the box of `cute.tma.make`: an extent that an operand gives."""


@irdl_attr_definition
class TmaDescriptorType(ParametrizedAttribute, TypeAttribute):
    """A tensor map: 128 bytes that say where a tensor lies in global memory and which tiles are copied."""

    name = "cute.tma_descriptor"


@op_definition
class TmaMakeOp(IRDLOperation):
    """`%d = cute.tma.make "Float16" swizzle 3 %p, dims..., strides... {box = array<i32: 64, 8>}`: a tensor map.

    In host code. Mode 0 has stride 1; `strides` are the bytes of the other modes; all are i64. With `axes`, a map of
    pixels (im2col) of pictures of so many axes: the box has channels and pixels. A first and a last corner and a step
    of each axis follow the strides. `rows` marks one whose copies stay in a row of the picture (im2col::w). Last come
    the extents of the box that are -1 (`AT_RUN_TIME`), in order.
    """

    name = "cute.tma.make"
    traits = traits_def(Pure(), Address())
    irdl_options = (ParsePropInAttrDict(),)
    source = operand_def(PtrType)
    numbers = var_operand_def(IntegerType)
    element = prop_def(StringAttr)
    box = prop_def(DenseArrayBase)
    swizzle = prop_def(INDEX_ATTR)
    axes = opt_prop_def(INDEX_ATTR)
    rows = opt_prop_def(UnitAttr)
    result = result_def(TmaDescriptorType)
    assembly_format = "$element `swizzle` $swizzle $source `,` $numbers attr-dict `:` type($source) `,` type($numbers)"

    def verify_(self) -> None:
        axes = 0 if self.axes is None else self.axes.value.data
        rank = axes + 2 if axes else len(self.box)
        open_extents = sum(size == AT_RUN_TIME for size in self.box.get_values())  # pyright: ignore[reportAttributeAccessIssue]
        if not 1 <= rank <= 5 or len(self.numbers) != 2 * rank - 1 + 3 * axes + open_extents:
            raise VerifyException(f"cute.tma.make: {len(self.numbers)} numbers for a box of {rank} modes")


@op_definition
class TmaTileOp(IRDLOperation):
    """`cute.tma.tile "load" %d, %smem, %barrier, [%mask, %policy,] coords...`: one tile, copied once for the warp.

    `each` marks a copy that every thread issues that comes to it. Loads count their bytes at the mbarrier; `multicast`
    loads into every block of the mask; the others have no barrier. A prefetch has no shared memory either. `cached`
    marks an L2 cache policy. With `pair`, bytes count at the mbarrier of the even block of each pair of the cluster.
    `rows`: four rows of a matrix, one after the other in shared memory; coordinates are a column and the four rows.
    `offsets`: a copy of pixels (im2col); so many offsets follow the coordinates, two less than these. Those of a store
    are 0. With `row "w"` or `row "w::128"` the pixels are of one row of each picture. Then the two offsets
    are a count of further pixels, and a distance along the row.
    """

    name = "cute.tma.tile"
    traits = traits_def(WholeWarp(), Synchronizes())
    kind = prop_def(StringAttr)
    each = opt_prop_def(UnitAttr)
    multicast = opt_prop_def(UnitAttr)
    pair = opt_prop_def(UnitAttr)
    cached = opt_prop_def(UnitAttr)
    rows = opt_prop_def(UnitAttr)
    offsets = opt_prop_def(INDEX_ATTR)
    row = opt_prop_def(StringAttr)
    values = var_operand_def()
    irdl_options = (ParsePropInAttrDict(),)
    assembly_format = (
        "$kind (`each` $each^)? (`multicast` $multicast^)? (`pair` $pair^)? (`cached` $cached^)? (`rows` $rows^)? "
        "$values attr-dict `:` type($values)"
    )

    def verify_(self) -> None:
        if self.kind.data not in TILE_KINDS:
            raise VerifyException(f"cute.tma.tile: {self.kind.data!r} is not one of {', '.join(TILE_KINDS)}")
        offsets = 0 if self.offsets is None else self.offsets.value.data
        axes = len(self.values) - self.fixed - offsets - 2
        if offsets and (self.kind.data not in ROW_KINDS or not 1 <= axes <= 3):
            raise VerifyException(f"cute.tma.tile: {self.kind.data!r} of pixels with {axes + 2} coordinates")
        if offsets != (0 if not offsets and self.row is None else axes if self.row is None else ROW_OFFSETS):
            raise VerifyException(f"cute.tma.tile: {self.kind.data!r} with {offsets} offsets")
        if self.row is not None and (self.row.data not in ROWS or self.kind.data == "store"):
            raise VerifyException(f"cute.tma.tile: {self.kind.data!r} of the row {self.row.data!r}")
        if not 1 <= len(self.values) - self.fixed - offsets <= 5:
            raise VerifyException(f"cute.tma.tile: {len(self.values) - self.fixed} coordinates")
        if self.rows is not None and (self.kind.data not in ROW_KINDS or len(self.values) - self.fixed != ROW_NUMBERS):
            raise VerifyException(f"cute.tma.tile: {self.kind.data!r} of rows takes a column and four rows")

    @property
    def barrier(self) -> SSAValue | None:
        """The mbarrier that counts the bytes of a load."""
        return self.values[2] if self.kind.data == "load" else None

    @property
    def fixed(self) -> int:
        """Operands before the coordinates."""
        own = {"load": 3, "prefetch": 1}.get(self.kind.data, 2)
        return own + (self.multicast is not None) + (self.cached is not None)


@op_definition
class TmaPrefetchDescriptorOp(IRDLOperation):
    """`cute.tma.prefetch_descriptor %d`: brings a tensor map near."""

    name = "cute.tma.prefetch_descriptor"
    traits = traits_def(Reads(0))
    descriptor = operand_def(TmaDescriptorType)
    assembly_format = "$descriptor attr-dict"


@op_definition
class TmaDescriptorAtOp(IRDLOperation):
    """`%d = cute.tma.descriptor_at %p`: the tensor map that lies at an address in global memory."""

    name = "cute.tma.descriptor_at"
    traits = traits_def(Pure(), Reads(0))
    place = operand_def(PtrType)
    result = result_def(TmaDescriptorType)
    assembly_format = "$place attr-dict `:` type($place)"


@op_definition
class TmaDescriptorWordOp(IRDLOperation):
    """`%w = cute.tma.descriptor_word %d {word = 3}`: one of the 16 words (i64) of a kernel's tensor map."""

    name = "cute.tma.descriptor_word"
    traits = traits_def(Pure())
    descriptor = operand_def(TmaDescriptorType)
    word = prop_def(INDEX_ATTR)
    result = result_def(IntegerType)
    irdl_options = (ParsePropInAttrDict(),)
    assembly_format = "$descriptor attr-dict `:` type($result)"


@op_definition
class TmaDescriptorAddressOp(IRDLOperation):
    """`%a = cute.tma.descriptor_address %d : i64`: where a kernel's tensor map lies, for inline PTX."""

    name = "cute.tma.descriptor_address"
    traits = traits_def(Pure())
    descriptor = operand_def(TmaDescriptorType)
    result = result_def(IntegerType)
    irdl_options = (ParsePropInAttrDict(),)
    assembly_format = "$descriptor attr-dict `:` type($result)"


@op_definition
class TmaCopyDescriptorOp(IRDLOperation):
    """`cute.tma.copy_descriptor %d, %p`: writes a tensor map's 128 bytes to global or shared memory, by each thread."""

    name = "cute.tma.copy_descriptor"
    descriptor = operand_def(TmaDescriptorType)
    place = operand_def(PtrType)
    assembly_format = "$descriptor `,` $place attr-dict `:` type($place)"


@op_definition
class TmaReplaceOp(IRDLOperation):
    """`cute.tma.replace %p, %source, dims..., strides...`: the tensor map at `%p` describes another tensor, same tiles.

    By each thread. Mode 0 has stride 1; `strides` are the bytes of the other modes; all are i64. With the attributes of
    `cute.tma.make` the whole map is written, whatever was there.
    """

    name = "cute.tma.replace"
    place = operand_def(PtrType)
    source = operand_def(PtrType)
    numbers = var_operand_def(IntegerType)
    element = opt_prop_def(StringAttr)
    box = opt_prop_def(DenseArrayBase)
    swizzle = opt_prop_def(INDEX_ATTR)
    irdl_options = (ParsePropInAttrDict(),)
    assembly_format = "$place `,` $source `,` $numbers attr-dict `:` type($place) `,` type($source) `,` type($numbers)"

    def verify_(self) -> None:
        if len(self.numbers) % 2 == 0 or len(self.numbers) > 9:
            raise VerifyException(f"cute.tma.replace: {len(self.numbers)} numbers")


@op_definition
class TmaDescriptorFenceOp(IRDLOperation):
    """`cute.tma.descriptor_fence "acquire" %p`: copies after it read the map at `%p` as it is now.

    `"release"`, without a place: what this thread wrote to maps is seen by who acquires.
    """

    name = "cute.tma.descriptor_fence"
    traits = traits_def(Reads(0))
    kind = prop_def(StringAttr)
    place = opt_operand_def(PtrType)
    assembly_format = "$kind ($place^ `:` type($place))? attr-dict"

    def verify_(self) -> None:
        if (self.kind.data, self.place is None) not in (("acquire", False), ("release", True)):
            raise VerifyException(f"cute.tma.descriptor_fence: {self.kind.data!r} of {len(self.operands)} places")


@op_definition
class TmaPublishOp(IRDLOperation):
    """`cute.tma.publish %gmem, %smem`: a warp copies a tensor map to global memory and releases it."""

    name = "cute.tma.publish"
    target = operand_def(PtrType)
    source = operand_def(PtrType)
    assembly_format = "$target `,` $source attr-dict `:` type($target) `,` type($source)"


@op_definition
class BulkCopyOp(IRDLOperation):
    """`cute.bulk.copy "g2s" %dst, %src, %bytes, [%barrier, %mask, %policy]`: contiguous bytes, copied by each thread.

    `cached` marks an L2 cache policy, the last operand. `reduce "add.f32"` combines the bytes, as elements of that
    type, with what global memory holds.
    """

    name = "cute.bulk.copy"
    traits = traits_def(Reads(1), PerLane(), Synchronizes())
    kind = prop_def(StringAttr)
    reduce = opt_prop_def(StringAttr)
    multicast = opt_prop_def(UnitAttr)
    cached = opt_prop_def(UnitAttr)
    values = var_operand_def()
    assembly_format = (
        "$kind (`reduce` $reduce^)? (`multicast` $multicast^)? (`cached` $cached^)? $values attr-dict `:` type($values)"
    )

    def verify_(self) -> None:
        if self.kind.data not in BULK_KINDS:
            raise VerifyException(f"cute.bulk.copy: {self.kind.data!r} is not one of {', '.join(BULK_KINDS)}")
        if self.reduce is not None and (self.kind.data != "s2g" or self.reduce.data not in BULK_UPDATES):
            raise VerifyException(f"cute.bulk.copy: {self.kind.data!r} does not reduce by {self.reduce.data!r}")
        expected = 3 + (self.kind.data != "s2g") + (self.multicast is not None) + (self.cached is not None)
        if len(self.values) != expected:
            raise VerifyException(f"cute.bulk.copy: {expected} operands expected, got {len(self.values)}")

    @property
    def barrier(self) -> SSAValue | None:
        """The mbarrier that counts the bytes, where shared memory is written."""
        return None if self.kind.data == "s2g" else self.values[3]


@op_definition
class BulkCommitOp(IRDLOperation):
    """`cute.bulk.commit`: the thread's stores since the last commit are a group."""

    name = "cute.bulk.commit"
    traits = traits_def(Synchronizes())
    assembly_format = "attr-dict"


@op_definition
class BulkWaitOp(IRDLOperation):
    """`cute.bulk.wait 0`: until at most so many groups are under way; `read`: until they have read shared memory."""

    name = "cute.bulk.wait"
    traits = traits_def(Counts("pending"), Synchronizes())
    pending = prop_def(INDEX_ATTR)
    read = opt_prop_def(UnitAttr)
    assembly_format = "(`read` $read^)? $pending attr-dict"


def descriptor_parameters(kernel: FuncOp) -> tuple[int, ...]:
    """The places of a kernel's parameters that are tensor maps."""
    arguments = kernel.body.block.args
    return tuple(k for k, argument in enumerate(arguments) if isinstance(argument.type, TmaDescriptorType))


TMA_OPS = (
    TmaMakeOp,
    TmaTileOp,
    TmaPrefetchDescriptorOp,
    TmaDescriptorAtOp,
    TmaDescriptorWordOp,
    TmaDescriptorAddressOp,
    TmaCopyDescriptorOp,
    TmaReplaceOp,
    TmaDescriptorFenceOp,
    TmaPublishOp,
    BulkCopyOp,
    BulkCommitOp,
    BulkWaitOp,
)
"""Every op of this file."""
