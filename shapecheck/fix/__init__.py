"""Edits of the checked source: formatting and comments stay as they are."""
