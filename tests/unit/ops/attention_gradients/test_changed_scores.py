"""Gradients of attention whose scores are changed: softcap, sinks, functions, block masks; against float64."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest
import torch
from torch.nn.attention import flex_attention as flex

from cutedsl import ops
from cutedsl.errors import DSLUserCodeError
from cutedsl.testing import checking
from tests.products import long
from tests.unit.ops.tensors import TARGETS, close, normal

F16 = torch.float16
LIMIT = 4e-3
INF = float("inf")


def exact(given: list[Any], grad: Any, causal: bool, softcap: Any, sinks: Any, score_mod: Any, mask_mod: Any) -> Any:
    """Gradients by autograd in float64, of the sinks too if there are any."""
    leaves = [x.detach().double().cpu().requires_grad_() for x in (*given, *([] if sinks is None else [sinks]))]
    q, k, v = (x.transpose(1, 2) for x in leaves[:3])
    k, v = (x.repeat_interleave(q.shape[1] // x.shape[1], 1) for x in (k, v))
    scores = q @ k.mT * q.shape[-1] ** -0.5
    scores = scores if softcap is None else softcap * torch.tanh(scores / softcap)
    where = torch.meshgrid(*(torch.arange(n) for n in scores.shape), indexing="ij")
    scores = scores if score_mod is None else score_mod(scores, *where)
    hidden = torch.zeros(scores.shape, dtype=torch.bool)
    if causal:
        hidden |= where[3] > where[2] + scores.shape[3] - scores.shape[2]
    if mask_mod is not None:
        hidden |= ~mask_mod(*where)
    unseen = hidden.all(-1, keepdim=True)
    scores = scores.masked_fill(hidden, -INF)
    if sinks is None:
        powers = torch.softmax(scores.masked_fill(unseen, 0), -1).masked_fill(unseen, 0)
    else:
        logits = leaves[3][None, :, None, None].expand(*scores.shape[:3], 1)
        powers = torch.softmax(torch.cat([scores, logits], -1), -1)[..., :-1]
    return torch.autograd.grad((powers @ v).transpose(1, 2), leaves, grad.double().cpu())


def check(
    lengths: tuple[int, int] = (70, 90),
    sizes: tuple[int, int] = (64, 64),
    target: str = "cpu",
    causal: bool = False,
    softcap: float | None = None,
    sinks: Any = None,
    score_mod: Any = None,
    mask_mod: Any = None,
    block_mask: Any = None,
    deterministic: bool = False,
) -> list[Any]:
    """Forward, backward and the comparison, with 4 heads of queries that share 2 of keys; gives the gradients."""
    (m, n), (d, e) = lengths, sizes
    q, k, v, grad = (normal(s, F16, target) for s in ((2, m, 4, d), (2, n, 2, d), (2, n, 2, e), (2, m, 4, e)))
    rule: dict[str, Any] = {"causal": causal, "softcap": softcap, "sinks": sinks, "score_mod": score_mod}
    rule |= {"mask_mod": mask_mod} if block_mask is None else {"block_mask": block_mask}
    out, lse = ops.attention(q, k, v, return_lse=True, **rule)
    found = ops.attention_backward(grad, q, k, v, out, lse, deterministic=deterministic, **rule)
    wanted = exact([q, k, v], grad, causal, softcap, sinks, score_mod, mask_mod)
    for mine, theirs in zip(found, wanted, strict=True):
        close(mine, theirs, LIMIT)
    return found


@pytest.mark.child
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(
    ("causal", "softcap", "with_sinks", "ordered"),
    [
        (True, 2.0, True, True),
        (False, None, True, False),
        long(True, 2.0, False, False),
        long(False, 2.0, True, True),
        long(True, None, True, True),
        long(False, 2.0, False, False),
        long(True, None, True, False),
    ],
)
def test_gradients_of_softcap_and_sinks_agree(
    target: str, causal: bool, softcap: float | None, with_sinks: bool, ordered: bool
) -> None:
    sinks = torch.tensor([3.0, -2.0, 0.5, 60.0], device=target) if with_sinks else None
    lengths = (90, 70) if softcap is None else (70, 90)
    check(lengths, target=target, causal=causal, softcap=softcap, sinks=sinks, deterministic=ordered)


def test_sinks_of_packed_sequences() -> None:
    """The gradient of sinks is the sum over the sequences."""
    starts = torch.tensor([0, 40, 40, 75], dtype=torch.int32)
    q, grad = (normal((75, 2, 64), F16, "cpu") for _ in range(2))
    k, sinks = normal((75, 2, 64), F16, "cpu"), torch.tensor([0.5, 2.0])
    rule: dict[str, Any] = {"starts_q": starts, "starts_k": starts, "sinks": sinks}
    out, lse = ops.attention(q, k, k, return_lse=True, **rule)
    *_, found = ops.attention_backward(grad, q, k, k, out, lse, **rule)
    parts = [slice(0, 40), slice(40, 75)]
    wanted: Any = sum(
        exact([q[a][None], k[a][None], k[a][None]], grad[a][None], False, None, sinks, None, None)[3] for a in parts
    )
    close(found, wanted, LIMIT)


FUNCTIONS: dict[str, Any] = {
    "bias": lambda score, b, h, i, j: score + (j - i) * 0.02 * h,
    "squares": lambda score, b, h, i, j: torch.where(score > 0, score * score, score * 0.3) - score / (b + 2.0),
    "tanh": lambda score, b, h, i, j: 3 * torch.tanh(score / 3) + torch.sin(score),
    "hidden": lambda score, b, h, i, j: torch.where(i >= j, torch.exp(score * 0.5), -INF),
    "constant": lambda score, b, h, i, j: score * 0 + torch.abs(score) + torch.maximum(score, score * 0.5),
}


@pytest.mark.child
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("name", ["squares", "hidden", long("tanh"), long("bias"), long("constant")])
def test_gradients_of_score_functions_agree(target: str, name: str) -> None:
    check(target=target, score_mod=FUNCTIONS[name], causal=name == "squares", deterministic=name == "hidden")


@pytest.mark.child
def test_functions_that_read_arrays() -> None:
    slopes, documents = torch.tensor([0.1, 0.2, 0.0, 0.4]), torch.arange(90) // 25

    def biased(s: Any, b: Any, h: Any, i: Any, j: Any) -> Any:
        return s * (1 + slopes[h]) + (j - i) * slopes[h]

    check(softcap=4.0, score_mod=biased, mask_mod=lambda b, h, i, j: documents[i] == documents[j])


def sparse(b: Any, h: Any, i: Any, j: Any) -> Any:
    """A window that differs by batch, and a few keys that all see; the first queries see none."""
    return ((i >= j) & (i - j < 60 + 20 * b) | (j < 3)) & (i > 2)


def by_head(b: Any, h: Any, i: Any, j: Any) -> Any:
    return (i - j < 20 * (h + 1)) & (i >= j - 30)


@pytest.mark.child
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("ordered", [False, long(True)])
@pytest.mark.parametrize("maker", ["cutedsl", "torch"])
def test_gradients_under_block_masks_agree(target: str, ordered: bool, maker: str) -> None:
    make: Any = ops.create_block_mask if maker == "cutedsl" else flex.create_block_mask
    mask = make(sparse, 2, None, 150, 300, device=target, BLOCK_SIZE=128)
    check((150, 300), target=target, mask_mod=sparse, block_mask=mask, deterministic=ordered)
    mask = make(by_head, None, 4, 200, 140, device=target, BLOCK_SIZE=(128, 128))
    scaled = FUNCTIONS["bias"]
    check((200, 140), target=target, mask_mod=by_head, block_mask=mask, score_mod=scaled, deterministic=ordered)


@pytest.mark.child
def test_blocks_of_queries_decide_before_the_function() -> None:
    """Gradients follow the lists, not the function, as the forward pass does; unseen keys get none."""
    q, k, v, grad = (normal((1, n, 2, 64), F16, "cpu") for n in (64, 192, 192, 64))
    mask = ops.create_block_mask(lambda b, h, i, j: (j >= 64) & (j < 100), None, None, 64, 192, "cpu", (64, 64))
    mask.full_kv_num_blocks[:], mask.full_kv_indices[..., 0] = 1, 2
    out, lse = ops.attention(q, k, v, block_mask=mask, return_lse=True)
    found = ops.attention_backward(grad, q, k, v, out, lse, block_mask=mask)
    wanted = exact([q, k, v], grad, False, None, None, None, lambda b, h, i, j: (j >= 64) & (j < 100) | (j >= 128))
    for mine, theirs in zip(found, wanted, strict=True):
        close(mine, theirs, LIMIT)
    assert not found[1][:, :64].any() and not found[2][:, 100:128].any()


@pytest.mark.child
@pytest.mark.parametrize(
    "sizes", [(40, 72), *(long(sizes) for sizes in ((192, 128), (72, 40), (8, 200), (96, 96)))], ids=str
)
def test_gradients_of_each_head_size_agree(sizes: tuple[int, int]) -> None:
    check(sizes=sizes, causal=True)


@pytest.mark.child
def test_tiles_of_the_gpu_on_the_cpu(monkeypatch: pytest.MonkeyPatch) -> None:
    module = import_module("cutedsl.ops.attention_gradients.operation")
    usual = module.backward_tiles
    monkeypatch.setattr(module, "backward_tiles", lambda sizes, _, *more: usual(sizes, True, *more))
    check((130, 100), (192, 128), score_mod=FUNCTIONS["bias"])
    mask = ops.create_block_mask(by_head, None, 4, 150, 140, "cpu", 128)
    check((150, 140), (64, 64), mask_mod=by_head, block_mask=mask, softcap=3.0)


@pytest.mark.parametrize("target", TARGETS)
def test_ordered_sums_by_a_block_mask_are_the_same_bits_again(target: str) -> None:
    mask = ops.create_block_mask(sparse, 1, None, 150, 170, target, 128)
    q, k, grad = (normal((1, n, 2, 64), F16, target) for n in (150, 170, 150))
    out, lse = ops.attention(q, k, k, block_mask=mask, return_lse=True)
    first, second = (
        ops.attention_backward(grad, q, k, k, out, lse, block_mask=mask, deterministic=True) for _ in range(2)
    )
    assert all(torch.equal(a, b) for a, b in zip(first, second, strict=True))


@pytest.mark.child
def test_a_checked_run_finds_nothing() -> None:
    slopes, sinks = torch.rand(4), torch.zeros(4)
    mask = ops.create_block_mask(sparse, 2, None, 80, 90, "cpu", 64)
    q, k, grad = (normal((2, n, h, 64), F16, "cpu") for n, h in ((80, 4), (90, 2), (80, 4)))
    rule: dict[str, Any] = {"softcap": 4.0, "sinks": sinks, "block_mask": mask}
    rule["score_mod"] = lambda s, b, h, i, j: s + slopes[h] * (i - j)
    out, lse = ops.attention(q, k, k, return_lse=True, **rule)
    with checking() as report:
        ops.attention_backward(grad, q, k, k, out, lse, deterministic=True, **rule)
    assert report.clean and report.launches == 5


def looped(score: Any, b: Any, h: Any, i: Any, j: Any) -> Any:
    return score.bitcast(import_module("cutedsl").Int32) * 1.0


WRONG: list[Any] = [
    ("no-derivative", {"score_mod": looped}),
    ("ops-function", {"score_mod": lambda *_: None}),
    ("ops-shape", {"sinks": torch.zeros(3)}),
    ("ops-number", {"softcap": -1.0}),
    ("attention-block-mask", {"block_mask": sparse}),
]


@pytest.mark.parametrize(("name", "rule"), WRONG)
def test_wrong_arguments(name: str, rule: Any) -> None:
    q = normal((1, 20, 4, 64), F16, "cpu")
    out, lse = ops.attention(q, q, q, return_lse=True)
    with pytest.raises(DSLUserCodeError) as error:
        ops.attention_backward(q, q, q, q, out, lse, **rule)
    assert error.value.name == name
