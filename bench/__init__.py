"""Benchmarks on real packages: what shapecheck states, what it gets wrong, and how long it takes."""
