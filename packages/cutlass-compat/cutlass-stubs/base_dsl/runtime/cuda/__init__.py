"""Written by scripts/cutlass_stubs.py."""

from cutedsl.compat.cuda_results import checkCudaErrors as checkCudaErrors
from cutedsl.compat.cuda_results import checked_result as checked_result
from cutedsl.compat.cuda_results import get_device_attribute as get_device_attribute
