"""Picking and writing elements by index or mask.

https://docs.pytorch.org/docs/2.13/torch.html#indexing-slicing-joining-mutating-ops
"""

modules = "torch", "torch.Tensor"


def gather(
    input: Tensor["*S"], dim: int, index: Tensor["*I"], *, sparse_grad: bool = False,
) -> Tensor["*I"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.gather.html"""
    axis(dim, len(S))
    if prod(I) == 0:
        return Tensor["*I"]
    require(
        not floats(index) and dtype_in(index.dtype, "int32", "int64"),
        "Expected dtype int32/int64 for index: it is {index.dtype}",
    )
    require(
        max(1, len(S)) == max(1, len(I)),
        "Index tensor must have the same number of dimensions as input tensor",
    )
    if ranked(S, I) and len(S) >= 1 and len(I) >= 1:
        d = axis(dim, len(S))
        for place, (i, s) in enumerate(zip(I, S)):
            if place != d:
                require(
                    i <= s,
                    "Size does not match at dimension {place} expected index {I} to be no larger "
                    "than self {S} apart from dimension {dim}",
                )
        _reaches(index, S[d], d)

def _reaches(index: Any, size: int, dim: int) -> None:
    """What an index holds, where that is known, lies in the dim."""
    ends = reach(index)
    if ends is not None:
        low, high = ends
        require(low >= 0, "index {low} is out of bounds for dimension {dim} with size {size}")
        require(high < size, "index {high} is out of bounds for dimension {dim} with size {size}")

def _reaches_from_either_end(index: Any, size: int) -> None:
    """The same of an index that may count from the end."""
    ends = reach(index)
    if ends is not None:
        low, high = ends
        require(low >= -size, "index {low} is out of bounds for {size} elements")
        require(high < size, "index {high} is out of bounds for {size} elements")

def take_along_dim(
    input: Tensor["*S"], indices: Tensor["*I", int64], dim: int | None = None,
) -> Tensor["*T"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.take_along_dim.html"""
    if dim is None:
        return Tensor["prod(I)"]
    d = axis(dim, len(S))
    require(
        len(S) == len(I),
        "input and indices should have the same number of dimensions, but got {len(S)} dimensions for input, "
        "and {len(I)} dimensions for indices",
    )
    T = replace(broadcast(replace(S, d, 1), replace(I, d, 1)), d, I[d])

def take(input: Tensor["*S"], index: Tensor["*I"]) -> Tensor["*I"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.take.html"""
    _reaches_from_either_end(index, prod(S))

def index_select(input: Tensor["*S"], dim: int, index: Tensor["*I", int32 | int64]) -> Tensor["*T"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.index_select.html

    >>> [B 5 4], 1, int64[3] -> [B 3 4]
    """
    require(
        len(I) <= 1,
        "index_select(): Index is supposed to be a vector, got {len(I)} dimensions",
    )
    d = axis(dim, len(S))
    if len(S) == 0:
        require(prod(I) == 1, "Index to scalar can have only 1 value, got {prod(I)} value(s)")
    elif ranked(S):
        _reaches(index, S[d], d)
    T = replace(S, d, prod(I)) if len(S) >= 1 else ()

def masked_select(input: Tensor["*S"], mask: Tensor["*M", bool]) -> Tensor["n"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.masked_select.html"""
    n = chosen(mask, prod(M)) if S == M else fresh(0, prod(broadcast(S, M)))

def masked_fill(
    input: Tensor["*S"], mask: Tensor["*M", bool], value: Tensor[""] | Number,
) -> Tensor["*broadcast(M,S)"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.Tensor.masked_fill.html"""

def masked_scatter(
    input: Tensor["*S"], mask: Tensor["*M", bool], source: Tensor["*R", input.dtype],
) -> Tensor["*broadcast(M,S)"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.Tensor.masked_scatter.html"""

def scatter(
    input: Tensor["*S"], dim: int, index: Tensor["*I", int32 | int64], src: Tensor["*R", input.dtype], *,
    reduce: Any = None,
) -> Tensor["*S"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.scatter.html

    >>> [3 5], 0, int64[2 5], [2 5] -> [3 5]
    >>> [3 5], 0, int64[2 5], [1 5] -> error: and to be no larger size than src
    """
    _scatter_sizes(S, I, R, dim, index)

def scatter(
    input: Tensor["*S"], dim: int, index: Tensor["*I", int32 | int64], src: Number, *,
    reduce: Any = None,
) -> Tensor["*S"]:
    _scatter_sizes(S, I, I, dim, index)

def scatter(
    input: Tensor["*S"], dim: int, index: Tensor["*I", int32 | int64], value: Number, *,
    reduce: Any = None,
) -> Tensor["*S"]:
    _scatter_sizes(S, I, I, dim, index)

def scatter_add(
    input: Tensor["*S"], dim: int, index: Tensor["*I", int32 | int64], src: Tensor["*R", input.dtype],
) -> Tensor["*S"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.scatter_add.html"""
    _scatter_sizes(S, I, R, dim, index)

def _scatter_sizes(S: Ints, I: Ints, R: Ints, dim: int, index: Any) -> None:
    """What all scatters demand of the index and the source."""
    axis(dim, len(S))
    if prod(I) != 0:
        require(
            max(1, len(I)) == max(1, len(S)),
            "Index tensor must have the same number of dimensions as self tensor",
        )
        require(
            max(1, len(I)) == max(1, len(R)),
            "Index tensor must have the same number of dimensions as src tensor",
        )
        if ranked(S, I, R):
            d = axis(dim, len(S))
            for i, r in zip(I, R if len(R) >= 1 else (1,)):
                require(
                    i <= r,
                    "Expected index {I} to be no larger than self {S} apart from dimension {d} and to be no larger "
                    "size than src {R}",
                )
            for place, (i, s) in enumerate(zip(I, S)):
                if place != d:
                    require(
                        i <= s,
                        "Expected index {I} to be no larger than self {S} apart from dimension {d} and to be no larger "
                        "size than src {R}",
                    )
            if len(S) >= 1:
                _reaches(index, S[d], d)

def scatter_reduce(
    input: Tensor["*S"], dim: int, index: Tensor["*I", int32 | int64], src: Tensor["*R", input.dtype],
    reduce: str, *, include_self: bool = True,
) -> Tensor["*S"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.scatter_reduce.html"""
    _scatter_sizes(S, I, R, dim, index)

def _check_source(S: Ints, I: Ints, R: Ints, dim: int, index: Any) -> None:
    """An index for each slice of the source along the dim; the other sizes are those of the input."""
    d = axis(dim, len(S))
    require(len(I) <= 1, "Index is supposed to be a vector, but got {len(I)} dims with sizes {I}")
    require(
        len(R) == len(S) and (len(S) == 0 or without(R, d) == without(S, d)),
        "source tensor shape must match self tensor shape, excluding the specified dimension. Got "
        "self.shape = {S} source.shape = {R}",
    )
    n = R[d] if len(S) >= 1 else 1
    require(
        prod(I) == n,
        "Number of indices ({prod(I)}) should be equal to source.size(dim): ({n}), for dim: {d}",
    )
    if ranked(S) and len(S) >= 1:
        _reaches(index, S[d], d)

def index_add(
    input: Tensor["*S"], dim: int, index: Tensor["*I", int32 | int64], source: Tensor["*R", input.dtype], *,
    alpha: float = 1,
) -> Tensor["*S"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.index_add.html

    >>> [3 4], 0, int64[2], [2 4] -> [3 4]
    >>> [3 4], 0, int64[2], [3 4] -> error: Number of indices (2)
    """
    _check_source(S, I, R, dim, index)

def index_copy(
    input: Tensor["*S"], dim: int, index: Tensor["*I", int64], source: Tensor["*R", input.dtype],
) -> Tensor["*S"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.index_copy.html"""
    d = axis(dim, len(S))
    if len(R) == 0 or len(S) == 0:
        require(
            prod(I) == prod(R),
            "When source is scalar, index should have one element (got {prod(I)})",
        )
    else:
        _check_source(S, I, R, dim, index)

def index_reduce(
    input: Tensor["*S"], dim: int, index: Tensor["*I", int32 | int64], source: Tensor["*R", input.dtype],
    reduce: str, *, include_self: bool = True,
) -> Tensor["*S"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.index_reduce.html"""
    _check_source(S, I, R, dim, index)

def index_fill(
    input: Tensor["*S"], dim: int, index: Tensor["*I", int64], value: Tensor[""] | Number,
) -> Tensor["*S"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.Tensor.index_fill.html"""
    d = axis(dim, len(S))
    require(len(I) <= 1, "Index has to be a vector/scalar")
    if ranked(S) and len(S) >= 1:
        _reaches_from_either_end(index, S[d])

def index_put(
    input: Tensor["*S"], indices: Any, values: Tensor["*V", input.dtype], accumulate: bool = False,
) -> Tensor["*S"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.index_put.html

    >>> [5 5], (int64[3],), [3 5] -> [5 5]
    >>> [5 5], (int64[3],), [2 5] -> error: 2
    """
    T = expands(V, index_shape(input, tuple(indices)))

def put(
    input: Tensor["*S"], index: Tensor, source: Tensor, accumulate: bool = False,
) -> Tensor["*S"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.Tensor.put_.html"""
    _reaches_from_either_end(index, prod(S))

def nonzero(input: Tensor["*S"], *, as_tuple: bool = False) -> Tensor["n len(S)", int64]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nonzero.html"""
    n = chosen(input, prod(S))
    if as_tuple:
        return repeated(Tensor["n", int64], max(1, len(S)))

def argwhere(input: Tensor) -> Tensor:
    """https://docs.pytorch.org/docs/2.13/generated/torch.argwhere.html"""
    return nonzero(input)

def nonzero_static(
    input: Tensor["*S"], *, size: int, fill_value: int = -1,
) -> Tensor["size len(S)", int64]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nonzero_static.html"""

def unique(
    input: Tensor["*S"], sorted: bool = True, return_inverse: bool = False,
    return_counts: bool = False, dim: int | None = None,
):
    """https://docs.pytorch.org/docs/2.13/generated/torch.unique.html"""
    n = fresh(0, prod(S) if dim is None else S[dim])
    values = Tensor["n"] if dim is None else Tensor["*replace(S,dim,n)"]
    inverse = Tensor["*S", int64] if dim is None else Tensor["S[dim]", int64]
    more = (*((inverse,) if return_inverse else ()), *((Tensor["n", int64],) if return_counts else ()))
    return values if len(more) == 0 else (values, *more)

def unique_consecutive(
    input: Tensor, return_inverse: bool = False, return_counts: bool = False,
    dim: int | None = None,
):
    """https://docs.pytorch.org/docs/2.13/generated/torch.unique_consecutive.html"""
    return unique(input, True, return_inverse, return_counts, dim)

def bincount(
    input: Tensor["N"], weights: Tensor | None = None, minlength: int = 0,
) -> Tensor["n", int64 if weights is None else weights.dtype if same_dtype(weights.dtype, float32) else float64]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.bincount.html"""
    require(
        not floats(input) and not surely(input.dtype, "bool"),
        '"bincount_cpu" not implemented for \'{scalar_type(input.dtype)}\'',
    )
    each = numbers(input)
    n = fresh(minlength) if each is None else max((*each, minlength - 1)) + 1

def histc(input: Tensor, bins: int = 100, min: float = 0, max: float = 0) -> Tensor["bins"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.histc.html"""

def multinomial(
    input: Tensor["*N C", floating], num_samples: int, replacement: bool = False, *, generator: Any = None,
) -> Tensor["*N num_samples", int64]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.multinomial.html"""
    require(len(N) <= 1, "prob_dist must be 1 or 2 dim")
    require(num_samples > 0, "cannot sample n_sample <= 0 samples")
    require(
        replacement or num_samples <= C,
        "cannot sample n_sample > prob_dist.size(-1) samples without replacement",
    )

def isin(
    elements: Tensor["*S"] | Number, test_elements: Any, *, assume_unique: bool = False,
    invert: bool = False,
) -> Tensor["*elements.shape", bool]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.isin.html"""

def isin(
    elements: Tensor, test_element: Number, *, assume_unique: bool = False, invert: bool = False,
) -> Tensor["*elements.shape", bool]: ...

def isin(
    element: Number, test_elements: Tensor, *, assume_unique: bool = False, invert: bool = False,
) -> Tensor["", bool]: ...

def renorm(input: Tensor["*S"], p: float, dim: int, maxnorm: float) -> Tensor["*S"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.renorm.html"""
    require(len(S) >= 2, "renorm: input needs at least 2 dimensions, got {len(S)} dimensions")
