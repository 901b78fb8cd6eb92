"""How products are cut: every candidate fits the machine, the model of the machine is sane, notes of it decide."""

from __future__ import annotations

import dataclasses
import json
import math
import random
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from cutedsl import ops
from cutedsl.config import override
from cutedsl.ops.gemm.config import SHARED_BYTES, GemmConfig
from cutedsl.ops.gemm_tuning import notes as matmul_notes
from cutedsl.ops.gemm_tuning.candidates import Problem, candidates, fitting_widths, wider_parts
from cutedsl.ops.gemm_tuning.choice import config_for, config_for_groups, ranked
from cutedsl.ops.gemm_tuning.correction import FEATURES, Forest, Tree, features
from cutedsl.ops.gemm_tuning.cost import asked_for, estimate, microseconds, tiles_of
from cutedsl.ops.gemm_tuning.machines import KnownMachine, known_machine
from cutedsl.ops.gemm_tuning.notes import Note, note, noted
from cutedsl.utils.machine_notes import MachineNotes

_EXTENTS = (1, 3, 8, 24, 64, 100, 129, 200, 333, 512, 1000, 4096, 5000, 16384)


def drawn(count: int) -> list[Problem]:
    """Problems of every size, type and order."""
    draw = random.Random(5)
    return [
        Problem(
            *(draw.choice(_EXTENTS) for _ in range(3)),
            batches=draw.choice((1, 1, 4)),
            item_bytes=draw.choice((1, 2, 4)),
            out_bytes=draw.choice((2, 4)),
            blocks=draw.choice((2, 78, 132)),
            a_along_k=draw.random() < 0.5,
            b_along_k=draw.random() < 0.5,
        )
        for _ in range(count)
    ]


def test_candidates_fit_shared_memory_and_cover_the_result() -> None:
    for problem in drawn(60):
        found = list(candidates(problem))
        assert found, problem
        for config in found:
            room = SHARED_BYTES if config.resident == 1 else SHARED_BYTES // config.resident - 1024
            used = config.shared_bytes(problem.item_bytes, problem.out_bytes)
            if config.cluster_k > 1:  # results lie in the stages of B
                used = config.stages * (config.tile_m + config.tile_n) * config.tile_k * problem.item_bytes
            assert used <= room, (problem, config)
            assert config.tile_k * problem.item_bytes % 128 == 0
            assert tiles_of(problem, config) * config.tile_m * config.tile_n >= problem.m * problem.n


def test_integers_are_multiplied_in_columns_that_their_multiply_has() -> None:
    widths = {c.tile_n for p in drawn(60) for c in candidates(dataclasses.replace(p, item_bytes=1, integers=True))}
    assert all(width % 16 == 0 or width <= 24 for width in widths), sorted(widths)
    assert {168, 104} <= {
        c.tile_n for m in (333, 100) for c in candidates(Problem(m, 8192, 8192, item_bytes=1, out_bytes=4))
    }


def test_tiles_fit_few_columns() -> None:
    assert fitting_widths(24) == (32,)
    assert {80, 160} <= set(fitting_widths(160))
    assert all(width % 64 == 0 for width in fitting_widths(500, 64))


def test_tiles_of_an_operand_that_lies_along_its_rows_end_at_half_lines() -> None:
    """Of 128 bytes. They take longer than those of whole lines, and are chosen where these leave much outside."""
    problem = Problem(256, 10240, 8192, b_along_k=False)
    widths = {config.tile_n for config in candidates(problem) if not config.swap}
    assert {64, 128, 192} < {config.tile_n for config in candidates(Problem(160, 4096, 4096, a_along_k=False))}
    assert 160 in widths and all(width % 32 == 0 for width in widths)
    assert all(
        config.tile_n % 32 == 0 for config in candidates(Problem(200, 4096, 4096, a_along_k=False)) if config.swap
    )
    assert ranked(problem)[0].tile_n == 160
    whole = GemmConfig(128, 160)
    expected = [microseconds(p, whole, known_machine().machine) for p in (problem, replace(problem, b_along_k=True))]
    assert expected[0] > 1.05 * expected[1]


