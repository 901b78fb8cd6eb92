"""The ops of the `cute` dialect, a file for each group of instructions."""
