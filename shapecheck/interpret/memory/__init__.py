"""The memo of calls: a call that equals one made before is not run again, what it did is done again."""

from shapecheck.interpret.memory.calls import Memory

__all__ = ["Memory"]
