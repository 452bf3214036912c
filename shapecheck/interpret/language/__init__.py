"""Python itself: statements, expressions, calls, classes, branches and what they do to values."""
