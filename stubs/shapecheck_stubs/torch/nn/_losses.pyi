"""https://docs.pytorch.org/docs/2.13/nn.functional.html#loss-functions"""

modules = "torch.nn.functional"


def _reduction(size_average: Any, reduce: Any, reduction: str):
    """The reduction that the two old arguments mean."""
    if size_average is None and reduce is None:
        return reduction
    for flag in (size_average, reduce):
        if is_tensor(flag):
            require(prod(flag.shape) <= 1, "Boolean value of Tensor with more than one value is ambiguous")
            unknown("a reduction that a tensor decides")
    if reduce is not None and not reduce:
        return "none"
    return "mean" if size_average is None or size_average else "sum"

def _reduced(T: Any, reduction: str, d: dtype, size_average: Any = None, reduce: Any = None):
    """The losses of all elements, or with a reduction a tensor without dims."""
    how = _reduction(size_average, reduce, reduction)
    require(how in ("none", "mean", "elementwise_mean", "sum"), "{how} is not a valid value for reduction")
    return Tensor["", d] if how != "none" else Tensor["*T", d]

def _warn_sizes(input: Tensor["*S"], target: Tensor["*R"]) -> None:
    """torch warns of a loss of two sizes, which compares every element with several."""
    if comparable(S, R):
        suspect(
            S != R,
            "Using a target size ({R}) that is different to the input size ({S}). This will likely lead to "
            "incorrect results due to broadcasting. Please ensure they have the same size.",
        )

def mse_loss(
    input: Tensor["*S"], target: Tensor["*R"], size_average: Any = None, reduce: Any = None,
    reduction: str = "mean", weight: Any = None,
) -> Tensor:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.mse_loss.html"""
    T = broadcast(S, R)
    _warn_sizes(input, target)
    return _reduced(T, reduction, promote(input.dtype, target.dtype), size_average, reduce)

def l1_loss(
    input: Tensor["*S"], target: Tensor["*R"], size_average: Any = None, reduce: Any = None,
    reduction: str = "mean", weight: Any = None,
) -> Tensor:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.l1_loss.html"""
    T = broadcast(S, R)
    _warn_sizes(input, target)
    d = real_of(promote(input.dtype, target.dtype))
    return _reduced(T, reduction, d, size_average, reduce)

def smooth_l1_loss(
    input: Tensor["*S"], target: Tensor["*R"], size_average: Any = None, reduce: Any = None,
    reduction: str = "mean", beta: float = 1.0,
) -> Tensor:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.smooth_l1_loss.html"""
    T = broadcast(S, R)
    _warn_sizes(input, target)
    return _reduced(T, reduction, promote(input.dtype, target.dtype), size_average, reduce)

def huber_loss(
    input: Tensor["*S"], target: Tensor["*R"], reduction: str = "mean", delta: float = 1.0,
    weight: Any = None,
) -> Tensor:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.huber_loss.html"""
    T = broadcast(S, R)
    _warn_sizes(input, target)
    return _reduced(T, reduction, input.dtype)

def soft_margin_loss(
    input: Tensor["*S"], target: Tensor["*R"], size_average: Any = None, reduce: Any = None,
    reduction: str = "mean",
) -> Tensor:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.soft_margin_loss.html"""
    require(broadcast(S, R) == S, "output with shape {S} doesn't match the broadcast shape {broadcast(S, R)}")
    return _reduced(S, reduction, input.dtype, size_average, reduce)

def kl_div(
    input: Tensor["*S"], target: Tensor["*R"], size_average: Any = None, reduce: Any = None,
    reduction: str = "mean", log_target: bool = False,
) -> Tensor:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.kl_div.html"""
    return _reduced(broadcast(R, S), "mean" if reduction == "batchmean" else reduction, promote(input, target), size_average, reduce)

