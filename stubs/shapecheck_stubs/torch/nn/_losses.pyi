"""https://docs.pytorch.org/docs/2.13/nn.functional.html#loss-functions"""

modules = "torch.nn.functional"


def reduced_loss(T: Ints, reduction: str, like: Tensor) -> Tensor["*T"]:
    """The losses of all elements, or with a reduction a tensor without dims."""
    require(reduction in ("none", "mean", "sum"), "{reduction} is not a valid value for reduction")
    if reduction != "none":
        return Tensor["", like.dtype]

def mse_loss(input: Tensor["*S"], target: Tensor["*R"], size_average: Any = None, reduce: Any = None, reduction: str = "mean", weight: Any = None) -> Tensor:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.mse_loss.html"""
    return reduced_loss(broadcast(S, R), reduction, input)

l1_loss = mse_loss

def smooth_l1_loss(input: Tensor["*S"], target: Tensor["*R"], size_average: Any = None, reduce: Any = None, reduction: str = "mean", beta: float = 1.0) -> Tensor:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.smooth_l1_loss.html"""
    return reduced_loss(broadcast(S, R), reduction, input)

def huber_loss(input: Tensor["*S"], target: Tensor["*R"], reduction: str = "mean", delta: float = 1.0, weight: Any = None) -> Tensor:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.huber_loss.html"""
    return reduced_loss(broadcast(S, R), reduction, input)

def soft_margin_loss(input: Tensor["*S"], target: Tensor["*R"], size_average: Any = None, reduce: Any = None, reduction: str = "mean") -> Tensor:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.soft_margin_loss.html"""
    return reduced_loss(broadcast(S, R), reduction, input)

def kl_div(input: Tensor["*S"], target: Tensor["*R"], size_average: Any = None, reduce: Any = None, reduction: str = "mean", log_target: bool = False) -> Tensor:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.kl_div.html"""
    return reduced_loss(broadcast(S, R), "mean" if reduction == "batchmean" else reduction, input)

def poisson_nll_loss(input: Tensor["*S"], target: Tensor["*R"], log_input: bool = True, full: bool = False, size_average: Any = None, eps: float = 1e-08, reduce: Any = None, reduction: str = "mean") -> Tensor:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.poisson_nll_loss.html"""
    return reduced_loss(broadcast(S, R), reduction, input)

def binary_cross_entropy(input: Tensor["*S"], target: Tensor["*R"], weight: Tensor["*W"] | None = None, size_average: Any = None, reduce: Any = None, reduction: str = "mean") -> Tensor:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.binary_cross_entropy.html"""
    require(S == R, "Using a target size ({R}) that is different to the input size ({S}) is deprecated. Please ensure they have the same size.")
    return reduced_loss(S, reduction, input)

def binary_cross_entropy_with_logits(input: Tensor["*S"], target: Tensor["*R"], weight: Tensor["*W"] | None = None, size_average: Any = None, reduce: Any = None, reduction: str = "mean", pos_weight: Tensor["*P"] | None = None) -> Tensor:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.binary_cross_entropy_with_logits.html"""
    require(S == R, "Target size ({R}) must be the same as input size ({S})")
    T = S if weight is None else broadcast(S, W)
    return reduced_loss(T if pos_weight is None else broadcast(T, P), reduction, input)

def cross_entropy(input: Tensor["C"], target: Tensor["*T"], weight: Tensor["W"] | None = None, size_average: Any = None, ignore_index: int = -100, reduce: Any = None, reduction: str = "mean", label_smoothing: float = 0.0) -> Tensor:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.cross_entropy.html

    >>> [B 10], int64[B] -> []
    """
    require(len(T) == 0 or T == (C,), "the target of an input of shape [{C}] has shape [] or [{C}], not {T}")
    return reduced_loss((), reduction, input)

def cross_entropy(input: Tensor["N C *S"], target: Tensor["*T"], weight: Tensor["W"] | None = None, size_average: Any = None, ignore_index: int = -100, reduce: Any = None, reduction: str = "mean", label_smoothing: float = 0.0) -> Tensor:
    if weight is not None:
        require(W == C, "weight tensor should be defined either for all {C} classes or no classes but got weight tensor of shape: [{W}]")
    require(T == (N, *S) or T == (N, C, *S), "Expected target size {(N, *S)}, got {T} (input is {input.shape})")
    return reduced_loss((N, *S), reduction, input)

def nll_loss(input: Tensor["C"], target: Tensor["", int64 | uint8], weight: Tensor["W"] | None = None, size_average: Any = None, ignore_index: int = -100, reduce: Any = None, reduction: str = "mean") -> Tensor:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.nll_loss.html"""
    return reduced_loss((), reduction, input)

