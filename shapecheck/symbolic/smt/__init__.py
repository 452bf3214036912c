"""SMT-LIB programs: reading, models, redundant asserts, inputs for a wanted output."""

from shapecheck.symbolic.smt.analyse import Answer, analyse, as_json
from shapecheck.symbolic.smt.program import Assert, Program
from shapecheck.symbolic.smt.reader import read
from shapecheck.symbolic.smt.sexpr import SmtError

__all__ = ["Answer", "Assert", "Program", "SmtError", "analyse", "as_json", "read"]
