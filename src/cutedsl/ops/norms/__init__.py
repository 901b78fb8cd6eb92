"""RMS norm and layer norm over rows: forward, and the gradients."""
