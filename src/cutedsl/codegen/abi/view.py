"""`@cute.view`: reads a torch tensor, a NumPy array or a tensor of `from_dlpack` where it lies, in LLVM text.

It compares what it reads with a record.

The result is a `DLTensor` and three words behind it: strides are in units of `1 << shift`, `mask` holds the bits that
must be 0 for a stride to be whole, and the last is the number of the GPU that the tensors of a call so far are on, -1
before the first; all are on the same.

torch: the DLPack exchange table gives pointer, layout and type without a heap object, but knows nothing of conjugate
and negative views, of subclasses in disguise and of gradients: the tensor's dispatch keys and its autograd record do.
Source: reference/integrations.md 4 and 6; ours.
"""

from __future__ import annotations

from typing import Final

from cutedsl.arch.call_abi import (
    BYTES_CONTENT,
    DEVICE_TYPES,
    DLTENSOR_BYTES,
    DLTENSOR_FIELDS,
    ENVIRONMENT,
    NUMPY_FIELDS,
    TYPE_OFFSET,
    WORD_BYTES,
)

SHIFT_OFFSET: Final = DLTENSOR_BYTES
MASK_OFFSET: Final = DLTENSOR_BYTES + 8
GPU_OFFSET: Final = DLTENSOR_BYTES + 16
VIEW_BYTES: Final = DLTENSOR_BYTES + 24
DEVICE_CODES: Final = {"cpu": 1, "cuda": 2}
"""How a record names the kind of memory."""


def load(name: str, kind: str, base: str, offset: int) -> str:
    """Two lines: `%name` is the value of type `kind` at a byte offset."""
    return f"  %{name}.p = getelementptr i8, ptr {base}, i64 {offset}\n  %{name} = load {kind}, ptr %{name}.p"


def environment(name: str, kind: str = "ptr") -> str:
    """Two lines: `%name` is what the environment of calls, `%env`, holds under that name."""
    return load(name, kind, "%env", ENVIRONMENT[name])


def _field(name: str, kind: str) -> str:
    return load(name, kind, "%view", DLTENSOR_FIELDS[name])


def _numpy(name: str, kind: str) -> str:
    return load(f"np.{name}", kind, "%arg", NUMPY_FIELDS[name])


def _store(value: str, kind: str, offset: int, name: str) -> str:
    return f"  %{name} = getelementptr i8, ptr %view, i64 {offset}\n  store {kind} {value}, ptr %{name}"


_RECORD_WORDS: Final = {"type": 1, "ndim.want": 2, "device": 3, "descr": 4, "shift": 5, "misaligned": 6, "flags": 7}


def _wanted(name: str, kind: str) -> str:
    return load(name, kind, "%record", WORD_BYTES * _RECORD_WORDS[name])


_CPU, _CUDA = DEVICE_TYPES["cpu"], DEVICE_TYPES["cuda"]

MEMORY_THERE: Final = f"""  %is.cpu = icmp eq i32 %device_type, {_CPU[0]}
  %is.pinned = icmp eq i32 %device_type, {_CPU[1]}
  %on.cpu = or i1 %is.cpu, %is.pinned
  %is.cuda = icmp eq i32 %device_type, {_CUDA[0]}
  %is.managed = icmp eq i32 %device_type, {_CUDA[1]}
  %on.cuda = or i1 %is.cuda, %is.managed
  %want.cpu = icmp eq i32 %device, {DEVICE_CODES["cpu"]}
  %there = select i1 %want.cpu, i1 %on.cpu, i1 %on.cuda"""
"""Lines: `%there` is whether DLPack's `%device_type` is the kind of memory that a record's `%device` names."""

ORDINARY_KEYS: Final = f"""{environment("torch_keys_offset", "i64")}
  %keys.p = getelementptr i8, ptr %impl, i64 %torch_keys_offset
  %keys = load i64, ptr %keys.p
{environment("torch_keys_refused", "i64")}
  %odd = and i64 %keys, %torch_keys_refused
  %plain = icmp eq i64 %odd, 0"""