def nll_loss(input: Tensor["N C *S"], target: Tensor["*T", int64 | uint8], weight: Tensor["W"] | None = None, size_average: Any = None, ignore_index: int = -100, reduce: Any = None, reduction: str = "mean") -> Tensor:
    if weight is not None:
        require(W == C, "weight tensor should be defined either for all {C} classes or no classes but got weight tensor of shape: [{W}]")
    require(T == (N, *S), "Expected target size {(N, *S)}, got {T} (input is {input.shape})")
    return reduced_loss((N, *S), reduction, input)

def gaussian_nll_loss(input: Tensor["*S"], target: Tensor["*R"], var: Tensor["*V"] | float, full: bool = False, eps: float = 1e-06, reduction: str = "mean") -> Tensor:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.gaussian_nll_loss.html"""
    return reduced_loss(broadcast(S, R), reduction, input)

def hinge_embedding_loss(input: Tensor["*S"], target: Tensor["*R"], margin: float = 1.0, size_average: Any = None, reduce: Any = None, reduction: str = "mean") -> Tensor:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.hinge_embedding_loss.html"""
    return reduced_loss(broadcast(S, R), reduction, input)

def margin_ranking_loss(input1: Tensor["*A"], input2: Tensor["*B"], target: Tensor["*R"], margin: float = 0, size_average: Any = None, reduce: Any = None, reduction: str = "mean") -> Tensor:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.margin_ranking_loss.html"""
    return reduced_loss(broadcast(A, B, R), reduction, input1)

def cosine_embedding_loss(input1: Tensor["*N D"], input2: Tensor["*M E"], target: Tensor["*R"], margin: float = 0, size_average: Any = None, reduce: Any = None, reduction: str = "mean") -> Tensor:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.cosine_embedding_loss.html"""
    require(D == E and N == M, "cosine_embedding_loss expects input1 {input1.shape} and input2 {input2.shape} of the same size")
    return reduced_loss(N, reduction, input1)

def triplet_margin_loss(anchor: Tensor["*A"], positive: Tensor["*P"], negative: Tensor["*N"], margin: float = 1.0, p: float = 2, eps: float = 1e-06, swap: bool = False, size_average: Any = None, reduce: Any = None, reduction: str = "mean") -> Tensor:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.triplet_margin_loss.html"""
    T = broadcast(A, P, N)
    return reduced_loss(without(T, -1), reduction, anchor)

def triplet_margin_with_distance_loss(anchor: Tensor["*A"], positive: Tensor["*P"], negative: Tensor["*N"], *, distance_function: Any = None, margin: float = 1.0, swap: bool = False, reduction: str = "mean") -> Tensor:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.triplet_margin_with_distance_loss.html"""
    return reduced_loss(without(broadcast(A, P, N), -1), reduction, anchor)

def multi_margin_loss(input: Tensor["*N C"], target: Tensor, p: float = 1, margin: float = 1.0, weight: Any = None, size_average: Any = None, reduce: Any = None, reduction: str = "mean") -> Tensor:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.multi_margin_loss.html"""
    return reduced_loss(N, reduction, input)

def multilabel_margin_loss(input: Tensor["*N C"], target: Tensor, size_average: Any = None, reduce: Any = None, reduction: str = "mean") -> Tensor:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.multilabel_margin_loss.html"""
    return reduced_loss(N, reduction, input)

def multilabel_soft_margin_loss(input: Tensor["*N C"], target: Tensor["*M D"], weight: Any = None, size_average: Any = None, reduce: Any = None, reduction: str = "mean") -> Tensor:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.multilabel_soft_margin_loss.html"""
    return reduced_loss(N, reduction, input)

def ctc_loss(log_probs: Tensor["T *N C"], targets: Tensor, input_lengths: Any, target_lengths: Any, blank: int = 0, reduction: str = "mean", zero_infinity: bool = False) -> Tensor:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.ctc_loss.html"""
    return reduced_loss(N, reduction, log_probs)
