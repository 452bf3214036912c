"""https://docs.pytorch.org/docs/2.13/masked.html"""

prod = sum
amin = mean = amax

def sum(
    input: Tensor["*S"], dim: Axes = None, *, keepdim: bool = False, dtype: dtype | None = None,
    mask: Tensor["*K"] | None = None,
) -> Tensor["*reduced(S,dim,keepdim)", dtype or long_of(input.dtype)]:
    """A reduction over the elements that the mask lets through.

    >>> [B 3 4], 1 -> [B 4]
    """
    if mask is not None:
        U = expands(K, S)

def amax(
    input: Tensor["*S"], dim: Axes = None, *, keepdim: bool = False, dtype: dtype | None = None,
    mask: Tensor["*K"] | None = None,
) -> Tensor["*reduced(S,dim,keepdim)", dtype or input.dtype]:
    """A reduction over the elements that the mask lets through, in the dtype of the input."""
    if mask is not None:
        U = expands(K, S)

def argmax(
    input: Tensor["*S"], dim: int | None = None, *, keepdim: bool = False, dtype: dtype | None = None,
    mask: Tensor["*K"] | None = None,
) -> Tensor["*reduced(S,dim,keepdim)", dtype or input.dtype]:
    """The place of the largest of the elements that the mask lets through, in the dtype of the input."""
    if mask is not None:
        U = expands(K, S)

argmin = argmax

def logsumexp(
    input: Tensor["*S"], dim: Axes = None, *, keepdim: bool = False, dtype: dtype | None = None,
    mask: Tensor["*K"] | None = None,
) -> Tensor["*reduced(S,dim,keepdim)", dtype or input.dtype]:
    """A reduction over the elements that the mask lets through."""
    if mask is not None:
        U = expands(K, S)

def norm(
    input: Tensor["*S"], ord: Any = 2.0, dim: Axes = None, *, keepdim: bool = False,
    dtype: dtype | None = None, mask: Tensor["*K"] | None = None,
) -> Tensor["*reduced(S,dim,keepdim)", dtype or real_of(input.dtype)]:
    """A norm of the elements that the mask lets through."""
    if mask is not None:
        U = expands(K, S)

def var(
    input: Tensor["*S"], dim: Axes = None, unbiased: Any = None, *, correction: Any = None,
    keepdim: bool = False, dtype: dtype | None = None, mask: Tensor["*K"] | None = None,
) -> Tensor["*reduced(S,dim,keepdim)", dtype or float_of(input.dtype)]:
    """The variance of the elements that the mask lets through."""
    if mask is not None:
        U = expands(K, S)

std = var

def cumsum(
    input: Tensor["*S"], dim: int, *, dtype: dtype | None = None, mask: Tensor["*K"] | None = None,
) -> Tensor["*S", dtype or input.dtype]:
    """Sums along a dim of the elements that the mask lets through."""
    if mask is not None:
        U = expands(K, S)
    d = axis(dim, len(S))

cumprod = cumsum

def softmax(
    input: Tensor["*S"], dim: int, *, dtype: dtype | None = None, mask: Tensor["*K"] | None = None,
) -> Tensor["*S", dtype or input.dtype]:
    """Over the elements that the mask lets through."""
    if mask is not None:
        U = expands(K, S)
    d = axis(dim, len(S))

log_softmax = softmin = softmax

def normalize(
    input: Tensor["*S"], ord: Any, dim: int, *, eps: Any = 1e-12, dtype: dtype | None = None,
    mask: Tensor["*K"] | None = None,
) -> Tensor["*S", dtype or input.dtype]:
    """Over the elements that the mask lets through."""
    if mask is not None:
        U = expands(K, S)
    d = axis(dim, len(S))

def median(
    input: Tensor["*S"], dim: int = -1, *, keepdim: bool = False, dtype: dtype | None = None,
    mask: Tensor["*K"] | None = None,
) -> Tensor["*reduced(S,dim,keepdim)", dtype or input.dtype]:
    """The median of the elements that the mask lets through."""
    if mask is not None:
        U = expands(K, S)

def logaddexp(
    input: Tensor["*S"], other: Tensor["*R"], *, dtype: dtype | None = None, input_mask: Any = None,
    other_mask: Any = None,
) -> Tensor["*broadcast(S,R)", dtype or input.dtype]:
    """Of the elements that the masks let through."""