"""Lines: `%plain` is whether the tensor at `%impl` is an ordinary one."""

ORDINARY_TENSOR: Final = f"""{ORDINARY_KEYS}
  br i1 %plain, label %ordinary, label %no
ordinary:
{environment("torch_grad_offset", "i64")}
  %grad.p = getelementptr i8, ptr %impl, i64 %torch_grad_offset
  %grad = load ptr, ptr %grad.p
  %no.record = icmp eq ptr %grad, null"""
"""Lines: `%no.record` is whether torch keeps no autograd record of the tensor at `%impl`; one that is not ordinary goes
to `%no`.
"""

NEEDS_NO_GRADIENT: Final = f"""{environment("torch_requires_grad")}
{environment("torch_requires_grad_closure")}
  %answer = call ptr %torch_requires_grad(ptr %arg, ptr %torch_requires_grad_closure)
  %raised = icmp eq ptr %answer, null
  br i1 %raised, label %clear, label %answered
answered:
{environment("decref")}
  call void %decref(ptr %answer)
{environment("false")}
  %free = icmp eq ptr %answer, %false"""
"""Lines: `%free` is whether torch says that `%arg` requires no gradient; an error of Python goes to `%clear`."""

TORCH_EXPORT: Final = f"""export:
{environment("torch_view")}
  %status = call i32 %torch_view(ptr %arg, ptr %view)
  %worked = icmp eq i32 %status, 0
  br i1 %worked, label %exported, label %clear
clear:
{environment("error_clear")}
  call void %error_clear()
  br label %no"""
"""Blocks: `%export` has torch fill the `DLTensor` at `%view` for `%arg` and goes to `%exported`, or to `%no`."""

