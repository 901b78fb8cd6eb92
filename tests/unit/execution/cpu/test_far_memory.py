"""Programs are linked where the free memory of the process lies in holes far from each other."""

from __future__ import annotations

import subprocess
import sys

PROGRAM = """
import ctypes
import llvmlite.binding as llvm
from cutedsl.codegen.llvm.compile import host_machine, optimise
from cutedsl.arch.abi.host import pack_images
from cutedsl.execution.cpu.module import link_objects

PAGE_BYTES, WALL_BYTES = 4096, 1 << 36
PRIVATE_ANONYMOUS_UNRESERVED = 0x02 | 0x20 | 0x4000
libc = ctypes.CDLL(None)
libc.mmap.restype = ctypes.c_void_p
libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long]
libc.munmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t]

def reserve(size_bytes):
    return libc.mmap(None, size_bytes, 0, PRIVATE_ANONYMOUS_UNRESERVED, -1, 0)

def leave_one_page():
    wall, size_bytes = reserve(WALL_BYTES), 1 << 40
    while size_bytes >= PAGE_BYTES:
        at = reserve(size_bytes)
        if at in (None, 2**64 - 1) or at < wall:  # nothing of this size is left above the wall
            if at not in (None, 2**64 - 1):
                libc.munmap(at, size_bytes)
            size_bytes //= 2
    libc.munmap(wall + WALL_BYTES - PAGE_BYTES, PAGE_BYTES)

TEXT = '''
@table = private constant [4 x i64] [i64 3, i64 5, i64 7, i64 11]
define i64 @NAME(i64 %i) {
  %p = getelementptr [4 x i64], ptr @table, i64 0, i64 %i
  %v = load i64, ptr %p
  ret i64 %v
}
'''

def call(name):
    image = optimise(TEXT.replace("NAME", name), host_machine()).object_bytes()
    code = link_objects(pack_images([image]), [name])
    return ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)(code[name])(2)

assert call("before") == 7
leave_one_page()
assert call("after") == 7
print("linked")
"""


def test_sections_of_a_program_lie_together() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout == "linked\n", done.stderr
