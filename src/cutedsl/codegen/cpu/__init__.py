"""CPU code: a warp is a coroutine, its 32 lanes are vectors, and uniform or affine values stay scalar.

`docs/design/0008-plan-then-emit.md` has the map of the folders.
"""
