"""`try`: errors that are caught."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

from shapecheck.interpret.language import branches, classes, names
from shapecheck.interpret.language.dispatch import evaluate, execute_block
from shapecheck.interpret.language.path_joins import Alternative, join_paths
from shapecheck.interpret.obligations import guard_of
from shapecheck.interpret.signals import DeadPath, Flow, PythonError, Raised, Region
from shapecheck.source import ir
from shapecheck.source.walking import last_name, own_statements
from shapecheck.values import BIRTHS, ClassValue, Unknown

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

SHAPE_ERRORS = ("RuntimeError", "Exception", "BaseException", "ValueError", "IndexError", "TypeError")
OPERATOR_ERRORS = ("RuntimeError", "IndexError", "ValueError", "TypeError")
ASSERT_ERRORS = ("AssertionError", "Exception", "BaseException")
OF_THE_MACHINE = ("memory", "cuda", "cudnn", "cublas", "nccl")
"""Words in the messages of errors that no shape is to blame for."""
IMPORT_ERRORS = ("ModuleNotFoundError", "ImportError", "Exception", "BaseException")


def execute_try(machine: Machine, node: ir.Try) -> Flow:
    """The body, its handlers joined with its normal end, and `finally` on every way out."""
    try:
        flow = _guarded(machine, node) if node.handlers else execute_block(machine, node.body)
    except (PythonError, DeadPath):
        if (final := execute_block(machine, node.finalbody)) is not None:
            return final
        raise
    final = execute_block(machine, node.finalbody)
    return flow if final is None else final


def _guarded(machine: Machine, node: ir.Try) -> Flow:
    store, path = machine.store, machine.path
    region = Region((Raised,), store.mark())
    region.takes_missing_imports = _catches(machine, node.handlers, IMPORT_ERRORS)
    base, uncertain, forked_at = path.snapshot(), machine.uncertain, next(BIRTHS)
    handlers = [handler for handler in node.handlers if not _gives_up(handler) or _is_taken(machine, handler)]
    types = [handler.type for handler in handlers if handler.type is not None]
    region.caught_names = frozenset(last_name(part) for one in types for part in ir.alternatives(one))
    catches = _catches(machine, handlers, SHAPE_ERRORS)
    region.awaited = tuple(
        name for name in OPERATOR_ERRORS if _catches(machine, handlers, (name, *SHAPE_ERRORS[1:3]))
    )
    machine.regions.append(region)
    catches_asserts = _catches(machine, handlers, ASSERT_ERRORS)
    machine.catching += catches
    machine.catching_asserts += catches_asserts
    error: PythonError | None = None
    flow: Flow = None
    try:
        with machine.supposing() if _is_check(machine, node) else nullcontext():
            flow = execute_block(machine, node.body)
    except PythonError as raised:
        error = raised
    finally:
        machine.catching -= catches
        machine.catching_asserts -= catches_asserts
        machine.regions.pop()
        machine.uncertain = uncertain
    is_missing = error is not None and error.is_missing_import
    if is_missing and region.exits and not machine.trusts_imports:  # the handlers wait for something else, too
        return _trusting(machine, region.mark, base, lambda: _guarded(machine, node))
    if not region.exits:
        if error is not None and is_missing:
            return _handle_missing(machine, node, error, region.mark, base)
        if error is not None:
            return _handle(machine, node, error)
        return execute_block(machine, node.orelse) if flow is None else flow
    return after_errors(
        machine, region, (base, forked_at), error,
        lambda: execute_block(machine, node.orelse) if flow is None else flow,
        lambda first: _handle(machine, node, first),
    )  # fmt: skip


def after_errors(
    machine: Machine, region: Region, before: tuple[Any, int], error: PythonError | None,
    after_body: Callable[[], Flow], handle: Callable[[PythonError], Flow],
) -> Flow:  # fmt: skip
    """What follows a body some paths of which have raised: its normal end, if it has one, joined with what takes the
    errors. `before` is what the path knew in front of the body, and the births until then."""
    store, path = machine.store, machine.path
    raised_paths = [Alternative(exit_.delta, exit_.knowledge, exit_.leaving) for exit_ in region.exits]
    if error is not None:
        raised_paths.append(Alternative(store.writes_since(region.mark), path.snapshot(), Raised(error)))
    normal = Alternative(store.take(region.mark), path.snapshot())
    base, forked_at = before
    path.restore(base)

    def behind_errors() -> Flow:
        first: Any = raised_paths[0].value
        for alternative in raised_paths:
            alternative.value = None
        join_paths(machine, raised_paths, None, forked_at)
        return handle(first.error)

    def behind_body() -> Flow:
        store.apply(normal.delta)
        path.restore(normal.knowledge)
        return after_body()

    sides = [behind_errors] if error is not None else [behind_body, behind_errors]
    result: Flow = branches.run_sides(machine, sides, None)
    return result


def _catches(machine: Machine, handlers: Sequence[ir.Handler], errors: tuple[str, ...]) -> bool:
    """Whether a handler takes one of these errors, or what nobody knows."""
    for handler in handlers:
        if handler.type is None:
            return True
        if any(_takes(machine, part, errors) for part in ir.alternatives(handler.type)):
            return True
    return False


def _takes(machine: Machine, part: ir.Expression, errors: tuple[str, ...]) -> bool:
    """The same of one class that a handler names. Classes of the code's own are none that an operator raises."""
    name = last_name(part)
    if name in errors:
        return True
    if name.endswith("Error"):
        return False
    found = names.found(machine, name) if isinstance(part, ir.Name) else None
    return found is None or not isinstance(found[0], ClassValue) or found[0].name in errors


