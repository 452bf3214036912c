"""torch's own spellings of functions that torch.nn.functional wraps: other orders of arguments, numbers as reductions.

https://github.com/pytorch/pytorch/blob/v2.13.0/aten/src/ATen/native/native_functions.yaml
"""

modules = "torch"


def _words(reduction: Any):
    """0, 1 and 2 are none, mean and sum."""
    return ("none", "mean", "sum")[reduction] if is_int(reduction) else reduction

def binary_cross_entropy_with_logits(
    input: Tensor, target: Tensor, weight: Any = None, pos_weight: Any = None, reduction: Any = 1,
) -> Tensor:
    """torch.nn.functional.binary_cross_entropy_with_logits"""
    return nn.functional.binary_cross_entropy_with_logits(
        input, target, weight, reduction=_words(reduction), pos_weight=pos_weight,
    )

def cosine_embedding_loss(
    input1: Tensor, input2: Tensor, target: Tensor, margin: float = 0.0, reduction: Any = 1,
) -> Tensor:
    """torch.nn.functional.cosine_embedding_loss"""
    return nn.functional.cosine_embedding_loss(input1, input2, target, reduction=_words(reduction))

def ctc_loss(
    log_probs: Tensor, targets: Tensor, input_lengths: Any, target_lengths: Any, blank: int = 0,
    reduction: Any = 1, zero_infinity: bool = False,
) -> Tensor:
    """torch.nn.functional.ctc_loss"""
    return nn.functional.ctc_loss(
        log_probs, targets, input_lengths, target_lengths, reduction=_words(reduction),
    )

def hinge_embedding_loss(
    input: Tensor, target: Tensor, margin: float = 1.0, reduction: Any = 1,
) -> Tensor:
    """torch.nn.functional.hinge_embedding_loss"""
    return nn.functional.hinge_embedding_loss(input, target, reduction=_words(reduction))

def kl_div(input: Tensor, target: Tensor, reduction: Any = 1, *, log_target: bool = False) -> Tensor:
    """torch.nn.functional.kl_div"""
    return nn.functional.kl_div(input, target, reduction=_words(reduction))

def margin_ranking_loss(
    input1: Tensor, input2: Tensor, target: Tensor, margin: float = 0.0, reduction: Any = 1,
) -> Tensor:
    """torch.nn.functional.margin_ranking_loss"""
    return nn.functional.margin_ranking_loss(input1, input2, target, reduction=_words(reduction))

def poisson_nll_loss(
    input: Tensor, target: Tensor, log_input: bool, full: bool, eps: float, reduction: Any,
) -> Tensor:
    """torch.nn.functional.poisson_nll_loss"""
    return nn.functional.poisson_nll_loss(input, target, reduction=_words(reduction))

def triplet_margin_loss(
    anchor: Tensor, positive: Tensor, negative: Tensor, margin: float = 1.0, p: float = 2.0,
    eps: float = 1e-06, swap: bool = False, reduction: Any = 1,
) -> Tensor:
    """torch.nn.functional.triplet_margin_loss"""
    return nn.functional.triplet_margin_loss(anchor, positive, negative, reduction=_words(reduction))

def batch_norm(
    input: Tensor, weight: Any, bias: Any, running_mean: Any, running_var: Any, training: Any,
    momentum: Any, eps: Any, cudnn_enabled: Any,
) -> Tensor:
    """torch.nn.functional.batch_norm, of one value, too."""
    return nn.functional.batch_norm(input, running_mean, running_var, weight, bias)

def native_batch_norm(
    input: Tensor["N C *S"], weight: Any, bias: Any, running_mean: Any, running_var: Any,
    training: bool, momentum: Any, eps: Any,
):
    """torch.nn.functional.batch_norm with its statistics, which there are in training."""
    d = float32 if surely(input.dtype, "float16", "bfloat16") else input.dtype
    saved = Tensor["C", d] if training else Tensor["0", d]
    return Tensor["N C *S"], saved, saved

def _native_batch_norm_legit(
    input: Tensor, weight: Any, bias: Any, running_mean: Tensor, running_var: Any, training: bool, momentum: Any,
    eps: Any,
):
    """torch.native_batch_norm"""
    return native_batch_norm(input, weight, bias, running_mean, running_var, training, momentum, eps)

def _native_batch_norm_legit(
    input: Tensor, weight: Any, bias: Any, training: bool, momentum: Any, eps: Any,
):
    return native_batch_norm(input, weight, bias, None, None, training, momentum, eps)

def instance_norm(
    input: Tensor, weight: Any, bias: Any, running_mean: Any, running_var: Any, use_input_stats: Any,
    momentum: Any, eps: Any, cudnn_enabled: Any,
) -> Tensor:
    """torch.nn.functional.instance_norm, of one place, too."""
    return nn.functional.instance_norm(input, running_mean, running_var, weight, bias, False)

