"""Functions of each element. https://numpy.org/doc/stable/reference/ufuncs.html"""

modules = "numpy"


def elementwise(x: Array | Number, *rest, **options) -> Tensor["*x.shape", array_dtype(x)]:
    """The shape and dtype of the array; a number of a number.

    >>> [B 3 4] -> [B 3 4]
    """

def elementwise_float(x: Array | Number, *rest, **options) -> Tensor["*x.shape", array_float(array_dtype(x))]:
    """The shape of the array; integers become float64.

    >>> [B 3 4] -> [B 3 4]
    """

def elementwise_bool(x: Array | Number, *rest, **options) -> Tensor["*x.shape", bool]:
    """A bool for each element."""

def binary(
    x1: Array | Number, x2: Array | Number, *rest, **options
) -> Tensor["*broadcast(x1.shape,x2.shape)", array_dtype(x1, x2)]:
    """Broadcasts.

    >>> [B 1 4], [3 1] -> [B 3 4]
    """

def binary_float(
    x1: Array | Number, x2: Array | Number, *rest, **options
) -> Tensor["*broadcast(x1.shape,x2.shape)", array_float(array_dtype(x1, x2))]:
    """Broadcasts; integers become float64."""

def binary_bool(
    x1: Array | Number, x2: Array | Number, *rest, **options
) -> Tensor["*broadcast(x1.shape,x2.shape)", bool]:
    """Broadcasts; a bool for each element."""

def reversed_binary(x2: Array, x1: Array | Number) -> Tensor:
    """An operator whose right operand is the array."""
    return binary(x1, x2)

def reversed_float(x2: Array, x1: Array | Number) -> Tensor:
    """A division whose right operand is the array."""
    return binary_float(x1, x2)

abs = absolute = fabs = negative = positive = sign = square = round = around = rint = floor = ceil = trunc = fix = elementwise
conj = conjugate = clip = nan_to_num = invert = bitwise_not = bitwise_invert = real_if_close = elementwise
exp = exp2 = expm1 = log = log2 = log10 = log1p = sqrt = cbrt = reciprocal = elementwise_float
sin = cos = tan = arcsin = arccos = arctan = sinh = cosh = tanh = arcsinh = arccosh = arctanh = elementwise_float
asin = acos = atan = asinh = acosh = atanh = spacing = elementwise_float
deg2rad = rad2deg = degrees = radians = sinc = i0 = elementwise_float
isnan = isinf = isfinite = isposinf = isneginf = isreal = iscomplex = logical_not = signbit = elementwise_bool

add = subtract = multiply = power = mod = remainder = fmod = floor_divide = maximum = minimum = fmax = fmin = binary
bitwise_and = bitwise_or = bitwise_xor = left_shift = right_shift = gcd = lcm = binary
pow = bitwise_left_shift = bitwise_right_shift = binary
divide = true_divide = arctan2 = hypot = logaddexp = logaddexp2 = binary_float
atan2 = heaviside = nextafter = float_power = copysign = binary_float
equal = not_equal = less = less_equal = greater = greater_equal = isclose = binary_bool
logical_and = logical_or = logical_xor = binary_bool

def where(condition: Array["*C"], x: Array | Number, y: Array | Number) -> Tensor["*T", array_dtype(x, y)]:
    """https://numpy.org/doc/stable/reference/generated/numpy.where.html"""
    T = broadcast(C, x.shape, y.shape)

def where(condition: Array) -> tuple[Tensor, ...]:
    return nonzero(condition)

def searchsorted(a: Array, v: Array["*S"] | Number, side: Any = None, sorter: Any = None) -> Tensor["*v.shape", int64]:
    """https://numpy.org/doc/stable/reference/generated/numpy.searchsorted.html"""

def digitize(x: Array["*S"], bins: Any, right: Any = False) -> Tensor["*S", int64]:
    """https://numpy.org/doc/stable/reference/generated/numpy.digitize.html"""

def isin(element: Array["*S"], test_elements: Any, assume_unique: Any = False, invert: Any = False) -> Tensor["*S", bool]:
    """https://numpy.org/doc/stable/reference/generated/numpy.isin.html"""

def interp(x: Array["*S"], xp: Any, fp: Any, *rest, **options) -> Tensor["*S", float64]:
    """https://numpy.org/doc/stable/reference/generated/numpy.interp.html"""

def real(val: Array["*S"]) -> Tensor["*S", real_of(val.dtype)]:
    """https://numpy.org/doc/stable/reference/generated/numpy.real.html"""

imag = angle = real

def allclose(a: Any, b: Any, *rest, **options):
    """https://numpy.org/doc/stable/reference/generated/numpy.allclose.html"""
    return scalar("bool")

array_equal = array_equiv = allclose

def issubdtype(*args) -> bool:
    """https://numpy.org/doc/stable/reference/generated/numpy.issubdtype.html"""

iscomplexobj = isrealobj = isscalar = iterable = can_cast = shares_memory = may_share_memory = issubdtype

def modf(x: Array["*S"], **options):
    """https://numpy.org/doc/stable/reference/generated/numpy.modf.html"""
    return repeated(Tensor["*S", array_float(x.dtype)], 2)

def divmod(x1: Array | Number, x2: Array | Number, **options):
    """https://numpy.org/doc/stable/reference/generated/numpy.divmod.html"""
    return repeated(binary(x1, x2), 2)

def polyval(p: Any, x: Array["*S"]) -> Tensor["*S", array_dtype()]:
    """https://numpy.org/doc/stable/reference/generated/numpy.polyval.html"""

def select(condlist: Sequence[Array], choicelist: Sequence[Array], default: Any = 0) -> Tensor["*T", array_dtype(*choices)]:
    """https://numpy.org/doc/stable/reference/generated/numpy.select.html"""
    choices = as_tensors(choicelist)
    T = broadcast(*tuple(t.shape for t in as_tensors(condlist)), *tuple(t.shape for t in choices))
