"""CUDA graphs of programs that run on the CPU: what a capture sees is kept, and done at each replay."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

from cutedsl.execution.cpu.capture import Work, capturing, current_capture, not_capturing


def provide_graphs(torch: Any) -> None:
    """Makes `torch.cuda.CUDAGraph` and `torch.cuda.graph` work on the CPU."""
    mode = _mode_class(torch)

    class HostGraph:
        """What `torch.cuda.CUDAGraph` is on the CPU: launches and tensor operations in their order."""

        def __init__(self, keep_graph: bool = False) -> None:
            self._work: list[Work] = []
            self._capture: ExitStack | None = None

        def capture_begin(self, *args: object, **kwargs: object) -> None:
            """From here on launches are kept, and tensors change at a replay only."""
            self.reset()
            with ExitStack() as stack:
                stack.enter_context(capturing(self._work))
                stack.enter_context(mode(self._work))
                self._capture = stack.pop_all()

        def capture_end(self) -> None:
            """The end of the capture."""
            capture, self._capture = self._capture, None
            if capture is None:
                raise RuntimeError("capture_end() of a graph that captures nothing")
            capture.close()

        def replay(self) -> None:
            """Does all that was captured, in its order."""
            for work in self._work:
                work()

        def reset(self) -> None:
            """Forgets what was captured."""
            self._work.clear()

        def pool(self) -> tuple[int, int]:
            """Where a GPU would take the memory of a graph from."""
            return 0, 0

        def instantiate(self) -> None:
            """There is nothing to be made ready."""

        enable_debug_mode = instantiate

    class graph:
        """`torch.cuda.graph(g)`: captures the block into `g`."""

        def __init__(self, cuda_graph: HostGraph, *args: object, **kwargs: object) -> None:
            self._graph = cuda_graph

        def __enter__(self) -> None:
            self._graph.capture_begin()

        def __exit__(self, *exc: object) -> None:
            self._graph.capture_end()

    torch.cuda.CUDAGraph, torch.cuda.graph = HostGraph, graph
    torch.cuda.is_current_stream_capturing = lambda: current_capture() is not None
    torch.cuda.graph_pool_handle = lambda: (0, 0)
    torch.cuda.make_graphed_callables = lambda callables, *args, **kwargs: callables


def _mode_class(torch: Any) -> Any:
    class Captured(torch.utils._python_dispatch.TorchDispatchMode):
        """Keeps each operation; one that changes its arguments waits for the replay, others make their results now."""

        def __init__(self, work: list[Work]) -> None:
            super().__init__()
            self._work = work

        def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            named = kwargs or {}
            if func._schema.name == "aten::_local_scalar_dense":
                raise RuntimeError("operation not permitted when stream is capturing: a tensor's value is read")
            returned = _changed(func._schema, args, named) if func._schema.is_mutable else None
            if returned is not None:
                self._work.append(lambda: func(*args, **named))
                return returned[0] if len(returned) == 1 else tuple(returned) or None
            with not_capturing():
                made = func(*args, **named)
            if func._schema.is_mutable or not _is_view_or_empty(func):
                self._work.append(_again(torch, func, args, named, made))
            return made

    return Captured


def _changed(schema: Any, args: Any, named: Any) -> list[Any] | None:
    """The arguments that such an operation gives back after changing them; None where it makes something new too."""
    given = dict(zip((one.name for one in schema.arguments), args, strict=False)) | dict(named)
    aliases = {
        next(iter(one.alias_info.before_set)): given.get(one.name)
        for one in schema.arguments
        if one.alias_info is not None and one.alias_info.before_set
    }
    kinds = [one.alias_info and next(iter(one.alias_info.before_set), None) for one in schema.returns]
    return [aliases[kind] for kind in kinds] if all(kind in aliases for kind in kinds) else None


def _is_view_or_empty(func: Any) -> bool:
    """Whether the results are other views of memory, or memory that holds nothing yet."""
    name = func._schema.name.partition("::")[2]
    return name.startswith(("empty", "new_empty")) or any(one.alias_info is not None for one in func._schema.returns)


def _again(torch: Any, func: Any, args: Any, named: Any, made: Any) -> Callable[[], None]:
    """Does an operation again, into the tensors that it made first."""
    flat = torch.utils._pytree.tree_leaves

    def again() -> None:
        for target, result in zip(flat(made), flat(func(*args, **named)), strict=True):
            if isinstance(target, torch.Tensor) and target is not result:
                target.detach().copy_(result)

    return again
