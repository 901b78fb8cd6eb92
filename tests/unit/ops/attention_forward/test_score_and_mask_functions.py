"""Score functions, mask functions and block masks of attention, against float64 and against torch's block masks."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np
import pytest
import torch
from torch.nn.attention import flex_attention as flex

from cutedsl import ops
from cutedsl.errors import DSLUserCodeError
from cutedsl.testing import checking
from tests.products import each_value, long
from tests.unit.ops.tensors import TARGETS, close, normal

INF = float("inf")
F16, BF16 = torch.float16, torch.bfloat16


def reference(q: Any, k: Any, v: Any, *, score_mod: Any = None, mask_mod: Any = None) -> tuple[Any, Any]:
    """Attention and its logarithms in float64, with functions of whole arrays of scores and places."""
    q, k, v = (x.double().transpose(1, 2) for x in (q, k, v))
    k, v = (x.repeat_interleave(q.shape[1] // k.shape[1], 1) for x in (k, v))
    scores = q @ k.mT * q.shape[-1] ** -0.5
    axes = [torch.arange(n, device=q.device) for n in scores.shape]
    where = torch.meshgrid(*axes, indexing="ij")
    if score_mod is not None:
        scores = score_mod(scores, *where)
    if mask_mod is not None:
        scores = scores.masked_fill(~mask_mod(*where), -INF)
    powers = torch.softmax(scores, -1).nan_to_num(0)
    return (powers @ v).transpose(1, 2), torch.logsumexp(scores, -1)


def check(given: list[Any], functions: dict[str, Any], **more: Any) -> None:
    """`ops.attention` with the functions, or with `more` in place of the mask function, against float64."""
    mine = {name: f for name, f in functions.items() if not (more and name == "mask_mod")}
    out, lse = ops.attention(*given, return_lse=True, **mine, **more)
    exact, logarithms = reference(*given, **functions)
    close(out, exact)
    torch.testing.assert_close(lse.double(), logarithms, rtol=1e-5, atol=1e-5)


def heads(m: int, n: int, size: int, dtype: Any, target: str) -> list[Any]:
    shapes = (2, m, 4, size), *[(2, n, 2, size)] * 2
    return [normal(shape, dtype, target) for shape in shapes]


def functions_of(name: str, m: int, n: int, target: str) -> dict[str, Any]:
    """Functions as FlexAttention's users write them."""
    slopes = torch.tensor([0.1, 0.3, 0.02, 0.2], device=target)
    documents = torch.arange(max(m, n), device=target) // 40
    offset = torch.tensor(7, device=target)
    kept = torch.rand(4, m, n, device=target) > 0.5
    bias = torch.randn(2, 4, m, n, device=target).half()
    known: dict[str, dict[str, Any]] = {
        "relative": {"score_mod": lambda score, b, h, q_idx, kv_idx: score + (kv_idx - q_idx) * 0.01},
        "alibi": {"score_mod": lambda score, b, h, q_idx, kv_idx: score + (kv_idx - q_idx) * slopes[h]},
        "bias": {"score_mod": lambda score, b, h, q_idx, kv_idx: score + bias[b, h, q_idx, kv_idx]},
        "tanh": {"score_mod": lambda score, *_: 3 * torch.tanh(score / 3)},
        "where": {"score_mod": lambda score, b, h, i, j: torch.where((i >= j) | (j < 3), score, -INF)},
        "causal": {"mask_mod": lambda b, h, q_idx, kv_idx: q_idx >= kv_idx},
        "documents": {"mask_mod": lambda b, h, i, j: (documents[i] == documents[j]) & (i + offset >= j)},
        "kept": {"mask_mod": lambda b, h, q_idx, kv_idx: kept[h, q_idx, kv_idx]},
        "both": {
            "score_mod": lambda score, b, h, i, j: score * (1 + b) - abs(i - j) * slopes[h],
            "mask_mod": lambda b, h, i, j: (i - j < 30 + 20 * b) & (i >= j),
        },
    }
    return known[name]


NAMES = ["relative", "alibi", "bias", "tanh", "where", "causal", "documents", "kept", "both"]


@pytest.mark.child
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("name", [*NAMES[1::2], *map(long, NAMES[::2])])
def test_score_and_mask_functions_are_applied(name: str, target: str) -> None:
    check(heads(71, 53, 64, F16, target), functions_of(name, 71, 53, target))


