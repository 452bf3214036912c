"""How code is entered: as the code itself is run, or by a call of our own making, and what such a call passes."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from shapecheck.values import DictValue, ListValue, Tensor, Value


class Defaults(Enum):
    """What a parameter that has a default gets from a call of our own making."""

    KEPT = "its default"
    VARIED = "any number in the place of a number, either truth in that of a truth: what is said holds for all"
    NEUTRAL_LEFT_OUT = "its default, unless that is neutral (None, 1, 0, -1, empty): then a value of unknown kind"
    LEFT_OUT = "a value of unknown kind"


class Anything(Enum):
    """Stands for an argument of unknown kind, whatever the default of its parameter is."""

    ANYTHING = "anything"


ANYTHING = Anything.ANYTHING


class Entering(NamedTuple):
    """The manner in which the code at hand is entered.

    `is_definite`: the code itself is run; else nobody has passed the arguments. `is_program`: what is run takes none of
    ours, so that its calls are the code's own: the code itself, a test, a function without parameters.
    `gives_declared`: parameters that declare a shape are given although they have a default. `holds_given`: the entry
    is a method of an object that the code has made with arguments, so that a declared size may be one of them, though
    nobody has said so. `takes_shapes`: a parameter of a constructor may be a shape where it could be one size as well.
    `makes_for_step`: an object is made for a method that it may never call itself, so that a default of False, which
    turns something off, is neutral, too. `numbers_from_0`: a parameter that is a number may be 0, unless it is made a
    size of a tensor. `set_by_others`: what the users of an object may set in it, they have set. `takes` is the side of
    a branch that alone is taken where nothing decides: the test, by its identity, and its truth. `star_rank` is the
    number of dims that a declared `*name` holds; None: any. `within` are the names of the classes of which objects are
    being made for parameters.
    """

    is_definite: bool = False
    is_program: bool = False
    defaults: Defaults = Defaults.KEPT
    gives_declared: bool = False
    holds_given: bool = False
    takes_shapes: bool = False
    makes_for_step: bool = False
    numbers_from_0: bool = False
    set_by_others: bool = False
    takes: tuple[int, bool] | None = None
    star_rank: int | None = None
    within: tuple[str, ...] = ()

    @property
    def leaves_some_out(self) -> bool:
        """Whether defaults are left out, or some of them."""
        return self.defaults in (Defaults.LEFT_OUT, Defaults.NEUTRAL_LEFT_OUT)


DEFINITE = Entering(is_definite=True, is_program=True)
PROGRAM = Entering(is_program=True)
FREE = Entering()


def leaves_out(entering: Entering, default: Value) -> bool:
    """Whether a parameter with this default gets a value of unknown kind from a call of our own making."""
    if entering.defaults is Defaults.NEUTRAL_LEFT_OUT:
        return is_neutral(default) or default is False and entering.makes_for_step
    return entering.defaults is Defaults.LEFT_OUT


def is_neutral(value: Value) -> bool:
    """Whether a default says nothing, or stands in for what has to be given: None, a number up to 1, what is empty
    (`torch.empty(0)`), and what holds nothing else (`[False]`)."""
    if type(value) is int:
        return value <= 1
    if isinstance(value, ListValue):
        return value.items is not None and all(_is_neutral_item(item) for item in value.items)
    if isinstance(value, tuple):
        return all(_is_neutral_item(item) for item in value)
    if isinstance(value, DictValue):
        return not value.entries
    if isinstance(value, Tensor):
        return any(type(dim) is int and dim == 0 for dim in value.shape)
    return value is None or value == ""


def _is_neutral_item(value: Value) -> bool:
    return value is False or is_neutral(value)
