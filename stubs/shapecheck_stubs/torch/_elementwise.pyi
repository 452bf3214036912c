"""Elementwise operators: one rule for each family. https://docs.pytorch.org/docs/2.13/torch.html#pointwise-ops"""

modules = "torch", "torch.Tensor"


def elementwise(input: Tensor["*S"], *rest, **options) -> Tensor["*S"]:
    """The shape and dtype of the input.

    >>> [B 3 4] -> [B 3 4]
    """

def elementwise_float(input: Tensor["*S"], *rest, **options) -> Tensor["*S", float_of(input.dtype)]:
    """The shape of the input; integers become float32.

    >>> [B 3 4] -> [B 3 4]
    """

def elementwise_bool(input: Tensor["*S"], *rest, **options) -> Tensor["*S", bool]:
    """A bool for each element.

    >>> [B 3 4] -> [B 3 4]
    """

def _suspect_pairs(input: Any, other: Any) -> None:
    """[B, 1] beside [B] gives [B, B]."""
    suspect(
        crossed(input, other),
        "{input.shape} and {other.shape} broadcast to every pair of the same rows. This will likely lead "
        "to incorrect results. Please ensure they have the same size.",
    )

def binary(
    input: Tensor | Number, other: Tensor | Number, *rest, **options
) -> Tensor["*broadcast(input.shape,other.shape)", promote(input, other)]:
    """Broadcasts; the dtype is promoted.

    >>> [B 1 4], [3 1] -> [B 3 4]
    >>> [2 3], [2 4] -> error: The size of tensor a (3) must match the size of tensor b (4)
    """
    _suspect_pairs(input, other)

def binary_float(
    input: Tensor | Number, other: Tensor | Number, *rest, **options
) -> Tensor["*broadcast(input.shape,other.shape)", float_of(promote(input, other))]:
    """Broadcasts; integers become float32.

    >>> [B 1 4], [3 1] -> [B 3 4]
    """
    _suspect_pairs(input, other)

def binary_bool(
    input: Tensor | Number, other: Tensor | Number, *rest, **options
) -> Tensor["*broadcast(input.shape,other.shape)", bool]:
    """Broadcasts; the result is bool.

    >>> [B 1 4], [3 1] -> [B 3 4]
    """
    _suspect_pairs(input, other)

positive = sign = conj_physical = fix = frac = nan_to_num = relu = elementwise
ceil = floor = trunc = round = threshold = fill = conj = resolve_conj = resolve_neg = rrelu = celu = selu = elementwise
bernoulli = dropout = alpha_dropout = feature_dropout = hardshrink = clone = contiguous = detach = elementwise
sgn = cumprod_like = prelu_like = elu_like = elementwise
sin = cos = tan = asin = acos = atan = sinh = cosh = tanh = asinh = acosh = atanh = arcsin = elementwise_float
arccos = arctan = arcsinh = arccosh = arctanh = exp = exp2 = expm1 = log = log2 = log10 = log1p = elementwise_float
sqrt = rsqrt = reciprocal = sigmoid = erf = erfc = erfinv = lgamma = digamma = i0 = sinc = logit = elementwise_float
deg2rad = rad2deg = special_expit = angle_like = mvlgamma = polygamma_like = elementwise_float
isnan = isinf = isfinite = isposinf = isneginf = isreal = signbit = logical_not = elementwise_bool
add = mul = multiply = fmod = remainder = maximum = minimum = fmax = fmin = binary
bitwise_left_shift = bitwise_right_shift = floor_divide = binary
gcd = lcm = hypot = nextafter = binary
true_divide = atan2 = arctan2 = logaddexp = logaddexp2 = xlogy = copysign = ldexp = igamma = igammac = binary_float
eq = ne = lt = le = gt = ge = greater = greater_equal = less = less_equal = not_equal = binary_bool
logical_and = logical_or = logical_xor = binary_bool

def heaviside(
    input: Tensor, values: Tensor,
) -> Tensor["*broadcast(input.shape,values.shape)", promote(input, values)]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.heaviside.html

    >>> [B 1 4], [3 1] -> [B 3 4]
    """

def sub(
    input: Tensor | Number, other: Tensor | Number, *rest, **options
) -> Tensor["*broadcast(input.shape,other.shape)", d]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.sub.html

    >>> [B 1 4], [3 1] -> [B 3 4]
    >>> bool[2], bool[2] -> error: with two bool tensors is not supported
    """
    _suspect_pairs(input, other)
    a, b, d = promote(input), promote(other), promote(input, other)
    require(
        not (surely(a, "bool") and surely(b, "bool")),
        "Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or `logical_xor()` "
        "operator instead.",
    )
    require(
        not (surely(a, "bool") or surely(b, "bool")),
        "Subtraction, the `-` operator, with a bool tensor is not supported. If you are trying to invert a mask, use "
        "the `~` or `logical_not()` operator instead.",
    )

subtract = rsub = sub

