"""The groups of parameters of an optimizer, and its state. https://docs.pytorch.org/docs/2.13/optim.html#per-parameter-options"""

from __future__ import annotations

from typing import Any

from shapecheck.rules.kinds import settled
from shapecheck.rules.run import Run
from shapecheck.values import DictValue, IteratorValue, ListValue, Opaque, Tensor, Unknown, Value

PARAMS = "params"


def parameter_groups(run: Run, params: Any, defaults: Any) -> ListValue:
    """One group of all that is passed; or so many groups, each with options of its own before the defaults."""
    if type(settled(params)) is Opaque:
        return _of_some(run, _any_parameters(run), defaults)
    given = _listed(run, params)
    if given.items is None:
        group = settled(given.element)
        if isinstance(group, DictValue):
            return ListValue(None, _group(run, group, defaults), given.length)
        if isinstance(group, Unknown):
            return _of_some(run, group, defaults)
    elif given.items and all(isinstance(settled(item), DictValue) for item in given.items):
        return ListValue([_group(run, settled(item), defaults) for item in given.items])
    return ListValue([DictValue(_options(defaults, {PARAMS: given}), True)])


def _of_some(run: Run, params: Value, defaults: Any) -> ListValue:
    """Groups of what may be parameters or groups of some."""
    return ListValue(None, DictValue(_options(defaults, {PARAMS: params}), True), run.path.fresh("groups", 1))


def _any_parameters(run: Run) -> ListValue:
    """Tensors of a shape of its own each."""
    star = run.path.fresh_star("param", 0)
    run.path.each[star.name] = None
    parameter = Tensor((star,), None, run.ctx.site)
    parameter.is_parameter = True
    return ListValue(None, parameter, run.path.fresh("length", 0))


def states(run: Run) -> Value:
    """`defaultdict(dict)`: a dict for each parameter, which the optimizer of whoever writes one fills."""
    ctx = run.ctx
    return ctx.call(ctx.named("collections.defaultdict"), [ctx.named("builtins.dict")], {})


def add_group(run: Run, groups: Any, group: Any, defaults: Any) -> None:
    """`add_param_group`: one more at the end."""
    known, one = settled(groups), settled(group)
    if not isinstance(known, ListValue):
        return
    if known.items is None or not isinstance(one, DictValue):
        run.ctx.store.set_attr(known, "items", None)
        run.ctx.store.set_attr(known, "element", run.ctx.unknown("a group of an optimizer"))
        run.ctx.store.set_attr(known, "length", run.path.fresh("groups", 1))
        return
    run.ctx.store.set_attr(known, "items", [*known.items, _group(run, one, defaults)])


def _group(run: Run, given: DictValue, defaults: Any) -> DictValue:
    own = {**given.entries}
    if PARAMS in own:
        own[PARAMS] = _listed(run, own[PARAMS])
    return DictValue(_options(defaults, own), True)


def _options(defaults: Any, own: dict[Any, Value]) -> dict[Any, Value]:
    known = settled(defaults)
    return {**(known.entries if isinstance(known, DictValue) else {}), **own}


def _listed(run: Run, params: Any) -> ListValue:
    """A list of its own, of what an iterator has left, too."""
    value = settled(params)
    if isinstance(value, tuple):
        return ListValue(list(value))
    if isinstance(value, IteratorValue) and value.items is not None:
        left = value.items[value.position :]
        run.ctx.store.set_attr(value, "position", len(value.items))
        return ListValue(left)
    if isinstance(value, ListValue) and value.items is not None:
        return ListValue(list(value.items))
    if isinstance(value, (ListValue, IteratorValue)):
        length = value.length if value.length is not None else run.path.fresh("length", 0)
        return ListValue(None, value.element, length)
    cause = value if isinstance(value, Unknown) else run.ctx.unknown("the parameters of an optimizer")
    return ListValue(None, cause, run.path.fresh("length", 0))