@pytest.mark.gpu
@pytest.mark.child
@pytest.mark.parametrize("size", [64, 128, 256])
@pytest.mark.parametrize("name", NAMES)
def test_functions_in_tiles_of_the_gpu(name: str, size: int) -> None:
    given, functions = heads(300, 1111, size, BF16, "cuda"), functions_of(name, 300, 1111, "cuda")
    check(given, functions)
    if "mask_mod" in functions:
        mask = ops.create_block_mask(functions["mask_mod"], 2, 4, 300, 1111, "cuda")
        check(given, functions, block_mask=mask)


@pytest.mark.child
def test_functions_with_other_forms() -> None:
    """After the softcap, under a causal mask, and with places within packed sequences."""
    q, k, v = heads(50, 50, 64, F16, "cpu")
    starts = torch.tensor([0, 50, 100], dtype=torch.int32)
    packed = [x.flatten(0, 1) for x in (q, k, v)]

    def score_mod(score: Any, b: Any, h: Any, i: Any, j: Any) -> Any:
        return score * 2 + (1 + b) * (i - j) * 0.05

    out = ops.attention(
        *packed, starts_q=starts, starts_k=starts, causal=True, softcap=1.5, score_mod=score_mod, return_lse=False
    )
    exact, _ = reference(
        *(q, k, v),
        score_mod=lambda s, *where: score_mod(1.5 * torch.tanh(s / 1.5), *where),
        mask_mod=lambda b, h, i, j: i >= j,
    )
    close(out.unflatten(0, (2, 50)), exact)


@pytest.mark.child
def test_arrays_that_a_function_reads_may_change() -> None:
    """A program is compiled once for arrays of a kind; other numbers make another program."""
    given = heads(20, 30, 64, F16, "cpu")
    programs = vars(import_module("cutedsl.ops.attention_forward.operation"))["_PROGRAMS"]

    def shifted(by: Any) -> Any:
        return lambda score, b, h, i, j: score + by[h] * (i - j)

    def scaled(by: float) -> Any:
        return lambda score, *_: score * by

    before = len(programs)
    check(given, {"score_mod": shifted(torch.tensor([0.1, 0.2, 0.3, 0.4]))})
    kept = len(programs)
    assert kept == before + 1
    check(given, {"score_mod": shifted(torch.tensor([1.0, 0.0, 2.0, 3.0]))})
    assert len(programs) == kept
    for by in (1.0, 2.0):
        check(given, {"score_mod": scaled(by)})
    assert len(programs) == kept + 2


def sparse(b: Any, h: Any, i: Any, j: Any) -> Any:
    """A window that differs by batch, and a few keys that all see."""
    return (i >= j) & (i - j < 60 + 20 * b) | (j < 3)


@pytest.mark.child
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(("m", "n", "block"), [(150, 170, 128), (300, 256, 128), (256, 384, (128, 256))])
def test_block_masks_are_those_of_torch(target: str, m: int, n: int, block: Any) -> None:
    """Torch counts places after the end as not kept, and so fewer blocks as whole."""
    mine = ops.create_block_mask(sparse, 2, None, m, n, target, block)
    theirs: Any = flex.create_block_mask(sparse, 2, 1, m, n, device=target, BLOCK_SIZE=block)
    torch.testing.assert_close(
        mine.kv_num_blocks + mine.full_kv_num_blocks, theirs.kv_num_blocks + theirs.full_kv_num_blocks
    )
    if m % 128 == n % 128 == 0:
        torch.testing.assert_close(mine.full_kv_num_blocks, theirs.full_kv_num_blocks)
    for counts, lists in ("kv_num_blocks", "kv_indices"), ("full_kv_num_blocks", "full_kv_indices"):
        if m % 128 == n % 128 == 0:
            for at in np.ndindex(*getattr(mine, counts).shape):
                count = int(getattr(mine, counts)[at])
                assert getattr(mine, lists)[at][:count].tolist() == getattr(theirs, lists)[at][:count].tolist()


@pytest.mark.child
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(("lengths", "maker"), each_value([(150, 170), (256, 300)], ["cutedsl", "torch"]))
def test_block_masks_are_applied(target: str, lengths: tuple[int, int], maker: str) -> None:
    m, n = lengths
    given = heads(m, n, 64, F16, target)
    make = ops.create_block_mask if maker == "cutedsl" else flex.create_block_mask
    mask: Any = make(sparse, 2, None, m, n, device=target, BLOCK_SIZE=128)
    check(given, {"mask_mod": sparse, "score_mod": lambda s, b, h, i, j: s - (i - j) * 0.02}, block_mask=mask)


