"""Values that only rules make."""

from __future__ import annotations

from typing import Any


class NamedResult(tuple[Any, ...]):
    """A tuple whose items also have names, as torch.return_types are: `x.max(0).values`."""

    fields: tuple[str, ...]

    def __new__(cls, fields: tuple[str, ...], items: tuple[Any, ...]) -> NamedResult:
        made = super().__new__(cls, items)
        made.fields = fields
        return made

    def get(self, name: str) -> Any:
        """The item of that name; KeyError if there is none."""
        if name not in self.fields:
            raise KeyError(name)
        return self[self.fields.index(name)]


class Copies(tuple[Any, ...]):
    """A sequence of an unknown number of equal things, of which it holds one."""

    length: Any

    def __new__(cls, element: Any, length: Any) -> Copies:
        made = super().__new__(cls, (element,))
        made.length = length
        return made


class UnknownDType:
    """A dtype that is not proved; inside of rules only, where None means `not given`."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "unknown dtype"


UNKNOWN_DTYPE = UnknownDType()
