"""The command line: `cutedsl show`, `cutedsl explain`, ..."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

_USAGE = """usage: cutedsl COMMAND [arguments]

  run PROG [args] [--device cpu]                     a program written for `cutlass`, as it is (also: cutedsl PROG.py)
  show PROG [args] --stage ir|llvm|ptx|sass|asm ...  prints the compiled code at any stage
  show layout LAYOUT [--divide X ...] [--svg FILE]   a layout and operations on it, drawn
  play [--port N]                                    opens the layout playground in a browser
  check PROG [args] --json|--sarif FILE              runs a program and reports the bugs of its kernels
  trace PROG [args] -o FILE --block 0                a timeline of a block, for Perfetto
  debug PROG [args] --block 0 --thread 5             stops in pdb in a kernel, with the values of one thread
  profile PROG [args] --json FILE                    times, bandwidth, registers and dear lines of its kernels
  bench PROG [args]                                  times the launches that a program makes
  bench [OP ...] [--json FILE] [--svg DIR]           cutedsl.ops beside torch and NumPy, timed here
  learn [LESSON] [--hint]                            ten lessons with puzzles, which it opens and checks
  explain [NAME]                                     explains an error: its cause, an example and the fix
  cache ls|log|gc|clear                              the compiled programs that processes share
  doctor [--json]                                    what is installed and what is missing; runs a kernel

cutedsl COMMAND --help says more; cutedsl --version prints the version."""


def _run(argv: Sequence[str]) -> int:
    from cutedsl.cli.run import run

    return run(argv)


def _show(argv: Sequence[str]) -> int:
    if argv[:1] == ["layout"]:
        from cutedsl.cli.layout import show_layout

        return show_layout(argv[1:])
    from cutedsl.cli.show import show

    return show(argv)


def _check(argv: Sequence[str]) -> int:
    from cutedsl.cli.check import check

    return check(argv)


def _trace(argv: Sequence[str]) -> int:
    from cutedsl.cli.trace import trace

    return trace(argv)


def _profile(argv: Sequence[str]) -> int:
    from cutedsl.cli.profile import profile

    return profile(argv)


def _debug(argv: Sequence[str]) -> int:
    from cutedsl.cli.debug import debug

    return debug(argv)


def _bench(argv: Sequence[str]) -> int:
    if any(word.endswith(".py") for word in argv):
        from cutedsl.cli.bench_program import bench_program

        return bench_program(argv)
    from cutedsl.cli.bench import bench

    return bench(argv)


def _explain(argv: Sequence[str]) -> int:
    from cutedsl.cli.explain import explain

    return explain(list(argv))


def _learn(argv: Sequence[str]) -> int:
    from cutedsl.cli.learn import learn

    return learn(argv)


def _play(argv: Sequence[str]) -> int:
    from cutedsl.cli.play import play

    return play(argv)


def _cache(argv: Sequence[str]) -> int:
    from cutedsl.cli.cache import cache

    return cache(argv)


def _doctor(argv: Sequence[str]) -> int:
    from cutedsl.cli.doctor import doctor

    return doctor(argv)


COMMANDS: dict[str, Callable[[Sequence[str]], int]] = {
    "run": _run,
    "show": _show,
    "check": _check,
    "trace": _trace,
    "profile": _profile,
    "debug": _debug,
    "bench": _bench,
    "learn": _learn,
    "explain": _explain,
    "play": _play,
    "cache": _cache,
    "doctor": _doctor,
}


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command; gives its exit code (2: the command line is wrong)."""
    words = list(sys.argv[1:] if argv is None else argv)
    if not words or words[0] in ("-h", "--help", "help"):
        print(_USAGE)
        return 0 if words else 2
    if words[0] == "--version":
        from cutedsl import __version__

        print(f"cutedsl {__version__}")
        return 0
    if words[0].endswith(".py"):
        return _run(words)
    command = COMMANDS.get(words[0])
    if command is None:
        print(f"cutedsl: there is no command `{words[0]}`\n\n{_USAGE}", file=sys.stderr)
        return 2
    return command(words[1:])
