"""Functions of torch.nn.functional that torch spells as its own too, and in-place functions.

https://docs.pytorch.org/docs/2.13/nn.functional.html
"""

modules = "torch"

conv1d = nn.functional.conv1d
conv2d = nn.functional.conv2d
conv3d = nn.functional.conv3d
conv_transpose1d = nn.functional.conv_transpose1d
conv_transpose2d = nn.functional.conv_transpose2d
conv_transpose3d = nn.functional.conv_transpose3d
bilinear = nn.functional.bilinear
adaptive_avg_pool1d = nn.functional.adaptive_avg_pool1d
avg_pool1d = nn.functional.avg_pool1d
max_pool1d = nn.functional.max_pool1d
max_pool2d = nn.functional.max_pool2d
max_pool3d = nn.functional.max_pool3d
channel_shuffle = native_channel_shuffle = nn.functional.channel_shuffle
cosine_similarity = nn.functional.cosine_similarity
pairwise_distance = nn.functional.pairwise_distance
pdist = nn.functional.pdist
pixel_shuffle = nn.functional.pixel_shuffle
pixel_unshuffle = nn.functional.pixel_unshuffle
prelu = nn.functional.prelu
rms_norm = nn.functional.rms_norm
constant_pad_nd = padded_constant
relu_ = sigmoid_ = tanh_ = exp_ = log_ = sqrt_ = rsqrt_ = sin_ = cos_ = abs_ = neg_ = square_ = clamp_ = clip_ = inplace
floor_ = ceil_ = round_ = trunc_ = fill_ = clamp_min_ = clamp_max_ = erf_ = exp2_ = expm1_ = log1p_ = log2_ = inplace
log10_ = tan_ = sinh_ = cosh_ = asin_ = acos_ = atan_ = reciprocal_ = nan_to_num_ = index_put_ = xlogy_ = inplace
dropout_ = alpha_dropout_ = frac_ = erfc_ = logit_ = threshold_ = selu_ = celu_ = rrelu_ = inplace

def embedding(
    weight: Tensor, indices: Tensor, padding_idx: int = -1, scale_grad_by_freq: Any = False,
    sparse: Any = False,
) -> Tensor:
    """torch.nn.functional.embedding with its arguments in the other order."""
    return nn.functional.embedding(indices, weight)

def layer_norm(
    input: Tensor, normalized_shape: Ints, weight: Any = None, bias: Any = None, eps: float = 1e-05,
    cudnn_enable: Any = True,
) -> Tensor:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.layer_norm.html"""
    return nn.functional.layer_norm(input, normalized_shape, weight, bias)

def group_norm(
    input: Tensor, num_groups: int, weight: Any = None, bias: Any = None, eps: float = 1e-05,
    cudnn_enabled: Any = True,
) -> Tensor:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.group_norm.html"""
    return nn.functional._grouped(input, num_groups, weight, bias)

def padded_constant(input: Tensor["*S"], pad: Ints, value: Any = 0) -> Tensor["*padded(S,pad)"]:
    """torch.nn.functional.pad with its first mode."""

def grid_sampler(
    input: Tensor, grid: Tensor, interpolation_mode: Any, padding_mode: Any, align_corners: Any,
) -> Tensor:
    """torch.nn.functional.grid_sample with numbers for its modes."""
    return nn.functional.grid_sample(input, grid)

grid_sampler_2d = grid_sampler_3d = grid_sampler

def native_dropout(
    input: Tensor["*S"], p: float, train: Any,
) -> tuple[Tensor["*S"], Tensor["*S", bool]]:
    """torch.nn.functional.dropout with its mask."""

def native_group_norm(
    input: Tensor["*S"], weight: Any, bias: Any, N: int, C: int, HxW: int, group: int, eps: float,
) -> tuple[Tensor["*S"], Tensor["N group"], Tensor["N group"]]:
    """torch.nn.functional.group_norm with its statistics."""

def poisson(input: Tensor["*S"], generator: Any = None) -> Tensor["*S"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.poisson.html"""

def binomial(
    count: Tensor["*S"], prob: Tensor["*R"], generator: Any = None,
) -> Tensor["*broadcast(S,R)"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.binomial.html"""

def sparse_coo_tensor(
    indices: Any, values: Any, size: Ints, *, dtype: dtype | None = None, device: Any = None,
    layout: Any = None, pin_memory: Any = False, requires_grad: Any = False, check_invariants: Any = None,
    is_coalesced: Any = None,
) -> Tensor["*size", dtype or data_dtype(values)]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.sparse_coo_tensor.html"""

def sparse_coo_tensor(
    indices: Any, values: Any, *, dtype: dtype | None = None, device: Any = None, layout: Any = None,
    pin_memory: Any = False, requires_grad: Any = False, check_invariants: Any = None, is_coalesced: Any = None,
) -> Tensor["*sizes *data_shape(values)[1:]", dtype or data_dtype(values)]:
    """As large as its greatest indices say."""
    sizes = tuple(fresh() for d in range(data_shape(indices)[0]))

def sparse_coo_tensor(
    size: Ints, *, dtype: dtype | None = None, device: Any = None, layout: Any = None, pin_memory: Any = False,
    requires_grad: Any = False, check_invariants: Any = None, is_coalesced: Any = None,
) -> Tensor["*size", dtype or float32]: ...

def sparse_csr_tensor(
    crow_indices: Any, col_indices: Any, values: Any, size: Ints, *, dtype: dtype | None = None, device: Any = None,
    layout: Any = None, pin_memory: Any = False, requires_grad: Any = False, check_invariants: Any = None,
) -> Tensor["*size", dtype or data_dtype(values)]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.sparse_csr_tensor.html"""

def sparse_csr_tensor(
    crow_indices: Any, col_indices: Any, values: Any, *, dtype: dtype | None = None, device: Any = None,
    layout: Any = None, pin_memory: Any = False, requires_grad: Any = False, check_invariants: Any = None,
) -> Tensor["*B rows columns", dtype or data_dtype(values)]:
    """As wide as its greatest index says."""
    B, rows, columns = data_shape(crow_indices)[:-1], data_shape(crow_indices)[-1] - 1, fresh()

def sparse_csc_tensor(
    ccol_indices: Any, row_indices: Any, values: Any, size: Ints, *, dtype: dtype | None = None, device: Any = None,
    layout: Any = None, pin_memory: Any = False, requires_grad: Any = False, check_invariants: Any = None,
) -> Tensor["*size", dtype or data_dtype(values)]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.sparse_csc_tensor.html"""

def sparse_csc_tensor(
    ccol_indices: Any, row_indices: Any, values: Any, *, dtype: dtype | None = None, device: Any = None,
    layout: Any = None, pin_memory: Any = False, requires_grad: Any = False, check_invariants: Any = None,
) -> Tensor["*B rows columns", dtype or data_dtype(values)]:
    """As high as its greatest index says."""
    B, rows, columns = data_shape(ccol_indices)[:-1], fresh(), data_shape(ccol_indices)[-1] - 1

def adjoint(input: Tensor["*S M N"]) -> Tensor["*S N M"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.adjoint.html"""

def lu_unpack(
    LU_data: Tensor["*B M N"], LU_pivots: Any, unpack_data: bool = True, unpack_pivots: bool = True,
) -> named(P=Tensor["*p"], L=Tensor["*l"], U=Tensor["*u"]):
    """https://docs.pytorch.org/docs/2.13/generated/torch.lu_unpack.html"""
    k = min(M, N)
    p = (*B, M, M) if unpack_pivots else (0,)
    l = (*B, M, k) if unpack_data else (0,)
    u = (*B, k, N) if unpack_data else (0,)
