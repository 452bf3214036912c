"""What declares a `*name` is run once more with one dim in it, and with two: what is declared of any number of dims has
to hold of those, and where the rank is known more can be said. Asserts and errors of the code's own say which ranks
are meant."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

from shapecheck.interpret.declarations.forms import Form, shapes_in
from shapecheck.interpret.declarations.reading import Signature
from shapecheck.interpret.entries.free_calls import FreeCall, free_calls_of, of_rank
from shapecheck.interpret.entries.pieces import NeverEntered, Piece, places
from shapecheck.interpret.methods import plain_function
from shapecheck.interpret.record import DECLARED, Finding, Record
from shapecheck.values import FunctionValue, ModuleValue

if TYPE_CHECKING:
    from shapecheck.interpret.entries.run import Entries

RANKS = (1, 2)


def run_star_ranks(entries: Entries, module: ModuleValue) -> None:
    """All functions and methods of the file that declare such a name."""
    status = entries.status
    for call in free_calls_of(entries.own):
        if _has_star(call):
            _run_ranks(entries, module, call)
    entries.status = status


def _run_ranks(entries: Entries, module: ModuleValue, call: FreeCall) -> None:
    """What fails for one dim is told, else what fails for two. What fails for every size of one dim alone says that
    there have to be more: a lower bound, beside which the others are told, too."""
    share = entries.shares.share
    bodies = [partial(of_rank, rank, call.body) for rank in RANKS]
    pieces: list[Piece] = []
    for rank, body in zip(RANKS, bodies):
        run = partial(entries.run_alone, module, body, definite=False)
        try:
            pieces.append(entries.piece_of(module, (*call.key, "rank", rank), share, run))
        except NeverEntered:
            return
    first, second = (_told(piece) for piece in pieces)
    met = places(second)
    first = [one._replace(is_bound=one.is_bound and (one.rule, one.frames[:1]) not in met) for one in first]
    alone = [] if any(not one.is_bound for one in first) else [one._replace(is_bound=False) for one in second]
    for piece, body, findings in zip(pieces, bodies, (first, alone)):
        record = Record()
        record.findings = findings
        entries.settle(piece, module, body, share, definite=False, record=record)


def _told(piece: Piece) -> list[Finding]:
    return [one for one in piece.record.findings if one.rule == DECLARED.unproved and not one.uncertain]


def _has_star(call: FreeCall) -> bool:
    function = plain_function(call.function)
    signature = function.signature if isinstance(function, FunctionValue) else None
    forms: Iterable[Form] = signature.params.values() if isinstance(signature, Signature) else ()
    shapes = (shape for form in forms for shape in shapes_in(form))
    return any(dim.kind == "named" and dim.variadic for shape in shapes for dim in shape.dims)
