"""Operations over named axes. https://einx.readthedocs.io/en/stable/api.html"""

modules = "einx", "einx.torch"


def add(pattern: str, *tensors, **parameters):
    """Elementwise, broadcast as the pattern says. https://einx.readthedocs.io/en/stable/api/einx.add.html"""
    known = einx_operands(tensors)
    T = einx_shape(known, text(pattern), axis_sizes(parameters))
    return Tensor["*T", promote(*known)]

subtract = multiply = maximum = minimum = dot = add

def divide(pattern: str, *tensors, **parameters):
    """https://einx.readthedocs.io/en/stable/api/einx.divide.html"""
    known = einx_operands(tensors)
    T = einx_shape(known, text(pattern), axis_sizes(parameters))
    return Tensor["*T", float_of(promote(*known))]

true_divide = divide

def less(pattern: str, *tensors, **parameters):
    """https://einx.readthedocs.io/en/stable/api/einx.less.html"""
    T = einx_shape(einx_operands(tensors), text(pattern), axis_sizes(parameters))
    return Tensor["*T", bool]

less_equal = greater = greater_equal = equal = not_equal = logical_and = logical_or = less

def where(pattern: str, *tensors, **parameters):
    """https://einx.readthedocs.io/en/stable/api/einx.where.html"""
    known = einx_operands(tensors)
    T = einx_shape(known, text(pattern), axis_sizes(parameters))
    return Tensor["*T", promote(*known[1:])]

def get_at(pattern: str, tensor: Tensor, *coordinates, **parameters):
    """What stands at the coordinates of the axes in square brackets.
    https://einx.readthedocs.io/en/stable/api/einx.get_at.html
    """
    T = einx_shape(einx_operands((tensor, *coordinates)), text(pattern), axis_sizes(parameters))
    return Tensor["*T", tensor.dtype]

def id(pattern: str, tensor: Tensor, **parameters):
    """https://einx.readthedocs.io/en/stable/api/einx.id.html"""
    T = einx_shape((tensor,), text(pattern), axis_sizes(parameters))
    return Tensor["*T", tensor.dtype]

rearrange = id

def sum(pattern: str, tensor: Tensor, **parameters):
    """https://einx.readthedocs.io/en/stable/api/einx.sum.html"""
    T = einx_reduced(tensor, text(pattern), axis_sizes(parameters))
    return Tensor["*T"]

mean = prod = max = min = var = std = any = all = logsumexp = count_nonzero = sum
