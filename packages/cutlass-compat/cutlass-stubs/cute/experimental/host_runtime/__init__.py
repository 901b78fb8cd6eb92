"""Written by scripts/cutlass_stubs.py."""

from cutedsl.driver.arguments.workspace import DeviceWorkspace as DeviceWorkspace
from cutedsl.driver.arguments.workspace import QueryDeviceWorkspaceFunc as QueryDeviceWorkspaceFunc
from cutedsl.driver.arguments.workspace import frozen as frozen
