"""The reference: every public name has a docstring, a signature where it is called, and an example that runs."""

from __future__ import annotations

import inspect
import re

import numpy as np
import pytest

from cutedsl.arch.atoms.mma import MMA_ATOMS
from cutedsl.cute.nvgpu import warp
from cutedsl.cute.runtime import from_dlpack
from scripts.check_english import MOST_WORDS, sentences
from scripts.website.names import SECTIONS, Name, names_of, signature
from scripts.website.reference import entry
from scripts.website.uses import use_of
from tests.docs import reference_uses

NAMES = [name for section in SECTIONS for name in names_of(section)]


UNSIGNED = {
    "cutlass.DSLRuntimeError",
    "cutlass.NumericMeta",
    "cute.NumericMeta",
    "testing.CantImplementError",
    "tvm_ffi.TvmFfiFunction",
}
"""Classes that programs catch or name, and do not make."""


def has_example(name: Name) -> bool:
    return ">>>" in (inspect.getdoc(name.value) or "") or use_of(name.public, name.value) is not None


def test_every_name_has_a_docstring_and_an_example() -> None:
    assert [name.public for name in NAMES if callable(name.value) and not inspect.getdoc(name.value)] == []
    assert [name.public for name in NAMES if not has_example(name)] == []


def test_every_entry_shows_a_signature_and_errors() -> None:
    entries = {name.public: entry(name) for name in NAMES if callable(name.value)}
    assert len(entries) > 700
    assert [name for name, text in entries.items() if not re.search(r"Errors?\**:|Raises|rror", text)] == []
    unsigned = {name for name, text in entries.items() if not text.split("\n\n")[1].startswith("```python")}
    assert unsigned <= UNSIGNED
    assert "`coord-not-congruent`" in entries["cute.slice_"] and "none of its own" in entries["cute.math.add"]


ARRAYS = re.compile(r"\b(Tensor|TensorSSA|TensorT|Layout|ComposedLayout|IntTuple|Tiler|Shape)\b")
SHAPES = re.compile(
    r"\b([Ss]hape|mode|extent|element by element|profile|tuple|rank|row|column|size)s?\b|\blea(f|ves)\b|\([A-Z]\w*,"
)
SCALAR = {"cute.get_divisibility", "cute.is_integer"}
"""Functions of those sections that take one number."""
OF_ARRAYS = ("cute_layouts", "cute_math", "cute_atoms", "cute_viz", "ops")
"""Sections whose functions take layouts, vectors, tensors or arrays, whatever their annotations say."""


def test_every_entry_of_arrays_and_layouts_says_shapes() -> None:
    asked = [
        name
        for section in SECTIONS
        for name in names_of(section)
        if (section.file in OF_ARRAYS and inspect.isfunction(name.value) and name.public not in SCALAR)
        or (callable(name.value) and ARRAYS.search(signature(inspect.unwrap(name.value))))
    ]
    assert len(asked) > 240
    assert [name.public for name in asked if not SHAPES.search(said(name))] == []


def test_the_shapes_of_warp_multiplies_are_those_of_the_table() -> None:
    for op, kinds in (
        (warp.MmaF16BF16Op, ("f16", "bf16")),
        (warp.MmaTF32Op, ("tf32",)),
        (warp.MmaFP8Op, ("e4m3", "e5m2")),
        (warp.MmaI8Op, ("s8", "u8")),
        (warp.MmaF64Op, ("f64",)),
    ):
        stated = {tuple(map(int, shape)) for shape in re.findall(r"\((\d+),(\d+),(\d+)\)", op.__doc__ or "")}
        assert stated == {record.shape_mnk for record in MMA_ATOMS.values() if record.type_a in kinds}, op


def said(name: Name) -> str:
    """An entry without its signature and its examples."""
    return re.sub(r"^(    )?```.*?^(    )?```$", "", entry(name), flags=re.MULTILINE | re.DOTALL)


