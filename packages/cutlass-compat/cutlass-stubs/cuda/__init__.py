"""Written by scripts/cutlass_stubs.py."""

from cutedsl.compat.cuda_context import DEFAULT_STREAM as DEFAULT_STREAM
from cutedsl.compat.cuda_context import default_stream as default_stream
from cutedsl.compat.cuda_context import driver_stream as driver_stream
from cutedsl.compat.cuda_context import gpu_available as gpu_available
from cutedsl.compat.cuda_context import initialize_cuda_context as initialize_cuda_context
from cutedsl.compat.cuda_context import stream_create as stream_create
from cutedsl.compat.cuda_context import stream_destroy as stream_destroy
from cutedsl.compat.cuda_context import stream_handle as stream_handle
from cutedsl.compat.cuda_context import stream_sync as stream_sync
