"""What a candidate does besides computing: files, processes, clocks, threads, other people's functions.

An audit hook sees what Python itself does, a comparison of what was there before and after sees what was replaced.
Who asked for something is the innermost frame that is neither of the standard library nor of a package that may.
"""

from __future__ import annotations

import _thread
import atexit
import datetime
import gc
import os
import random
import signal
import sys
import sysconfig
import threading
import time
import weakref
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from types import FrameType, FunctionType, ModuleType
from typing import Any, Final

import cutedsl

Violate = Callable[[str, str], None]


def _folders(*names: str, more: Sequence[str] = ()) -> tuple[str, ...]:
    """Folders of this Python and `more`, by the names that links give them too."""
    found = [*(sysconfig.get_paths()[name] for name in names), *more]
    return tuple(dict.fromkeys([*found, *map(os.path.realpath, found)]))


def _shared_packages() -> list[str]:
    """Folders of packages besides this environment's own: of the system, the user, or named in a `.pth` file.

    Asked for when this module is imported, which is before the candidate's file is read.
    """
    return [place for place in sys.path if os.path.basename(place) in ("site-packages", "dist-packages")]


_HERE: Final = str(Path(__file__).parent)
PACKAGES: Final = _folders("purelib", "platlib", more=_shared_packages())
_STANDARD: Final = (*_folders("stdlib", "platstdlib"), "<frozen ")
_MAY: Final = (str(Path(cutedsl.__file__).parent), *(f"{p}/{n}" for p in PACKAGES for n in ("xdsl", "llvmlite")))
_FRAMES: Final = ("inspect.py", "traceback.py", "pdb.py", "bdb.py", "trace.py")

_EVENTS: Final = {
    "open": "files", "os.": "files", "shutil.": "files", "tempfile.": "files", "glob.": "files", "pathlib.": "files",
    "mmap.": "files", "sqlite3.": "files", "fcntl.": "files",
    "subprocess.": "processes", "pty.": "processes", "os.system": "processes", "os.fork": "processes",
    "os.forkpty": "processes", "os.exec": "processes", "os.posix_spawn": "processes", "os.spawn": "processes",
    "os.kill": "processes", "os.killpg": "processes", "signal.": "processes",
    "socket.": "network", "urllib.": "network", "http.": "network", "ftplib.": "network", "smtplib.": "network",
    "_thread.": "threads", "ctypes.": "memory", "sys._getframe": "frames", "sys._current_frames": "frames",
    "gc.": "frames", "sys.settrace": "frames", "sys.setprofile": "frames", "sys.addaudithook": "frames",
    "sys.monitoring": "frames", "import": "frames",
}  # fmt: skip
"""What events of Python are about, by how they begin; the longest that fits. Source: Python's audit events table."""
_BLOCKED: Final = ("files", "processes", "network", "memory", "frames", "threads")
_HARMLESS: Final = ("os.listdir", "os.scandir", "os.putenv", "os.unsetenv", "os.add_dll_directory", "os.listxattr")
_OWN_ENVIRONMENT: Final = ("CUTEDSL", "PYTHON", "LD_")
_CLOCKS: Final = (
    "time", "time_ns", "perf_counter", "perf_counter_ns", "monotonic", "monotonic_ns", "process_time",
    "process_time_ns", "thread_time", "thread_time_ns", "clock_gettime", "clock_gettime_ns", "localtime", "gmtime",
    "ctime", "sleep",
)  # fmt: skip


class Refused(RuntimeError):
    """What a candidate asked for is refused."""


def asker(frame: FrameType | None, may: tuple[str, ...] = ()) -> tuple[str, int] | None:
    """The candidate's file and line that an operation is for; None for Python's imports and for packages that may."""
    while frame is not None:
        file = frame.f_code.co_filename
        if file.startswith("<frozen importlib"):
            return None
        if file.startswith(_HERE) and frame.f_code.co_name != "watched":
            return None
        if file.startswith(_HERE):
            frame = frame.f_back
            continue
        if file.startswith((*_MAY, *may)):
            return None
        if not file.startswith((*_STANDARD, *PACKAGES)) or file.startswith("<string>"):
            return file, frame.f_lineno
        frame = frame.f_back
    return None


