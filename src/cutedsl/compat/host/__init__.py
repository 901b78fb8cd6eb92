"""Other packages in programs that ask for a GPU and run on the CPU: torch, CuPy, Triton."""