def _gives_up(handler: ir.Handler) -> bool:
    """Whether a handler always ends in an error: it adds to the message, or tidies up. One that lets pass only what the
    machine is to blame for (`if "out of memory" in str(error): ... else: raise`) is as one of any other error."""
    return _ends_in_error(handler.body) or any(_lets_pass_the_machines(part) for part in handler.body)


def _is_taken(machine: Machine, handler: ir.Handler) -> bool:
    """Whether a handler around takes the error in which this one ends, by its name: `raise Skip from error`."""
    last = handler.body[-1]
    if not isinstance(last, ir.Raise) or last.exc is None:
        return False
    name = last_name(last.exc.func if isinstance(last.exc, ir.Call) else last.exc)
    return any(name in region.caught_names for region in machine.regions)


def _ends_in_error(body: Sequence[ir.Statement]) -> bool:
    leaves = (ir.Return, ir.Break, ir.Continue)
    is_raise = bool(body) and isinstance(body[-1], ir.Raise)
    return is_raise and not any(isinstance(part, leaves) for part in own_statements(body))


def _lets_pass_the_machines(node: ir.Statement) -> bool:
    if not isinstance(node, ir.If) or not isinstance(node.test, ir.Compare) or len(node.test.ops) != 1:
        return False
    text, how = node.test.left, node.test.ops[0]
    if how not in ("in", "not in") or not isinstance(text, ir.Constant) or not isinstance(text.value, str):
        return False
    is_of_machine = any(word in text.value.lower() for word in OF_THE_MACHINE)
    return is_of_machine and _ends_in_error(node.orelse if how == "in" else node.body)


def _is_check(machine: Machine, node: ir.Try) -> bool:
    """Whether the body asks, in a case that need not happen, what the code raises its own error for: like
    `if not fits: raise ValueError(...)`, it is no news."""
    explaining = [handler for handler in node.handlers if _gives_up(handler) and _raises_its_own(handler)]
    is_sure = not machine.uncertain and guard_of(machine.path.facts) is True
    return not is_sure and _catches(machine, explaining, SHAPE_ERRORS)


def _raises_its_own(handler: ir.Handler) -> bool:
    last = handler.body[-1]
    return isinstance(last, ir.Raise) and isinstance(last.exc, ir.Call)


def _handle_missing(machine: Machine, node: ir.Try, error: PythonError, mark: int, base: Any) -> Flow:
    """Handles the error of a package that is not found here. A handler that gives up says that the code is never run
    without the package: so it is there, and what it holds is unknown."""
    try:
        handling = machine.store.mark()
        flow = _handle(machine, node, error)
        _note_stand_ins(machine, handling)
        return flow
    except PythonError:
        flow = _trusting(machine, mark, base, lambda: execute_block(machine, node.body))
    return execute_block(machine, node.orelse) if flow is None else flow


def _trusting(machine: Machine, mark: int, base: Any, run: Callable[[], Flow]) -> Flow:
    """Runs it as if nothing had been run since the mark, and as if every package were there."""
    machine.store.undo(mark)
    machine.path.restore(base)
    machine.trusts_imports += 1
    try:
        return run()
    finally:
        machine.trusts_imports -= 1


def _note_stand_ins(machine: Machine, mark: int) -> None:
    module = machine.frame.module
    for container, name, _, _ in machine.store.writes_since(mark).writes.values():
        if container is module.namespace:
            module.stand_ins.add(name)


def _handle(machine: Machine, node: ir.Try, error: PythonError) -> Flow:
    """Runs the first handler that may take the error; the error goes on when none does."""
    for handler in node.handlers:
        if handler.type is not None:
            kind = evaluate(machine, handler.type)
            if (
                not isinstance(error.value, Unknown)
                and classes.is_instance(machine, error.value, kind) is False
            ):
                continue
        if handler.name is not None:
            names.store(machine, handler.name, error.value)
        frame, outer = machine.frame, machine.frame.handled
        frame.handled = error
        try:
            return execute_block(machine, handler.body)
        finally:
            frame.handled = outer
    raise error