def test_what_copies_ask_for_of_an_operand_that_lies_along_its_rows() -> None:
    """A line for each piece of a tile: 128, 64, 32 or 16 bytes, more where pieces begin inside lines, none outside."""
    machine = known_machine().machine
    narrow = {width: GemmConfig(64, width, groups=1, swap=True) for width in (64, 48, 40, 32)}

    def columns(m: int, width: int, along: bool = False) -> float:
        problem = Problem(m, 4096, 4096, a_along_k=along)
        return asked_for(problem, narrow[width], machine)[1]

    half = machine.halved / 2
    assert [columns(64, width) for width in narrow] == pytest.approx([64, 192 * half, 320 * half, 64 * half])
    assert columns(64, 48, along=True) == 48
    assert columns(40, 64) == pytest.approx(64 * machine.apart)  # rows of 80 bytes begin anywhere in a line
    assert columns(40, 48) > columns(40, 64)
    assert columns(24, 64) == pytest.approx(columns(40, 64))
    assert asked_for(Problem(4096, 40, 4096, b_along_k=False), GemmConfig(64, 64, groups=1), machine)[1] == columns(
        40, 64
    )


def test_few_rows_are_cut_into_whole_lines_or_shared_by_pairs() -> None:
    across = {c.tile_n for c in candidates(Problem(40, 4096, 4096, a_along_k=False)) if c.swap}
    along = [c for c in candidates(Problem(64, 3584, 14336, item_bytes=1)) if c.swap and c.tile_n < 48]
    assert 64 in across and 64 not in {c.tile_n for c in candidates(Problem(40, 4096, 4096)) if c.swap}
    assert along and all((c.tile_n, c.cluster_m, c.cluster_n, c.cluster_k) == (32, 1, 2, 1) for c in along)
    both = [(c.cluster_m, c.cluster_n) for c in candidates(Problem(200, 1600, 1600, a_along_k=False, b_along_k=False))]
    assert (4, 2) in both
    assert all((c.cluster_m, c.cluster_n) != (4, 2) for c in candidates(Problem(200, 1600, 1600)))


def test_ways_of_every_form_are_examined_closely() -> None:
    """The plain model expects tiles of 64 rows to be slow where K is long; trees know better, if they are asked."""
    assert ranked(Problem(405, 3072, 8192))[0].tile_m == 64


@pytest.mark.parametrize(
    ("shape", "wanted"),
    [
        ((16, 8192, 8192), {"tile_n": 16, "swap": True}),
        ((8192, 24, 8192), {"tile_n": 32, "swap": False}),
        ((4096, 4096, 4096), {"tile_m": 128, "tile_n": 256}),
        ((512, 512, 512), {"tile_m": 64}),
        ((160, 8192, 8192), {"tile_n": 160, "swap": True}),
    ],
)
def test_choice_on_an_h200(shape: tuple[int, int, int], wanted: dict[str, object]) -> None:
    config = ranked(Problem(*shape))[0]
    assert {name: getattr(config, name) for name in wanted} == wanted


def test_later_trees_overrule_the_earlier_only_where_they_are_sure() -> None:
    problem, machine = Problem(160, 4096, 4096), known_machine().machine
    one, wide = GemmConfig(64, 160, groups=1, swap=True), GemmConfig(64, 80, groups=1, swap=True)
    along_n, along_m = replace(wide, cluster_n=2), replace(wide, cluster_m=2)  # of N more has to be expected
    for two, gain, first in (
        (along_m, 0.005, one),
        (along_m, 0.02, along_m),
        (along_n, 0.02, one),
        (along_n, 0.04, along_n),
    ):
        place = FEATURES.index("cluster along N" if two is along_n else "cluster along M")
        apart = math.log(microseconds(problem, two, machine) / microseconds(problem, one, machine))
        trees = (0.0, [place, 1.5, 0.0, -10 * (apart + gain)])  # `rate` is a tenth
        known = KnownMachine(machine, trees, 0.1, later=1)
        assert known.in_order(problem, [two, one])[0] is first
        assert known.expected_us(problem, two) < known.expected_us(problem, one)


