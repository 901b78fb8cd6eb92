"""A program that takes away what only Linux, or only Unix, has, and then runs commands of `cutedsl`.

Run as `python elsewhere.py darwin|win32 COMMAND [arguments] [+ COMMAND [arguments]] ...`. It prints the exit code of
each. The command `modules` imports every module of the package and prints those that cannot be. Other packages are
imported before, as theirs know the true system.
"""

from __future__ import annotations

import asyncio
import builtins
import ctypes
import importlib
import importlib.metadata
import io
import mmap
import os
import platform
import shutil
import signal
import socket
import subprocess
import sys
import sysconfig
import tempfile
import threading
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import llvmlite.binding
import numpy
import rich._windows
import rich.console
import rich.table
import xdsl

OTHERS = (asyncio, ctypes, importlib.metadata, platform, shutil, socket, subprocess, tempfile, threading)
PACKAGES = (llvmlite.binding, numpy, rich.console, rich.table, rich._windows, xdsl, sysconfig.get_config_vars())
LINUX = ("sched_getaffinity", "sched_setaffinity", "memfd_create", "eventfd")
UNIX = ("register_at_fork", "fork", "geteuid", "getuid", "sysconf", "uname", "fchmod", "O_NOFOLLOW")
SIGNALS = ("SIGUSR1", "SIGUSR2", "SIGALRM", "SIGHUP", "SIGBUS", "pthread_kill", "pthread_sigmask", "setitimer")
MEMORY = ("MAP_PRIVATE", "MAP_ANONYMOUS", "MAP_SHARED", "PROT_READ", "PROT_WRITE", "PROT_EXEC")
MODULES = ("fcntl", "resource", "pwd", "grp", "termios")
FRAMEWORKS = ("torch", "jax", "tvm_ffi")
"""They know the true system, and may be missing. `cutedsl gate` is refused where there is no Linux."""


class WithoutProcess:
    """In the place of a method that makes a library: None stands for no process, as on Windows."""

    def __init__(self, make: Any) -> None:
        self._make = make

    def __get__(self, library: Any, kind: type) -> Any:
        def make(name: Any, *args: Any, **kwargs: Any) -> None:
            if name is None:
                raise TypeError("argument of type 'NoneType' is not iterable")
            self._make(library, name, *args, **kwargs)

        return make


def without_proc(function: Any) -> Any:
    """A function of files to which `/proc` is not there."""

    def changed(path: Any, *args: Any, **kwargs: Any) -> Any:
        if not isinstance(path, int) and os.fsdecode(path).startswith("/proc"):
            raise FileNotFoundError(2, "No such file or directory", path)
        return function(path, *args, **kwargs)

    return changed


def modules() -> int:
    """Imports every module; gives 1 if one cannot be."""
    sys.modules.update(dict.fromkeys(FRAMEWORKS))  # pyright: ignore[reportArgumentType, reportCallIssue]
    root = Path(str(cutedsl.__file__)).parent
    failed = False
    for file in sorted(root.rglob("*.py")):
        parts = file.relative_to(root.parent).with_suffix("").parts
        if parts[1] in (*FRAMEWORKS, "gate") or parts[-1] == "__main__":
            continue
        name = ".".join(parts).removesuffix(".__init__")
        try:
            importlib.import_module(name)
        except Exception as reason:
            failed = True
            print(f"cannot import {name}: {reason!r}")
    return int(failed)


if __name__ == "__main__":
    system = sys.argv[1]
    for holder, name in ((builtins, "open"), (io, "open"), (os, "open"), (os, "stat")):
        setattr(holder, name, without_proc(getattr(holder, name)))
    for module, names in ((os, (*LINUX, *(UNIX if system == "win32" else ()))), (signal, SIGNALS)):
        for name in names:
            if hasattr(module, name) and (system == "win32" or module is os):
                delattr(module, name)
    if system == "win32":
        for name in MODULES:
            sys.modules[name] = None  # pyright: ignore[reportArgumentType]
        ctypes.CDLL.__init__ = WithoutProcess(ctypes.CDLL.__init__)  # pyright: ignore[reportAttributeAccessIssue]
        for name in MEMORY:
            delattr(mmap, name)
        # What `shutil.which` asks of Windows from Python 3.12 on.
        asked = SimpleNamespace(NeedCurrentDirectoryForExePath=lambda _: False)
        setattr(shutil, "_winapi", asked)  # noqa: B010
    sys.platform = system

    import cutedsl
    from cutedsl.cli import main

    for command in " ".join(sys.argv[2:]).split(" + "):
        try:
            code: object = modules() if command == "modules" else main(command.split())
        except SystemExit as stop:
            code = stop.code
        print(f"\nexit code {code} of {command}", flush=True)
