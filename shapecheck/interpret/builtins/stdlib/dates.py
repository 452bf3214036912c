"""datetime: objects of which the numbers and texts have known types. https://docs.python.org/3/library/datetime.html"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from shapecheck.interpret.builtins.classes import CLASSES
from shapecheck.interpret.builtins.hierarchy import inert_class
from shapecheck.interpret.builtins.stdlib.inert import methods
from shapecheck.interpret.builtins.tables import Namespace, native_function, words
from shapecheck.values import ClassMethodValue, ClassValue, Instance, NativeFunction, PropertyValue, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

DATETIME = Namespace("datetime")
RANGES = {
    "year": (1, 9999), "month": (1, 12), "day": (1, 31), "hour": (0, 23), "minute": (0, 59), "second": (0, 59),
    "microsecond": (0, 999_999), "days": (None, None), "seconds": (0, 86_399), "microseconds": (0, 999_999),
}  # fmt: skip
"""The least and the greatest number that each attribute may be."""
OF_DATES, OF_TIMES = "year month day", "hour minute second microsecond"
MADE_BY = "now today utcnow fromtimestamp utcfromtimestamp fromisoformat fromordinal strptime combine"


def _number(name: str) -> PropertyValue:
    def get(machine: Machine, receiver: Value) -> Value:
        return machine.path.fresh(name, *RANGES[name])

    return PropertyValue(native_function(f"datetime.{name}", get))


def _class(name: str, numbers: str, base: ClassValue) -> ClassValue:
    cls = DATETIME[name] = inert_class(name, "datetime", base)
    cls.namespace.update((number, _number(number)) for number in words(numbers))
    methods(cls, "str", "isoformat strftime ctime tzname")
    methods(cls, "bool", "__lt__ __le__ __gt__ __ge__")
    return cls


def _making(name: str, cls: ClassValue) -> NativeFunction:
    def call(machine: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
        return Instance(cls, machine.site)

    return NativeFunction(f"datetime.{name}", call)


def _difference(cls: ClassValue) -> Callable[[Machine, list[Value], dict[str, Value]], Value]:
    """A date without a while is a date, without another date a while."""

    def call(machine: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
        other = args[-1]
        if not isinstance(other, Instance):
            return machine.unknown("a date or a time between two")
        return Instance(cls if other.cls is TIMEDELTA else TIMEDELTA, machine.site)

    return call


TIMEDELTA = _class("timedelta", "days seconds microseconds", CLASSES["object"])
methods(TIMEDELTA, "float", "total_seconds")
DATE = _class("date", OF_DATES, CLASSES["object"])
TIME = _class("time", OF_TIMES, CLASSES["object"])
DATE_AND_TIME = _class("datetime", OF_TIMES, DATE)
methods(DATE, "int", "weekday isoweekday toordinal")
methods(DATE_AND_TIME, "float", "timestamp")
for _cls in (DATE, DATE_AND_TIME):
    for _name in words(MADE_BY):
        _cls.namespace[_name] = ClassMethodValue(_making(_name, _cls))
    _cls.namespace["__add__"] = _cls.namespace["__radd__"] = _making("__add__", _cls)
    _cls.namespace["__sub__"] = NativeFunction("datetime.__sub__", _difference(_cls))
for _cls in (DATE, TIME, DATE_AND_TIME):
    _cls.namespace["replace"] = _cls.namespace["astimezone"] = _making("replace", _cls)
DATE_AND_TIME.namespace["date"] = _making("date", DATE)
DATE_AND_TIME.namespace["time"] = _making("time", TIME)
