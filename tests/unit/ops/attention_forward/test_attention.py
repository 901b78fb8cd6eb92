"""Attention forward on torch tensors and NumPy arrays, against float64."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from typing import Any

import numpy as np
import pytest
import torch

from cutedsl import ops
from cutedsl.errors import DSLUserCodeError
from cutedsl.testing import checking
from tests.products import long
from tests.unit.ops.tensors import TARGETS, OnlyMemory, close, normal

INF, NAN = float("inf"), float("nan")
F16, BF16 = torch.float16, torch.bfloat16


def reference(
    q: Any,
    k: Any,
    v: Any,
    *,
    scale: float,
    left: int | None,
    right: int | None,
    softcap: float | None = None,
    sinks: Any = None,
) -> tuple[Any, Any]:
    """Attention and its logarithms in float64; rows that see nothing are 0 and -inf. Sinks count in the total only."""
    q, k, v = (x.double().cpu().transpose(1, 2) for x in (q, k, v))
    k, v = (x.repeat_interleave(q.shape[1] // k.shape[1], 1) for x in (k, v))
    scores = scale * (q @ k.transpose(2, 3))
    if softcap is not None:
        scores = softcap * torch.tanh(scores / softcap)
    m, n = scores.shape[2:]
    place, key = torch.arange(m)[:, None] + n - m, torch.arange(n)[None]
    if right is not None:
        scores = scores.masked_fill(key > place + right, -INF)
    if left is not None:
        scores = scores.masked_fill(key < place - left, -INF)
    unseen = (scores == -INF).all(-1, keepdim=True)
    logarithms = torch.logsumexp(scores, -1)
    if sinks is None:
        powers = torch.softmax(scores, -1).masked_fill(unseen, 0)
    else:
        last = sinks.double().cpu()[None, :, None, None].expand(*scores.shape[:3], 1)
        powers = torch.softmax(torch.cat([scores, last], -1), -1)[..., :-1].nan_to_num(0)
    return (powers @ v).transpose(1, 2), logarithms


def heads(batch: int, m: int, n: int, counts: tuple[int, int], size: int, dtype: Any, target: str) -> list[Any]:
    shapes = (batch, m, counts[0], size), *[(batch, n, counts[1], size)] * 2
    return [normal(shape, dtype, target) for shape in shapes]


def check(given: list[Any], found: Any, **rule: Any) -> None:
    (out, lse), (exact, logarithms) = found, reference(*given, **rule)
    close(out, exact)
    torch.testing.assert_close(lse.double().cpu(), logarithms, rtol=1e-5, atol=1e-5)


WINDOWS = [(None, None), (None, 0), (20, 3)]


@pytest.mark.child
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("window", WINDOWS, ids=["full", "causal", "window"])
@pytest.mark.parametrize(("m", "n", "counts"), [(1, 1, (1, 1)), (70, 70, (3, 1)), (150, 37, (2, 2)), (5, 170, (4, 2))])
def test_attention_is_right_for_many_lengths_and_heads(
    target: str, window: Any, m: int, n: int, counts: tuple[int, int]
) -> None:
    given = heads(2, m, n, counts, 64, F16, target)
    found = ops.attention(*given, window=window, scale=0.3, return_lse=True)
    check(given, found, scale=0.3, left=window[0], right=window[1])


@pytest.mark.child
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(("size", "dtype"), [(256, F16), long(128, BF16)])
def test_attention_is_right_for_each_head_size(target: str, size: int, dtype: Any) -> None:
    given = heads(1, 65, 97, (2, 1), size, dtype, target)
    found = ops.attention(*given, causal=True, return_lse=True)
    check(given, found, scale=size**-0.5, left=None, right=0)


@pytest.mark.child
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("ends", [(0.01, 3.0), (3.0, 0.01), (-0.05, -12.0)], ids=["falling", "rising", "below zero"])
def test_attention_follows_maxima_that_move(target: str, ends: tuple[float, float]) -> None:
    """Tiles go from the last key to the first: where scores rise on the way, older sums shrink again and again."""
    q, k, v = heads(1, 70, 200, (2, 1), 64, F16, target)
    if ends[0] < 0:
        q, k = q.abs(), k.abs()
    k *= torch.linspace(*ends, 200, device=target)[None, :, None, None].half()
    found = ops.attention(q, k, v, scale=0.5, return_lse=True)
    check([q, k, v], found, scale=0.5, left=None, right=None)


@pytest.mark.child
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("softcap", [None, 1.5])
@pytest.mark.parametrize("logits", [None, (-2.0, 3.0, 7.0, -INF)], ids=["", "sinks"])
def test_softcap_and_sinks_are_applied(target: str, softcap: float | None, logits: tuple[float, ...] | None) -> None:
    """The first queries see no key: with a sink they are 0 too. A sink of 7 takes nearly all, one of -inf nothing."""
    given = heads(1, 60, 37, (4, 2), 64, F16, target)
    sinks = None if logits is None else torch.tensor(logits, device=target).repeat_interleave(2)[::2]  # with a stride
    rule: dict[str, Any] = {"softcap": softcap, "sinks": sinks, "scale": 0.4}
    found = ops.attention(*given, causal=True, return_lse=True, **rule)
    check(given, found, left=None, right=0, **rule)
    if logits is not None:
        close(
            found[0][:, :, 2], reference(*given, left=None, right=0, **rule)[0][:, :, 2], 2e-2
        )  # small: its head alone


def test_bad_softcaps_and_sinks() -> None:
    given = heads(1, 8, 8, (2, 1), 64, F16, "cpu")
    for more, name in [
        ({"softcap": 0.0}, "ops-number"),
        ({"softcap": NAN}, "ops-number"),
        ({"sinks": torch.zeros(3)}, "ops-shape"),
        ({"sinks": torch.zeros(2, dtype=F16)}, "ops-dtype"),
        ({"sinks": 1.0}, "ops-array"),
    ]:
        with pytest.raises(DSLUserCodeError) as caught:
            ops.attention(*given, **more)
        assert caught.value.name == name


@pytest.mark.gpu
@pytest.mark.child
@pytest.mark.parametrize("dtype", [F16, BF16])
@pytest.mark.parametrize("size", [64, 96, 128, 256])
@pytest.mark.parametrize("window", WINDOWS, ids=["full", "causal", "window"])
@pytest.mark.parametrize(("m", "n", "counts"), [(1000, 1000, (4, 4)), (129, 2049, (8, 2)), (2500, 700, (6, 1))])
def test_tiles_of_the_gpu(dtype: Any, size: int, window: Any, m: int, n: int, counts: tuple[int, int]) -> None:
    given = heads(3, m, n, counts, size, dtype, "cuda")
    found = ops.attention(*given, window=window, return_lse=True)
    check(given, found, scale=size**-0.5, left=window[0], right=window[1])


@pytest.mark.child
@pytest.mark.parametrize("causal", [False, True])
def test_queries_that_fill_no_tile(causal: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three groups of 64 take turns; one of the last tile has no queries, with a causal mask of the first one."""
    module = import_module("cutedsl.ops.attention_forward.operation")
    usual = module.tiles_of
    monkeypatch.setattr(
        module, "tiles_of", lambda *given, **named: replace(usual(*given, **named), consumers=3, turns=True)
    )
    given = heads(1, 250, 270, (1, 1), 64, F16, "cpu")
    found = ops.attention(*given, causal=causal, return_lse=True)
    check(given, found, scale=64**-0.5, left=None, right=0 if causal else None)


