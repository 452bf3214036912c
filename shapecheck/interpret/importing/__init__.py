"""Modules of the analysed program: where they are, what they hold, and what of them need not be run."""