def audit(violate: Violate, reference: str = "") -> None:
    """Refuses what candidates have no business with, from now on; `reference` is a file that nobody may read."""
    busy: list[int] = []

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        check = _check(event)
        if not check or busy:
            return
        busy.append(1)  # what follows has events of its own
        try:
            who = _asks(event, arguments)
            if event == "open" and reference and _is_file(arguments[0], reference):
                who = who or (str(arguments[0]), 0)
            if who is not None:
                said = ", ".join(repr(one)[:80] for one in arguments[:2])
                violate(check, f"{event}({said}) at line {who[1]} of {Path(who[0]).name}")
        finally:
            busy.pop()
        if who is not None and check in _BLOCKED:
            raise Refused(f"the gate refuses `{event}`")

    sys.addaudithook(hook)


def _asks(event: str, arguments: tuple[Any, ...]) -> tuple[str, int] | None:
    """Who asks for an event that a candidate must not cause; None where somebody else does, or it does no harm."""
    frame = sys._getframe(2)
    if event == "sys._getframe" and not _looks(frame):
        return None
    if event in _HARMLESS and not _sets_own(event, arguments):
        return None
    if event == "open" and _is_library_source(arguments):
        return None
    if event == "import" and not str(arguments[0]).startswith("cutedsl.gate"):
        return None
    return asker(frame, PACKAGES if _check(event) == "frames" else ())


def _is_file(path: object, known: str) -> bool:
    return isinstance(path, str | bytes | os.PathLike) and os.path.realpath(os.fsdecode(path)) == os.path.realpath(
        known
    )


def _is_library_source(arguments: tuple[Any, ...]) -> bool:
    """Whether a file of Python's own or of a package is read, as libraries do that look at their source."""
    path, mode, *_ = arguments
    known = (*_STANDARD, *PACKAGES, *_MAY, *sys.argv[:1])  # the last is the candidate's own file
    return isinstance(path, str) and mode in ("r", "rb", None) and path.startswith(known)


@lru_cache(maxsize=1024)
def _check(event: str) -> str:
    """What is violated by an event; Python has thousands of events a call, and some hundred names of them."""
    found = ""
    for begin in _EVENTS:
        if event.startswith(begin) and len(begin) > len(found):
            found = begin
    return _EVENTS.get(found, "")


def _looks(frame: FrameType) -> bool:
    """Whether who asked for a frame is a program that looks at its callers, and not the library that names classes."""
    file = frame.f_code.co_filename
    return file.endswith(_FRAMES) or not file.startswith((*_STANDARD, *PACKAGES, *_MAY))


def _sets_own(event: str, arguments: tuple[Any, ...]) -> bool:
    """Whether an environment variable is set that changes how the gate runs."""
    if event not in ("os.putenv", "os.unsetenv"):
        return False
    name = arguments[0]
    text = name.decode("utf-8", "replace") if isinstance(name, bytes) else str(name)
    return text.startswith(_OWN_ENVIRONMENT)


def watch_functions(violate: Violate) -> None:
    """What Python's audit events say nothing of is told: clocks, threads, and torch's own files."""
    _watch_clocks(violate)
    start = _told(_thread.start_new_thread, "threads", "_thread.start_new_thread", violate)
    _thread.start_new_thread = threading._start_new_thread = start  # pyright: ignore
    atexit.register = _told(atexit.register, "processes", "atexit.register", violate)
    weakref.finalize.__init__ = _told(weakref.finalize.__init__, "processes", "weakref.finalize", violate, PACKAGES)
    torch: Any = sys.modules["torch"]
    stream = torch.cuda.Stream
    stream.__init__ = _told(stream.__init__, "streams", "torch.cuda.Stream", violate)
    library = torch.library.Library
    known = library.impl

    def impl(self: Any, *args: Any, **kwargs: Any) -> Any:
        if self.ns in ("aten", "prims"):
            _tell("patches", f"an operator of torch's is replaced by Library({self.ns!r}).impl", violate)
        return known(self, *args, **kwargs)

    library.impl = impl
    for name in ("save", "load", "from_file"):
        setattr(torch, name, _told(getattr(torch, name), "files", f"torch.{name}", violate))


def watch_values(looked_at: Callable[[Any, str], bool]) -> None:
    """Reports torch's ways to show a tensor's values to the host that are not operators."""
    torch: Any = sys.modules["torch"]

    def watched(known: Callable[..., Any], name: str) -> Callable[..., Any]:
        def showing(self: Any, *args: Any, **kwargs: Any) -> Any:
            if asker(sys._getframe(1)) is not None and looked_at(self, name):
                raise Refused(f"the gate refuses `{name}` of a tensor that depends on inputs")
            return known(self, *args, **kwargs)

        return showing

    for name in ("numpy", "tolist", "__array__"):
        setattr(torch.Tensor, name, watched(getattr(torch.Tensor, name), name))


