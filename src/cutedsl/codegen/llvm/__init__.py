"""LLVM text: building it, the spellings all targets share, and compiling it through llvmlite."""
