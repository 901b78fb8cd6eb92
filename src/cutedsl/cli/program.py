"""Running a program under a watch: what `cutedsl check`, `cutedsl trace` and `cutedsl bench` share."""

from __future__ import annotations

import contextlib
import runpy
import sys
import traceback
from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path

from cutedsl.checker.session import CheckEnded
from cutedsl.compat.install import install
from cutedsl.compat.settings import Settings
from cutedsl.errors import DSLUserCodeError


def prepare(command: str, program: str, override: bool, *, on_cpu: bool = True, module: bool = False) -> Path | None:
    """Makes this process ready for a program, also one written for `cutlass`; None, after saying why, if it cannot.

    `module`: the program is the name of a module, as for `python -m`.
    """
    path = Path(program)
    if not module and not path.exists():
        print(f"cutedsl {command}: there is no file {path}", file=sys.stderr)
        return None
    if not module and path.is_dir() and not (path / "__main__.py").exists():
        print(f"cutedsl {command}: {path} is a folder without a __main__.py", file=sys.stderr)
        return None
    install(Settings(override, on_cpu))
    return path


def ran(
    program: Path, arguments: Sequence[str], watch: AbstractContextManager[object], *, module: bool = False
) -> bool:
    """Runs the program, or the `module` of that name, inside of a watch; whether it came to its end, or to a
    finding's."""
    saved = sys.argv, sys.path
    sys.argv = [str(program), *arguments]
    sys.path = ["" if module else str(program.resolve().parent), *sys.path]
    try:
        with watch, contextlib.redirect_stdout(sys.stderr):
            if module:
                runpy.run_module(str(program), run_name="__main__", alter_sys=True)
            else:
                runpy.run_path(str(program), run_name="__main__")
    except CheckEnded:
        return True
    except DSLUserCodeError as error:
        print(error, file=sys.stderr)
        return False
    except SystemExit as stop:
        if isinstance(stop.code, str):
            print(stop.code, file=sys.stderr)
        return stop.code in (None, 0)
    except KeyboardInterrupt:
        raise
    except BaseException:  # also what derives from no `Exception`: an exit code of Python's own would be taken for ours
        traceback.print_exc()
        return False
    finally:
        sys.argv, sys.path = saved
    return True
