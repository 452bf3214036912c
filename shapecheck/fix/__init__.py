"""Edits of the checked source."""
