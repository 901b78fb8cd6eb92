"""Every op on every type lowers without LLVM aborting, and `ptxas` accepts the result, on each GPU generation."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cutedsl.arch.targets import target
from cutedsl.codegen.nvptx import assemble
from tests.once import made_once
from tests.products import long
from tests.ptx.every_op import FAMILIES

ARCHS = ("sm_80", "sm_86", "sm_89", "sm_90", "sm_90a")
LIKE_THE_LAST = ("arithmetic", "mathematics", "collectives")
"""Of the other families every architecture has the instructions of the last."""
PAIRS = [(arch, family) for arch in ARCHS for family in FAMILIES]
SHORT = [
    (arch, family)
    for arch, family in PAIRS
    if family in ("atomics", "conversions") or arch == "sm_90a" or (arch == "sm_80" and family in LIKE_THE_LAST)
]


@pytest.fixture(scope="module")
def ptx_folder(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Path:
    wanted = ["-".join(pair) for pair in (PAIRS if request.config.getoption("--long") else SHORT)]

    def make(folder: Path) -> None:
        command = [sys.executable, str(Path(__file__).with_name("every_op.py")), str(folder), *wanted]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        done = subprocess.run(command, capture_output=True, text=True, timeout=240, check=False, env=environment)
        assert done.returncode == 0, f"the compiler died in family {done.stdout.split()[-1:]}:\n{done.stderr[-3000:]}"

    return made_once(tmp_path_factory, "every_op", make)


@pytest.mark.parametrize(("arch", "family"), [pair if pair in SHORT else long(*pair) for pair in PAIRS])
def test_ptxas_assembles_it(arch: str, family: str, ptx_folder: Path, ptxas: Path) -> None:
    ptx = (ptx_folder / f"{arch}-{family}.ptx").read_text()
    report = assemble(ptx, target(arch), ["-O1"], ptxas=str(ptxas))
    assert len(report.kernels) == len(list(FAMILIES[family]()))


@pytest.mark.parametrize("arch", ARCHS)
def test_atomics_that_ptx_lacks_keep_their_order_and_scope(arch: str, ptx_folder: Path) -> None:
    """Atomics of types that PTX has no instruction for are loops of compare-and-swap."""
    ptx = (ptx_folder / f"{arch}-atomics.ptx").read_text()
    narrow = "add.noftz.bf16" if arch >= "sm_90" else "cas.b"
    for kind, instruction in (("inc_i64", "cas.b64"), ("add_i8", "cas.b"), ("add_bf16", narrow)):
        _, _, kernels = ptx.partition(f"atomic_release_{kind}_gmem(")
        first, _, _ = kernels.partition(".entry")
        assert f"atom.release.cta.global.{instruction}" in first
