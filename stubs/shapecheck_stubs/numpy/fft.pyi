"""Discrete Fourier transforms. https://numpy.org/doc/stable/reference/routines.fft.html"""


def fft(a: Array["*S"], n: int | None = None, axis: int = -1, norm: Any = None, out: Any = None) -> Tensor["*T", array_dtype()]:
    """https://numpy.org/doc/stable/reference/generated/numpy.fft.fft.html

    >>> [B 8] -> [B 8]
    >>> [B 8], 6 -> [B 6]
    """
    T = S if n is None else replace(S, axis, n)

ifft = fft

def rfft(
    a: Array["*S"], n: int | None = None, axis: int = -1, norm: Any = None, out: Any = None,
) -> Tensor["*replace(S,axis,size//2+1)", array_dtype()]:
    """https://numpy.org/doc/stable/reference/generated/numpy.fft.rfft.html

    >>> [B 8] -> [B 5]
    """
    size = S[axis] if n is None else n

def irfft(a: Array["*S"], n: int | None = None, axis: int = -1, norm: Any = None, out: Any = None) -> Tensor["*T", array_dtype()]:
    """https://numpy.org/doc/stable/reference/generated/numpy.fft.irfft.html

    >>> [B 5] -> [B 8]
    """
    T = replace(S, axis, 2 * (S[axis] - 1) if n is None else n)

def fftn(a: Array["*S"], s: Ints | None = None, axes: Axes = None, norm: Any = None, out: Any = None) -> Tensor["*T", array_dtype()]:
    """https://numpy.org/doc/stable/reference/generated/numpy.fft.fftn.html"""
    T = transformed(S, s, axes)

ifftn = fftn

def fft2(a: Array["*S"], s: Ints | None = None, axes: Axes = (-2, -1), norm: Any = None, out: Any = None) -> Tensor["*T", array_dtype()]:
    """https://numpy.org/doc/stable/reference/generated/numpy.fft.fft2.html"""
    T = transformed(S, s, axes)

ifft2 = fft2

def rfftn(a: Array["*S"], s: Ints | None = None, axes: Axes = None, norm: Any = None, out: Any = None) -> Tensor["*R", array_dtype()]:
    """https://numpy.org/doc/stable/reference/generated/numpy.fft.rfftn.html"""
    T = transformed(S, s, axes)
    last = -1 if axes is None else axes[-1]
    R = replace(T, last, T[last] // 2 + 1)

def rfft2(a: Array, s: Any = None, axes: Any = (-2, -1), norm: Any = None, out: Any = None):
    """https://numpy.org/doc/stable/reference/generated/numpy.fft.rfft2.html

    >>> [B 6 8] -> [B 6 5]
    """
    return rfftn(a, s, axes)

def irfftn(a: Array["*S"], s: Ints | None = None, axes: Axes = None, norm: Any = None, out: Any = None) -> Tensor["*R", array_dtype()]:
    """https://numpy.org/doc/stable/reference/generated/numpy.fft.irfftn.html"""
    T = transformed(S, s, axes)
    last = -1 if axes is None else axes[-1]
    R = replace(T, last, 2 * (S[last] - 1)) if s is None else T

def irfft2(a: Array, s: Any = None, axes: Any = (-2, -1), norm: Any = None, out: Any = None):
    """https://numpy.org/doc/stable/reference/generated/numpy.fft.irfft2.html

    >>> [B 6 5] -> [B 6 8]
    """
    return irfftn(a, s, axes)

def fftshift(x: Array, axes: Any = None):
    """https://numpy.org/doc/stable/reference/generated/numpy.fft.fftshift.html"""
    return like(x)

ifftshift = fftshift

def fftfreq(n: int, d: Any = 1.0, device: Any = None) -> Tensor["n", float64]:
    """https://numpy.org/doc/stable/reference/generated/numpy.fft.fftfreq.html"""

def rfftfreq(n: int, d: Any = 1.0, device: Any = None) -> Tensor["n//2+1", float64]:
    """https://numpy.org/doc/stable/reference/generated/numpy.fft.rfftfreq.html"""
