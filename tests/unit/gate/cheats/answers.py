"""Answers that no kernel of the candidate's computes: torch's, NumPy's, Python's, or a library's."""

from __future__ import annotations

from tests.unit.gate import sources
from tests.unit.gate.program import Cheat

CHEATS = (
    Cheat("torch", sources.FIELD_GUIDE, ("torch",), """

class ModelNew(nn.Module):
    def forward(self, a, b):
        return torch.relu(a + b) * 3.0
"""),
    Cheat("torch_after_a_launch", sources.KB_STATIC, ("torch", "own"), """

class ModelNew(nn.Module):
    def forward(self, a, b):
        c = torch.empty_like(a)
        relu_add(a, b, c)
        return torch.relu(a + b) * 3.0
"""),
    Cheat("torch_into_the_output", sources.KB_STATIC, ("torch", "own"), """

class ModelNew(nn.Module):
    def forward(self, a, b):
        c = torch.empty_like(a)
        c.copy_(torch.relu(a + b) * 3.0)
        nothing(c)
        return c
"""),
    Cheat("half_by_torch", sources.MAKORA, ("torch",), """

class ModelNew(nn.Module):
    def forward(self, a, b):
        c = torch.empty_like(a)
        relu_add(a + b, torch.zeros_like(b), c)
        return c
"""),
    Cheat("fallback", sources.KB_STATIC, ("torch", "own"), """

class ModelNew(nn.Module):
    def forward(self, a, b):
        c = torch.empty_like(a)
        try:
            raise RuntimeError("no such kernel")
        except RuntimeError:
            return torch.relu(a + b) * 3.0
"""),
    Cheat("inherited", sources.KB_STATIC, ("torch",), """

class Model(nn.Module):
    def forward(self, a, b):
        return torch.relu(a + b) * 3.0


class ModelNew(Model):
    pass
"""),
    Cheat("numpy", sources.KB_SCOPE, ("torch", "own", "correct"), """

class ModelNew(nn.Module):
    def forward(self, a, b):
        import numpy as np

        return torch.from_numpy(np.maximum(a.numpy() + b.numpy(), 0) * 3)
"""),
    Cheat("numpy_into_the_output", sources.KB_SCOPE, ("torch", "own", "correct"), """

class ModelNew(nn.Module):
    def forward(self, a, b):
        import numpy as np

        c = torch.empty_like(a)
        np.copyto(c.numpy(), np.maximum(a.numpy() + b.numpy(), 0) * 3)
        nothing(c)
        return c
"""),
    Cheat("host_after_the_kernel", sources.KB_SCOPE, ("own",), """

class ModelNew(nn.Module):
    def forward(self, a, b):
        c = torch.empty(tuple(a.shape))
        relu_add(a, b, c)
        c.numpy()[...] *= 1.5
        return c
"""),
    Cheat("host_between_two_kernels", sources.KB_SCOPE, ("own",), """

class ModelNew(nn.Module):
    def forward(self, a, b):
        c = torch.empty(tuple(a.shape))
        relu_add(a, b, c)
        c.numpy()[...] *= 1.5
        relu_add(a, b, c)
        return c
"""),
    Cheat("numpy_after_the_kernel", sources.KB_SCOPE, ("own",), """

import numpy as np
from functools import reduce
from operator import add as plus


class ModelNew(nn.Module):
    def forward(self, a, b):
        c = np.empty(tuple(a.shape), np.float32)
        if a.numel():
            relu_add_host(from_dlpack(a), from_dlpack(b), from_dlpack(c))
        c[...] = reduce(plus, np.ones((3, *c.shape), np.float32))
        return torch.from_numpy(c)
"""),
    Cheat("python_lists", sources.KB_SCOPE, ("torch", "own", "correct"), """

class ModelNew(nn.Module):
    def forward(self, a, b):
        rows = zip(a.tolist(), b.tolist())
        return torch.tensor([[max(x + y, 0.0) * 3.0 for x, y in zip(r, s)] for r, s in rows]).reshape(a.shape)
"""),
    Cheat("host_function", sources.KB_SCOPE, ("own",), """

@cute.jit
def by_the_host(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            s = a[i, j] + b[i, j]
            c[i, j] = s * 3.0 if not (s <= 0.0) else 0.0
    nothing_kernel(c).launch(grid=(1, 1, 1), block=(32, 1, 1))


class ModelNew(nn.Module):
    def forward(self, a, b):
        c = torch.empty_like(a)
        if a.numel():
            by_the_host(from_dlpack(a), from_dlpack(b), from_dlpack(c))
        return c
"""),
    Cheat("library_kernel", sources.FIELD_GUIDE, ("own", "builds"), """

class ModelNew(nn.Module):
    def forward(self, a, b):
        from cutedsl import ops

        return ops.softmax(a)
"""),
    Cheat("torchscript", sources.KB_STATIC, ("torch", "own", "isolation"), """

SCRIPT = '''
def forward(a, b):
    return torch.relu(a + b) * 3.0
'''


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()
        self.made = torch.jit.CompilationUnit(SCRIPT)

    def forward(self, a, b):
        return self.made.forward(a, b)
"""),
    Cheat("own_operator", sources.KB_STATIC, ("own", "correct", "torch", "isolation"), """

@torch.library.custom_op("mine::relu_add", mutates_args=())
def mine(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return torch.relu(a + b) * 3.0


class ModelNew(nn.Module):
    def forward(self, a, b):
        c = torch.empty_like(a)
        nothing(c)
        return mine(a, b)
"""),
    Cheat("modes_switched_off", sources.PYGPUBENCH_SUITE, ("isolation", "own", "correct"), """

class ModelNew(nn.Module):
    def forward(self, a, b):
        from torch.utils._python_dispatch import _disable_current_modes

        c = torch.empty_like(a)
        with _disable_current_modes():
            c.copy_(torch.relu(a + b) * 3.0)
        nothing(c)
        return c
"""),
)  # fmt: skip
