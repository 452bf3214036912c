"""Reductions. https://docs.pytorch.org/docs/2.13/torch.html#reduction-ops"""

modules = "torch", "torch.Tensor"


def sum(
    input: Tensor["*S"], dim: Axes = None, keepdim: bool = False, *, dtype: dtype | None = None,
) -> Tensor["*T", dtype or long_of(input.dtype)]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.sum.html

    >>> [B 3 4], 1 -> [B 4]
    >>> [B 3 4], (0, 2), True -> [1 3 1]
    """
    T = reduced(S, dim, keepdim)

nansum = sum

def mean(
    input: Tensor["*S"], dim: Axes = None, keepdim: bool = False, *, dtype: dtype | None = None,
) -> Tensor["*T", dtype or input.dtype]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.mean.html

    >>> [B 3 H W], (2, 3) -> [B 3]
    """
    d = dtype or input.dtype
    require(
        dtype_in(d, "floating", "complex"),
        "mean(): could not infer output dtype. Input dtype must be either a floating point or "
        "complex dtype. Got: {scalar_type(d)}",
    )
    T = reduced(S, dim, keepdim)

nanmean = mean

def prod(
    input: Tensor["*S"], dim: int | None = None, keepdim: bool = False, *,
    dtype: dtype | None = None,
) -> Tensor["*T", dtype or long_of(input.dtype)]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.prod.html"""
    T = reduced(S, dim, keepdim)

def amax(
    input: Tensor["*S"], dim: Axes = None, keepdim: bool = False,
) -> Tensor["*reduced(S,dim,keepdim)"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.amax.html"""
    if dim is not None and ranked(S):
        require(len(S) <= 64, "only tensors with up to 64 dims are supported")
    for d in dim or ():
        require(
            len(S) == 0 or S[d] != 0,
            "amax(): Expected reduction dim {d} to have non-zero size.",
        )
    if dim is None or dim == ():
        require(
            prod(S) != 0,
            "amax(): Expected reduction dim to be specified for an input of no elements. Specify the "
            "reduction dim with the 'dim' argument.",
        )

amin = amax

def logsumexp(
    input: Tensor["*S"], dim: Axes, keepdim: bool = False,
) -> Tensor["*reduced(S,dim,keepdim)", float_of(input.dtype)]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.logsumexp.html"""

def all(
    input: Tensor["*S"], dim: Axes = None, keepdim: bool = False,
) -> Tensor["*T", bool if not surely(input.dtype, "uint8") else uint8]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.all.html"""
    T = S if dim is not None and dim == () else reduced(S, dim, keepdim)

any = all

def count_nonzero(input: Tensor["*S"], dim: Axes = None) -> Tensor["*reduced(S,dim)", int64]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.count_nonzero.html"""

def argmax(
    input: Tensor["*S"], dim: int | None = None, keepdim: bool = False,
) -> Tensor["*reduced(S,dim,keepdim)", int64]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.argmax.html"""
    if dim is None:
        require(prod(S) != 0, "argmax(): Expected reduction dim to be specified for an input of no elements.")
    else:
        require(len(S) == 0 or S[dim] != 0, "argmax(): Expected reduction dim {dim} to have non-zero size.")

argmin = argmax

def max(input: Tensor["*S"]) -> Tensor[""]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.max.html

    >>> [B 3 4] -> []
    >>> [B 3 4], 1 -> [B 4], [B 4]
    """
    require(prod(S) != 0, "max(): Expected reduction dim to be specified for an input of no elements.")

def max(input: Tensor, other: Tensor) -> Tensor:
    return maximum(input, other)

def max(
    input: Tensor["*S"], dim: int, keepdim: bool = False,
) -> named(values=Tensor["*T"], indices=Tensor["*T", int64]):
    T = reduced(S, dim, keepdim)
    require(len(S) == 0 or S[dim] != 0, "max(): Expected reduction dim {dim} to have non-zero size.")

def min(input: Tensor["*S"]) -> Tensor[""]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.min.html"""
    require(prod(S) != 0, "min(): Expected reduction dim to be specified for an input of no elements.")

def min(input: Tensor, other: Tensor) -> Tensor:
    return minimum(input, other)

