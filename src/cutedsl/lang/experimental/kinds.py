"""`OperationTypeEnum`: which instruction a copy or a multiply of `cute.experimental` is. Source: public programs."""

from __future__ import annotations

from enum import Enum

from cutedsl.lang.atoms.cta_group import CtaGroup


class OperationTypeEnum(Enum):
    """Instructions by architecture: those with 2SM are of a pair of blocks."""

    SM90_TMA_LOAD = "SM90_TMA_LOAD"
    SM90_TMA_LOAD_MULTICAST = "SM90_TMA_LOAD_MULTICAST"
    SM90_TMA_STORE = "SM90_TMA_STORE"
    SM100_TMA_LOAD_2SM = "SM100_TMA_LOAD_2SM"
    SM100_TMA_LOAD_2SM_MULTICAST = "SM100_TMA_LOAD_2SM_MULTICAST"
    SM100_MMA_1SM_SS = "SM100_MMA_1SM_SS"
    SM100_MMA_2SM_SS = "SM100_MMA_2SM_SS"
    SM100_MMA_1SM_TS = "SM100_MMA_1SM_TS"
    SM100_MMA_2SM_TS = "SM100_MMA_2SM_TS"
    SM100_COPY_T2R = "SM100_COPY_T2R"
    SM100_COPY_R2T = "SM100_COPY_R2T"
    SM100_COPY_S2T = "SM100_COPY_S2T"

    @property
    def is_pair(self) -> bool:
        """Whether both blocks of a pair take part."""
        return "_2SM" in self.value

    @property
    def cta_group(self) -> CtaGroup:
        """The group of blocks whose instruction it is."""
        return CtaGroup.TWO if self.is_pair else CtaGroup.ONE
