"""What `cutedsl bench` runs: its cases, their times, and the plots of them."""
