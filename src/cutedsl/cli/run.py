"""`cutedsl run`: programs written for `cutlass` run here as they are."""

from __future__ import annotations

import argparse
import linecache
import runpy
import sys
import types
from collections.abc import Sequence
from pathlib import Path

from cutedsl.cli.help_text import Paragraphs
from cutedsl.compat.install import install
from cutedsl.compat.settings import Settings
from cutedsl.errors import DSLUserCodeError
from cutedsl.errors.translation.python_errors import refused_call

_ABOUT = """Runs PROGRAM with `import cutlass` meaning cutedsl, here and in the Python processes that it starts.

`--device cpu` emulates a GPU on this machine: torch tensors on "cuda" lie in CPU memory
(`x.device` is "cpu", `x.is_cuda` is True), `torch.cuda` has one device whose streams and events only keep time, and
`cuda.bindings.driver` is replaced by one with streams if the `cuda` package is missing."""


def run(argv: Sequence[str]) -> int:
    """The program's exit code; 1 where an error of the language stopped it; 2 for a wrong command line."""
    options = _parser().parse_args(list(argv))
    try:
        install(Settings(options.override, options.device is not None))
        _start(options.program, options.arguments, options.module)
    except DSLUserCodeError as error:
        print(error, file=sys.stderr)
        return 1
    except SystemExit as stop:
        if isinstance(stop.code, str):
            print(stop.code, file=sys.stderr)
            return 1
        return int(stop.code or 0)
    except Exception as error:
        named = refused_call(error)
        if named is None:
            raise
        print(named, file=sys.stderr)
        return 1
    return 0


def _start(program: str, arguments: Sequence[str], module: bool) -> None:
    """Runs the program in this process as `python PROGRAM` would."""
    sys.argv = [program, *arguments]
    if module:
        sys.path.insert(0, "")
        runpy.run_module(program, run_name="__main__", alter_sys=True)
        return
    if program == "-":
        _run_input()
        return
    if not Path(program).exists():
        raise SystemExit(f"cutedsl run: there is no file {program}")
    sys.path.insert(0, str(Path(program).resolve().parent))
    runpy.run_path(program, run_name="__main__")


def _run_input() -> None:
    """Runs what comes through standard input, as `python -` would, with a source that kernels can be compiled from."""
    text, file = sys.stdin.read(), "<stdin>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    sys.path.insert(0, "")
    main = types.ModuleType("__main__")
    sys.modules["__main__"] = main
    exec(compile(text, file, "exec"), vars(main))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="cutedsl run", description=_ABOUT, formatter_class=Paragraphs)
    parser.add_argument("--device", choices=("cpu",), help='what "cuda" means to the program; left out: a GPU')
    parser.add_argument("--override", action="store_true", help="do not warn that another `cutlass` is installed")
    parser.add_argument("-m", dest="module", action="store_true", help="PROGRAM is a module, as for `python -m`")
    parser.add_argument("program", help="a Python file, or - for standard input")
    parser.add_argument("arguments", nargs=argparse.REMAINDER, help="go to the program")
    return parser