@pytest.mark.parametrize(("m", "n", "size"), [(200, 130, 64), (64, 7, 128)])
def test_blocks_of_a_cluster_share_keys(m: int, n: int, size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    module = import_module("cutedsl.ops.attention_forward.operation")
    usual = module.tiles_of
    monkeypatch.setattr(module, "tiles_of", lambda *given, **named: replace(usual(*given, **named), cluster=2))
    given = heads(2, m, n, (4, 2), size, F16, "cpu")
    programs: Any = vars(module)["_program"]
    programs.cache_clear()
    with checking() as report:
        out, lse = ops.attention(*given, return_lse=True)
    programs.cache_clear()
    assert report.clean and report.launches == 1
    check(given, (out, lse), scale=size**-0.5, left=None, right=None)


def packed(lengths: list[int], count: int, size: int, target: str) -> tuple[Any, Any]:
    starts = torch.tensor([0, *np.cumsum(lengths)], dtype=torch.int32, device=target)
    return normal((sum(lengths), count, size), F16, target), starts


@pytest.mark.child
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("causal", [True, long(False)])
def test_packed_sequences_stay_apart(target: str, causal: bool) -> None:
    lengths_q, lengths_k = [40, 0, 70, 1, 5], [33, 4, 70, 64, 0]
    q, starts_q = packed(lengths_q, 4, 64, target)
    k, starts_k = packed(lengths_k, 2, 64, target)
    v = normal(tuple(k.shape), F16, target)
    out, lse = ops.attention(q, k, v, starts_q=starts_q, starts_k=starts_k, causal=causal, return_lse=True)
    assert lse.shape == (4, sum(lengths_q))
    for i, (m, n) in enumerate(zip(lengths_q, lengths_k, strict=True)):
        a, b = int(starts_q[i]), int(starts_k[i])
        given = [q[None, a : a + m], k[None, b : b + n], v[None, b : b + n]]
        if m and n:
            found = out[None, a : a + m], lse[None, :, a : a + m]
            check(given, found, scale=64**-0.5, left=None, right=0 if causal else None)
        elif m:
            assert bool((out[a : a + m] == 0).all()) and bool((lse[:, a : a + m] == -INF).all())


@pytest.mark.parametrize("target", TARGETS)
def test_starts_may_lie_apart(target: str) -> None:
    q, starts = packed([9, 31], 2, 64, target)
    apart = torch.stack([starts, starts + 100], 1)[:, 0]
    exact = ops.attention(q, q, q, starts_q=starts, starts_k=starts)
    assert torch.equal(ops.attention(q, q, q, starts_q=apart, starts_k=starts), exact)


@pytest.mark.child
@pytest.mark.parametrize("target", TARGETS)
def test_the_next_sequence_does_not_leak(target: str) -> None:
    q, starts = packed([40, 40], 1, 64, target)
    k, v = (normal(tuple(q.shape), F16, target) for _ in range(2))
    k[40:], v[40:] = NAN, INF
    out = ops.attention(q, k, v, starts_q=starts, starts_k=starts)
    exact, _ = reference(q[None, :40], k[None, :40], v[None, :40], scale=64**-0.5, left=None, right=None)
    close(out[None, :40], exact)


@pytest.mark.child
@pytest.mark.parametrize("target", TARGETS)
def test_values_that_are_not_numbers_spoil_their_rows_alone(target: str) -> None:
    """As in torch: a score of NaN or +inf makes its row NaN; other rows and heads do not see it."""
    q, k, v = heads(1, 6, 40, (2, 2), 64, F16, target)
    q[0, 2, 0, 5] = NAN
    q[0, 3, 1, :] = 0.0
    q[0, 3, 1, 0], k[0, 7, 1, :] = INF, 1.0
    out = ops.attention(q, k, v)
    exact, _ = reference(q, k, v, scale=64**-0.5, left=None, right=None)
    assert torch.equal(out.isnan().cpu(), exact.isnan())
    assert bool(exact[0, 2, 0].isnan().all()) and bool(exact[0, 3, 1].isnan().all()) and int(exact.isnan().sum()) == 128
    close(out.nan_to_num(0), exact.nan_to_num(0))


@pytest.mark.child
@pytest.mark.parametrize("target", TARGETS)
def test_strided_inputs_and_a_given_result(target: str) -> None:
    joint = normal((2, 50, 3, 2, 64), F16, target)
    q, k, v = joint.unbind(2)
    k = k.transpose(1, 2).contiguous().transpose(1, 2)
    out = torch.full((2, 50, 2, 128), NAN, dtype=F16, device=target)[..., :64]
    assert ops.attention(q, k, v, out=out) is out
    exact, _ = reference(q, k, v, scale=64**-0.5, left=None, right=None)
    close(out, exact)


def test_arrays_of_numpy_are_taken() -> None:
    rng = np.random.default_rng(0)
    q, k, v = (rng.standard_normal((1, 20, 2, 64)).astype(np.float16) for _ in range(3))
    found = ops.attention(q, k, v)
    assert isinstance(found, np.ndarray)
    exact, _ = reference(*map(torch.from_numpy, (q, k, v)), scale=64**-0.5, left=None, right=None)
    close(torch.from_numpy(found), exact)


def test_batches_further_apart_than_32_bits_count() -> None:
    far, rng = 2**31 + 64, np.random.default_rng(0)
    memory = np.empty(far + 4 * 2**13, np.float16)  # touched in a few places only
    given: list[np.ndarray] = []
    for i, (n, count) in enumerate(((20, 2), (30, 1), (30, 1), (20, 2))):
        strides = 2 * far, 128 * count, 128, 2
        given.append(np.lib.stride_tricks.as_strided(memory[i * 2**13 :], (2, n, count, 64), strides))
        given[-1][...] = rng.standard_normal(given[-1].shape)
    ops.attention(*given[:3], out=given[3])
    exact, _ = reference(*map(torch.from_numpy, given[:3]), scale=0.125, left=None, right=None)
    close(torch.from_numpy(given[3].copy()), exact)


@pytest.mark.parametrize("target", TARGETS)
def test_empty_inputs_are_taken(target: str) -> None:
    q, k, v = heads(1, 0, 5, (2, 1), 64, F16, target)
    assert ops.attention(q, k, v).shape == (1, 0, 2, 64)
    q, k, v = heads(1, 5, 0, (2, 1), 64, F16, target)
    out, lse = ops.attention(q, k, v, return_lse=True)
    assert bool((out == 0).all()) and bool((lse == -INF).all())


@pytest.mark.parametrize("target", TARGETS)
def test_torch_computes_nothing(target: str) -> None:
    given = heads(1, 40, 40, (1, 1), 64, F16, target)
    with OnlyMemory():
        out = ops.attention(*given)
    exact, _ = reference(*given, scale=0.125, left=None, right=None)
    close(out, exact)


def test_a_checked_run_finds_nothing() -> None:
    programs = vars(import_module("cutedsl.ops.attention_forward.operation"))["_program"]
    programs.cache_clear()
    q, starts = packed([40, 30], 2, 64, "cpu")
    k = normal((70, 1, 64), F16, "cpu")
    with checking() as report:
        ops.attention(q, k, k, starts_q=starts, starts_k=starts, causal=True, return_lse=True)
    programs.cache_clear()
    assert report.clean and report.launches == 1


def zeros(*shape: int, dtype: Any = np.float16) -> np.ndarray:
    return np.zeros(shape, dtype)


STARTS = np.array([0, 4], np.int32)
WRONG: list[Any] = [
    ("attention-heads", (zeros(1, 4, 6, 64), zeros(1, 4, 4, 64), zeros(1, 4, 4, 64)), {}),
    ("attention-heads", (zeros(1, 4, 6, 64), zeros(1, 4, 0, 64), zeros(1, 4, 0, 64)), {}),
    ("attention-head-size", (zeros(1, 4, 2, 264),) * 3, {}),
    ("attention-window", (zeros(1, 4, 2, 64),) * 3, {"window": (-1, 0)}),
    ("attention-scale", (zeros(1, 4, 2, 64),) * 3, {"scale": -1.0}),
    ("attention-scale", (zeros(1, 4, 2, 64),) * 3, {"scale": NAN}),
    ("attention-lengths", (zeros(4, 2, 64),) * 3, {"starts_q": STARTS}),
    ("attention-lengths", (zeros(4, 2, 64),) * 3, {"starts_q": STARTS, "starts_k": np.array([0, 3], np.int32)}),
    ("attention-lengths", (zeros(4, 2, 64),) * 3, {"starts_q": STARTS, "starts_k": np.array([1, 4], np.int32)}),
    ("attention-lengths", (zeros(4, 2, 64),) * 3, {"starts_q": STARTS, "starts_k": np.array([0, 5, 4], np.int32)}),
    ("attention-lengths", (zeros(4, 2, 64),) * 3, {"starts_q": STARTS, "starts_k": np.array([0, 2, 4], np.int32)}),
    ("attention-layout", (zeros(1, 4, 2, 128)[..., ::2], *(zeros(1, 4, 2, 64),) * 2), {}),
    ("attention-layout", (zeros(1, 4, 2, 65)[..., :64], *(zeros(1, 4, 2, 64),) * 2), {}),
    ("ops-shape", (zeros(1, 4, 2, 64), zeros(1, 4, 2, 64), zeros(1, 5, 2, 64)), {}),
    ("ops-shape", (zeros(1, 4, 2, 64), zeros(2, 4, 2, 64), zeros(2, 4, 2, 64)), {}),
    ("ops-shape", (zeros(1, 4, 2, 64), zeros(1, 4, 2, 128), zeros(1, 4, 2, 128)), {}),
    ("ops-shape", (zeros(4, 2, 64),) * 3, {}),
    ("ops-dtype", (zeros(1, 4, 2, 64, dtype=np.float32),) * 3, {}),
    ("ops-dtype", (zeros(4, 2, 64),) * 3, {"starts_q": STARTS, "starts_k": np.array([0, 4], np.int64)}),
    ("ops-shape", (zeros(1, 4, 2, 64),) * 3, {"out": zeros(1, 4, 1, 64)}),
    ("attention-layout", (zeros(1, 4, 2, 64),) * 3, {"out": zeros(1, 4, 2, 65)[..., 1:]}),
]


@pytest.mark.parametrize(("name", "given", "named"), WRONG)
def test_wrong_arguments_are_refused(name: str, given: Any, named: Any) -> None:
    with pytest.raises(DSLUserCodeError) as error:
        ops.attention(*given, **named)
    assert error.value.name == name


def test_mixed_types_are_refused() -> None:
    q = torch.zeros(1, 4, 2, 64, dtype=F16)
    with pytest.raises(DSLUserCodeError, match="`v` holds bfloat16"):
        ops.attention(q, q, q.bfloat16())


@pytest.mark.gpu
def test_devices_must_agree() -> None:
    q = torch.zeros(1, 4, 2, 64, dtype=F16)
    with pytest.raises(DSLUserCodeError, match="`k` is on cuda"):
        ops.attention(q, q.cuda(), q)
