"""The limits of the process while analyses run, and after them."""

from __future__ import annotations

import sys
import threading

import pytest

from shapecheck.source.deep_stack import RECURSION_LIMIT, in_deep_stack


def test_two_at_once_leave_the_limits_as_they_were() -> None:
    """The second begins before the first ends and ends after it."""
    before = sys.getrecursionlimit(), threading.stack_size()
    is_in, may_end = threading.Event(), threading.Event()
    seen: list[int] = []

    def second() -> None:
        is_in.set()
        may_end.wait(60)
        seen.append(sys.getrecursionlimit())

    other = threading.Thread(target=lambda: in_deep_stack(second))

    def first() -> None:
        other.start()
        assert is_in.wait(60)

    in_deep_stack(first)
    may_end.set()
    other.join(60)
    assert seen == [RECURSION_LIMIT]
    assert (sys.getrecursionlimit(), threading.stack_size()) == before


def test_an_error_goes_to_the_caller_and_the_limits_back() -> None:
    before = sys.getrecursionlimit()

    def fail() -> None:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        in_deep_stack(fail)
    assert sys.getrecursionlimit() == before
