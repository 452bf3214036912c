"""Losses as layers. https://docs.pytorch.org/docs/2.13/nn.html#loss-functions"""

modules = "torch.nn"


class PlainLoss(Module):
    def __init__(self, size_average: Any = None, reduce: Any = None, reduction: str = "mean"): ...

class MSELoss(PlainLoss):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.MSELoss.html"""
    def forward(self, input: Any, target: Any):
        return functional.mse_loss(input, target, reduction=self.reduction)

class L1Loss(MSELoss): ...
class SoftMarginLoss(MSELoss): ...

class SmoothL1Loss(MSELoss):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.SmoothL1Loss.html"""
    def __init__(self, size_average: Any = None, reduce: Any = None, reduction: str = "mean", beta: float = 1.0): ...

class HuberLoss(MSELoss):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.HuberLoss.html"""
    def __init__(self, reduction: str = "mean", delta: float = 1.0): ...

class KLDivLoss(PlainLoss):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.KLDivLoss.html"""
    def __init__(self, size_average: Any = None, reduce: Any = None, reduction: str = "mean", log_target: bool = False): ...
    def forward(self, input: Any, target: Any):
        return functional.kl_div(input, target, reduction=self.reduction)

class PoissonNLLLoss(PlainLoss):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.PoissonNLLLoss.html"""
    def __init__(self, log_input: bool = True, full: bool = False, size_average: Any = None, eps: float = 1e-08, reduce: Any = None, reduction: str = "mean"): ...
    def forward(self, log_input: Any, target: Any):
        return functional.poisson_nll_loss(log_input, target, reduction=self.reduction)

class GaussianNLLLoss(PlainLoss):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.GaussianNLLLoss.html"""
    def __init__(self, *, full: bool = False, eps: float = 1e-06, reduction: str = "mean"): ...
    def forward(self, input: Any, target: Any, var: Any):
        return functional.gaussian_nll_loss(input, target, var, reduction=self.reduction)

class BCELoss(PlainLoss):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.BCELoss.html"""
    def __init__(self, weight: Any = None, size_average: Any = None, reduce: Any = None, reduction: str = "mean"): ...
    def forward(self, input: Any, target: Any):
        return functional.binary_cross_entropy(input, target, self.weight, reduction=self.reduction)

class BCEWithLogitsLoss(PlainLoss):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.BCEWithLogitsLoss.html"""
    def __init__(self, weight: Any = None, size_average: Any = None, reduce: Any = None, reduction: str = "mean", pos_weight: Any = None): ...
    def forward(self, input: Any, target: Any):
        return functional.binary_cross_entropy_with_logits(input, target, self.weight, reduction=self.reduction, pos_weight=self.pos_weight)

class CrossEntropyLoss(PlainLoss):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.CrossEntropyLoss.html"""
    def __init__(self, weight: Any = None, size_average: Any = None, ignore_index: int = -100, reduce: Any = None, reduction: str = "mean", label_smoothing: float = 0.0): ...
    def forward(self, input: Any, target: Any):
        return functional.cross_entropy(input, target, self.weight, reduction=self.reduction)

class NLLLoss(PlainLoss):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.NLLLoss.html"""
    def __init__(self, weight: Any = None, size_average: Any = None, ignore_index: int = -100, reduce: Any = None, reduction: str = "mean"): ...
    def forward(self, input: Any, target: Any):
        return functional.nll_loss(input, target, self.weight, reduction=self.reduction)

class HingeEmbeddingLoss(PlainLoss):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.HingeEmbeddingLoss.html"""
    def __init__(self, margin: float = 1.0, size_average: Any = None, reduce: Any = None, reduction: str = "mean"): ...
    def forward(self, input: Any, target: Any):
        return functional.hinge_embedding_loss(input, target, reduction=self.reduction)

class MarginRankingLoss(PlainLoss):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.MarginRankingLoss.html"""
    def __init__(self, margin: float = 0.0, size_average: Any = None, reduce: Any = None, reduction: str = "mean"): ...
    def forward(self, input1: Any, input2: Any, target: Any):
        return functional.margin_ranking_loss(input1, input2, target, reduction=self.reduction)

class CosineEmbeddingLoss(MarginRankingLoss):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.CosineEmbeddingLoss.html"""
    def forward(self, input1: Any, input2: Any, target: Any):
        return functional.cosine_embedding_loss(input1, input2, target, reduction=self.reduction)

class TripletMarginLoss(PlainLoss):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.TripletMarginLoss.html"""
    def __init__(self, margin: float = 1.0, p: float = 2.0, eps: float = 1e-06, swap: bool = False, size_average: Any = None, reduce: Any = None, reduction: str = "mean"): ...
    def forward(self, anchor: Any, positive: Any, negative: Any):
        return functional.triplet_margin_loss(anchor, positive, negative, reduction=self.reduction)

class TripletMarginWithDistanceLoss(TripletMarginLoss):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.TripletMarginWithDistanceLoss.html"""
    def __init__(self, *, distance_function: Any = None, margin: float = 1.0, swap: bool = False, reduction: str = "mean"): ...

class MultiMarginLoss(PlainLoss):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.MultiMarginLoss.html"""
    def __init__(self, p: float = 1, margin: float = 1.0, weight: Any = None, size_average: Any = None, reduce: Any = None, reduction: str = "mean"): ...
    def forward(self, input: Any, target: Any):
        return functional.multi_margin_loss(input, target, reduction=self.reduction)

class MultiLabelMarginLoss(PlainLoss):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.MultiLabelMarginLoss.html"""
    def forward(self, input: Any, target: Any):
        return functional.multilabel_margin_loss(input, target, reduction=self.reduction)

class MultiLabelSoftMarginLoss(PlainLoss):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.MultiLabelSoftMarginLoss.html"""
    def __init__(self, weight: Any = None, size_average: Any = None, reduce: Any = None, reduction: str = "mean"): ...
    def forward(self, input: Any, target: Any):
        return functional.multilabel_soft_margin_loss(input, target, reduction=self.reduction)

class CTCLoss(Module):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.CTCLoss.html"""
    def __init__(self, blank: int = 0, reduction: str = "mean", zero_infinity: bool = False): ...
    def forward(self, log_probs: Any, targets: Any, input_lengths: Any, target_lengths: Any):
        return functional.ctc_loss(log_probs, targets, input_lengths, target_lengths, reduction=self.reduction)
