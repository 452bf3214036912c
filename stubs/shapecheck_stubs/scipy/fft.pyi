"""Discrete Fourier transforms. https://docs.scipy.org/doc/scipy/reference/fft.html"""

modules = "scipy.fft", "scipy.fftpack"


def next_fast_len(target: int, *rest, **options) -> int:
    """https://docs.scipy.org/doc/scipy/reference/generated/scipy.fft.next_fast_len.html"""
    return fresh(target)
