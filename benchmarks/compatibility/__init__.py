"""Programs that other people wrote for CuTe DSL: facts about them, and a runner for copies of them."""