def min(
    input: Tensor["*S"], dim: int, keepdim: bool = False,
) -> named(values=Tensor["*T"], indices=Tensor["*T", int64]):
    T = reduced(S, dim, keepdim)
    require(len(S) == 0 or S[dim] != 0, "min(): Expected reduction dim {dim} to have non-zero size.")

def median(input: Tensor["*S"]) -> Tensor[""]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.median.html"""

def median(
    input: Tensor["*S"], dim: int, keepdim: bool = False,
) -> named(values=Tensor["*T"], indices=Tensor["*T", int64]):
    T = reduced(S, dim, keepdim)
    require(len(S) == 0 or S[dim] != 0, "median(): Expected reduction dim {dim} to have non-zero size.")

nanmedian = median

def mode(
    input: Tensor["*S"], dim: int = -1, keepdim: bool = False,
) -> named(values=Tensor["*T"], indices=Tensor["*T", int64]):
    """https://docs.pytorch.org/docs/2.13/generated/torch.mode.html"""
    T = reduced(S, dim, keepdim)
    require(len(S) == 0 or S[dim] != 0, "mode(): Expected reduction dim {dim} to have non-zero size.")

def kthvalue(
    input: Tensor["*S"], k: int, dim: int = -1, keepdim: bool = False,
) -> named(values=Tensor["*T"], indices=Tensor["*T", int64]):
    """https://docs.pytorch.org/docs/2.13/generated/torch.kthvalue.html"""
    size = S[axis(dim, len(S))] if len(S) >= 1 else 1
    require(
        1 <= k and k <= size,
        "kthvalue(): selected number k out of range for dimension {dim} (k is {k}, the size is "
        "{size})",
    )
    T = reduced(S, dim, keepdim)

def aminmax(
    input: Tensor["*S"], *, dim: int | None = None, keepdim: bool = False,
) -> named(min=Tensor["*T"], max=Tensor["*T"]):
    """https://docs.pytorch.org/docs/2.13/generated/torch.aminmax.html"""
    if dim is not None and ranked(S):
        require(len(S) <= 64, "only tensors with up to 64 dims are supported")
    if dim is None:
        require(
            prod(S) != 0,
            "aminmax(): cannot compute aminmax over an empty dimension as the operation has no "
            "identity.",
        )
    elif len(S) >= 1:
        require(
            S[axis(dim, len(S))] != 0,
            "aminmax: Expected reduction dim {dim} to have non-zero size.",
        )
    T = reduced(S, dim, keepdim)

def std(input: Tensor["*S"], dim: bool, unbiased: bool = True) -> Tensor["", real_of(input.dtype)]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.std.html"""

def std(
    input: Tensor["*S"], dim: Axes = None, unbiased: bool = True, keepdim: bool = False, *,
    correction: Any = 1,
) -> Tensor["*T", real_of(input.dtype)]:
    T = reduced(S, dim, keepdim)

var = std

def std_mean(
    input: Tensor["*S"], dim: bool, unbiased: bool = True,
) -> tuple[Tensor["", real_of(input.dtype)], Tensor[""]]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.std_mean.html"""

def std_mean(
    input: Tensor["*S"], dim: Axes = None, unbiased: bool = True, keepdim: bool = False, *,
    correction: Any = 1,
) -> tuple[Tensor["*T", real_of(input.dtype)], Tensor["*T"]]:
    T = reduced(S, dim, keepdim)

var_mean = std_mean

def norm(
    input: Tensor["*S"], p: Any = "fro", dim: Axes = None, keepdim: bool = False, out: Any = None,
    dtype: dtype | None = None,
) -> Tensor["*T", real_of(dtype or input.dtype)]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.norm.html"""
    T = reduced(S, dim, keepdim)

def dist(
    input: Tensor["*S"], other: Tensor["*R"], p: float = 2,
) -> Tensor["", real_of(promote(input, other))]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.dist.html"""
    T = broadcast(S, R)

