"""Operators of one's own. https://docs.pytorch.org/docs/2.13/library.html"""


def custom_op(name: Any, fn: Any = None, *args, **options):
    """The function itself. https://docs.pytorch.org/docs/2.13/library.html#torch.library.custom_op"""
    if fn is None:
        return torch.Inert()
    return fn

triton_op = custom_op
register_fake = impl = register_kernel = for_operator

def for_operator(op: Any, func: Any = None, *args, **options):
    """What else an operator is made of. https://docs.pytorch.org/docs/2.13/library.html#torch.library.register_fake"""
    return torch.Inert()
