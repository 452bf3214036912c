"""Methods and operators that only tensors have. https://docs.pytorch.org/docs/2.13/tensors.html"""

__add__ = __radd__ = __iadd__ = torch.add
__sub__ = __isub__ = torch.sub
__mul__ = __rmul__ = __imul__ = torch.mul
__truediv__ = __itruediv__ = __div__ = torch.div
__floordiv__ = __ifloordiv__ = torch.floor_divide
__mod__ = __imod__ = torch.remainder
__pow__ = __ipow__ = torch.pow
__and__ = __rand__ = __iand__ = torch.bitwise_and
__or__ = __ror__ = __ior__ = torch.bitwise_or
__xor__ = __rxor__ = __ixor__ = torch.bitwise_xor
__lshift__ = __ilshift__ = torch.bitwise_left_shift
__rshift__ = __irshift__ = torch.bitwise_right_shift
__eq__ = torch.eq
__ne__ = torch.ne
__lt__ = torch.lt
__le__ = torch.le
__gt__ = torch.gt
__ge__ = torch.ge
__neg__ = torch.neg
__pos__ = torch.positive
__abs__ = torch.abs
__invert__ = torch.bitwise_not
__matmul__ = __imatmul__ = torch.matmul


def __rsub__(input: Tensor, other: Tensor | Number) -> Tensor:
    """The operators with a tensor on the right. https://docs.pytorch.org/docs/2.13/tensors.html"""
    return torch.sub(other, input)

def __rtruediv__(input: Tensor, other: Tensor | Number) -> Tensor:
    return torch.div(other, input)

__rdiv__ = __rtruediv__

def __rfloordiv__(input: Tensor, other: Tensor | Number) -> Tensor:
    return torch.floor_divide(other, input)

def where(input: Tensor, condition: Tensor, other: Tensor | Number) -> Tensor:
    """The tensor where the condition holds. https://docs.pytorch.org/docs/2.13/generated/torch.Tensor.where.html

    >>> [3 1], uint8[4], [2 1 1] -> [2 3 4]
    >>> [3], uint8[4], 0 -> error: 3
    """
    return torch.where(condition, input, other)

def polygamma(input: Tensor, n: int) -> Tensor:
    """https://docs.pytorch.org/docs/2.13/generated/torch.Tensor.polygamma.html"""
    return torch.polygamma(n, input)

def __rmod__(input: Tensor, other: Tensor | Number) -> Tensor:
    return torch.remainder(other, input)

def __rpow__(input: Tensor, other: Tensor | Number) -> Tensor:
    return torch.pow(other, input)

def __rmatmul__(input: Tensor, other: Tensor) -> Tensor:
    return torch.matmul(other, input)

def __rlshift__(input: Tensor, other: Tensor | Number) -> Tensor:
    return torch.bitwise_left_shift(other, input)

def __rrshift__(input: Tensor, other: Tensor | Number) -> Tensor:
    return torch.bitwise_right_shift(other, input)

def __getitem__(input: Tensor, index: Any) -> Tensor["*index_shape(input,index)"]:
    """https://docs.pytorch.org/docs/2.13/tensor_view.html"""

def __len__(input: Tensor["*S"]):
    """The size of the first dim."""
    require(len(S) >= 1, "len() of a 0-d tensor")
    return S[0]

# ---- sizes