def poisson_nll_loss(
    input: Tensor["*S"], target: Tensor["*R"], log_input: bool = True, full: bool = False,
    size_average: Any = None, eps: float = 1e-08, reduce: Any = None, reduction: str = "mean",
) -> Tensor:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.poisson_nll_loss.html"""
    return _reduced(broadcast(S, R), reduction, promote(input.dtype, target.dtype), size_average, reduce)

def binary_cross_entropy(
    input: Tensor["*S"], target: Tensor["*R"], weight: Tensor["*W"] | None = None, size_average: Any = None,
    reduce: Any = None, reduction: str = "mean",
) -> Tensor:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.binary_cross_entropy.html"""
    if comparable(S, R):
        require(
            S == R,
            "Using a target size ({R}) that is different to the input size ({S}) is deprecated. Please ensure "
            "they have the same size.",
        )
    if dtype_known(input.dtype) and dtype_known(target.dtype):
        require(same_dtype(input.dtype, target.dtype), "Found dtype {target.dtype} but expected {input.dtype}")
    if weight is not None:
        _check_factor(S, W)
    return _reduced(S, reduction, input.dtype, size_average, reduce)

def binary_cross_entropy_with_logits(
    input: Tensor["*S"], target: Tensor["*R"], weight: Tensor["*W"] | None = None, size_average: Any = None,
    reduce: Any = None, reduction: str = "mean", pos_weight: Tensor["*P"] | None = None,
) -> Tensor:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.binary_cross_entropy_with_logits.html"""
    if comparable(S, R):
        require(S == R, "Target size ({R}) must be the same as input size ({S})")
    if weight is not None:
        _check_factor(S, W)
    if pos_weight is not None:
        _check_factor(S, P)
    if surely(target.dtype, "integral", "bool") and surely(input.dtype, "floating"):
        reject("result type {input.dtype} can't be cast to the desired output type {target.dtype}")
    return _reduced(S, reduction, target.dtype, size_average, reduce)

def _check_factor(S: Any, W: Any) -> None:
    """What each loss is multiplied with, in place."""
    if comparable(S, W):
        require(broadcast(S, W) == S, "output with shape {S} doesn't match the broadcast shape {broadcast(S, W)}")

def cross_entropy(
    input: Tensor["C"], target: Tensor["*T"], weight: Tensor["W"] | None = None, size_average: Any = None,
    ignore_index: int = -100, reduce: Any = None, reduction: str = "mean", label_smoothing: float = 0.0,
) -> Tensor:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.cross_entropy.html

    >>> [B 10], int64[B] -> []
    """
    require(
        len(T) == 0 or T == (C,) or T == (1,),
        "the target of an input of shape [{C}] has shape [] or [1] or [{C}], not {T}",
    )
    _check_target(target, len(T) == 0 or T == (1,), T == (C,))
    _check_classes(target, C, ignore_index)
    d = _probable(input, target, weight, len(T) == 1)
    return _reduced((), reduction, d, size_average, reduce)

def cross_entropy(
    input: Tensor["N C *S"], target: Tensor["*T"], weight: Tensor["W"] | None = None,
    size_average: Any = None, ignore_index: int = -100, reduce: Any = None, reduction: str = "mean",
    label_smoothing: float = 0.0,
) -> Tensor:
    if weight is not None:
        require(
            W == C,
            "weight tensor should be defined either for all {C} classes or no classes but got weight tensor "
            "of shape: [{W}]",
        )
    _check_batch(T, N)
    if comparable((N, *S), T):
        require(
            T == (N, *S) or T == (N, C, *S),
            "Expected target size {(N, *S)}, got {T} (input is {input.shape})",
        )
    _check_target(target, len(T) == len(S) + 1, len(T) == len(S) + 2)
    _check_classes(target, C, ignore_index)
    d = _probable(input, target, weight, len(T) == len(S) + 2)
    return _reduced((N, *S), reduction, d, size_average, reduce)

def _check_batch(T: Ints, N: int) -> None:
    """The first dim of a target."""
    if ranked(T) and len(T) >= 1:
        require(T[0] == N, "Expected input batch_size ({N}) to match target batch_size ({T[0]})")

def _probable(input: Tensor, target: Tensor, weight: Any, may_be_probabilities: Any):
    """The dtype of the loss: probabilities are multiplied with, class indices pick."""
    if not may_be_probabilities or surely(target.dtype, "integral"):
        _check_weight(input, weight)
        return input.dtype
    d = promote(input.dtype, target.dtype)
    return d if weight is None else promote(d, weight.dtype)

