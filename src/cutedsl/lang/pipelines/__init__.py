"""Pipelines: rings of stages that producers fill and consumers empty, with an mbarrier pair for each stage."""
