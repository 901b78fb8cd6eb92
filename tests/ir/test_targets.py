"""What becomes of each op on both targets: `targets/*.mlir` hold small functions with the lines to find in the kernel's
PTX (`// PTX:`) and in the CPU's LLVM text (`// CPU:`), each above the op that they are of."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from cutedsl.arch.targets import target
from cutedsl.codegen.cpu.module import emit_cpu
from cutedsl.codegen.cpu.rules import RULES
from cutedsl.codegen.cpu.warp.sync import emit_nothing
from cutedsl.codegen.nvptx import compile_ptx, emit_nvptx
from cutedsl.codegen.nvptx.module import HANDLERS
from cutedsl.ir.text import parse_module
from cutedsl.passes.ptx.interpret import interpret_ptx
from tests.ir.filecheck_text import filecheck

SPLIT = "// -----\n"
HOST = "func.func @nothing() attributes {cute.host} {\n  func.return\n}\n"


@dataclass(frozen=True, slots=True)
class Example:
    """One function of a file, with the types that the file begins with."""

    file: str
    head: str
    body: str

    @property
    def name(self) -> str:
        return re.findall(r"func\.func @(\w+)", self.body)[-1]

    @property
    def text(self) -> str:
        return self.head + ("" if "cute.host" in self.body else HOST) + self.body

    def lines(self, prefix: str) -> dict[str, str]:
        """The lines to find above each op."""
        found: dict[str, str] = {}
        above = ""
        for line in self.body.splitlines():
            if line.lstrip().startswith("//"):
                above += line + "\n" if f"// {prefix}" in line else ""
                continue
            for op in re.findall(r"\bcute\.[a-z_.0-9]+(?=[ (\"]|$)", line):
                found[op] = found.get(op, "") + above
            above = ""
        return found


def examples() -> list[Example]:
    found: list[Example] = []
    for path in sorted((Path(__file__).parent / "targets").glob("*.mlir")):
        head, *bodies = path.read_text(encoding="utf-8").split(SPLIT)
        found += [Example(path.stem, head, body) for body in bodies]
    return found


EXAMPLES = examples()


def checked(example: Example, prefix: str, text: str, folder: Path) -> str:
    """What FileCheck says of the example's lines for one target."""
    checks = folder / "checks.mlir"
    checks.write_text(example.body.replace(f"// {prefix}", "// CHECK"), encoding="utf-8")
    return filecheck(checks, text)


@pytest.mark.parametrize("example", [e for e in EXAMPLES if "PTX" in e.body], ids=lambda e: f"{e.file}-{e.name}")
def test_each_program_gives_its_ptx(example: Example, tmp_path: Path) -> None:
    module = parse_module(example.text)
    module.verify()
    (arch,) = re.findall(r"^// for (\w+)$", example.body, re.M) or ["sm_90a"]
    ptx = compile_ptx(emit_nvptx(module, target(arch)))
    assert checked(example, "PTX", re.sub(r"[ \t]+", " ", ptx[ptx.index(".entry") :]), tmp_path) == ""


@pytest.mark.parametrize("example", [e for e in EXAMPLES if "CPU" in e.body], ids=lambda e: f"{e.file}-{e.name}")
def test_each_program_gives_its_text_for_the_cpu(example: Example, tmp_path: Path) -> None:
    module = interpret_ptx(parse_module(example.text))
    module.verify()
    llvm = emit_cpu(module, check="// checked" in example.body).llvm_text
    (own,) = re.findall(rf'^define [^@]*@"{example.name}(?:\.warp)?"\(.*?^}}', llvm, re.MULTILINE | re.DOTALL)
    assert checked(example, "CPU", own, tmp_path) == ""


ONLY_CHECKED = ("cute.tcgen05.fence", "cute.tcgen05.wait", "cute.tma.descriptor_fence")
"""On the CPU they are nothing but orders, which checked runs alone keep."""


def lines_of(op: str, prefix: str) -> str:
    return "".join(example.lines(prefix).get(op, "") for example in EXAMPLES)


@pytest.mark.parametrize("op", sorted(name for name in HANDLERS if name.startswith("cute.")))
def test_every_op_of_the_gpu_has_lines(op: str) -> None:
    assert lines_of(op, "PTX"), f"no `// PTX:` lines above {op} in tests/ir/targets"


@pytest.mark.parametrize(
    "op",
    sorted(
        name
        for name, rule in RULES.items()
        if name.startswith("cute.") and rule is not emit_nothing and name not in ONLY_CHECKED
    ),
)
def test_every_op_of_the_cpu_has_lines(op: str) -> None:
    assert lines_of(op, "CPU"), f"no `// CPU:` lines above {op} in tests/ir/targets"


def test_a_wrong_line_is_noticed(tmp_path: Path) -> None:
    (example,) = [e for e in EXAMPLES if e.name == "matrices"]
    ptx = compile_ptx(emit_nvptx(parse_module(example.text), target("sm_90a")))
    wrong = ptx.replace("stmatrix.sync.aligned.m8n8.x2.trans", "stmatrix.sync.aligned.m8n8.x2")
    assert checked(example, "PTX", ptx, tmp_path) == ""
    assert "Couldn't match" in checked(example, "PTX", wrong, tmp_path)
