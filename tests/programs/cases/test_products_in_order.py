"""Products of 16-bit matrices in a program on the CPU are added up as a kernel that goes through K in order does it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cutedsl.compat.host.torch_products import OrderedProducts
from tests.programs.test_run import cutedsl_run

PROGRAM = """
import torch

def in_order(a, b):
    sums = torch.zeros(a.shape[0], b.shape[0])
    for k in range(a.shape[1]):
        sums += a[:, k, None].float() * b[None, :, k].float()
    return sums.to(a.dtype)

torch.manual_seed(0)
for dtype in (torch.bfloat16, torch.float16):
    a, b = (torch.randn(n, 300, device="cuda").to(dtype) for n in (256, 200))
    wanted = in_order(a, b)
    for made in (a @ b.t(), torch.mm(a, b.t()), torch.einsum("mk,nk->mn", a, b), torch.nn.functional.linear(a, b)):
        assert torch.equal(made, wanted)
    assert torch.equal((a[None].expand(2, -1, -1) @ b.t()[None].expand(2, -1, -1))[1], wanted)
    x = a.clone().requires_grad_()
    (x @ b.t()).sum().backward()
    assert x.grad.shape == x.shape
    assert (a[:0] @ b.t()).shape == (0, 200) and not (a[:, :0] @ b.t()[:0]).any()
print("in order", (a.float() @ b.float().t()).dtype)
"""


def test_products_agree_in_every_bit(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    done = cutedsl_run("run", "--device", "cpu", str(program))
    assert (done.returncode, done.stdout) == (0, "in order torch.float32\n"), done.stderr


def test_torch_answers_for_other_types_much_work_and_what_is_not_close(monkeypatch: pytest.MonkeyPatch) -> None:
    torch: Any = pytest.importorskip("torch")
    a, other = torch.ones(4, 8).bfloat16(), torch.full((4, 4), 3.0).bfloat16()
    right = a @ a.t()
    ordered = OrderedProducts(torch, most_work=2 * 4 * 4 * 8)
    assert ordered.product(a.float(), a.t().float(), other) is other
    assert ordered.product(a, a.t(), other) is other  # 3 is not close to 8
    assert ordered.product(a, a.t(), right) is not right
    assert ordered.product(a, a.t(), right) is right  # the work of two products was done


OUT_DTYPE = """
import torch
a, b, c = (torch.randn(n, m, device="cuda").bfloat16() for n, m in ((8, 5), (5, 6), (8, 6)))
wanted = a.float() @ b.float()
wide = {"out_dtype": torch.float32}
assert torch.mm(a, b, out_dtype=torch.bfloat16).dtype == torch.bfloat16
torch.testing.assert_close(torch.mm(a, b, **wide), wanted)
torch.testing.assert_close(torch.mm(a, b, **wide, out=torch.empty(8, 6, device="cuda")), wanted)
torch.testing.assert_close(torch.addmm(c, a, b, beta=2, alpha=3, **wide), 2 * c.float() + 3 * wanted)
torch.testing.assert_close(torch.bmm(a[None], b[None], **wide)[0], wanted)
torch.testing.assert_close(torch.baddbmm(c[None], a[None], b[None], **wide)[0], c.float() + wanted)
try:
    torch.mm(a.float(), b.float(), out_dtype=torch.bfloat16)
except RuntimeError as error:
    print(error)
"""


def test_products_have_a_wider_type(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    program = tmp_path / "program.py"
    program.write_text(OUT_DTYPE)
    done = cutedsl_run("run", "--device", "cpu", str(program))
    said = "out_dtype is torch.bfloat16; it is that of the operands, torch.float32, or float32\n"
    assert (done.returncode, done.stdout) == (0, said), done.stderr