def _check_weight(input: Tensor, weight: Any) -> None:
    """The weights of classes that are picked have the dtype of what they weigh."""
    if weight is not None:
        require(
            same_dtype(input.dtype, weight.dtype),
            "expected scalar type {scalar_type(input.dtype)} but found {scalar_type(weight.dtype)}",
        )

def _check_target(target: Tensor, is_classes: Any, is_probabilities: Any) -> None:
    """Class indices are integers, probabilities are not."""
    if surely(target.dtype, "floating"):
        require(
            is_probabilities,
            "expected target dtype to be Long or Byte, but got {scalar_type(target.dtype)} (target {target.shape})",
        )
    elif dtype_known(target.dtype):
        require(
            is_classes,
            "Expected floating point type for target with class probabilities, got {scalar_type(target.dtype)} "
            "(target {target.shape})",
        )
        require(
            surely(target.dtype, "int64", "uint8"),
            "expected target dtype to be Long or Byte, but got {scalar_type(target.dtype)}",
        )

def _check_classes(target: Tensor, C: int, ignore_index: int) -> None:
    """Class indices name classes, or say that they are none."""
    ends = reach(target) if surely(target.dtype, "integral") else None
    if ends is not None:
        low, high = ends
        require(low >= 0 or low == ignore_index, "Target {low} is out of bounds: there are {C} classes")
        require(high < C or high == ignore_index, "Target {high} is out of bounds: there are {C} classes")

def nll_loss(
    input: Tensor["C"], target: Tensor["*T", int64 | uint8], weight: Tensor["W"] | None = None,
    size_average: Any = None, ignore_index: int = -100, reduce: Any = None, reduction: str = "mean",
) -> Tensor:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.nll_loss.html"""
    require(len(T) == 0 or T == (1,), "For 1D input, 1D target must have size 1, but got target size: {T}")
    _check_classes(target, C, ignore_index)
    _check_weight(input, weight)
    return _reduced((), reduction, input.dtype, size_average, reduce)

def nll_loss(
    input: Tensor["N C *S"], target: Tensor["*T", int64 | uint8], weight: Tensor["W"] | None = None,
    size_average: Any = None, ignore_index: int = -100, reduce: Any = None, reduction: str = "mean",
) -> Tensor:
    if weight is not None:
        require(
            W == C,
            "weight tensor should be defined either for all {C} classes or no classes but got weight tensor "
            "of shape: [{W}]",
        )
    _check_batch(T, N)
    if comparable((N, *S), T):
        require(T == (N, *S), "Expected target size {(N, *S)}, got {T} (input is {input.shape})")
    _check_classes(target, C, ignore_index)
    _check_weight(input, weight)
    return _reduced((N, *S), reduction, input.dtype, size_average, reduce)

def gaussian_nll_loss(
    input: Tensor["*S"], target: Tensor["*R"], var: Tensor["*V"] | float, full: bool = False,
    eps: float = 1e-06, reduction: str = "mean",
) -> Tensor:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.gaussian_nll_loss.html"""
    if is_tensor(var):
        ok = V == S[:-1] or (len(V) == len(S) and all(v == s or v == 1 for v, s in zip(V, S)))
        require(ok, "var is of incorrect size: {V} (input is {S})")
    return _reduced(broadcast(S, R), reduction, promote(input.dtype, target.dtype, var))

def hinge_embedding_loss(
    input: Tensor["*S"], target: Tensor["*R"], margin: float = 1.0, size_average: Any = None,
    reduce: Any = None, reduction: str = "mean",
) -> Tensor:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.hinge_embedding_loss.html"""
    return _reduced(broadcast(S, R), reduction, input.dtype, size_average, reduce)

def margin_ranking_loss(
    input1: Tensor["*A"], input2: Tensor["*B"], target: Tensor["*R"], margin: float = 0,
    size_average: Any = None, reduce: Any = None, reduction: str = "mean",
) -> Tensor:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.margin_ranking_loss.html"""
    require(
        len(A) == len(B) and len(A) == len(R),
        "margin_ranking_loss : All input tensors should have same dimension but got sizes: input1: {A}, "
        "input2: {B}, target: {R}",
    )
    d = promote(input1.dtype, input2.dtype, target.dtype)
    return _reduced(broadcast(A, B, R), reduction, d, size_average, reduce)

