"""Operators of one's own, but for what registers a function: that is native to the interpreter.

https://docs.pytorch.org/docs/2.13/library.html
"""


def register_autograd(op: Any, backward: Any, *args, **options) -> None:
    """What else an operator is made of. https://docs.pytorch.org/docs/2.13/library.html#torch.library.register_autograd"""

def define(qualname: Any, schema: Any, *args, **options) -> None:
    """The name of an operator that is not made yet."""

def register_vmap(op: Any, func: Any = None, *args, **options):
    """How it goes over dims that it does not see."""
    return torch.Inert()

def register_torch_dispatch(op: Any, torch_dispatch_class: Any, func: Any = None, *args, **options):
    """What it does with subclasses of tensors."""
    return torch.Inert()
