"""The instructions of `cute.arch`: warps, barriers, atomics, bits, floats, inline PTX."""
