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
    """https://einops.rocks/3-einmix-layer/"""
    def __init__(self, pattern: str, weight_shape: str, bias_shape: str | None = None, **axes_lengths):
        words = None if bias_shape is None else text(bias_shape)
        W, B = einmix_parameters(text(pattern), text(weight_shape), words, axis_sizes(axes_lengths))
        self.weight = Parameter["*W"]
        self.bias = None if B is None else Parameter["*B"]
        self.words = words
        self.axes_lengths = make_dict(axes_lengths)
    def forward(self, input: Tensor["*S"]):
        sizes = axis_sizes(self.axes_lengths)
        T = einmix_shape(S, text(self.pattern), text(self.weight_shape), self.words, sizes)
        return Tensor["*T", promote(input, self.weight)]
