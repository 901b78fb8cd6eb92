"""`cutedsl run`: programs written for `cutlass` run here as they are, and say why when they cannot."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.docs.programs import ROOT, imports_torch
from tests.forked import run_forked

PATH = os.pathsep.join(filter(None, [str(ROOT / "src"), os.environ.get("PYTHONPATH")]))
PROGRAMS = Path(__file__).with_name("existing")
ON_CPU = sorted(path.name for path in PROGRAMS.glob("*.py"))


def cutedsl_run(*words: str) -> subprocess.CompletedProcess[str]:
    """The command in a fork that has loaded cutedsl, and torch where its program imports it."""
    with_torch = any(imports_torch(Path(word)) for word in words if word.endswith(".py"))
    environment = {**os.environ, "PYTHONPATH": PATH}
    return run_forked(["-m", "cutedsl", *words], ROOT, environment, 120, with_torch=with_torch)


def cutedsl_starts(*words: str, cwd: Path | None = None, path: str = PATH) -> subprocess.CompletedProcess[str]:
    """The command in a fresh Python, for what depends on where that finds modules."""
    command = [sys.executable, "-m", "cutedsl", *words]
    environment = {**os.environ, "PYTHONPATH": path}
    return subprocess.run(command, capture_output=True, text=True, timeout=120, cwd=cwd, env=environment, check=False)


@pytest.mark.parametrize("program", ON_CPU)
def test_existing_program_runs_on_the_cpu(program: str) -> None:
    done = cutedsl_run("run", "--device", "cpu", str(PROGRAMS / program))
    lines = done.stdout.split("\n")
    assert (done.returncode, lines[0].split()[:1]) == (0, ["PASS"]), done.stdout + done.stderr
    if program == "import_forms.py":
        assert lines[1] == "PASS in a child", done.stderr


@pytest.mark.gpu
@pytest.mark.parametrize("program", ["vector_add.py"])
def test_existing_program_runs_on_the_gpu(program: str) -> None:
    """In a fresh Python: CUDA does not work in a fork of a process that has begun with it."""
    done = cutedsl_starts("run", str(PROGRAMS / program))
    assert done.stdout.startswith("PASS"), done.stdout + done.stderr


def test_a_manager_of_tritons_cache_keeps_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Autotuners derive from it, on machines without Triton too."""
    if find_spec("triton") is not None:
        pytest.skip("Triton is installed")
    lines = (
        "from triton.runtime.cache import FileCacheManager",
        "class Kept(FileCacheManager): ...",
        "kept = Kept('a')",
        "assert not kept.has_file('x') and kept.get_file('x') is None",
        "place = kept.put('12', 'x', binary=False)",
        "assert Kept('a').get_file('x') == place and open(place).read() == '12' and not Kept('b').has_file('x')",
        "print(place)",
    )
    program = tmp_path / "keeps.py"
    program.write_text("\n".join(lines) + "\n", encoding="utf-8")
    monkeypatch.setenv("TRITON_CACHE_DIR", str(tmp_path / "cache"))
    done = cutedsl_run("run", "--device", "cpu", str(program))
    assert (done.returncode, done.stdout) == (0, f"{tmp_path / 'cache' / 'a' / 'x'}\n"), done.stderr


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            "import triton\nfrom triton.runtime.autotuner import Autotuner\n"
            "@triton.autotune([triton.Config({'SIZE': 8}, num_warps=2)], key=[])\n@triton.jit\ndef add(x): ...\n"
            "assert isinstance(add, Autotuner) and add.configs[0].all_kwargs()['SIZE'] == 8\nadd[(1,)](0)",
            "error[missing-gpu]: `add` is Triton's",
        ),
        ("import triton\n@triton.jit\ndef add(x): ...\nadd[(1,)](0)", "error[missing-gpu]: `add` is Triton's"),
        (
            "import triton.language as tl\nX = tl.constexpr(2)\ndef f(n: tl.constexpr): ...\ntl.load(X.value)",
            "error[missing-gpu]: `triton.language.load` is Triton's",
        ),
        (
            "import triton\nclass Cache(triton.runtime.cache.RemoteCacheManager): ...\nprint(Cache)\nCache(0)",
            "error[missing-gpu]: `triton.runtime.cache.RemoteCacheManager` is Triton's",
        ),
        (
            "from triton.runtime.jit import JITFunction as Jit\nassert not isinstance(3, Jit)\nJit.cache.x\nJit(print)",
            "error[missing-gpu]: `triton.runtime.jit.JITFunction` is Triton's",
        ),
        (
            "import cupy\ncupy.ElementwiseKernel('T x', 'T y', 'y = x')",
            "error[unknown-name]: on the CPU, `cupy` has no",
        ),
    ],
)
def test_programs_that_need_a_gpu_say_so_on_the_cpu(line: str, said: str, tmp_path: Path) -> None:
    if "triton" in line and find_spec("triton") is not None:
        pytest.skip("Triton is installed and says it by itself")
    program = tmp_path / "prog.py"
    program.write_text(line)
    done = cutedsl_run("run", "--device", "cpu", str(program))
    assert done.returncode == 1
    assert said in done.stderr


