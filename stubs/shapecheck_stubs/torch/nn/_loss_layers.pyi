"""Losses as layers. https://docs.pytorch.org/docs/2.13/nn.html#loss-functions"""

modules = "torch.nn", "torch.nn.modules", "torch.nn.modules.loss"


class _Loss(Module):
    def __init__(self, size_average: Any = None, reduce: Any = None, reduction: str = "mean"):
        self.reduction = functional._reduction(size_average, reduce, reduction)

class _WeightedLoss(_Loss): ...

class _ElementwiseLoss(_Loss):
    def forward(self, input: Any, target: Any):
        return functional.mse_loss(input, target, reduction=self.reduction)

class MSELoss(_ElementwiseLoss): ...

class L1Loss(_Loss):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.L1Loss.html"""
    def forward(self, input: Any, target: Any):
        return functional.l1_loss(input, target, reduction=self.reduction)

class SoftMarginLoss(_Loss):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.SoftMarginLoss.html"""
    def forward(self, input: Any, target: Any):
        return functional.soft_margin_loss(input, target, reduction=self.reduction)

class SmoothL1Loss(_ElementwiseLoss):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.SmoothL1Loss.html"""
    def __init__(
        self, size_average: Any = None, reduce: Any = None, reduction: str = "mean", beta: float = 1.0,
    ):
        self.reduction = functional._reduction(size_average, reduce, reduction)

class HuberLoss(_Loss):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.HuberLoss.html"""
    def __init__(self, reduction: str = "mean", delta: float = 1.0): ...
    def forward(self, input: Any, target: Any):
        return functional.huber_loss(input, target, reduction=self.reduction)

class KLDivLoss(_Loss):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.KLDivLoss.html"""
    def __init__(
        self, size_average: Any = None, reduce: Any = None, reduction: str = "mean", log_target: bool = False,
    ):
        self.reduction = functional._reduction(size_average, reduce, reduction)
    def forward(self, input: Any, target: Any):
        return functional.kl_div(input, target, reduction=self.reduction)

class PoissonNLLLoss(_Loss):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.PoissonNLLLoss.html"""
    def __init__(
        self, log_input: bool = True, full: bool = False, size_average: Any = None, eps: float = 1e-08,
        reduce: Any = None, reduction: str = "mean",
    ):
        self.reduction = functional._reduction(size_average, reduce, reduction)
    def forward(self, log_input: Any, target: Any):
        return functional.poisson_nll_loss(log_input, target, reduction=self.reduction)

class GaussianNLLLoss(_Loss):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.GaussianNLLLoss.html"""
    def __init__(self, *, full: bool = False, eps: float = 1e-06, reduction: str = "mean"): ...
    def forward(self, input: Any, target: Any, var: Any):
        return functional.gaussian_nll_loss(input, target, var, reduction=self.reduction)

class BCELoss(_WeightedLoss):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.BCELoss.html"""
    def __init__(
        self, weight: Any = None, size_average: Any = None, reduce: Any = None, reduction: str = "mean",
    ):
        self.reduction = functional._reduction(size_average, reduce, reduction)
    def forward(self, input: Any, target: Any):
        return functional.binary_cross_entropy(input, target, self.weight, reduction=self.reduction)

class BCEWithLogitsLoss(_Loss):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.BCEWithLogitsLoss.html"""
    def __init__(
        self, weight: Any = None, size_average: Any = None, reduce: Any = None, reduction: str = "mean",
        pos_weight: Any = None,
    ):
        self.reduction = functional._reduction(size_average, reduce, reduction)
    def forward(self, input: Any, target: Any):
        return functional.binary_cross_entropy_with_logits(
            input, target, self.weight, reduction=self.reduction, pos_weight=self.pos_weight
        )

class NLLLoss2d(NLLLoss): ...

class CrossEntropyLoss(_WeightedLoss):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.CrossEntropyLoss.html"""
    def __init__(
        self, weight: Any = None, size_average: Any = None, ignore_index: int = -100, reduce: Any = None,
        reduction: str = "mean", label_smoothing: float = 0.0,
    ):
        self.reduction = functional._reduction(size_average, reduce, reduction)
    def forward(self, input: Any, target: Any):
        return functional.cross_entropy(input, target, self.weight, reduction=self.reduction)

class NLLLoss(_WeightedLoss):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.NLLLoss.html"""
    def __init__(
        self, weight: Any = None, size_average: Any = None, ignore_index: int = -100, reduce: Any = None,
        reduction: str = "mean",
    ):
        self.reduction = functional._reduction(size_average, reduce, reduction)
    def forward(self, input: Any, target: Any):
        return functional.nll_loss(input, target, self.weight, reduction=self.reduction)

class HingeEmbeddingLoss(_Loss):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.HingeEmbeddingLoss.html"""
    def __init__(
        self, margin: float = 1.0, size_average: Any = None, reduce: Any = None, reduction: str = "mean",
    ):
        self.reduction = functional._reduction(size_average, reduce, reduction)
    def forward(self, input: Any, target: Any):
        return functional.hinge_embedding_loss(input, target, reduction=self.reduction)