def test_the_choice_is_the_same_for_the_transposed_product() -> None:
    for m, n, k in ((24, 5120, 1536), (160, 3584, 18944), (700, 4096, 4096)):
        times = [known_machine().expected_us(p, ranked(p)[0]) for p in (Problem(m, n, k), Problem(n, m, k))]
        assert times[0] == pytest.approx(times[1])


def test_no_time_is_below_the_floor() -> None:
    """Neither far below what the multipliers take, nor what memory takes; more work hardly ever takes less."""
    machine, expected_us = known_machine().machine, known_machine().expected_us
    for problem in drawn(40):
        if problem.blocks != 132:
            continue
        best = expected_us(problem, ranked(problem)[0])
        moved = (problem.m + problem.n) * problem.k * problem.item_bytes * problem.batches
        work = problem.m * problem.n * problem.k * problem.batches * problem.item_bytes / 2
        assert best > 0.8 * max(moved / machine.read, work / (132 * machine.multiply))
        more = dataclasses.replace(problem, k=2 * problem.k)
        assert expected_us(more, ranked(problem)[0]) >= 0.9 * best


def test_parts_of_results_overlap_only_where_nothing_is_added() -> None:
    """Widths of eight columns are for them; results that lie where an addend does would be added to twice."""
    for shape in ((5000, 4096, 4096), (777, 4096, 7168), (2500, 1536, 7168)):
        found = list(candidates(Problem(*shape)))
        assert any(config.tile_n % 16 and config.part_n for config in found)
        plain = list(candidates(Problem(*shape, adds=True)))
        assert plain and all(config.tile_n % 16 == 0 and not config.part_n for config in plain)
    assert wider_parts(176, 16, 2)[0] == 64 and wider_parts(176, 16, 4) == (32,) and not wider_parts(128, 64, 2)


def test_groups_have_tiles_alone() -> None:
    for rows, groups in ((64, 8), (8192, 16), (8192, 1)):
        config = config_for_groups(Problem(rows, 4096, 4096, groups))
        assert (config.cluster, config.stream_k, config.swap, config.pingpong) == (1, False, False, False)
    assert config_for_groups(Problem(64, 4096, 4096, 8)).tile_m == 64
    assert config_for_groups(Problem(65536, 4096, 4096, 8)).tile_m >= 128


