"""What kernels call, implemented against `Emitter`: tensors, fragments, `arch` intrinsics, math, printing, launches."""