def embedding_bag(
    weight: Tensor["V D"], indices: Tensor["N"], offsets: Tensor["K"], scale_grad_by_freq: Any = False,
    mode: Any = 0, sparse: Any = False, per_sample_weights: Any = None,
    include_last_offset: bool = False, padding_idx: Any = None,
):
    """torch.nn.functional.embedding_bag with three tensors that its backward needs."""
    bags = K - 1 if include_last_offset else K
    rest = tuple(unknown_tensor("what the backward of a bag needs", int64) for i in range(3))
    return (Tensor["bags D", weight.dtype], *rest)

def feature_alpha_dropout(input: Tensor["*S"], p: float, train: Any) -> Tensor["*S"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.FeatureAlphaDropout.html"""

feature_alpha_dropout_ = feature_alpha_dropout

def adaptive_max_pool1d(input: Tensor, output_size: Any):
    """torch.nn.functional.adaptive_max_pool1d with its indices."""
    return nn.functional.adaptive_max_pool1d(input, output_size, True)

def max_pool1d_with_indices(
    input: Tensor, kernel_size: Any, stride: Any = None, padding: Any = 0, dilation: Any = 1,
    ceil_mode: Any = False,
):
    """torch.nn.functional.max_pool1d with its indices."""
    return nn.functional.max_pool1d(input, kernel_size, stride, padding, dilation, ceil_mode, True)

def is_same_size(input: Tensor["*S"], other: Tensor["*R"]) -> bool:
    """Whether both have the same sizes."""

def norm_except_dim(v: Tensor["*S"], pow: int = 2, dim: int = 0) -> Tensor["*T"]:
    """The norms over all dims but one, as weight_norm uses them."""
    d = -1 if dim == -1 else axis(dim, len(S))
    T = () if d == -1 else tuple(n if i == d else 1 for i, n in enumerate(S))

def frobenius_norm(
    input: Tensor["*S"], dim: Axes = None, keepdim: bool = False,
) -> Tensor["*reduced(S,dim,keepdim)", real_of(input.dtype)]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.norm.html"""

def nuclear_norm(
    input: Tensor["*S M N"], dim: Ints = (-2, -1), keepdim: bool = False,
) -> Tensor["*reduced((*S,M,N),dim,keepdim)", real_of(input.dtype)]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.norm.html"""

# ---- recurrent layers without a module

def gru(
    input: Tensor, hx: Tensor["L B H"], params: Any, has_biases: bool, num_layers: int, dropout: Any,
    train: Any, bidirectional: bool, batch_first: bool,
):
    """What torch.nn.GRU calls: the outputs and the last states."""
    return _outputs(input, H, B, bidirectional, batch_first), Tensor["L B H", input.dtype]

rnn_tanh = rnn_relu = gru

def lstm(
    input: Tensor, hx: Sequence[Tensor], params: Any, has_biases: bool, num_layers: int, dropout: Any,
    train: Any, bidirectional: bool, batch_first: bool,
):
    """What torch.nn.LSTM calls: the outputs, the last states and the last cells."""
    h, c = hx
    out = _outputs(input, h.shape[2], h.shape[1], bidirectional, batch_first)
    return out, Tensor["*h.shape", input.dtype], Tensor["*c.shape", input.dtype]

def _outputs(input: Tensor["A B I"], H: int, N: int, both: bool, first: bool) -> Tensor["A B D*H"]:
    """The states of all steps, of both directions side by side."""
    batch = A if first else B
    require(batch == N, "Expected hidden batch size {batch}, got {N}")
    D = 2 if both else 1

def gru_cell(
    input: Tensor["*N I"], hx: Tensor["*M H"], w_ih: Tensor["G K"], w_hh: Any, b_ih: Any = None,
    b_hh: Any = None,
) -> Tensor["*M H"]:
    """One step of torch.nn.GRUCell."""
    require(I == K, "input has inconsistent input_size: got {I} expected {K}")

rnn_tanh_cell = rnn_relu_cell = gru_cell

def lstm_cell(
    input: Tensor, hx: Sequence[Tensor], w_ih: Tensor, w_hh: Any, b_ih: Any = None, b_hh: Any = None,
):
    """One step of torch.nn.LSTMCell."""
    h, c = hx
    return gru_cell(input, h, w_ih, w_hh), Tensor["*c.shape", c.dtype]

# ---- what torch's own code calls

def segment_reduce(
    data: Tensor["*S"], reduce: str, *, lengths: Tensor["*B K"] | None = None, indices: Any = None,
    offsets: Tensor["*C J"] | None = None, axis: int = 0, unsafe: Any = False, initial: Any = None,
) -> Tensor["*replace(S,axis,n)"]:
    """One element for each segment of a dim: as many as lengths, one fewer than offsets."""
    require(lengths is not None or offsets is not None, "lengths or offsets must be defined")
    n = K if lengths is not None else J - 1

_segment_reduce = segment_reduce

def _chunk_cat(tensors: Sequence[Tensor], dim: int, num_chunks: int, *, out: Any = None) -> Tensor["*T"]:
    """Each tensor cut into chunks, whose dims from `dim` on are flattened; then joined chunk by chunk."""
    require(num_chunks >= 1, "_chunk_cat expects positive num_chunks")
    require(len(tensors) > 0, "_chunk_cat expects a non-empty input tensor list")
    d = axis(dim, tensors[0].ndim)
    for t in tensors:
        require(
            t.ndim > d and t.shape[:d] == tensors[0].shape[:d],
            "_chunk_cat expects same sizes of 0,...,dim-1 dimensions for all tensors",
        )
        require(prod(t.shape) > 0, "_chunk_cat expects non-empty tensor")
    T = (
        *tensors[0].shape[:d], num_chunks,
        sum(ceildiv(t.shape[d], num_chunks) * prod(t.shape[d+1:]) for t in tensors),
    )

def _unsafe_masked_index(input: Tensor, mask: Tensor["*M"], indices: Any, fill: Any) -> Tensor:
    """input[indices], with `fill` where the mask is false."""
    return Tensor["*broadcast(index_shape(input,tuple(indices)),M)", input.dtype]

def _unsafe_masked_index_put_accumulate(
    input: Tensor["*S"], mask: Any, indices: Any, values: Any,
) -> Tensor["*S"]: ...

def _scaled_mm(
    input: Tensor["N I"], mat2: Tensor["J M"], scale_a: Any, scale_b: Any, *rest,
    out_dtype: dtype | None = None, **options
) -> Tensor["N M", out_dtype or input.dtype]:
    """A product of matrices of small floats, with their scales."""
    require(I == J, "mat1 and mat2 shapes cannot be multiplied ({matrix(N, I)} and {matrix(J, M)})")

def _scaled_mm_v2(
    input: Tensor["N I"], mat2: Tensor["J M"], scale_a: Any, recipe_a: Any, swizzle_a: Any, scale_b: Any,
    recipe_b: Any, swizzle_b: Any, bias: Any, out_dtype: dtype | None, *rest, **options
) -> Tensor["N M", out_dtype or input.dtype]:
    """The same with the forms of the scales."""
    require(I == J, "mat1 and mat2 shapes cannot be multiplied ({matrix(N, I)} and {matrix(J, M)})")

def _softmax_backward_data(
    grad_output: Tensor["*S"], output: Tensor["*S"], dim: int, input_dtype: dtype,
) -> Tensor["*S", input_dtype]: ...

def _standard_gamma(input: Tensor, generator: Any = None) -> Tensor:
    """What torch.distributions.Gamma draws."""
    return like(input)

def _sample_dirichlet(input: Tensor, generator: Any = None) -> Tensor:
    """What torch.distributions.Dirichlet draws."""
    return like(input)

def _grouped_mm(
    self: Tensor["T K"], mat2: Tensor["G J N"], offs: Tensor["H"], bias: Any = None, out_dtype: dtype | None = None,
) -> Tensor["T N", out_dtype or self.dtype]:
    """Rows of the first in groups. https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.grouped_mm.html"""
    require(K == J, "contraction dimension of mat_a and mat_b must match")
    require(G == H, "matrix batch sizes have to match")

def _grouped_mm(
    self: Tensor["G M K"], mat2: Tensor["J T"], offs: Tensor["H"], bias: Any = None, out_dtype: dtype | None = None,
) -> Tensor["M T", out_dtype or self.dtype]:
    """Columns of the second in groups."""
    require(K == J, "contraction dimension of mat_a and mat_b must match")
    require(G == H, "matrix batch sizes have to match")

def _grouped_mm(
    self: Tensor["M T"], mat2: Tensor["U N"], offs: Tensor["G"], bias: Any = None, out_dtype: dtype | None = None,
) -> Tensor["G M N", out_dtype or self.dtype]:
    """What both have in common in groups."""
    require(T == U, "contraction dimension of mat_a and mat_b must match")

def _grouped_mm(
    self: Tensor["G M K"], mat2: Tensor["H J N"], offs: None = None, bias: Any = None, out_dtype: dtype | None = None,
) -> Tensor["G M N", out_dtype or self.dtype]:
    """A product for each of the matrices."""
    require(K == J, "contraction dimension of mat_a and mat_b must match")
    require(G == H, "batched dimension has to match")