class MarginRankingLoss(_Loss):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.MarginRankingLoss.html"""
    def __init__(
        self, margin: float = 0.0, size_average: Any = None, reduce: Any = None, reduction: str = "mean",
    ):
        self.reduction = functional._reduction(size_average, reduce, reduction)
    def forward(self, input1: Any, input2: Any, target: Any):
        return functional.margin_ranking_loss(input1, input2, target, reduction=self.reduction)

class CosineEmbeddingLoss(_Loss):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.CosineEmbeddingLoss.html"""
    def __init__(
        self, margin: float = 0.0, size_average: Any = None, reduce: Any = None, reduction: str = "mean",
    ):
        self.reduction = functional._reduction(size_average, reduce, reduction)
    def forward(self, input1: Any, input2: Any, target: Any):
        return functional.cosine_embedding_loss(input1, input2, target, reduction=self.reduction)

class TripletMarginLoss(_Loss):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.TripletMarginLoss.html"""
    def __init__(
        self, margin: float = 1.0, p: float = 2.0, eps: float = 1e-06, swap: bool = False,
        size_average: Any = None, reduce: Any = None, reduction: str = "mean",
    ):
        self.reduction = functional._reduction(size_average, reduce, reduction)
    def forward(self, anchor: Any, positive: Any, negative: Any):
        return functional.triplet_margin_loss(anchor, positive, negative, reduction=self.reduction)

class TripletMarginWithDistanceLoss(_Loss):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.TripletMarginWithDistanceLoss.html"""
    def __init__(
        self, *, distance_function: Any = None, margin: float = 1.0, swap: bool = False,
        reduction: str = "mean",
    ):
        self.distance_function = distance_function
    def forward(self, anchor: Any, positive: Any, negative: Any):
        return functional.triplet_margin_with_distance_loss(
            anchor, positive, negative, distance_function=self.distance_function, reduction=self.reduction
        )

class MultiMarginLoss(_WeightedLoss):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.MultiMarginLoss.html"""
    def __init__(
        self, p: float = 1, margin: float = 1.0, weight: Any = None, size_average: Any = None,
        reduce: Any = None, reduction: str = "mean",
    ):
        self.reduction = functional._reduction(size_average, reduce, reduction)
    def forward(self, input: Any, target: Any):
        return functional.multi_margin_loss(input, target, weight=self.weight, reduction=self.reduction)

class MultiLabelMarginLoss(_Loss):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.MultiLabelMarginLoss.html"""
    def forward(self, input: Any, target: Any):
        return functional.multilabel_margin_loss(input, target, reduction=self.reduction)

class MultiLabelSoftMarginLoss(_WeightedLoss):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.MultiLabelSoftMarginLoss.html"""
    def __init__(
        self, weight: Any = None, size_average: Any = None, reduce: Any = None, reduction: str = "mean",
    ):
        self.reduction = functional._reduction(size_average, reduce, reduction)
    def forward(self, input: Any, target: Any):
        return functional.multilabel_soft_margin_loss(input, target, self.weight, reduction=self.reduction)

class CTCLoss(_Loss):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.CTCLoss.html"""
    def __init__(self, blank: int = 0, reduction: str = "mean", zero_infinity: bool = False): ...
    def forward(self, log_probs: Any, targets: Any, input_lengths: Any, target_lengths: Any):
        return functional.ctc_loss(log_probs, targets, input_lengths, target_lengths, reduction=self.reduction)

class LinearCrossEntropyLoss(Module):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.LinearCrossEntropyLoss.html"""
    def __init__(
        self, in_features: int, num_classes: int, *, out_features: Ints = (), bias: bool = False,
        device: Any = None, dtype: dtype | None = None, reduction: str = "mean", weight: Any = None,
        ignore_index: Any = None, label_smoothing: float = 0.0, options: Any = None,
    ):
        self.linear = Linear(in_features, num_classes * prod(out_features), bias=bias, dtype=dtype)
    def forward(self, input: Any, target: Any):
        T = (self.num_classes, *self.out_features)
        bias = None if self.linear.bias is None else Tensor["*T", self.linear.weight.dtype]
        return functional.linear_cross_entropy(
            input, Tensor["*T self.linear.in_features", self.linear.weight.dtype], target, linear_bias=bias,
            weight=self.weight, reduction=self.reduction,
        )

class AdaptiveLogSoftmaxWithLoss(Module):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.AdaptiveLogSoftmaxWithLoss.html"""
    def __init__(
        self, in_features: int, n_classes: int, cutoffs: Ints, div_value: float = 4.0,
        head_bias: bool = False, device: Any = None, dtype: dtype | None = None,
    ):
        self.shortlist_size = cutoffs[0]
        self.n_clusters = len(cutoffs)
        self.head_size = cutoffs[0] + len(cutoffs)
        self.cutoffs = make_list((*cutoffs, n_classes))
        self.head = Linear(in_features, cutoffs[0] + len(cutoffs), bias=head_bias)
        ends = (*cutoffs[1:], n_classes)
        self.tail = native("torch.nn.ModuleList")(tuple(
            _tail(in_features, int(in_features // div_value ** (i + 1)), end - cutoffs[i]) for i, end in enumerate(ends)
        ))
    def forward(
        self, input_: Tensor["*N I"], target_: Tensor["*M"],
    ) -> named(output=Tensor["*N"], loss=Tensor[""]):
        require(N == M, "Input and target should have the same size in the batch dimension.")
        require(I == self.in_features, "expected {self.in_features} features, but got {I}")
    def log_prob(self, input: Tensor["N I"]) -> Tensor["N self.n_classes"]: ...
    def predict(self, input: Tensor["N I"]) -> Tensor["N", int64]: ...

def _tail(in_features: int, hidden: int, out: int):
    """The two projections of a cluster of rare classes."""
    return native("torch.nn.Sequential")(Linear(in_features, hidden, bias=False), Linear(hidden, out, bias=False))
