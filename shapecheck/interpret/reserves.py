"""Which calls leave a part of the steps for what comes after them, so that one long call does not hide all the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapecheck.interpret.frames import DEPTH_OF_ENTRIES

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

RESERVE = 16
"""This part of the steps that are left is kept for what comes after the call."""
LEVELS = 3
"""So deep below an entry of our own making calls keep it: what is given up is the innermost of them."""


def keeps_reserve(machine: Machine) -> bool:
    """Whether the call that is made now does. What the code itself calls is followed as far as it goes: it may change
    what functions find that are entered later."""
    depth = len(machine.stack) - DEPTH_OF_ENTRIES
    return 0 <= depth < LEVELS and not machine.entering.is_definite


def reserve(steps: int) -> int:
    """What a call keeps of the steps that are left."""
    return steps // RESERVE


def fits(used: int, left: int) -> bool:
    """Whether what took so many steps takes no more than are left, whatever part of them its calls keep."""
    for _ in range(LEVELS + 1):  # one more for a call into a package
        left -= reserve(left)
    return used < left
