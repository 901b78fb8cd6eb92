"""Decoding against caches and appending to them, on torch tensors and NumPy arrays, against float64."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from typing import Any

import numpy as np
import pytest
import torch

from cutedsl import ops
from cutedsl.errors import DSLUserCodeError
from cutedsl.ops.decode.attention_decode import even_teams, in_clusters
from cutedsl.ops.decode.tiles import tiles_of
from cutedsl.testing import checking
from tests.products import long
from tests.unit.ops.tensors import TARGETS, OnlyMemory, close, normal

INF = float("inf")
F16, BF16, F8 = torch.float16, torch.bfloat16, torch.float8_e4m3fn


def reference(
    q: Any, k: list[Any], v: list[Any], window: int | None = None, softcap: float | None = None, sinks: Any = None
) -> tuple[Any, Any]:
    """Attention of the last queries of each sequence, and the logarithms, in float64; `k` and `v` one each."""
    outputs, logarithms = [], []
    for queries, keys, values in zip(q.double().cpu(), k, v, strict=True):
        (m, heads, size), n = queries.shape, keys.shape[0]
        keys, values = (x.double().cpu().repeat_interleave(heads // x.shape[1], 1) for x in (keys, values))
        scores = torch.einsum("mhd,nhd->hmn", queries, keys) * size**-0.5
        if softcap is not None:
            scores = softcap * torch.tanh(scores / softcap)
        place, key = torch.arange(m)[:, None] + n - m, torch.arange(n)[None]
        hidden = (key > place) | (key < place - (n if window is None else window))
        scores = scores.masked_fill(hidden, -INF)
        logarithms.append(torch.logsumexp(scores, -1))
        whole = logarithms[-1] if sinks is None else torch.logaddexp(logarithms[-1], sinks.double().cpu()[:, None])
        powers = torch.exp(scores - torch.where(whole == -INF, 0.0, whole)[..., None])
        outputs.append(torch.einsum("hmn,nhd->mhd", powers, values))
    return torch.stack(outputs), torch.stack(logarithms)


def check(found: Any, exact: Any) -> None:
    close(found[0], exact[0])
    torch.testing.assert_close(found[1].double().cpu(), exact[1], rtol=1e-5, atol=2e-5)


def int32(values: Any, target: str) -> torch.Tensor:
    return torch.tensor(values, dtype=torch.int32, device=target)


class Paged:
    """Caches in pages that are dealt out at random, and what is in them, sequence by sequence."""

    def __init__(self, lengths: list[int], heads_k: int, size: int, page: int, dtype: Any, target: str) -> None:
        counts = [-(-n // page) for n in lengths]
        order = torch.randperm(sum(counts) + 2)
        shape = (len(order), page, heads_k, size)
        self.k, self.v = (torch.randn(shape).to(dtype).to(target) for _ in range(2))
        table = torch.full((len(lengths), max(counts) + 1), -1)
        self.rows: list[list[Any]] = [[], []]
        for b, (count, n) in enumerate(zip(counts, lengths, strict=True)):
            own, order = order[:count], order[count:]
            table[b, :count] = own
            for rows, cache in zip(self.rows, (self.k, self.v), strict=True):
                rows.append(cache.cpu().double()[own].flatten(0, 1)[:n])
        self.table, self.lengths = int32(table.tolist(), target), int32(lengths, target)


@pytest.mark.child
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("lengths", [[300, 0, 129], [1, 2, 3], [33, 64, 65]])
@pytest.mark.parametrize(("queries", "counts"), [(1, (8, 2)), (3, (2, 2)), (2, (6, 1))])
def test_lengths_queries_and_heads(target: str, lengths: list[int], queries: int, counts: tuple[int, int]) -> None:
    q = normal((3, queries, counts[0], 64), F16, target)
    k, v = (normal((3, 300, counts[1], 64), F16, target) for _ in range(2))
    found = ops.attention_decode(q, k, v, int32(lengths, target), return_lse=True)
    keys, values = ([x[b, :n] for b, n in enumerate(lengths)] for x in (k, v))
    check(found, reference(q, keys, values))


@pytest.mark.child
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("splits", [0, 1, 4])
def test_clusters_and_shares_of_all_blocks_agree(target: str, splits: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A block's first copies begin before it knows a length; what they bring beyond it does not count."""
    module = import_module("cutedsl.ops.decode.attention_decode")
    monkeypatch.setattr(module, "in_clusters", lambda tiles, *_: replace(tiles, splits=splits))
    lengths = [300, 0, 33, 129]
    cache = Paged(lengths, 2, 64, 32, BF16, target)
    q = normal((4, 2, 8, 64), BF16, target)
    once = vars(module)["attention_decode"].__wrapped__  # a plan would be that of another number of splits
    found = once(q, cache.k, cache.v, cache.lengths, page_table=cache.table, return_lse=True)
    check(found, reference(q, cache.rows[0], cache.rows[1]))


