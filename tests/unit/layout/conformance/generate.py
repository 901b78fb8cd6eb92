"""Writes `results.tsv`: what the BSD-3 C++ headers of CuTe give for random static operations.

Run by hand, where nvcc and the headers of the `nvidia-cutlass` 4.2 wheel are at hand:

    python -m tests.unit.layout.conformance.generate HEADERS

`HEADERS` is the folder `cutlass_library/source/include` of the unpacked wheel. Operations that our own preconditions
refuse are left out: there the headers do not compile, or give a layout with other values.
"""

from __future__ import annotations

import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from cutedsl.errors import DSLUserCodeError
from cutedsl.layout import Layout, composition, flatten_to_tuple, make_ordered_layout, right_inverse, size
from tests.unit.layout.conformance.operations import OPERATIONS, Case, apply

PER_OPERATION = 32
RESULTS = Path(__file__).with_name("results.tsv")
CPP = {
    "coalesce": "coalesce({a})",
    "filter": "filter({a})",
    "flatten": "flatten({a})",
    "composition": "composition({a}, {b})",
    "complement": "complement({a}, {b})",
    "logical_divide": "logical_divide({a}, {b})",
    "zipped_divide": "zipped_divide({a}, {b})",
    "tiled_divide": "tiled_divide({a}, {b})",
    "flat_divide": "flat_divide({a}, {b})",
    "logical_product": "logical_product({a}, {b})",
    "blocked_product": "blocked_product({a}, {b})",
    "raked_product": "raked_product({a}, {b})",
    "right_inverse": "right_inverse({a})",
    "left_inverse": "left_inverse({a})",
    "max_common_vector": "max_common_vector({a}, {b})",
    "max_common_layout": "max_common_layout({a}, {b})",
    "max_alignment": "max_alignment({a})",
    "nullspace": "nullspace({a})",
    "upcast": "upcast<{n}>({a})",
    "downcast": "downcast<{n}>({a})",
    "tile_to_shape": "tile_to_shape({a}, {b}, {c})",
    "make_ordered_layout": "make_ordered_layout({a}, {b})",
    "make_layout": "make_layout({a})",
    "make_layout_like": "make_layout_like({a})",
    "make_fragment_layout": "make_fragment_like({a})",
    "slice_": "slice({b}, {a})",
    "swizzled_divide": "zipped_divide(composition(Swizzle<2,1,3>{{}}, Int<0>{{}}, {a}), {b})",
    "swizzled_upcast": "upcast<{n}>(composition(Swizzle<2,3,3>{{}}, Int<0>{{}}, {a}))",
    "group_modes": "group<0,{n}>({a})",
    "append": "append({a}, {b})",
    "prepend": "prepend({a}, {b})",
    "idx2crd": "idx2crd({b}, shape({a}))",
    "values": "values_of({a})",
    "swizzled_values": "values_of(composition(Swizzle<2,1,3>{{}}, Int<{n}>{{}}, {a}))",
    "composed_values": "values_of(composition({b}, Int<{c}>{{}}, {a}))",
}
# Prints a layout as a function: its values at 0, 1, 2, … up to its size.
VALUES = """
template <class L> struct Values { L layout; };
template <class L> Values<L> values_of(L const& layout) { return {layout}; }
template <class L> void print(Values<L> const& v) {
  for (int i = 0; i < int(size(v.layout)); ++i) printf("%s%d", i ? "," : "(", int(v.layout(i)));
  printf(")");
}
"""


def random_shape(rng: random.Random, depth: int = 0) -> Any:
    """A nested shape with small extents."""
    if depth == 2 or (depth and rng.random() < 0.6):
        return rng.choice([1, 2, 2, 3, 4, 4, 6, 8])
    return tuple(random_shape(rng, depth + 1) for _ in range(rng.randint(1, 3)))


def random_layout(rng: random.Random) -> Layout:
    """A compact layout in a random order of modes, or one with gaps, repetitions or overlaps."""
    while True:
        shape = random_shape(rng)
        if size(shape) <= 256:
            break
    if rng.random() < 0.7:
        return make_ordered_layout(shape, tuple(rng.sample(range(len(shape)), len(shape))))

    def strides(s: Any) -> Any:
        return tuple(map(strides, s)) if isinstance(s, tuple) else rng.choice([0, 1, 2, 4, 6, 8, 12, 16, 24, 48])

    return Layout(shape, strides(shape))


