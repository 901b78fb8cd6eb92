"""Gradients of attention: what each kernel does, in files of one concept each."""
