"""What a candidate's file says, also where the gate does not come: another branch may be taken where nobody looks.

Found are torch's computing functions in what a call can reach, other modules' functions that are replaced, and
questions that only somebody asks who behaves otherwise while judged. `if __name__ == "__main__":` is left out.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from cutedsl.gate.host_values import decided_by_values
from cutedsl.gate.torch_policy import kind_of

_ENTRIES: Final = ("forward", "__call__", "candidate")
_KERNELS: Final = ("kernel", "jit")
_FUNCTIONAL: Final = (
    "torch.nn.functional", "torch.special", "torch.linalg", "torch.fft", "torch.ops.aten", "torch._refs",
    "torch._refs.nn.functional", "torch._prims", "torch.ops.prims", "torch._C._nn",
)  # fmt: skip
_LAYOUT_FUNCTIONS: Final = ("torch.nn.functional.pad",)
TENSOR_METHODS: Final = (
    "matmul", "mm", "bmm", "addmm", "softmax", "log_softmax", "relu", "sigmoid", "tanh", "einsum", "cumsum",
    "layer_norm", "relu_", "add_", "sub_", "mul_", "div_", "clamp", "clamp_", "exp_", "sigmoid_", "tanh_", "baddbmm",
    "logsumexp", "__add__", "__radd__", "__sub__", "__mul__", "__rmul__", "__matmul__", "__truediv__", "__pow__",
)  # fmt: skip
"""Methods of tensors that nothing else has."""
_OPERATORS: Final = tuple(
    f"operator.{name}"
    for name in ("add", "sub", "mul", "truediv", "matmul", "pow", "neg", "iadd", "isub", "imul", "itruediv", "imatmul")
)
_OF_ARRAYS: Final = (
    "shape", "dtype", "device", "numel", "is_cuda", "is_contiguous", "contiguous", "data_ptr", "stride", "ndim",
    "element_size", "untyped_storage", "view", "reshape", "strides", "nbytes",
)  # fmt: skip
"""An argument with one of these attributes read is an array."""
_JUDGE: Final = ("cutedsl", "CUTEDSL_", "cutedsl-gate")
_SPIES: Final = {
    "sys.modules": "frames", "sys._getframe": "frames", "sys._current_frames": "frames", "sys.settrace": "frames",
    "sys.setprofile": "frames", "sys.addaudithook": "frames", "inspect.stack": "frames",
    "inspect.currentframe": "frames",
    "inspect.trace": "frames", "gc.get_objects": "frames", "gc.get_referrers": "frames",
    "gc.get_referents": "frames", "gc.get_count": "own", "gc.get_stats": "own", "sys.getallocatedblocks": "own",
    "sys.getrefcount": "own", "torch.utils._python_dispatch": "frames",
    **dict.fromkeys((
        "sys.gettrace", "sys.getprofile", "traceback.extract_stack", "traceback.format_stack", "traceback.print_stack",
        "traceback.walk_stack", "__main__",
    ), "frames"),
    **dict.fromkeys(("os.stat", "os.access", "os.path.exists", "os.path.isdir", "os.path.isfile"), "files"),
    **dict.fromkeys((
        "os.uname", "os.cpu_count", "platform.uname", "platform.platform", "platform.machine", "platform.processor",
        "multiprocessing.cpu_count", "torch.__config__.show", "torch.utils.collect_env", "os.getpid", "os.getppid",
        "os.urandom", "os.getrandom", "os.times", "os.getloadavg", "threading.get_ident", "threading.get_native_id",
        "platform.node", "uuid.uuid1", "uuid.uuid4", "uuid.getnode", "resource.getrusage", "random.SystemRandom",
        "secrets.randbelow", "secrets.randbits", "secrets.choice", "secrets.token_bytes", "secrets.token_hex",
        "secrets.token_urlsafe", "secrets.SystemRandom", "sys.argv", "sys.orig_argv", "sys.flags", "sys.executable",
        "threading.active_count", "threading.enumerate", "threading.current_thread",
        "torch.get_rng_state", "torch.random.get_rng_state", "torch.cuda.memory_allocated",
        "torch.cuda.memory_reserved",
        "torch.cuda.mem_get_info", "torch.cuda.max_memory_allocated", "torch.cuda.memory_stats",
        "sys.getswitchinterval", "sys.getrecursionlimit", "sys.stdin.isatty", "sys.stdout.isatty", "sys.stderr.isatty",
        "os.isatty", "gc.isenabled", "gc.get_threshold", "gc.get_freeze_count", "gc.get_debug", "gc.is_tracked",
        "decimal.getcontext", "decimal.localcontext", "decimal.setcontext",
        "weakref.getweakrefcount", "weakref.getweakrefs",
        "contextvars.copy_context", "asyncio.get_running_loop", "asyncio._get_running_loop", "asyncio.current_task",
        "signal.getsignal", "warnings.filters", "os.getlogin", "getpass.getuser", "socket.gethostname",
        "resource.getrlimit", "torch.utils.data.get_worker_info", "torch.distributed.is_initialized",
        "torch.autograd._profiler_enabled", "torch.autograd.profiler._is_profiler_enabled",
    ), "own"),
}  # fmt: skip
"""Questions that tell one process or call from another, and what they are about."""
_SPYING_ATTRIBUTES: Final = ("f_back", "f_locals", "tb_frame", "gi_frame", "__subclasses__", "cache_info", "_version")
_CALLER: Final = (
    "__debug__", "__file__", "__name__", "sys.path", "os.getcwd", "tempfile.gettempdir", "locale.getlocale",
    "RecursionError", "os.environ", "os.environb", "os.getenv", "os.getenvb",
)  # fmt: skip
"""What tells one caller's process from another's; outside of functions programs may have honest reasons to ask."""
_OF_THE_MACHINE: Final = (
    "os.get", "os.sched_", "os.sysconf", "os.confstr", "os.statvfs", "os.fstat", "os.lstat", "os.readlink", "os.nice",
    "os.listdir", "os.scandir", "os.walk", "glob.", "platform.", "resource.", "psutil.", "shutil.disk_usage",
    "socket.get",
)  # fmt: skip
"""How functions begin that tell one machine, process or folder from another."""
_OF_ONE_CALL: Final = (
    "is_leaf", "grad_fn", "retains_grad", "output_nr", "is_inference", "is_pinned", "is_shared", "_forward_hooks",
    "_forward_pre_hooks", "_backward_hooks", "_is_view", "_base", "resizable", "typed_storage", "untyped_storage",
)  # fmt: skip
"""Attributes that say how a caller made an array or set a module up, and nothing of what is to be computed."""
_MAKERS: Final = ("__init__", "__new__", "__call__", "__init_subclass__", "__post_init__", "__set_name__", "__del__")
"""Methods that run when objects are made or go. `__call__` counts in metaclasses only."""
_PARTS: Final = (ast.Mod, ast.BitAnd, ast.RShift, ast.FloorDiv, ast.BitXor)
"""Operators that take a number apart."""
_MOST_ALIGNED_BYTES: Final = 256
"""Programs ask for no coarser alignment: it is that of the allocators."""
_PATCHERS: Final = ("unittest.mock.patch", "unittest.mock.patch.object", "unittest.mock.patch.multiple")


def violations(path: Path, allowed: Sequence[str] = ()) -> list[tuple[str, str]]:
    """A check and a message for each thing found; nothing for a file that cannot be parsed."""
    try:
        tree = ast.parse(path.read_text(encoding="utf-8"), filename=str(path))
    except (SyntaxError, ValueError, OSError):
        return []
    tree.body = [node for node in tree.body if not _is_main(node)]
    names = dict(_imports(tree))
    found = [
        *_computed(tree, names, allowed),
        *_handed_out(tree, names, allowed),
        *_replaced(tree, names),
        *_asked(tree, names),
        *_decided_by_counts(tree),
        *_decided_by_addresses(tree),
        *_decided_by_values(tree, names),
    ]
    return list(dict.fromkeys(found))


def imported_names(path: Path) -> set[str]:
    """The names that a file imports, and what it calls them."""
    try:
        return dict(_imports(ast.parse(path.read_text(encoding="utf-8")))).keys() | set[str]()
    except (SyntaxError, ValueError, OSError):
        return set()


def _is_main(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and "__name__" in {n.id for n in ast.walk(node.test) if isinstance(n, ast.Name)}


def _imports(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """What each imported name is."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for one in node.names:
                yield one.asname or one.name.partition(".")[0], one.name if one.asname else one.name.partition(".")[0]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for one in node.names:
                yield one.asname or one.name, f"{node.module}.{one.name}"


