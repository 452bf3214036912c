"""The tree of Python's own `ast` to the IR: how files are read that the running Python accepts."""
