"""The folder that children of `cutedsl run` get on their path: Python runs its `sitecustomize` at the start."""
