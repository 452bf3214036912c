"""Declared shapes against jaxtyping, beartype and torch at run time."""
