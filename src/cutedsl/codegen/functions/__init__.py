"""The functions of `cute.math` as LLVM text for every target: operations of IEEE 754, so the same bits on all."""
