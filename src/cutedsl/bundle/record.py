"""Writing bundles: each program that is requested, compiled for each architecture."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

from cutedsl import __version__
from cutedsl.arch.abi.host import unpack_images
from cutedsl.arch.targets import target as gpu_target
from cutedsl.bundle.arguments import forms_of
from cutedsl.bundle.constants import constant_of, object_of_call
from cutedsl.bundle.file_format import Blocks, pack
from cutedsl.bundle.machine import described
from cutedsl.bundle.naming import name_of, named
from cutedsl.codegen.nvptx.tools.ptxas import find_ptxas
from cutedsl.config import config
from cutedsl.driver.arguments.native_arguments import call_objects
from cutedsl.driver.arguments.signature import BoundArguments, signature_of
from cutedsl.driver.arguments.specs import StaticSpec
from cutedsl.driver.cache.disk import label_of_call
from cutedsl.driver.cache.key import portable_reads_of_call
from cutedsl.driver.cache.lookup import Request
from cutedsl.driver.cache.printed import recording
from cutedsl.driver.call.build import request_for
from cutedsl.driver.compile.compilation import StageTimes
from cutedsl.driver.compile.gpu_image import assembled
from cutedsl.driver.compile.options import default_options
from cutedsl.driver.compile.pipeline import Artifacts
from cutedsl.driver.compile.static_results import text_of_result
from cutedsl.driver.compile.translate import translate
from cutedsl.errors import DSLRuntimeError, fail
from cutedsl.errors.frozen import frozen
from cutedsl.execution.private_files import write_private
from cutedsl.staging.reads import Reads
from cutedsl.targets.choice import DEFAULT_ARCH
from cutedsl.targets.cpu import CPU, CpuTarget
from cutedsl.targets.nvidia import NvidiaTarget
from cutedsl.targets.protocol import Target

_PLAIN: Final = (bool, int, float, str, type(None))
_READABLE: Final = 0o644
"""A temporary file is its owner's alone; a bundle is to be read by all, as other files are."""


def write(
    path: str | Path,
    programs: Mapping[str, Sequence[object] | Sequence[Sequence[object]]],
    *,
    archs: Sequence[str] = (CPU,),
    ptx: bool = False,
) -> str:
    """Compiles functions for example arguments and writes them as a bundle; returns the SHA-256 of the file.

    `programs` gives for each name a `@jit` function with its arguments, `(function, x, y)`, or a list of such tuples,
    one for each kind of arguments; the tensors may be fake. `archs` are "cpu" and GPU targets such as "sm_90a".
    GPU code is assembled where `ptxas` is found; with `ptx` it stays PTX, which the driver compiles at the first load.

    Errors: those of the programs; bundle-clash; unknown-arch; not-yet, for arguments with rules of their own.

    >>> from cutedsl import bundle
    >>> bundle.write("kernels.cutedsl", {"softmax": (softmax, x, y)}, archs=("cpu", "sm_90a"))  # doctest: +SKIP
    """
    recorder = Recorder(tuple(archs), ptx=ptx)
    for name, calls in programs.items():
        many: Any = calls if isinstance(calls, list) else [calls]
        for function, *args in many:
            with named(name):
                recorder.take(request_for(function, args, {}, default_options()))
    for failure in recorder.failures:
        raise failure.error
    return recorder.save(Path(path))


@frozen
class Failure:
    """A program that could not be compiled for an architecture."""

    name: str
    arch: str
    error: DSLRuntimeError


