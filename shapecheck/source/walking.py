"""Walks over the IR that do not run anything."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import wraps
from typing import NamedTuple, TypeGuard, TypeVar

from shapecheck.source import ir

Node = TypeVar("Node")
Answer = TypeVar("Answer")
_MOST_KNOWN = 5_000


def once_per_node(ask: Callable[[Node], Answer]) -> Callable[[Node], Answer]:
    """What is asked of a piece of IR is kept by its identity: a node never changes, but compares by its content."""
    known: dict[int, tuple[Node, Answer]] = {}

    @wraps(ask)
    def asked(node: Node) -> Answer:
        kept = known.get(id(node))
        if kept is not None:
            return kept[1]
        answer = ask(node)
        if len(known) >= _MOST_KNOWN:
            known.clear()
        known[id(node)] = node, answer
        return answer

    return asked


WAITING = frozenset({"suppress", "raises", "assertRaises", "assertRaisesRegex", "assertWarns", "assertWarnsRegex"})
"""What is in the block of such a manager, or in a function that is passed to it, may fail, and mostly is to."""


def waits_for_errors(call: ir.Expression) -> bool:
    """Whether an expression is a call of `pytest.raises` or its like."""
    return isinstance(call, ir.Call) and last_name(call.func) in WAITING


def last_name(node: object) -> str:
    """`c` of `c` and of `a.b.c`; empty where there is none."""
    return node.id if isinstance(node, ir.Name) else node.attr if isinstance(node, ir.Attribute) else ""


def own_statements(body: Sequence[ir.Statement]) -> Iterator[ir.Statement]:
    """The statements of a body and of its blocks; not those of functions and classes that it defines."""
    for node in body:
        yield node
        if type(node) in _COMPOUND:
            for block in blocks_of(node):
                yield from own_statements(block)


_COMPOUND = frozenset({ir.If, ir.For, ir.While, ir.Try, ir.With, ir.Match})
"""The statements that have blocks which run where they stand."""


def blocks_of(statement: ir.Statement) -> Iterator[Sequence[ir.Statement]]:
    """The blocks inside of a statement."""
    for field in ("body", "orelse", "finalbody"):
        yield getattr(statement, field, ())
    for part in (*getattr(statement, "handlers", ()), *getattr(statement, "cases", ())):
        yield part.body


def assigned_attributes(function: ir.FunctionDef) -> Iterator[str]:
    """The attributes of its first parameter that a function assigns, or sets by name: `self.register_buffer("mask",
    mask)`, `setattr(self, "mask", mask)`."""
    if not function.params:
        return
    receiver = function.params[0].name
    for node in own_statements(function.body):
        targets: tuple[ir.Expression, ...] = ()
        if isinstance(node, ir.Assign):
            targets = node.targets
        elif isinstance(node, (ir.AugAssign, ir.AnnAssign)):
            targets = (node.target,)
        elif isinstance(node, ir.Expr) and isinstance(node.value, ir.Call):
            yield from _set_by_name(node.value, receiver)
        for target in targets:
            for part in ir.bound_targets(target):
                if is_attribute_of(part, receiver):
                    yield part.attr


REGISTERING = frozenset({"add_module", "register_buffer", "register_module", "register_parameter"})


def _set_by_name(call: ir.Call, receiver: str) -> Iterator[str]:
    args: Sequence[ir.Expression] = call.args
    if is_attribute_of(call.func, receiver) and last_name(call.func) in REGISTERING:
        name = args[:1]
    elif last_name(call.func) in ("setattr", "__setattr__") and args and last_name(args[0]) == receiver:
        name = args[1:2]
    else:
        return
    yield from (part.value for part in name if isinstance(part, ir.Constant) and isinstance(part.value, str))


@once_per_node
def given_attributes(statement: ir.Statement) -> frozenset[str]:
    """The attributes that the code in a statement gives to objects from outside, or whose items it changes there:
    `model.rnn.batch_size = n`, `state.log.append(x)`. What a method gives to its own object is none."""
    return frozenset(_given((statement,), in_class=False, own=""))


def _given(body: Sequence[ir.Statement], in_class: bool, own: str) -> Iterator[str]:
    places: Iterable[object]
    for node in own_statements(body):
        places = ()
        if isinstance(node, ir.ClassDef):
            yield from _given(node.body, True, "")
        elif isinstance(node, ir.FunctionDef):
            yield from _given(node.body, False, node.params[0].name if in_class and node.params else own)
        elif isinstance(node, (ir.Assign, ir.AugAssign)):
            targets = node.targets if isinstance(node, ir.Assign) else (node.target,)
            places = (target.value if isinstance(target, ir.Subscript) else target for target in targets)
        elif isinstance(node, ir.Expr) and isinstance(node.value, ir.Call) and last_name(node.value.func) in GROWING:
            places = (getattr(node.value.func, "value", None),)
        for place in places:
            if isinstance(place, ir.Attribute) and not is_attribute_of(place, own):
                yield place.attr


def counted_attributes(function: ir.FunctionDef) -> Iterator[str]:
    """Those that it adds to what they are: `self.step += 1`."""
    for node in own_statements(function.body) if function.params else ():
        if isinstance(node, ir.AugAssign) and is_attribute_of(node.target, function.params[0].name):
            yield node.target.attr


def is_attribute_of(node: object, name: str) -> TypeGuard[ir.Attribute]:
    """Whether it is `name.anything`."""
    return isinstance(node, ir.Attribute) and isinstance(node.value, ir.Name) and node.value.id == name


GROWING = frozenset({
    "add", "append", "appendleft", "clear", "discard", "extend", "insert", "pop", "popitem", "popleft", "remove",
    "setdefault", "update",
})  # fmt: skip
"""The methods of Python's containers that change them."""


