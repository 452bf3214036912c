"""A context for applying rules without the interpreter: obligations become facts, findings are collected."""

from __future__ import annotations

from typing import Any

from shapecheck.rules import Message, Registry, Rejected, Rule, StubClass
from shapecheck.symbolic import Cond
from shapecheck.values import (
    BoundMethod,
    Cause,
    ClassValue,
    Delta,
    DictValue,
    Instance,
    ListValue,
    Path,
    RuleFunction,
    Scalar,
    Star,
    Store,
    Tensor,
    Unknown,
    Value,
    held,
)


class PlainContext:
    """Enough of the interpreter for rules, stub classes and their instances."""

    site = None
    is_doubtful = False

    def __init__(self, registry: Registry) -> None:
        self.registry = registry
        self.path = Path()
        self.store = Store()
        self.findings: list[str] = []
        self.classes: dict[str, ClassValue] = {}

    def require(self, cond: Cond, message: Message) -> None:
        answer = self.path.decide(cond)
        if answer is False:
            raise self.reject(message)
        if answer is None:
            self.path.assume(cond)

    def suspect(self, cond: Cond, message: Message) -> None:
        return

    def reject(self, message: Message) -> Rejected:
        text = message if isinstance(message, str) else message()
        self.findings.append(text)
        return Rejected(text)

    def unknown(self, reason: str) -> Unknown:
        return Unknown(Cause(None, reason))

    def not_taken(self, reason: str) -> Unknown:
        return self.unknown(reason)

    def iterate(self, value: Value) -> list[Value] | None:
        if isinstance(value, ListValue):
            return value.items
        return list(value) if isinstance(value, tuple) else None

    def join(self, a: Value, b: Value, cond: Cond | None = None) -> Value:
        if a is b or (type(a) is type(b) and not isinstance(a, Tensor) and a == b):
            return a
        if isinstance(a, Tensor) and isinstance(b, Tensor):
            x, y = self.path.resolve(a.shape), self.path.resolve(b.shape)
            if x == y:
                return a
            if len(x) == len(y) and not any(isinstance(dim, Star) for dim in (*x, *y)):
                dims = [p if p is q or p == q else self.path.fresh("either", 0) for p, q in zip(x, y)]
                return Tensor(tuple(dims), a.dtype if a.dtype is b.dtype else None)
            return Tensor((self.path.fresh_star("either", 0),), None)
        return self.unknown("a join")

    def join_writes(self, a: Delta, b: Delta, cond: Cond | None = None) -> None:
        for place, (container, key, is_attribute, _) in {**a.writes, **b.writes}.items():
            before = held(container, key, is_attribute)
            x, y = (one.writes[place][3] if place in one.writes else before for one in (a, b))
            if isinstance(container, Tensor) and key == "shape":
                both: object = x if x == y else (self.path.fresh_star("either", 0),)
            else:
                both = self.join(x, y, cond)
            self.store.write(container, key, is_attribute, both)

    # ------------------------------------------------------------ objects

    def class_of(self, stub: StubClass) -> ClassValue:
        known = self.classes.get(stub.qualname)
        if known is not None:
            return known
        bases = [self.registry.find(base) for base in stub.bases]
        base_values = [self.class_of(base) for base in bases if isinstance(base, StubClass)]
        namespace: dict[str, Any] = {
            name: RuleFunction(rule.name, rule) for name, rule in stub.methods.items()
        }
        module, _, name = stub.qualname.rpartition(".")
        cls = ClassValue(name, module, base_values, {**stub.attributes, **namespace})
        for base in base_values:
            cls.mro += [b for b in base.mro if b not in cls.mro]
        self.classes[stub.qualname] = cls
        return cls

    def get_attribute(self, obj: Value, name: str) -> Value:
        assert isinstance(obj, Instance), (obj, name)
        if name in obj.attrs:
            return obj.attrs[name]
        found = obj.cls.lookup(name)
        if found is None:
            return True if name == "training" else self.unknown(f"no attribute {name}")
        value = found[0]
        return BoundMethod(value, obj) if isinstance(value, RuleFunction) else value

    def set_attribute(self, obj: Value, name: str, value: Value) -> None:
        assert isinstance(obj, Instance)
        self.store.set_item(obj.attrs, name, value)

    def named(self, name: str) -> Any:
        found = self.registry.find(name)
        return found if isinstance(found, StubClass) else self.unknown(f"no {name}")

    def call(self, function: Any, args: list[Value], kwargs: dict[str, Value]) -> Value:
        if isinstance(function, StubClass):
            instance = Instance(self.class_of(function))
            made = instance.cls.lookup("__init__")
            if made is not None:
                self.call(made[0], [instance, *args], kwargs)
            return instance
        if isinstance(function, BoundMethod):
            return self.call(function.function, [function.receiver, *args], kwargs)
        if isinstance(function, RuleFunction):
            rule: Rule = function.rule
            return rule.apply(self, args, kwargs)
        if isinstance(function, Instance):
            return self.call(self.get_attribute(function, "forward"), args, kwargs)
        return self.unknown("a call")


__all__ = ["DictValue", "PlainContext", "Scalar"]
