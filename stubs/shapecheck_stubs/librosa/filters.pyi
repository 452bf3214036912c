"""Filter banks. https://librosa.org/doc/latest/filters.html"""


def mel(sr: Any = None, n_fft: int = 2048, n_mels: int = 128, *rest, **options):
    """https://librosa.org/doc/latest/generated/librosa.filters.mel.html"""
    return array_of(Tensor["n_mels n_fft//2+1", float32])

def get_window(window: str, Nx: int, *rest, **options):
    """https://librosa.org/doc/latest/generated/librosa.filters.get_window.html"""
    return array_of(Tensor["Nx", float64])