def filled_attributes(function: ir.FunctionDef) -> Iterator[str]:
    """The attributes of its first parameter whose items, or items of these, a function changes: `self.bank.append(x)`,
    `self.stats["loss"].append(x)`."""
    if not function.params:
        return
    receiver = function.params[0].name
    for node in nodes_in(function.body):
        if isinstance(node, ir.Call) and isinstance(node.func, ir.Attribute) and node.func.attr in GROWING:
            containers: tuple[object, ...] = (node.func.value,)
        elif isinstance(node, (ir.Assign, ir.Delete)):
            containers = tuple(target.value for target in node.targets if isinstance(target, ir.Subscript))
        elif isinstance(node, ir.AugAssign) and isinstance(node.target, ir.Subscript):
            containers = (node.target.value,)
        else:
            continue
        for part in containers:
            while isinstance(part, ir.Subscript):
                part = part.value
            if is_attribute_of(part, receiver):
                yield part.attr


@once_per_node
def changed_in_place(function: ir.FunctionDef) -> frozenset[str]:
    """The attributes of whatever object of which a function calls a method that changes a tensor: `self.count.add_(1)`,
    `self.done.data.copy_(x)`."""
    found: set[str] = set()
    for node in nodes_in(function.body):
        if isinstance(node, ir.Call) and isinstance(node.func, ir.Attribute) and node.func.attr.endswith("_"):
            part = node.func.value
            while isinstance(part, (ir.Attribute, ir.Subscript)):
                found |= {part.attr} if isinstance(part, ir.Attribute) else set()
                part = part.value
    return frozenset(found)


class SelfUse(NamedTuple):
    """What a method does with the attributes of its first parameter: which it assigns, which of these by `+=` and the
    like, and whose items it changes; and all that it mentions of whatever object, and what of that it calls."""

    assigned: tuple[str, ...]
    counted: tuple[str, ...]
    filled: tuple[str, ...]
    mentioned: frozenset[str]
    called: frozenset[str]


def use_of_self(function: ir.FunctionDef) -> SelfUse:
    """One walk's worth of knowledge about a method."""
    return SelfUse(
        tuple(assigned_attributes(function)),
        tuple(counted_attributes(function)),
        tuple(filled_attributes(function)),
        attributes_in(function),
        called_attributes(function),
    )


