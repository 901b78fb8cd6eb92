"""What threads do together: indices, exchanges between lanes, barriers, lanes that run apart."""
