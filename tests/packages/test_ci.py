"""The GitHub Action, the pre-commit hook and the template repository, without GitHub."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.docs.programs import ROOT

yaml: Any = pytest.importorskip("yaml")
ACTION = ROOT / "packages" / "github-action"
HOOK = ROOT / "packages" / "pre-commit"
TEMPLATE = ROOT / "examples" / "ci"


def template(folder: Path) -> Path:
    return Path(shutil.copytree(TEMPLATE, folder / "repository"))


def with_the_fix(repository: Path) -> None:
    kernel = repository / "kernels" / "softmax.py"
    text = kernel.read_text()
    assert text.count("    # cute.arch.sync_threads()") == 1
    kernel.write_text(text.replace("    # cute.arch.sync_threads()", "    cute.arch.sync_threads()"))


def environment(folder: Path, **more: str) -> dict[str, str]:
    """A shell's where `python` is this one, and no program is in the cache."""
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    source = os.pathsep.join((str(ROOT / "src"), os.environ.get("PYTHONPATH", "")))
    return {**os.environ, "PATH": path, "PYTHONPATH": source, "CUTEDSL_CACHE_DIR": str(folder / "cold"), **more}


def run_action(repository: Path, folder: Path) -> subprocess.CompletedProcess[str]:
    """The shell steps of the action with the inputs of the template's workflow, as GitHub's runner runs them."""
    action = yaml.safe_load((ACTION / "action.yml").read_text())
    workflow = yaml.safe_load((repository / ".github" / "workflows" / "kernels.yml").read_text())
    (used,) = [step for step in workflow["jobs"]["check"]["steps"] if "github-action" in step.get("uses", "")]
    assert used["uses"].partition("@")[0].endswith("packages/github-action")
    assert set(used["with"]) <= set(action["inputs"])
    inputs = {name: facts["default"] for name, facts in action["inputs"].items()} | used["with"] | {"install": ""}
    done = None
    for step in action["runs"]["steps"]:
        if "run" not in step:
            continue
        given = {k: re.sub(r"\$\{\{ inputs\.(\w+) \}\}", lambda m: inputs[m[1]], v) for k, v in step["env"].items()}
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
            cwd=repository,
            env=environment(folder, GITHUB_ACTION_PATH=str(ACTION), **given),
            capture_output=True,
            text=True,
            timeout=90,
            check=False,
        )
        if done.returncode:
            break
    assert done is not None
    return done


def test_the_planted_race_turns_the_template_red_and_the_fix_green(tmp_path: Path) -> None:
    repository = template(tmp_path)
    red = run_action(repository, tmp_path)
    assert red.returncode == 1, red.stdout + red.stderr
    assert "error[shared-race]" in red.stdout and "kernels/softmax.py:21" in red.stdout
    assert "shared-race" in (repository / "cutedsl.sarif").read_text()
    with_the_fix(repository)
    green = run_action(repository, tmp_path)
    assert green.returncode == 0, green.stdout + green.stderr
    assert "kernels/softmax.py: 10 of 10 lines of kernels ran" in green.stdout


def hook() -> Any:
    spec = importlib.util.spec_from_file_location("cutedsl_pre_commit", HOOK / "cutedsl_pre_commit.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_hook_runs_the_tests_of_a_changed_kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    repository = template(tmp_path)
    monkeypatch.chdir(repository)
    for name, value in environment(tmp_path).items():
        monkeypatch.setenv(name, value)
    assert hook().main(["kernels/softmax.py"]) == 1
    with_the_fix(repository)
    assert hook().main(["kernels/softmax.py", "tests/test_softmax.py"]) == 0


def test_the_hook_runs_programs_and_tests_of_kernels(tmp_path: Path) -> None:
    texts = {
        "plain.py": "x = 1\n",
        "program.py": "@cute.kernel\ndef k(): ...\n\n\nif __name__ == '__main__':\n    pass\n",
        "module.py": "@cute.jit\ndef k(): ...\n",
        "test_module.py": "from module import k\n",
        "test_other.py": "x = 1\n",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    files = {name: tmp_path / name for name in texts}

    def asked(*names: str) -> list[list[str]]:
        return [command[2:] for command in hook().commands([files[name] for name in names], tmp_path)]

    assert asked("plain.py", "test_other.py") == []
    assert asked("program.py") == [["cutedsl", "check", str(files["program.py"])]]
    assert asked("module.py") == [["pytest", "-q", "--cutedsl-check", str(files["test_module.py"])]]


def test_the_hook_is_described(tmp_path: Path) -> None:
    (described,) = yaml.safe_load((HOOK / ".pre-commit-hooks.yaml").read_text())
    project = (HOOK / "pyproject.toml").read_text()
    assert f'{described["entry"]} = "cutedsl_pre_commit:main"' in project
    (used,) = yaml.safe_load((TEMPLATE / ".pre-commit-config.yaml").read_text())["repos"]
    assert [one["id"] for one in used["hooks"]] == [described["id"]]
