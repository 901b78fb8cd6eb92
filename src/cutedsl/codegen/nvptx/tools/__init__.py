"""NVIDIA's assembler and disassembler as programs."""
