"""Tensors: operators, attributes and items."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapecheck.interpret.builtins import tensor_numbers, tensor_writes
from shapecheck.interpret.language import numpy_arrays
from shapecheck.interpret.language.sizes import guarded, sizes_of
from shapecheck.interpret.language.tensor_kinds import give_kind_of, has_of_kind
from shapecheck.interpret.language.tensor_rules import (
    apply_rule,
    behind_failures,
    by_rule,
    count_tensor,
    lose,
)
from shapecheck.interpret.language.unknown_kinds import NATIVE_ATTRIBUTES, bind_as_tensor, has_a_key
from shapecheck.interpret.obligations import reject
from shapecheck.rules import Rule, StubClass, held, indexing, layout_rules
from shapecheck.rules.context import RuleContext
from shapecheck.rules.dtypes import cannot_hold
from shapecheck.rules.nested import has_ragged_dim
from shapecheck.rules.run import Case
from shapecheck.rules.strides import OVERLAP, overlaps
from shapecheck.rules.trials import each_member, is_refused
from shapecheck.symbolic import Expr, Formula, eq
from shapecheck.values import (
    FAILED,
    NO_RULE,
    NUMPY_ARRAY,
    TORCH_TENSOR,
    BoundMethod,
    Cause,
    Instance,
    Opaque,
    RuleFunction,
    Scalar,
    Shape,
    SomeDType,
    Tensor,
    UnionValue,
    Unknown,
    Value,
    each,
    forget_numbers,
    may_be_array,
    note_numbers,
    numbers_of,
    rank_of,
    replace_numbers,
    shape_text,
    star_index,
)

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

REFLECTED = {"lt": "gt", "le": "ge", "gt": "lt", "ge": "le", "eq": "eq", "ne": "ne"}
"""The method that the right operand is asked for; of the others it is that with an r."""


FOREIGN = frozenset({
    "iloc", "loc", "columns", "to_numpy", "toarray", "todense", "keys", "items", "get", "append", "extend", "insert",
    "pop", "popitem", "remove", "reverse", "setdefault", "update",
})  # fmt: skip
"""Attributes by which code tells tables, sparse matrices, dicts and lists from tensors: no tensor has them."""

WITHOUT_RULES = frozenset({
    "__dict__", "as_subclass", "const_data_ptr", "dense_dim", "eig", "grad_fn", "int_repr", "is_cpu", "is_cuda",
    "is_ipu",
    "is_leaf", "is_maia", "is_meta", "is_mkldnn", "is_mps", "is_mtia", "is_nested", "is_quantized", "is_sparse",
    "is_sparse_csr", "is_vulkan", "is_xla", "is_xpu", "lstsq", "module_load", "mtia", "name", "output_nr",
    "q_per_channel_axis", "q_per_channel_scales", "q_per_channel_zero_points", "q_scale", "q_zero_point", "qscheme",
    "register_post_accumulate_grad_hook", "reinforce", "requires_grad", "resize_as_sparse_", "set_", "slice_inverse",
    "solve", "sparse_dim", "sparse_mask", "sparse_resize_", "sparse_resize_and_clear_", "sspaddmm", "storage",
    "storage_type", "symeig", "untyped_storage", "volatile",
})  # fmt: skip
"""What a tensor has beside its operators and what is known natively."""

OF_ANOTHER_SHAPE = frozenset({f"{TORCH_TENSOR}.set_", f"{NUMPY_ARRAY}.resize"})
"""Methods that give the object another shape, whatever that is."""

STRIDED = "torch.strided"
ARRAY_ATTRIBUTES = frozenset({
    "T", "base", "data", "device", "diagonal", "dtype", "flags", "flat", "itemsize", "mT", "nbytes", "ndim", "put",
    "resize", "searchsorted", "shape", "size", "strides", "view",
})  # fmt: skip
"""What an array of NumPy has beside its operators."""


# -------------------------------------------------------------------- operators


def operator(machine: Machine, name: str, a: Value, b: Value) -> Value:
    """a + b and the like, where one is a tensor: the rule of `__add__` or of its reflected form."""
    a, b = numpy_arrays.by_shape(machine, a), numpy_arrays.by_shape(machine, b)
    if _are_mixed(a, b):
        a, b = numpy_arrays.as_number(machine, a), numpy_arrays.as_number(machine, b)
    owner = NUMPY_ARRAY if _are_mixed(a, b) else rules_of(a, b)
    for receiver, other, method in ((a, b, f"__{name}__"), (b, a, f"__{REFLECTED.get(name, 'r' + name)}__")):
        if is_tensor(receiver):
            if isinstance(other, Instance):
                return machine.unknown("an operator on a tensor and an object")
            if other is None and machine.is_given_nothing:
                return _refused(machine, f"{name}: unsupported operand types: a tensor and None")
            result = by_rule(machine, f"{owner}.{method}", [receiver, other])
            if name in held.EXACT and type(result) is Tensor and all(dim == 1 for dim in result.shape):
                held.computed(machine.path, machine.store, name, a, b, result)
            return result
    return machine.unknown(f"the operator {name}")


def _refused(machine: Machine, words: str) -> Value:
    reject(machine, words)
    raise machine.error("TypeError", words)


def _are_mixed(a: Value, b: Value) -> bool:
    """Whether one is a tensor and the other an array: torch leaves the operator to NumPy, which makes a tensor of what
    it gives."""
    classes = {value.cls for value in (a, b) if isinstance(value, Tensor) and not may_be_array(value)}
    return classes == {TORCH_TENSOR, NUMPY_ARRAY}


def unary(machine: Machine, name: str, a: Tensor) -> Value:
    return by_rule(machine, f"{a.cls}.__{name}__", [a])


def augmented(machine: Machine, name: str, a: Tensor, b: Value) -> Value:
    """`x += y`: the result must have the shape of x and fit its dtype, and every alias of x sees it."""
    if _are_mixed(a, b):
        b = numpy_arrays.as_number(machine, b)
    result = operator(machine, name, a, b)
    if _are_mixed(a, b):
        return result  # NumPy writes to nothing: the name stands for another tensor from here on
    if a.cls == NUMPY_ARRAY and isinstance(result, Tensor) and not machine.path.resolve(a.shape):
        return result  # what a reduction gives is a number, and no array: nothing is written to it
    forget_numbers(machine.store, a)
    held.forget(machine.store, a)
    if a.cls == TORCH_TENSOR and isinstance(result, Tensor) and name == "matmul":
        return result  # torch has no `__imatmul__`: the name stands for another tensor from here on
    if isinstance(result, Tensor) and result.dtype is a.dtype and result.shape == a.shape and not a.is_parameter:
        replace_numbers(machine.store, a, numbers_of(result))
    outcome = guarded(machine, lambda ctx: _fits(machine, ctx, a, result)) if isinstance(result, Tensor) else result
    if isinstance(outcome, Unknown) and outcome.cause.reason == FAILED:
        lose(machine, (a,))
        return outcome
    return a


def _fits(machine: Machine, ctx: RuleContext, own: Tensor, result: Tensor) -> Value:
    """An operand can take the result in place."""
    words = cannot_hold(own.dtype, result.dtype) if own.cls == TORCH_TENSOR else None
    if words is not None:
        raise ctx.reject(words)
    if own.cls == TORCH_TENSOR and overlaps(machine.path, own):
        raise ctx.reject(OVERLAP)
    if rank_is_known(machine, result) and rank_is_known(machine, own):
        return _same_sizes(ctx, machine.path.resolve(own.shape), machine.path.resolve(result.shape))
    return None


def _same_sizes(ctx: RuleContext, own: Shape, new: Shape) -> Value:
    """An operator that writes into its operand cannot change its shape."""
    message = f"output with shape {shape_text(own)} doesn't match the broadcast shape {shape_text(new)}"
    if len(own) != len(new):
        raise ctx.reject(message)
    for x, y in zip(own, new):
        if x != y:
            ctx.require(eq(x, y), message)  # type: ignore[arg-type]
    return None


def rank_is_known(machine: Machine, tensor: Tensor) -> bool:
    return star_index(machine.path.resolve(tensor.shape)) is None


# -------------------------------------------------------------------- attributes

FLAGS = frozenset({
    "is_cpu", "is_cuda", "is_ipu", "is_leaf", "is_maia", "is_meta", "is_mkldnn", "is_mps", "is_mtia", "is_nested",
    "is_quantized", "is_sparse", "is_sparse_csr", "is_vulkan", "is_xla", "is_xpu", "requires_grad",
})  # fmt: skip
"""Attributes that are either truth."""
OF_LAYOUT = frozenset({"is_mkldnn", "is_nested", "is_sparse_csr"})
"""Those that a known layout answers."""
REQUIRES = "requires_grad"


def get_attribute(machine: Machine, tensor: Tensor, name: str) -> Value:
    """tensor.name: its size natively, everything else through the stubs."""
    if name == "shape":
        return sizes_of(machine, tensor)
    if name == "dtype":
        if tensor.dtype is not None:
            return tensor.dtype
        return SomeDType(Cause(machine.site, "a dtype that is not known"))
    if name == "ndim":
        return rank_of(machine.path.resolve(tensor.shape))
    if name in ("data", "grad"):
        return _data(tensor) if name == "data" else _grad(tensor)
    if name == "device":
        return machine.world.device()
    if name == "layout":
        return machine.unknown("the layout of a tensor") if tensor.is_sparse is not False else STRIDED
    if name == "is_sparse" and tensor.is_sparse is not None:
        return tensor.is_sparse
    if name in OF_LAYOUT and tensor.is_sparse is False:
        return name == "is_nested" and has_ragged_dim(machine.path, tensor.shape)
    if name == REQUIRES and tensor.is_parameter and machine.entering.is_program and name not in tensor.own:
        return True  # nobody has said otherwise
    if name in FLAGS:
        return Scalar("bool")
    if name == "requires_grad_":
        set_attribute(machine, tensor, REQUIRES, None)
    if name == "__class__":
        return machine.type_of(tensor)
    qualname = f"{tensor.cls}.{name}"
    if qualname in OF_ANOTHER_SHAPE:
        _give_shape(machine, tensor, (machine.path.fresh_star("changed", 0),))
        return machine.unknown(f"what {qualname} gives")
    rule = machine.world.registry.find(qualname)
    is_guess = rule is None and may_be_array(tensor)
    if is_guess:
        qualname = f"{NUMPY_ARRAY}.{name}"
        rule = machine.world.registry.find(qualname)
    if rule is None:
        if tensor.kind is None and tensor.attrs is not None and name in tensor.attrs.entries:
            return tensor.attrs.entries[name]
        if machine.regions_that_catch() and has_attribute(machine, tensor, name) is False:
            raise machine.error("AttributeError", f"'Tensor' object has no attribute '{name}'")
        if not is_guess and _is_method_of_torch(machine, tensor, name):
            if not machine.regions_that_catch():
                reject(machine, f"'numpy.ndarray' object has no attribute '{name}'")
            raise machine.error("AttributeError", f"'numpy.ndarray' object has no attribute '{name}'")
        if not is_guess:
            note_unruled(machine, qualname)
        return machine.unknown(f"{NO_RULE}{qualname}")
    if isinstance(rule, Rule):
        function = RuleFunction(qualname, rule)
        return apply_rule(machine, function, [tensor], {}) if rule.is_property else BoundMethod(function, tensor)
    return machine.unknown(f"{qualname} has no rule but a value") if isinstance(rule, StubClass) else rule


def note_unruled(machine: Machine, operator: str) -> None:
    """An operator that the stubs do not have is used on tensors."""
    machine.record.unknown_operators[operator] += 1
    if machine.site is not None:
        machine.record.unruled.setdefault(machine.site, operator)


def _is_method_of_torch(machine: Machine, array: Tensor, name: str) -> bool:
    """Whether an array of numbers (others hold objects, which may have such a method) is asked for one of tensors."""
    is_of_numbers = array.cls == NUMPY_ARRAY and array.dtype is not None
    return is_of_numbers and unbound_method(machine, name) is not None and not has_attribute(machine, array, name)


def unbound_method(machine: Machine, name: str) -> RuleFunction | None:
    """`torch.Tensor.add` and the like: the tensor is the first argument."""
    qualname = f"{TORCH_TENSOR}.{name}"
    rule = machine.world.registry.find(qualname)
    return machine.world.operator(qualname, rule) if isinstance(rule, Rule) and not rule.is_property else None


def method_of_union(machine: Machine, union: UnionValue, name: str) -> Value | None:
    """A method of one of several tensors: its rule takes the union, so that ranks that it rejects drop out."""
    qualname = f"{rules_of(union)}.{name}"
    rule = machine.world.registry.find(qualname)
    if name in NATIVE_ATTRIBUTES or not isinstance(rule, Rule):
        return None
    function = RuleFunction(qualname, rule)
    return apply_rule(machine, function, [union], {}) if rule.is_property else BoundMethod(function, union)


def is_tensor(value: Value) -> bool:
    if isinstance(value, UnionValue):
        return all(isinstance(member, Tensor) for member in value.members)
    return isinstance(value, Tensor)


def rules_of(*values: Value) -> str:
    """The class whose rules are the operators and attributes of the tensors among the values: torch's, if one is; what
    may be an array is one beside an array."""
    members = [one for value in values for one in (value.members if isinstance(value, UnionValue) else (value,))]
    tensors = [member for member in members if isinstance(member, Tensor)]
    arrays = [tensor.cls for tensor in tensors if tensor.cls != TORCH_TENSOR]
    if not arrays or any(tensor.cls == TORCH_TENSOR and not may_be_array(tensor) for tensor in tensors):
        return TORCH_TENSOR
    return arrays[-1]


def _data(tensor: Tensor) -> Tensor:
    data = Tensor(tensor.shape, tensor.dtype, tensor.site, tensor, maker="data")
    data.is_sparse = tensor.is_sparse
    give_kind_of(data, tensor)
    note_numbers(data, tensor.numbers)
    return data


def _grad(tensor: Tensor) -> Value:
    return UnionValue((None, Tensor(tensor.shape, tensor.dtype, tensor.site, tensor)))


def has_attribute(machine: Machine, tensor: Tensor, name: str) -> bool | None:
    """Code gives attributes of its own to parameters, and to tensors such as begin with an underscore. An array takes
    none, and has those of NumPy."""
    if tensor.cls == NUMPY_ARRAY:
        if name in ("__iter__", "__len__") and not machine.path.resolve(tensor.shape):
            return None  # a number of NumPy's has neither
        is_numpys = machine.world.registry.find(f"{NUMPY_ARRAY}.{name}") is not None or name in ARRAY_ATTRIBUTES
        is_torchs = machine.world.registry.find(f"{TORCH_TENSOR}.{name}") is not None
        if is_numpys or name.startswith("__"):
            return True if is_numpys else None
        return False if is_torchs or name in FOREIGN or name in WITHOUT_RULES else None
    if is_of_torch(machine, name) or name in tensor.own:
        return True
    if tensor.kind is not None:
        return has_of_kind(tensor.kind, tensor.attrs, name)
    if name in FOREIGN:
        return False
    may_be_set = name.startswith("_") or tensor.is_parameter or tensor.cls != TORCH_TENSOR or may_be_array(tensor)
    return None if may_be_set else False


def is_of_torch(machine: Machine, name: str) -> bool:
    """Whether all tensors have an attribute."""
    is_native = name in NATIVE_ATTRIBUTES or name in FLAGS or name in WITHOUT_RULES
    return is_native or machine.world.registry.find(f"{TORCH_TENSOR}.{name}") is not None


def set_attribute(machine: Machine, tensor: Tensor, name: str, value: Value) -> None:
    """`t.data = u` gives t the shape of u, whatever that is, and an array may be given a shape; other attributes of
    tensors say nothing about sizes."""
    if name == "shape":
        viewed = by_rule(machine, f"{rules_of(tensor)}.reshape", [tensor, value])
        some = (machine.path.fresh_star("changed", 0),)
        _give_shape(machine, tensor, viewed.shape if isinstance(viewed, Tensor) else some)
        return
    if name != "data":
        machine.store.set_attr(tensor, "own", tensor.own | {name})
        return
    if isinstance(value, Opaque):
        value = bind_as_tensor(machine, value) if value.bound is None else value.bound
    if not isinstance(value, Tensor):
        value = Tensor((machine.path.fresh_star("data", 0),), None, machine.site)
    forget_numbers(machine.store, tensor)
    machine.store.set_attr(tensor, "shape", value.shape)
    machine.store.set_attr(tensor, "dtype", value.dtype)
    machine.store.set_attr(tensor, "strides", value.strides)
    machine.store.set_attr(tensor, "is_sparse", value.is_sparse)
    machine.store.set_attr(tensor, "follows_failure", value.follows_failure)


def _give_shape(machine: Machine, tensor: Tensor, shape: Shape) -> None:
    """The object has another shape from here on."""
    forget_numbers(machine.store, tensor)
    held.forget(machine.store, tensor)
    machine.store.set_attr(tensor, "shape", shape)
    machine.store.set_attr(tensor, "strides", None)


# -------------------------------------------------------------------- items


def takes_index(machine: Machine, tensor: Tensor, index: Value) -> bool:
    """Whether tensor[index] may succeed."""
    index = numpy_arrays.by_shape(machine, index)
    if has_a_key(index) and (rules_of(tensor) == NUMPY_ARRAY or _may_have_keys(tensor)):
        return _may_have_keys(tensor)
    if rules_of(tensor) == NUMPY_ARRAY:
        index = numpy_arrays.forwards(machine, index)
    return not is_refused(machine, lambda ctx: tuple(indexing.index_shape(ctx, tensor, index)))


def read_items(
    machine: Machine, members: tuple[Tensor, ...], index: Value, guard: Formula | None = None
) -> Value:
    """tensor[index], where the tensor is one of the members, of two the first where the guard holds; those that it does
    not fit drop out. The index may be one of several tensors (`mask.nonzero().squeeze()`)."""
    index = numpy_arrays.as_index(machine, index)
    if has_a_key(index) and any(map(_may_have_keys, members)):
        return machine.unknown("an item by its name, which no tensor has")
    written = index
    if rules_of(*members) == NUMPY_ARRAY:
        index = numpy_arrays.forwards(machine, index)
    taken = index

    def item(ctx: RuleContext, tensor: Tensor, index: Value = index) -> Value:
        shape = indexing.index_shape(ctx, tensor, index)
        if isinstance(index, (int, Expr)):
            shape = each.component(machine.path, shape)
        result = Tensor(shape, tensor.dtype, machine.site, tensor, maker="getitem", cls=tensor.cls)
        result.strides = layout_rules.indexed(ctx, tensor, index, result)
        result.is_sparse = tensor.is_sparse
        return tensor_numbers.indexed(machine, tensor, written if index is taken else index, result)

    def attempt(ctx: RuleContext) -> Value:
        if len(members) > 1:
            return each_member(ctx, Case(0), UnionValue(members, guard), item)
        if isinstance(index, UnionValue) and all(type(one) is Tensor for one in index.members):
            return each_member(ctx, Case(0), index, lambda inner, one: item(inner, members[0], one))
        return item(ctx, members[0])

    with behind_failures(machine, (*members, index)):
        result = guarded(machine, attempt)
    count_tensor(machine, result)
    return result


def _may_have_keys(tensor: Tensor) -> bool:
    """Whether it may be an array of records, or a dict of tensors (`td.detach().cpu()["locs"]`): nothing is known of it
    but that it has methods of tensors."""
    return tensor.dtype is None


def write_items(machine: Machine, tensor: Tensor, index: Value, value: Value) -> None:
    """tensor[index] = value"""
    replace_numbers(machine.store, tensor, tensor_writes.after_write(tensor, index, value))
    if isinstance(value, Opaque) and value.bound is not None:
        value = value.bound
    index, value = numpy_arrays.as_index(machine, index), numpy_arrays.by_shape(machine, value)
    if has_a_key(index) and _may_have_keys(tensor):
        return
    if rules_of(tensor) == NUMPY_ARRAY:
        index = numpy_arrays.forwards(machine, index)
    held.forget(machine.store, tensor)
    shape = value.shape if isinstance(value, Tensor) else () if isinstance(value, (int, float)) else None
    dtype = value.dtype if isinstance(value, Tensor) and value.cls == tensor.cls else None
    with behind_failures(machine, (tensor, index, value)):
        done = guarded(machine, lambda ctx: indexing.check_set_index(ctx, tensor, index, shape, dtype))
    if isinstance(done, Unknown) and done.cause.reason == FAILED:
        lose(machine, (tensor,))
