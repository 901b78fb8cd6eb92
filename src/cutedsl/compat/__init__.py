"""Running programs written for `cutlass`: import names, retired names, private facades, "cuda" on the CPU."""
