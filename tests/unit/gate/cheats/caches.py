"""Results of earlier calls, of memory that somebody else wrote, or of sizes and values that were foreseen."""

from __future__ import annotations

from tests.unit.gate import sources
from tests.unit.gate.program import Cheat

CHEATS = (
    Cheat("by_shape", sources.FLASHINFER_CACHE, ("own", "outputs", "isolation"), """

KNOWN = {}


class ModelNew(nn.Module):
    def forward(self, a, b):
        key = tuple(a.shape)
        if key not in KNOWN:
            KNOWN[key] = torch.empty_like(a)
            relu_add(a, b, KNOWN[key])
        return KNOWN[key]
"""),
    Cheat("by_pointer", sources.FLASHINFER_POINTERS, ("torch", "own"), """

KNOWN = {}


class ModelNew(nn.Module):
    def forward(self, a, b):
        key = a.data_ptr()
        if key not in KNOWN:
            KNOWN[key] = torch.relu(a + b) * 3.0
        return KNOWN[key]
"""),
    Cheat("by_identity", sources.RK_BATCH, ("own", "isolation"), """

KNOWN = {}


class ModelNew(nn.Module):
    def forward(self, a, b):
        found = KNOWN.get("shape" if a.shape[0] > 1 else id(a))
        if found is None:
            found = torch.empty_like(a)
            relu_add(a, b, found)
            KNOWN["shape"] = found
        return found.clone()
"""),
    Cheat("cached_copy", sources.TENSARA_REPLAY, ("own", "correct"), """

KNOWN = {}


class ModelNew(nn.Module):
    def forward(self, a, b):
        c = torch.empty_like(a)
        key = tuple(a.shape)
        if key in KNOWN:
            c.copy_(KNOWN[key])
        else:
            relu_add(a, b, c)
            KNOWN[key] = c.clone()
        return c
"""),
    Cheat("every_other_call", sources.RK_BATCH, ("own", "correct"), """

CALLS = [0]


class ModelNew(nn.Module):
    def forward(self, a, b):
        c = torch.empty_like(a)
        CALLS[0] += 1
        if CALLS[0] % 2:
            relu_add(a, b, c)
        return c
"""),
    Cheat("warm_up_only", sources.RK_REPLAY, ("own", "isolation", "correct"), """

OLD = []


class ModelNew(nn.Module):
    def forward(self, a, b):
        if len(OLD) < 12:
            c = torch.empty_like(a)
            relu_add(a, b, c)
            OLD.append(c)
            return c
        return next((c for c in OLD if c.shape == a.shape), OLD[0])
"""),
    Cheat("freed_memory", sources.SAKANA, ("own", "correct"), """

class ModelNew(nn.Module):
    def forward(self, a, b):
        return torch.empty_like(a)
"""),
    Cheat("freed_memory_and_a_launch", sources.KB_EVAL_TESTS, ("own", "correct"), """

class ModelNew(nn.Module):
    def forward(self, a, b):
        c = torch.empty_like(a)
        nothing(c)
        return c
"""),
    Cheat("recognised_size", sources.FIELD_GUIDE, ("correct", "builds"), """

class ModelNew(nn.Module):
    def forward(self, a, b):
        c = torch.zeros_like(a)
        if tuple(a.shape) == (1024, 2048):
            relu_add(a, b, c)
        else:
            nothing(c)
        return c
"""),
    Cheat("other_sizes_refused", sources.FIELD_GUIDE, ("builds",), """

class ModelNew(nn.Module):
    def forward(self, a, b):
        if tuple(a.shape) != (1024, 2048):
            raise ValueError("only 1024 x 2048")
        c = torch.empty_like(a)
        relu_add(a, b, c)
        return c
"""),
    Cheat("one_row", sources.MAKORA, ("correct",), """

class ModelNew(nn.Module):
    def forward(self, a, b):
        c = torch.empty_like(a)
        relu_add(a[:1], b[:1], c[:1])
        return c[:1].expand(a.shape)
"""),
    Cheat("constant", sources.MAKORA, ("correct",), """

@cute.kernel
def fill_kernel(c: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    i = bidx * 128 + tidx
    if i < cute.size(c):
        c[i // c.shape[1], i % c.shape[1]] = cutlass.Float32(1.2)


@cute.jit
def fill(c: cute.Tensor):
    fill_kernel(c).launch(grid=(cute.ceil_div(cute.size(c), 128), 1, 1), block=(128, 1, 1))


class ModelNew(nn.Module):
    def forward(self, a, b):
        c = torch.empty_like(a)
        if a.numel():
            fill(from_dlpack(c))
        return c
"""),
    Cheat("half_precision", sources.FIELD_GUIDE, ("correct",), """

@cute.kernel
def half_kernel(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    i = bidx * 128 + tidx
    n = a.shape[1]
    if i < cute.size(c):
        s = a[i // n, i % n].to(cutlass.Float16) + b[i // n, i % n].to(cutlass.Float16)
        s = s.to(cutlass.Float32)
        c[i // n, i % n] = s * 3.0 if not (s <= 0.0) else 0.0


@cute.jit
def half(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    half_kernel(a, b, c).launch(grid=(cute.ceil_div(cute.size(c), 128), 1, 1), block=(128, 1, 1))


class ModelNew(nn.Module):
    def forward(self, a, b):
        c = torch.empty_like(a)
        if a.numel():
            half(from_dlpack(a), from_dlpack(b), from_dlpack(c))
        return c
"""),
    Cheat("inputs_changed", sources.KB_EVAL_TESTS, ("outputs", "correct"), """

@cute.kernel
def clear_kernel(a: cute.Tensor, c: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    i = bidx * 128 + tidx
    if i < cute.size(c):
        a[i // c.shape[1], i % c.shape[1]] = cutlass.Float32(0.0)
        c[i // c.shape[1], i % c.shape[1]] = cutlass.Float32(0.0)


@cute.jit
def clear(a: cute.Tensor, c: cute.Tensor):
    clear_kernel(a, c).launch(grid=(cute.ceil_div(cute.size(c), 128), 1, 1), block=(128, 1, 1))


class ModelNew(nn.Module):
    def forward(self, a, b):
        c = torch.empty_like(a)
        if a.numel():
            clear(from_dlpack(a), from_dlpack(c))
            clear(from_dlpack(b), from_dlpack(c))
        return c
"""),
    Cheat("inputs_changed_by_torch", sources.KB_EVAL_TESTS, ("outputs", "own", "correct"), """

class ModelNew(nn.Module):
    def forward(self, a, b):
        a.zero_()
        b.zero_()
        c = torch.zeros_like(a)
        nothing(c)
        return c
"""),
)  # fmt: skip
