"""https://einops.rocks/2-einops-for-deep-learning/#layers"""


class Rearrange(torch.nn.Module):
    """https://einops.rocks/api/rearrange/"""
    def __init__(self, pattern: Any, **axes_lengths):
        einops_check("rearrange", pattern, axes_lengths)
        self.axes_lengths = einops_dict(axes_lengths)
    def forward(self, input: Any):
        axes = self.axes_lengths
        return einops.rearrange(input, self.pattern, **axes)

class Reduce(torch.nn.Module):
    """https://einops.rocks/api/reduce/"""
    def __init__(self, pattern: Any, reduction: Any, **axes_lengths):
        einops_check("reduce", pattern, axes_lengths)
        self.axes_lengths = einops_dict(axes_lengths)
    def forward(self, input: Any):
        axes = self.axes_lengths
        return einops.reduce(input, self.pattern, self.reduction, **axes)

class EinMix(torch.nn.Module):
    """https://einops.rocks/3-einmix-layer/ (its shapes have no rule)"""
    def __init__(self, pattern: Any, weight_shape: Any, bias_shape: Any = None, **axes_lengths): ...
    def forward(self, input: Any) -> Unknown["EinMix has no rule"]: ...
