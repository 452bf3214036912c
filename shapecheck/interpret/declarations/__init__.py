"""Declared shapes: annotations are read into forms, and values are held against them."""