@pytest.mark.child
def test_blocks_decide_before_the_function() -> None:
    """Blocks without a kept key are skipped, whole ones not masked: lists that differ from the function show it."""
    q, k, v = heads(64, 96, 64, F16, "cpu")
    mask = ops.create_block_mask(lambda b, h, i, j: (j >= 32) & (j < 50), None, None, 64, 96, "cpu", (64, 32))
    assert mask.kv_num_blocks.flatten().tolist() == [1] and mask.full_kv_num_blocks.flatten().tolist() == [0]
    mask.full_kv_num_blocks[:], mask.full_kv_indices[..., 0] = 1, 2
    out = ops.attention(q, k, v, block_mask=mask)
    exact, _ = reference(q, k, v, mask_mod=lambda b, h, i, j: (j >= 32) & (j < 50) | (j >= 64))
    close(out, exact)
    k[:, :32], v[:, :32] = float("nan"), float("nan")  # never read
    close(ops.attention(q, k, v, block_mask=mask), exact)
    assert mask.sparsity() == pytest.approx(100 / 3)


@pytest.mark.child
def test_queries_that_see_no_block() -> None:
    q, k, v = heads(128, 64, 64, F16, "cpu")
    mask = ops.create_block_mask(lambda b, h, i, j: i >= 64 + j, None, None, 128, 64, "cpu", 64)
    assert mask.kv_num_blocks.tolist() == [[[0, 1]]]
    check([q, k, v], {"mask_mod": lambda b, h, i, j: i >= 64 + j}, block_mask=mask)


def test_block_masks_of_numpy() -> None:
    rng = np.random.default_rng(0)
    q, k, v = (rng.standard_normal((1, 70, 2, 64)).astype(np.float16) for _ in range(3))
    mask = ops.create_block_mask(sparse, None, None, 70, 70, BLOCK_SIZE=64)
    assert isinstance(mask.kv_indices, np.ndarray)
    found = ops.attention(q, k, v, block_mask=mask)
    exact, _ = reference(*map(torch.from_numpy, (q, k, v)), mask_mod=sparse)
    close(torch.from_numpy(found), exact)


@pytest.mark.child
def test_a_checked_run_finds_nothing() -> None:
    given = heads(70, 90, 64, F16, "cpu")
    slopes, documents = torch.rand(4), torch.arange(90) // 30
    with checking() as report:
        mask = ops.create_block_mask(lambda b, h, i, j: documents[i] == documents[j], None, None, 70, 90, "cpu", 64)
        ops.attention(*given, block_mask=mask, score_mod=lambda s, b, h, i, j: s + slopes[h] * (i - j))
    assert report.clean and report.launches == 2


def made(mask_mod: Any = sparse, m: int = 64, n: int = 64, block: Any = 64) -> Any:
    return ops.create_block_mask(mask_mod, None, None, m, n, "cpu", block)


WRONG: list[Any] = [
    ("ops-function", lambda: {"score_mod": 3}),
    ("ops-function", lambda: {"score_mod": lambda score, b, h, q_idx: score}),
    ("ops-function", lambda: {"score_mod": lambda *_: None}),
    ("ops-function", lambda: {"mask_mod": lambda score, b, h, i, j: True}),
    ("ops-device", lambda: {"score_mod": (lambda x: lambda s, b, h, i, j: s + x[h])(torch.zeros(4, device="meta"))}),
    ("attention-block-mask", lambda: {"block_mask": made(), "causal": True}),
    ("attention-block-mask", lambda: {"block_mask": made(), "window": (3, None)}),
    ("attention-block-mask", lambda: {"block_mask": made(), "mask_mod": sparse}),
    ("attention-block-mask", lambda: {"block_mask": sparse}),
    ("attention-block-mask", lambda: {"block_mask": made(m=60)}),
    ("attention-block-mask", lambda: {"block_mask": made(block=(32, 64))}),
    ("attention-block-mask", lambda: {"block_mask": made(block=(64, 24))}),
    ("attention-block-mask", lambda: {"block_mask": made(block=0)}),
    ("attention-block-mask", lambda: {"block_mask": ops.create_block_mask(sparse, None, 3, 64, 64, "cpu", 64)}),
]


@pytest.mark.child
@pytest.mark.parametrize(("name", "named"), WRONG)
def test_wrong_arguments_are_refused(name: str, named: Any) -> None:
    given = heads(64, 64, 64, F16, "cpu")
    with pytest.raises(DSLUserCodeError) as error:
        ops.attention(*given, **named())
    assert error.value.name == name
