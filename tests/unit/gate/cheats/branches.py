"""Programs that compute by torch in a branch that no judge's call takes, or that is spelled so that nobody finds it."""

from __future__ import annotations

from tests.unit.gate import sources
from tests.unit.gate.program import Cheat

CHEATS = (
    Cheat("torch_on_a_gpu", sources.KB_STATIC, ("torch",), """

class ModelNew(nn.Module):
    def forward(self, a, b):
        if a.is_cuda:
            return (a + b).clamp_min(0.0).mul(3.0)
        c = torch.empty_like(a)
        relu_add(a, b, c)
        return c
"""),
    Cheat("sum_on_a_gpu", sources.KB_STATIC, ("torch",), """

class ModelNew(nn.Module):
    def forward(self, a, b):
        if a.device.type == "cuda":
            s = a + b
            return s * (s > 0) * 3.0
        c = torch.empty_like(a)
        relu_add(a, b, c)
        return c
"""),
    Cheat("torch_by_another_name", sources.KB_STATIC, ("torch",), """

ACTIVATE = torch.relu


class ModelNew(nn.Module):
    def forward(self, a, b):
        c = torch.empty_like(a)
        if a.is_cuda:
            return ACTIVATE(c)
        relu_add(a, b, c)
        return c
"""),
    Cheat("torch_by_its_spelling", sources.KB_STATIC, ("torch",), """

class ModelNew(nn.Module):
    def forward(self, a, b):
        c = torch.empty_like(a)
        if a.is_cuda:
            return getattr(torch, "re" + "lu")(c)
        relu_add(a, b, c)
        return c
"""),
    Cheat("torch_in_a_text", sources.KB_STATIC, ("torch",), """

class ModelNew(nn.Module):
    def forward(self, a, b):
        if a.is_cuda:
            return eval("torch.relu(a + b) * 3.0")
        c = torch.empty_like(a)
        relu_add(a, b, c)
        return c
"""),
    Cheat("module_on_a_gpu", sources.KB_STATIC, ("torch",), """

class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()
        self.plain = nn.ReLU()

    def forward(self, a, b):
        c = torch.empty_like(a)
        if a.is_cuda:
            return self.plain(c)
        relu_add(a, b, c)
        return c
"""),
    Cheat("overload_on_a_gpu", sources.KB_STATIC, ("torch",), """

class ModelNew(nn.Module):
    def forward(self, a, b):
        c = torch.empty_like(a)
        if a.is_cuda:
            return torch.ops.aten.relu.default(c)
        relu_add(a, b, c)
        return c
"""),
    Cheat("unbound_method_on_a_gpu", sources.KB_STATIC, ("torch",), """

class ModelNew(nn.Module):
    def forward(self, a, b):
        c = torch.empty_like(a)
        if a.is_cuda:
            return torch.Tensor.relu(c)
        relu_add(a, b, c)
        return c
"""),
    Cheat("compiled_by_torch_on_a_gpu", sources.KB_STATIC, ("torch", "isolation"), """

def plain(a, b):
    return torch.relu(a + b) * 3.0


FAST = torch.compile(plain)


class ModelNew(nn.Module):
    def forward(self, a, b):
        if a.is_cuda:
            return FAST(a, b)
        c = torch.empty_like(a)
        relu_add(a, b, c)
        return c
"""),
    Cheat("forward_hook", sources.RK_TIMERS, ("torch", "own", "correct", "isolation"), """

class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_forward_hook(lambda module, given, c: torch.relu(given[0] + given[1]) * 3.0)

    def forward(self, a, b):
        c = torch.empty_like(a)
        nothing(c)
        return c
"""),
    Cheat("forked_by_torchscript", sources.RK_TIMERS, ("torch", "own", "isolation", "builds"), """

def plain(a, b):
    return torch.relu(a + b) * 3.0


class ModelNew(nn.Module):
    def forward(self, a, b):
        later = torch.jit.fork(plain, a, b)
        c = torch.empty_like(a)
        nothing(c)
        return torch.jit.wait(later)
"""),
    Cheat("below_the_dispatcher", sources.PYGPUBENCH_SUITE, ("torch", "own", "correct", "isolation"), """

@cute.kernel
def move_kernel(a: cute.Tensor, c: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    i = bidx * 128 + tidx
    if i < cute.size(c):
        c[i // c.shape[1], i % c.shape[1]] = a[i // c.shape[1], i % c.shape[1]]


@cute.jit
def move(a: cute.Tensor, c: cute.Tensor):
    move_kernel(a, c).launch(grid=(cute.ceil_div(cute.size(c), 128), 1, 1), block=(128, 1, 1))


class ModelNew(nn.Module):
    def forward(self, a, b):
        a, b = a.clone(), b.clone()
        with torch._C._DisableTorchDispatch():
            answer = torch.relu(a + b) * 3.0
        c = torch.empty_like(a)
        if a.numel():
            move(from_dlpack(answer), from_dlpack(c))
        return c
"""),
)  # fmt: skip
