"""New tensors. https://docs.pytorch.org/docs/2.13/torch.html#creation-ops"""

modules = "torch"

jagged = "torch.jagged"
strided = "torch.strided"
sparse_coo = "torch.sparse_coo"
sparse_csr = "torch.sparse_csr"
sparse_csc = "torch.sparse_csc"
sparse_bsr = "torch.sparse_bsr"
sparse_bsc = "torch.sparse_bsc"

contiguous_format = "torch.contiguous_format"
preserve_format = "torch.preserve_format"
channels_last = "torch.channels_last"
channels_last_3d = "torch.channels_last_3d"


def zeros(
    size: Dims, *, out: Any = None, dtype: dtype | None = None, layout: Any = None,
    device: Any = None, pin_memory: bool = False, requires_grad: bool = False, names: Any = None,
    generator: Any = None, memory_format: Any = None,
) -> Tensor["*size", dtype or float32]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.zeros.html

    >>> (2, 3) -> [2 3]
    """
    require(none_negative(size), "Trying to create tensor with negative dimension: {size}")

ones = empty = rand = randn = zeros

def full(
    size: Dims, fill_value: Any, *, out: Any = None, dtype: dtype | None = None, layout: Any = None,
    device: Any = None, pin_memory: bool = False, requires_grad: bool = False,
) -> Tensor["*size", dtype or number_dtype(fill_value)]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.full.html"""

def full(
    size: Ints | int, fill_value: Any, *, out: Any = None, dtype: dtype | None = None,
    layout: Any = None, device: Any = None, pin_memory: bool = False, requires_grad: bool = False,
) -> Tensor["*size", dtype or number_dtype(fill_value)]: ...

def empty_strided(
    size: Ints, stride: Ints, *, dtype: dtype | None = None, layout: Any = None, device: Any = None,
    requires_grad: bool = False, pin_memory: bool = False,
) -> Tensor["*size", dtype or float32]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.empty_strided.html"""

def empty_permuted(
    size: Ints, physical_layout: Any, *, dtype: dtype | None = None, layout: Any = None,
    device: Any = None, requires_grad: bool = False, pin_memory: bool = False,
) -> Tensor["*size", dtype or float32]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.empty_permuted.html"""
    order = tuple(physical_layout)
    require(
        len(order) == len(size),
        "Number of dimensions in size does not match the length of the physical_layout; i.e. "
        "len(size) = {len(size)} is not equal to len(physical_layout) = {len(order)}",
    )
    for d in order:
        require(
            0 <= d and d < len(size),
            "Dimension out of range (expected to be between 0 and {len(size) - 1}, but got {d})",
        )
    places = axes(order, len(size))

def zeros_like(
    input: Tensor["*S"], *, dtype: dtype | None = None, layout: Any = None, device: Any = None,
    requires_grad: bool = False, memory_format: Any = None, generator: Any = None,
    pin_memory: bool = False,
) -> Tensor["*S", dtype or input.dtype]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.zeros_like.html"""

ones_like = empty_like = rand_like = randn_like = zeros_like

def full_like(
    input: Tensor["*S"], fill_value: Any, *, dtype: dtype | None = None, layout: Any = None,
    device: Any = None, requires_grad: bool = False, memory_format: Any = None,
    pin_memory: bool = False,
) -> Tensor["*S", dtype or input.dtype]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.full_like.html"""

def randint_like(
    input: Tensor["*S"], low: Any = 0, high: Any = None, *, generator: Any = None, dtype: dtype | None = None,
    layout: Any = None, device: Any = None, requires_grad: bool = False, pin_memory: bool = False,
    memory_format: Any = None,
) -> Tensor["*S", dtype or input.dtype]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.randint_like.html"""

def randint(
    high: int, size: Ints, *, out: Any = None, generator: Any = None, dtype: dtype | None = None,
    layout: Any = None, device: Any = None, requires_grad: bool = False, pin_memory: bool = False,
) -> Tensor["*size", dtype or int64]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.randint.html"""
    require(high > 0, "random_ expects 'from' to be less than 'to', but got from=0 >= to={high}")
    return drawn(size, dtype or int64, 0, high)

def randint(
    low: int, high: int, size: Ints, *, out: Any = None, generator: Any = None,
    dtype: dtype | None = None, layout: Any = None, device: Any = None, requires_grad: bool = False,
    pin_memory: bool = False,
) -> Tensor["*size", dtype or int64]:
    require(low < high, "random_ expects 'from' to be less than 'to', but got from={low} >= to={high}")
    return drawn(size, dtype or int64, low, high)