def test_arguments_go_to_the_program_and_its_exit_code_comes_back(tmp_path: Path) -> None:
    program = tmp_path / "prog.py"
    program.write_text("import sys, cutlass, helper\nprint(sys.argv[1:], helper.X, __name__)\nsys.exit(7)\n")
    (tmp_path / "helper.py").write_text("import cutlass.cute as cute\nX = cute.size((3, 4))\n")
    done = cutedsl_run(str(program), "--device", "cuda", "run")
    assert (done.returncode, done.stdout) == (7, "['--device', 'cuda', 'run'] 12 __main__\n"), done.stderr


def test_a_program_has_the_name_of_a_module_of_python(tmp_path: Path) -> None:
    """`dataclasses` imports `copy`, and `python -m` looks into the current folder first."""
    (tmp_path / "copy.py").write_text("import cutlass, helper\nprint('ran', helper.word)\n")
    (tmp_path / "helper.py").write_text("word = 'on'\n")
    done = cutedsl_starts("run", "copy.py", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "ran on\n"), done.stderr


def test_a_program_runs_as_a_module(tmp_path: Path) -> None:
    (tmp_path / "work.py").write_text("import cutlass, sys\nprint(cutlass.Float32.__name__, sys.argv[1:])\n")
    done = cutedsl_starts("run", "-m", "work", "a", cwd=tmp_path)
    assert done.stdout == "Float32 ['a']\n", done.stderr


def test_the_cpu_is_the_gpu_that_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUTEDSL_ARCH", "sm_80")
    done = cutedsl_run("run", "--device", "cpu", str(PROGRAMS / "torch_on_a_gpu.py"))
    assert done.stdout == "PASS 8 0\n", done.stderr


def test_a_name_that_the_cuda_package_here_lacks_says_what_to_install(tmp_path: Path) -> None:
    program = tmp_path / "prog.py"
    program.write_text(
        "from cuda.bindings import driver as cuda, nvrtc\n"
        "print(hasattr(cuda, 'cuInit'), hasattr(nvrtc, 'nvrtcVersion'))\n"
        "cuda.cuGraphLaunch\n"
    )
    done = cutedsl_run("run", "--device", "cpu", str(program))
    if "error[unknown-name]" not in done.stderr:
        pytest.skip("cuda-bindings is installed")
    assert done.stdout == "True False\n" and "pip install cuda-bindings" in done.stderr


def test_programs_find_the_release_whose_interface_this_is(tmp_path: Path) -> None:
    """They ask for the version of the package, and for the packages that have `cutlass`."""
    program = tmp_path / "prog.py"
    program.write_text(
        "import importlib.metadata as found, cutlass\n"
        "assert found.version('nvidia_cutlass.dsl') == cutlass.__version__\n"
        "assert found.packages_distributions()['cutlass'] == ['nvidia-cutlass-dsl']\n"
        "from importlib.metadata import PackageNotFoundError, version\n"
        "try:\n    version('nvidia-cutlass')\nexcept PackageNotFoundError:\n    print('none')\n"
    )
    done = cutedsl_run("run", str(program))
    assert done.stdout == "none\n", done.stderr


