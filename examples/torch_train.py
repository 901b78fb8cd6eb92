"""Two kernels as PyTorch operators with gradients, in a small model that is trained as plain torch trains it.

Run it: python examples/torch_train.py [cpu|cuda]
"""

from __future__ import annotations

import sys

import torch

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.torch import operator

THREADS = 64
WARP = 32
EPS = 1e-6


@cute.kernel
def linear_relu_kernel(x: cute.Tensor, w: cute.Tensor, b: cute.Tensor, o: cute.Tensor):
    """One result a thread."""
    n = cute.arch.block_idx()[0] * THREADS + cute.arch.thread_idx()[0]
    m = cute.arch.block_idx()[1]
    if n < w.shape[0]:
        total = cutlass.Float32(b[n])
        for k in range(x.shape[1]):
            total += x[m, k] * w[n, k]
        o[m, n] = cutlass.max(total, 0.0)


@cute.kernel
def linear_relu_grad_x_kernel(grad: cute.Tensor, o: cute.Tensor, w: cute.Tensor, grad_x: cute.Tensor):
    """One gradient of the input a thread."""
    k = cute.arch.block_idx()[0] * THREADS + cute.arch.thread_idx()[0]
    m = cute.arch.block_idx()[1]
    if k < w.shape[1]:
        total = cutlass.Float32(0.0)
        for n in range(w.shape[0]):
            total += (grad[m, n] if o[m, n] > 0.0 else 0.0) * w[n, k]
        grad_x[m, k] = total


@cute.kernel
def linear_relu_grad_w_kernel(
    grad: cute.Tensor, o: cute.Tensor, x: cute.Tensor, grad_w: cute.Tensor, grad_b: cute.Tensor
):
    """One gradient of the weight a thread, and of the bias."""
    k = cute.arch.block_idx()[0] * THREADS + cute.arch.thread_idx()[0]
    n = cute.arch.block_idx()[1]
    if k < x.shape[1]:
        total = cutlass.Float32(0.0)
        bias = cutlass.Float32(0.0)
        for m in range(x.shape[0]):
            g = grad[m, n] if o[m, n] > 0.0 else 0.0
            total += g * x[m, k]
            bias += g
        grad_w[n, k] = total
        if k == 0:
            grad_b[n] = bias


@operator("cutedsl_examples::linear_relu_backward", out={"grad_x": "x", "grad_w": "w", "grad_b": "b"})
@cute.jit
def linear_relu_backward(
    grad_o: cute.Tensor,
    o: cute.Tensor,
    x: cute.Tensor,
    w: cute.Tensor,
    b: cute.Tensor,
    grad_x: cute.Tensor,
    grad_w: cute.Tensor,
    grad_b: cute.Tensor,
):
    """All gradients of `linear_relu`."""
    columns = cute.ceil_div(x.shape[1], THREADS)
    block = (THREADS, 1, 1)
    linear_relu_grad_x_kernel(grad_o, o, w, grad_x).launch(grid=(columns, x.shape[0], 1), block=block)
    linear_relu_grad_w_kernel(grad_o, o, x, grad_w, grad_b).launch(grid=(columns, w.shape[0], 1), block=block)


@operator(
    "cutedsl_examples::linear_relu",
    out=lambda x, w, b: x.new_empty(x.shape[0], w.shape[0]),
    backward=linear_relu_backward,
)
@cute.jit
def linear_relu(x: cute.Tensor, w: cute.Tensor, b: cute.Tensor, o: cute.Tensor):
    """`relu(x @ w.T + b)`."""
    grid = (cute.ceil_div(w.shape[0], THREADS), x.shape[0], 1)
    linear_relu_kernel(x, w, b, o).launch(grid=grid, block=(THREADS, 1, 1))


@cute.kernel
def rms_norm_kernel(x: cute.Tensor, w: cute.Tensor, o: cute.Tensor, scale: cute.Tensor):
    """One row a warp."""
    lane = cute.arch.thread_idx()[0]
    m = cute.arch.block_idx()[0]
    squares = cutlass.Float32(0.0)
    for k in range(lane, x.shape[1], WARP):
        squares += x[m, k] * x[m, k]
    s = cute.math.rsqrt(cute.arch.warp_reduction_sum(squares) / cutlass.Float32(x.shape[1]) + EPS)
    for k in range(lane, x.shape[1], WARP):
        o[m, k] = x[m, k] * s * w[k]
    if lane == 0:
        scale[m] = s


