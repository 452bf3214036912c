"""Asserts of the analysed program: `assert`, `torch._check`, and `raise` under a condition on sizes.

Each is an obligation: proved, impossible, not proved by what is declared (with a counterexample), or a
precondition of the function.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from shapecheck.interpret.declarations import checking
from shapecheck.interpret.declarations.declared import breaks_here, only_bounds, shown, speaks_of_declared
from shapecheck.interpret.declarations.supposing import is_instance_test, suppose
from shapecheck.interpret.language import branches, classes, guards, narrowing
from shapecheck.interpret.language.dispatch import evaluate
from shapecheck.interpret.obligations import can_happen, guard_of, overhear
from shapecheck.interpret.operands import expression_text
from shapecheck.interpret.record import ASSERTION, Finding, Precondition
from shapecheck.interpret.signals import Flow, PythonError
from shapecheck.rules.context import Message, Rejected
from shapecheck.source import ir
from shapecheck.source.walking import assigned_names, attributes_in, names_in, nodes_in, own_statements
from shapecheck.symbolic import Cond, Expr, Formula, eq, not_, substitute, symbol, symbols_of
from shapecheck.values import Instance, Tensor, TypeExpression, Value, is_plain
from shapecheck.values.path import UNIQUE

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

_FORMATTED = re.compile(r"""[fF][rR]?(['"])([^'"\n]*)\1""")
SILENT = (
    "NotImplementedError", "StopIteration", "KeyboardInterrupt", "SystemExit", "ImportError", "AttributeError",
    "OSError",
)  # fmt: skip
"""Errors that say nothing of the arguments of a call, but of the code around it or of the machine."""
SHAPE_PROPERTIES = frozenset({"shape", "ndim"})
SHAPE_METHODS = frozenset({"size", "dim", "numel", "ndimension", "nelement"})


def execute_assert(machine: Machine, node: ir.Assert) -> Flow:
    """assert test, message"""
    if _assert_instance(machine, node.test):
        return None
    value = branches.tested(machine, node.test)
    machine.frame.span = node.span
    if machine.condition(value) is None:
        narrowing.assume_truth(machine, node.test)
        suppose(machine, node.test, True)
        return None

    def said() -> str:
        text = machine.string(evaluate(machine, node.msg)) if node.msg is not None else None
        if text is None and node.msg is not None:
            text = _template(machine, node.msg)
        detail = _compared(machine, node.test)
        machine.frame.span = node.span
        return f"{detail} ({text})" if detail and text else detail or text or ""

    if not machine.frame.module.stand_ins.isdisjoint(names_in(node.test)) and machine.condition(value) is False:
        return None  # a package is missing here, which is no matter of shapes
    check(machine, value, said, "AssertionError", node.test)
    return None


def check(machine: Machine, value: Value, said: Message, error: str, test: ir.Expression | None = None) -> None:
    """The obligation that the value is true; a PythonError where it never is. `said` is its own text."""
    cond = machine.condition(value)
    if cond is None:
        return
    if machine.path.decide(cond) is False:
        raise _failure(machine, cond, said, error, test)

    def message() -> str:
        text = said if isinstance(said, str) else said()
        return f"{cond} is asserted" + (f": {text}" if text else "")

    with machine.obliging(ASSERTION):
        machine.require(cond, message)


def _is_doubtful(machine: Machine) -> bool:
    """Whether it is not sure that a check is met, and in this state: with another package there it may be another."""
    return machine.is_doubtful or machine.lacks_branches


def _failure(machine: Machine, cond: Cond, said: Message, error: str, test: ir.Expression | None) -> PythonError:
    """The error of an assert that always fails.

    About declared sizes, or if it asks for a shape, it is reported at once. Else it is reported of a call that the code
    itself makes, with arguments of its own (see `Entries`): a plain `assert False` says that nobody should come here.
    """
    text = said if isinstance(said, str) else said()
    shown_text = "this assert fails for every input that reaches it" + (f": {text}" if text else "")
    finding = Finding(ASSERTION.impossible, shown_text, machine.sites(), (), None, _is_doubtful(machine))
    raised = classes.make_exception(machine, machine.builtin_class(error), [])
    sizes: Sequence[Expr | Formula] = [cond] if isinstance(cond, Formula) else _compared_sizes(machine, test)
    is_about_shapes = asks_for_shape(test) or _names_sizes(machine, test)
    is_about_shapes = is_about_shapes or speaks_of_declared(machine, sizes or _tensor_sizes(machine, test))
    if cond is False and _holds_of_none(machine, test):
        return PythonError(raised)
    if is_about_shapes and 0 < machine.trial_depth == len(machine.first_rounds):
        overhear(machine, lambda: finding)
    is_awaited = machine.trial_depth or machine.regions_that_catch()
    is_guarded = machine.is_in_open_branch  # the author knows when it is taken: hardly with these sizes
    if not is_about_shapes and not guards.is_callers(machine, test):
        return PythonError(raised)
    if not is_about_shapes or is_awaited or is_guarded or not can_happen(machine):
        return PythonError(raised, finding)
    machine.record.findings.append(finding)
    machine.record.obligations["impossible"] += 1
    return PythonError(raised)


def asks_for_shape(test: ir.Expression | None) -> bool:
    """Whether an expression reads the shape of a tensor, as far as its text tells: `x.shape[1]`, `x.dim()`."""
    called = [part.func for part in nodes_in(test) if isinstance(part, ir.Call)]
    methods = {function.attr for function in called if isinstance(function, ir.Attribute)}
    return not (SHAPE_PROPERTIES.isdisjoint(attributes_in(test)) and SHAPE_METHODS.isdisjoint(methods))


def _names_sizes(machine: Machine, test: ir.Expression | None) -> bool:
    """The same of names that the function has given to sizes, and to nothing else: `_, c, h, w = x.shape`."""
    names, function = names_in(test), machine.frame.function
    if function is None or isinstance(function.node, ir.Lambda):
        return False
    of_sizes, of_others = set[str](), set[str]()
    for statement in own_statements(function.node.body):
        reads = isinstance(statement, ir.Assign) and asks_for_shape(statement.value)
        (of_sizes if reads else of_others).update(names & assigned_names([statement]))
    return not of_sizes <= of_others


def _template(machine: Machine, node: ir.Expression) -> str | None:
    """`widths differ: {a} and {b}`: the source of a formatted text of which not all values are known."""
    found = _FORMATTED.fullmatch(machine.world.files.text_of(machine.frame.file, node.span))
    return None if found is None else found[2]


def _compared_sizes(machine: Machine, test: ir.Expression | None) -> list[Expr | Formula]:
    """The symbolic operands of a comparison that is plainly false."""
    return [operand for operand in _operands(machine, test) if isinstance(operand, Expr)]


def _operands(machine: Machine, test: ir.Expression | None) -> list[Value]:
    """The operands of a comparison; none of another test."""
    if not isinstance(test, ir.Compare):
        return []
    span = machine.frame.span
    operands = [evaluate(machine, operand) for operand in (test.left, *test.comparators)]
    machine.frame.span = span
    return operands


def _holds_of_none(machine: Machine, test: ir.Expression | None) -> bool:
    """Whether a number that is taken for a size, 1 or more, is a rank or something else, which may be 0, and the
    equality holds then: `x.dim() == 2 + n`."""
    operands = _operands(machine, test) if isinstance(test, ir.Compare) and test.ops == ("==",) else []
    for number, size in (operands, operands[::-1]) if len(operands) == 2 else ():
        if isinstance(number, int) and isinstance(size, Expr):
            from_none = {one: symbol(f"{one.name}_from_0", 0) for one in symbols_of(size)}
            return eq(substitute(size, from_none), number) is not False
    return False


def _tensor_sizes(machine: Machine, test: ir.Expression | None) -> list[Expr | Formula]:
    """The sizes of the tensors that a comparison names: `x.dim() == 4` speaks of the rank that they make up."""
    if not isinstance(test, ir.Compare):
        return []
    values = [machine.frame.scope.variables.get(name) for name in sorted(names_in(test))]
    shapes = [machine.path.resolve(value.shape) for value in values if isinstance(value, Tensor)]
    if not all(map(is_plain, shapes)):
        return []
    return [dim for shape in shapes for dim in shape if isinstance(dim, Expr)]


def _compared(machine: Machine, test: ir.Expression) -> str:
    """`d % heads == 0` is false: `d % heads` is 1: the sides of the comparison with their values."""
    if not isinstance(test, ir.Compare) or len(test.ops) != 1:
        return ""
    left, right = (_shown(machine, evaluate(machine, side)) for side in (test.left, test.comparators[0]))
    if left is None or right is None:
        return ""
    nodes = (test, test.left, *test.comparators)
    whole, *sides = (machine.world.files.text_of(machine.frame.file, node.span) for node in nodes)
    told = [f"`{side}` is {value}" for side, value in zip(sides, (left, right)) if side != UNIQUE.sub("", value)]
    return f"`{whole}` is false" + (f": {' and '.join(told)}" if told else "")


def _shown(machine: Machine, value: Value) -> str | None:
    return str(machine.path.simplify(value)) if isinstance(value, Expr) else machine.string(value)


def _assert_instance(machine: Machine, test: ir.Expression) -> bool:
    """`assert isinstance(x, Float[Tensor, "b c"])` declares the shape of x; False of any other assert."""
    if not is_instance_test(test):
        return False
    assert isinstance(test, ir.Call)
    cls = evaluate(machine, test.args[1])
    if not isinstance(cls, TypeExpression):
        return False
    value = evaluate(machine, test.args[0])
    machine.frame.span = test.span
    try:
        return checking.assert_instance(machine, value, cls, f"`{expression_text(test.args[0])}`")
    except Rejected:
        raise machine.error("AssertionError") from None


# -------------------------------------------------------------------- raise


def execute_raise(machine: Machine, node: ir.Raise) -> Flow:
    """raise error: an obligation that the conditions that lead here do not all hold."""
    handled = machine.frame.handled
    if node.exc is None:
        raise PythonError(machine.unknown("re-raised")) if handled is None else handled
    value = evaluate(machine, node.exc)
    machine.frame.span = node.span
    value = classes.as_exception(machine, value)
    if not isinstance(value, Instance) or any(classes.exception_is(machine, value, name) for name in SILENT):
        raise PythonError(value)
    if handled is not None and classes.exception_is(machine, handled.value, "ImportError"):
        raise PythonError(value)  # of what is not found here, too
    if machine.frame.scope.parent is None and machine.frame.module.stand_ins:
        raise PythonError(value)  # a module that does not go on without what is not found here
    args = value.attrs.get("args")
    message = machine.string(args[0]) if isinstance(args, tuple) and args else None
    if message is None and isinstance(node.exc, ir.Call) and node.exc.args:
        message = _template(machine, node.exc.args[0])
    text = f"{value.cls.name}: {message}" if message else value.cls.name
    _note_guard(machine, text)
    if not guards.is_told(machine, node, value.cls):
        raise PythonError(value)
    says = f"every path of this call raises {text}"
    finding = Finding(ASSERTION.impossible, says, machine.sites(), (), None, _is_doubtful(machine))
    raise PythonError(value, finding, bool(machine.first_rounds) and not guards.is_of_sizes(machine, node))


def _note_guard(machine: Machine, text: str) -> None:
    """What led here is what a caller has to avoid: reported if it is declared, else a precondition."""
    if machine.uncertain or machine.trial_depth or machine.regions_that_catch():
        return
    needed = {each.condition for each in machine.record.preconditions}
    guard = guard_of(machine.path.facts, needed)
    if not isinstance(guard, Formula):
        return
    passing = not_(guard)
    example = breaks_here(machine, guard)
    is_bound = example is not None and only_bounds(machine, passing)
    if example is not None:
        said = f"fails when {shown(machine, example, guard)}: raises {text}"
        sites = machine.sites()
        machine.record.findings.append(Finding(ASSERTION.unproved, said, sites, (), example, False, is_bound))
    machine.record.obligations["inferred" if example is None or is_bound else "unproved"] += 1
    if isinstance(passing, Formula):
        machine.record.preconditions.append(Precondition(passing, machine.site, f"raises {text}"))