def test_measured_times_decide(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In this process and, from the file, in the next one; a note that this version cannot read is none."""
    problem, other = Problem(160, 3584, 18944), GemmConfig(64, 64, stages=4, groups=1)
    with override(cache_dir=tmp_path):
        monkeypatch.setattr(matmul_notes, "_NOTES", MachineNotes("matmul"))
        assert config_for(problem) == ranked(problem)[0] != other
        note(problem, other, 12.5)
        assert config_for(problem) == other
        monkeypatch.setattr(matmul_notes, "_NOTES", MachineNotes("matmul"))
        assert noted(problem) == Note(other, 12.5)
        assert noted(dataclasses.replace(problem, m=161)) is None
        (file,) = tmp_path.glob("matmul.*.json")
        kept = json.loads(file.read_text())
        kept[next(iter(kept))]["config"]["tile_q"] = 1
        file.write_text(json.dumps(kept))
        monkeypatch.setattr(matmul_notes, "_NOTES", MachineNotes("matmul"))
        assert noted(problem) is None
        file.write_text("{")
        monkeypatch.setattr(matmul_notes, "_NOTES", MachineNotes("matmul"))
        assert noted(problem) is None


@pytest.mark.gpu
def test_tuning_times_on_the_gpu_and_keeps_the_fastest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    a, b = (torch.randn(rows, 512, device="cuda", dtype=torch.bfloat16) for rows in (96, 640))
    with override(cache_dir=tmp_path):
        monkeypatch.setattr(matmul_notes, "_NOTES", MachineNotes("matmul"))
        found = ops.matmul(a, b.T, tune=True)
        assert list(tmp_path.glob("matmul.*.json"))
    torch.testing.assert_close(found, a @ b.T)


def test_tuning_changes_nothing_on_the_cpu() -> None:
    a, b = torch.randn(5, 32).bfloat16(), torch.randn(16, 32).bfloat16()
    assert torch.equal(ops.matmul(a, b.T, tune=True), ops.matmul(a, b.T))


@pytest.mark.parametrize("resident", [1, 2])
def test_several_blocks_a_multiprocessor(resident: int) -> None:
    config = GemmConfig(64, 16, 64, 3, 1, epilogue_stages=1, swap=True, resident=resident)
    a, b = torch.randn(9, 200).bfloat16(), torch.randn(520, 200).bfloat16()
    torch.testing.assert_close(ops.matmul(a, b.T, config=config), a @ b.T, rtol=2e-2, atol=2e-1)


def test_trees_are_followed_to_their_leaves() -> None:
    trees = [1, 2.5, [0, 1.0, 0.25, 0.5], 4], 0.125, [0, 0.5, 8, 16]
    assert Forest(trees).sums([(1.0, 2.5), (1.5, 2.0), (0.0, 2.6)]) == [16.375, 16.625, 12.125]


def test_the_machine_of_the_package_asks_only_what_there_is() -> None:
    """Every question is of a feature that a product has, and no factor is far from 1."""

    def leaves(tree: Tree) -> list[float]:
        if isinstance(tree, float | int):
            return [tree]
        assert 0 <= tree[0] < len(FEATURES)
        return [*leaves(tree[2]), *leaves(tree[3])]

    known = known_machine()
    assert all(abs(leaf) < 1 for tree in known.trees for leaf in leaves(tree))
    for problem in drawn(20):
        config = ranked(problem)[0]
        plain = estimate(problem, config, known.machine)
        assert len(features(problem, config, known.machine, plain)) == len(FEATURES)
        assert 0.5 < known.expected_us(problem, config) / plain.whole < 2


def test_trees_are_told_how_each_operand_lies_and_what_its_copies_ask_for() -> None:
    """Of rows of 424 elements each piece of a tile lies in two lines; with `swap` the operands change places."""
    machine, across = known_machine().machine, Problem(424, 3072, 8192, a_along_k=False)
    for swap in (False, True):
        config = GemmConfig(128, 128, 64, 4, swap=swap)
        told = dict(zip(FEATURES, features(across, config, machine, estimate(across, config, machine)), strict=True))
        names = ("row", "column") if not swap else ("column", "row")
        assert [told[f"{name}s along K"] for name in names] == [0.0, 1.0]
        asked = [told[f"asked for of a {name}"] for name in names]
        assert asked == [pytest.approx(machine.apart), 1.0]
        step = [told[f"{part} of a step"] for part in ("multiplies", "shared memory", "cache")]
        assert all(part < 0 for part in step) and max(step) > -1


def test_trees_change_the_expected_time_by_their_part() -> None:
    """The tree here asks for the bytes of an element."""
    problem, config = Problem(64, 4096, 4096), GemmConfig(64, 64, 64, 4, 1)
    plain = KnownMachine(known_machine().machine, (), 0.5)
    number = FEATURES.index("bytes of an element")
    known = dataclasses.replace(plain, trees=([number, 1.0, 0.0, 0.2],))
    assert known.expected_us(problem, config) == pytest.approx(math.exp(0.1) * plain.expected_us(problem, config))
    bytes_ = dataclasses.replace(problem, item_bytes=1)
    assert known.expected_us(bytes_, config) == plain.expected_us(bytes_, config)