@dataclass(slots=True)
class Recorder:
    """Compiles each program that is requested, for the architectures of a bundle. `told` takes a line for each."""

    archs: tuple[str, ...]
    ptx: bool = False
    told: Callable[[str], None] = lambda _: None
    failures: list[Failure] = field(default_factory=list[Failure])
    _programs: dict[tuple[str, ...], dict[str, Any]] = field(default_factory=dict[tuple[str, ...], dict[str, Any]])
    _texts: dict[tuple[str, ...], str] = field(default_factory=dict[tuple[str, ...], str])
    _digests: set[tuple[str, str, str]] = field(default_factory=set[tuple[str, str, str]])
    _blocks: Blocks = field(default_factory=Blocks)

    def __post_init__(self) -> None:
        for arch in self.archs:
            if arch != CPU:
                gpu_target(arch)
        self.ptx = self.ptx or find_ptxas(_ptxas()) is None

    @property
    def count(self) -> int:
        """How many programs there are."""
        return len(self._programs)

    def take(self, request: Request, archs: Sequence[str] | None = None) -> None:
        """Compiles a program for every architecture, or some; one that is known already is not compiled again."""
        name = name_of(request.jitted.function, request.jitted.__name__)
        for arch in archs or self.archs:
            self._take(name, arch, request)

    def save(self, path: Path) -> str:
        """Writes the bundle; returns the SHA-256 of the file. Raises `OSError`."""
        index = {
            "made_by": __version__,
            "made_on": described(),
            "gpu_code": "ptx" if self.ptx else "cubin",
            "programs": list(self._programs.values()),
        }
        data = pack(index, self._blocks.all())
        path.parent.mkdir(parents=True, exist_ok=True)
        write_private(path, data)
        path.chmod(_READABLE)
        return hashlib.sha256(data).hexdigest()

    def _take(self, name: str, arch: str, request: Request) -> None:
        seen = (name, arch, request.reads().digest)
        if seen in self._digests:
            return
        self._digests.add(seen)
        posed_as = request.options.gpu_arch or config().arch or DEFAULT_ARCH
        target = CpuTarget(posed_as) if arch == CPU else NvidiaTarget(arch)
        bound = request.bound.placed(target.device, moved=True)
        before = portable_reads_of_call(request.jitted, bound, target, request.options)
        started = time.perf_counter()
        try:
            with recording() as printed:
                made = translate(request.jitted, bound, target, request.options, StageTimes())
            facts = self._facts(name, arch, request, bound.marked(made.written), made)
        except DSLRuntimeError as error:
            self.failures.append(Failure(name, arch, error))
            return
        key = (name, arch, repr(bound.key), repr(facts["constants"]))
        text = made.source.llvm_text + (made.ptx() if target.on_gpu else "")
        if self._texts.setdefault(key, text) != text:
            clash = f"two different programs are called `{name}` and take the same arguments"
            self.failures.append(Failure(name, arch, fail("bundle-clash", clash)))
            return
        if key not in self._programs:
            self._programs[key] = facts
            self.told(f"{name}{facts['signature']} for {arch}: {time.perf_counter() - started:.1f} s")
        result = text_of_result(made.program.result)
        reason = before.unrepeatable or _changed(before, request, bound, target)
        if result is None:
            reason = reason or "its result has no text"
        if reason is None:
            self._programs[key]["calls"][before.digest] = {"printed": "".join(printed), "result": result}
        else:
            self.told(f"{name}: after `bundle.use` its calls are still compiled: {reason}")

    def _facts(self, name: str, arch: str, request: Request, bound: BoundArguments, made: Artifacts) -> dict[str, Any]:
        """What `load` must know of a program."""
        given = [(n, s) for n, s in zip(bound.names, bound.specs, strict=True) if not isinstance(s, StaticSpec)]
        names, specs = [n for n, _ in given], [s for _, s in given]
        objects = [object_of_call(one) for one in call_objects(specs)] if made.has_call_code else [None]
        image = None
        if arch != CPU:
            image = made.ptx().encode() + b"\0" if self.ptx else assembled(made)
        return {
            "name": name,
            "target": arch,
            "signature": label_of_call(request.jitted, bound, made.target).signature,
            "parameters": list(bound.names),
            "keyword_only": list(bound.keyword_only),
            "defaults": _defaults(request, bound.names),
            "constants": {
                n: constant_of(s.constant)
                for n, s in zip(bound.names, bound.specs, strict=True)
                if isinstance(s, StaticSpec)
            },
            **forms_of(names, specs),
            "rules": [asdict(rule) for rule in bound.slot_rules],
            "host": made.source.host,
            "kernels": [asdict(kernel) for kernel in made.source.kernels],
            "sites": [asdict(site) for site in made.source.sites],
            "images": [self._blocks.add(one) for one in unpack_images(made.native.data)],
            "gpu": None if image is None else self._blocks.add(image),
            "objects": None if None in objects else objects,
            "written": list(made.written),
            "calls": {},
        }


def _changed(before: Reads, request: Request, bound: BoundArguments, target: Target) -> str | None:
    """Why another trace would not see what this one saw; None where it would."""
    if before.watches.unchanged():
        return None
    after = portable_reads_of_call(request.jitted, bound, target, request.options)
    return after.unrepeatable or ("its trace changes what it reads" if after.digest != before.digest else None)


def _defaults(request: Request, names: Sequence[str]) -> dict[str, object]:
    """What the author's function takes where a call leaves a parameter out, of the plain values."""
    known = signature_of(request.jitted.function).parameters
    return {name: known[name].default for name in names if name in known and type(known[name].default) in _PLAIN}


def _ptxas() -> str | None:
    found = config().ptxas
    return None if found is None else str(found)
