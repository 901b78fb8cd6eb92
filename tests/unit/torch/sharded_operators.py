"""A program for several processes: sharded operators give what whole ones give, gradients too; the example's losses."""

from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path
from typing import Any

import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import Partial, Replicate, Shard, distribute_tensor

from cutedsl.torch.sharding import register_shardings

EXAMPLE = Path(__file__).resolve().parents[3] / "examples" / "tensor_parallel.py"


def check(name: str, args: tuple[Any, ...], placements: list[Any], wanted: Any, mesh: Any) -> None:
    """An operator on arguments placed so: its first result is placed as `wanted`, and it and the gradients agree."""
    op = getattr(torch.ops.cutedsl, name)
    found: list[list[Any]] = []
    out: Any
    for sharded in (True, False):
        given: list[Any] = []
        for argument, place in zip(args, placements, strict=True):
            if not isinstance(argument, torch.Tensor):
                given.append(argument)
                continue
            tensor = distribute_tensor(argument, mesh, [place]) if sharded else argument.clone()
            given.append(tensor.requires_grad_(argument.is_floating_point()))
        out = op(*given)
        first = out[0] if isinstance(out, tuple) else out
        if sharded:
            assert tuple(first.placements) == (wanted,), (name, first.placements)
        first.float().square().sum().backward()
        grads: list[Any] = [g.grad for g in given if isinstance(g, torch.Tensor) and g.requires_grad]
        found.append([x.full_tensor() if sharded else x for x in (first.detach(), *grads)])
    for mine, whole in zip(*found, strict=True):
        torch.testing.assert_close(mine, whole, rtol=2e-2 if mine.dtype == torch.bfloat16 else 1e-3, atol=1e-2)


def main() -> None:
    device = sys.argv[1]
    if device == "cuda":
        torch.cuda.set_device(int(os.environ["LOCAL_RANK"]))
    dist.init_process_group("nccl" if device == "cuda" else "gloo")
    register_shardings()
    mesh = init_device_mesh(device, (dist.get_world_size(),))
    torch.manual_seed(1)

    def randn(*shape: int) -> Any:
        return torch.randn(shape).to(device)

    rows, both = Shard(0), [Replicate()] * 2
    check("softmax", (randn(6, 10),), [rows], rows, mesh)
    check("softmax", (randn(6, 10),), [Shard(1)], Replicate(), mesh)  # rows are gathered first
    check("rms_norm", (randn(6, 10), randn(10), 1e-6), [rows, Replicate(), None], rows, mesh)
    check("layer_norm", (randn(6, 10), randn(10), randn(10), 1e-5), [rows, *both, None], rows, mesh)
    labels = torch.tensor([1, 9, 3, 0]).to(device)
    check("cross_entropy", (randn(4, 10), labels, -100), [rows, rows, None], rows, mesh)
    check("matmul", (randn(6, 8), randn(8, 4)), [Shard(1), rows], Partial(), mesh)
    check("matmul", (randn(6, 8), randn(8, 4)), [Replicate(), Shard(1)], Shard(1), mesh)
    check("linear", (randn(6, 8), randn(4, 8), randn(4), "gelu"), [Replicate(), rows, rows, None], Shard(1), mesh)
    heads = [randn(1, 4, 2, 64).bfloat16() for _ in range(3)]
    check("attention", (*heads, True, 0.125), [*[Shard(2)] * 3, None, None], Shard(2), mesh)
    spec = importlib.util.spec_from_file_location("tensor_parallel", EXAMPLE)
    assert spec is not None and spec.loader is not None
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    parallel, whole = example.losses(device)
    torch.testing.assert_close(torch.tensor(parallel), torch.tensor(whole), rtol=1e-3, atol=1e-5)
    assert parallel[-1] < 0.95 * parallel[0]
    ours, plain = example.by_dtensor(device)
    torch.testing.assert_close(ours, plain, rtol=1e-3, atol=1e-4)
    print(f"process {dist.get_rank()} agrees", flush=True)
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
