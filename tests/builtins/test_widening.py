"""Closed forms over the rounds of a loop."""

from __future__ import annotations

from shapecheck.interpret.language.widening import Rounds
from shapecheck.values import Tensor, Value
from tests.builtins.machines import make_machine


def test_a_form_that_would_be_less_than_nothing_is_given_up() -> None:
    """A size that a round makes smaller by one, over more rounds than it is large: the path goes on all the same."""
    machine = make_machine()
    variables: dict[str, Value] = {"left": Tensor((1,))}
    rounds = Rounds(machine, 3)
    widened = rounds.widen(variables["left"], Tensor((0,)))
    machine.store.set_item(variables, "left", widened)
    rounds.note(variables, "left", False, widened)
    rounds.settle(3)
    assert not machine.path.facts.contradictory
    left = variables["left"]
    assert isinstance(left, Tensor)
    assert machine.path.facts.bounds(left.shape[0]) == (0, None)