def _path(node: ast.AST, names: Mapping[str, str]) -> str:
    """The dotted path of something imported, as `torch.nn.functional.relu`; empty for all else."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name) or node.id not in names:
        return ""
    return ".".join([names[node.id], *reversed(parts)])


# -- torch ---------------------------------------------------------------------------------------------------------


def _computed(tree: ast.Module, names: Mapping[str, str], allowed: Sequence[str]) -> Iterator[tuple[str, str]]:
    for function in _reached(tree):
        for node in ast.walk(function):
            name = _operator(node, names)
            if name and f"aten::{name}" not in allowed:
                line = getattr(node, "lineno", 0)
                yield "torch", f"torch computes `{name}` at line {line}, where a call can come to"
        for node in _arithmetic(function) if function.name in _ENTRIES else ():
            yield "torch", f"the host computes `{ast.unparse(node)}` at line {node.lineno}, where a call can come to"


def _handed_out(tree: ast.Module, names: Mapping[str, str], allowed: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Operators of torch's that are named and not called there: whoever gets them may call them."""
    called = {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Attribute | ast.Name) or id(node) in called:
            continue
        name = _operator_at(_path(node, names))
        if name and f"aten::{name}" not in allowed:
            yield "torch", f"torch's `{name}` is handed out at line {node.lineno}, to whoever may call it"


