"""Signals as arrays [..., time]. https://librosa.org/doc/latest/core.html"""

modules = "librosa", "librosa.core"


def load(path: Any, sr: Any = 22050, mono: bool = True, *rest, **options):
    """https://librosa.org/doc/latest/generated/librosa.load.html"""
    T = (fresh(0),) if mono else (*(fresh(1),), fresh(0))
    return array_of(Tensor["*T", float32]), scalar("int") if sr is None else sr

def resample(y: Array["*N L"], orig_sr: Any, target_sr: Any, *rest, **options):
    """https://librosa.org/doc/latest/generated/librosa.resample.html"""
    n = ceildiv(target_sr * L, orig_sr) if is_int(orig_sr) and is_int(target_sr) else fresh(0)
    return array_of(Tensor["*N n", y.dtype])

def stft(
    y: Array["*N L"], n_fft: int = 2048, hop_length: int | None = None, win_length: int | None = None,
    window: Any = "hann", center: bool = True, **options,
):
    """https://librosa.org/doc/latest/generated/librosa.stft.html"""
    hop = (n_fft if win_length is None else win_length) // 4 if hop_length is None else hop_length
    frames = 1 + (L + (2 * (n_fft // 2) if center else 0) - n_fft) // hop
    return array_of(Tensor["*N n_fft//2+1 frames", complex_of(y.dtype)])

def power_to_db(S: Array["*D"], *rest, **options):
    """https://librosa.org/doc/latest/generated/librosa.power_to_db.html"""
    return array_of(Tensor["*D", S.dtype])

amplitude_to_db = db_to_power = db_to_amplitude = power_to_db

def mel_frequencies(n_mels: int = 128, **options):
    """https://librosa.org/doc/latest/generated/librosa.mel_frequencies.html"""
    return array_of(Tensor["n_mels", float64])

def fft_frequencies(sr: Any = 22050, n_fft: int = 2048):
    """https://librosa.org/doc/latest/generated/librosa.fft_frequencies.html"""
    return array_of(Tensor["n_fft//2+1", float64])
