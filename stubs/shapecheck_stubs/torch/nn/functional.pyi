"""https://docs.pytorch.org/docs/2.13/nn.functional.html"""

relu6 = silu = mish = hardswish = hardsigmoid = logsigmoid = softplus = elementwise
softsign = tanhshrink = torch.elementwise_float
elu = selu = celu = leaky_relu = rrelu = hardtanh = threshold = hardshrink = softshrink = elementwise
dropout = dropout1d = dropout2d = dropout3d = alpha_dropout = feature_alpha_dropout = elementwise
relu_ = elu_ = leaky_relu_ = hardtanh_ = celu_ = selu_ = rrelu_ = threshold_ = elementwise
grouped_mm = torch._grouped_mm
relu = torch.relu
sigmoid = torch.sigmoid
tanh = torch.tanh

def elementwise(input: Tensor["*S"], *rest, **options) -> Tensor["*S"]:
    """The shape and dtype of the input: activations and dropout.

    >>> [B 3 4] -> [B 3 4]
    """

def gelu(input: Tensor["*S"], approximate: str = "none") -> Tensor["*S"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.gelu.html"""

def prelu(input: Tensor["*S"], weight: Tensor["*W"]) -> Tensor["*S"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.prelu.html"""
    require(len(W) <= 1, "Expected `weight` to be a scalar or 1D tensor, but got: ndim = {len(W)}")
    if prod(W) != 1:
        channels = S[1] if len(S) >= 2 else 1
        require(
            prod(W) == channels,
            "Mismatch of parameter numbers and input channel size. Found parameter numbers = {prod(W)} and "
            "channel size = {channels}.",
        )

def glu(input: Tensor["*S"], dim: int = -1) -> Tensor["*replace(S,d,S[d]//2)"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.glu.html

    >>> [B 8] -> [B 4]
    """
    require(len(S) >= 1, "glu does not support 0-dimensional tensors")
    d = axis(dim, len(S))
    require(S[d] % 2 == 0, "Halving dimension must be even, but dimension {d} is size {S[d]}")

def softmax(
    input: Tensor["*S"], dim: int | None = None, stacklevel: Any = 3, dtype: dtype | None = None,
) -> Tensor["*S", dtype or input.dtype]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.softmax.html"""
    torch._check_softmax(dtype or input.dtype)
    if known(dim) and dim is not None:
        d = axis(dim, len(S))

log_softmax = softmin = softmax

def gumbel_softmax(
    logits: Tensor["*S"], tau: float = 1, hard: bool = False, eps: float = 1e-10, dim: int = -1,
) -> Tensor["*S"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.gumbel_softmax.html"""
    d = axis(dim, len(S))

# ---- linear

def linear(
    input: Tensor["*N I"], weight: Tensor["*W J"], bias: Tensor["*P"] | None = None,
) -> Tensor["*N *W"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.linear.html

    >>> [B T 32], [64 32] -> [B T 64]
    >>> [2 32], [64 33] -> error: mat1 and mat2 shapes cannot be multiplied (2x32 and 33x64)
    """
    require(len(W) <= 1, "the weight of linear has 1 or 2 dimensions, got {weight.shape}")
    if bias is None:
        require(
            same_dtype(input.dtype, weight.dtype),
            "expected m1 and m2 to have the same dtype, but got: {c_type(input.dtype)} != {c_type(weight.dtype)}",
        )
    else:
        for other in (weight, bias):
            require(
                same_dtype(input.dtype, other.dtype),
                "mat1 and mat2 must have the same dtype, but got {scalar_type(input.dtype)} and "
                "{scalar_type(other.dtype)}",
            )
    require(
        I == J,
        "mat1 and mat2 shapes cannot be multiplied ({matrix(prod(N), I)} and {matrix(J, prod(W))}): in_features is {J}, "
        "the input has {merged(input, I)}",
    )
    if bias is not None:
        require(len(W) == 1, "mat2 must be a matrix, got 1-D tensor")
        T = expands(P, (*N, *W))

def bilinear(
    input1: Tensor["*N I"], input2: Tensor["*M J"], weight: Tensor["O K L"], bias: Tensor["P"] | None = None,
) -> Tensor["*N O"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.bilinear.html"""
    require(N == M, "bilinear(): input batch dimensions do not match: got {N} and {M}")
    require(I == K, "bilinear(): input1 size does not match weight size: got {I} but expected {K}")
    require(J == L, "bilinear(): input2 size does not match weight size: got {J} but expected {L}")
    require(
        same_dtype(input1.dtype, input2.dtype) and same_dtype(input1.dtype, weight.dtype),
        "All tensors must have the same dtype, got input1: {input1.dtype}, input2: {input2.dtype}, weight: {weight.dtype}",
    )

def embedding(
    input: Tensor["*N"], weight: Tensor["V D"], padding_idx: int | None = None,
    max_norm: Any = None, norm_type: float = 2.0, scale_grad_by_freq: bool = False, sparse: bool = False,
) -> Tensor["*N D", weight.dtype]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.embedding.html

    >>> int64[B T], [100 16] -> [B T 16]
    >>> [2 3], [100 16] -> error: Expected tensor for argument #1 'indices' to have one of the following scalar types
    """
    require(
        not floats(input) and dtype_in(input.dtype, "int32", "int64"),
        "Expected tensor for argument #1 'indices' to have one of the following scalar types: Long, Int; but got "
        "torch.{scalar_type(input.dtype)}Tensor instead",
    )
    if surely_empty((V,)):
        require(prod(N) == 0, "index_select(): self indexing axis dim should be positive")
    ends = reach(input)
    if ends is not None:
        low, high = ends
        require(
            low >= 0 and high < V, "index out of range in self: the table has {V} rows, the indices are {low} to {high}"
        )

def embedding_bag(
    input: Tensor["*N"], weight: Tensor["*W"], offsets: Tensor["K"] | None = None, max_norm: Any = None,
    norm_type: float = 2, scale_grad_by_freq: bool = False, mode: str = "mean", sparse: bool = False,
    per_sample_weights: Tensor | None = None, include_last_offset: bool = False, padding_idx: Any = None,
) -> Tensor["bags W[1]", weight.dtype]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.embedding_bag.html"""
    if surely(weight.dtype, "int64") and surely(input.dtype, "floating"):  # the order of the first releases
        input, weight, N, W = weight, input, W, N
    require(len(W) == 2, "'weight' must be 2-D, got {len(W)} dimensions")
    V = W[0]
    require(
        len(N) == 1 or len(N) == 2,
        "input has to be 1D or 2D Tensor, but got Tensor of dimension {len(N)}",
    )
    require(
        len(N) == 1 or offsets is None,
        "if input is 2D, then offsets has to be None, as input is treated is a mini-batch of fixed length "
        "sequences",
    )
    if surely_empty((V,)):
        require(prod(N) == 0, "the table has no rows, the input is {input.shape}")
    if per_sample_weights is not None:
        require(
            per_sample_weights.ndim == len(N) and alike(per_sample_weights.shape, N),
            "If per_sample_weights ({per_sample_weights.shape}) is not None, then it must have the same shape as the input "
            "({input.shape})",
        )
    if len(N) == 1:
        require(offsets is not None, "offsets has to be a 1D Tensor but got None")
        bags = K - 1 if include_last_offset else K
    else:
        bags = N[0]

def one_hot(tensor: Tensor["*N"], num_classes: int = -1) -> Tensor["*N n", int64]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.one_hot.html

    >>> int64[B T], 10 -> int64[B T 10]
    """
    require(
        not floats(tensor) and dtype_in(tensor.dtype, "int64"),
        "one_hot is only applicable to index tensor of type LongTensor: this is one of {scalar_type(tensor.dtype)}",
    )
    ends = reach(tensor)
    if ends is not None:
        low, high = ends
        require(low >= 0, "Class values must be non-negative: one is {low}")
        require(num_classes == -1 or high < num_classes, "Class values must be smaller than num_classes: one is {high}")
    n = num_classes if num_classes != -1 else fresh(1) if ends is None else high + 1

# ---- windows and shapes

def unfold(
    input: Tensor["*N C H W"], kernel_size: Pair, dilation: Pair = 1, padding: Pair = 0, stride: Pair = 1,
) -> Tensor["*N C*prod(kernel_size) prod(T)"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.unfold.html

    >>> [B 3 8 8], 2, stride=2 -> [B 12 16]
    """
    require(len(N) <= 1, "Expected 3D or 4D (batch mode) tensor, but got: {input.shape}")
    T = blocks((H, W), kernel_size, stride, padding, dilation)

def fold(
    input: Tensor["*N C L"], output_size: Pair, kernel_size: Pair, dilation: Pair = 1, padding: Pair = 0,
    stride: Pair = 1,
) -> Tensor["*N C//prod(kernel_size) *output_size"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.fold.html"""
    require(len(N) <= 1, "Expected 2D or 3D (batch mode) tensor, but got: {input.shape}")
    require(
        C % prod(kernel_size) == 0,
        "Expected size of input's dimension 1 to be divisible by the product of kernel_size, but got "
        "input.size(1)={C} and kernel_size={kernel_size}",
    )
    n = windows(output_size, kernel_size, stride, padding, dilation)
    require(
        L == prod(n),
        "Given output_size={output_size}, kernel_size={kernel_size}, dilation={dilation}, padding={padding}, "
        "stride={stride}, expected size of input's dimension {len(N) + 1} to match the calculated number of sliding "
        "blocks {stars(n)} = {prod(n)}, but got input.size({len(N) + 1})={L}",
    )

def pixel_shuffle(
    input: Tensor["*N C H W"], upscale_factor: int,
) -> Tensor["*N C//upscale_factor**2 H*upscale_factor W*upscale_factor"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.pixel_shuffle.html

    >>> [B 9 4 4], 3 -> [B 1 12 12]
    """
    require(upscale_factor > 0, "pixel_shuffle expects a positive upscale_factor, but got {upscale_factor}")
    require(
        C % upscale_factor ** 2 == 0,
        "pixel_shuffle expects its input's 'channel' dimension to be divisible by the square of "
        "upscale_factor, but input.size(-3)={C} is not divisible by {upscale_factor ** 2}",
    )

def pixel_unshuffle(
    input: Tensor["*N C H W"], downscale_factor: int,
) -> Tensor["*N C*downscale_factor**2 H//downscale_factor W//downscale_factor"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.pixel_unshuffle.html"""
    require(
        downscale_factor > 0,
        "pixel_unshuffle expects a positive downscale_factor, but got {downscale_factor}",
    )
    require(
        H % downscale_factor == 0,
        "pixel_unshuffle expects height to be divisible by downscale_factor, but input.size(-2)={H} is not "
        "divisible by {downscale_factor}",
    )
    require(
        W % downscale_factor == 0,
        "pixel_unshuffle expects width to be divisible by downscale_factor, but input.size(-1)={W} is not "
        "divisible by {downscale_factor}",
    )

def channel_shuffle(input: Tensor["N C *S"], groups: int) -> Tensor["N C *S"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.channel_shuffle.html"""
    require(
        C % groups == 0,
        "Number of channels must be divisible by groups. Got {C} channels and {groups} groups.",
    )

def pad(input: Tensor["*S"], pad: Any, mode: str = "constant", value: Any = None) -> Tensor["*T"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.pad.html

    >>> [B 3 8 8], (1, 2) -> [B 3 8 11]
    >>> [2 3 8 8], (1, 1), mode="reflect" -> error: Only 2D, 3D, 4D, 5D padding
    """
    T = padded(S, pad)
    if known(mode) and mode != "constant" and counted(pad):
        _check_pads(S, pad, mode)

def _check_pads(S: Any, pad: Ints, mode: str) -> None:
    """Which dims can be padded from their own content."""
    n = len(pad) // 2
    require(
        n <= 3 and (len(S) == n + 1 or len(S) == n + 2),
        "Only 2D, 3D, 4D, 5D padding with non-constant padding are supported for now (input {S}, "
        "padding {pad})",
    )
    for i in range(n):
        _check_wrap(S, -1 - i, pad[2 * i], pad[2 * i + 1], mode)

def _check_wrap(S: Any, at: int, before: int, after: int, mode: str) -> None:
    """How far a dim can be padded from its own content."""
    if mode == "reflect":
        require(
            before < S[at] and after < S[at],
            "Padding size should be less than the corresponding input dimension, but got: padding "
            "({before}, {after}) at dimension {len(S) + at} of input {S}",
        )
    if mode == "circular":
        require(
            before <= S[at] and after <= S[at],
            "Padding value causes wrapping around more than once: padding ({before}, {after}) at dimension "
            "{len(S) + at} of input {S}",
        )

def interpolate(
    input: Tensor["N C *S"], size: Any = None, scale_factor: Any = None, mode: str = "nearest",
    align_corners: Any = None, recompute_scale_factor: Any = None, antialias: Any = False,
) -> Tensor["N C *resized(S,size,scale_factor)"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.interpolate.html

    >>> [B 3 8 8], scale_factor=2 -> [B 3 16 16]
    >>> [2 3 8], scale_factor=2, mode="bilinear" -> error: bilinear mode needs 4D input
    """
    if known(mode):
        if mode == "linear":
            require(len(S) == 1, "Got {len(S) + 2}D input, but linear mode needs 3D input")
        elif mode == "trilinear":
            require(len(S) == 3, "Got {len(S) + 2}D input, but trilinear mode needs 5D input")
        elif mode in ("bilinear", "bicubic", "lanczos"):
            require(len(S) == 2, "Got {len(S) + 2}D input, but {mode} mode needs 4D input")
        require(
            align_corners is None or mode not in ("nearest", "nearest-exact", "area"),
            "align_corners option can only be set with the interpolating modes: linear | bilinear | bicubic | "
            "trilinear",
        )
    require(
        len(S) >= 1 and len(S) <= 3,
        "Only 3D, 4D and 5D input Tensors supported (got {len(S) + 2}D) for the modes: nearest | linear | "
        "bilinear | bicubic | trilinear | lanczos | area | nearest-exact (got {mode})",
    )

def upsample(
    input: Tensor, size: Any = None, scale_factor: Any = None, mode: str = "nearest",
    align_corners: Any = None,
) -> Tensor:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.upsample.html"""
    return interpolate(input, size, scale_factor, mode)

def upsample_nearest(input: Tensor, size: Any = None, scale_factor: Any = None) -> Tensor:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.upsample_nearest.html"""
    return interpolate(input, size, scale_factor)

upsample_bilinear = upsample_nearest

def grid_sample(
    input: Tensor["N C *S"], grid: Tensor["M *G D"], mode: str = "bilinear", padding_mode: str = "zeros",
    align_corners: Any = None,
) -> Tensor["N C *G"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.grid_sample.html"""
    require(
        N == M,
        "grid_sampler(): expected grid and input to have same batch size, but got input with sizes "
        "{input.shape} and grid with sizes {grid.shape}",
    )
    require(
        len(S) == len(G),
        "grid_sampler(): expected input and grid to have the same number of dimensions, but got input with "
        "sizes {input.shape} and grid with sizes {grid.shape}",
    )
    require(
        D == len(S),
        "grid_sampler(): expected grid to have size {len(S)} in last dimension, but got grid with sizes "
        "{grid.shape}",
    )

def affine_grid(
    theta: Tensor["N R C"], size: Ints, align_corners: Any = None,
) -> Tensor["size[0] *size[2:] len(size)-2"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.affine_grid.html

    >>> [B 2 3], (B, 3, 4, 5) -> [B 4 5 2]
    >>> [2 3 3], (2, 3, 4, 4) -> error: Expected a batch of 2D affine matrices of shape Nx2x3 for size [2, 3, 4, 4]
    """
    if has_known_rank(size):
        n = len(size) - 2
        require(
            n == 2 or n == 3,
            "affine_grid only supports 4D and 5D sizes, for 2D and 3D affine transforms, respectively. Got size {size}",
        )
        require(
            R == n and C == n + 1,
            "Expected a batch of {n}D affine matrices of shape Nx{n}x{n + 1} for size {size}. Got {theta.shape}",
        )
        require(
            N == size[0],
            "Expected size for first two dimensions of batch2 tensor to be: [{size[0]}, {n + 1}] but got: [{N}, {n + 1}]",
        )

# ---- distances

def cosine_similarity(
    x1: Tensor["*A"], x2: Tensor["*B"], dim: int = 1, eps: float = 1e-08,
) -> Tensor["*without(T,d)", float_of(promote(x1.dtype, x2.dtype))]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.cosine_similarity.html"""
    T = broadcast(A, B)
    d = axis(dim, len(T))

def pairwise_distance(
    x1: Tensor["*A"], x2: Tensor["*B"], p: float = 2.0, eps: float = 1e-06, keepdim: bool = False,
) -> Tensor["*reduced(T,-1,keepdim)", float_of(real_of(promote(x1.dtype, x2.dtype)))]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.pairwise_distance.html"""
    T = broadcast(A, B)

def pdist(input: Tensor["N M"], p: float = 2.0) -> Tensor["N*(N-1)//2"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.pdist.html"""

native_channel_shuffle = channel_shuffle

def conv_tbc(input: Tensor["T B C"], weight: Tensor["K D O"], bias: Tensor["P"], pad: int = 0) -> Tensor["T+2*pad-K+1 B O"]:
    """https://docs.pytorch.org/docs/2.13/nn.functional.html"""
    require(C == D, "Input channels ({C}) and kernel channels ({D}) must match")
    require(P == O, "Bias size {P} must match # output channels {O}")
