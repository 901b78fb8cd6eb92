"""`cute.experimental`: kernels whose tensors in global memory know their coordinates, so that copies need no atoms."""
