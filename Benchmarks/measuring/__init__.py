"""What `make bench` and `make evaluate` are made of."""
