"""https://docs.pytorch.org/docs/2.13/signal.html"""

bartlett = blackman = cosine = gaussian = general_hamming = hamming = hann = window
kaiser = nuttall = window

def window(M: int, *rest, dtype: dtype | None = None, **options) -> Tensor["M", dtype or float32]:
    """A window of M values.

    >>> 7 -> [7]
    """
    require(M >= 0, "requires non-negative window length, got M={M}")

def exponential(
    M: int, *, center: Any = None, tau: Any = 1.0, sym: bool = True, dtype: dtype | None = None, **options
) -> Tensor:
    """https://docs.pytorch.org/docs/2.13/generated/torch.signal.windows.exponential.html"""
    if known(center):
        require(center is None or not sym, "Center must be None for symmetric windows")
    return window(M, dtype=dtype)

def general_cosine(
    M: int, *, a: Any, sym: Any = True, dtype: dtype | None = None, **options
) -> Tensor:
    """https://docs.pytorch.org/docs/2.13/generated/torch.signal.windows.general_cosine.html"""
    if known(a) and is_sequence(a):
        require(len(tuple(a)) > 0, "Coefficients cannot be empty")
    return window(M, dtype=dtype)
