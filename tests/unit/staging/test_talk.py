"""The programs of a talk, with the outputs and the IR that its slides show.

Source: "CUTLASS Python DSL Infrastructure" (G. Ozen, LLVM Developers' Meeting, October 2025).
"""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.codegen.llvm.text import RUNS_SELDOM
from cutedsl.driver.compile.observe import observing
from cutedsl.driver.compile.pipeline import Artifacts
from cutedsl.ir.text import parse_module

DEBUG = True


# -- stages: what is printed while tracing and what at run time ------------------------------------------------------
@cute.jit
def add_dynamicexpr(b: cutlass.Float32):
    a = cutlass.Float32(2.0)
    result = a + b
    print("[add_dynamicexpr] result =", result)


@cute.jit
def add_constexpr(b: cutlass.Constexpr):
    a = 2.0
    result = a + b
    print("[add_constexpr] result =", result)


@cute.jit
def add_hybrid(b: cutlass.Constexpr):
    a = cutlass.Float32(2.0)
    result = a + b
    print("[add_hybrid (meta-stage)] result =", result)
    cute.printf("[add_hybrid (object-stage)] result =", result)


def test_the_dynamic_example_of_the_talk_prints_a_question_mark(capsys: pytest.CaptureFixture[str]) -> None:
    add_dynamicexpr(5.0)
    assert capsys.readouterr().out == "[add_dynamicexpr] result = ?\n"


def test_the_constant_example_of_the_talk_prints_its_value(capsys: pytest.CaptureFixture[str]) -> None:
    add_constexpr(5.0)
    assert capsys.readouterr().out == "[add_constexpr] result = 7.0\n"


def test_the_hybrid_example_of_the_talk_prints_both(capsys: pytest.CaptureFixture[str]) -> None:
    add_hybrid(5.0)
    assert capsys.readouterr().out == (
        "[add_hybrid (meta-stage)] result = ?\n[add_hybrid (object-stage)] result = 7.000000\n"
    )


# -- the fused epilogue in three forms -------------------------------------------------------------------------------
print_debug = lambda message: DEBUG and cute.printf(message)  # noqa: E731  (as the talk has it)


@cute.jit
def gemm(A, B, C, i):
    fA = A[None, i]
    fB = B[None, i]
    fC = C[None, i]
    cute.gemm(fA, fB, fC)
    return fC.load()


class Epilogue:
    def run(self, matrix):
        print_debug("identity epilogue")
        return matrix


class ReLU(Epilogue):
    def run(self, matrix):
        print_debug("ReLU epilogue")
        return cute.where(matrix > 0.0, matrix, cute.full_like(matrix, 0.0))


@cute.jit
def dynamic_loop(Epilogue: cutlass.Constexpr, A: cute.Tensor, B: cute.Tensor, C: cute.Tensor):
    for i in range(C.shape[1]):
        matrix = gemm(A, B, C, i)
        C[None, i] = Epilogue().run(matrix)


@cute.jit
def unrolled_loop(Epilogue: cutlass.Constexpr, A: cute.Tensor, B: cute.Tensor, C: cute.Tensor):
    for i in cutlass.range_constexpr(C.shape[1]):
        matrix = gemm(A, B, C, i)
        C[None, i] = Epilogue().run(matrix)


@cute.jit
def epilogue_after_loop(Epilogue: cutlass.Constexpr, A: cute.Tensor, B: cute.Tensor, C: cute.Tensor):
    for i in range(C.shape[1]):
        matrix = gemm(A, B, C, i)
    C[None, C.shape[1] - 1] = Epilogue().run(matrix)


