"""Edits of the source."""
