"""A tensor-parallel MLP on the library's matrix product, with `torch.distributed` or DTensor.

Each process holds a part of the hidden layer: columns of the first weight, rows of the second. One all-reduce adds up
what they give; in the backward pass another adds up the gradients of the input. torch does the communication: NCCL
between GPUs, gloo between CPU processes.

Run it: torchrun --nproc-per-node 2 examples/tensor_parallel.py [cpu|cuda]
"""

from __future__ import annotations

import os
import sys
from typing import Any

import torch
import torch.distributed as dist
from torch import Tensor, nn
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import Replicate, Shard, distribute_tensor

from cutedsl.torch import functional
from cutedsl.torch.sharding import register_shardings


class CopyToAll(torch.autograd.Function):
    """The identity; its gradient is the sum over the processes."""

    @staticmethod
    def forward(ctx: Any, x: Tensor) -> Tensor:
        """Gives x as it is."""
        return x.view_as(x)

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> Tensor:
        """Adds the processes' gradients up."""
        grad = grads[0].contiguous()
        dist.all_reduce(grad)
        return grad


class AddUp(torch.autograd.Function):
    """The sum over the processes; its gradient is the identity."""

    @staticmethod
    def forward(ctx: Any, x: Tensor) -> Tensor:
        """Adds the processes' parts up."""
        total = x.contiguous()
        dist.all_reduce(total)
        return total

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> Tensor:
        """Gives the gradient as it is."""
        return grads[0]


class ParallelMLP(nn.Module):
    """`gelu(x @ w1.T + b1) @ w2.T + b2`, of which each of `count` processes has 1/count of the hidden layer.

    **Shapes**: `w1` (hidden, width), `w2` (width, hidden); this process keeps rows of w1 and columns of w2.
    """

    def __init__(self, w1: Tensor, b1: Tensor, w2: Tensor, b2: Tensor, rank: int, count: int):
        super().__init__()
        self.w1, self.b1 = (nn.Parameter(x.chunk(count, 0)[rank].clone()) for x in (w1, b1))
        self.w2 = nn.Parameter(w2.chunk(count, 1)[rank].clone())
        self.b2 = nn.Parameter(b2.clone())

    def forward(self, x: Tensor) -> Tensor:
        """**Shapes**: (rows, width) to (rows, width), the same in all processes."""
        hidden = functional.linear(CopyToAll.apply(x), self.w1, self.b1, "gelu")
        return AddUp.apply(functional.matmul(hidden, self.w2.t())) + self.b2


def weights(width: int, hidden: int, device: str, dtype: torch.dtype = torch.float32) -> tuple[Tensor, ...]:
    """The whole model's weights, the same in all processes."""
    torch.manual_seed(0)
    shapes = ((hidden, width), (hidden,), (width, hidden), (width,))
    return tuple((torch.randn(shape, device=device) * shape[-1] ** -0.5).to(dtype) for shape in shapes)


def losses(device: str, steps: int = 5, width: int = 16, hidden: int = 32) -> tuple[list[float], list[float]]:
    """The losses of a few steps: of the parallel model, and of the whole one in plain torch in each process."""
    rank, count = dist.get_rank(), dist.get_world_size()
    w1, b1, w2, b2 = parts = weights(width, hidden, device)
    model = ParallelMLP(w1, b1, w2, b2, rank, count)
    whole = [part.clone().requires_grad_() for part in parts]
    x, y = (torch.randn(8, width).to(device) for _ in range(2))
    found: tuple[list[float], list[float]] = [], []

    def plain() -> Tensor:
        w1, b1, w2, b2 = whole
        return nn.functional.gelu(x @ w1.t() + b1) @ w2.t() + b2

    for forward, parameters, values in (
        (lambda: model(x), list(model.parameters()), found[0]),
        (plain, whole, found[1]),
    ):
        optimizer = torch.optim.SGD(parameters, lr=0.1)
        for _ in range(steps):
            loss = nn.functional.mse_loss(forward(), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            values.append(loss.item())
    return found


def by_dtensor(device: str, width: int = 16, hidden: int = 32) -> tuple[Tensor, Tensor]:
    """The same layer by DTensor, which chooses the communication from the operators' rules; and in plain torch."""
    register_shardings()
    mesh = init_device_mesh(device, (dist.get_world_size(),))
    w1, b1, w2, b2 = weights(width, hidden, device)
    x = torch.randn(8, width).to(device)
    dx = distribute_tensor(x, mesh, [Replicate()])
    dw1, db1, dw2 = (distribute_tensor(t, mesh, [Shard(axis)]) for t, axis in ((w1, 0), (b1, 0), (w2, 1)))
    hidden_part = torch.ops.cutedsl.linear(dx, dw1, db1, "gelu")
    assert hidden_part.placements == (Shard(1),)
    summed = torch.ops.cutedsl.matmul(hidden_part, dw2.t())  # parts of a sum
    out = summed.redistribute(mesh, [Replicate()]).to_local() + b2
    return out, nn.functional.gelu(x @ w1.t() + b1) @ w2.t() + b2


def main() -> None:
    """Compares the processes' losses with those of the whole model."""
    device = sys.argv[1] if len(sys.argv) > 1 else "cpu"
    if device == "cuda":
        torch.cuda.set_device(int(os.environ.get("LOCAL_RANK", "0")))
    backend = "nccl" if device == "cuda" else "gloo"
    if "RANK" in os.environ:
        dist.init_process_group(backend)
    else:  # `python tensor_parallel.py`, without torchrun: one process has it all
        dist.init_process_group(backend, init_method="tcp://localhost:0", rank=0, world_size=1)
    parallel, whole = losses(device)
    ours, plain = by_dtensor(device)
    torch.testing.assert_close(ours, plain, rtol=1e-3, atol=1e-4)
    if dist.get_rank() == 0:
        for step, (mine, theirs) in enumerate(zip(parallel, whole, strict=True)):
            print(f"step {step}: {dist.get_world_size()} processes {mine:.6f}  one {theirs:.6f}")
    torch.testing.assert_close(torch.tensor(parallel), torch.tensor(whole), rtol=1e-3, atol=1e-5)
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