VIEW: Final = f"""
declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly, ptr noalias readonly, i64, i1 immarg)

define internal i1 @cute.view(ptr %env, ptr %arg, ptr %view, ptr %record) noinline {{
entry:
{_wanted("type", "i32")}
{_wanted("ndim.want", "i32")}
{_wanted("device", "i32")}
{_wanted("descr", "i64")}
{_wanted("shift", "i64")}
{_wanted("misaligned", "i64")}
{load("class", "ptr", "%arg", TYPE_OFFSET)}
{environment("torch_tensor")}
  %is.tensor = icmp eq ptr %class, %torch_tensor
  br i1 %is.tensor, label %torch, label %other
other:
{environment("numpy_array")}
  %is.array = icmp eq ptr %class, %numpy_array
  br i1 %is.array, label %numpy, label %third
third:
{environment("torch_parameter")}
  %is.parameter = icmp eq ptr %class, %torch_parameter
  br i1 %is.parameter, label %torch, label %fourth
fourth:
{environment("runtime_tensor")}
  %is.runtime = icmp eq ptr %class, %runtime_tensor
  br i1 %is.runtime, label %runtime, label %no
runtime:
{environment("runtime_words_offset", "i64")}
  %words.p = getelementptr i8, ptr %arg, i64 %runtime_words_offset
  %words = load ptr, ptr %words.p
{environment("none")}
  %by.python = icmp eq ptr %words, %none
  br i1 %by.python, label %no, label %runtime.read
runtime.read:
  %content = getelementptr i8, ptr %words, i64 {BYTES_CONTENT}
  call void @llvm.memcpy.p0.p0.i64(ptr %view, ptr %content, i64 {DLTENSOR_BYTES}, i1 false)
  %rt.shape = getelementptr i8, ptr %content, i64 {DLTENSOR_BYTES}
{_store("%rt.shape", "ptr", DLTENSOR_FIELDS["shape"], "rt.shape.out")}
{load("rt.ndim", "i32", "%content", DLTENSOR_FIELDS["ndim"])}
  %rt.count = zext i32 %rt.ndim to i64
  %rt.strides = getelementptr i64, ptr %rt.shape, i64 %rt.count
{_store("%rt.strides", "ptr", DLTENSOR_FIELDS["strides"], "rt.strides.out")}
  br label %exported
torch:
{environment("torch_impl_offset", "i64")}
  %impl.p = getelementptr i8, ptr %arg, i64 %torch_impl_offset
  %impl = load ptr, ptr %impl.p
{ORDINARY_TENSOR}
  br i1 %no.record, label %export, label %ask
ask:
{NEEDS_NO_GRADIENT}
  br i1 %free, label %export, label %mode
mode:
{environment("torch_grad_mode")}
  %no.mode = icmp eq ptr %torch_grad_mode, null
  br i1 %no.mode, label %no, label %learn
learn:
  %learning = call zeroext i1 %torch_grad_mode()
  br i1 %learning, label %no, label %export
{TORCH_EXPORT}
exported:
{_field("data", "i64")}
{_field("byte_offset", "i64")}
  %torch.start = add i64 %data, %byte_offset
  store i64 %torch.start, ptr %view
{_field("device_type", "i32")}
{MEMORY_THERE}
{_field("device_id", "i32")}
{load("gpu", "i64", "%view", GPU_OFFSET)}
  %number = sext i32 %device_id to i64
  %its.gpu = icmp eq i64 %number, %gpu
  %any.gpu = icmp slt i64 %gpu, 0
  %gpu.fits = or i1 %its.gpu, %any.gpu
  %device.fits = or i1 %gpu.fits, %on.cpu
  %its.number = select i1 %on.cpu, i64 %gpu, i64 %number
  store i64 %its.number, ptr %gpu.p
  %where = and i1 %there, %device.fits
{_field("dtype", "i32")}
  %same.type = icmp eq i32 %dtype, %type
{_field("ndim", "i32")}
  %same.ndim = icmp eq i32 %ndim, %ndim.want
{_field("strides", "ptr")}
  %has.strides = icmp ne ptr %strides, null
  %ok.1 = and i1 %where, %same.type
  %ok.2 = and i1 %same.ndim, %has.strides
  %torch.ok = and i1 %ok.1, %ok.2
  br label %join
numpy:
{_numpy("descr", "ptr")}
  %descr.at = getelementptr i8, ptr %env, i64 %descr
  %descr.want = load ptr, ptr %descr.at
  %np.same.type = icmp eq ptr %np.descr, %descr.want
{_numpy("flags", "i32")}
{_wanted("flags", "i32")}
  %np.set = and i32 %np.flags, %flags
  %np.usable = icmp eq i32 %np.set, %flags
{_numpy("ndim", "i32")}
  %np.same.ndim = icmp eq i32 %np.ndim, %ndim.want
  %np.on.cpu = icmp eq i32 %device, {DEVICE_CODES["cpu"]}
{_numpy("data", "i64")}
  store i64 %np.data, ptr %view
{_numpy("shape", "ptr")}
{_store("%np.shape", "ptr", DLTENSOR_FIELDS["shape"], "out.shape")}
{_numpy("strides", "ptr")}
{_store("%np.strides", "ptr", DLTENSOR_FIELDS["strides"], "out.strides")}
  %np.ok.1 = and i1 %np.same.type, %np.usable
  %np.ok.2 = and i1 %np.same.ndim, %np.on.cpu
  %np.ok = and i1 %np.ok.1, %np.ok.2
  br label %join
join:
  %ok = phi i1 [ %torch.ok, %exported ], [ %np.ok, %numpy ]
  %start = phi i64 [ %torch.start, %exported ], [ %np.data, %numpy ]
  %shift.out = phi i64 [ 0, %exported ], [ %shift, %numpy ]
{_store("%shift.out", "i64", SHIFT_OFFSET, "out.shift")}
  %unit = shl i64 1, %shift.out
  %mask = sub i64 %unit, 1
{_store("%mask", "i64", MASK_OFFSET, "out.mask")}
  %low = and i64 %start, %misaligned
  %aligned = icmp eq i64 %low, 0
  %fits = and i1 %ok, %aligned
  ret i1 %fits
no:
  ret i1 false
}}
"""
