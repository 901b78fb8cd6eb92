"""`cutedsl debug`: runs a program eagerly and stops in Python's debugger in one block of its kernels."""

from __future__ import annotations

import argparse
import bdb
import runpy
import sys
from collections.abc import Callable, Sequence

from cutedsl.eager.block import Block
from cutedsl.eager.debugger import LanePdb
from cutedsl.eager.session import Session, running
from cutedsl.errors import DSLUserCodeError


def debug(argv: Sequence[str]) -> int:
    """Exit code 0; 1 if the program failed; 2 for a wrong command line."""
    options, program_args = _parser().parse_known_args(list(argv))
    saved = sys.argv
    sys.argv = [options.program, *program_args]
    stops = _Stops(options.block, options.thread)
    try:
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
        print(f"{options.program} ran, and launched no kernel with a block {options.block}", file=sys.stderr)
    return 0


class _Stops:
    """Opens the debugger in the chosen block of each launch."""

    def __init__(self, block: int, thread: int) -> None:
        self._block = block
        self._thread = thread
        self.count = 0

    def around(self, block: Block, run: Callable[[], None]) -> None:
        x, y, _ = block.grid
        number = block.index[0] + x * (block.index[1] + y * block.index[2])
        if number != self._block:
            run()
            return
        self.count += 1
        LanePdb(block, min(self._thread, block.threads - 1)).debug(run)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="cutedsl debug",
        description="Runs PROGRAM as ordinary Python over NumPy, and stops in pdb at the first line of each kernel, in "
        "the block and thread that you choose. Further arguments go to the program.",
    )
    parser.add_argument("program", help="a Python file")
    parser.add_argument("--block", type=int, default=0, help="number of the block, x fastest (default 0)")
    parser.add_argument(
        "--thread", type=int, default=0, help="number of the thread in the block, x fastest (default 0)"
    )
    return parser
