"""Spectral and other operators. https://docs.pytorch.org/docs/2.13/torch.html#other-operations"""

modules = "torch", "torch.Tensor"


def stft(
    input: Tensor["*B L"], n_fft: int, hop_length: int | None = None, win_length: int | None = None,
    window: Tensor["*W"] | None = None, center: bool = True, pad_mode: str = "reflect", normalized: bool = False,
    onesided: bool | None = None, return_complex: bool | None = None, align_to_window: Any = None,
) -> Tensor["*B freqs frames *pair", d]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.stft.html"""
    require(len(B) <= 1, "expected a 1D or 2D tensor")
    if return_complex is None:
        require(
            not surely(input.dtype, "floating", "integral", "bool"),
            "stft requires the return_complex parameter be given for real inputs, and will further require that "
            "return_complex=True in a future PyTorch release.",
        )
    if center and pad_mode == "reflect":
        require(
            n_fft // 2 < L,
            "Padding size should be less than the corresponding input dimension, but got: padding "
            "({n_fft // 2}, {n_fft // 2}) of {L} samples",
        )
    hop = n_fft // 4 if hop_length is None else hop_length
    require(hop > 0, "expected hop_length > 0, but got hop_length={hop}")
    padded = L + 2 * (n_fft // 2) if center else L
    require(
        0 < n_fft and n_fft <= padded,
        "stft: expected 0 < n_fft <= {padded}, but got n_fft={n_fft}",
    )
    win = n_fft if win_length is None else win_length
    require(0 < win and win <= n_fft, "stft: expected 0 < win_length <= n_fft, but got win_length={win}")
    if window is not None:
        require(
            len(W) == 1 and W[0] == win,
            "stft: expected a 1D window tensor of size equal to win_length={win}, but got window with size {W}",
        )
    frames = 1 + (padded - n_fft) // hop
    real = not surely(input.dtype, "complex")
    freqs = n_fft // 2 + 1 if (real if onesided is None else onesided) else n_fft
    as_complex = (not real) if return_complex is None else return_complex
    pair = () if as_complex else (2,)
    d = complex_of(input.dtype) if as_complex else real_of(input.dtype)

def istft(
    input: Tensor["*B F T"], n_fft: int, hop_length: int | None = None,
    win_length: int | None = None, window: Tensor["*W"] | None = None, center: bool = True,
    normalized: bool = False, onesided: Any = None, length: int | None = None,
    return_complex: bool = False,
) -> Tensor["*B n", input.dtype if return_complex else real_of(input.dtype)]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.istft.html"""
    require(
        not surely(input.dtype, "floating", "integral", "bool"),
        "istft requires a complex-valued input tensor matching the output from stft with return_complex=True.",
    )
    require(len(B) <= 1, "expected a tensor with 2 or 3 dimensions")
    if known(onesided):
        require(
            (F == n_fft // 2 + 1 and (onesided is None or onesided)) or (F == n_fft and not onesided),
            "expected the frequency dimension (2nd to the last) of the input tensor to match n_fft={n_fft} "
            "(onesided={onesided}), but got {F}",
        )
    hop = n_fft // 4 if hop_length is None else hop_length
    win = n_fft if win_length is None else win_length
    require(0 < hop and hop <= win, "istft: expected 0 < hop_length <= win_length={win}, but got hop_length={hop}")
    require(win <= n_fft, "istft: expected 0 < win_length <= n_fft={n_fft}, but got win_length={win}")
    if window is not None:
        require(
            len(W) == 1 and W[0] == win,
            "istft: Invalid window shape. window has to be 1D and length of `win_length`, {win}, but got {W}",
        )
    whole = n_fft + hop * (T - 1) - (2 * (n_fft // 2) if center else 0)
    n = whole if length is None else length

def trapezoid(
    y: Tensor["*S"], x: Tensor["*X"] | None = None, *, dx: Any = 1, dim: int = -1,
) -> Tensor["*without(T,axis(dim,len(S)))", d]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.trapezoid.html"""
    T = _intervals(S, () if x is None else X, x is not None, dim)
    d = float_of(y.dtype) if x is None else float_of(promote(y.dtype, x.dtype))

trapz = trapezoid

def cumulative_trapezoid(
    y: Tensor["*S"], x: Tensor["*X"] | None = None, *, dx: Any = 1, dim: int = -1,
) -> Tensor["*T", d]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.cumulative_trapezoid.html"""
    T = _intervals(S, () if x is None else X, x is not None, dim)
    d = float_of(y.dtype) if x is None else float_of(promote(y.dtype, x.dtype))

def _intervals(S: Ints, X: Ints, has_x: bool, dim: int):
    """The shape of what lies between neighbouring points, of which there is one less."""
    d = axis(dim, len(S))
    require(len(S) >= 1, "Dimension specified as 0 but tensor has no dimensions")
    inner = replace(S, d, max(0, S[d] - 1))
    if not has_x:
        return inner
    if len(X) == 1:
        require(X[0] == S[d], "There must be one `x` value for each sample point")
        return inner
    wide = X if len(X) >= len(S) else (*repeated(1, len(S) - len(X)), *X)
    return broadcast(inner, replace(wide, d, max(0, wide[d] - 1)))

def gradient(input: Tensor["*S"], *, spacing: Any = 1, dim: Axes = None, edge_order: int = 1):
    """https://docs.pytorch.org/docs/2.13/generated/torch.gradient.html"""
    places = axes(dim, len(S))
    if known(spacing) and is_sequence(spacing):
        require(
            len(tuple(spacing)) == len(places),
            "torch.gradient expected spacing to be unspecified, a scalar or it's spacing and dim arguments to "
            "have the same length, but got a spacing of {len(tuple(spacing))} and {len(places)} dims",
        )
    for d in places:
        require(
            S[d] >= edge_order + 1,
            "torch.gradient expected each dimension size to be at least edge_order+1",
        )
    return make_list(repeated(Tensor["*S"], len(S) if dim is None else len(dim)))

def native_layer_norm(
    input: Tensor["*S"], normalized_shape: Ints, weight: Any, bias: Any, eps: float,
) -> tuple[Tensor["*S"], Tensor["*M"], Tensor["*M"]]:
    """torch.nn.functional.layer_norm with its statistics."""
    same = nn.functional.layer_norm(input, normalized_shape, weight, bias)
    n = len(normalized_shape)
    M = (*S[:len(S)-n], *repeated(1, n))

def histogram(
    input: Tensor, bins: Any = 100, *, range: Any = None, weight: Any = None, density: Any = False,
) -> named(hist=Tensor["n"], bin_edges=Tensor["n+1"]):
    """https://docs.pytorch.org/docs/2.13/generated/torch.histogram.html"""
    n = bins if is_int(bins) else bins.shape[0] - 1

def histogramdd(
    input: Tensor["*S N"], bins: Any, range: Any = None, weight: Any = None, density: Any = False,
) -> named(hist=Tensor["*T"], bin_edges=edges):
    """https://docs.pytorch.org/docs/2.13/generated/torch.histogramdd.html"""
    given = repeated(bins, N) if is_int(bins) else tuple(bins)
    require(
        len(given) == N,
        "histogramdd: The size of bins must be equal to the innermost dimension of the input.",
    )
    T = tuple(n if is_int(n) else prod(n.shape) - 1 for n in given)
    edges = tuple(Tensor["n+1", input.dtype] for n in T)

def lu(input: Tensor["*B M N"], pivot: bool = True, get_infos: bool = False):
    """https://docs.pytorch.org/docs/2.13/generated/torch.lu.html"""
    LU, pivots, info = Tensor["*B M N"], Tensor["*B min(M,N)", int32], Tensor["*B", int32]
    return (LU, pivots, info) if get_infos else (LU, pivots)

def lu_solve(
    b: Tensor["*A N K"], LU_data: Tensor["*B M M"], LU_pivots: Any,
) -> Tensor["*broadcast(A,B) N K"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.lu_solve.html"""
    require(M == N, "linalg.lu_solve: Incompatible shapes of A and B for the equation AX = B ({M}x{M} and {N}x{K})")

def triangular_solve(
    b: Tensor["*C N K"], A: Tensor["*B M M"], upper: bool = True, transpose: bool = False,
    unitriangular: bool = False,
) -> named(solution=Tensor["*T N K"], cloned_coefficient=Tensor["*T M M"]):
    """https://docs.pytorch.org/docs/2.13/generated/torch.triangular_solve.html"""
    require(
        M == N,
        "Incompatible matrix sizes for triangular_solve: each A matrix is {M} by {M} but each b matrix is {N} by {K}",
    )
    T = broadcast(b.shape[:-2], B)

def hash_tensor(
    input: Tensor["*S"], dim: Axes = None, keepdim: bool = False, mode: Any = 0,
) -> Tensor["*reduced(S,dim,keepdim)", uint64]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.hash_tensor.html"""
