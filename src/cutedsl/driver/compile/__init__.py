"""From a bound function to code: tracing, passes, targets, and what is shown of it. It imports nothing of `call`."""