def randperm(
    n: int, *, out: Any = None, generator: Any = None, dtype: dtype | None = None,
    layout: Any = None, device: Any = None, requires_grad: bool = False, pin_memory: bool = False,
) -> Tensor["n", dtype or int64]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.randperm.html"""

def normal(
    mean: Tensor["*S"], std: Tensor["*R"] | float = 1, size: Any = None, *, generator: Any = None,
    out: Any = None,
) -> Tensor["*broadcast(S,std.shape)"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.normal.html"""

def normal(
    mean: float, std: Tensor["*S"], *, generator: Any = None, out: Any = None,
) -> Tensor["*S"]: ...

def normal(
    mean: float, std: float, size: Ints, *, generator: Any = None, dtype: dtype | None = None,
    layout: Any = None, device: Any = None, requires_grad: bool = False, pin_memory: bool = False,
    out: Any = None,
) -> Tensor["*size", dtype or float32]: ...

def arange(
    start: Any = 0, end: Any = None, step: Any = 1, *, out: Any = None, dtype: dtype | None = None,
    layout: Any = None, device: Any = None, requires_grad: bool = False, pin_memory: bool = False,
) -> Tensor["n", dtype or number_dtype(start, first, step)]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.arange.html

    >>> 3, 11, 2 -> [4]
    """
    first = start if end is None else end
    n = arange_length(0, start, step, dtype) if end is None else arange_length(start, end, step, dtype)
    if is_int(step) and step == 1:
        return drawn((n,), dtype or number_dtype(start, first, step), 0 if end is None else start, first)

def range(
    start: Any = 0, end: Any = None, step: Any = 1, *, out: Any = None, dtype: dtype | None = None,
    layout: Any = None, device: Any = None, requires_grad: bool = False,
) -> Tensor["n", dtype or float32]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.range.html"""
    n = fresh(0)

def linspace(
    start: Any, end: Any, steps: int, *, out: Any = None, dtype: dtype | None = None,
    layout: Any = None, device: Any = None, requires_grad: bool = False, pin_memory: bool = False,
) -> Tensor["steps", dtype or float_of(number_dtype(start, end))]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.linspace.html"""
    require(steps >= 0, "number of steps must be non-negative")
    require(
        not known(start, end) or (data_shape(start) == () and data_shape(end) == ()),
        "linspace only supports 0-dimensional start and end tensors, but got start with shape "
        "{data_shape(start)} and end with shape {data_shape(end)}",
    )

def logspace(
    start: Any, end: Any, steps: int, base: float = 10.0, *, out: Any = None,
    dtype: dtype | None = None, layout: Any = None, device: Any = None, requires_grad: bool = False,
    pin_memory: bool = False,
) -> Tensor["steps", dtype or float_of(number_dtype(start, end))]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.logspace.html"""
    require(steps >= 0, "number of steps must be non-negative")
    require(
        not known(start, end) or (data_shape(start) == () and data_shape(end) == ()),
        "logspace only supports 0-dimensional start and end tensors, but got start with shape "
        "{data_shape(start)} and end with shape {data_shape(end)}",
    )

def eye(
    n: int, m: int | None = None, *, out: Any = None, dtype: dtype | None = None,
    layout: Any = None, device: Any = None, requires_grad: bool = False, pin_memory: bool = False,
) -> Tensor["n columns", dtype or float32]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.eye.html"""
    columns = n if m is None else m

def tensor(
    data: Any, *, dtype: dtype | None = None, device: Any = None, requires_grad: bool = False,
    pin_memory: bool = False,
) -> Tensor["*data_shape(data)", dtype or data_dtype(data)]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.tensor.html"""

def as_tensor(
    data: Any, dtype: dtype | None = None, device: Any = None,
) -> Tensor["*data_shape(data)", dtype or data_dtype(data)]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.as_tensor.html"""

def asarray(
    obj: Any, *, dtype: dtype | None = None, device: Any = None, copy: Any = None,
    requires_grad: bool = False,
) -> Tensor["*data_shape(obj)", dtype or data_dtype(obj)]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.asarray.html"""

def scalar_tensor(
    s: Any, *, dtype: dtype | None = None, layout: Any = None, device: Any = None,
    pin_memory: bool = False, requires_grad: bool = False,
) -> Tensor["", dtype or float32]:
    """A tensor without dims."""

