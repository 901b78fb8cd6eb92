"""A serving loop as vLLM's: sequences come and go, their keys and values lie in pages of one cache.

Each step appends one token of every running sequence and attends to its keys. Slots of the batch, lengths and page
tables are arrays on the device that never move, so that a step is one CUDA graph, captured once and replayed; slots
without a sequence have the length 0. Prompts go through `ops.attention` and into the cache by the same append.
The model is one layer of attention with random projections; its results are compared with attention on whole sequences.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import torch

from cutedsl import ops

HEADS, HEADS_K, SIZE, HIDDEN = 4, 2, 64, 128
SLOTS, PAGE, PAGES, LONGEST = 3, 16, 24, 96
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
KIND = torch.float16


@dataclass
class Request:
    """A sequence: hidden states of its prompt, and how many tokens it is to get."""

    prompt: torch.Tensor
    wanted: int
    states: list[torch.Tensor] = field(default_factory=list)
    pages: list[int] = field(default_factory=list)


class Server:
    """A batch of slots over a paged cache."""

    def __init__(self) -> None:
        torch.manual_seed(0)
        columns = (HEADS + 2 * HEADS_K) * SIZE
        self.project = (torch.randn(HIDDEN, columns) / HIDDEN**0.5).to(DEVICE, KIND)
        self.back = (torch.randn(HEADS * SIZE, HIDDEN) / (HEADS * SIZE) ** 0.5).to(DEVICE, KIND)
        self.k_cache, self.v_cache = (torch.zeros(PAGES, PAGE, HEADS_K, SIZE, dtype=KIND, device=DEVICE) for _ in "kv")
        angles = torch.outer(torch.arange(LONGEST), 1e4 ** -torch.linspace(0, 1, SIZE // 2))
        self.angles = {"cos": torch.cos(angles).to(DEVICE), "sin": torch.sin(angles).to(DEVICE)}
        self.table = torch.zeros(SLOTS, LONGEST // PAGE, dtype=torch.int32, device=DEVICE)
        self.lengths = torch.zeros(SLOTS, dtype=torch.int32, device=DEVICE)
        self.tokens = torch.zeros(SLOTS, HIDDEN, dtype=KIND, device=DEVICE)
        self.out = torch.zeros(SLOTS, HEADS, SIZE, dtype=KIND, device=DEVICE)
        self.free = list(range(PAGES))
        self.running: list[Request | None] = [None] * SLOTS
        self.step: Callable[[], None] | None = None

    def split(self, states: torch.Tensor) -> tuple[torch.Tensor, ...]:
        """Queries, keys and values of hidden states, (..., heads, size)."""
        mixed = (states @ self.project).unflatten(-1, (HEADS + 2 * HEADS_K, SIZE))
        return tuple(x.contiguous() for x in mixed.split((HEADS, HEADS_K, HEADS_K), -2))

    def admit(self, slot: int, request: Request) -> None:
        """Reserves the pages of a request, and puts its prompt into the cache and through attention."""
        count = len(request.prompt)
        request.pages = [self.free.pop() for _ in range(-(-(count + request.wanted) // PAGE))]
        self.running[slot] = request
        self.table[slot, : len(request.pages)] = torch.tensor(request.pages, dtype=torch.int32)
        self.lengths[slot] = count
        q, k, v = self.split(request.prompt[None])
        at = slice(slot, slot + 1)
        where = {"page_table": self.table[at], **self.angles}
        q = ops.attention_append(k, v, self.k_cache, self.v_cache, self.lengths[at], q=q, **where)
        keys, values = (
            x[torch.tensor(request.pages)].flatten(0, 1)[None, :count] for x in (self.k_cache, self.v_cache)
        )
        out = ops.attention(q, keys, values, causal=True)
        self.tokens[slot] = out[0, -1].flatten() @ self.back
        request.states.append(self.tokens[slot].clone())

    def decode(self) -> None:
        """One token of each slot; only kernels, on arrays that stay where they are."""
        q, k, v = self.split(self.tokens)
        given = self.k_cache, self.v_cache, self.lengths
        q = ops.attention_append(k, v, *given, page_table=self.table, q=q, **self.angles)
        ops.attention_decode(q, *given, page_table=self.table, out=self.out)
        self.tokens.copy_(self.out.flatten(1) @ self.back)

    def captured(self) -> Callable[[], None]:
        """The step as a CUDA graph; on the CPU the step itself."""
        if DEVICE == "cpu":
            return self.decode
        kept = [x.clone() for x in (self.tokens, self.k_cache, self.v_cache)]
        self.decode()  # compiles
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            self.decode()
        for x, before in zip((self.tokens, self.k_cache, self.v_cache), kept, strict=True):
            x.copy_(before)
        return graph.replay

    def run(self, requests: list[Request]) -> None:
        """Serves all requests: a free slot takes the next one whose pages there are."""
        waiting = list(requests)
        while waiting or any(self.running):
            for slot, request in enumerate(self.running):
                if request is None and waiting:
                    needed = -(-(len(waiting[0].prompt) + waiting[0].wanted) // PAGE)
                    if needed <= len(self.free):
                        self.admit(slot, waiting.pop(0))
            self.lengths += (self.lengths > 0).int()
            self.step = self.step or self.captured()
            self.step()
            for slot, request in enumerate(self.running):
                if request is None:
                    continue
                request.states.append(self.tokens[slot].clone())
                if len(request.states) > request.wanted:
                    self.free += request.pages
                    self.running[slot] = None
                    self.lengths[slot] = 0


def alone(server: Server, request: Request) -> torch.Tensor:
    """The states of one request by attention on its whole sequence, in float64."""
    inputs = torch.cat([request.prompt, torch.stack(request.states[:-1])]).cpu().double()
    project, back = server.project.cpu().double(), server.back.cpu().double()
    mixed = (inputs @ project).unflatten(-1, (HEADS + 2 * HEADS_K, SIZE))
    q, k, v = (x.transpose(0, 1) for x in mixed.split((HEADS, HEADS_K, HEADS_K), -2))
    cos, sin = (server.angles[name][: len(inputs)].cpu().double() for name in ("cos", "sin"))

    def turned(x: torch.Tensor) -> torch.Tensor:
        a, b = x.chunk(2, -1)
        return torch.cat([a * cos - b * sin, b * cos + a * sin], -1)

    q, k = turned(q), turned(k).repeat_interleave(HEADS // HEADS_K, 0)
    hidden = torch.ones(len(inputs), len(inputs)).triu(1).bool()
    scores = (q @ k.mT * SIZE**-0.5).masked_fill(hidden, -torch.inf)
    out = torch.softmax(scores, -1) @ v.repeat_interleave(HEADS // HEADS_K, 0)
    return (out.transpose(0, 1).flatten(1) @ back)[len(request.prompt) - 1 :]


def main() -> None:
    """Five requests through three slots."""
    server = Server()
    requests = [
        Request(torch.randn(count, HIDDEN).to(DEVICE, KIND), wanted)
        for count, wanted in ((20, 6), (3, 9), (40, 4), (17, 3), (1, 8))
    ]
    server.run(requests)
    for number, request in enumerate(requests):
        exact = alone(server, request)
        error = (torch.stack(request.states).cpu().double() - exact).norm() / exact.norm()
        print(f"request {number}: {len(request.states)} states, relative error {error:.1e}")
        assert error < 5e-3
    assert len(server.free) == PAGES


if __name__ == "__main__":
    main()
