"""Written by scripts/cutlass_stubs.py."""

from cutedsl.torch import GaussianInitConfig as GaussianInitConfig
from cutedsl.torch import RandomInitConfig as RandomInitConfig
from cutedsl.torch import ScalarInitConfig as ScalarInitConfig
from cutedsl.torch import TensorInitType as TensorInitType
from cutedsl.torch import as_tensor as as_tensor
from cutedsl.torch import convert_cute_tensor as convert_cute_tensor
from cutedsl.torch import create_and_permute_torch_tensor as create_and_permute_torch_tensor
from cutedsl.torch import current_stream as current_stream
from cutedsl.torch import cute_tensor_like as cute_tensor_like
from cutedsl.torch import default_stream as default_stream
from cutedsl.torch import dtype as dtype
from cutedsl.torch import from_dlpack as from_dlpack
from cutedsl.torch import get_leading_dim as get_leading_dim
from cutedsl.torch import matrix as matrix
from cutedsl.torch import operator as operator
