"""The rules: what every operator takes, demands and gives, written in the stub language (`stubs/`)."""

from shapecheck.rules.compiler import ParameterInfo
from shapecheck.rules.context import Message, Rejected, RuleContext, Undecided
from shapecheck.rules.errors import StubProblem
from shapecheck.rules.folders import bundled_folder
from shapecheck.rules.registry import Registry, StubClass, load
from shapecheck.rules.results import NamedResult
from shapecheck.rules.rule import Rule

__all__ = [
    "Message",
    "NamedResult",
    "ParameterInfo",
    "Registry",
    "Rejected",
    "Rule",
    "RuleContext",
    "StubClass",
    "StubProblem",
    "Undecided",
    "bundled_folder",
    "load",
]
