"""https://docs.pytorch.org/docs/2.13/masked.html"""

prod = amax = amin = mean = sum

def sum(
    input: Tensor["*S"], dim: Axes = None, *, keepdim: bool = False, dtype: dtype | None = None,
    mask: Any = None,
) -> Tensor["*reduced(S,dim,keepdim)", dtype or long_of(input.dtype)]:
    """A reduction over the elements that the mask lets through.

    >>> [B 3 4], 1 -> [B 4]
    """

def argmax(
    input: Tensor["*S"], dim: int | None = None, *, keepdim: bool = False, dtype: dtype | None = None,
    mask: Any = None,
) -> Tensor["*reduced(S,dim,keepdim)", dtype or input.dtype]:
    """The place of the largest of the elements that the mask lets through, in the dtype of the input."""

argmin = argmax

def logsumexp(
    input: Tensor["*S"], dim: Axes = None, *, keepdim: bool = False, dtype: dtype | None = None,
    mask: Any = None,
) -> Tensor["*reduced(S,dim,keepdim)", dtype or float_of(input.dtype)]:
    """A reduction over the elements that the mask lets through."""

def norm(
    input: Tensor["*S"], ord: Any = 2.0, dim: Axes = None, *, keepdim: bool = False,
    dtype: dtype | None = None, mask: Any = None,
) -> Tensor["*reduced(S,dim,keepdim)", dtype or real_of(input.dtype)]:
    """A norm of the elements that the mask lets through."""

def var(
    input: Tensor["*S"], dim: Axes = None, unbiased: Any = None, *, correction: Any = None,
    keepdim: bool = False, dtype: dtype | None = None, mask: Any = None,
) -> Tensor["*reduced(S,dim,keepdim)", dtype or float_of(input.dtype)]:
    """The variance of the elements that the mask lets through."""

std = var

def cumsum(
    input: Tensor["*S"], dim: int, *, dtype: dtype | None = None, mask: Any = None,
) -> Tensor["*S", dtype or long_of(input.dtype)]:
    """Sums along a dim of the elements that the mask lets through."""
    d = axis(dim, len(S))

cumprod = cumsum

def softmax(
    input: Tensor["*S"], dim: int, *, dtype: dtype | None = None, mask: Any = None,
) -> Tensor["*S", dtype or input.dtype]:
    """Over the elements that the mask lets through."""
    d = axis(dim, len(S))

log_softmax = softmin = softmax

def normalize(
    input: Tensor["*S"], ord: Any, dim: int, *, eps: Any = 1e-12, dtype: dtype | None = None,
    mask: Any = None,
) -> Tensor["*S", dtype or input.dtype]:
    """Over the elements that the mask lets through."""
    d = axis(dim, len(S))

def median(
    input: Tensor["*S"], dim: int = -1, *, keepdim: bool = False, dtype: dtype | None = None,
    mask: Any = None,
) -> Tensor["*reduced(S,dim,keepdim)", dtype or input.dtype]:
    """The median of the elements that the mask lets through."""

def logaddexp(
    input: Tensor["*S"], other: Tensor["*R"], *, dtype: dtype | None = None, input_mask: Any = None,
    other_mask: Any = None,
) -> Tensor["*broadcast(S,R)", dtype or promote(input, other)]:
    """Of the elements that the masks let through."""
