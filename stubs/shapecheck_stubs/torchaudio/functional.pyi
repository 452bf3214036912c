"""Signals as tensors [..., time]. https://docs.pytorch.org/audio/stable/functional.html"""


def spectrogram(
    waveform: Tensor["*N L"], pad: int, window: Any, n_fft: int, hop_length: int, win_length: Any,
    power: float | None, normalized: Any, center: bool = True, pad_mode: str = "reflect",
    onesided: bool = True, return_complex: Any = None,
) -> Tensor["*N freqs frames", d]:
    """https://docs.pytorch.org/audio/stable/generated/torchaudio.functional.spectrogram.html"""
    whole = L + 2 * pad + (2 * (n_fft // 2) if center else 0)
    require(n_fft <= whole, "expected 0 < n_fft <= {whole}, but got n_fft={n_fft}")
    frames = 1 + (whole - n_fft) // hop_length
    freqs = n_fft // 2 + 1 if onesided else n_fft
    d = complex_of(waveform.dtype) if power is None else waveform.dtype

def melscale_fbanks(
    n_freqs: int, f_min: Any, f_max: Any, n_mels: int, sample_rate: Any, norm: Any = None, mel_scale: Any = "htk",
) -> Tensor["n_freqs n_mels", float32]:
    """https://docs.pytorch.org/audio/stable/generated/torchaudio.functional.melscale_fbanks.html"""

def create_dct(n_mfcc: int, n_mels: int, norm: Any = None) -> Tensor["n_mels n_mfcc", float32]:
    """https://docs.pytorch.org/audio/stable/generated/torchaudio.functional.create_dct.html"""

def same_signal(waveform: Tensor["*S"], *rest, **options) -> Tensor["*S"]:
    """Filters and changes of scale keep the length."""

amplitude_to_DB = DB_to_amplitude = mu_law_encoding = mu_law_decoding = compute_deltas = same_signal
lfilter = biquad = bandpass_biquad = bandreject_biquad = lowpass_biquad = highpass_biquad = gain = dcshift = same_signal
contrast = overdrive = phaser = flanger = preemphasis = deemphasis = mask_along_axis = mask_along_axis_iid = same_signal

def resample(
    waveform: Tensor["*N L"], orig_freq: int, new_freq: int, *rest, **options
) -> Tensor["*N ceildiv(new_freq*L,orig_freq)"]:
    """https://docs.pytorch.org/audio/stable/generated/torchaudio.functional.resample.html"""

def convolve(x: Tensor["*A L"], y: Tensor["*B M"], mode: str = "full") -> Tensor["*broadcast(A,B) n"]:
    """https://docs.pytorch.org/audio/stable/generated/torchaudio.functional.convolve.html"""
    n = L + M - 1 if mode == "full" else max(L, M) - min(L, M) + 1 if mode == "valid" else L

fftconvolve = convolve
