"""The parts of `make bench` and `make evaluate`."""