def cosine_embedding_loss(
    input1: Tensor["*A"], input2: Tensor["*B"], target: Tensor["*R"], margin: float = 0,
    size_average: Any = None, reduce: Any = None, reduction: str = "mean",
) -> Tensor:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.cosine_embedding_loss.html"""
    require(len(R) <= 1, "0D or 1D target tensor expected, multi-target not supported")
    n = len(R) + 1
    require(
        len(A) == n and len(B) == n,
        "{len(R)}D target tensor expects {n}D input tensors, but found inputs with sizes {A} and {B}.",
    )
    T = broadcast(R, without(broadcast(A, B), -1))
    return _reduced(T, reduction, float_of(promote(input1.dtype, input2.dtype)), size_average, reduce)

def triplet_margin_loss(
    anchor: Tensor["*A"], positive: Tensor["*P"], negative: Tensor["*N"], margin: float = 1.0, p: float = 2,
    eps: float = 1e-06, swap: bool = False, size_average: Any = None, reduce: Any = None,
    reduction: str = "mean",
) -> Tensor:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.triplet_margin_loss.html"""
    require(
        len(A) == len(P) and len(P) == len(N),
        "The anchor, positive, and negative tensors are expected to have the same number of dimensions, but "
        "got: anchor {len(A)}D, positive {len(P)}D, and negative {len(N)}D inputs",
    )
    T = broadcast(A, P, N)
    d = float_of(real_of(promote(anchor.dtype, positive.dtype, negative.dtype)))
    return _reduced(without(T, -1), reduction, d, size_average, reduce)

def triplet_margin_with_distance_loss(
    anchor: Tensor["*A"], positive: Tensor["*P"], negative: Tensor["*N"], *, distance_function: Any = None,
    margin: float = 1.0, swap: bool = False, reduction: str = "mean",
) -> Tensor:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.triplet_margin_with_distance_loss.html"""
    require(
        len(A) == len(P) and len(P) == len(N),
        "The anchor, positive, and negative tensors are expected to have the same number of dimensions, but "
        "got: anchor {len(A)}D, positive {len(P)}D, and negative {len(N)}D inputs",
    )
    if distance_function is not None:
        distance = distance_function(anchor, positive)
        other = distance_function(anchor, negative)
        T = broadcast(distance.shape, other.shape)
        return _reduced(T, reduction, promote(distance.dtype, other.dtype))
    d = float_of(real_of(promote(anchor.dtype, positive.dtype, negative.dtype)))
    return _reduced(without(broadcast(A, P, N), -1), reduction, d)

def multi_margin_loss(
    input: Tensor[""], target: Tensor["*T"], p: float = 1, margin: float = 1.0,
    weight: Tensor["*W"] | None = None, size_average: Any = None, reduce: Any = None, reduction: str = "mean",
) -> Tensor:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.multi_margin_loss.html"""
    return _reduced((), reduction, input.dtype, size_average, reduce)

def multi_margin_loss(
    input: Tensor["*N C"], target: Tensor["*T"], p: float = 1, margin: float = 1.0,
    weight: Tensor["*W"] | None = None, size_average: Any = None, reduce: Any = None, reduction: str = "mean",
) -> Tensor:
    if weight is not None:
        require(len(W) == 1, "weight must be one-dimensional")
        require(W == (C,), "inconsistent weight size, expected {C} but got {W}")
    require(
        len(N) <= 1 and C > 0,
        "Expected non-empty vector or matrix with optional 0-dim batch size, but got: {input.shape}",
    )
    require(
        len(T) <= 1 and prod(T) == prod(N),
        "multi_margin_loss: target tensor should be 1-D with size equal to the number of input samples "
        "(batch size). Expected target size {N}, but got {T}",
    )
    return _reduced(N, reduction, input.dtype, size_average, reduce)

