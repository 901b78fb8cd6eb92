"""`.type` of tensors, pointers, layouts and tensors of coordinates, in kernels and outside."""

from __future__ import annotations

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.cute.runtime import from_dlpack


def test_layouts_print_their_type() -> None:
    composed = cute.make_composed_layout(cute.make_swizzle(3, 4, 3), 0, cute.make_layout((3, 2)))
    assert str(cute.make_layout((4, 8), stride=(8, 1)).type) == '!cute.layout<"(4,8):(8,1)">'
    assert f"{composed.type}" == '!cute.composed_layout<"S<3,4,3> o 0 o (3,2):(1,3)">'
    assert cute.make_layout(4).type == cute.make_layout(4).type != cute.make_layout(5).type


def test_tensors_and_pointers_print_their_type() -> None:
    said: list[str] = []

    @cute.jit
    def look(given: cute.Tensor, extent: cutlass.Int32) -> None:
        identity = cute.make_identity_tensor((4, 4))
        layout = cute.make_layout((extent, 4))
        said.extend(str(x.type) for x in (given, given.iterator, given[None, 1], identity, layout))
        said.append(str((cute.is_static(layout.type), cute.is_static(identity.type))))

    look(from_dlpack(np.zeros((4, 4), np.float32), assumed_align=16), 3)
    assert said == [
        '!cute.memref<f32, gmem, align<16>, "(4,4):(4,1)">',
        "!cute.ptr<f32, gmem, align<16>>",
        '!cute.memref<f32, gmem, "(4):(4)">',
        '!cute.coord_tensor<"(0,0)", "(4,4):(1@0,1@1)">',
        '!cute.layout<"(?,4):(1,?)">',
        "(False, True)",
    ]


def test_the_swizzle_of_a_pointer_is_in_its_type() -> None:
    said: list[object] = []

    @cute.kernel
    def look() -> None:
        layout = cute.make_composed_layout(cute.make_swizzle(2, 4, 3), 0, cute.make_layout((8, 32), stride=(32, 1)))
        shared = cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Float16, layout.outer, 128, layout.inner)
        swizzle = shared.iterator.type.swizzle_type
        said.extend((swizzle.num_bits, swizzle.num_base, swizzle.num_shift))

    @cute.jit
    def run() -> None:
        look().launch(grid=1, block=32)

    run()
    assert said == [2, 4, 3]  # of byte addresses, as it was given