def assigned_names(body: Sequence[ir.Statement]) -> set[str]:
    """The names that the statements of a body bind by assignment or as targets of loops."""
    out: set[str] = set()
    for node in own_statements(body):
        if isinstance(node, ir.Assign):
            out |= _bound(node.targets)
        elif isinstance(node, (ir.AugAssign, ir.AnnAssign, ir.For)):
            out |= _bound((node.target,))
    return out


@once_per_node
def names_of_rounds(function: ir.FunctionDef) -> frozenset[str]:
    """The names that the loops of a function, and its comprehensions, bind anew in each round."""
    found: set[str] = set()
    for node in nodes_in(function.body):
        if isinstance(node, (ir.For, ir.While)):
            found |= assigned_names((node,))
        elif isinstance(node, ir.For_):
            found |= _bound((node.target,))
    return frozenset(found)


def _bound(targets: Sequence[ir.Expression]) -> set[str]:
    out: set[str] = set()
    for target in targets:
        if isinstance(target, ir.Name):
            out.add(target.id)
        elif isinstance(target, (ir.Tuple, ir.List)):
            out |= _bound(target.elts)
        elif isinstance(target, ir.Starred):
            out |= _bound((target.value,))
    return out


@once_per_node
def names_in(node: object) -> frozenset[str]:
    """All names that occur in a piece of IR."""
    return frozenset(part.id for part in nodes_in(node) if isinstance(part, ir.Name))


@once_per_node
def attributes_in(node: object) -> frozenset[str]:
    """The names of all attributes that occur in a piece of IR."""
    return frozenset(part.attr for part in nodes_in(node) if isinstance(part, ir.Attribute))


def called_attributes(node: object) -> frozenset[str]:
    """The names of those that are called."""
    calls = (part for part in nodes_in(node) if isinstance(part, ir.Call))
    return frozenset(call.func.attr for call in calls if isinstance(call.func, ir.Attribute))


def nodes_in(node: object) -> Iterator[tuple[object, ...]]:
    """All parts of a piece of IR."""
    pending = [node]
    while pending:
        current = pending.pop()
        if isinstance(current, tuple) and not isinstance(current, ir.Span):
            yield current
            pending.extend(part for part in current if isinstance(part, tuple))


@once_per_node
def turns_off_autocast(function: ir.FunctionDef | ir.Lambda) -> bool:
    """Whether the function has `autocast(..., enabled=False)`: it is made to be called under one that is on."""
    calls = (part for part in nodes_in(function.body) if isinstance(part, ir.Call))
    casts = (call for call in calls if last_name(call.func) == "autocast")
    off = (one.value for call in casts for one in call.keywords if one.name == "enabled")
    return any(isinstance(value, ir.Constant) and value.value is False for value in off)


@once_per_node
def is_cut_short(loop: ir.For | ir.While) -> bool:
    """Whether a `break` or `return` may end the loop, or one inside of it, before its end."""
    return any(isinstance(part, (ir.Break, ir.Return)) for part in nodes_in(loop.body))


@once_per_node
def set_in_every_round(loop: ir.For) -> frozenset[str]:
    """The names that each round of a loop binds anew, where each is run to its end and no other follows than the next:
    what they hold behind the loop is of the last one."""
    if any(isinstance(part, (ir.Break, ir.Return, ir.Continue)) for part in nodes_in(loop.body)):
        return frozenset()
    bound = (_bound(part.targets) for part in loop.body if isinstance(part, ir.Assign))
    return frozenset(_bound((loop.target,)).union(*bound))


@once_per_node
def is_left(loop: ir.For | ir.While) -> bool:
    """Whether a `break` leaves the loop."""
    parts = list(nodes_in(loop.body))
    loops = [part for part in parts if isinstance(part, (ir.For, ir.While))]
    of_others = {id(part) for inner in loops for part in nodes_in(inner.body)}
    return any(isinstance(part, ir.Break) and id(part) not in of_others for part in parts)
