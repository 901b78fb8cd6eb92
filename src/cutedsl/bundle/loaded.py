"""Bundles in this process."""

from __future__ import annotations

import difflib
import hashlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cutedsl.bundle.file_format import NotABundle, unpack
from cutedsl.bundle.functions import BundledFunction, Program
from cutedsl.bundle.machine import misfit
from cutedsl.errors import fail
from cutedsl.execution.devices import current_device, gpu_available
from cutedsl.execution.private_files import NotPrivate, read_private
from cutedsl.targets.devices import is_cpu

if TYPE_CHECKING:
    from cutedsl.arch.targets import GpuTarget


class Bundle:
    """The functions of a bundle, by attribute or by name; iterating gives the names.

    >>> from cutedsl import bundle
    >>> kernels = bundle.load("kernels.cutedsl")  # doctest: +SKIP
    >>> kernels.softmax(x, y)  # doctest: +SKIP
    """

    def __init__(
        self, path: Path, functions: Mapping[str, BundledFunction], index: Mapping[str, Any], runs: Sequence[str]
    ) -> None:
        self._path = path
        self._runs = runs
        self._functions = dict(functions)
        self.index = index

    def prepare(self) -> None:
        """Links every function that this machine can run and loads its GPU code, so that no call has to.

        Call it before CUDA graphs are captured. Errors: those of loading.
        """
        for function in self._functions.values():
            if function.programs:
                function.prepare()

    @property
    def targets(self) -> Sequence[str]:
        """The targets of the file that this machine runs, the best for its GPU first, and the CPU last."""
        return self._runs

    def __getitem__(self, name: str) -> BundledFunction:
        """Errors: bundle-name."""
        found = self._functions.get(name)
        if found is None:
            near = difflib.get_close_matches(name, self._functions, n=1)
            fix = f"Did you mean `{near[0]}`?" if near else None
            raise fail("bundle-name", f"{self._path} has no `{name}`; it has {', '.join(self._functions)}", fix=fix)
        return found

    def __getattr__(self, name: str) -> BundledFunction:
        """Errors: bundle-name, an AttributeError too."""
        if name.startswith("__"):
            raise AttributeError(name)
        return self[name]

    def __contains__(self, name: object) -> bool:
        return name in self._functions

    def __iter__(self) -> Iterator[str]:
        return iter(self._functions)

    def __len__(self) -> int:
        return len(self._functions)

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self._functions})

    def __repr__(self) -> str:
        return f"Bundle({str(self._path)!r}, {', '.join(self._functions)})"


def load(path: str | Path, *, sha256: str | None = None) -> Bundle:
    """Reads a bundle, checks it, and returns its functions; nothing is compiled, then or later.

    The file's hash must agree, its owner must be you or root, and nobody else may write it. With `sha256`, the hash of
    the whole file as `cutedsl bundle` printed it, the file may belong to anybody. Links are followed.

    Errors: bundle-file; bundle-stale, for another system, CPU or version.

    >>> from cutedsl import bundle
    >>> bundle.load("kernels.cutedsl").softmax(x, y)  # doctest: +SKIP
    """
    index, blocks = read(Path(path), sha256)
    reason = misfit(index["made_on"])
    if reason is not None:
        raise fail("bundle-stale", f"{path} does not run here: {reason}")
    runs = _runnable({program["target"] for program in index["programs"]}, is_ptx=index["gpu_code"] == "ptx")
    known: dict[str, dict[str, list[Program]]] = {}
    elsewhere: dict[str, list[str]] = {}
    for facts in index["programs"]:
        name, target = facts["name"], facts["target"]
        elsewhere.setdefault(name, []).append(target)
        programs = known.setdefault(name, {})
        if target in runs:
            programs.setdefault(target, []).append(Program(facts, blocks))
    functions = {
        name: BundledFunction(name, _best(programs, runs), elsewhere[name]) for name, programs in known.items()
    }
    return Bundle(Path(path), functions, index, runs)


def read(path: Path, sha256: str | None = None) -> tuple[dict[str, Any], list[bytes]]:
    """The index and blocks of a bundle, checked. Errors: bundle-file."""
    try:
        data = read_private(path.resolve()) if sha256 is None else path.read_bytes()
        if sha256 is not None and hashlib.sha256(data).hexdigest() != sha256.lower():
            raise NotABundle(f"its SHA-256 is not {sha256}")
        return unpack(data)
    except OSError as reason:
        raise fail("bundle-file", f"{path} cannot be read: {reason.strerror}") from None
    except NotPrivate as reason:
        fix = "Take the rights away (`chmod go-w`), or give `load` the file's hash: `sha256=...`."
        raise fail("bundle-file", f"{path} is not loaded: {reason}", fix=fix) from None
    except NotABundle as reason:
        raise fail("bundle-file", f"{path} is not loaded: {reason}") from None


def _runnable(targets: set[str], *, is_ptx: bool) -> list[str]:
    """Which of the targets this machine runs, the best for its GPU first, and the CPU last."""
    found: list[str] = []
    if gpu_available():
        from cutedsl.arch.targets import target as gpu_target

        here = current_device().capability
        gpus = [gpu_target(name) for name in targets if not is_cpu(name)]
        fitting = [gpu for gpu in gpus if runs_on(gpu, here, is_ptx=is_ptx)]
        found = [gpu.name for gpu in sorted(fitting, key=lambda gpu: (gpu.capability, gpu.accelerated), reverse=True)]
    return [*found, *filter(is_cpu, targets)]


def runs_on(made_for: GpuTarget, here: tuple[int, int], *, is_ptx: bool) -> bool:
    """Whether a GPU of a compute capability runs code for a target.

    PTX runs on this and later GPUs, a cubin on this and later ones of its generation, both of an accelerated target
    (`sm_90a`) on exactly that one.

    >>> from cutedsl.arch.targets import target
    >>> [runs_on(target("sm_80"), here, is_ptx=False) for here in ((8, 0), (8, 9), (9, 0))]
    [True, True, False]

    Source: CUDA C++ Programming Guide, "Application Compatibility".
    """
    capability = made_for.capability
    if made_for.accelerated:
        return capability == here
    return capability <= here if is_ptx else capability[0] == here[0] and capability[1] <= here[1]


def _best(programs: Mapping[str, list[Program]], runs: list[str]) -> list[Program]:
    """A function's programs for this machine: those for its GPU's best target, then those for the CPU."""
    gpus = [target for target in runs if not is_cpu(target) and target in programs]
    return [program for target in (*gpus[:1], "cpu") for program in programs.get(target, ())]
