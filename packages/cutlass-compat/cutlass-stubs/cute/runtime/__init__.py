"""Written by scripts/cutlass_stubs.py."""

from cutedsl.cute.runtime import AddressSpace as AddressSpace
from cutedsl.cute.runtime import FakeStream as FakeStream
from cutedsl.cute.runtime import FakeTensor as FakeTensor
from cutedsl.cute.runtime import Pointer as Pointer
from cutedsl.cute.runtime import RuntimePointer as RuntimePointer
from cutedsl.cute.runtime import RuntimeTensor as RuntimeTensor
from cutedsl.cute.runtime import Tensor as Tensor
from cutedsl.cute.runtime import find_runtime_libraries as find_runtime_libraries
from cutedsl.cute.runtime import from_dlpack as from_dlpack
from cutedsl.cute.runtime import load_module as load_module
from cutedsl.cute.runtime import make_fake_compact_tensor as make_fake_compact_tensor
from cutedsl.cute.runtime import make_fake_stream as make_fake_stream
from cutedsl.cute.runtime import make_fake_tensor as make_fake_tensor
from cutedsl.cute.runtime import make_ptr as make_ptr
from cutedsl.cute.runtime import nullptr as nullptr
