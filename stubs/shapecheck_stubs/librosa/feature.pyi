"""Features of signals [..., time]: [..., feature, frame]. https://librosa.org/doc/latest/feature.html"""


def melspectrogram(
    y: Array["*N L"], sr: Any = 22050, S: None = None, n_fft: int = 2048, hop_length: int = 512, win_length: Any = None,
    window: Any = "hann", center: bool = True, pad_mode: Any = "constant", power: Any = 2.0, n_mels: int = 128, **options,
):
    """https://librosa.org/doc/latest/generated/librosa.feature.melspectrogram.html"""
    frames = 1 + (L + (2 * (n_fft // 2) if center else 0) - n_fft) // hop_length
    return array_of(Tensor["*N n_mels frames", float32])

def mfcc(
    y: Array["*N L"], sr: Any = 22050, S: None = None, n_mfcc: int = 20, n_fft: int = 2048, hop_length: int = 512,
    center: bool = True, **options,
):
    """https://librosa.org/doc/latest/generated/librosa.feature.mfcc.html"""
    frames = 1 + (L + (2 * (n_fft // 2) if center else 0) - n_fft) // hop_length
    return array_of(Tensor["*N n_mfcc frames", float32])
