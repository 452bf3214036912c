"""torch.nn.Module and its containers, parameters and the classes of tensors, native to the interpreter.

A module's children, parameters and buffers are its attributes, in order of registration.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from shapecheck.interpret.builtins import FUNCTIONS
from shapecheck.interpret.builtins.stdlib.functools import cached_property
from shapecheck.interpret.builtins.tables import native_function
from shapecheck.interpret.language.tensor_kinds import DISABLED
from shapecheck.interpret.nn import conversions as _conversions  # noqa: F401  (it adds to the methods of modules)
from shapecheck.interpret.nn import convolutions, recurrent
from shapecheck.interpret.nn import states as _states  # noqa: F401  (so does this)
from shapecheck.interpret.nn.checks import checks
from shapecheck.interpret.nn.containers import container_classes
from shapecheck.interpret.nn.custom_operators import custom_operators
from shapecheck.interpret.nn.functional_calls import functional_calls
from shapecheck.interpret.nn.functions import function_class
from shapecheck.interpret.nn.gradients import gradient_functions
from shapecheck.interpret.nn.hooks import hooks_of_all_modules
from shapecheck.interpret.nn.parametrized import parametrizing_functions
from shapecheck.interpret.nn.parts import MODULE
from shapecheck.interpret.nn.processes import object_functions
from shapecheck.interpret.nn.pytree import pytree_functions
from shapecheck.interpret.nn.reparametrized import reparametrizing_functions
from shapecheck.interpret.nn.repeating import repeating_functions
from shapecheck.interpret.nn.tensor_classes import (
    buffer_type,
    fill_parameter_class,
    fill_tensor_class,
    tensor_type,
    variable_type,
)
from shapecheck.interpret.nn.versions import torch_version
from shapecheck.values import NativeFunction, Value

if TYPE_CHECKING:
    from shapecheck.interpret.world import World

METHODS = {**convolutions.METHODS, **recurrent.METHODS}
LAZY_PROPERTY = "torch.distributions.utils.lazy_property"
TENSOR_TYPES = {
    "FloatTensor": "float32", "DoubleTensor": "float64", "HalfTensor": "float16", "BFloat16Tensor": "bfloat16",
    "LongTensor": "int64", "IntTensor": "int32", "ShortTensor": "int16", "CharTensor": "int8",
    "ByteTensor": "uint8", "BoolTensor": "bool",
}  # fmt: skip


def natives(world: World) -> dict[str, Value]:
    """The names of torch that the interpreter itself gives."""
    fill_tensor_class(world.tensor_class)
    fill_parameter_class(world.parameter_class)
    table: dict[str, Value] = {
        "torch.Tensor": world.tensor_class,
        "torch._tensor.Tensor": world.tensor_class,
        "torch.nn.Module": MODULE,
        "torch.jit.ScriptModule": MODULE,
        "torch.nn.Parameter": world.parameter_class,
        "torch.nn.Buffer": buffer_type(world.tensor_class),
        "torch.autograd.Function": function_class(),
        "torch.autograd.Variable": variable_type(world.tensor_class),
        DISABLED.name: DISABLED,
        LAZY_PROPERTY: native_function(LAZY_PROPERTY, cached_property),
        "torch.jit.isinstance": NativeFunction("torch.jit.isinstance", FUNCTIONS["isinstance"]),
        "torch.newaxis": None,
        "torch.__version__": torch_version(world.torch_version),
    }
    table.update({f"torch.{name}": getattr(math, name) for name in ("pi", "e", "inf", "nan")})
    table.update(checks())
    table.update(hooks_of_all_modules())
    table.update(gradient_functions())
    table.update(pytree_functions())
    table.update(functional_calls())
    table.update(custom_operators())
    table.update(repeating_functions())
    table.update(object_functions())
    table.update(reparametrizing_functions())
    table.update(parametrizing_functions())
    for name, dtype in TENSOR_TYPES.items():
        table[f"torch.{name}"] = table[f"torch.cuda.{name}"] = tensor_type(world.tensor_class, name, dtype)
    for cls in container_classes():
        table[f"torch.nn.{cls.name}"] = cls
    return table
