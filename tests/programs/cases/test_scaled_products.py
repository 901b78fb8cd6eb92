"""torch's products of block-scaled matrices, attention and profiles of a GPU, in a program that runs on the CPU."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.programs.test_run import cutedsl_run

E2M1 = [Fraction(n, 2) for n in (0, 1, 2, 3, 4, 6, 8, 12)]

PROGRAM = """
import sys
import numpy as np
import torch
from torch.profiler import profile, ProfilerActivity

given = np.load(sys.argv[1])
a, b = (torch.from_numpy(given[name]).cuda().view(torch.float4_e2m1fn_x2) for name in "ab")
sa, sb = (torch.from_numpy(given[name]).cuda().view(torch.float8_e4m3fn) for name in ("sa", "sb"))
with profile(activities=[ProfilerActivity.CUDA]) as found:
    made = torch._scaled_mm(a, b.t(), sa, sb, out_dtype=torch.float32)
assert found.key_averages() is not None
np.save(sys.argv[2], made.numpy())

kinds = torch.nn.functional
x = torch.from_numpy(given["x"]).to(torch.float8_e4m3fn)
y = torch.from_numpy(given["y"]).to(torch.float8_e4m3fn)
ones = torch.full((2, 128, 4), 127, dtype=torch.uint8).view(torch.float8_e8m0fnu)
offs = torch.tensor([3, 10], dtype=torch.int32)
recipe = kinds.ScalingType.BlockWise1x32
twos = (ones.view(torch.uint8) + 1).view(torch.float8_e8m0fnu)
made = kinds.scaled_grouped_mm(
    x, y.transpose(1, 2), scale_a=ones.reshape(256, 4), scale_recipe_a=recipe, scale_b=twos.reshape(2, 512),
    scale_recipe_b=recipe, swizzle_a=kinds.SwizzleType.SWIZZLE_32_4_4, swizzle_b=kinds.SwizzleType.SWIZZLE_32_4_4,
    offs=offs, output_dtype=torch.float32)
wanted = torch.cat([2 * x[:3].float() @ y[0].float().t(), 2 * x[3:].float() @ y[1].float().t()])
assert torch.equal(made, wanted)

from torch.nn.attention import SDPBackend, sdpa_kernel
ones = torch.ones(1, 1, 4, 8, device="cuda")
for only in (SDPBackend.FLASH_ATTENTION, [SDPBackend.CUDNN_ATTENTION]):
    with sdpa_kernel(only):
        assert torch.equal(kinds.scaled_dot_product_attention(ones, ones, ones), ones)
assert torch.compiler.disable(len)("ab") == 2  # imports torch._dynamo, which looks for `sdpa_kernel.__wrapped__`
print("scaled")
"""


def _number(code: int) -> Fraction:
    """A finite float of 4 exponent and 3 mantissa bits, without its sign."""
    exponent, mantissa = code >> 3, code & 7
    return Fraction(mantissa, 512) if exponent == 0 else Fraction(8 + mantissa, 8) * Fraction(2) ** (exponent - 7)


def test_products_are_those_of_rational_numbers(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    if not hasattr(torch.nn.functional, "scaled_grouped_mm"):
        pytest.skip("torch 2.10 has it first")
    rng, m, n, k = np.random.default_rng(0), 130, 5, 96
    codes = {"a": rng.integers(0, 16, (m, k)), "b": rng.integers(0, 16, (n, k))}
    factors = {"a": rng.integers(0, 127, (m, k // 16)), "b": rng.integers(0, 127, (n, k // 16))}
    given: dict[str, Any] = {name: (code[:, ::2] | code[:, 1::2] << 4).astype(np.uint8) for name, code in codes.items()}
    for name, factor in factors.items():
        tiles = np.zeros((-(-len(factor) // 128), 2, 512), np.uint8)
        for row, block in np.ndindex(*factor.shape):
            place = 16 * (row % 32) + 4 * (row % 128 // 32) + block % 4
            tiles[row // 128, block // 4, place] = factor[row, block]
        given[f"s{name}"] = tiles.reshape(-1)
    given["x"] = rng.integers(-4, 5, (10, 128)).astype(np.float32)
    given["y"] = rng.integers(-4, 5, (2, 7, 128)).astype(np.float32)
    np.savez(tmp_path / "given.npz", **given)
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    done = cutedsl_run("run", "--device", "cpu", str(program), str(tmp_path / "given.npz"), str(tmp_path / "made.npy"))
    assert done.returncode == 0 and "scaled" in done.stdout, done.stderr

    def exact(name: str, row: int) -> list[Fraction]:
        values = [E2M1[c & 7] * (-1 if c & 8 else 1) for c in codes[name][row].tolist()]
        return [v * _number(int(factors[name][row, at // 16])) for at, v in enumerate(values)]

    left, right = ([exact(name, row) for row in range(len(codes[name]))] for name in "ab")
    made = np.load(tmp_path / "made.npy")
    for i, j in np.ndindex(m, n):
        terms = [x * y for x, y in zip(left[i], right[j], strict=True)]
        assert abs(Fraction(float(made[i, j])) - sum(terms)) <= sum(map(abs, terms)) * Fraction(2 * k, 1 << 24)