def hide_gate() -> None:
    """Takes the gate's own modules out of the candidate's reach."""
    for name in [name for name in sys.modules if name.startswith("cutedsl.gate")]:
        del sys.modules[name]
    cutedsl.__dict__.pop("gate", None)


def _watch_clocks(violate: Violate) -> None:
    for name in _CLOCKS:
        known = getattr(time, name, None)
        if known is not None:
            setattr(time, name, _told(known, "clocks", f"time.{name}", violate))

    class Date(datetime.datetime):
        @classmethod
        def now(cls, tz: Any = None) -> Any:
            _tell("clocks", "datetime.now", violate)
            return super().now(tz)

        @classmethod
        def utcnow(cls) -> Any:
            _tell("clocks", "datetime.utcnow", violate)
            return super().now(datetime.UTC)

    datetime.datetime = Date  # pyright: ignore[reportAttributeAccessIssue]
    os.times = _told(os.times, "clocks", "os.times", violate)
    sys.modules["torch"].cuda.Event.elapsed_time = _drawn_time


def _drawn_time(_self: object, _end: object) -> float:
    """What the candidate measures of its kernels, which do not run here: a drawn time, in milliseconds.

    So it may choose one of several kernels, and learns nothing of where it runs.
    """
    return 0.01 + _times.random()


_times: Final = random.Random(0)


def _told(
    known: Callable[..., Any], check: str, name: str, violate: Violate, may: tuple[str, ...] = ()
) -> Callable[..., Any]:
    def watched(*args: Any, **kwargs: Any) -> Any:
        _tell(check, name, violate, may)
        return known(*args, **kwargs)

    return watched


def _tell(check: str, name: str, violate: Violate, may: tuple[str, ...] = ()) -> None:
    who = asker(sys._getframe(2), may)
    if who is not None:
        violate(check, f"{name} at line {who[1]} of {Path(who[0]).name}")


class Before:
    """The functions of every module, and what else Python calls by itself, before the candidate was loaded."""

    def __init__(self) -> None:
        self._modules = dict(sys.modules)
        self._functions = dict(_functions(self._modules))
        self._handlers = _handlers()
        self._settings = _settings()

    def changes(self) -> Iterator[str]:
        """What is another function, module or handler now."""
        for name, module in self._modules.items():
            if sys.modules.get(name) is not module and name != "__main__" and not name.startswith("cutedsl.gate"):
                yield f"sys.modules[{name!r}] was replaced"
        now = dict(_functions(self._modules))
        earlier = {one[0] for one in self._functions.values()}
        for place, known in self._functions.items():
            if place in now and now[place][:2] != known[:2]:
                new = now[place]
                if new[0] in earlier or not _of_a_library(new[2]):  # libraries wrap their own functions late
                    yield f"{place} was replaced"
            elif place not in now and not place.startswith("torch._"):
                yield f"{place} was deleted"
        for place in now.keys() - self._functions.keys():
            if place.rpartition(".")[0] in self._functions and not _of_a_library(now[place][2]):  # of a class
                yield f"{place} was added"
        for place, known in self._handlers.items():
            kept = {id(one) for one in known}
            if any(id(one) not in kept and not _of_a_library(one) for one in _handlers()[place]):
                yield f"{place} has something new"

        for name, known in _settings().items():
            if known != self._settings[name]:
                yield f"{name} was set to {known}"


_CLASSES: Final = (
    "Tensor", "Module", "Parameter", "Event", "Stream", "HostEvent", "HostStream", "Generator", "JitFunction",
    "CompiledFunction", "KernelFunction", "CallsRecorded", "RecordedFunction", "Recorder", "Before", "Operators",
    "Message", "TensorSpec", "RuntimeTensor", "TorchDispatchMode",
)  # fmt: skip
"""Classes whose methods are looked at too."""
_LAZY: Final = ("torch._dynamo", "torch._inductor", "torch.fx", "torch.utils._config", "torch._functorch", "sympy")


