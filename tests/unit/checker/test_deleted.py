"""Kernels of the tests without one of their barriers and fences: what is found then, and where.

Those that mutations (`python -m benchmarks.mutations`) showed to be missed once.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.mutations.mutants import mutants
from benchmarks.mutations.programs import runs
from benchmarks.mutations.reach import Reach
from cutedsl.checker import checking
from tests.docs.programs import ROOT
from tests.products import long

pytestmark = pytest.mark.usefixtures("nothing_is_stored")
PROXY = 'cute.arch.fence_proxy("async.shared", space="cta")'
CASES = [
    ("bulk_copies", "there_and_back", "cute.arch.sync_threads()", 0, "shared-race"),  # lanes wait at what lane 0 makes
    long(
        "bulk_copies", "there_and_back", "cute.arch.sync_threads()", 1, "shared-race"
    ),  # lane 0 stores what others wrote
    ("bulk_copies", "spread", PROXY, 0, "proxy-fence-missing"),  # from block to block
    ("matrix_copies", "through", "cute.arch.sync_warp()", 0, "shared-race"),  # halves of words by two lanes
    long("matrix_copies", "through", "cute.arch.sync_warp()", 1, "shared-race"),
    long("gemm_warpgroup", "gemm_kernel", PROXY, 0, "proxy-fence-missing"),  # of `cp.async`
    ("gemm_warpgroup", "gemm_kernel", "warpgroup.fence()", 0, "wgmma-not-waited"),  # before the first multiply
]


@pytest.mark.parametrize(("file", "function", "deleted", "number", "kind"), CASES)
def test_deleted_synchronisation_is_reported(
    file: str, function: str, deleted: str, number: int, kind: str, tmp_path: Path
) -> None:
    source = ROOT / "tests" / "kernels" / f"test_{file}.py"
    found = [one for one in mutants(source.read_text()) if (one.function, one.deleted) == (function, deleted)]
    path = tmp_path / source.name
    path.write_text(found[number].text)
    kinds: set[str] = set()
    for run in runs(source, path, found[number], Reach({})):
        with checking() as report:
            run()
        kinds |= {one.kind for one in report.findings}
        assert {span.file for one in report.findings for span in one.spans} <= {str(path)}
    assert kinds == {kind}
