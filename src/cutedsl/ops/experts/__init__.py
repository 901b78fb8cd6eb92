"""A mixture of experts: routing tokens to experts, and their layers in one call."""