@pytest.mark.child
@pytest.mark.parametrize("target", TARGETS)
def test_blocks_that_share_a_sequence_count_each_head_and_group_of_rows_by_itself(
    target: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = import_module("cutedsl.ops.decode.attention_decode")
    monkeypatch.setattr(module, "in_clusters", lambda tiles, *_: replace(tiles, splits=0))
    monkeypatch.setattr(module, "blocks_of", lambda _: 16)
    q = normal((1, 20, 9, 64), BF16, target)  # 60 rows for each of three heads of keys: groups of 32
    k, v = (normal((1, 800, 3, 64), BF16, target) for _ in range(2))
    found = vars(module)["attention_decode"].__wrapped__(q, k, v, return_lse=True)
    check(found, reference(q, list(k), list(v)))


@pytest.mark.parametrize(
    ("pairs", "keys", "page", "splits"),
    [(512, 1024, None, 1), (64, 1024, None, 1), (32, 512, 16, 2), (8, 8192, None, 8), (8, 131072, None, 0),
     (512, 1152, None, 0), (1, 64, 64, 8), (64, 512, 1, 0), (70000, 64, None, 0),
     (8, 32768, None, 8), (8, 32784, None, 0), (16, 8192, None, 4), (128, 4096, None, 1), (133, 4096, None, 0)],
)  # fmt: skip
def test_small_caches_have_clusters(pairs: int, keys: int, page: int | None, splits: int) -> None:
    """Half of 132 multiprocessors are busy, and no block reads more than 2 MB, or 512 KB where some blocks wait; small
    pages' rows come singly."""
    tiles = tiles_of(128, 2, 4, on_gpu=True, page_size=page, bounded_left=False, capped=False)
    assert in_clusters(tiles, pairs, keys, 132).splits == splits
    bounded = tiles_of(128, 2, 4, on_gpu=True, page_size=page, bounded_left=True, capped=False)
    assert in_clusters(bounded, pairs, keys, 132).splits == 0


def test_pages_of_one_chunk_have_six_warps() -> None:
    warps = {page: tiles_of(128, 2, 4, True, page, False, False).warps for page in (None, 1, 16, 32, 64)}
    assert warps == {None: 8, 1: 8, 16: 6, 32: 8, 64: 8}


@pytest.mark.child
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("page", [1, 7, long(32), 256])
def test_pages_and_windows_are_read(target: str, page: int) -> None:
    """One program for all page sizes; the lengths share sequences among blocks in several ways."""
    lengths = [200, 5, 333]
    cache = Paged(lengths, 2, 64, page, BF16, target)
    q = normal((3, 2, 8, 64), BF16, target)
    given = {"page_table": cache.table, "window": 70, "return_lse": True}
    check(
        ops.attention_decode(q, cache.k, cache.v, cache.lengths, **given),
        reference(q, cache.rows[0], cache.rows[1], window=70),
    )


@pytest.mark.child
@pytest.mark.parametrize("target", TARGETS)
def test_small_caches_with_scales_sinks_and_a_softcap(target: str) -> None:
    cache = Paged([150, 70], 2, 96, 16, F8, target)
    q, sinks = normal((2, 6, 96), BF16, target, 300.0), torch.randn(6, device=target)
    factors = [torch.tensor([0.01, 0.003], device=target), torch.tensor(2.0, device=target)]
    given = {"page_table": cache.table, "k_scale": factors[0], "v_scale": factors[1], "softcap": 4.0, "sinks": sinks}
    found = ops.attention_decode(q, cache.k, cache.v, cache.lengths, return_lse=True, **given)
    keys = [k * factors[0].cpu().double()[:, None] for k in cache.rows[0]]
    exact = reference(q[:, None], keys, [2 * v for v in cache.rows[1]], softcap=4.0, sinks=sinks)
    check((found[0][:, None], found[1]), exact)


def gpu_only(*values: Any) -> Any:
    """Values that are left to a GPU, as the CPU would have to compile a large program for them."""
    return pytest.param(*values, marks=pytest.mark.gpu)


@pytest.mark.child
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(
    ("queries", "heads", "size", "dtype"), [(16, 4, 128, F16), gpu_only(2, 2, 256, BF16), gpu_only(16, 8, 64, BF16)]
)
def test_many_rows_and_large_heads(target: str, queries: int, heads: int, size: int, dtype: Any) -> None:
    """More rows than one multiply takes: two tiles of rows in a block, and more blocks for the rest."""
    q = normal((1, queries, heads, size), dtype, target)
    k, v = (normal((1, 150, 1, size), dtype, target) for _ in range(2))
    found = ops.attention_decode(q, k, v, return_lse=True)
    check(found, reference(q, list(k), list(v)))


@pytest.mark.gpu
@pytest.mark.child
@pytest.mark.parametrize("dtype", [BF16, F8])
@pytest.mark.parametrize("size", [64, 96, 128, 256])
@pytest.mark.parametrize("page", [1, 16, 100, 256])
def test_forms_of_the_gpu(dtype: Any, size: int, page: int) -> None:
    lengths = [4000, 0, 77, 1025, 16]
    cache = Paged(lengths, 4, size, page, dtype, "cuda")
    for queries in (1, 5):
        q = normal((5, queries, 16, size), BF16, "cuda")
        found = ops.attention_decode(q, cache.k, cache.v, cache.lengths, page_table=cache.table, return_lse=True)
        check(found, reference(q, cache.rows[0], cache.rows[1]))


@pytest.mark.parametrize("target", TARGETS)
def test_empty_inputs_are_taken(target: str) -> None:
    q, k = normal((2, 4, 64), F16, target), normal((2, 0, 1, 64), F16, target)
    out, lse = ops.attention_decode(q, k, k, return_lse=True)
    assert bool((out == 0).all()) and bool((lse == -INF).all())


def test_torch_computes_nothing() -> None:
    q, k, lengths = normal((2, 4, 64), F16, "cpu"), normal((2, 40, 1, 64), F16, "cpu"), int32([40, 40], "cpu")
    with OnlyMemory():
        out, _ = ops.attention_decode(q, k, k, lengths, return_lse=True)
    close(out[:, None], reference(q[:, None], list(k), list(k))[0])


def turned(x: Any, position: int, cos: Any, sin: Any, interleaved: bool) -> Any:
    """The first dims of heads (heads, size) turned by a position's angles."""
    width = 2 * cos.shape[1]
    first, second = (
        (slice(0, width, 2), slice(1, width, 2)) if interleaved else (slice(width // 2), slice(width // 2, width))
    )
    x, y, c, s = x.double().cpu(), x.double().cpu().clone(), cos[position].double().cpu(), sin[position].double().cpu()
    y[:, first], y[:, second] = x[:, first] * c - x[:, second] * s, x[:, second] * c + x[:, first] * s
    return y


@pytest.mark.child
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(
    ("size", "width", "interleaved", "dtype"), [(64, 64, False, BF16), (96, 32, False, F8), (64, 48, True, F8)]
)
def test_new_keys_and_values_are_appended(target: str, size: int, width: int, interleaved: bool, dtype: Any) -> None:
    """New keys and values come to their places, the keys and the queries turned; nothing else changes."""
    lengths, page, scale = [20, 1, 7], 3, 0.5
    cache = Paged([24, 24, 24], 2, size, page, dtype, target)
    before, table = [cache.k.double().cpu(), cache.v.double().cpu()], cache.table.tolist()
    new = [normal((3, 2, heads, size), BF16, target) for heads in (4, 2, 2)]
    cos, sin = (torch.randn(24, width // 2, device=target) for _ in range(2))
    named = {"page_table": cache.table, "cos": cos, "sin": sin, "interleaved": interleaved, "k_scale": scale}
    found = ops.attention_append(new[1], new[2], cache.k, cache.v, int32(lengths, target), q=new[0], **named)
    exact = new[0].double().cpu()
    for b, n in enumerate(lengths):
        for i in range(2):
            place = n - 2 + i
            if place < 0:
                continue
            at = table[b][place // page], place % page
            exact[b, i] = turned(new[0][b, i], place, cos, sin, interleaved)
            before[0][at] = turned(new[1][b, i], place, cos, sin, interleaved) / scale
            before[1][at] = new[2][b, i].double().cpu()
    close(found, exact, 3e-3)
    for made, wanted in zip((cache.k, cache.v), before, strict=True):
        close(made, wanted, 3e-3 if dtype is BF16 else 4e-2)
        unchanged = (made.double().cpu() == wanted).all(-1)
        assert int((~unchanged).sum()) <= 5 * 2


@pytest.mark.parametrize("target", TARGETS)
def test_queries_without_angles_are_given_back_as_they_are(target: str) -> None:
    q, new = normal((1, 4, 64), F16, target), normal((1, 2, 64), F16, target)
    cache = normal((1, 8, 2, 64), F16, target)
    assert torch.equal(ops.attention_append(new, new, cache, cache.clone(), int32([4], target), q=q), q)
    assert torch.equal(cache[:, 3], new)


def test_a_checked_run_finds_nothing() -> None:
    for module in ("attention_decode", "append"):
        vars(import_module(f"cutedsl.ops.decode.{module}"))["_program"].cache_clear()
    q, new = normal((2, 2, 4, 64), F16, "cpu"), normal((2, 2, 1, 64), F16, "cpu")
    cache = Paged([100, 40], 1, 64, 32, F16, "cpu")
    with checking() as report:
        ops.attention_append(new, new, cache.k, cache.v, cache.lengths, page_table=cache.table)
        ops.attention_decode(q, cache.k, cache.v, cache.lengths, page_table=cache.table)
    for module in ("attention_decode", "append"):
        vars(import_module(f"cutedsl.ops.decode.{module}"))["_program"].cache_clear()
    assert report.clean and report.launches >= 2


def zeros(*shape: int, dtype: Any = np.float16) -> np.ndarray:
    return np.zeros(shape, dtype)


def ints(*values: Any) -> np.ndarray:
    return np.array(values, np.int32)


Q, CACHE, PAGES = zeros(1, 4, 64), zeros(1, 32, 2, 64), zeros(5, 16, 2, 64)
WRONG: list[Any] = [
    ("attention-heads", (zeros(1, 3, 64), CACHE, CACHE), {}),
    ("attention-head-size", (zeros(1, 4, 80), zeros(1, 32, 2, 80), zeros(1, 32, 2, 80)), {}),
    ("attention-layout", (Q, zeros(1, 32, 2, 65)[..., :64], CACHE), {}),
    ("attention-window", (Q, CACHE, CACHE), {"window": (3, 0)}),
    ("attention-window", (Q, CACHE, CACHE), {"window": -1}),
    ("attention-scale", (Q, CACHE, CACHE), {"scale": 0.0}),
    ("ops-number", (Q, CACHE, CACHE), {"softcap": -1.0}),
    ("ops-number", (Q, CACHE, CACHE), {"k_scale": 0.0}),
    ("ops-shape", (Q, CACHE, CACHE), {"k_scale": zeros(3, dtype=np.float32)}),
    ("ops-shape", (Q, CACHE, CACHE), {"sinks": zeros(3, dtype=np.float32)}),
    ("ops-shape", (Q, CACHE, zeros(1, 31, 2, 64)), {}),
    ("ops-shape", (Q, zeros(1, 32, 2, 128), zeros(1, 32, 2, 128)), {}),
    ("ops-shape", (zeros(4, 64), CACHE, CACHE), {}),
    ("ops-shape", (Q, CACHE[0], CACHE[0]), {}),
    ("ops-shape", (Q, CACHE, CACHE, ints(3, 3)), {}),
    ("ops-shape", (Q, PAGES, PAGES, ints(3)), {"page_table": ints(3, 3)}),
    ("ops-dtype", (Q, CACHE, CACHE, np.array([3])), {}),
    ("ops-dtype", (Q, PAGES, PAGES, ints(3)), {"page_table": np.array([[3]])}),
    ("ops-dtype", (Q.astype(np.float32), CACHE, CACHE), {}),
    ("attention-cache", (Q, PAGES, PAGES), {}),
    ("attention-cache", (Q, PAGES, PAGES), {"page_table": ints([3])}),
    ("attention-cache", (Q, CACHE, CACHE, ints(33)), {}),
    ("attention-cache", (Q, CACHE, CACHE, ints(-1)), {}),
    ("attention-cache", (Q, PAGES, PAGES, ints(33)), {"page_table": ints([0, 1])}),
    ("attention-cache", (Q, PAGES, PAGES, ints(32)), {"page_table": ints([0, 5])}),
    ("attention-cache", (Q, PAGES, PAGES, ints(32)), {"page_table": ints([-1, 1])}),
]


@pytest.mark.parametrize(("name", "given", "named"), WRONG)
def test_wrong_arguments_are_refused(name: str, given: Any, named: Any) -> None:
    with pytest.raises(DSLUserCodeError) as error:
        ops.attention_decode(*given, **named)
    assert error.value.name == name


NEW = zeros(1, 2, 64)
WRONG_APPENDS: list[Any] = [
    ("attention-cache", (NEW, NEW, CACHE, CACHE, None), {}),
    ("attention-cache", (NEW, NEW, CACHE, CACHE, ints(40)), {}),
    ("attention-heads", (Q, Q, CACHE, CACHE, ints(4)), {}),
    ("ops-shape", (NEW, zeros(1, 1, 64), CACHE, CACHE, ints(4)), {}),
    ("ops-shape", (NEW, NEW, CACHE, CACHE, ints(4)), {"out": NEW}),
    ("ops-shape", (NEW, NEW, CACHE, CACHE, ints(4)), {"q": zeros(2, 4, 64)}),
    ("ops-shape", (NEW, NEW, CACHE, CACHE, ints(4)), {"cos": zeros(40, 20), "sin": zeros(40, 20)}),
    ("ops-shape", (NEW, NEW, CACHE, CACHE, ints(4)), {"cos": zeros(40, 32), "sin": zeros(41, 32)}),
    ("ops-array", (NEW, NEW, CACHE, CACHE, ints(4)), {"cos": zeros(40, 32)}),
    ("ops-shape", (NEW, NEW, CACHE, CACHE, ints(4)), {"cos": zeros(3, 32), "sin": zeros(3, 32)}),
]


@pytest.mark.parametrize(("name", "given", "named"), WRONG_APPENDS)
def test_wrong_appends_are_refused(name: str, given: Any, named: Any) -> None:
    with pytest.raises(DSLUserCodeError) as error:
        ops.attention_append(*given, **named)
    assert error.value.name == name


@pytest.mark.parametrize(
    ("teams", "pairs", "wanted"),
    [(132, 64, 128), (66, 64, 64), (132, 66, 132), (16, 64, 16), (132, 37, 132), (6, 1, 6)],
)
def test_teams_share_pairs_evenly_where_few_are_left_out(teams: int, pairs: int, wanted: int) -> None:
    assert even_teams(teams, pairs) == wanted
