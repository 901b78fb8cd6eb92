"""What programs ask of tensors: where they are, and that those that move are copied."""

from __future__ import annotations

import cutlass
import cutlass.cute as cute
import torch
from cutlass.cute.runtime import from_dlpack


@cute.kernel
def add_kernel(x: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    x[tidx] = x[tidx] + cutlass.Float32(1)


@cute.jit
def add(x: cute.Tensor):
    add_kernel(x).launch(grid=1, block=4)


def add_one(x: torch.Tensor) -> None:
    assert x.is_cuda and x.device.type == "cuda" and not x.is_cpu, x.device
    add(from_dlpack(x))


def copies() -> None:
    host = torch.zeros(4)
    assert host.device.type == "cpu" and host.is_cpu and not host.is_cuda and host.get_device() == -1
    for there in (host.cuda(), host.to("cuda"), host.to(device="cuda:0"), host.to(torch.zeros(1, device="cuda"))):
        assert there.device == torch.device("cuda", 0) and there.get_device() == there.device.index == 0
        assert there.cuda() is there and there.to("cuda", torch.float32) is there
        back = there.cpu()
        add_one(there)
        assert host.tolist() == back.tolist() == [0] * 4 and there.tolist() == [1] * 4
        assert back.device == host.device and back.cpu() is back and there.to("cpu").device.type == "cpu"
    linear = torch.nn.Linear(2, 2).to(0)
    assert host.to(0).device == linear.weight.device == torch.zeros(1, device=0).device == torch.device(0)
    assert host.to(0, torch.float16).dtype is torch.float16 and host.to(device=0).is_cuda
    pinned = host.pin_memory()
    assert pinned.to("cuda", non_blocking=True).is_cuda and not pinned.is_cuda


def aligned() -> None:
    x = torch.arange(40, device="cuda")
    assert torch.equal(x.cpu(), torch.arange(40)) and x.clone().sum() == 780
    made = [torch.empty(n, device="cuda") for n in range(1, 90, 8)] + [torch.zeros_like(x) for _ in range(9)]
    made += [x.new_full((n,), 2) for n in range(1, 90, 8)] + [torch.randn(n).cuda() for n in range(1, 90, 8)]
    made += [torch.ones(n, 2, device="cuda", requires_grad=True) for n in range(1, 90, 8)]
    made += [torch.randn(n, 3).T.to("cuda") for n in range(1, 90, 8)]
    assert {tensor.data_ptr() % 512 for tensor in made} == {0}
    host = torch.randn(5, 3, requires_grad=True)
    there = host.T.cuda()
    assert there.stride() == (1, 3) and torch.equal(there.cpu(), host.T)
    there.square().sum().backward()
    assert torch.equal(host.grad, 2 * host.detach())


def results() -> None:
    x = torch.randn(4, 4, device="cuda", requires_grad=True)
    y = torch.nn.functional.gelu(x @ x.T)[1:].relu()
    assert y.device == x.device and torch.empty_like(y).is_cuda and torch.cat([y, y]).is_cuda
    y.sum().backward()
    assert x.grad.device == x.device and torch.zeros(3, device=x.device).is_cuda
    host = torch.ones(4, 4)
    assert (host @ host).device.type == host.T.softmax(-1).device.type == torch.stack([host]).device.type == "cpu"
    assert torch.testing.assert_close(y.cpu(), y.detach()) is None
    mean, var = torch.var_mean(x)
    assert mean.is_cuda and var.is_cuda
    with torch.device("cuda"):
        assert torch.arange(4).is_cuda
    assert not torch.arange(4).is_cuda
    torch.set_default_device("cuda")
    assert torch.arange(4).is_cuda
    torch.set_default_device("cpu")
    assert not torch.arange(4).is_cuda
    assert "device='cuda:0'" in str(x.detach()) and "device" not in str(host)


def modules() -> None:
    layer = torch.nn.Linear(4, 4)
    assert not layer.weight.is_cuda
    layer = layer.to("cuda")
    assert layer.weight.is_cuda and layer.cuda()(torch.ones(2, 4, device="cuda")).is_cuda
    assert not layer.cpu().weight.is_cuda


class Twice(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        assert x.is_cuda
        ctx.save_for_backward(x)
        return x * 2

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        assert x.device.type == grad.device.type == "cuda"
        return grad * torch.full((4,), 2.0, device="cuda")


@torch.library.custom_op("existing::filled", mutates_args=())
def filled(x: torch.Tensor) -> torch.Tensor:
    assert x.device.type == "cuda"
    return torch.full((4,), 3.0, device="cuda")


def functions() -> None:
    x = torch.ones(4, device="cuda", requires_grad=True)
    Twice.apply(x).sum().backward()
    assert x.grad.tolist() == [2] * 4
    assert filled(x).is_cuda and filled(x.detach()).tolist() == [3] * 4


copies()
aligned()
results()
modules()
functions()
print("PASS")
