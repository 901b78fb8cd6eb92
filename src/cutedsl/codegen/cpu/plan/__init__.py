"""All analyses of a function for the CPU: one frozen `KernelPlan`, which the warp emitter then follows."""
