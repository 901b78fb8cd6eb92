"""Layers of `torch.nn` on the kernel library: fused linear and activation, RMS norm, attention; trained as torch's own.

The model reads rows of symbols and learns to say, at each place, which symbol came two places before.

Run it: python examples/torch_layers.py [cpu|cuda]
"""

from __future__ import annotations

import sys

import torch
import torch.nn.functional as F
from torch import nn

from cutedsl.torch import functional

SYMBOLS, PLACES, HEADS, HEAD_SIZE = 11, 16, 1, 64
WIDTH = HEADS * HEAD_SIZE


class FusedLinear(nn.Linear):
    """`activation(input @ weight.T + bias)` in one kernel."""

    def __init__(self, inputs: int, outputs: int, activation: functional.Activation = "none"):
        super().__init__(inputs, outputs)
        self.activation: functional.Activation = activation

    def forward(self, input: torch.Tensor) -> torch.Tensor:
        """**Shapes**: (..., inputs) to (..., outputs)."""
        return functional.linear(input, self.weight, self.bias, self.activation)


class RMSNorm(nn.Module):
    """RMS norm over the last axis, forward and backward by kernels."""

    def __init__(self, width: int):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """**Shapes**: (..., width), and the same."""
        return functional.rms_norm(x, self.weight)


class Attention(nn.Module):
    """Causal attention in bfloat16: the kernel forward; its gradient in torch's operations (`functional.attention`)."""

    def forward(self, q: torch.Tensor, k: torch.Tensor, v: torch.Tensor) -> torch.Tensor:
        """**Shapes**: (batch, places, heads, head size), and the same."""
        return functional.attention(q.bfloat16(), k.bfloat16(), v.bfloat16(), causal=True).float()


class PlainLinear(FusedLinear):
    """The same of torch."""

    def forward(self, input: torch.Tensor) -> torch.Tensor:
        """**Shapes**: (..., inputs) to (..., outputs)."""
        out = F.linear(input, self.weight, self.bias)
        return F.gelu(out) if self.activation == "gelu" else out


class PlainAttention(nn.Module):
    """The same of torch."""

    def forward(self, q: torch.Tensor, k: torch.Tensor, v: torch.Tensor) -> torch.Tensor:
        """**Shapes**: (batch, places, heads, head size), and the same."""
        q, k, v = (x.bfloat16().transpose(1, 2) for x in (q, k, v))
        return F.scaled_dot_product_attention(q, k, v, is_causal=True).transpose(1, 2).float()


class Block(nn.Module):
    """A transformer's block over embedded symbols, of our layers or of torch's."""

    def __init__(self, ours: bool):
        super().__init__()
        linear, attention = (FusedLinear, Attention) if ours else (PlainLinear, PlainAttention)
        self.symbols, self.places = nn.Embedding(SYMBOLS, WIDTH), nn.Embedding(PLACES, WIDTH)
        self.first, self.second = (RMSNorm(WIDTH) if ours else nn.RMSNorm(WIDTH, eps=1e-6) for _ in range(2))
        self.qkv, self.joined = linear(WIDTH, 3 * WIDTH), linear(WIDTH, WIDTH)
        self.attention = attention()
        self.wide, self.narrow = linear(WIDTH, 2 * WIDTH, "gelu"), linear(2 * WIDTH, WIDTH)
        self.out = linear(WIDTH, SYMBOLS)

    def forward(self, rows: torch.Tensor) -> torch.Tensor:
        """**Shapes**: symbols (batch, places) to logits (batch, places, SYMBOLS)."""
        x = self.symbols(rows) + self.places.weight
        q, k, v = self.qkv(self.first(x)).unflatten(-1, (3, HEADS, HEAD_SIZE)).unbind(2)
        x = x + self.joined(self.attention(q, k, v).flatten(2))
        return self.out(x + self.narrow(self.wide(self.second(x))))


def train(ours: bool, device: str, steps: int = 60) -> list[float]:
    """The losses, from the same seed."""
    torch.manual_seed(0)
    model = Block(ours).to(device)
    optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3)
    losses: list[float] = []
    for _ in range(steps):
        rows = torch.randint(SYMBOLS, (16, PLACES)).to(device)
        wanted = rows.roll(2, 1)
        wanted[:, :2] = -100  # nothing came before
        logits = model(rows)
        if ours:
            loss = functional.cross_entropy(logits, wanted)
        else:
            loss = F.cross_entropy(logits.flatten(0, 1), wanted.flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def main() -> None:
    """Trains both and shows the losses side by side."""
    device = sys.argv[1] if len(sys.argv) > 1 else "cpu"
    ours, torchs = train(True, device), train(False, device)
    for step in range(0, len(ours), 6):
        print(f"step {step:3}: ours {ours[step]:.4f}  torch {torchs[step]:.4f}")
    print(f"last:     ours {ours[-1]:.4f}  torch {torchs[-1]:.4f}")


if __name__ == "__main__":
    main()