def _functions(modules: dict[str, ModuleType]) -> Iterator[tuple[str, tuple[int, int, object]]]:
    for name, module in modules.items():
        if name.startswith(_LAZY) or name == "__main__":
            continue
        for key, value in list(getattr(module, "__dict__", {}).items()):
            if callable(value):
                yield f"{name}.{key}", _identity(value)
                if isinstance(value, type) and value.__name__ in _CLASSES:
                    for part, inner in list(vars(value).items()):
                        if callable(inner) or isinstance(inner, property | staticmethod | classmethod):
                            yield f"{name}.{key}.{part}", _identity(inner)


def _identity(value: Any) -> tuple[int, int, object]:
    """Who an object is; the last keeps it, so that no other gets its address."""
    return id(value), id(value.__code__) if type(value) is FunctionType else 0, value


def _handlers() -> dict[str, list[Any]]:
    return {
        "sys.meta_path": list(sys.meta_path),
        "sys.path_hooks": list(sys.path_hooks),
        "gc.callbacks": list(gc.callbacks),
        "the signal handlers": [signal.getsignal(n) for n in signal.valid_signals()],
        "sys.settrace": [sys.gettrace()],
        "sys.setprofile": [sys.getprofile()],
    }


def _settings() -> dict[str, object]:
    """What changes how torch and NumPy compute or print for everybody."""
    torch: Any = sys.modules["torch"]
    numpy: Any = sys.modules["numpy"]
    return {
        "torch's default dtype": torch.get_default_dtype(),
        "torch's default device": torch.get_default_device(),
        "torch's number of threads": torch.get_num_threads(),
        "torch's deterministic algorithms": torch.are_deterministic_algorithms_enabled(),
        "torch's precision of float32 products": _answer(torch.get_float32_matmul_precision),
        "torch's denormal numbers": bool(torch.tensor(2.0**-125) * 2.0**-10 == 0),
        "torch.backends.mkldnn.enabled": torch.backends.mkldnn.enabled,
        "torch.backends.cudnn.enabled": torch.backends.cudnn.enabled,
        "numpy's handling of errors": numpy.geterr(),
    }


def shared_state() -> dict[str, object]:
    """What torch, NumPy and Python keep for the whole process and a call must leave as it was, by name.

    Who sets a seed again gets the same inputs from the next caller; a mode that is never left answers for torch.
    """
    torch: Any = sys.modules["torch"]
    numpy: Any = sys.modules["numpy"]
    kind, words, *rest = numpy.random.get_state()
    with torch._C.DisableTorchFunction():  # a mode that was left on would answer
        drawn = torch.default_generator.get_state().numpy().tobytes()
    return {
        "torch's random generator": zlib.crc32(drawn),
        "NumPy's random generator": (kind, zlib.crc32(words.tobytes()), *rest),
        "Python's random generator": hash(random.getstate()),
        "torch's function modes": torch._C._len_torch_function_stack(),
        "torch's dispatch modes": torch._C._len_torch_dispatch_stack(),
    }


def changed(before: Mapping[str, object]) -> Iterator[str]:
    """What of a shared state is something else now."""
    now = shared_state()
    yield from (f"a call changes {name}, which others use" for name, known in before.items() if now[name] != known)


def _answer(ask: Callable[[], object]) -> object:
    try:
        return ask()
    except RuntimeError as error:  # torch refuses where its older and newer settings were both used
        return str(error)


def _of_a_library(value: Any, depth: int = 4) -> bool:
    """Whether an object, and all functions that it is made of, are of the standard library or a package."""
    if value is None or not depth:
        return True
    inner = [getattr(value, name, None) for name in ("func", "__wrapped__", "__func__", "fget")]
    code = getattr(value, "__code__", None)
    if code is not None:
        file = code.co_filename
        cells = [cell.cell_contents for cell in value.__closure__ or () if _filled(cell)]
        return file.startswith((*_STANDARD, *PACKAGES, *_MAY)) and all(
            _of_a_library(one, depth - 1) for one in (*cells, *inner) if callable(one)
        )
    kind = value if isinstance(value, type) else type(value)
    module = sys.modules.get(kind.__module__)
    file = getattr(module, "__file__", None)
    library = kind.__module__ in sys.builtin_module_names or kind.__module__ in sys.stdlib_module_names
    library = library or (file is not None and file.startswith((*_STANDARD, *PACKAGES, *_MAY)))
    return library and all(_of_a_library(one, depth - 1) for one in inner if callable(one))


def _filled(cell: Any) -> bool:
    try:
        return cell.cell_contents is not None
    except ValueError:
        return False