def test_sentences_of_the_reference_are_short() -> None:
    """At most 30 words, as on the pages that people write."""
    long = {
        (name.public, sentence)
        for name in NAMES
        for sentence in sentences(said(name))
        if len(sentence.split()) > MOST_WORDS
    }
    assert sorted(long) == []


def test_examples_import_what_programs_import() -> None:
    """Where a public name comes from inside the package is nothing for a reader."""
    public = {section.module for section in SECTIONS} | {"cutedsl.viz"}
    imported = {
        (name.public, module)
        for name in NAMES
        for module in re.findall(r">>> .*?\b(?:from|import) (cutedsl[\w.]*)", entry(name))
    }
    assert len(imported) > 30
    assert sorted(found for found in imported if found[1] not in public) == []


def test_an_entry_has_signature_errors_and_example() -> None:
    (name,) = [name for name in NAMES if name.public == "testing.assert_no_bank_conflicts"]
    text = entry(name)
    assert "assert_no_bank_conflicts(report: Report) -> None" in text
    assert "(../errors/not-measured.md)" in text
    assert "```pycon\n>>> from cutedsl.testing import" in text
    (name,) = [name for name in NAMES if name.public == "cute.composition"]
    assert "[`composition-not-divisible`](../errors/composition-not-divisible.md) where no layout" in " ".join(
        entry(name).split()
    )
    (name,) = [name for name in NAMES if name.public == "cute.arch.cp_async_wait_group"]
    assert '??? example "In `' in entry(name)


KERNELS = (*reference_uses.FLOAT_KERNELS, *reference_uses.INT_KERNELS, reference_uses.explicit_loop)
THREADS = {reference_uses.two_warps: 64, reference_uses.hand_over: 3}
WANTED = {
    reference_uses.inverse_functions: [np.pi / 2, 0.5, 0.51075],
    reference_uses.exact_functions: [0.25, 0.97367, 1.28403],
    reference_uses.pairs: [0.75, 1.25, 0.75],
    reference_uses.rounding: [0, 1, 3.5],
    reference_uses.vectors: [1.25, 1.5, 1.75],
    reference_uses.known_conditions: [1, 1, 2],
    reference_uses.hand_over: [0.75, 0.5, 0.25],
    reference_uses.largest: [0.75, 0, 0],
    reference_uses.two_warps: [0, 0, 0],
    reference_uses.arrivals_of_copies: [0.25, 0.5, 0.75],
    reference_uses.one_instruction: [0.125, 0, 0],
    reference_uses.address_given: [0.5, 1, 1.5],
    reference_uses.arithmetic: [4, 94, -11],
    reference_uses.where_it_runs: [1, 1, 1],
    reference_uses.of_a_cluster: [2, 5, 0],
    reference_uses.explicit_loop: [7, 0, 0],
}


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: kernel.__name__)
def test_a_shown_kernel_runs(kernel: object) -> None:
    integers = kernel in reference_uses.INT_KERNELS or kernel is reference_uses.explicit_loop
    x, y = np.array([0.25, 0.5, 0.75], np.float32), np.zeros(3, np.int32 if integers else np.float32)
    reference_uses.launch(kernel, from_dlpack(x), from_dlpack(y), THREADS.get(kernel, 1))  # pyright: ignore[reportArgumentType, reportCallIssue]
    np.testing.assert_allclose(y, WANTED[kernel], rtol=1e-4, atol=1e-6)  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize("function", reference_uses.PLAIN, ids=lambda function: function.__name__)
def test_a_shown_function_runs(function: object) -> None:
    if function is reference_uses.in_jax or function is reference_uses.default_spec:
        pytest.importorskip("jax")
    assert function() is not None  # pyright: ignore[reportCallIssue]


def test_a_layout_of_the_shown_types() -> None:
    assert reference_uses.transposed((4, 8), (8, 1)) == (4, 8)
