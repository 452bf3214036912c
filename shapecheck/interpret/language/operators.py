"""Operators: arithmetic on what is known, dunder methods of user classes, rules for tensors."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from shapecheck.interpret.builtins.mappings import is_counter, update
from shapecheck.interpret.builtins.numbers import (
    CONDITIONS,
    EXACT_COMPARISONS,
    Quotient,
    added,
    compared,
    divide,
    multiply,
)
from shapecheck.interpret.builtins.sets import combine_in_place
from shapecheck.interpret.builtins.tables import says
from shapecheck.interpret.language import (
    attributes,
    containment,
    numpy_arrays,
    orders,
    sizes,
    tensor_objects,
    tensors,
)
from shapecheck.interpret.language.escapes import escape
from shapecheck.symbolic import Cond, Dim, Expr, Formula, and_, ge, is_too_heavy, ne, not_, or_, power
from shapecheck.values import (
    NUMPY_ARRAY,
    TORCH_TENSOR,
    BoundMethod,
    ClassValue,
    DictValue,
    FunctionValue,
    Instance,
    ListValue,
    NativeFunction,
    Opaque,
    RuleFunction,
    Scalar,
    SetValue,
    Size,
    SizesValue,
    SomeDType,
    Tensor,
    TruthOrTruths,
    TupleOfMany,
    UnionValue,
    Unknown,
    UnknownSize,
    Value,
    is_truth,
    may_be_array,
)

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

MAX_BITS = 4_096
MAX_LENGTH = 65_536
MAX_POWER = 16
"""A larger power of a symbol is an int of its own."""

EXACT: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "//": operator.floordiv,
    "%": operator.mod, "**": operator.pow, "&": operator.and_, "|": operator.or_, "^": operator.xor,
    "<<": operator.lshift, ">>": operator.rshift, "@": operator.matmul,
}  # fmt: skip

DUNDERS = {
    "+": "add", "-": "sub", "*": "mul", "/": "truediv", "//": "floordiv", "%": "mod", "**": "pow", "@": "matmul",
    "&": "and", "|": "or", "^": "xor", "<<": "lshift", ">>": "rshift",
}  # fmt: skip

LOGICAL: dict[str, Callable[[Cond, Cond], Cond]] = {
    "&": and_, "|": or_, "^": lambda a, b: or_(and_(a, not_(b)), and_(not_(a), b)),
}  # fmt: skip

COMPARISONS = {"==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
SWAPPED = {"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}


def binary(machine: Machine, op: str, a: Value, b: Value) -> Value:
    """a op b"""
    a, b = _unwrapped(a), _unwrapped(b)
    if isinstance(a, (int, float)) and isinstance(b, (int, float)):
        return _exact(machine, op, a, b)
    if op == "*" and (isinstance(a, (tuple, ListValue)) or isinstance(b, (tuple, ListValue))):
        a, b = numpy_arrays.as_count(machine, a), numpy_arrays.as_count(machine, b)
    if (tensors.is_tensor(a) or tensors.is_tensor(b)) and not isinstance(a, str):
        if (
            tensor_objects.defines(a, f"__{DUNDERS[op]}__")
            or tensor_objects.defines(b, f"__r{DUNDERS[op]}__")
            or numpy_arrays.are_known(a, b)
        ):
            return _by_dunder(machine, op, a, b)
        return tensors.operator(machine, DUNDERS[op], a, b)
    if isinstance(a, UnionValue) or isinstance(b, UnionValue):
        return _over_unions(machine, a, b, lambda x, y: binary(machine, op, x, y))
    if isinstance(a, Unknown):
        return a
    if isinstance(b, Unknown):
        return b
    if isinstance(a, Opaque) or isinstance(b, Opaque):
        return _with_opaque(machine, op, a, b)
    if isinstance(a, Instance) or isinstance(b, Instance):
        return _by_dunder(machine, op, a, b)
    if op in LOGICAL and is_truth(a) and is_truth(b):
        return _logical(op, a, b)
    a, b = (machine.path.fresh("flag", 0, 1) if _is_unknown_bool(side) else side for side in (a, b))
    if isinstance(a, (Expr, int, Formula)) and isinstance(b, (Expr, int, Formula)):
        return _symbolic(machine, op, a, b)
    if _is_number(a) and _is_number(b):
        return _with_float(machine, op, a, b)
    return _of_containers(machine, op, a, b)


def _unwrapped(value: Value) -> Value:
    return value.bound if isinstance(value, Opaque) and value.bound is not None else value


def _is_unknown_bool(value: Value) -> bool:
    return isinstance(value, Scalar) and value.kind == "bool"


def _logical(op: str, a: Any, b: Any) -> Value:
    """& and | of bools, as conditions if both are."""
    if _is_unknown_bool(a) or _is_unknown_bool(b):
        return Scalar("bool")
    result: Value = LOGICAL[op](a, b)
    return result


def _is_number(value: Value) -> bool:
    return isinstance(value, (int, float, complex, Expr, Formula)) or (
        isinstance(value, Scalar) and value.kind in ("float", "bool", "complex")
    )


def _exact(machine: Machine, op: str, a: Any, b: Any) -> Value:
    if isinstance(a, int) and isinstance(b, int) and _bits(op, a, b) > MAX_BITS:
        return machine.unknown(f"a result of {op} too large to compute")
    try:
        result: Value = EXACT[op](a, b)
    except ZeroDivisionError:
        if op == "/" and isinstance(a + b, float) and not machine.regions_that_catch():
            return Scalar("float")  # it may be a number of NumPy's, which makes inf or nan of it
        raise machine.error("ZeroDivisionError", "division by zero") from None
    except (TypeError, ValueError, OverflowError):
        raise machine.error("TypeError", f"unsupported operand type(s) for {op}") from None
    return result


def _bits(op: str, a: int, b: int) -> int:
    """At most so many bits the result may have, of operators that make larger numbers of large ones."""
    if op == "**":
        return abs(b) * max(1, a.bit_length())
    if op == "<<":
        return a.bit_length() + b
    return a.bit_length() + b.bit_length() if op == "*" else 0


def _symbolic(machine: Machine, op: str, a: Any, b: Any) -> Value:
    a, b = (_as_int(machine, side) for side in (a, b))
    if isinstance(a, int) and isinstance(b, int):
        return _exact(machine, op, a, b)
    if op in ("+", "-", "*"):
        return _followed(machine, EXACT[op](a, b))
    if op == "**":
        return _power(machine, a, b)
    if op in ("//", "%", "/"):
        if b == 0:
            raise machine.error("ZeroDivisionError", "division by zero")
        if isinstance(b, Expr):
            machine.path.assume(ne(b, 0), machine.site)
        if op == "/":
            return divide(machine, a, b)
        return _followed(machine, EXACT[op](a, b))
    return machine.path.fresh("int", None)


def _followed(machine: Machine, result: Dim) -> Value:
    """A number that a loop has made of itself again and again is some number."""
    return machine.path.fresh("int", None) if is_too_heavy(result) else result


def _power(machine: Machine, a: Dim, b: Dim) -> Value:
    if isinstance(b, int) and (b < 0 or b <= MAX_POWER):
        return power(a, b) if b >= 0 else Scalar("float")
    if machine.path.decide(ge(b, 0)):
        return power(a, b) if isinstance(b, Expr) else machine.path.fresh("power", None)
    return machine.unknown("a power whose exponent may be negative")


def _as_int(machine: Machine, value: Any) -> Any:
    if isinstance(value, Formula):
        known = machine.path.decide(value)
        return machine.path.fresh("flag", 0, 1) if known is None else int(known)
    return machine.path.simplify(value) if isinstance(value, Expr) else int(value)


def _is_complex(value: Value) -> bool:
    return isinstance(value, complex) or isinstance(value, Scalar) and value.kind == "complex"


def _with_float(machine: Machine, op: str, a: Value, b: Value) -> Value:
    if _is_complex(a) or _is_complex(b):
        return Scalar("complex")
    if op == "*" and (isinstance(a, (Expr, Quotient)) or isinstance(b, (Expr, Quotient))):
        return multiply(a, b)
    if op == "/" and isinstance(a, (Expr, Quotient)):
        return divide(machine, a, b)
    if op in ("+", "-") and any(isinstance(side, (Expr, Quotient)) for side in (a, b)):
        return added(op, a, b)
    return Scalar("float")


def _over_unions(machine: Machine, a: Value, b: Value, run: Callable[[Value, Value], Value]) -> Value:
    """The operation on each member; members on which it raises would have ended their path."""
    from shapecheck.interpret.signals import PythonError

    results: list[Value] = []
    for x in a.members if isinstance(a, UnionValue) else (a,):
        for y in b.members if isinstance(b, UnionValue) else (b,):
            try:
                results.append(run(x, y))
            except PythonError:
                continue
    if not results:
        raise machine.error("TypeError", "unsupported operand types")
    return machine.one_of(results)


def _with_opaque(machine: Machine, op: str, a: Value, b: Value) -> Value:
    """Arithmetic on a parameter of unknown kind: an int for constructors, and where it divides a size without a rest or
    gives the rest; else not known."""
    divides = op in ("//", "%") and isinstance(a, Expr)
    sides: list[Value] = []
    may_be_tensors = op == "@" or _is_scaled_later(machine, op, a, b)
    if op != "*" and any(isinstance(side, (str, tuple, ListValue, SizesValue)) for side in (a, b)):
        return Scalar("str") if isinstance(a, str) else machine.unknown(f"the operator {op} on a parameter")
    for side in (a, b):
        if isinstance(side, Opaque):
            is_object = bool(side.parts)  # something has been read of it, its shape perhaps
            if (side.prefers != "int" and not divides) or is_object or may_be_tensors:
                return machine.unknown(f"arithmetic on the parameter {side.name}, whose kind is not known")
            made: Value
            if side.prefers != "int":
                made = machine.path.named(side.name, 1)
            elif op == "-" and side is b and type(a) is int and a <= 1:  # a rest that would be no size
                made = Scalar("float")
            else:
                made = machine.path.number(side.name)
            machine.store.set_attr(side, "bound", made)
            side = made
        sides.append(side)
    return binary(machine, op, sides[0], sides[1])


def _is_scaled_later(machine: Machine, op: str, a: Value, b: Value) -> bool:
    """`self.matrix * 0.5` outside of a constructor: `int(dim * ratio)` is how one makes a size, but a number that is
    not whole scales a tensor as well."""
    made = any(frame.function is not None and frame.function.name == "__init__" for frame in machine.stack)
    if made or op not in ("*", "/", "+", "-"):
        return False
    return any(isinstance(side, (float, complex)) for side in (a, b))


def _by_dunder(machine: Machine, op: str, a: Value, b: Value) -> Value:
    name = DUNDERS[op]
    for obj, other, method_name in ((a, b, f"__{name}__"), (b, a, f"__r{name}__")):
        method = tensor_objects.find_method(machine, obj, method_name)
        if method is not None:
            return machine.call(method, [other], {})
    plain = [side.payload if isinstance(side, Instance) and side.payload is not None else side for side in (a, b)]
    if not any(isinstance(side, Instance) for side in plain):
        return binary(machine, op, plain[0], plain[1])
    return machine.unknown(f"the operator {op} on an object")


def _are_sizes_and_number(machine: Machine, a: Value, b: Value) -> bool:
    """Whether arithmetic is about the whole shape of a tensor and a number, as where an index was forgotten. What is
    taken for a tensor by its `size` or `shape` alone is none: that was a number."""
    for one, other in ((a, b), (b, a)):
        is_number = isinstance(other, (int, float, Expr)) and not isinstance(other, bool)
        if is_number and isinstance(one, (Size, SizesValue)):
            return not sizes.are_a_guess(machine, one)
    return False


def _of_containers(machine: Machine, op: str, a: Value, b: Value) -> Value:
    if op == "|" and (_is_of_types(a) or _is_of_types(b)):
        return (*_classes(a), *_classes(b))
    if isinstance(a, ClassValue) or isinstance(b, ClassValue):
        return machine.unknown("an operator on a class")
    if op == "%" and isinstance(a, str):
        return machine.call(machine.world.builtin_method("str", "__mod__"), [a, b], {})
    if isinstance(a, str) and isinstance(b, str) and op == "+":
        return a + b if len(a) + len(b) <= MAX_LENGTH else Scalar("str")
    if op == "+" and isinstance(a, (tuple, bytes)) and type(a) is type(b) and len(a) + len(b) > MAX_LENGTH:
        return machine.unknown("a sequence too long")
    if op == "+" and isinstance(a, tuple) and isinstance(b, tuple):
        return Size(a + b) if isinstance(a, Size) or isinstance(b, Size) else a + b
    if op == "+" and (isinstance(a, SizesValue) or isinstance(b, SizesValue)):
        return sizes.joined(machine, a, b) or machine.unknown("sizes of a tensor of unknown rank")
    if op == "+" and (isinstance(a, TupleOfMany) or isinstance(b, TupleOfMany)):
        tuples = containment.joined_tuples(machine, a, b)
        if tuples is not None:
            return tuples
    elif op == "+" and isinstance(a, ListValue) and isinstance(b, ListValue):
        return containment.concatenated(machine, a, b)
    if op == "*" and a is not None and b is not None:
        return _repeated(machine, a, b)
    if isinstance(a, (SetValue, DictValue)) and isinstance(b, (SetValue, DictValue)):
        return containment.set_operation(machine, op, a, b)
    if isinstance(a, Scalar) and a.kind == "str" or isinstance(b, Scalar) and b.kind == "str":
        return Scalar("str")
    if a is None or b is None:
        raise machine.error("TypeError", f"unsupported operand type(s) for {op}: NoneType")
    if _are_sizes_and_number(machine, a, b):
        words = f"unsupported operand type(s) for {op}: torch.Size and a number: it is all sizes, `x.shape[0]` is one"
        machine.reject(words)
        raise machine.error("TypeError", words)
    if op == "+" and {attributes.kind_of(a), attributes.kind_of(b)} <= {"list", "tuple", "str", "int", "float"}:
        raise machine.error("TypeError", f"unsupported operand type(s) for {op}")
    return machine.unknown(f"the operator {op} on these values")


def _is_of_types(value: Value) -> bool:
    """Whether it is a class, or a union of types: `int | Tensor`, to which a third may come."""
    parts = value if type(value) is tuple else (value,)
    return any(isinstance(one, (ClassValue, NativeFunction, RuleFunction)) for one in parts)


def _classes(value: Value) -> tuple[Value, ...]:
    return value if isinstance(value, tuple) else (value,)


def _repeated(machine: Machine, a: Value, b: Value) -> Value:
    if isinstance(a, (int, Expr)):
        a, b = b, a
    count = machine.path.simplify(b) if isinstance(b, Expr) else b
    if isinstance(a, (tuple, str, bytes)) and isinstance(count, int):
        return a * count if len(a) * max(0, count) <= MAX_LENGTH else machine.unknown("a sequence too long")
    if isinstance(a, ListValue) and isinstance(count, int) and a.items is not None:
        if len(a.items) * max(0, count) > MAX_LENGTH:
            return machine.unknown("a list too long")
        return ListValue(a.items * count)
    if isinstance(a, (ListValue, tuple)) and isinstance(count, Expr):
        items = machine.iterate(a)
        if items is not None and len(items) == 1:
            return TupleOfMany(items[0], count) if isinstance(a, tuple) else ListValue(None, items[0], count)
    return machine.unknown("a repetition of unknown length")


def augmented(machine: Machine, op: str, a: Value, b: Value) -> Value:
    """a op= b: lists and objects with an in-place method change themselves."""
    if isinstance(a, ListValue) and not isinstance(a, TupleOfMany) and op == "+" and not _adds_itself(machine, b):
        items = machine.iterate(b)
        whole = containment.concatenated(machine, a, ListValue(items) if items is not None else b)
        if isinstance(whole, ListValue):
            for name in ("items", "element", "length", "sizes"):
                machine.store.set_attr(a, name, getattr(whole, name))
            return a
        return whole
    if isinstance(a, Instance):
        method = attributes.find_method(machine, a, f"__i{DUNDERS[op]}__")
        if method is not None:
            result = machine.call(method, [b], {})
            return a if result is None and not says(a, f"__i{DUNDERS[op]}__") else result
    if isinstance(a, Tensor):
        return tensors.augmented(machine, DUNDERS[op], a, b)
    if isinstance(a, Unknown) and isinstance(b, (FunctionValue, BoundMethod)):
        escape(machine, (b,))  # `signal += handler`
    if isinstance(a, DictValue) and op == "|" and not is_counter(a):
        update(machine, a, b)
        return a
    if isinstance(a, SetValue) and isinstance(b, SetValue) and op in containment.SET_OPERATORS:
        return combine_in_place(machine, op, a, b)
    return binary(machine, op, a, b)


def _adds_itself(machine: Machine, value: Value) -> bool:
    """Whether what is added to a list decides what that gives, as an array does: no item is appended."""
    if isinstance(value, Tensor):
        return value.cls == NUMPY_ARRAY
    return isinstance(value, Instance) and attributes.find_method(machine, value, "__radd__") is not None


def unary(machine: Machine, op: str, a: Value) -> Value:
    """op a"""
    a = _unwrapped(a)
    if op == "not":
        cond = machine.condition(a)
        return Scalar("bool") if cond is None else not_(cond)
    if isinstance(a, Tensor):
        return tensors.unary(machine, {"-": "neg", "+": "pos", "~": "invert"}[op], a)
    if isinstance(a, (int, float, complex)):
        result: Value = -a if op == "-" else +a if op == "+" else ~a if isinstance(a, int) else None
        return result
    if isinstance(a, (Expr, Quotient)):
        return binary(machine, "*", a, -1) if op == "-" else a if op == "+" else binary(machine, "-", -1, a)
    if isinstance(a, Instance):
        method = attributes.find_method(machine, a, {"-": "__neg__", "+": "__pos__", "~": "__invert__"}[op])
        if method is not None:
            return machine.call(method, [], {})
    if isinstance(a, UnionValue):
        members = [member for member in a.members if member is not None] or a.members
        return machine.one_of([unary(machine, op, member) for member in members])
    if isinstance(a, (Unknown, Scalar)):
        return a
    return machine.unknown(f"the operator {op} on this value")


# -------------------------------------------------------------------- comparisons

REFLECTED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
"""`1 < x` is `x > 1`: Python asks the other operand."""


def compare(machine: Machine, op: str, a: Value, b: Value) -> Value:
    """a op b for == != < <= > >= is in and their negations: a bool, a Formula, or an unknown bool."""
    a, b = _unwrapped(a), _unwrapped(b)
    if op in ("is", "is not"):
        return _negated(containment.identical(machine, a, b), op == "is not")
    if op in ("in", "not in"):
        return _negated(containment.contains(machine, b, a), op == "not in")
    if numpy_arrays.are_known(a, b):
        return _compare_objects(machine, op, a, b)
    if isinstance(a, Tensor) or isinstance(b, Tensor):
        if op in ("==", "!=") and (_is_no_operand(a, b) or _is_no_operand(b, a)):
            array = next((side for side in (a, b) if isinstance(side, Tensor) and side.cls == NUMPY_ARRAY), None)
            # An array of texts has elements to compare, and so has one of numbers: all differ.
            return op == "!=" if array is None else tensors.operator(machine, COMPARISONS[op], array, 0)
        if not tensors.is_tensor(a):
            a, b, op = b, a, REFLECTED.get(op, op)
        return tensors.operator(machine, COMPARISONS[op], a, b)
    if isinstance(a, UnionValue) or isinstance(b, UnionValue):
        return _over_unions(machine, a, b, lambda x, y: compare(machine, op, x, y))
    if isinstance(a, (Expr, int)) and isinstance(b, (Expr, int)):
        return CONDITIONS[op](a, b)
    if isinstance(a, (int, float)) and isinstance(b, (int, float)) or isinstance(a, str) and isinstance(b, str):
        return bool(EXACT_COMPARISONS[op](a, b))
    if isinstance(a, Instance) or isinstance(b, Instance):
        return _compare_objects(machine, op, a, b)
    if _is_number(a) and _is_number(b):
        known = compared(op, a, b)
        return Scalar("bool") if known is None else known
    for side in (a, b):
        if isinstance(side, UnknownSize):
            return side
    same = containment.equal(machine, a, b) if op in ("==", "!=") else None
    if same is None and _may_be_tensors(a, b):
        reason = "a comparison with something of which it is not known whether it is a tensor"
        return next((Unknown(side.cause) for side in (a, b) if isinstance(side, Unknown)), machine.unknown(reason))
    if op in ("==", "!="):
        if same is None and any(isinstance(side, Opaque) and side.prefers != "int" for side in (a, b)):
            return TruthOrTruths()
        return _negated(same, op == "!=")
    for one, other in ((a, b), (b, a)):
        if isinstance(one, SizesValue) and _is_number(other):
            sizes.are_of_no_tensor(machine, one)
    sequences = orders.items_of(a, b)
    if sequences is not None:
        return orders.compared(machine, op, *sequences)
    if (a is None or b is None) and not isinstance(a, (Unknown, Opaque)) and not isinstance(b, (Unknown, Opaque)):
        raise machine.error("TypeError", f"'{op}' not supported between these operands")
    return Scalar("bool")


def _is_no_operand(side: Value, other: Value) -> bool:
    """Whether what stands beside a tensor is never compared with its elements: None, a text, a container of Python's
    beside a tensor of torch."""
    if side is None or isinstance(side, str):
        return True
    is_torchs = isinstance(other, Tensor) and other.cls == TORCH_TENSOR and not may_be_array(other)
    return is_torchs and isinstance(side, (tuple, ListValue, DictValue, SetValue))


def _may_be_tensors(a: Value, b: Value) -> bool:
    """Whether the comparison of an unknown may be one of elements: columns of a table and arrays of texts compare with
    a text, too. A parameter that is compared with one is taken for a text."""
    if any(isinstance(side, SomeDType) for side in (a, b)):
        return False
    if any(isinstance(side, Unknown) for side in (a, b)):
        return True
    numbers = (Opaque, Scalar, Expr, int, float)
    return (
        any(isinstance(side, Opaque) and side.prefers != "int" for side in (a, b))
        and all(isinstance(side, numbers) and not isinstance(side, bool) for side in (a, b))
        and not any(isinstance(side, Scalar) and side.kind == "str" for side in (a, b))
    )


def _negated(cond: Cond | None, negate: bool) -> Value:
    if cond is None:
        return Scalar("bool")
    return not_(cond) if negate else cond


def _compare_objects(machine: Machine, op: str, a: Value, b: Value) -> Value:
    for obj, other, spelled in ((a, b, op), (b, a, SWAPPED[op])):
        if isinstance(obj, Instance):
            method = attributes.find_method(machine, obj, f"__{COMPARISONS[spelled]}__")
            if isinstance(method, BoundMethod):
                return machine.call(method, [other], {})
    plain = [side.payload if isinstance(side, Instance) and side.payload is not None else side for side in (a, b)]
    if not any(isinstance(side, Instance) for side in plain):
        return compare(machine, op, plain[0], plain[1])
    if op in ("==", "!=") and (a is b or containment.is_one_of_a_kind(a) and containment.is_one_of_a_kind(b)):
        return (a is b) == (op == "==")
    return Scalar("bool")
