"""A program that takes away what only Linux, or only Unix, has, and then runs `cutedsl doctor`.

Run as `python elsewhere.py darwin|win32`. Other packages are imported before, as theirs know the true system.
"""

from __future__ import annotations

import asyncio
import ctypes
import importlib.metadata
import os
import platform
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading

import llvmlite.binding
import numpy
import rich
import xdsl

OTHERS = (asyncio, ctypes, importlib.metadata, platform, shutil, socket, subprocess, tempfile, threading)
PACKAGES = (llvmlite.binding, numpy, rich, xdsl)
LINUX = ("sched_getaffinity", "sched_setaffinity", "memfd_create", "eventfd")
UNIX = ("register_at_fork", "fork", "geteuid", "getuid", "sysconf", "uname", "fchmod", "O_NOFOLLOW")
SIGNALS = ("SIGUSR1", "SIGUSR2", "SIGALRM", "SIGHUP", "SIGBUS", "pthread_kill", "pthread_sigmask", "setitimer")
MODULES = ("fcntl", "resource", "pwd", "grp", "termios")

if __name__ == "__main__":
    system = sys.argv[1]
    for module, names in ((os, (*LINUX, *(UNIX if system == "win32" else ()))), (signal, SIGNALS)):
        for name in names:
            if hasattr(module, name) and (system == "win32" or module is os):
                delattr(module, name)
    if system == "win32":
        for name in MODULES:
            sys.modules[name] = None  # pyright: ignore[reportArgumentType]
    sys.platform = system

    from cutedsl.cli import main

    sys.exit(main(["doctor"]))
