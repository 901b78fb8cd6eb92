"""The command line: `cutedsl show`, `cutedsl explain`, ..."""

from __future__ import annotations

import difflib
import os
import sys
from collections.abc import Callable, Sequence

_USAGE = """usage: cutedsl COMMAND [arguments]

  run PROG               run a program written for `cutlass`
  show PROG              print the compiled code: --stage ir|llvm|ptx|sass|asm
  show layout LAYOUT     draw a layout and operations on it
  check PROG             report races, deadlocks and other bugs of its kernels
  debug PROG             stop in pdb in a kernel, with the values of one thread
  trace PROG             write a timeline of one block, for Perfetto
  profile PROG           report times, bandwidth, registers and costly lines
  bench PROG             time the launches of a program
  bench [OP ...]         time cutedsl.ops against torch and NumPy
  gate CANDIDATE [REF]   test an untrusted kernel against a reference
  bundle PROG            compile into one file that loads without a compiler
  learn [LESSON]         ten lessons with puzzles
  play                   open the layout playground in a browser
  explain [NAME]         explain an error: its cause, an example and the fix
  cache ls|log|gc|clear  list or clear the compiled programs on this machine
  doctor                 list what is installed or missing, and run a kernel

`cutedsl COMMAND --help` says more; `cutedsl --version` prints the version."""


def _usage() -> str:
    """The usage, with what does not fit the terminal's width on lines of its own."""
    import shutil
    import textwrap

    width, lines = shutil.get_terminal_size().columns, list[str]()
    for line in _USAGE.splitlines():
        if len(line) <= width:
            lines.append(line)
        elif line.startswith("  "):
            command, text = line[:_COMMAND_WIDTH].rstrip(), line[_COMMAND_WIDTH:]
            lines += [command, *textwrap.wrap(text, width, initial_indent="    ", subsequent_indent="    ")]
        else:
            lines += textwrap.wrap(line, width)
    return "\n".join(lines)


_COMMAND_WIDTH = 25
"""The columns of the commands in the usage, before their descriptions."""


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


def _gate(argv: Sequence[str]) -> int:
    from cutedsl.cli.gate import gate

    return gate(argv)


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
        from cutedsl.cli.benchmarks.program import bench_program

        return bench_program(argv)
    from cutedsl.cli.bench import bench

    return bench(argv)


def _bundle(argv: Sequence[str]) -> int:
    from cutedsl.cli.bundle import bundle

    return bundle(argv)


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
    "gate": _gate,
    "trace": _trace,
    "profile": _profile,
    "debug": _debug,
    "bundle": _bundle,
    "bench": _bench,
    "learn": _learn,
    "explain": _explain,
    "play": _play,
    "cache": _cache,
    "doctor": _doctor,
}


READER_GONE = 141
"""The exit code where nobody reads the output any more (`| head`): what shells give for SIGPIPE."""


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command; returns its exit code (2: the command line is wrong)."""
    try:
        code = _command(argv)
        sys.stdout.flush()
    except BrokenPipeError:
        with open(os.devnull, "w") as nowhere:
            os.dup2(nowhere.fileno(), sys.stdout.fileno())  # Python flushes once more at its end
        return READER_GONE
    return code


def _command(argv: Sequence[str] | None) -> int:
    words = list(sys.argv[1:] if argv is None else argv)
    if not words or words[0] in ("-h", "--help", "help"):
        print(_usage())
        return 0 if words else 2
    if words[0] == "--version":
        from cutedsl import __version__

        print(f"cutedsl {__version__}")
        return 0
    if words[0].endswith(".py"):
        return _run(words)
    command = COMMANDS.get(words[0])
    if command is None:
        near = difflib.get_close_matches(words[0], [*COMMANDS, "--help", "--version"], n=1)
        meant = f"; did you mean `{near[0]}`?\n" if near else f"\n\n{_usage()}"
        print(f"cutedsl: there is no command `{words[0]}`{meant}", file=sys.stderr, end="" if near else "\n")
        return 2
    return command(words[1:])