def view(input: Tensor["*S"], dtype: dtype) -> Tensor["*T", dtype]:
    """The same bytes as elements of another size, more or fewer of them in the last dimension.

    https://docs.pytorch.org/docs/2.13/generated/torch.Tensor.view.html

    >>> [B 12 64], (B, -1, 8) -> [B 96 8]
    """
    old, new = itemsize(input.dtype), itemsize(dtype)
    if not (dtype_known(input.dtype) and dtype_known(dtype)):
        T = (*S[:-1], fresh(0)) if len(S) > 0 else S
    elif old == new:
        T = S
    else:
        require(
            len(S) > 0,
            "self.dim() cannot be 0 to view {scalar_type(input.dtype)} as {scalar_type(dtype)} "
            "(different element sizes)",
        )
        require(
            S[-1] * old % new == 0,
            "self.size(-1) must be divisible by {new // old} to view {scalar_type(input.dtype)} as "
            "{scalar_type(dtype)} (different element sizes), but got {S[-1]}",
        )
        T = (*S[:-1], S[-1] * old // new)

def view(input: Tensor["*S"], size: Dims) -> Tensor["*T"]:
    T = fill_minus_one(size, prod(S))
    require(prod(T) == prod(S), "shape '{size}' is invalid for input of size {prod(S)}")

def view_as(input: Tensor["*S"], other: Tensor["*R"]) -> Tensor["*R"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.Tensor.view_as.html"""
    require(prod(S) == prod(R), "shape '{R}' is invalid for input of size {prod(S)}")

reshape_as = view_as

def size(input: Tensor["*S"], dim: int):
    """https://docs.pytorch.org/docs/2.13/generated/torch.Tensor.size.html"""
    return size_at(S, dim)

def size(input: Tensor, dim: None = None):
    return sizes(input)

def dim(input: Tensor["*S"]):
    """https://docs.pytorch.org/docs/2.13/generated/torch.Tensor.dim.html"""
    return len(S)

ndimension = dim

@property
def ndim(input: Tensor["*S"]):
    """https://docs.pytorch.org/docs/2.13/generated/torch.Tensor.dim.html"""
    return len(S)

@property
def shape(input: Tensor):
    """https://docs.pytorch.org/docs/2.13/generated/torch.Tensor.size.html"""
    return sizes(input)

def numel(input: Tensor["*S"]):
    """https://docs.pytorch.org/docs/2.13/generated/torch.Tensor.numel.html"""
    return elements(S)

nelement = numel

def stride(input: Tensor["*S"], dim: int):
    """https://docs.pytorch.org/docs/2.13/generated/torch.Tensor.stride.html"""
    return fresh(0)

def stride(input: Tensor["*S"], dim: None = None):
    return tuple(fresh(0) for s in S)

@property
def T(input: Tensor["*S"]) -> Tensor["*reversed(S)"]:
    """https://docs.pytorch.org/docs/2.13/tensors.html#torch.Tensor.T"""

@property
def mT(input: Tensor[""]) -> Tensor[""]:
    """https://docs.pytorch.org/docs/2.13/tensors.html#torch.Tensor.mT (without dims it is itself)"""

@property
def mT(input: Tensor["*S M N"]) -> Tensor["*S N M"]: ...

@property
def H(input: Tensor[""]) -> Tensor[""]:
    """https://docs.pytorch.org/docs/2.13/tensors.html#torch.Tensor.H (without dims it is itself)"""

@property
def H(input: Tensor["M N"]) -> Tensor["N M"]: ...

@property
def mH(input: Tensor[""]) -> Tensor[""]:
    """https://docs.pytorch.org/docs/2.13/tensors.html#torch.Tensor.mH (without dims it is itself)"""

@property
def mH(input: Tensor["*S M N"]) -> Tensor["*S N M"]: ...

@property
def real(input: Tensor["*S"]) -> Tensor["*S", real_of(input.dtype)]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.Tensor.real.html"""

@property
def imag(input: Tensor["*S"]) -> Tensor["*S", real_of(input.dtype)]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.Tensor.imag.html"""

@property
def itemsize(input: Tensor):
    """https://docs.pytorch.org/docs/2.13/generated/torch.Tensor.itemsize.html"""
    return itemsize(input.dtype)

@property
def nbytes(input: Tensor["*S"]):
    """https://docs.pytorch.org/docs/2.13/generated/torch.Tensor.nbytes.html"""
    return prod(S) * itemsize(input.dtype)

def element_size(input: Tensor):
    """https://docs.pytorch.org/docs/2.13/generated/torch.Tensor.element_size.html"""
    return itemsize(input.dtype)

storage_offset = data_ptr = get_device = number

def number(input: Tensor) -> int:
    """A number that is no size. https://docs.pytorch.org/docs/2.13/generated/torch.Tensor.storage_offset.html"""

def expand(
    input: Tensor["*S"], size: Dims, *, implicit: bool = False,
) -> Tensor["*expands(S,size)"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.Tensor.expand.html

    >>> [B 1 4], (-1, 3, 4) -> [B 3 4]
    """

def expand_as(input: Tensor["*S"], other: Tensor["*R"]) -> Tensor["*expands(S,R)"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.Tensor.expand_as.html"""

def repeat(input: Tensor["*S"], repeats: Dims) -> Tensor["*T"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.Tensor.repeat.html

    >>> [B 3], (2, 1, 4) -> [2 B 12]
    """
    require(
        len(repeats) >= len(S),
        "Number of dimensions of repeat dims can not be smaller than number of dimensions of "
        "tensor",
    )
    n = len(repeats) - len(S)
    T = tuple(s * r for s, r in zip((*repeated(1, n), *S), repeats))

def unfold(input: Tensor, dimension: int, size: int, step: int) -> Tensor:
    """https://docs.pytorch.org/docs/2.13/generated/torch.Tensor.unfold.html"""
    return torch.unfold_copy(input, dimension, size, step)

def adjoint(input: Tensor["*S M N"]) -> Tensor["*S N M"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.Tensor.adjoint.html"""

def record_stream(input: Tensor, stream: Any) -> None:
    """https://docs.pytorch.org/docs/2.13/generated/torch.Tensor.record_stream.html"""

def indices(input: Tensor) -> Tensor["k n", int64]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.Tensor.indices.html"""
    k = fresh(1)
    n = fresh(0)

_indices = indices

def crow_indices(input: Tensor["R C"]) -> Tensor["n", int64]:
    """One index behind each row, or block of rows. https://docs.pytorch.org/docs/2.13/generated/torch.Tensor.crow_indices.html"""
    n = fresh(1)

def crow_indices(input: Tensor) -> Unknown["the indices of a compressed sparse tensor with dims beside rows and columns"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.Tensor.crow_indices.html"""

col_indices = ccol_indices = row_indices = crow_indices

def values(input: Tensor["*S"]) -> Tensor["*joined_components(S)"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.Tensor.values.html"""
    if not is_nested(S):
        unknown("the values of a sparse tensor")

def offsets(input: Tensor["B *S"]) -> Tensor["B+1", int64]:
    """https://docs.pytorch.org/docs/2.13/nested.html"""

to_padded_tensor = nested.to_padded_tensor

def prelu(input: Tensor, weight: Tensor) -> Tensor:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.prelu.html"""
    return torch.nn.functional.prelu(input, weight)

def sum_to_size(
    input: Tensor["*S"], size: Dims,
) -> Tensor["*size", input.dtype if len(S) > 0 and S == size else long_of(input.dtype)]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.Tensor.sum_to_size.html"""
    require(len(S) >= len(size), "size {size} is not expandable to size {S}.")
    for s, n in zip(last(S, len(size)), size):
        require(n == 1 or n == s, "size {size} is not expandable to size {S}.")

# ---- dtypes and devices

def to(input: Tensor["*S"], *args, **options) -> Tensor["*S", cast(input, args, options)]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.Tensor.to.html"""

def type(
    input: Tensor["*S"], dtype: dtype | None | Any = None, non_blocking: Any = False,
) -> Tensor["*S", typed(input, dtype)]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.Tensor.type.html"""
    if dtype is None:
        return type_name(input)

def type_as(input: Tensor["*S"], other: Tensor) -> Tensor["*S", other.dtype]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.Tensor.type_as.html"""

def float(input: Tensor["*S"], memory_format: Any = None) -> Tensor["*S", float32]:
    """Casts. https://docs.pytorch.org/docs/2.13/tensors.html"""

def cdouble(input: Tensor["*S"], memory_format: Any = None) -> Tensor["*S", complex128]: ...

def chalf(input: Tensor["*S"], memory_format: Any = None) -> Tensor["*S", complex32]: ...

def double(input: Tensor["*S"], memory_format: Any = None) -> Tensor["*S", float64]: ...

def half(input: Tensor["*S"], memory_format: Any = None) -> Tensor["*S", float16]: ...

def bfloat16(input: Tensor["*S"], memory_format: Any = None) -> Tensor["*S", bfloat16]: ...

def long(input: Tensor["*S"], memory_format: Any = None) -> Tensor["*S", int64]: ...

def int(input: Tensor["*S"], memory_format: Any = None) -> Tensor["*S", int32]: ...

def short(input: Tensor["*S"], memory_format: Any = None) -> Tensor["*S", int16]: ...

def char(input: Tensor["*S"], memory_format: Any = None) -> Tensor["*S", int8]: ...

def byte(input: Tensor["*S"], memory_format: Any = None) -> Tensor["*S", uint8]: ...

def bool(input: Tensor["*S"], memory_format: Any = None) -> Tensor["*S", bool]: ...

def cfloat(input: Tensor["*S"], memory_format: Any = None) -> Tensor["*S", complex64]: ...

cpu = cuda = mps = xpu = pin_memory = share_memory_ = requires_grad_ = detach_ = retain = torch.elementwise
to_sparse = to_sparse_csr = to_sparse_coo = to_sparse_csc = to_sparse_bsr = to_sparse_bsc = to_mkldnn = dequantize = to_dense = coalesce = rename = refine_names = align_as = ipu = torch.elementwise

def is_floating_point(input: Tensor):
    """https://docs.pytorch.org/docs/2.13/generated/torch.Tensor.is_floating_point.html"""
    if dtype_known(input.dtype):
        return surely(input.dtype, "floating")
    return scalar("bool")

def is_complex(input: Tensor):
    """https://docs.pytorch.org/docs/2.13/generated/torch.Tensor.is_complex.html"""
    if dtype_known(input.dtype):
        return surely(input.dtype, "complex")
    return scalar("bool")

def is_contiguous(input: Tensor, memory_format: Any = None):
    """https://docs.pytorch.org/docs/2.13/generated/torch.Tensor.is_contiguous.html"""
    return lies_in_rows(input) if memory_format is None else scalar("bool")

def is_of_some_kind(input: Tensor, *rest, **options) -> bool:
    """What shapes do not tell."""

is_neg = is_nonzero = is_shared = is_coalesced = is_set_to = is_distributed = is_pinned = is_signed = is_inference = is_conj = is_same_size = is_of_some_kind

# ---- Python values

def item(input: Tensor["*S"]):
    """https://docs.pytorch.org/docs/2.13/generated/torch.Tensor.item.html"""
    require(prod(S) == 1, "a Tensor with {prod(S)} elements cannot be converted to Scalar")
    if surely(input.dtype, "integral"):
        held = number(input)
        return scalar("int") if held is None else held
    if surely(input.dtype, "bool"):
        return scalar("bool")
    if surely(input.dtype, "floating"):
        return scalar("float")
    if surely(input.dtype, "complex"):
        return scalar("complex")
    unknown("the value of a tensor of unknown dtype")

def __int__(input: Tensor["*S"]):
    """https://docs.python.org/3/reference/datamodel.html#object.__int__"""
    require(prod(S) == 1, "a Tensor with {prod(S)} elements cannot be converted to Scalar")
    held = number(input) if surely(input.dtype, "integral") else None
    return scalar("int") if held is None else held

__index__ = __int__

def __float__(input: Tensor["*S"]):
    """https://docs.python.org/3/reference/datamodel.html#object.__float__"""
    require(prod(S) == 1, "a Tensor with {prod(S)} elements cannot be converted to Scalar")
    return scalar("float")

def __bool__(input: Tensor["*S"]):
    """https://docs.python.org/3/reference/datamodel.html#object.__bool__"""
    require(prod(S) == 1, "a Tensor with {prod(S)} elements cannot be converted to Scalar")
    return scalar("bool")

def dim_order(input: Tensor["*S"], *rest, **options):
    """https://docs.pytorch.org/docs/2.13/generated/torch.Tensor.dim_order.html"""
    return tuple(fresh(0) for s in S)

def index(input: Tensor, indices: Any) -> Tensor["*index_shape(input,tuple(indices))"]:
    """input[indices]"""

@property
def retains_grad(input: Tensor) -> bool:
    """https://docs.pytorch.org/docs/2.13/generated/torch.Tensor.retain_grad.html"""

@property
def grad_dtype(input: Tensor["*S"]):
    """https://docs.pytorch.org/docs/2.13/generated/torch.Tensor.grad_dtype.html"""
    return input.dtype

def tolist(input: Tensor["*S"]):
    """https://docs.pytorch.org/docs/2.13/generated/torch.Tensor.tolist.html"""
    return listed(input)

def numpy(input: Tensor, *, force: Any = False):
    """https://docs.pytorch.org/docs/2.13/generated/torch.Tensor.numpy.html"""
    return array_of(input)

def backward(
    input: Tensor, gradient: Any = None, retain_graph: Any = None, create_graph: Any = False,
    inputs: Any = None,
) -> None:
    """https://docs.pytorch.org/docs/2.13/generated/torch.Tensor.backward.html"""
    torch.autograd.backward(input, gradient, retain_graph)

def retain_grad(input: Tensor) -> None:
    """https://docs.pytorch.org/docs/2.13/generated/torch.Tensor.retain_grad.html"""

def register_hook(input: Tensor, hook: Any):
    """https://docs.pytorch.org/docs/2.13/generated/torch.Tensor.register_hook.html"""
    return native("torch.autograd.graph.register")(input, hook)

# ---- new tensors

def new_zeros(
    input: Tensor, size: Dims, *, dtype: dtype | None = None, device: Any = None,
    requires_grad: Any = False, layout: Any = None, pin_memory: Any = False,
) -> Tensor["*size", dtype or input.dtype]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.Tensor.new_zeros.html"""

new_ones = new_empty = new_zeros

def new_empty_strided(
    input: Tensor, size: Ints, stride: Any, dtype: dtype | None = None, device: Any = None,
    requires_grad: Any = False, layout: Any = None, pin_memory: Any = False,
) -> Tensor["*size", dtype or input.dtype]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.Tensor.new_empty_strided.html"""

def new_full(
    input: Tensor, size: Ints | int, fill_value: Any, *, dtype: dtype | None = None,
    device: Any = None, requires_grad: Any = False, layout: Any = None, pin_memory: Any = False,
) -> Tensor["*size", dtype or input.dtype]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.Tensor.new_full.html"""

def new_tensor(
    input: Tensor, data: Any, *, dtype: dtype | None = None, device: Any = None,
    requires_grad: Any = False,
) -> Tensor["*data_shape(data)", dtype or input.dtype]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.Tensor.new_tensor.html"""

def new(input: Tensor, *args, **options) -> Tensor["*size", input.dtype]:
    """What the class of the tensor makes of sizes or of content.

    >>> [2 3] -> [0]
    >>> [2 3], 4, 5 -> [4 5]
    >>> [2 3], [7 8] -> [7 8]
    """
    size = constructed_shape(args, options)

# ---- in place

add_ = sub_ = subtract_ = mul_ = multiply_ = div_ = divide_ = true_divide_ = floor_divide_ = remainder_ = fmod_ = pow_ = inplace
abs_ = neg_ = exp_ = exp2_ = expm1_ = log_ = log2_ = log10_ = log1p_ = sqrt_ = rsqrt_ = square_ = reciprocal_ = inplace
sin_ = cos_ = tan_ = tanh_ = sinh_ = cosh_ = asin_ = acos_ = atan_ = sigmoid_ = relu_ = erf_ = erfc_ = erfinv_ = inplace
floor_ = ceil_ = round_ = trunc_ = frac_ = sign_ = clamp_ = clip_ = clamp_min_ = clamp_max_ = nan_to_num_ = logit_ = inplace
eq_ = ne_ = lt_ = le_ = gt_ = ge_ = logical_and_ = logical_or_ = logical_not_ = logical_xor_ = inplace
bitwise_and_ = bitwise_or_ = bitwise_not_ = bitwise_xor_ = atan2_ = hypot_ = copysign_ = lerp_ = xlogy_ = inplace
masked_fill_ = masked_scatter_ = scatter_ = scatter_add_ = scatter_reduce_ = index_add_ = index_copy_ = inplace
index_fill_ = index_put_ = put_ = tril_ = triu_ = cumsum_ = cumprod_ = addmm_ = addmv_ = baddbmm_ = inplace
addcmul_ = addcdiv_ = addr_ = fill_ = zero_ = bernoulli_ = renorm_ = digamma_ = lgamma_ = polygamma_ = inplace
absolute_ = acosh_ = arccos_ = arccosh_ = arcsin_ = arcsinh_ = arctan_ = arctanh_ = arctan2_ = asinh_ = atanh_ = inplace
bitwise_left_shift_ = bitwise_right_shift_ = conj_physical_ = deg2rad_ = rad2deg_ = fix_ = float_power_ = gcd_ = lcm_ = inplace
greater_ = greater_equal_ = less_ = less_equal_ = not_equal_ = heaviside_ = i0_ = igamma_ = igammac_ = ldexp_ = inplace
mvlgamma_ = negative_ = nextafter_ = sgn_ = sinc_ = index_reduce_ = inplace
swapdims_ = unsqueeze_ = squeeze_ = t_ = transpose_ = swapaxes_ = resize_as_ = as_strided_ = addbmm_ = reshaping
normal_ = uniform_ = random_ = exponential_ = cauchy_ = geometric_ = log_normal_ = fill_diagonal_ = receiver
apply_ = map_ = map2_ = retain_ = receiver

def receiver(input: Tensor, *rest, **options):
    """Fills the tensor and gives it back. https://docs.pytorch.org/docs/2.13/generated/torch.Tensor.normal_.html"""
    return input

def zero(input: Tensor["*S"]) -> Tensor["*S"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.Tensor.zero_.html"""

def copy(
    input: Tensor["*S"], src: Tensor["*R"], non_blocking: Any = False,
) -> Tensor["*S"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.Tensor.copy_.html"""
    T = broadcast(S, R)
    if ranked(S, T):
        require(T == S, "output with shape {S} doesn't match the broadcast shape {T}")

def copy(input: Tensor["*S"], src: Number, non_blocking: Any = False) -> Tensor["*S"]: ...

copy_ = inplace

def resize(input: Tensor, size: Dims, memory_format: Any = None) -> Tensor["*size"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.Tensor.resize_.html"""

resize_ = reshaping

def resize_as(input: Tensor, other: Tensor["*R"], memory_format: Any = None) -> Tensor["*R"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.Tensor.resize_as_.html"""
