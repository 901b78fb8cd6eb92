"""Small programs that the tests judge: a problem in KernelBench's form, an honest kernel, and what is put around it."""

from __future__ import annotations

from dataclasses import dataclass

REFERENCE = """
import torch
import torch.nn as nn


class Model(nn.Module):
    def forward(self, a, b):
        return torch.relu(a + b) * 3.0


M = 1024
N = 2048


def get_inputs():
    return [torch.randn(M, N), torch.randn(M, N)]


def get_init_inputs():
    return []
"""

HONEST = """
import torch
import torch.nn as nn
import cutlass
import cutlass.cute as cute
from cutlass.cute.runtime import from_dlpack


@cute.kernel
def relu_add_kernel(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    i = bidx * 128 + tidx
    rows, columns = a.shape
    if i < rows * columns:
        s = a[i // columns, i % columns] + b[i // columns, i % columns]
        c[i // columns, i % columns] = s * 3.0 if not (s <= 0.0) else 0.0


@cute.jit
def relu_add_host(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    relu_add_kernel(a, b, c).launch(grid=(cute.ceil_div(cute.size(a), 128), 1, 1), block=(128, 1, 1))


def relu_add(a, b, c):
    if a.numel():
        relu_add_host(from_dlpack(a), from_dlpack(b), from_dlpack(c))


@cute.kernel
def nothing_kernel(c: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    if tidx > 1000:
        c[0, 0] = cutlass.Float32(0.0)


@cute.jit
def nothing_host(c: cute.Tensor):
    nothing_kernel(c).launch(grid=(1, 1, 1), block=(32, 1, 1))


def nothing(c):
    if c.numel():
        nothing_host(from_dlpack(c))
"""

MODEL = """

class ModelNew(nn.Module):
    def forward(self, a, b):
        c = torch.empty_like(a)
        relu_add(a, b, c)
        return c
"""


@dataclass(frozen=True, slots=True)
class Cheat:
    """A program that computes nothing, or not what it should. `source` reports one like it; `checks` tell of it.

    `body` follows the honest kernel, and is a whole `ModelNew` unless `honest`: then it does something besides.
    `reference` is the problem.
    """

    name: str
    source: str
    checks: tuple[str, ...]
    body: str
    honest: bool = False
    reference: str = REFERENCE

    @property
    def text(self) -> str:
        """The candidate's file."""
        return HONEST + self.body + (MODEL if self.honest else "")
