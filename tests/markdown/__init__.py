"""Markdown cases: documents under `tests/cases/` whose code blocks are run by shapecheck and by torch."""
