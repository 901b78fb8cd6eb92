"""Machines that programs are compiled for: what each needs from the compiler, and how its programs are run.

A third target brings one class of the protocol `Target` and registers it (docs/targets.md).
"""
