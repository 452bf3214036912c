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
from shapecheck.interpret.entries.pieces import NeverEntered
from shapecheck.interpret.methods import plain_function
from shapecheck.interpret.record import DECLARED, Record
from shapecheck.values import FunctionValue, ModuleValue

if TYPE_CHECKING:
    from shapecheck.interpret.entries.run import Entries

RANKS = (1, 2)


def run_star_ranks(entries: Entries, module: ModuleValue) -> None:
    """All functions and methods of the file that declare such a name."""
    status = entries.status
    for call in free_calls_of(entries.own):
        ranks = RANKS if _has_star(call) else ()
        for rank in ranks:
            if _fails_for(entries, module, call, rank):
                break
    entries.status = status


def _fails_for(entries: Entries, module: ModuleValue, call: FreeCall, rank: int) -> bool:
    """Runs it with so many dims in each `*name`; whether something fails then that is declared, or an operator."""
    body, share = partial(of_rank, rank, call.body), entries.shares.share
    run = partial(entries.run_alone, module, body, definite=False)
    try:
        piece = entries.piece_of(module, (*call.key, "rank", rank), share, run)
    except NeverEntered:
        return False
    record = Record()
    record.findings = [one for one in piece.record.findings if one.rule == DECLARED.unproved and not one.uncertain]
    entries.settle(piece, module, body, share, definite=False, record=record)
    return bool(record.findings)


def _has_star(call: FreeCall) -> bool:
    function = plain_function(call.function)
    signature = function.signature if isinstance(function, FunctionValue) else None
    forms: Iterable[Form] = signature.params.values() if isinstance(signature, Signature) else ()
    shapes = (shape for form in forms for shape in shapes_in(form))
    return any(dim.kind == "named" and dim.variadic for shape in shapes for dim in shape.dims)
