"""https://docs.pytorch.org/docs/2.13/signal.html"""

bartlett = blackman = cosine = exponential = gaussian = general_cosine = general_hamming = hamming = hann = window
kaiser = nuttall = window

def window(M: int, *rest, dtype: dtype | None = None, **options) -> Tensor["M", dtype or float32]:
    """A window of M values.

    >>> 7 -> [7]
    """
    require(M >= 0, "requires non-negative window length, got M={M}")
