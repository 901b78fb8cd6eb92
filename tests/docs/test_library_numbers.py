"""The tables of the kernel library's speed are those of the committed results that the pages name."""

from __future__ import annotations

from typing import Any

import pytest

from benchmarks.gpu.sweep_picture import PICTURE, drawn
from benchmarks.gpu.tables import TABLES, written
from tests.docs.test_numbers import check_times, numbers, page, result, table, times

OPS: list[dict[str, Any]] = result("ops_h200")["rows"]


def rates(op: str, who: str, key: str = "results") -> list[float]:
    return [row[key][who]["rate"] for row in OPS if row["op"] == op]


def test_the_page_has_the_recorded_rates_of_rows() -> None:
    shown = {row[0]: row[1:] for row in table("ops", "| rate in TB/s")}
    clean = "results after reads"
    wanted = {
        "copy": rates("softmax", "copy"),
        "softmax": rates("softmax", "cutedsl"),
        "RMS norm": rates("rms_norm", "cutedsl"),
        "RMS norm by torch.compile": rates("rms_norm", "torch.compile"),
        "layer norm": rates("layer_norm", "cutedsl"),
        "layer norm by torch.compile": rates("layer_norm", "torch.compile"),
        "cross entropy, forward (reads only)": rates("cross_entropy", "cutedsl"),
        "a sum of the same bytes": rates("cross_entropy", "read"),
        "cross entropy, caches clean": rates("cross_entropy", "cutedsl", clean),
        "a sum, caches clean": rates("cross_entropy", "read", clean),
    }
    assert shown.keys() == wanted.keys()
    for name, found in wanted.items():
        assert all(abs(float(cell) - rate) < 0.0051 for cell, rate in zip(shown[name], found, strict=True)), name


def test_rows_compared_with_a_copy() -> None:
    for op, said in (
        ("cross_entropy", "cross entropy reaches {}, {}, {}, {} and {}."),
        ("layer_norm", "Layer norm reaches {}, {}, {}, {} and {}, and at 1024 columns"),
    ):
        found = [own / copy for own, copy in zip(rates(op, "cutedsl"), rates(op, "copy"), strict=True)]
        assert said.format(*(f"{ratio:.2f}" for ratio in found)) in page("ops"), op


def test_the_page_has_the_recorded_rates_of_sums() -> None:
    for key, form in (
        ("results", "read {:.2f} and {:.2f} TB/s along rows and {:.2f} and {:.2f} TB/s across them"),
        ("results after reads", "read {:.2f} and {:.2f}, and {:.2f} and {:.2f}, where"),
    ):
        found = rates("sum_rows", "cutedsl", key) + rates("sum_columns", "cutedsl", key)
        assert form.format(*found) in page("ops")


def test_the_page_has_the_recorded_rates_of_decoding() -> None:
    found = {row["check"]: row for row in result("gpu_attention_decode")["rows"]}
    default = "32/8x128"
    for name, *cells in table("decoding", "| batch x queries x keys, heads / heads of keys x size"):
        size, _, rest = name.partition(", ")
        key = f"{size} {rest}" if "/" in rest else f"{size} {default} {_variant(rest)}"
        _check_decoding(found[key], cells, ("cutedsl", "cuDNN", "flash"))


def test_the_page_has_the_recorded_rates_of_latent_decoding() -> None:
    found = {row["check"]: row for row in result("gpu_attention_decode")["rows"]}
    for name, _, rate, tflop, share in table("decoding", "| batch x queries x keys, heads |"):
        size, heads, *rest = name.split(", ")
        row = found[" ".join(["latent", size, heads, *map(_variant, rest)])]
        assert tflop == f"{row['results']['cutedsl']['tflop_per_s']:.0f}", name
        _check_decoding(row, [rate, share], ("cutedsl",))


def _variant(words: str) -> str:
    return words.replace("pages of", "page").replace("float8_e4m3fn", "fp8")


def _check_decoding(row: dict[str, Any], cells: list[str], whose: tuple[str, ...]) -> None:
    for cell, who in zip(cells, whose, strict=False):
        assert not cell or abs(float(cell) - row["results"][who]["tb_per_s"]) < 0.0051, (row["check"], who)
    assert abs(float(cells[-1]) - row["ratio_to_read"]["cutedsl"]) < 0.0051, row["check"]


def test_attention_compared_with_flash_attention() -> None:
    found = {row["time"]: row["results"] for row in result("gpu_flash_attention_cute")["rows"] if "time" in row}
    shown = table("attention", "| batch x length x heads/of keys x size")
    assert {f"{name} {mask}" for name, mask, *_ in shown} == set(found)
    for name, mask, *cells in shown:
        row = found[f"{name} {mask}"]
        whose = ("ops.attention", "flash_attn.cute", "cuDNN")
        assert cells[:3] == [f"{row[who]['tflop_per_s']:.0f}" for who in whose], (name, mask)
        assert abs(float(cells[3]) - row["cuDNN"]["median_us"] / row["ops.attention"]["median_us"]) < 0.0051


def test_the_page_has_the_recorded_times_of_square_products() -> None:
    found = {row["time"]: row["results"] for row in times("gpu_gemm")}
    rows = {row[0]: row[1:] for row in table("gemm", "| shape (TN)")}
    for n in (4096, 8192, 16384):
        cells = rows[f"bf16 / f16 {n}³"]
        for k, kind in enumerate(("bfloat16", "float16")):
            ours, theirs = (found[f"gemm {n} torch.{kind} TN"][who] for who in ("ops.matmul", "cuBLAS"))
            if "ms" in cells[0]:
                ours, theirs = ({key: one[key] / 1e3 for key in ("median_us", "p10_us")} for one in (ours, theirs))
            check_times(cells, k, ours, theirs)


def test_the_floor_of_few_rows() -> None:
    found = {row["time"]: row["results"] for row in times("gpu_gemm")}
    rows = {row[0]: row[1:] for row in table("design/products_measured", "| rows | 1 | 16 | 64 | 128 |")}
    for name, suffix in (("one after the other", ", one after the other"), ("after a flush", "")):
        for cell, m in zip(rows[f"the reader, × cuBLAS, {name}"], (1, 16, 64, 128), strict=True):
            row = found[f"gemm {m}x8192x8192 bf16 TN{suffix}"]
            said, ratio = float(numbers(cell)[0]), row["cuBLAS"]["median_us"] / row["read"]["median_us"]
            assert abs(said - ratio) < 0.0051, (name, m, ratio)


RECORDS = {
    "attention": ["gpu_attention_rows"],
    "gemm": ["gpu_fused", "gpu_products_sweep"],
    "ops": ["gpu_row_operations", "gpu_long_rows"],
}


@pytest.mark.parametrize("name", RECORDS)
def test_tables_of_goals_are_those_of_the_recorded_runs(name: str) -> None:
    assert list(TABLES[name]) == RECORDS[name]
    before, after = written(name)
    assert before == after, "python -m benchmarks.gpu.tables"


def test_the_picture_of_products_is_that_of_the_recorded_runs() -> None:
    assert PICTURE.read_text(encoding="utf-8") == drawn(), "python -m benchmarks.gpu.sweep_picture"