@cute.kernel
def rms_norm_grad_x_kernel(grad: cute.Tensor, x: cute.Tensor, w: cute.Tensor, scale: cute.Tensor, grad_x: cute.Tensor):
    """One row a warp."""
    lane = cute.arch.thread_idx()[0]
    m = cute.arch.block_idx()[0]
    dot = cutlass.Float32(0.0)
    for k in range(lane, x.shape[1], WARP):
        dot += grad[m, k] * w[k] * x[m, k]
    s = scale[m]
    mean = cute.arch.warp_reduction_sum(dot) / cutlass.Float32(x.shape[1])
    for k in range(lane, x.shape[1], WARP):
        grad_x[m, k] = s * (grad[m, k] * w[k] - x[m, k] * s * s * mean)


@cute.kernel
def rms_norm_grad_w_kernel(grad: cute.Tensor, x: cute.Tensor, scale: cute.Tensor, grad_w: cute.Tensor):
    """One column a thread."""
    k = cute.arch.block_idx()[0] * THREADS + cute.arch.thread_idx()[0]
    if k < x.shape[1]:
        total = cutlass.Float32(0.0)
        for m in range(x.shape[0]):
            total += grad[m, k] * x[m, k] * scale[m]
        grad_w[k] = total


@operator("cutedsl_examples::rms_norm_backward", out={"grad_x": "x", "grad_w": "w"})
@cute.jit
def rms_norm_backward(
    grad_o: cute.Tensor,
    x: cute.Tensor,
    w: cute.Tensor,
    scale: cute.Tensor,
    grad_x: cute.Tensor,
    grad_w: cute.Tensor,
):
    """Both gradients of `rms_norm`."""
    rows = (x.shape[0], 1, 1)
    columns = (cute.ceil_div(x.shape[1], THREADS), 1, 1)
    rms_norm_grad_x_kernel(grad_o, x, w, scale, grad_x).launch(grid=rows, block=(WARP, 1, 1))
    rms_norm_grad_w_kernel(grad_o, x, scale, grad_w).launch(grid=columns, block=(THREADS, 1, 1))


@operator(
    "cutedsl_examples::rms_norm",
    out={"o": "x", "scale": lambda x, w: x.new_empty(x.shape[0])},
    backward=rms_norm_backward,
)
@cute.jit
def rms_norm(x: cute.Tensor, w: cute.Tensor, o: cute.Tensor, scale: cute.Tensor):
    """`x / sqrt(mean(x * x) + EPS) * w`, and the factor of each row."""
    rms_norm_kernel(x, w, o, scale).launch(grid=(x.shape[0], 1, 1), block=(WARP, 1, 1))


class Model(torch.nn.Module):
    """RMS norm, a linear layer with ReLU, a linear layer: by our kernels, or by torch's."""

    def __init__(self, ours: bool):
        super().__init__()
        self.ours = ours
        self.scale = torch.nn.Parameter(torch.ones(20))
        self.hidden = torch.nn.Linear(20, 16)
        self.last = torch.nn.Linear(16, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if self.ours:
            h, _ = rms_norm(x, self.scale)
            return self.last(linear_relu(h, self.hidden.weight, self.hidden.bias))
        h = torch.nn.functional.rms_norm(x, (20,), self.scale, EPS)
        return self.last(torch.relu(self.hidden(h)))


def train(ours: bool, device: str, steps: int = 300) -> list[float]:
    """The losses of a regression, from the same seed."""
    torch.manual_seed(0)
    model = Model(ours).to(device)
    x = torch.randn(96, 20).to(device)
    y = torch.sin(3 * x[:, :1]) + x[:, 1:2] * x[:, 2:3]
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
    losses = []
    for _ in range(steps):
        optimizer.zero_grad()
        loss = torch.nn.functional.mse_loss(model(x), y)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def main() -> None:
    """Trains both and shows the losses side by side."""
    device = sys.argv[1] if len(sys.argv) > 1 else "cpu"
    ours, torchs = train(True, device), train(False, device)
    for step in range(0, len(ours), 60):
        print(f"step {step:3}: ours {ours[step]:.6f}  torch {torchs[step]:.6f}")
    print(f"last:     ours {ours[-1]:.6f}  torch {torchs[-1]:.6f}")


if __name__ == "__main__":
    main()
