from __future__ import annotations

import math
import struct
import threading

import pytest
from xdsl.dialects import builtin
from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, FloatAttr, IntegerAttr, VectorType

from cutedsl.arch.abi.host import RT, RT_BYTES, pack_images, unpack_images
from cutedsl.codegen.llvm.block_state import STATE, STATE_BYTES
from cutedsl.codegen.llvm.compile import compile_native, host_machine, optimise
from cutedsl.codegen.llvm.constants import constant_values, float_text, int_text
from cutedsl.codegen.llvm.runtime import DECLARATIONS
from cutedsl.codegen.llvm.text import FunctionText, ModuleText
from cutedsl.codegen.llvm.types import shaped, storage_bytes, suffix, vector_size


@pytest.mark.parametrize("value", [0.0, -0.0, 1.0, 0.1, -3.5e-42, math.inf, -math.inf, 65504.0])
def test_float_constants_have_the_bits_of_their_type(value: float) -> None:
    as_f32 = struct.unpack("<f", struct.pack("<f", value))[0]
    assert float_text(value, "float") == f"0x{struct.unpack('<Q', struct.pack('<d', as_f32))[0]:016X}"
    assert float_text(value, "double") == f"0x{struct.unpack('<Q', struct.pack('<d', value))[0]:016X}"
    assert float_text(value, "half") == f"0xH{struct.unpack('<H', struct.pack('<e', value))[0]:04X}"


@pytest.mark.parametrize(
    ("value", "bits"),
    [(1.0, 0x3F80), (1 + 2.0**-8, 0x3F80), (1 + 3 * 2.0**-8, 0x3F82), (1 + 2.0**-8 + 2.0**-16, 0x3F81), (1e39, 0x7F80)],
)
def test_bfloat_constants_round_to_nearest_even(value: float, bits: int) -> None:
    assert float_text(value, "bfloat") == f"0xR{bits:04X}"


def test_constants_too_large_for_their_type_are_infinite() -> None:
    assert float_text(1e300, "float") == float_text(math.inf, "float")
    assert float_text(-1e6, "half") == "0xHFC00"
    assert float_text(math.nan, "bfloat")[:4] == "0xR7"


def test_integers_wrap_to_their_width() -> None:
    assert [int_text(v, "i8") for v in (127, 128, 255, 256, -1)] == ["127", "-128", "-1", "0", "-1"]
    assert int_text(3, "i1") == "true"


def test_dense_constants_are_written() -> None:
    four = VectorType(builtin.i32, [4])
    assert constant_values(DenseIntOrFPElementsAttr.from_list(four, [1, 2, 3, 4])) == (1, 2, 3, 4)
    assert constant_values(DenseIntOrFPElementsAttr.from_list(four, [7, 7, 7, 7])) == (7,)
    assert constant_values(IntegerAttr(5, 32)) == (5,)
    assert constant_values(FloatAttr(0.5, 32)) == (0.5,)


def test_types_are_written() -> None:
    assert shaped(builtin.bf16, 32) == "<32 x bfloat>"
    assert suffix(builtin.bf16, 4) == "v4bf16"
    assert storage_bytes(builtin.i1) == 1
    assert storage_bytes(VectorType(builtin.f64, [2])) == 8
    assert vector_size(VectorType(builtin.f64, [2])) == 2
    assert vector_size(builtin.f64) == 0


def test_functions_have_fresh_names_and_filled_places() -> None:
    f = FunctionText()
    place = f.reserve()
    a, block = f.op("add i32 1, 2"), f.label("next")
    f.branch(block)
    f.begin(block)
    assert len({a, f.op("add i32 3, 4"), f.fresh()}) == 3
    f.fill(place, "first")
    assert f.lines[0] == "  first"
    assert f.block == block


def test_modules_collect_declarations_and_strings_once() -> None:
    module = ModuleText()
    for _ in range(2):
        module.declare("float @llvm.sqrt.f32(float)")
        assert module.string('tab\t"é"') == "@str.0"
    text = module.render()
    assert text.count("declare") == 1
    assert 'c"tab\\09\\22\\C3\\A9\\22\\00"' in text


def test_invalid_text_is_an_exception_not_an_abort() -> None:
    with pytest.raises(RuntimeError):
        compile_native("define i32 @f() { ret i64 0 }")
    with pytest.raises(RuntimeError, match="PHI"):
        compile_native(
            "define i32 @f() {\nentry:\n  br label %a\na:\n  %p = phi i32 [ 0, %b ]\n  ret i32 %p\nb:\n  ret i32 0\n}"
        )


def test_compiling_from_several_threads() -> None:
    sizes: list[int] = []

    def work(n: int) -> None:
        body = "".join(f"  %x{i} = mul i32 %x{i - 1}, %x0\n" for i in range(1, n))
        done = optimise(f"define i32 @f(i32 %x0) {{\n{body}  ret i32 %x{n - 1}\n}}", host_machine())
        sizes.append(len(done.object_bytes()))

    threads = [threading.Thread(target=work, args=(20 * k,)) for k in range(2, 8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(sizes) == 6


def test_texts_are_made_on_demand() -> None:
    native = compile_native("define i32 @twice(i32 %a) {\n  %b = add i32 %a, %a\n  ret i32 %b\n}")
    assert "twice:" in native.assembly()
    assert "shl" in native.ir_text()
    assert set(native.timings_ms) == {"parse", "verify", "optimise", "codegen"}


def test_object_images_survive_packing() -> None:
    images = (b"", b"abc", bytes(range(256)) * 5)
    assert unpack_images(pack_images(images)) == images
    with pytest.raises(ValueError, match="cut off"):
        unpack_images(pack_images(images)[:-1])


def test_runtime_layouts_do_not_overlap() -> None:
    taken: set[int] = set()
    for place in RT.values():
        span = set(range(place.offset, place.offset + place.size_bytes * place.count))
        assert not span & taken
        taken |= span
    assert max(taken) < RT_BYTES
    assert all(0 <= offset < STATE_BYTES for offset in STATE.values())


def test_the_runtime_is_declared_as_it_is_defined() -> None:
    names = {line.split("@")[1].split("(")[0] for line in DECLARATIONS}
    assert {
        "cute.fail",
        "cute.poll",
        "cute.outside",
        "cute.arrive",
        "cute.finish",
        "cute.frame",
        "cute.run",
    } <= names


def test_a_value_that_the_block_has_is_not_written_again() -> None:
    f = FunctionText(known={})
    first = f.op("add i32 %a, 1")
    assert f.op("add i32 %a, 1") == first
    assert f.op("load i32, ptr %p") != f.op("load i32, ptr %p")
    before = f.known
    f.begin("other")
    assert f.op("add i32 %a, 1") != first
    f.begin("after", before)
    assert f.op("add i32 %a, 1") == first
    assert FunctionText().known is None
