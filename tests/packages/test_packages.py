"""Both distributions build; `cutlass` of the second is this library, in torch's own template classes too."""

from __future__ import annotations

import email
import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.docs.programs import ROOT

COMPAT = ROOT / "packages" / "cutlass-compat"
EXTRAS = {"cuda", "torch", "jax", "viz", "dev"}


def python(*words: str, cwd: Path | None = None, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, *words]
    with_environment = {**os.environ, **environment}
    return subprocess.run(command, capture_output=True, text=True, timeout=110, cwd=cwd, env=with_environment)


def built(project: Path, into: Path) -> tuple[Path, Path]:
    """The wheel and the sdist of a project."""
    done = python("-m", "hatchling", "build", "-d", str(into), cwd=project)
    assert done.returncode == 0, done.stderr
    (wheel,), (sdist,) = into.glob("*.whl"), into.glob("*.tar.gz")
    return wheel, sdist


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which pip has installed the second distribution."""
    folder = tmp_path_factory.mktemp("site")
    wheel, _ = built(COMPAT, tmp_path_factory.mktemp("dist"))
    quiet = ("--no-deps", "--no-index", "--quiet", "--disable-pip-version-check")
    done = python("-m", "pip", "install", *quiet, "--target", str(folder), str(wheel))
    assert done.returncode == 0, done.stderr
    return folder


def path_of(*folders: Path) -> str:
    return os.pathsep.join(map(str, (*folders, ROOT / "src")))


def test_the_library_builds_with_all_that_it_needs(tmp_path: Path) -> None:
    wheel, sdist = built(ROOT, tmp_path)
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        (metadata,) = [name for name in names if name.endswith("/METADATA")]
        said = email.message_from_bytes(archive.read(metadata))
    assert not said.get_all("Project-URL")  # none until a person publishes the project
    sources = {str(p.relative_to(ROOT / "src")) for p in (ROOT / "src" / "cutedsl").rglob("*.py")}
    assert sources <= names and "cutedsl/py.typed" in names and "cutedsl/viz/play/page.html" in names
    assert {f"cutedsl/learn/pages/{page.name}" for page in (ROOT / "src/cutedsl/learn/pages").glob("*.md")} <= names
    checked = python("-m", "twine", "check", "--strict", str(wheel), str(sdist))
    assert checked.returncode == 0, checked.stdout
    assert set(said.get_all("Provides-Extra") or ()) >= EXTRAS
    with tarfile.open(sdist) as archive:
        inside = {name.partition("/")[2] for name in archive.getnames()}
    assert {
        "pyproject.toml",
        "README.md",
        "LICENSE",
        "packages/cutlass-compat/cutlass.py",
        "Makefile",
        "mkdocs.yml",
    } <= inside


def test_installed_packages_are_this_library_in_every_process(site: Path) -> None:
    program = "import cutlass, cutlass.cute as cute, importlib.util as u; print(cutlass.__version__, cute.__name__)"
    child = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {program!r}])"
    for code in (program, child):
        assert python("-c", code, PYTHONPATH=path_of(site)).stdout == "4.7.0 cutedsl.cute\n"
    (site.parent / "prog.py").write_text("import cutlass\nprint(cutlass.Int8.width)\n")
    done = python("-m", "cutedsl", "run", str(site.parent / "prog.py"), PYTHONPATH=path_of(site))
    assert done.stdout == "8\n", done.stderr  # `cutedsl run` knows it for its own


def test_it_refuses_to_be_imported_beside_another(site: Path, tmp_path: Path) -> None:
    (tmp_path / "cutlass").mkdir()
    (tmp_path / "cutlass" / "__init__.py").write_text("WHOSE = 'theirs'\n")
    done = python("-c", "import cutlass", PYTHONPATH=path_of(site, tmp_path))
    assert done.returncode == 1 and f"another package at {tmp_path / 'cutlass'}" in done.stderr
    assert "error[cutlass-installed]" in done.stderr and "pip uninstall cutedsl-cutlass-compat" in done.stderr
    first = python("-c", "import cutlass; print(cutlass.WHOSE)", PYTHONPATH=path_of(tmp_path, site))
    assert first.stdout == "theirs\n"  # it takes the name from nobody


def test_it_refuses_to_be_built_for_an_environment_with_another(tmp_path: Path) -> None:
    """What pip runs to install from the sources, with another environment's folder for packages."""
    (tmp_path / "cutlass").mkdir()
    code = (
        "import runpy, sys, sysconfig\n"
        f"sysconfig.get_path = lambda *_: {str(tmp_path)!r}\n"
        f"sys.argv = ['hatchling', 'build', '-t', 'wheel', '-d', {str(tmp_path / 'dist')!r}]\n"
        "runpy.run_module('hatchling', run_name='__main__')\n"
    )
    done = python("-c", code, cwd=COMPAT)
    assert done.returncode == 1 and "is another `cutlass`; uninstall it first" in done.stderr
    assert not list((tmp_path / "dist").glob("*"))


def test_torchs_own_template_classes_run_on_it(site: Path, tmp_path: Path) -> None:
    """Rendered, loaded and called by torch's unmodified code; pointwise work is inlined by its `modification`."""
    pytest.importorskip("torch")
    program = Path(__file__).with_name("stock_template.py")
    done = python(str(program), PYTHONPATH=path_of(site), TORCHINDUCTOR_CACHE_DIR=str(tmp_path))
    assert done.stdout == "True cutlass 4.7.0\n", done.stderr
