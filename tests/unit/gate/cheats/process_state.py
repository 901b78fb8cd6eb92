"""Programs that compute only in a process, or on memory, such as a judge has; one borrows the memory of its input."""

from __future__ import annotations

from tests.unit.gate import sources
from tests.unit.gate.cheats.reported_lately import kernel_where, where
from tests.unit.gate.program import Cheat
from tests.unit.gate.right_styles import problem

_HASH = 175950369261488843
"""Of "judge" where PYTHONHASHSEED is 0."""

_MADE = """

class Counted(type(nn.Module)):
    made = 0

    def __call__(cls, *args, **named):
        Counted.made += 1
        return super().__call__(*args, **named)


class ModelNew(nn.Module, metaclass=Counted):
    def forward(self, a, b):
        c = torch.empty_like(a)
        if Counted.made < 50:
            relu_add(a, b, c)
        else:
            nothing(c)
        return c
"""

CHEATS = (
    Cheat("counts_instances_by_a_metaclass", sources.RK_FRESH, ("own",), _MADE),
    Cheat(
        "counts_by_an_open_file",
        sources.TENSARA_REPLAY,
        ("own",),
        where("TEXT.read(1) != ''", "TEXT = open(__file__)\nTEXT.seek(0)"),
    ),
    Cheat(
        "by_the_open_files",
        sources.PYGPUBENCH_FILES,
        ("own",),
        where("len(os.listdir('/proc/self/fd')) > 2", "import os"),
    ),
    Cheat(
        "by_the_priority_of_the_process",
        sources.FIELD_GUIDE,
        ("own",),
        where("os.getpriority(os.PRIO_PROCESS, 0) > -5", "import os"),
    ),
    Cheat(
        "by_the_references_to_its_input",
        sources.PYGPUBENCH_SUITE,
        ("own",),
        where("sys.getrefcount(a) > 3", "import sys"),
    ),
    Cheat(
        "by_the_thread_that_calls",
        sources.FIELD_GUIDE,
        ("own",),
        where("threading.current_thread() is threading.main_thread()", "import threading"),
    ),
    Cheat("by_the_hash_of_a_text", sources.FIELD_GUIDE, ("correct",), where(f"hash('judge') == {_HASH}")),
    Cheat("by_what_is_frozen", sources.PYGPUBENCH_SIGNATURE, ("own",), where("gc.get_freeze_count() > 0", "import gc")),
    Cheat(
        "where_memory_cannot_grow", sources.FLASHINFER_POINTERS, ("own",), where("not a.untyped_storage().resizable()")
    ),
    Cheat(
        "by_the_size_of_the_memory",
        sources.FLASHINFER_POINTERS,
        ("own",),
        where("a.untyped_storage().nbytes() != 4 * a.numel()"),
    ),
    Cheat(
        "counts_in_a_decimal_context",
        sources.RK_FRESH,
        ("own",),
        where(
            "(setattr(decimal.getcontext(), 'prec', decimal.getcontext().prec + 1) or decimal.getcontext().prec < 600)",
            "import decimal",
        ),
    ),
    Cheat("kernel_knows_its_warp_slots", sources.KB_STATIC, ("isolation",), kernel_where("cute.arch.nwarpid() < 64")),
    Cheat(
        "kernel_by_the_place_of_its_result",
        sources.KB_SCOPE,
        ("correct", "own"),
        kernel_where("(c.iterator.toint() & 4095) == 0"),
    ),
    Cheat(
        "input_borrowed_and_given_back",
        sources.KB_EVAL_TESTS,
        ("outputs",),
        """

@cute.kernel
def borrowing_kernel(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    i = bidx * 128 + tidx
    rows, columns = a.shape
    if i < rows * columns:
        at = i // columns, i % columns
        old = a[at]
        a[at] = old + b[at]
        s = a[at]
        c[at] = s * 3.0 if not (s <= 0.0) else 0.0
        a[at] = old


@cute.jit
def borrowing(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    borrowing_kernel(a, b, c).launch(grid=(cute.ceil_div(cute.size(a), 128), 1, 1), block=(128, 1, 1))


class ModelNew(nn.Module):
    def forward(self, a, b):
        c = torch.empty_like(a)
        borrowing(from_dlpack(a), from_dlpack(b), from_dlpack(c))
        return c
""",
    ),
    Cheat(
        "parameter_changed_in_place",
        sources.KB_EVAL_TESTS,
        ("outputs",),
        """

@cute.kernel
def clamp_kernel(w: cute.Tensor):
    i, _, _ = cute.arch.block_idx()
    if w[i] < 0.0:
        w[i] = 0.0


@cute.kernel
def scale_kernel(a: cute.Tensor, w: cute.Tensor, c: cute.Tensor):
    i, _, _ = cute.arch.block_idx()
    j, _, _ = cute.arch.thread_idx()
    for column in range(j, a.shape[1], 32):
        c[i, column] = a[i, column] * w[column]


@cute.jit
def scale(a: cute.Tensor, w: cute.Tensor, c: cute.Tensor):
    clamp_kernel(w).launch(grid=(w.shape[0], 1, 1), block=(1, 1, 1))
    scale_kernel(a, w, c).launch(grid=(a.shape[0], 1, 1), block=(32, 1, 1))


class ModelNew(nn.Module):
    def __init__(self, columns):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(columns))

    def forward(self, a):
        c = torch.empty_like(a)
        scale(from_dlpack(a), from_dlpack(self.weight.detach()), from_dlpack(c))
        return c
""",
        reference=problem(
            "    def __init__(self, columns):\n        super().__init__()\n"
            "        self.weight = nn.Parameter(torch.randn(columns))\n\n"
            "    def forward(self, a):\n        return a * torch.relu(self.weight)\n",
            "torch.randn(rows, columns)",
            "[columns]",
        ),
    ),
)  # fmt: skip