def neg(input: Tensor["*S"]) -> Tensor["*S"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.neg.html"""
    require(
        not surely(input.dtype, "bool"),
        "Negation, the `-` operator, on a bool tensor is not supported. If you are trying to invert a mask, use the "
        "`~` or `logical_not()` operator instead.",
    )

negative = neg

def bitwise_not(input: Tensor["*S"]) -> Tensor["*S"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.bitwise_not.html"""
    require(
        not surely(input.dtype, "floating", "complex"),
        "~ (operator.invert) is only implemented on integer and Boolean-type tensors, not for "
        "'{scalar_type(input.dtype)}'",
    )

def bitwise_and(
    input: Tensor | Number, other: Tensor | Number
) -> Tensor["*broadcast(input.shape,other.shape)", d]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.bitwise_and.html

    >>> bool[B 1 4], bool[3 1] -> bool[B 3 4]
    >>> [2], bool[2] -> error: not implemented for 'Float'
    """
    d = promote(input, other)
    require(
        not surely(d, "floating", "complex"),
        "\"bitwise_and_cpu\" not implemented for '{scalar_type(d)}'",
    )

def bitwise_or(
    input: Tensor | Number, other: Tensor | Number
) -> Tensor["*broadcast(input.shape,other.shape)", d]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.bitwise_or.html"""
    d = promote(input, other)
    require(
        not surely(d, "floating", "complex"),
        "\"bitwise_or_cpu\" not implemented for '{scalar_type(d)}'",
    )

def bitwise_xor(
    input: Tensor | Number, other: Tensor | Number
) -> Tensor["*broadcast(input.shape,other.shape)", d]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.bitwise_xor.html"""
    d = promote(input, other)
    require(
        not surely(d, "floating", "complex"),
        "\"bitwise_xor_cpu\" not implemented for '{scalar_type(d)}'",
    )

def isclose(
    input: Tensor["*S"], other: Tensor["*R", input.dtype], rtol: float = 1e-05, atol: float = 1e-08,
    equal_nan: bool = False,
) -> Tensor["*broadcast(S,R)", bool]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.isclose.html"""

def div(
    input: Tensor | Number, other: Tensor | Number, *, rounding_mode: str | None = None,
) -> Tensor["*T", d]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.div.html"""
    _suspect_pairs(input, other)
    T = broadcast(input.shape, other.shape)
    d = float_of(promote(input, other)) if rounding_mode is None else promote(input, other)

divide = div

def pow(
    input: Tensor | Number, exponent: Tensor | Number,
) -> Tensor["*broadcast(input.shape,exponent.shape)", promote(input, exponent)]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.pow.html"""

def float_power(
    input: Tensor | Number, exponent: Tensor | Number,
) -> Tensor["*broadcast(input.shape,exponent.shape)", d]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.float_power.html"""
    d = complex128 if not dtype_in(promote(input, exponent), "floating", "integral", "bool") else float64

def abs(input: Tensor["*S"]) -> Tensor["*S", real_of(input.dtype)]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.abs.html"""

absolute = abs

def angle(input: Tensor["*S"]) -> Tensor["*S", float_of(real_of(input.dtype))]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.angle.html"""

def polygamma(n: int, input: Tensor["*S"]) -> Tensor["*S", float_of(input.dtype)]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.polygamma.html"""

def square(input: Tensor["*S"]) -> Tensor["*S", int64 if surely(input.dtype, "bool") else input.dtype]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.square.html"""

def clamp(
    input: Tensor["*S"], min: Tensor | Number | None = None, max: Tensor | Number | None = None,
) -> Tensor["*T", promote(input, *(end for end in (min, max) if end is not None))]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.clamp.html"""
    low = S if min is None else broadcast(S, min.shape)
    T = low if max is None else broadcast(low, max.shape)

clip = clamp

def clamp_min(
    input: Tensor["*S"], min: Tensor | Number,
) -> Tensor["*broadcast(S,min.shape)", promote(input, min)]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.clamp_min.html"""

def clamp_max(
    input: Tensor["*S"], max: Tensor | Number,
) -> Tensor["*broadcast(S,max.shape)", promote(input, max)]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.clamp_max.html"""

def where(
    condition: Tensor["*C", bool | uint8], input: Tensor | Number, other: Tensor | Number,
) -> Tensor["*T", promote(input, other)]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.where.html"""
    T = broadcast(C, input.shape, other.shape)

def where(condition: Tensor["*C"]) -> tuple[Tensor, ...]:
    return nonzero(condition, as_tuple=True)

def frexp(input: Tensor["*S"]) -> named(mantissa=Tensor["*S"], exponent=Tensor["*S", int32]):
    """https://docs.pytorch.org/docs/2.13/generated/torch.frexp.html"""

def unravel_index(indices: Tensor["*S"], shape: Any):
    """https://docs.pytorch.org/docs/2.13/generated/torch.unravel_index.html"""
    return repeated(Tensor["*S", int64], 1 if is_int(shape) else len(tuple(shape)))

def bucketize(
    input: Tensor["*S"] | Number, boundaries: Tensor["N"], *, out_int32: bool = False,
    right: bool = False,
) -> Tensor["*input.shape", int32 if out_int32 else int64]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.bucketize.html"""

def searchsorted(
    sorted_sequence: Tensor["*B N"], input: Tensor["*S"] | Number, *, out_int32: bool = False,
    right: bool = False, side: Any = None, sorter: Any = None,
) -> Tensor["*input.shape", int32 if out_int32 else int64]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.searchsorted.html

    >>> [5], [2 4] -> [2 4]
    >>> [2 5], [2 4] -> [2 4]
    >>> [2 5], [3 4] -> error: boundaries tensor should be 1 dimension or the first N-1 dimensions
    """
    values = input.shape
    if ranked(B, values) and len(B) > 0:
        require(
            len(values) > 0 and values[:-1] == B,
            "torch.searchsorted(): boundaries tensor should be 1 dimension or the first N-1 dimensions of boundaries "
            "tensor and input value tensor must match, but we got boundaries tensor {sorted_sequence.shape} and input "
            "value tensor {values}",
        )

alias_copy = zero_ = elementwise
resize_as_ = other_shape

def other_shape(input: Tensor, other: Tensor["*R"], *, memory_format: Any = None) -> Tensor["*R"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.Tensor.resize_as_.html"""
