"""What an editor keeps of the values that were put together before never changes what is said of a place."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from shapecheck.interpret.sightings import Called, Met, Sightings, United
from shapecheck.source.span import Span
from shapecheck.values import Site
from shapecheck.values.freeze import FrozenTensor

PLACE = Site("model.py", Span(1, 1, 1, 2))
VALUES = st.builds(FrozenTensor, st.tuples(st.integers(1, 3)), st.just("float32"))
CALLS = st.builds(Called, VALUES, st.sampled_from((PLACE, None)))


@st.composite
def met(draw: st.DrawFn) -> Met:
    """What one run met."""
    one = Met()
    for value in draw(st.lists(VALUES, max_size=2)):
        one.add(value)
    for call in draw(st.lists(CALLS, max_size=3)):
        one.add_call(call)
    return one


def together(runs: list[Met], united: United) -> Met:
    """What is said of the place after these runs."""
    sightings = Sightings(PLACE.path, united)
    for one in runs:
        sightings.add({PLACE: one})
    return sightings.at(PLACE)


@given(st.lists(st.lists(met(), max_size=12), min_size=2, max_size=4))
def test_what_is_kept_says_the_same(analyses: list[list[Met]]) -> None:
    kept: United = {}
    for runs in analyses:
        assert together(runs, kept) == together(runs, {})


@given(st.lists(met(), min_size=3, max_size=12), st.integers(1, 3))
def test_runs_that_go_on_keep_what_is_known_of_the_first(runs: list[Met], number: int) -> None:
    kept: United = {}
    whole = together(runs, kept)
    assert together(runs[:-number], kept) == together(runs[:-number], {})
    assert together(runs, kept) is whole
