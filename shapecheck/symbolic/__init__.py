"""Integer expressions, conditions, facts and the prover. Knows nothing of tensors or Python source."""

from shapecheck.symbolic.choice import bcast, ite, max_, min_, minimum_parts, without_limit
from shapecheck.symbolic.division import ceildiv
from shapecheck.symbolic.expr import Dim, Expr, UndefinedError, prod, symbol, total
from shapecheck.symbolic.facts import Facts
from shapecheck.symbolic.formula import Cond, Formula, and_, eq, flag, ge, gt, le, lt, ne, not_, or_
from shapecheck.symbolic.interning import forget_results
from shapecheck.symbolic.parsing import parse, parse_condition
from shapecheck.symbolic.powers import power
from shapecheck.symbolic.prover import Prover, Status, Verdict
from shapecheck.symbolic.rounding import filled_up
from shapecheck.symbolic.traversal import evaluate, mentions, substitute, symbols_of
from shapecheck.symbolic.weights import is_too_heavy

__all__ = [
    "Cond",
    "Dim",
    "Expr",
    "Facts",
    "Formula",
    "Prover",
    "Status",
    "UndefinedError",
    "Verdict",
    "and_",
    "bcast",
    "ceildiv",
    "eq",
    "evaluate",
    "filled_up",
    "flag",
    "forget_results",
    "ge",
    "gt",
    "is_too_heavy",
    "ite",
    "le",
    "lt",
    "max_",
    "mentions",
    "min_",
    "minimum_parts",
    "ne",
    "not_",
    "or_",
    "parse",
    "parse_condition",
    "power",
    "prod",
    "substitute",
    "symbol",
    "symbols_of",
    "total",
    "without_limit",
]