def random_case(rng: random.Random, operation: str) -> Case:
    """Arguments of the kind that an operation takes."""
    a = random_layout(rng)
    rank = len(a)
    tiler = tuple(rng.choice([1, 2, 3, 4]) for _ in range(rng.randint(1, rank)))
    match operation:
        case "complement":
            return Case(operation, a, rng.choice([size(a), 24, 96, 256]))
        case "tiled_divide" | "flat_divide":
            # The headers leave a single rest mode wrapped, ours does not: two modes at least.
            return Case(operation, a, tiler) if len(tiler) > 1 else random_case(rng, operation)
        case "group_modes":
            return Case(operation, a, rng.randint(1, rank))
        case "append" | "prepend":
            return Case(operation, a, random_layout(rng))
        case "idx2crd":
            return Case(operation, a, rng.randrange(size(a)))
        case "swizzled_values":
            return Case(operation, a, rng.choice([0, 0, 4, 37]))
        case "composed_values":
            return Case(operation, a, random_layout(rng), rng.choice([0, 0, 5]))
        case "zipped_divide" | "swizzled_divide":
            return Case(operation, a, tiler)
        case "upcast" | "downcast" | "swizzled_upcast":
            return Case(operation, a, rng.choice([2, 4]))
        case "tile_to_shape":
            shape = tuple(size(m) * rng.randint(1, 3) for m in a)
            return Case(operation, a, shape, tuple(rng.sample(range(rank), rank)))
        case "make_ordered_layout":
            return Case(operation, a.shape, tuple(rng.sample(range(rank), rank)))
        case "make_layout":
            return Case(operation, a.shape)
        case "slice_":
            return Case(operation, a, tuple(None if k == 0 or rng.random() < 0.5 else 0 for k in range(rank)))
        case "composition" | "logical_divide" | "logical_product" | "blocked_product" | "raked_product":
            return Case(operation, a, random_layout(rng))
        case "max_common_vector" | "max_common_layout":
            b = random_layout(rng)
            composition(a, right_inverse(b))  # the headers need all of it, ours only the common part
            return Case(operation, a, b)
        case "make_layout_like" if (moving := [d for d in flatten_to_tuple(a.stride) if d]) and len(set(moving)) < len(
            moving
        ):
            # For equal strides the headers give overlapping modes, ours go left to right.
            return random_case(rng, operation)
        case "make_fragment_layout" if rank == 2:
            # The headers wrap a single mode after the first, ours does not.
            return random_case(rng, operation)
        case _:
            return Case(operation, a)


def cpp(x: Any) -> str:
    """An argument as a C++ constant."""
    if isinstance(x, Layout):
        return f"make_layout({cpp(x.shape)}, {cpp(x.stride)})"
    if isinstance(x, tuple):
        return "make_tuple(" + ", ".join(map(cpp, x)) + ")"  # pyright: ignore[reportUnknownArgumentType]
    return "_" if x is None else f"Int<{x}>{{}}"


def program(cases: list[Case]) -> str:
    """The C++ program that prints one result a line."""
    lines = [
        "#include <cute/layout.hpp>",
        "#include <cute/layout_composed.hpp>",
        "#include <cute/swizzle_layout.hpp>",
        "#include <cute/tensor.hpp>",
        "using namespace cute;",
        VALUES,
    ]
    for k, case in enumerate(cases):
        a, b, c = (cpp(x) for x in (case.a, case.b, case.c))
        expression = CPP[case.operation].format(a=a, b=b, c=c, n=case.b)
        lines.append(f'void f{k}() {{ print({expression}); printf("\\n"); }}')
    calls = " ".join(f"f{k}();" for k in range(len(cases)))
    return "\n".join([*lines, f"int main() {{ {calls} }}", ""])


def run(cases: list[Case], headers: str) -> list[str]:
    """The lines that the C++ program prints, in our spelling."""
    with tempfile.TemporaryDirectory() as folder:
        source, binary = Path(folder, "conformance.cu"), Path(folder, "conformance")
        source.write_text(program(cases))
        subprocess.run(["nvcc", "-std=c++17", f"-I{headers}", str(source), "-o", str(binary)], check=True)
        printed = subprocess.run([str(binary)], check=True, capture_output=True, text=True).stdout
    return [re.sub(r"_(\d)", r"\1", line).replace("Sw<", "S<") for line in printed.splitlines()]


def main(headers: str) -> None:
    """Choose the cases, ask C++, write the table."""
    rng = random.Random(20261121)
    cases: list[Case] = []
    for operation in OPERATIONS:
        found: dict[tuple[str, ...], Case] = {}
        while len(found) < PER_OPERATION:
            try:
                case = random_case(rng, operation)
                apply(case)
            except DSLUserCodeError:
                continue
            found[case.texts()] = case
        cases.extend(found.values())
    rows = ["\t".join([*case.texts(), line]) for case, line in zip(cases, run(cases, headers), strict=True)]
    RESULTS.write_text("\n".join(["operation\ta\tb\tc\tresult", *rows, ""]))


if __name__ == "__main__":
    main(sys.argv[1])