def multilabel_margin_loss(
    input: Tensor[""], target: Tensor["*T"], size_average: Any = None, reduce: Any = None,
    reduction: str = "mean",
) -> Tensor:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.multilabel_margin_loss.html"""
    return _reduced((), reduction, input.dtype, size_average, reduce)

def multilabel_margin_loss(
    input: Tensor["*N C"], target: Tensor["*T"], size_average: Any = None, reduce: Any = None,
    reduction: str = "mean",
) -> Tensor:
    require(
        len(N) <= 1 and C > 0,
        "Expected non-empty vector or matrix with optional 0-dim batch size, but got: {input.shape}",
    )
    if len(N) == 0 and len(T) == 0:
        require(C == 1, "inconsistent target size: {T} for input of size: {input.shape}")
        return _reduced(N, reduction, input.dtype, size_average, reduce)
    require(T == (*N, C), "inconsistent target size: {T} for input of size: {input.shape}")
    return _reduced(N, reduction, input.dtype, size_average, reduce)

def multilabel_soft_margin_loss(
    input: Tensor["*N C"], target: Tensor["*R"], weight: Tensor["*W"] | None = None, size_average: Any = None,
    reduce: Any = None, reduction: str = "mean",
) -> Tensor:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.multilabel_soft_margin_loss.html"""
    losses = broadcast(input.shape, R)
    T = losses if weight is None else broadcast(losses, W)
    d = promote(input.dtype, target.dtype)
    return _reduced(
        without(T, len(N)), reduction, d if weight is None else promote(d, weight.dtype), size_average, reduce
    )

def ctc_loss(
    log_probs: Tensor["T *N C"], targets: Tensor, input_lengths: Any, target_lengths: Any, blank: int = 0,
    reduction: str = "mean", zero_infinity: bool = False,
) -> Tensor:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.ctc_loss.html"""
    require(len(N) <= 1, "expected log_probs of 2 or 3 dimensions, got {log_probs.shape}")
    if len(N) == 1:
        for what, lengths in (("input_lengths", input_lengths), ("target_lengths", target_lengths)):
            if known(lengths):
                n = prod(lengths.shape) if is_tensor(lengths) else len(tuple(lengths))
                require(n == N[0], "{what} must be of size batch_size ({N[0]}), got {n}")
        size = targets.shape
        require(len(size) <= 2, "Expected 1 to 2 dimensions, but got {len(size)}-dimensional targets")
        if len(size) == 2:
            require(size[0] == N[0], "expected targets of size {N[0]} at dimension 0, but got {size[0]}")
        _check_lengths(T, size, numbers(input_lengths), numbers(target_lengths))
    return _reduced(N, reduction, log_probs.dtype)

def _check_lengths(T: int, size: Any, inputs: Any, targets: Any) -> None:
    """Lengths whose numbers are known fit into the probabilities and the targets."""
    if inputs is not None:
        longest = max(inputs)
        require(longest <= T, "Expected input_lengths to have value at most {T}, but got value {longest}")
    if targets is not None and len(size) == 2:
        longest = max(targets)
        require(
            size[1] >= longest,
            "Expected tensor to have size at least {longest} at dimension 1, but got size {size[1]} for argument #2 'targets'",
        )
    if targets is not None and len(size) == 1:
        total = sum(targets)
        require(
            size[0] == total,
            "Expected tensor to have size {total} at dimension 0, but got size {size[0]} for argument #2 'targets'",
        )

def linear_cross_entropy(
    input: Tensor["*N I"], linear_weight: Tensor["O *M J", input.dtype], target: Tensor["*T"], *,
    linear_bias: Tensor["*P"] | None = None, weight: Any = None, reduction: str = "mean",
    ignore_index: Any = None, label_smoothing: float = 0.0, options: Any = None,
) -> Tensor:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.linear_cross_entropy.html"""
    require(len(N) <= 1, "expected input with dimensionality 1 or 2, got {input.ndim}")
    require(I == J, "mat1 and mat2 shapes cannot be multiplied ({matrix(prod(N), I)} and {matrix(J, O)})")
    require(
        len(M) == 0 or len(N) > 0,
        "K-dimensional loss defined by linear_weight shape {linear_weight.shape} requires batched input, "
        "(N, {J}), got unbatched input with shape {input.shape}",
    )
    if linear_bias is not None:
        require(P == (O, *M), "the bias has shape {P}, but the weight {linear_weight.shape}")
    logits = Tensor["*N O *M", input.dtype]
    return cross_entropy(logits, target, weight, reduction=reduction, label_smoothing=label_smoothing)
