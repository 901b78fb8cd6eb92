"""What a candidate's file says where no case comes; calls that did something else; memory that the host cannot read."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cutedsl.gate.held_operators import held_operators
from cutedsl.gate.signatures import signature, unusual
from cutedsl.gate.source import violations
from cutedsl.gate.watch import changed, shared_state
from cutedsl.gate.wire import Message

torch: Any = pytest.importorskip("torch")
TorchFunctionMode: Any = torch.overrides.TorchFunctionMode
HEAD = "import torch\nimport torch.nn.functional as F\nimport sys, time\n\n\n"


@pytest.mark.parametrize(
    ("body", "check"),
    [
        ("def candidate(x):\n    return F.relu(x) if x.numel() > 9 else x\n", "torch"),
        ("def candidate(x):\n    return later(x)\n\n\ndef later(x):\n    return torch.matmul(x, x)\n", "torch"),
        ("def candidate(x):\n    return x.relu_()\n", "torch"),
        ("class Answer:\n    def __reduce__(self):\n        return torch.add, self.both\n", "torch"),
        ("import operator\n\n\ndef candidate(x):\n    return operator.mul(x, 3.0)\n", "torch"),
        ("def candidate(x):\n    return x.__add__(x)\n", "torch"),
        ("import os\nODD = os.getpid() % 2\n", "own"),
        ("import os\n\n\ndef candidate(x):\n    return x if os.listdir('/proc/self/fd') else None\n", "own"),
        ("import os\n\n\ndef candidate(x):\n    return x if os.getpriority(0, 0) else None\n", "own"),
        (
            "class A(type):\n    n = 0\n\n    def __call__(cls):\n        A.n = A.n + 1\n\n\n"
            "def candidate(x):\n    return x if A.n < 9 else None\n",
            "own",
        ),
        (
            "class A:\n    n = 0\n\n    def __init__(self, k):\n        k += 1\n        self.n += k\n\n    "
            "def forward(self, x, k):\n        return x if self.n > k else None\n",
            "",
        ),
        ("JUDGED = 'run_and_check.py' in sys.argv[0]\n", "own"),
        ("def candidate(x):\n    return x if __debug__ else 2 * x\n", "own"),
        ("def candidate(x):\n    return x if 'bench' in __file__ else None\n", "own"),
        ("def candidate(x):\n    return x if any('bench' in one for one in sys.path) else None\n", "own"),
        ("import os\n\n\ndef candidate(x):\n    return x if os.getenv('CI') else None\n", "own"),
        ("import os\nTHREADS = int(os.environ.get('THREADS', '64'))\n", ""),
        ("sys.path.insert(0, __file__)\n", ""),
        ("import torch._refs as r\n\n\ndef candidate(x):\n    return r.relu(x)\n", "torch"),
        ("sys.addaudithook(print)\n", "frames"),
        ("from secrets import randbelow\n\n\ndef candidate(x):\n    return randbelow(9)\n", "own"),
        ("def candidate(x):\n    return x._version > 600\n", "frames"),
        ("import functools, operator\nSIZE = functools.reduce(operator.mul, (2, 3))\nKIND = torch.float16\n", ""),
        ("PAGE = 1 << 21\n\n\ndef candidate(x):\n    return x if x.data_ptr() % PAGE != 64 else None\n", "own"),
        ("LINE = 128\n\n\ndef candidate(x):\n    return x[-x.data_ptr() % LINE // 4 :]\n", ""),
        ("def candidate(x):\n    return x if x.ctypes.data >> 12 & 1 else None\n", "own"),
        ("def candidate(x):\n    return x if x.data_ptr() % 16 == 0 and not x.data_ptr() & 127 else None\n", ""),
        ("def candidate(x):\n    n = x.shape[0]\n    return x if n and x[0, 0] != 1.25 else None\n", "memory"),
        ("def candidate(x):\n    first = x.ravel()[0]\n    return x if x.ndim and first < 3 else None\n", "memory"),
        ("def candidate(x):\n    return WAYS[int(x[0, 0])] if x.shape else None\n", "memory"),
        (
            "def candidate(x):\n    return x.reshape(other(x))\n\n\ndef other(y):\n    return int(y.max()) or 4\n",
            "memory",
        ),
        (
            "def candidate(x, b=None):\n    return x[:1] if x.shape[0] > 3 and b is not None and len(x[0]) else None\n",
            "",
        ),
        ("NAME = torch.__name__\n", ""),
        ("time.time = lambda: 0.0\n", "patches"),
        ("setattr(torch.cuda.Event, 'elapsed_time', lambda *a: 0.0)\n", "patches"),
        ("for one in list(sys.modules.values()):\n    pass\n", "frames"),
        ("import os\nJUDGED = os.environ.get('CUTEDSL_TARGET')\n", "frames"),
        ("def candidate(x):\n    return F.pad(x.contiguous().view(-1), (0, 1))\n", ""),
        (
            "def prepare(w):\n    return torch.softmax(w, 0)\n\n\ndef candidate(x):\n    return torch.empty_like(x)\n",
            "",
        ),
        ("torch.backends.cuda.matmul.allow_tf32 = True\n", ""),
        ("if __name__ == '__main__':\n    time.time = None\n    print(torch.relu(torch.ones(1)), sys.modules)\n", ""),
        ("import cutedsl.cute as cute\n\n\n@cute.kernel\ndef forward(x):\n    torch.relu(x)\n", ""),
    ],
)
def test_forbidden_code_in_a_file_is_found(tmp_path: Path, body: str, check: str) -> None:
    file = tmp_path / "candidate.py"
    file.write_text(HEAD + body, encoding="utf-8")
    assert {one for one, _ in violations(file)} == ({check} if check else set())


def test_operators_that_are_allowed(tmp_path: Path) -> None:
    file = tmp_path / "candidate.py"
    file.write_text(HEAD + "def candidate(x):\n    return torch.matmul(x, x)\n", encoding="utf-8")
    assert not violations(file, ["aten::matmul"])


HELD = """
import functools, operator, pkgutil
KEPT = {"act": [operator.attrgetter("nn.functional.relu")(torch)]}
FIRST = functools.partial(pkgutil.resolve_name("torch:softmax"), dim=0)
exec("def more(a, b): return torch.relu(a + b)")
exec("def shape(a): return a.shape")
LATER = lambda a, by=torch.Tensor.add: by(a, a)
EMPTY, KIND, GRAD, LAYER = torch.empty_like, torch.float16, torch.no_grad, torch.nn.Linear
"""


def test_operators_under_names_of_ones_own() -> None:
    space: dict[str, Any] = {"torch": torch, "relu": torch.relu}
    exec(HELD, space)
    found = dict(held_operators({name: one for name, one in space.items() if name != "__builtins__"}, {"relu"}))
    assert found == {
        "KEPT['act'][0]": "relu",
        "FIRST.func": "softmax",
        "more": "relu",
        "LATER.__defaults__[0]": "add",
    }


class Answers(TorchFunctionMode):
    """A mode that is left on."""


@pytest.mark.parametrize(
    ("does", "what"),
    [
        (lambda: torch.manual_seed(0), "torch's random generator"),
        (lambda: random.seed(3), "Python's random generator"),
        (lambda: np.random.seed(3), "NumPy's random generator"),
        (lambda: Answers().__enter__(), "torch's function modes"),
        (lambda: torch.empty(3), ""),
    ],
)
def test_what_a_call_leaves_changed(does: Callable[[], object], what: str) -> None:
    state, kept, numbers = torch.get_rng_state(), random.getstate(), np.random.get_state()
    before = shared_state()
    try:
        does()
        assert list(changed(before)) == ([f"a call changes {what}, which others use"] if what else [])
    finally:
        torch.set_rng_state(state)
        random.setstate(kept)
        np.random.set_state(numbers)
        while torch._C._len_torch_function_stack() > before["torch's function modes"]:
            torch._C._pop_torch_function_stack()


def call(first: int, memory: int, program: str = "p") -> str:
    return signature(
        [
            Message({"kind": "memory", "number": first, "bytes": 64, "origin": "input 0"}),
            Message({"kind": "launch", "program": program, "slots": [1 << 40, 8], "places": [[0, memory, 0]]}),
            Message({"kind": "end", "outputs": [[memory, "float32", [16], [1], 0]]}),
        ]
    )


def test_calls_that_did_the_same() -> None:
    assert call(7, 7) == call(9, 9)
    assert call(7, 7) != call(9, 9, "other")
    assert call(7, 3) != call(9, 4)
    said = {n: call(n, n) for n in range(20)} | {11: call(11, 2), 13: call(13, 4)}
    assert unusual(said, 4) == [11, 13] or unusual(said, 4) == [13, 11]
    assert unusual(dict.fromkeys(range(3), "same"), 4) == []


READS = """
from cutedsl.gate.cases import Argument
from cutedsl.gate.decoys import Decoys

decoys = Decoys(3)
one = decoys.make(Argument("float32", (64, 64)), "plain")
with decoys.closed([one]):
    with decoys.opened():
        print(float(one.array.sum()) == float(one.shown.sum()))
    if {reads}:
        one.array.numpy().sum()
print(float(one.array.sum()) == float(one.shown.sum()))
"""


@pytest.mark.parametrize("reads", [False, True])
def test_nobody_reads_closed_memory(reads: bool) -> None:
    words = [sys.executable, "-c", READS.format(reads=reads)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=100, check=False)
    if reads:
        assert done.returncode == -11, done.stderr
    else:
        assert done.stdout.split() == ["True", "True"], done.stderr