def quantile(
    input: Tensor["*S"], q: Tensor["*Q"] | float, dim: int | None = None, keepdim: bool = False, *,
    interpolation: str = "linear",
) -> Tensor["*T"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.quantile.html"""
    require(dtype_in(input.dtype, "float32", "float64"), "quantile() input tensor must be either float or double dtype")
    require(len(q.shape) <= 1, "quantile() q must be a scalar or 1D tensor")
    T = (*q.shape, *reduced(S, dim, keepdim))

nanquantile = quantile

def cumsum(
    input: Tensor["*S"], dim: int, *, dtype: dtype | None = None,
) -> Tensor["*S", dtype or long_of(input.dtype)]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.cumsum.html"""
    d = axis(dim, len(S))

cumprod = cumsum

def logcumsumexp(input: Tensor["*S"], dim: int) -> Tensor["*S"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.logcumsumexp.html"""
    d = axis(dim, len(S))

def cummax(
    input: Tensor["*S"], dim: int,
) -> named(values=Tensor["*S"], indices=Tensor["*S", int64]):
    """https://docs.pytorch.org/docs/2.13/generated/torch.cummax.html"""
    d = axis(dim, len(S))

cummin = cummax

def softmax(
    input: Tensor["*S"], dim: int | None, dtype: dtype | None = None,
) -> Tensor["*S", dtype or input.dtype]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.softmax.html"""
    _check_softmax(dtype or input.dtype)
    if known(dim) and dim is not None:
        d = axis(dim, len(S))

log_softmax = softmax

def _check_softmax(dtype: Any) -> None:
    """No kernel computes it of integers."""
    require(
        not surely(dtype, "integral", "bool"),
        "\"softmax_lastdim_kernel_impl\" not implemented for '{scalar_type(dtype)}'",
    )

def diff(
    input: Tensor["*S"], n: int = 1, dim: int = -1, prepend: Tensor["*P"] | None = None,
    append: Tensor["*A"] | None = None,
) -> Tensor["*T", e]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.diff.html"""
    require(len(S) >= 1, "diff expects input to be at least one-dimensional")
    require(n >= 0, "order must be non-negative but got {n}")
    ends = tuple(end for end in (prepend, append) if end is not None)
    if n == 0 and len(ends) == 0:
        return Tensor["*S"]
    d = axis(dim, len(S))
    for end in ends:
        require(
            end.ndim == len(S) and without(end.shape, d) == without(S, d),
            "diff expects the shape of tensor to prepend or append to match that of input except along the "
            "differencing dimension; input {S}, got {end.shape} and dim {dim}",
        )
    if n == 0:
        return Tensor["*S"]
    T = replace(S, d, max(0, sum((S[d], *(end.shape[d] for end in ends))) - n))
    e = promote(input.dtype, *(end.dtype for end in ends))

def sort(
    input: Tensor["*S"], dim: int = -1, descending: bool = False, stable: Any = False,
) -> named(values=Tensor["*S"], indices=Tensor["*S", int64]):
    """https://docs.pytorch.org/docs/2.13/generated/torch.sort.html"""
    d = axis(dim, len(S))

def argsort(
    input: Tensor["*S"], dim: int = -1, descending: bool = False, stable: Any = False,
) -> Tensor["*S", int64]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.argsort.html"""
    d = axis(dim, len(S))

def msort(input: Tensor["*S"]) -> Tensor["*S"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.msort.html"""

def topk(
    input: Tensor["*S"], k: int, dim: int = -1, largest: bool = True, sorted: bool = True,
) -> named(values=Tensor["*T"], indices=Tensor["*T", int64]):
    """https://docs.pytorch.org/docs/2.13/generated/torch.topk.html

    >>> [B 10], 3 -> [B 3], [B 3]
    >>> [2 10], 12 -> error: selected index k out of range
    """
    d = axis(dim, len(S))
    if len(S) >= 1:
        require(
            0 <= k and k <= S[d],
            "selected index k out of range (k is {k}, dim {dim} has size {S[d]})",
        )
    T = replace(S, d, k) if len(S) >= 1 else ()

def equal(input: Tensor, other: Tensor) -> bool:
    """https://docs.pytorch.org/docs/2.13/generated/torch.equal.html"""

def allclose(
    input: Tensor["*S"], other: Tensor["*R", input.dtype], rtol: float = 1e-05, atol: float = 1e-08,
    equal_nan: bool = False,
) -> bool:
    """https://docs.pytorch.org/docs/2.13/generated/torch.allclose.html

    >>> [2 3], [2 4] -> error: must match
    """
    T = broadcast(S, R)

def trace(input: Tensor["N M"]) -> Tensor["", long_of(input.dtype)]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.trace.html"""