def _operands(rows: int, columns: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(rows * columns)
    a, b, c = (rng.standard_normal((rows, columns), dtype=np.float32) for _ in range(3))
    return a, b, c


def _static(*arrays: np.ndarray) -> list[object]:
    return [cute.runtime.from_dlpack(array) for array in arrays]


def _relu(x: np.ndarray) -> np.ndarray:
    return np.maximum(x, 0)


@pytest.mark.parametrize(
    ("form", "lines"),
    [(dynamic_loop, 6), (unrolled_loop, 6), (epilogue_after_loop, 1)],
    ids=["dynamic", "unrolled", "after"],
)
@pytest.mark.parametrize("kind", [Epilogue, ReLU])
def test_each_form_computes_and_prints(form, lines, kind, capsys: pytest.CaptureFixture[str]) -> None:
    a, b, c = _operands(8, 6)
    expected = c + a * b
    if kind is ReLU:
        expected = (
            _relu(expected)
            if form is not epilogue_after_loop
            else np.concatenate([expected[:, :-1], _relu(expected[:, -1:])], axis=1)
        )
    form(kind, *_static(a, b, c))
    np.testing.assert_allclose(c, expected, rtol=1e-6, atol=1e-6)
    name = "ReLU" if kind is ReLU else "identity"
    assert capsys.readouterr().out == f"{name} epilogue\n" * lines


def test_a_loop_over_long_vectors_takes_the_short_passes() -> None:
    """Each of its accesses is another way out of the loop."""
    found: list[Artifacts] = []
    for rows, columns, short in ((128, 5, True), (8, 5, False)):
        a, b, c = _operands(rows, columns)
        expected = c + a * b
        with observing(found.append):
            program = cute.compile(dynamic_loop, Epilogue, *_static(a, b, c), options="--target cpu")
        program(*_static(a, b, c))
        np.testing.assert_allclose(c, expected, rtol=1e-6, atol=1e-6)
        assert found[-1].llvm.startswith(RUNS_SELDOM) == short


@cache
def _captured(form, kind) -> str:
    """The short IR of one form on the talk's tensors, 128 x 256 of f16."""
    found: list[Artifacts] = []
    tensors = _static(*(np.zeros((128, 256), np.float16) for _ in range(3)))
    with observing(found.append):
        cute.compile(form, kind, *tensors, options="--target cpu")
    return found[0].ir


GOLDEN = """\
!memref_gmem_f16 = !cute.memref<f16, gmem, "(128,256):(256,1)">
!memref_gmem_f16_1 = !cute.memref<f16, gmem, "(128):(256)">
func.func @cutlass_dynamic_loop_Epilogue(%A: !memref_gmem_f16, %B: !memref_gmem_f16, %C: !memref_gmem_f16) \
attributes {cute.host} {
  %c0 = arith.constant 0 : i32
  %c256 = arith.constant 256 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c0 to %c256 step %c1 : i32 {
    %fA = cute.slice %A[_,%i] : (!memref_gmem_f16, i32) -> !memref_gmem_f16_1
    %fB = cute.slice %B[_,%i] : (!memref_gmem_f16, i32) -> !memref_gmem_f16_1
    %fC = cute.slice %C[_,%i] : (!memref_gmem_f16, i32) -> !memref_gmem_f16_1
    cute.gemm(%fA, %fB, %fC) : !memref_gmem_f16_1, !memref_gmem_f16_1, !memref_gmem_f16_1
    %0 = cute.memref.load_vec %fC : !memref_gmem_f16_1 -> vector<128xf16>
    cute.print("identity epilogue\\0A", ) :
    %1 = cute.slice %C[_,%i] : (!memref_gmem_f16, i32) -> !memref_gmem_f16_1
    cute.memref.store_vec %0, %1 : vector<128xf16>, !memref_gmem_f16_1
  }
  func.return
}
"""


def test_the_short_form_uses_the_spellings_of_the_talk() -> None:
    assert _captured(dynamic_loop, Epilogue) == GOLDEN


def test_the_relu_is_fused_by_plain_polymorphism() -> None:
    text = _captured(dynamic_loop, ReLU)
    assert text.splitlines()[2].startswith("func.func @cutlass_dynamic_loop_ReLU(%A: !memref_gmem_f16, ")
    assert 'cute.print("ReLU epilogue\\0A", ) :' in text
    body = text[text.index("cute.print") :]
    assert body.index("arith.cmpf ogt") < body.index("arith.select") < body.index("cute.memref.store_vec")


def test_a_constexpr_loop_leaves_no_loop() -> None:
    found: list[Artifacts] = []
    tensors = _static(*(np.zeros((4, 3), np.float16) for _ in range(3)))
    with observing(found.append):
        cute.compile(unrolled_loop, Epilogue, *tensors, options="--target cpu")
    assert "scf.for" not in found[0].ir
    assert found[0].ir.count("cute.gemm(") == 3


def test_a_name_first_bound_in_the_loop_is_carried_out_of_it() -> None:
    text = _captured(epilogue_after_loop, Epilogue)
    loop = next(line for line in text.splitlines() if "scf.for" in line)
    assert "iter_args(%matrix" in loop and "vector<128xf16>" in loop
    assert text.index("cute.print") > text.index("scf.yield")


@pytest.mark.parametrize("form", [dynamic_loop, epilogue_after_loop], ids=["dynamic", "after"])
def test_the_short_form_parses_back(form) -> None:
    text = _captured(form, ReLU)
    parse_module(text).verify()


def test_the_epilogue_is_chosen_while_compiling() -> None:
    assert _captured(dynamic_loop, Epilogue) != _captured(dynamic_loop, ReLU)
