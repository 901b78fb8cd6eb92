"""`cute.experimental.kernel`: kernels whose tensors know their coordinates, and whose tensor maps the host makes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ParamSpec

from cutedsl.driver.call.decorated import no_others, plain_function
from cutedsl.driver.call.kernels import RUN_COMPILED, KernelFunction, KernelLauncher
from cutedsl.errors import fail
from cutedsl.lang.emission.emitter import CuteEmitter, LaunchesAtOnce, cute_emitter
from cutedsl.lang.experimental.buffers import gives_tensor_memory_back
from cutedsl.lang.experimental.views import global_tensors_are_views, view_of
from cutedsl.staging.protocol import Handle

P = ParamSpec("P")


class ExperimentalKernel(KernelFunction[P]):
    """A kernel that may use `cute.experimental.tma_load` and its kin. Errors: those of a kernel."""

    def launcher_class(self) -> type[KernelLauncher]:
        return ExperimentalLauncher


class ExperimentalLauncher(KernelLauncher):
    """Such a kernel with its arguments, waiting for `launch`."""

    def _adapted(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> tuple[Sequence[Any], Mapping[str, Any]]:
        return [view_of(a) for a in args], {name: view_of(a) for name, a in kwargs.items()}

    def _body(self, values: Sequence[Handle]) -> None:
        if isinstance(cute_emitter(), LaunchesAtOnce):
            raise fail("not-yet", "kernels of `cute.experimental` in an eager run", fix=RUN_COMPILED)
        with global_tensors_are_views(), gives_tensor_memory_back():
            super()._body(values)

    def _made_on_host(self, emitter: CuteEmitter, handles: Sequence[Handle]) -> tuple[Sequence[object], list[Handle]]:
        return emitter.hoist_tensor_maps(handles)


def kernel(function: Callable[P, object], /, *others: object, **options: object) -> ExperimentalKernel[P]:
    """Makes a function a kernel whose arguments in global memory know their coordinates.

    In it `tma_load` and `tma_store` copy tiles of its arguments, whose tensor maps the host makes for it, and
    `allocate` gives tensor memory, which goes back at its end. Errors: decorator-order, no-source.
    """
    no_others("kernel", others, options)
    return ExperimentalKernel(plain_function(function))
