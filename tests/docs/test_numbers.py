"""Numbers of the pages are those of the committed results that they name."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from benchmarks.ledger_page import CPU, GPU
from tests.docs.programs import ROOT


def result(name: str) -> dict[str, Any]:
    return json.loads((ROOT / "benchmarks" / "results" / f"{name}.json").read_text(encoding="utf-8"))


def page(name: str) -> str:
    return " ".join((ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8").split())


def table(name: str, head: str) -> list[list[str]]:
    """The rows of the table of a page whose first line begins with `head`, without that line."""
    lines = (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8").splitlines()
    start = next(k for k, line in enumerate(lines) if line.startswith(head))
    rows: list[list[str]] = []
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in line.strip("|").split("|")])
    return rows


def numbers(text: str) -> list[str]:
    return re.findall(r"\d+(?:\.\d+)?", text)


def times(name: str) -> Iterator[dict[str, Any]]:
    return (row for case in result(name)["cases"] for row in case["rows"] if "time" in row)


def test_the_page_has_the_recorded_times_of_products() -> None:
    """Each row of the table of shapes: medians in the unit of its number, and the ratios."""
    found = {row["time"]: row for row in times("gpu_gemm")}
    rows = {row[0]: row[1:] for row in table("gemm", "| shape (TN)")}
    for rows_named, suffix in (("M = 1 / 16 / 64", ""), ("M = 40 / 80 / 96 / 100", ""), ("M = 128", "")):
        (shown,) = [row for name, row in rows.items() if rows_named in name]
        for k, m in enumerate(numbers(rows_named)):
            results = found[f"gemm {m}x8192x8192 bf16 TN{suffix}"]["results"]
            check_times(shown, k, results["ops.matmul"], results["cuBLAS"])
    for name, whole, peer in (
        ("bf16 16 × 2048³, after a flush each", "gemm 2048x2048x2048x16 bf16 TN", "cuBLAS"),
        ("tf32 8192³ against torch", "tf32 8192", "torch"),
        ("int8 8192³ against torch's `_int_mm`", "int8 8192", "torch"),
        ("e4m3 8192³, fast accumulation on both sides", "gemm 8192 e4m3 TN", "cuBLAS fast"),
    ):
        results = found[whole]["results"]
        check_times(rows[name], 0, results["ops.matmul"], results[peer])


def check_times(shown: list[str], k: int, ours: dict[str, float], theirs: dict[str, float]) -> None:
    for cell, whose in ((shown[0], ours), (shown[1], theirs)):
        said = numbers(cell)[k]
        digits = len(said.partition(".")[2])
        assert said == f"{whose['median_us']:.{digits}f}", (shown, whose)
    for cell, key in ((shown[2], "median_us"), (shown[3], "p10_us")):
        assert abs(float(numbers(cell)[k]) - theirs[key] / ours[key]) < 1.1e-3, (shown, key)


def test_the_ladder_of_products() -> None:
    found = {
        who: one
        for row in times("gpu_gemm")
        if "4096 torch.bfloat16" in row["time"]
        for who, one in row["results"].items()
    }
    for file, _, ms, _ in table("gemm", "| file | the change |"):
        digits = len(ms.partition(".")[2])
        assert ms == f"{found[file.strip('`').removesuffix('.py')]['median_us'] / 1e3:.{digits}f}", file


def test_the_cost_of_checked_runs() -> None:
    rows = [row for row in result("checker")["rows"] if "slowdown" in row]
    alone = {row["program"]: row for row in rows}
    ladder = [row["slowdown"] for row in rows if row["program"].startswith("examples/gemm/")]
    named = ("row sum 1024 x 4096", "softmax 1024 x 4096", "SGEMM 256")
    others = ("look-back over 512 blocks", "chain of 256 blocks", "last block of 1024")
    small, large = (max(row["slowdown"] for row in rows if row["small"] is kind) for kind in (True, False))
    wanted = [
        *(f"{alone[name]['slowdown']:.1f}" for name in named),
        f"{min(ladder):.1f} to {max(ladder):.1f}",
        *(f"{alone[name]['slowdown']:.1f}" for name in others),
        f"up to {small:.1f}",
        f"{large:.1f}",
    ]
    assert [row[1] for row in table("checking", "| on two cores | times as long")] == wanted
    memory = [alone[name]["memory_per_byte"] for name in named]
    assert f"takes {memory[0]:.1f} bytes for each byte" in page("checking") and round(memory[1], 1) == round(
        memory[0], 1
    )
    assert f"and {memory[2]:.1f} for a tiled product of 256" in page("checking")
    ordered = sorted(row["slowdown"] for row in rows)
    low, high = ordered[len(ordered) // 20], ordered[-len(ordered) // 20]
    assert f"mostly {low:.0f} to {high:.0f} times as slow as a plain run there, {ordered[-1]:.0f} times" in page(
        "limits"
    )


def test_compiling_and_calling_products() -> None:
    host = {(row["size"], row["call"]): row for row in result("gpu_matmul_host")["rows"]}
    least = {key: f"{row['least_us']:.1f}" for key, row in host.items()}
    ours, torch = host[512, "ops.matmul(a, bt, out)"], host[512, "torch.mm(a, bt, out=out)"]
    said = (
        f"{ours['least_us']:.1f} µs at 512³ with `out` and `b.T` made before (the median of 25 means "
        f"{ours['median_us']:.1f}; `torch.mm(out=)` {torch['least_us']:.1f} and {torch['median_us']:.1f}, "
        f"`@` {least[512, 'a @ bt']}), "
        f"{least[512, 'ops.matmul(a, b.T, out)']} with `b.T` in the call, which takes "
        f"torch {least[512, 'b.T']}. Of the {ours['least_us']:.1f} the compiled program takes "
        f"{least[512, 'its program']}, and "
        f"{least[512, 'launch_dependent']} of"
    )
    assert said in page("gemm")
    bulk, ping_pong, again = result("gpu_gemm_compile")["rows"]
    times = [row["compile_ms"] for row in (bulk, again)]
    assert f"`7_bulk_store.py` {times[0]:.0f} and {times[1]:.0f} ms" in page("gemm")
    assert f"`8_ping_pong.py` {ping_pong['compile_ms']:.0f} ms" in page("gemm")


def test_counters_of_the_hardware() -> None:
    rows = {row["op"].removesuffix(" bf16"): row for row in result("gpu_op_counters")["rows"]}
    loss, longer = rows["cross_entropy 32768 x 1024"], rows["cross_entropy 32768 x 2048"]
    layer, rms = rows["layer_norm 32768 x 1024"], rows["rms_norm 32768 x 1024"]
    assert (
        f"busy {loss['dram_percent']:.0f} and {longer['dram_percent']:.0f} % of its {loss['us']:.0f} and "
        f"{longer['us']:.0f} µs" in page("ops")
    )
    busy = f"busy {layer['dram_percent']:.0f} % of the time, RMS norm {rms['dram_percent']:.0f} %"
    assert busy in page("ops")
    assert f"needed {layer['registers']:.0f} registers" in page("ops")
    assert f"need {rms['registers']:.0f}." in page("ops")
    assert f"{layer['warps_percent']:.0f} % of the warps that" in page("ops")
    assert f"not {rms['warps_percent']:.0f} %" in page("ops")


def test_the_time_to_load_a_bundle_is_the_recorded_one() -> None:
    (row,) = result("bundle_load")["rows"]
    load = f"has {row['kernels']} small kernels ready after {row['load_wall_ms']:.0f} ms"
    assert load in page("bundle")
    assert f"take another {row['call_wall_ms']:.0f} ms" in page("bundle")
    assert row["load_wall_ms"] < 1000


LINKED = {"cpu_variety"}
"""Results that a page links without quoting a number of theirs."""


def test_every_result_that_a_page_names_is_compared_with_it() -> None:
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    named = {name for one in pages for name in re.findall(r"results/(\w+)\.json", one.read_text(encoding="utf-8"))}
    tests = "".join(one.read_text(encoding="utf-8") for one in sorted((ROOT / "tests" / "docs").glob("test_*.py")))
    assert len(named) > 15
    assert (
        sorted(name for name in named - LINKED - {*CPU, *GPU} if not re.search(rf"\b{name}\b|\"{name[:-5]}", tests))
        == []
    )


def test_the_deletions_in_files_of_tests_are_the_recorded_ones() -> None:
    record = result("mutations_of_tests")
    counts = Counter(row["verdict"] for row in record["rows"])
    changing, tried = counts["found"] + counts["missed"] + counts["elsewhere"], len(record["rows"])
    said = f"{tried} of {record['machine']['mutants']} deletions in {record['machine']['files']} files"
    assert said in page("checking")
    assert f"Of the {changing} that change behaviour, {counts['found']} are reported" in page("checking")
    assert f"{100 * counts['found'] / changing:.1f} %. Four of the six others" in page("checking")


def test_launches_on_the_cpu() -> None:
    rows = {row["elements"]: row["times"] for row in result("cpu_launch")["rows"]}
    small, large = rows[1024], rows[16384]
    said = [small[who]["median_us"] for who in ("cutedsl", "numpy", "torch")]
    assert "takes {:.1f} µs here (NumPy {:.1f}, torch {:.1f}".format(*said) in page("cpu")
    said = [large[who]["median_us"] for who in ("cutedsl", "numpy", "torch")]
    assert "takes {:.1f} µs on two threads (NumPy {:.1f}, torch {:.1f})".format(*said) in page("cpu")


def test_compilation_on_the_cpu() -> None:
    here, there = (result(f"cpu_compile{suffix}")["rows"] for suffix in ("", "_h200"))
    shown = [row[1:] for row in table("cpu", "| kernel | least | median |")]
    wanted = [
        [f"{one['cold_ms']:.0f}", f"{one['cold_median_ms']:.0f}", f"{other['cold_ms']:.0f}"]
        for one, other in zip(here, there, strict=True)
    ]
    assert shown == wanted


def test_kernels_on_the_cpu() -> None:
    kernels = ("vector add 16M", "row sum 4096 x 4096", "SGEMM 512", "SGEMM 1024")
    for row, kernel in zip(table("cpu", "| kernel | compared with"), kernels, strict=True):
        peer = "torch" if row[1] == "torch" else "numpy"
        for cell, name in ((row[2], "cpu_kernels"), (row[3], "cpu_kernels_h200")):
            (one,) = [found for found in result(name)["rows"] if found["kernel"] == kernel]
            said = (one["speed_against"][peer], one["speed_of_medians"][peer])
            assert all(abs(float(a) - b) <= 0.0051 for a, b in zip(numbers(cell), said, strict=True)), (kernel, name)


def test_the_page_has_the_recorded_times_on_several_gpus() -> None:
    rows = result("gpu_tensor_parallel")["rows"]
    ours, torch = ([cell.split()[0] for cell in row[1:]] for row in table("frameworks", "| GPUs | 1 | 2 | 4 |"))
    assert ours == [f"{row['ours_ms']:.1f}" for row in rows]
    assert torch == [f"{row['torch_ms']:.1f}" for row in rows]


def test_the_ladder_of_attention() -> None:
    (found,) = [row["results"] for row in times("gpu_attention") if "ladder" in row["time"]]
    shown = {rung.strip("`"): rate for rung, _, rate in table("attention", "| rung | what changes")}
    assert {rung: shown[rung] for rung in found} == {rung: f"{one['tflop_per_s']:.0f}" for rung, one in found.items()}
    assert {*shown} - {*found} == {"1_naive", "2_online"}  # the page says that they are not in the file


def test_first_calls_of_attention() -> None:
    rows = result("gpu_attention_first_call")["rows"]
    seconds = {(row["head_dim"], row["pass"], row["causal"]): f"{row['first_call_ms'] / 1e3:.2f}" for row in rows}
    forms = [(which, causal) for which in ("forward", "backward") for causal in (False, True)]
    shown = table("attention", "| heads of | forward, full | forward, causal |")
    assert shown == [[str(size), *(seconds[size, *form] for form in forms)] for size in (64, 128, 256)]


def test_the_page_has_the_recorded_host_times() -> None:
    calls = {row["call"]: row["min_us"] for row in result("op_host_time")["rows"]}
    said = f"softmax into a given result takes {calls['softmax(x, out=y)']:.1f} µs of thread CPU time"
    assert said in page("ops") and f"torch's `b.T` takes {calls['b.T']:.1f}" in page("ops")


def test_the_page_counts_the_recorded_mutations() -> None:
    rows = result("mutations")["rows"]
    changing = [row for row in rows if row["verdict"] in ("found", "missed", "elsewhere")]
    reported = [row for row in changing if row["verdict"] == "found"]
    assert f"{len(reported)} of the {len(changing)} that change behaviour" in page("found_bugs")
    assert f"Of the {len(changing)} that change behaviour, {len(reported)} are reported" in page("checking")
