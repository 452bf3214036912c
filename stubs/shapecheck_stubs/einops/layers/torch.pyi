"""https://einops.rocks/2-einops-for-deep-learning/"""


class Rearrange(Module):
    """https://einops.rocks/api/rearrange/"""
    def __init__(self, pattern: str, **axes_lengths):
        check_pattern("rearrange", text(pattern), axis_sizes(axes_lengths))
        self.axes_lengths = make_dict(axes_lengths)
    def forward(self, input):
        return einops.rearrange(input, self.pattern, **self.axes_lengths)

class Reduce(Module):
    """https://einops.rocks/api/reduce/"""
    def __init__(self, pattern: str, reduction: Any, **axes_lengths):
        name = reduction_name(reduction)
        check_pattern("reduce" if name is None else name, text(pattern), axis_sizes(axes_lengths))
        self.axes_lengths = make_dict(axes_lengths)
    def forward(self, input):
        return einops.reduce(input, self.pattern, self.reduction, **self.axes_lengths)

class EinMix(Module):
    """https://einops.rocks/3-einmix-layer/ : its shapes are not modelled."""
    def __init__(self, pattern: str, weight_shape: str, bias_shape: str | None = None, **axes_lengths):
        self.axes_lengths = make_dict(axes_lengths)
    def forward(self, input):
        unknown("the shapes of EinMix are not modelled")
