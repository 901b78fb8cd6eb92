"""`cutedsl debug`: runs a program eagerly and stops in Python's debugger in one block of its kernels."""

from __future__ import annotations

import argparse
import bdb
import runpy
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from cutedsl.compat.install import install
from cutedsl.compat.settings import Settings
from cutedsl.eager.block import Block
from cutedsl.eager.debugger import LanePdb, number_of, place_of
from cutedsl.eager.session import Session, running
from cutedsl.errors import DSLUserCodeError
from cutedsl.execution.devices import gpu_available


def debug(argv: Sequence[str]) -> int:
    """Exit code 0; 1 if the program failed; 2 for a wrong command line."""
    options, program_args = _parser().parse_known_args(list(argv))
    saved = sys.argv
    sys.argv = [options.program, *program_args]
    stops = _Stops(options.block, options.thread)
    try:
        install(Settings(options.override, options.device is not None or not gpu_available()))
        sys.path.insert(0, str(Path(options.program).resolve().parent))
        with running(Session(stops.around)):
            runpy.run_path(options.program, run_name="__main__")
    except bdb.BdbQuit:
        return 0
    except DSLUserCodeError as error:
        print(error, file=sys.stderr)
        return 1
    except OSError as error:
        print(f"cutedsl debug: {error}", file=sys.stderr)
        return 1
    finally:
        sys.argv = saved
    if not stops.count:
        print(f"{options.program} ran, and launched no kernel with a block {_text(options.block)}", file=sys.stderr)
    return 0


class _Stops:
    """Opens the debugger in the chosen block of each launch."""

    def __init__(self, block: tuple[int, ...], thread: tuple[int, ...]) -> None:
        self._block = block
        self._thread = thread
        self.count = 0

    def around(self, block: Block, run: Callable[[], None]) -> None:
        chosen = number_of(self._block, block.grid)
        if chosen is None or chosen != number_of(block.index, block.grid):
            run()
            return
        self.count += 1
        lane = number_of(self._thread, block.dims)
        LanePdb(block, block.threads - 1 if lane is None else lane).debug(run)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="cutedsl debug",
        description="Runs PROGRAM as ordinary Python over NumPy, and stops in pdb at the first line of each kernel, in "
        "the block and thread that you choose. Further arguments go to the program.",
    )
    parser.add_argument("--device", choices=("cpu",), help='what "cuda" means to the program, as for `cutedsl run`')
    parser.add_argument("--override", action="store_true", help="do not warn that another `cutlass` is installed")
    parser.add_argument("program", help="a Python file; `import cutlass` means cutedsl in it")
    for name, what in ("block", "block"), ("thread", "thread in the block"):
        help = f"the {what}: its number, x fastest, or its coordinates, as 1,2 (default 0)"
        parser.add_argument(f"--{name}", type=_place, default=(0,), help=help)
    return parser


def _place(text: str) -> tuple[int, ...]:
    where = place_of(text)
    if where is None:
        raise argparse.ArgumentTypeError(f"expected a number or coordinates, such as 5 or 1,2; got {text!r}")
    return where


def _text(where: tuple[int, ...]) -> str:
    return ", ".join(map(str, where))
