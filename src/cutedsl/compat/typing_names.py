"""The names of Python's `typing` that programs import from `cutlass.cute.typing`."""

from __future__ import annotations

from collections.abc import Callable as Callable
from typing import Any as Any
from typing import ClassVar as ClassVar
from typing import Generic as Generic
from typing import List as List  # noqa: UP035
from typing import Literal as Literal
from typing import Optional as Optional
from typing import Protocol as Protocol
from typing import Tuple as Tuple  # noqa: UP035
from typing import Type as Type  # noqa: UP035
from typing import TypeVar as TypeVar
from typing import Union as Union
