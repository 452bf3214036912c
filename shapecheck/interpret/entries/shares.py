"""How many steps the entries of a file may take: the code itself, entries of our own making, and its tests."""

from __future__ import annotations

from shapecheck.interpret.entries.definitions import TEST
from shapecheck.interpret.entries.pieces import Key
from shapecheck.values import FunctionValue, Value

ENTRY_SHARE = 4
"""An entry of our own making gets this fraction of the budget."""
OPTIONS_SHARE = 4
"""The run of a script with the defaults of its command line gets this fraction: it is the script itself."""
FILE_SHARES = 6
"""So many of these shares a file has for all but its tests. The last of them is kept for entries of our own making,
whatever the code itself takes."""
OWN_SHARES = 4
"""So many of them the entries of our own making in one file have together."""
SHARES_OF_CLASSES = 2
"""So many of them the functions leave to the classes: a file may have hundreds of functions that build whole models."""
BUDGETS_OF_TESTS = 3
"""The tests of a file have so many whole budgets: they are programs that a runner runs, once for each combination of
their parameters, and one that is not followed to its end says nothing."""
PART_OF_TESTS = 4
"""One test may take this fraction of what is left to all of them, and at least as much as any other function."""


class Shares:
    """What is left of the steps of one file."""

    def __init__(self, budget: int) -> None:
        self.budget = budget
        self.share = budget // ENTRY_SHARE
        self._all = FILE_SHARES * self.share
        self._own = OWN_SHARES * self.share
        self._tests = BUDGETS_OF_TESTS * budget

    def most(self, key: Key) -> int:
        """What one entry may take if nothing else has been entered."""
        return self.budget if _is_test(key) else self.share

    def left_to_code(self) -> int:
        """What is left to the file's own code, as it runs."""
        return max(0, self._all - self.share)

    def left(self, key: Key) -> int:
        """What all before it have left to an entry."""
        if not _is_test(key):
            return max(0, min(self._own, self._all))
        return max(self._tests // PART_OF_TESTS, min(self._tests, self.share))

    def charge_code(self, steps: int) -> None:
        self._all -= steps

    def charge(self, key: Key, steps: int) -> None:
        if _is_test(key):
            self._tests -= steps
        else:
            self._own -= steps
            self._all -= steps

    def are_for_classes(self, function: Value) -> bool:
        """Whether what is left to this function belongs to the classes."""
        if isinstance(function, FunctionValue) and function.name.startswith(TEST):
            return False
        return self._own < SHARES_OF_CLASSES * self.share


def _is_test(key: Key) -> bool:
    """By the name of what is entered, which ends its key."""
    name = key[-1]
    return isinstance(name, str) and name.rpartition(".")[2].startswith(TEST)
