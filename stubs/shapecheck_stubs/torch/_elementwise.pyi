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

def binary(
    input: Tensor | Number, other: Tensor | Number, *rest, **options
) -> Tensor["*broadcast(input.shape,other.shape)", promote(input, other)]:
    """Broadcasts; the dtype is promoted.

    >>> [B 1 4], [3 1] -> [B 3 4]
    >>> [2 3], [2 4] -> error: The size of tensor a (3) must match the size of tensor b (4)
    """

def binary_float(
    input: Tensor | Number, other: Tensor | Number, *rest, **options
) -> Tensor["*broadcast(input.shape,other.shape)", float_of(promote(input, other))]:
    """Broadcasts; integers become float32.

    >>> [B 1 4], [3 1] -> [B 3 4]
    """

def binary_bool(
    input: Tensor | Number, other: Tensor | Number, *rest, **options
) -> Tensor["*broadcast(input.shape,other.shape)", bool]:
    """Broadcasts; the result is bool.

    >>> [B 1 4], [3 1] -> [B 3 4]
    """

neg = negative = positive = square = sign = conj_physical = fix = frac = nan_to_num = bitwise_not = relu = elementwise
ceil = floor = trunc = round = threshold = fill = conj = resolve_conj = resolve_neg = rrelu = celu = selu = elementwise
tril = triu = bernoulli = dropout = alpha_dropout = feature_dropout = hardshrink = clone = contiguous = detach = elementwise
sgn = cumprod_like = prelu_like = elu_like = elementwise
sin = cos = tan = asin = acos = atan = sinh = cosh = tanh = asinh = acosh = atanh = arcsin = elementwise_float
arccos = arctan = arcsinh = arccosh = arctanh = exp = exp2 = expm1 = log = log2 = log10 = log1p = elementwise_float
sqrt = rsqrt = reciprocal = sigmoid = erf = erfc = erfinv = lgamma = digamma = i0 = sinc = logit = elementwise_float
deg2rad = rad2deg = special_expit = angle_like = mvlgamma = polygamma_like = elementwise_float
isnan = isinf = isfinite = isposinf = isneginf = isreal = signbit = logical_not = elementwise_bool
add = sub = subtract = mul = multiply = fmod = remainder = maximum = minimum = fmax = fmin = binary
bitwise_and = bitwise_or = bitwise_xor = bitwise_left_shift = bitwise_right_shift = floor_divide = binary
gcd = lcm = hypot = nextafter = heaviside = binary
rsub = binary
true_divide = atan2 = arctan2 = logaddexp = logaddexp2 = xlogy = copysign = ldexp = igamma = igammac = binary_float
eq = ne = lt = le = gt = ge = greater = greater_equal = less = less_equal = not_equal = binary_bool
logical_and = logical_or = logical_xor = isclose = binary_bool
