"""https://docs.pytorch.org/docs/2.13/nn.functional.html"""

relu6 = silu = mish = hardswish = hardsigmoid = softsign = tanhshrink = logsigmoid = softplus = elementwise
elu = selu = celu = leaky_relu = rrelu = hardtanh = threshold = hardshrink = softshrink = elementwise
dropout = dropout1d = dropout2d = dropout3d = alpha_dropout = feature_alpha_dropout = elementwise
relu_ = elu_ = leaky_relu_ = hardtanh_ = celu_ = selu_ = rrelu_ = threshold_ = elementwise
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
        require(prod(W) == channels, "Mismatch of parameter numbers and input channel size. Found parameter numbers = {prod(W)} and channel size = {channels}.")

def glu(input: Tensor["*S"], dim: int = -1) -> Tensor["*replace(S,d,S[d]//2)"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.glu.html

    >>> [B 8] -> [B 4]
    """
    require(len(S) >= 1, "glu does not support 0-dimensional tensors")
    d = axis(dim, len(S))
    require(S[d] % 2 == 0, "Halving dimension must be even, but dimension {dim} is size {S[d]}")

def softmax(input: Tensor["*S"], dim: int | None = None, stacklevel: Any = 3, dtype: dtype | None = None) -> Tensor["*S", dtype or input.dtype]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.softmax.html"""
    if dim is not None:
        d = axis(dim, len(S))

log_softmax = softmin = softmax

def gumbel_softmax(logits: Tensor["*S"], tau: float = 1, hard: bool = False, eps: float = 1e-10, dim: int = -1) -> Tensor["*S"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.gumbel_softmax.html"""
    d = axis(dim, len(S))

# ---- linear

def linear(input: Tensor["*N I"], weight: Tensor["J"], bias: Tensor[""] | None = None) -> Tensor["*N"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.linear.html

    >>> [B T 32], [64 32] -> [B T 64]
    >>> [2 32], [64 33] -> error: mat1 and mat2 shapes cannot be multiplied (2x32 and 33x64)
    """
    require(I == J, "size mismatch, got input ({I}), vec ({J})")

def linear(input: Tensor["*N I"], weight: Tensor["O J", input.dtype], bias: Tensor["*P"] | None = None) -> Tensor["*N O"]:
    require(I == J, "mat1 and mat2 shapes cannot be multiplied ({prod(N)}x{I} and {J}x{O}): in_features is {J}, the input has {I}")
    if bias is not None:
        T = expands(P, (*N, O))

def bilinear(input1: Tensor["*N I"], input2: Tensor["*M J"], weight: Tensor["O K L"], bias: Tensor["P"] | None = None) -> Tensor["*N O"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.bilinear.html"""
    require(N == M, "bilinear(): input batch dimensions do not match: got {N} and {M}")
    require(I == K, "bilinear(): input1 size does not match weight size: got {I} but expected {K}")
    require(J == L, "bilinear(): input2 size does not match weight size: got {J} but expected {L}")

def embedding(input: Tensor["*N", int64 | int32], weight: Tensor["V D"], padding_idx: int | None = None, max_norm: Any = None, norm_type: float = 2.0, scale_grad_by_freq: bool = False, sparse: bool = False) -> Tensor["*N D", weight.dtype]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.embedding.html

    >>> int64[B T], [100 16] -> [B T 16]
    """

def embedding_bag(input: Tensor["*N"], weight: Tensor["V D"], offsets: Tensor["K"] | None = None, max_norm: Any = None, norm_type: float = 2, scale_grad_by_freq: bool = False, mode: str = "mean", sparse: bool = False, per_sample_weights: Any = None, include_last_offset: bool = False, padding_idx: Any = None) -> Tensor["bags D", weight.dtype]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.embedding_bag.html"""
    require(len(N) == 1 or len(N) == 2, "input has to be 1D or 2D Tensor, but got Tensor of dimension {len(N)}")
    require(len(N) == 1 or offsets is None, "if input is 2D, then offsets has to be None, as input is treated is a mini-batch of fixed length sequences")
    if len(N) == 1:
        require(offsets is not None, "offsets has to be a 1D Tensor but got None")
        bags = K - 1 if include_last_offset else K
    else:
        bags = N[0]

def one_hot(tensor: Tensor["*N", int64], num_classes: int = -1) -> Tensor["*N n", int64]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.one_hot.html

    >>> int64[B T], 10 -> int64[B T 10]
    """
    n = fresh(1) if num_classes == -1 else num_classes

# ---- convolution

def conv1d(input: Tensor["*N C L"], weight: Tensor["O D K", input.dtype], bias: Tensor["P"] | None = None, stride: Single = 1, padding: Padding | Single = 0, dilation: Single = 1, groups: int = 1) -> Tensor["*N O *T"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.conv1d.html

    >>> [B 16 50], [33 16 3], stride=2 -> [B 33 24]
    """
    require(len(N) <= 1, "Expected 2D (unbatched) or 3D (batched) input to conv1d, but got input of size: {input.shape}")
    _check_conv(C, O, D, P if bias is not None else O, groups, input, weight)
    T = windows((L,), (K,), stride, padding, dilation)

def conv2d(input: Tensor["*N C H W"], weight: Tensor["O D KH KW", input.dtype], bias: Tensor["P"] | None = None, stride: Pair = 1, padding: Padding | Pair = 0, dilation: Pair = 1, groups: int = 1) -> Tensor["*N O *T"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.conv2d.html

    >>> [B 3 224 224], [64 3 7 7], stride=2, padding=3 -> [B 64 112 112]
    >>> [1 64 8 8], [8 32 3 3] -> error: expected input[1, 64, 8, 8] to have 32 channels, but got 64 channels instead
    """
    require(len(N) <= 1, "Expected 3D (unbatched) or 4D (batched) input to conv2d, but got input of size: {input.shape}")
    _check_conv(C, O, D, P if bias is not None else O, groups, input, weight)
    T = windows((H, W), (KH, KW), stride, padding, dilation)

def conv3d(input: Tensor["*N C Z H W"], weight: Tensor["O D KZ KH KW", input.dtype], bias: Tensor["P"] | None = None, stride: Triple = 1, padding: Padding | Triple = 0, dilation: Triple = 1, groups: int = 1) -> Tensor["*N O *T"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.conv3d.html"""
    require(len(N) <= 1, "Expected 4D (unbatched) or 5D (batched) input to conv3d, but got input of size: {input.shape}")
    _check_conv(C, O, D, P if bias is not None else O, groups, input, weight)
    T = windows((Z, H, W), (KZ, KH, KW), stride, padding, dilation)

def _check_conv(C: int, O: int, D: int, P: int, groups: int, input: Tensor, weight: Tensor) -> None:
    """What all convolutions demand of channels."""
    require(groups > 0, "non-positive groups is not supported")
    require(C == D * groups, "Given groups={groups}, weight of size {weight.shape}, expected input{input.shape} to have {D * groups} channels, but got {C} channels instead")
    require(O % groups == 0, "expected weight to be divisible by groups={groups} at dimension 0, but got weight of size {weight.shape}")
    require(P == O, "Given weight of size {weight.shape}, expected bias to be 1-dimensional with {O} elements, but got {P}")

def conv_transpose1d(input: Tensor["*N C L"], weight: Tensor["D O K"], bias: Tensor["P"] | None = None, stride: Single = 1, padding: Single = 0, output_padding: Single = 0, groups: int = 1, dilation: Single = 1) -> Tensor["*N O*groups *T"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.conv_transpose1d.html"""
    require(len(N) <= 1, "Expected 2D (unbatched) or 3D (batched) input to conv_transpose1d, but got input of size: {input.shape}")
    require(C == D, "Given transposed=1, weight of size {weight.shape}, expected input{input.shape} to have {D} channels, but got {C} channels instead")
    if bias is not None:
        require(P == O * groups, "Given transposed=1, weight of size {weight.shape}, expected bias to be 1-dimensional with {O * groups} elements, but got {P}")
    T = transposed_windows((L,), (K,), stride, padding, output_padding, dilation)

def conv_transpose2d(input: Tensor["*N C H W"], weight: Tensor["D O KH KW"], bias: Tensor["P"] | None = None, stride: Pair = 1, padding: Pair = 0, output_padding: Pair = 0, groups: int = 1, dilation: Pair = 1) -> Tensor["*N O*groups *T"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.conv_transpose2d.html

    >>> [B 64 7 7], [64 32 2 2], stride=2 -> [B 32 14 14]
    """
    require(len(N) <= 1, "Expected 3D (unbatched) or 4D (batched) input to conv_transpose2d, but got input of size: {input.shape}")
    require(C == D, "Given transposed=1, weight of size {weight.shape}, expected input{input.shape} to have {D} channels, but got {C} channels instead")
    if bias is not None:
        require(P == O * groups, "Given transposed=1, weight of size {weight.shape}, expected bias to be 1-dimensional with {O * groups} elements, but got {P}")
    T = transposed_windows((H, W), (KH, KW), stride, padding, output_padding, dilation)

def conv_transpose3d(input: Tensor["*N C Z H W"], weight: Tensor["D O KZ KH KW"], bias: Tensor["P"] | None = None, stride: Triple = 1, padding: Triple = 0, output_padding: Triple = 0, groups: int = 1, dilation: Triple = 1) -> Tensor["*N O*groups *T"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.conv_transpose3d.html"""
    require(len(N) <= 1, "Expected 4D (unbatched) or 5D (batched) input to conv_transpose3d, but got input of size: {input.shape}")
    require(C == D, "Given transposed=1, weight of size {weight.shape}, expected input{input.shape} to have {D} channels, but got {C} channels instead")
    if bias is not None:
        require(P == O * groups, "Given transposed=1, weight of size {weight.shape}, expected bias to be 1-dimensional with {O * groups} elements, but got {P}")
    T = transposed_windows((Z, H, W), (KZ, KH, KW), stride, padding, output_padding, dilation)

def unfold(input: Tensor["*N C H W"], kernel_size: Pair, dilation: Pair = 1, padding: Pair = 0, stride: Pair = 1) -> Tensor["*N C*prod(kernel_size) prod(T)"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.unfold.html

    >>> [B 3 8 8], 2, stride=2 -> [B 12 16]
    """
    require(len(N) <= 1, "Expected 3D or 4D (batch mode) tensor, but got: {input.shape}")
    T = windows((H, W), kernel_size, stride, padding, dilation)

def fold(input: Tensor["*N C L"], output_size: Pair, kernel_size: Pair, dilation: Pair = 1, padding: Pair = 0, stride: Pair = 1) -> Tensor["*N C//prod(kernel_size) *output_size"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.fold.html"""
    require(len(N) <= 1, "Expected 2D or 3D (batch mode) tensor, but got: {input.shape}")
    require(C % prod(kernel_size) == 0, "Expected size of input's dimension 1 to be divisible by the product of kernel_size, but got input.size(1)={C} and kernel_size={kernel_size}")
    n = prod(windows(output_size, kernel_size, stride, padding, dilation))
    require(L == n, "Given output_size={output_size}, kernel_size={kernel_size}, expected size of input's dimension 2 to match the calculated number of sliding blocks {n}, but got input.size(2)={L}")

def pixel_shuffle(input: Tensor["*N C H W"], upscale_factor: int) -> Tensor["*N C//upscale_factor**2 H*upscale_factor W*upscale_factor"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.pixel_shuffle.html

    >>> [B 9 4 4], 3 -> [B 1 12 12]
    """
    require(upscale_factor > 0, "pixel_shuffle expects a positive upscale_factor, but got {upscale_factor}")
    require(C % upscale_factor ** 2 == 0, "pixel_shuffle expects its input's 'channel' dimension to be divisible by the square of upscale_factor, but input.size(-3)={C} is not divisible by {upscale_factor ** 2}")

def pixel_unshuffle(input: Tensor["*N C H W"], downscale_factor: int) -> Tensor["*N C*downscale_factor**2 H//downscale_factor W//downscale_factor"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.pixel_unshuffle.html"""
    require(downscale_factor > 0, "pixel_unshuffle expects a positive downscale_factor, but got {downscale_factor}")
    require(H % downscale_factor == 0, "pixel_unshuffle expects height to be divisible by downscale_factor, but input.size(-2)={H} is not divisible by {downscale_factor}")
    require(W % downscale_factor == 0, "pixel_unshuffle expects width to be divisible by downscale_factor, but input.size(-1)={W} is not divisible by {downscale_factor}")

def channel_shuffle(input: Tensor["N C *S"], groups: int) -> Tensor["N C *S"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.channel_shuffle.html"""
    require(C % groups == 0, "Number of channels must be divisible by groups. Got {C} channels and {groups} groups.")

def pad(input: Tensor["*S"], pad: Ints, mode: str = "constant", value: Any = None) -> Tensor["*T"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.pad.html

    >>> [B 3 8 8], (1, 2) -> [B 3 8 11]
    >>> [2 3 8 8], (1, 1), mode="reflect" -> error: Only 2D, 3D, 4D, 5D padding
    """
    T = padded(S, pad)
    if known(mode) and mode != "constant":
        n = len(pad) // 2
        require(n <= 3 and (len(S) == n + 1 or len(S) == n + 2), "Only 2D, 3D, 4D, 5D padding with non-constant padding are supported for now (input {S}, padding {pad})")
        for i in range(n):
            _check_wrap(S, -1 - i, pad[2 * i], pad[2 * i + 1], mode)

def _check_wrap(S: Any, at: int, before: int, after: int, mode: str) -> None:
    """How far a dim can be padded from its own content."""
    if mode == "reflect":
        require(before < S[at] and after < S[at], "Padding size should be less than the corresponding input dimension, but got: padding ({before}, {after}) at dimension {at} of input {S}")
    if mode == "circular":
        require(before <= S[at] and after <= S[at], "Padding value causes wrapping around more than once: padding ({before}, {after}) at dimension {at} of input {S}")

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
    require(len(S) >= 1 and len(S) <= 3, "Only 3D, 4D and 5D input Tensors supported (got {len(S) + 2}D) for the modes: nearest | linear | bilinear | bicubic | trilinear | lanczos | area | nearest-exact (got {mode})")

def upsample(input: Tensor, size: Any = None, scale_factor: Any = None, mode: str = "nearest", align_corners: Any = None) -> Tensor:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.upsample.html"""
    return interpolate(input, size, scale_factor, mode)

def upsample_nearest(input: Tensor, size: Any = None, scale_factor: Any = None) -> Tensor:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.upsample_nearest.html"""
    return interpolate(input, size, scale_factor)

upsample_bilinear = upsample_nearest

def grid_sample(input: Tensor["N C *S"], grid: Tensor["M *G D"], mode: str = "bilinear", padding_mode: str = "zeros", align_corners: Any = None) -> Tensor["N C *G"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.grid_sample.html"""
    require(N == M, "grid_sampler(): expected grid and input to have same batch size, but got input with sizes {input.shape} and grid with sizes {grid.shape}")
    require(len(S) == len(G), "grid_sampler(): expected input and grid to have the same number of dimensions, but got input with sizes {input.shape} and grid with sizes {grid.shape}")
    require(D == len(S), "grid_sampler(): expected grid to have size {len(S)} in last dimension, but got grid with sizes {grid.shape}")

def affine_grid(theta: Tensor["N R C"], size: Ints, align_corners: Any = None) -> Tensor["size[0] *size[2:] len(size)-2"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.affine_grid.html"""

# ---- normalization

def batch_norm(input: Tensor["*T"], running_mean: Tensor["M"] | None, running_var: Tensor["V"] | None, weight: Tensor["W"] | None = None, bias: Tensor["B"] | None = None, training: Any = False, momentum: Any = 0.1, eps: float = 1e-05) -> Tensor["*T"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.batch_norm.html

    >>> [B 16 8 8], [16], [16] -> [B 16 8 8]
    >>> [2 16 8 8], [8], [8] -> error: running_mean should contain 16 elements not 8
    """
    if is_empty_vector(input):
        return like(input)
    require(len(T) >= 2, "expected input of at least 2 dimensions, [N, C, ...], got {T}")
    C = T[1]
    if running_mean is not None:
        require(M == C, "running_mean should contain {C} elements not {M}")
    if running_var is not None:
        require(V == C, "running_var should contain {C} elements not {V}")
    if weight is not None:
        require(W == C, "weight should contain {C} elements not {W}")
    if bias is not None:
        require(B == C, "bias should contain {C} elements not {B}")

def instance_norm(input: Tensor["N C *S"], running_mean: Tensor | None = None, running_var: Tensor | None = None, weight: Tensor["W"] | None = None, bias: Tensor["B"] | None = None, use_input_stats: bool = True, momentum: Any = 0.1, eps: float = 1e-05) -> Tensor["N C *S"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.instance_norm.html"""
    if weight is not None:
        require(W == C, "weight should contain {C} elements not {W}")

def layer_norm(input: Tensor["*S"], normalized_shape: Ints, weight: Tensor["*W"] | None = None, bias: Tensor["*B"] | None = None, eps: float = 1e-05) -> Tensor["*S"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.layer_norm.html

    >>> [B T 32], (32,) -> [B T 32]
    >>> [2 32], (64,) -> error: expected input with shape [*, 64], but got input of size [2, 32]
    """
    require(len(normalized_shape) >= 1, "Expected normalized_shape to be at least 1-dimensional, i.e., containing at least one element, but got normalized_shape = {normalized_shape}")
    require(len(S) >= len(normalized_shape) and last(S, len(normalized_shape)) == normalized_shape, "Given normalized_shape={normalized_shape}, expected input with shape [*, {commas(normalized_shape)}], but got input of size {S}")
    if weight is not None:
        if not surely(input.dtype, "float16", "bfloat16"):
            require(same_dtype(weight.dtype, input.dtype), "mixed dtype: all inputs must share same datatype, got {input.dtype} and weight of {weight.dtype}")
        require(W == normalized_shape, "Expected weight to be of same shape as normalized_shape, but got weight of shape {W} and normalized_shape = {normalized_shape}")

def rms_norm(input: Tensor, normalized_shape: Ints, weight: Tensor | None = None, eps: Any = None) -> Tensor:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.rms_norm.html"""
    return layer_norm(input, normalized_shape, weight)

def group_norm(input: Tensor["N C *S"], num_groups: int, weight: Tensor["W"] | None = None, bias: Tensor["B"] | None = None, eps: float = 1e-05) -> Tensor["N C *S"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.group_norm.html"""
    require(num_groups > 0, "Expected num groups to be greater than 0, got {num_groups}")
    require(C % num_groups == 0, "Expected number of channels in input to be divisible by num_groups, but got input of shape {input.shape} and num_groups={num_groups}")
    if weight is not None:
        require(W == C, "Expected weight to be a vector of size equal to the number of channels in input, but got weight of shape [{W}] and input of shape {input.shape}")

def local_response_norm(input: Tensor["*S"], size: int, alpha: float = 0.0001, beta: float = 0.75, k: float = 1.0) -> Tensor["*S"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.local_response_norm.html"""
    require(len(S) >= 3, "Expected 3D or higher dimensionality input (got {len(S)} dimensions)")

def normalize(input: Tensor["*S"], p: float = 2.0, dim: int | Ints = 1, eps: float = 1e-12, out: Any = None) -> Tensor["*S"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.normalize.html"""

# ---- distances

def cosine_similarity(x1: Tensor["*A"], x2: Tensor["*B"], dim: int = 1, eps: float = 1e-08) -> Tensor["*without(T,d)"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.cosine_similarity.html"""
    T = broadcast(A, B)
    d = axis(dim, len(T))

def pairwise_distance(x1: Tensor["*A"], x2: Tensor["*B"], p: float = 2.0, eps: float = 1e-06, keepdim: bool = False) -> Tensor["*reduced(T,-1,keepdim)"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.pairwise_distance.html"""
    T = broadcast(A, B)

def pdist(input: Tensor["N M"], p: float = 2.0) -> Tensor["N*(N-1)//2"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.pdist.html"""

def scaled_dot_product_attention(query: Tensor["*A L E"], key: Tensor["*B S F", query.dtype], value: Tensor["*C R V", query.dtype], attn_mask: Tensor["*M"] | None = None, dropout_p: float = 0.0, is_causal: bool = False, scale: Any = None, enable_gqa: bool = False) -> Tensor["*T L V"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.scaled_dot_product_attention.html

    >>> [B 8 T 64], [B 8 S 64], [B 8 S 64] -> [B 8 T 64]
    """
    require(E == F, "the last dims of query ({E}) and key ({F}) differ")
    require(S == R, "key has length {S}, value has length {R}")
    T = A if enable_gqa else broadcast(A, B, C)
    if attn_mask is not None and not enable_gqa:
        U = expands(M, (*T, L, S))

def multi_head_attention_forward(
    query: Tensor["L *B E"], key: Tensor["S *C F"], value: Tensor["R *D G"], embed_dim_to_check: int, num_heads: int,
    in_proj_weight: Any, in_proj_bias: Any, bias_k: Any, bias_v: Any, add_zero_attn: bool, dropout_p: float,
    out_proj_weight: Tensor["O P"], out_proj_bias: Any, training: Any = True, key_padding_mask: Any = None,
    need_weights: bool = True, attn_mask: Any = None, use_separate_proj_weight: bool = False, q_proj_weight: Any = None,
    k_proj_weight: Any = None, v_proj_weight: Any = None, static_k: Tensor["X Y Z"] | None = None, static_v: Any = None,
    average_attn_weights: bool = True, is_causal: Any = False,
):
    """https://docs.pytorch.org/docs/2.13/nn.functional.html (the projections of key and value are not checked)"""
    require(len(B) <= 1, "query should be unbatched 2D or batched 3D tensor but received {query.shape}")
    require(E == embed_dim_to_check, "was expecting embedding dimension of {embed_dim_to_check}, but got {E}")
    require(E % num_heads == 0, "embed_dim {E} not divisible by num_heads {num_heads}")
    require(S == R and C == D, "key's sequence and batch dims {(S, *C)} do not match value's {(R, *D)}")
    more = (1 if add_zero_attn else 0) + (0 if bias_k is None else 1)
    n = (S if static_k is None else Y) + more
    if not need_weights:
        return Tensor["L *B E"], None
    heads = () if average_attn_weights else (num_heads,)
    return Tensor["L *B E"], Tensor["*B *heads L n"]
