"""A checked run's report as text, JSON and SARIF."""