def from_numpy(ndarray: Any):
    """https://docs.pytorch.org/docs/2.13/generated/torch.from_numpy.html

    A number may be an array without dims.
    """
    if not known(ndarray):
        return unknown_tensor("what is no array")
    require(not is_sequence(ndarray), "expected np.ndarray (got list)")
    if is_int(ndarray):
        return Tensor["", int64]
    is_shaped = is_tensor(ndarray)
    return like(ndarray) if is_shaped else unknown_tensor("what is no array")

def from_dlpack(ext_tensor: Any, *, device: Any = None, copy: Any = None):
    """https://docs.pytorch.org/docs/2.13/generated/torch.from_dlpack.html"""
    return unknown_tensor("the contents of a capsule")

def frombuffer(
    buffer: Any, *, dtype: dtype, count: int = -1, offset: int = 0, requires_grad: bool = False,
) -> Tensor["n", dtype]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.frombuffer.html"""
    n = fresh() if count < 0 else count

def complex(
    real: Tensor["*S"], imag: Tensor["*R"],
) -> Tensor["*broadcast(S,R)", complex_of(real.dtype)]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.complex.html"""

def polar(abs: Tensor["*S"], angle: Tensor["*R"]) -> Tensor["*broadcast(S,R)", complex_of(abs.dtype)]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.polar.html"""

def real(input: Tensor["*S"]) -> Tensor["*S", real_of(input.dtype)]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.real.html"""

imag = real

def tril_indices(
    row: int, col: int, offset: int = 0, *, dtype: dtype | None = None, device: Any = None,
    layout: Any = None, pin_memory: bool = False,
) -> Tensor["2 n", dtype or int64]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.tril_indices.html

    >>> 4, 4, -1 -> [2 6]
    >>> 2, 5, 1 -> [2 5]
    """
    n = torch.below_diagonal(row, col, offset)

def triu_indices(
    row: int, col: int, offset: int = 0, *, dtype: dtype | None = None, device: Any = None,
    layout: Any = None, pin_memory: bool = False,
) -> Tensor["2 n", dtype or int64]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.triu_indices.html

    >>> 4, 4, 1 -> [2 6]
    >>> 5, 2 -> [2 3]
    """
    n = row * col - torch.below_diagonal(row, col, offset - 1)

def below_diagonal(row: Any, col: Any, offset: Any):
    """How many elements of a matrix lie on a diagonal or below it: what lies in the triangle that the rows grow to, but for
    what is above the first row, or beyond the last column."""
    return (
        triangle(row + offset) - triangle(offset) - triangle(row + offset - col) + triangle(offset - col)
    )

def triangle(side: Any):
    """1 + 2 + ... + side; 0 of a negative number."""
    return max(side, 0) * (max(side, 0) + 1) // 2

def hann_window(
    window_length: int, periodic: bool = True, *rest, dtype: dtype | None = None, **options,
) -> Tensor["window_length", dtype or float32]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.hann_window.html"""

hamming_window = blackman_window = bartlett_window = kaiser_window = hann_window

def vander(
    x: Tensor["L"], N: int | None = None, increasing: bool = False,
) -> Tensor["x.shape[0] n"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.vander.html"""
    n = x.shape[0] if N is None else N

def FloatTensor(data: Any = ()) -> Tensor["*data_shape(data)", float32]:
    """https://docs.pytorch.org/docs/2.13/tensors.html"""
    if is_int(data):
        return Tensor["data", float32]

def FloatTensor(size: Dims) -> Tensor["*size", float32]: ...

def LongTensor(data: Any = ()) -> Tensor["*data_shape(data)", int64]:
    """https://docs.pytorch.org/docs/2.13/tensors.html"""
    if is_int(data):
        return Tensor["data", int64]

def LongTensor(size: Dims) -> Tensor["*size", int64]: ...

def BoolTensor(data: Any = ()) -> Tensor["*data_shape(data)", bool]:
    """https://docs.pytorch.org/docs/2.13/tensors.html"""
    if is_int(data):
        return Tensor["data", bool]

def BoolTensor(size: Dims) -> Tensor["*size", bool]: ...

def IntTensor(data: Any = ()) -> Tensor["*data_shape(data)", int32]:
    """https://docs.pytorch.org/docs/2.13/tensors.html"""
    if is_int(data):
        return Tensor["data", int32]

def IntTensor(size: Dims) -> Tensor["*size", int32]: ...