def test_a_method_of_loaded_machine_code_may_be_replaced(tmp_path: Path) -> None:
    """Libraries change how NVIDIA's compiler releases its code; there is none here."""
    program = tmp_path / "prog.py"
    program.write_text(
        "from cutlass.cutlass_dsl.cuda_jit_executor import CudaDialectJitModule as Module\n"
        "before = Module.__del__\n"
        "if not getattr(Module, '_changed', False):\n    Module.__del__ = lambda self: before(self)\n"
        "Module()\n"
    )
    done = cutedsl_run("run", str(program))
    assert "error[not-yet]: not supported yet: loading what CuTe DSL's own compiler built" in done.stderr


@pytest.fixture
def other_cutlass(tmp_path: Path) -> str:
    """A path on which another package is called `cutlass`."""
    (tmp_path / "site" / "cutlass").mkdir(parents=True)
    (tmp_path / "site" / "cutlass" / "__init__.py").write_text("WHOSE = 'theirs'\n")
    return os.pathsep.join([str(tmp_path / "site"), PATH])


def test_another_cutlass_is_not_hidden_without_a_word(tmp_path: Path, other_cutlass: str) -> None:
    program = tmp_path / "prog.py"
    child = "import cutlass; print(hasattr(cutlass, 'WHOSE'))"
    program.write_text(f"{child}\nimport subprocess, sys\nsubprocess.run([sys.executable, '-c', {child!r}])\n")
    done = cutedsl_starts("run", str(program), path=other_cutlass)
    place = tmp_path / "site" / "cutlass" / "__init__.py"
    assert done.stdout == "False\nFalse\n"
    assert done.stderr == f"cutedsl: `import cutlass` is cutedsl here; {place} is not used\n"
    quiet = cutedsl_starts("run", "--override", str(program), path=other_cutlass)
    assert (quiet.stdout, quiet.stderr) == ("False\nFalse\n", "")


def test_show_takes_a_program_for_another_cutlass() -> None:
    done = cutedsl_run("show", str(PROGRAMS / "vector_add.py"), "--stage", "ptx", "--arch", "sm_90a")
    assert done.returncode == 0 and ".target sm_90a" in done.stdout, done.stderr


def test_a_program_beside_a_sitecustomize_of_its_own_keeps_it(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text("import sys\nsys.own_start = True\n")
    program = tmp_path / "prog.py"
    child = "import sys, cutlass; print(sys.own_start, cutlass.Int8.width)"
    program.write_text(f"import subprocess, sys\nsubprocess.run([sys.executable, '-c', {child!r}])\n")
    path = os.pathsep.join([PATH, str(tmp_path)])
    assert cutedsl_starts("run", str(program), path=path).stdout == "True 8\n"


def test_unknown_modules_are_missing_and_ours_are_hidden(tmp_path: Path) -> None:
    program = tmp_path / "prog.py"
    program.write_text(
        "import importlib\n"
        "for name in ('cutlass.nonsense', 'cutlass.driver', 'cutlass.cute.nonsense'):\n"
        "    try:\n        importlib.import_module(name)\n"
        "    except ModuleNotFoundError as error:\n        print(error.name)\n"
    )
    assert cutedsl_run("run", str(program)).stdout.split() == [
        "cutlass.nonsense",
        "cutlass.driver",
        "cutlass.cute.nonsense",
    ]


def test_an_error_of_the_language_is_shown_without_our_frames(tmp_path: Path) -> None:
    program = tmp_path / "prog.py"
    program.write_text(
        "import cutlass.cute as cute\nfrom cutlass.cute.nvgpu import tcgen05\n\nop = tcgen05.MmaFP8SparseOp()\n"
    )
    done = cutedsl_run("run", str(program))
    assert done.returncode == 1
    assert "error[not-yet]: not supported yet: `cute.nvgpu.tcgen05.MmaFP8SparseOp`" in done.stderr
    assert "prog.py:4" in done.stderr and "Traceback" not in done.stderr
