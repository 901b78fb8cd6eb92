"""CPU code: a warp is a coroutine, its 32 lanes are vectors, and uniform or affine values stay scalar."""
