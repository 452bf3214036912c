"""Windows and filters. https://docs.scipy.org/doc/scipy/reference/signal.html"""

modules = "scipy.signal", "scipy.signal.windows"


def get_window(window: Any, Nx: int, *rest, **options):
    """https://docs.scipy.org/doc/scipy/reference/generated/scipy.signal.get_window.html"""
    return array_of(Tensor["Nx", float64])

def hann(M: int, *rest, **options):
    """https://docs.scipy.org/doc/scipy/reference/signal.windows.html"""
    return array_of(Tensor["M", float64])

barthann = bartlett = blackman = blackmanharris = bohman = boxcar = chebwin = cosine = dpss = exponential = hann
flattop = gaussian = general_gaussian = general_hamming = hamming = kaiser = nuttall = parzen = triang = tukey = hann

def lfilter(b: Any, a: Any, x: Array["*S"], axis: int = -1, zi: None = None):
    """https://docs.scipy.org/doc/scipy/reference/generated/scipy.signal.lfilter.html"""
    return array_of(Tensor["*S", float64])

def filtfilt(b: Any, a: Any, x: Array["*S"], *rest, **options):
    """https://docs.scipy.org/doc/scipy/reference/generated/scipy.signal.filtfilt.html"""
    return array_of(Tensor["*S", float64])

def sosfiltfilt(sos: Any, x: Array["*S"], *rest, **options):
    """https://docs.scipy.org/doc/scipy/reference/generated/scipy.signal.sosfiltfilt.html"""
    return array_of(Tensor["*S", float64])
