"""What kernels over rows are made of: tiles, readers, rings, moments."""
