"""What commands report of a program's kernels: their work, their resources, their accesses."""