def _arithmetic(function: ast.FunctionDef) -> Iterator[ast.BinOp | ast.AugAssign]:
    """What a function computes of its array arguments by operators."""
    arrays = _array_arguments(function)
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and not isinstance(node.value, ast.Call):
            arrays -= {name.id for target in node.targets for name in ast.walk(target) if isinstance(name, ast.Name)}
    for node in ast.walk(function):
        operands = (node.left, node.right) if isinstance(node, ast.BinOp) else ()
        operands = (node.target, node.value) if isinstance(node, ast.AugAssign) else operands
        if any(isinstance(one, ast.Name) and one.id in arrays for one in operands):
            yield node  # pyright: ignore


def _array_arguments(function: ast.FunctionDef) -> set[str]:
    """The arguments of a function of which attributes are read that arrays have."""
    return {
        node.value.id
        for node in ast.walk(function)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.attr in _OF_ARRAYS
    } & {argument.arg for argument in function.args.args}


def _decided_by_values(tree: ast.Module, names: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    reached = _reached(tree)
    arrays = {function.name: _array_arguments(function) for function in reached}
    yield from decided_by_values(reached, arrays, names)


def _operator(node: ast.AST, names: Mapping[str, str]) -> str:
    """The operator of torch's that a call computes by; empty for none."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute | ast.Name):
        return ""
    path = _path(node.func, names)
    if path in _OPERATORS:
        return path
    found = _operator_at(path)
    if found:
        return found
    if not path and isinstance(node.func, ast.Attribute) and node.func.attr in TENSOR_METHODS:
        base = node.func.value
        return "" if isinstance(base, ast.Name) and base.id in names else node.func.attr
    return ""


def _operator_at(path: str) -> str:
    """The operator of torch's that a path names; empty for none."""
    parent, _, name = path.rpartition(".")
    if path in _LAYOUT_FUNCTIONS:
        return ""
    if parent in _FUNCTIONAL:
        return name if kind_of(name) == "compute" else ""
    if parent == "torch":
        return name if kind_of(name) == "compute" and is_operator(name) else ""
    return ""


def is_operator(name: str) -> bool:
    """Whether torch has an operator of that name that gives tensors which are more than views of the same memory."""
    import torch

    packet: Any = getattr(torch.ops.aten, name, None)
    if not hasattr(packet, "overloads"):  # the namespace has attributes of its own, such as `__name__`
        return False
    overload = getattr(packet, packet.overloads()[0])
    returns = [one for one in overload._schema.returns if "Tensor" in str(one.type)]
    return bool(returns) and all(one.alias_info is None or one.alias_info.is_write for one in returns)


def _reached(tree: ast.Module) -> list[ast.FunctionDef]:
    """The functions for the host that a call of the candidate can come to, by the names that are called."""
    known: dict[str, list[ast.FunctionDef]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and not _is_kernel(node):
            known.setdefault(node.name, []).append(node)
    reached: dict[int, ast.FunctionDef] = {}
    waiting = [one for name in _ENTRIES for one in known.get(name, [])]
    while waiting:
        function = waiting.pop()
        if id(function) in reached:
            continue
        reached[id(function)] = function
        for node in ast.walk(function):
            if isinstance(node, ast.Call):
                called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                waiting.extend(known.get(called, []))
    return list(reached.values())


def _is_kernel(function: ast.FunctionDef) -> bool:
    marks = [one.func if isinstance(one, ast.Call) else one for one in function.decorator_list]
    return any(getattr(one, "attr", getattr(one, "id", "")) in _KERNELS for one in marks)


# -- other people's functions --------------------------------------------------------------------------------------


def _replaced(tree: ast.Module, names: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and not isinstance(node.value, ast.Constant):
            for target in node.targets:
                path = _path(target, names) if isinstance(target, ast.Attribute) else ""
                if path:
                    yield "patches", f"`{path}` is replaced at line {node.lineno}"
        elif isinstance(node, ast.Call):
            path = _path(node.func, names)
            owner = _path(node.args[0], names) if node.args else ""
            if path in _PATCHERS or (getattr(node.func, "id", "") == "setattr" and owner):
                yield "patches", f"`{path or owner}` replaces functions of other modules at line {node.lineno}"


def _asked(tree: ast.Module, names: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    texts = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}  # docstrings
    node: Any
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute | ast.Name):
            path = _path(node, names)
            if path in _SPIES:
                yield _SPIES[path], f"`{path}` at line {node.lineno}"
            elif isinstance(node, ast.Attribute) and node.attr in _SPYING_ATTRIBUTES:
                yield "frames", f"`{node.attr}` at line {node.lineno}"
        elif _asks_for_judge(node) and id(node) not in texts:
            yield "frames", f"line {node.lineno} asks for {node.value!r}: whether it is judged"
        if isinstance(node, ast.FunctionDef):
            yield from _asked_of_caller(node, names)


def _asked_of_caller(function: ast.FunctionDef, names: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    node: Any
    logs = {id(one) for node in ast.walk(function) for one in _logger_names(node)}
    for node in ast.walk(function):
        if isinstance(node, ast.Attribute | ast.Name) and id(node) not in logs:
            path = _path(node, names) or getattr(node, "id", "")
            if path in _CALLER or path.startswith(_OF_THE_MACHINE):
                yield "own", f"`{path}` at line {node.lineno}"
            elif isinstance(node, ast.Attribute) and node.attr in _OF_ONE_CALL:
                yield "own", f"`{node.attr}` at line {node.lineno}"


def _logger_names(node: ast.AST) -> Sequence[ast.AST]:
    """What a call of `getLogger` is given."""
    return node.args if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("getLogger") else ()


def _asks_for_judge(node: ast.AST) -> bool:
    value = node.value if isinstance(node, ast.Constant) else None
    return isinstance(value, str) and (value == _JUDGE[0] or value.startswith(_JUDGE[1:]))


def _decided_by_counts(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Conditions on a number of a class or module that making an object changes: a judge makes few objects, so no run
    of calls shows such a count."""
    classes = {node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}
    counts = {name for node in ast.walk(tree) if isinstance(node, ast.ClassDef) for name in _counts(node, classes)}
    node: Any
    tests = [node.test for node in ast.walk(tree) if isinstance(node, ast.If | ast.IfExp | ast.While | ast.Assert)]
    compared = [node for node in ast.walk(tree) if isinstance(node, ast.BoolOp | ast.Compare)]
    inside = {id(node): node for test in (*tests, *compared) for node in ast.walk(test)}
    for node in inside.values():
        if _counted(node, classes) in counts:
            yield "own", f"`{ast.unparse(node)}` at line {node.lineno}: it counts the objects that were made"


def _decided_by_addresses(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """What is computed of an array's address besides how it is aligned: it differs from caller to caller."""
    numbers: dict[str, int] = {}
    for node in tree.body:
        if not isinstance(node, ast.Assign) or (value := _number(node.value, numbers)) is None:
            continue
        numbers.update((target.id, value) for target in node.targets if isinstance(target, ast.Name))
    for node in ast.walk(tree):
        if isinstance(node, ast.BinOp) and _takes_apart(node, numbers):
            yield "own", f"`{ast.unparse(node)}` at line {node.lineno} tells memory of one caller from another's"


def _takes_apart(node: ast.BinOp, numbers: Mapping[str, int]) -> bool:
    """Whether an operator takes an address apart, and not only to see how it is aligned."""
    if not isinstance(node.op, _PARTS) or not _has_address(node.left, numbers):
        return False
    return not _aligns(node, numbers)


def _aligns(node: ast.BinOp, numbers: Mapping[str, int]) -> bool:
    by = _number(node.right, numbers)
    return isinstance(node.op, ast.Mod | ast.BitAnd) and (by is None or by <= _MOST_ALIGNED_BYTES)


def _has_address(node: ast.AST, numbers: Mapping[str, int]) -> bool:
    """Whether an expression has an address of which more than its alignment is left."""
    if isinstance(node, ast.Attribute) and ast.unparse(node).endswith((".data_ptr", ".ctypes.data")):
        return True
    if isinstance(node, ast.BinOp) and _aligns(node, numbers):
        return False
    return any(_has_address(one, numbers) for one in ast.iter_child_nodes(node))


def _number(node: ast.AST, numbers: Mapping[str, int]) -> int | None:
    """An integer of constants and of the module's names for such; None for all else."""
    kinds = ast.Constant, ast.Name, ast.BinOp, ast.UnaryOp, ast.operator, ast.unaryop, ast.expr_context
    parts = list(ast.walk(node))
    if not all(isinstance(one, kinds) for one in parts) or any(isinstance(one, ast.Pow) for one in parts):
        return None
    try:
        value = eval(ast.unparse(node), {"__builtins__": {}}, dict(numbers))
    except (NameError, TypeError, ValueError, ArithmeticError, MemoryError):
        return None
    return value if isinstance(value, int) else None


def _counts(made: ast.ClassDef, classes: set[str]) -> Iterator[str]:
    """Names of numbers of classes and of the module that a class's makers change."""
    meta = any("type" in ast.unparse(base) for base in made.bases)
    for maker in made.body:
        if not isinstance(maker, ast.FunctionDef) or maker.name not in _MAKERS:
            continue
        if maker.name == "__call__" and not meta:
            continue
        shared = {name for node in ast.walk(maker) if isinstance(node, ast.Global) for name in node.names}
        for node in ast.walk(maker):
            target = node.target if isinstance(node, ast.AugAssign) else None
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.BinOp):
                same = ast.unparse(node.targets[0])
                target = node.targets[0] if same in map(ast.unparse, ast.walk(node.value)) else None
            if isinstance(target, ast.Attribute) or (isinstance(target, ast.Name) and target.id in shared):
                yield from filter(None, [_counted(target, classes)])


def _counted(node: ast.AST, classes: set[str]) -> str:
    """The name of a number of a class, or of the module; empty for others."""
    if isinstance(node, ast.Name):
        return node.id
    if not isinstance(node, ast.Attribute):
        return ""
    owner = ast.unparse(node.value)
    of_class = owner in classes or owner in ("cls", "mcs", "type(self)", "self.__class__", "super()")
    return f".{node.attr}" if of_class else ""
