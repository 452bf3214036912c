"""https://docs.pytorch.org/docs/2.13/fft.html"""


def fft(
    input: Tensor["*S"], n: int | None = None, dim: int = -1, norm: Any = None,
) -> Tensor["*T", complex_of(input.dtype)]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.fft.fft.html

    >>> [B 8] -> complex64[B 8]
    """
    require(len(S) >= 1, "Dimension specified as {dim} but tensor has no dimensions")
    d = axis(dim, len(S))
    T = S if n is None else replace(S, d, n)

ifft = fft

def rfft(
    input: Tensor["*S"], n: int | None = None, dim: int = -1, norm: Any = None,
) -> Tensor["*replace(S,d,size//2+1)", complex_of(input.dtype)]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.fft.rfft.html

    >>> [B 8] -> complex64[B 5]
    """
    d = axis(dim, len(S))
    size = S[d] if n is None else n

ihfft = rfft

def irfft(
    input: Tensor["*S"], n: int | None = None, dim: int = -1, norm: Any = None,
) -> Tensor["*T", real_of(float_of(input.dtype))]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.fft.irfft.html"""
    d = axis(dim, len(S))
    count = 2 * (S[d] - 1) if n is None else n
    require(count >= 1, "Invalid number of data points ({count}) specified")
    T = replace(S, d, count)

hfft = irfft

def fftn(
    input: Tensor["*S"], s: Ints | None = None, dim: Axes = None, norm: Any = None,
) -> Tensor["*T", complex_of(input.dtype)]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.fft.fftn.html"""
    require(len(S) >= 1 or dim is None or dim == (), "Dimension specified as 0 but tensor has no dimensions")
    T = transformed(S, s, dim)

ifftn = fftn

def fft2(
    input: Tensor["*S"], s: Ints | None = None, dim: Axes = (-2, -1), norm: Any = None,
) -> Tensor["*T", complex_of(input.dtype)]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.fft.fft2.html"""
    require(len(S) >= 1 or dim == (), "Dimension specified as 0 but tensor has no dimensions")
    T = transformed(S, s, dim)

ifft2 = fft2

def rfftn(
    input: Tensor["*S"], s: Ints | None = None, dim: Axes = None, norm: Any = None,
) -> Tensor["*replace(T,d,T[d]//2+1)", complex_of(input.dtype)]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.fft.rfftn.html"""
    T = transformed(S, s, dim)
    d = -1 if dim is None else dim[-1]

ihfftn = rfftn

def rfft2(input: Tensor, s: Ints | None = None, dim: Axes = (-2, -1), norm: Any = None) -> Tensor:
    """https://docs.pytorch.org/docs/2.13/generated/torch.fft.rfft2.html"""
    return rfftn(input, s, dim)

ihfft2 = rfft2

def irfftn(
    input: Tensor["*S"], s: Ints | None = None, dim: Axes = None, norm: Any = None,
) -> Tensor["*T", real_of(float_of(input.dtype))]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.fft.irfftn.html"""
    d = -1 if dim is None else dim[-1]
    T = transformed(S, s, dim)
    if s is None or (len(s) >= 1 and s[-1] == -1):
        T = replace(T, d, 2 * (S[d] - 1))

hfftn = irfftn

def irfft2(input: Tensor, s: Ints | None = None, dim: Axes = (-2, -1), norm: Any = None) -> Tensor:
    """https://docs.pytorch.org/docs/2.13/generated/torch.fft.irfft2.html"""
    return irfftn(input, s, dim)

hfft2 = irfft2

def fftshift(input: Tensor["*S"], dim: Axes = None) -> Tensor["*S"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.fft.fftshift.html"""

ifftshift = fftshift

def fftfreq(
    n: int, d: float = 1.0, *, out: Any = None, dtype: dtype | None = None, layout: Any = None,
    device: Any = None, requires_grad: Any = False,
) -> Tensor["n", dtype or float32]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.fft.fftfreq.html"""

def rfftfreq(
    n: int, d: float = 1.0, *, out: Any = None, dtype: dtype | None = None, layout: Any = None,
    device: Any = None, requires_grad: Any = False,
) -> Tensor["n//2+1", dtype or float32]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.fft.rfftfreq.html"""
