"""Layers that arrange elements anew. https://docs.pytorch.org/docs/2.13/nn.html#utilities"""

modules = (
    "torch.nn", "torch.nn.modules", "torch.nn.modules.flatten", "torch.nn.modules.fold",
    "torch.nn.modules.pixelshuffle", "torch.nn.modules.channelshuffle", "torch.nn.modules.upsampling",
    "torch.nn.modules.distance",
)


class Flatten(Module):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.Flatten.html"""
    def __init__(self, start_dim: int = 1, end_dim: int = -1): ...
    def forward(self, input: Any):
        return torch.flatten(input, self.start_dim, self.end_dim)

class Unflatten(Module):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.Unflatten.html"""
    def __init__(self, dim: Any, unflattened_size: Any): ...
    def forward(self, input: Any):
        return torch.unflatten(input, self.dim, self.unflattened_size)

class Unfold(Module):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.Unfold.html"""
    def __init__(self, kernel_size: Any, dilation: Any = 1, padding: Any = 0, stride: Any = 1): ...
    def forward(self, input: Any):
        return functional.unfold(input, self.kernel_size, self.dilation, self.padding, self.stride)

class Fold(Module):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.Fold.html"""
    def __init__(
        self, output_size: Any, kernel_size: Any, dilation: Any = 1, padding: Any = 0, stride: Any = 1,
    ): ...
    def forward(self, input: Any):
        return functional.fold(
            input, self.output_size, self.kernel_size, self.dilation, self.padding, self.stride
        )

class PixelShuffle(Module):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.PixelShuffle.html"""
    def __init__(self, upscale_factor: int): ...
    def forward(self, input: Any):
        return functional.pixel_shuffle(input, self.upscale_factor)

class PixelUnshuffle(Module):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.PixelUnshuffle.html"""
    def __init__(self, downscale_factor: int): ...
    def forward(self, input: Any):
        return functional.pixel_unshuffle(input, self.downscale_factor)

class ChannelShuffle(Module):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.ChannelShuffle.html"""
    def __init__(self, groups: int): ...
    def forward(self, input: Any):
        return functional.channel_shuffle(input, self.groups)

class Upsample(Module):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.Upsample.html"""
    name = "Upsample"
    def __init__(
        self, size: Any = None, scale_factor: Any = None, mode: str = "nearest", align_corners: Any = None,
        recompute_scale_factor: Any = None,
    ): ...
    def forward(self, input: Any):
        return functional.interpolate(input, self.size, self.scale_factor, self.mode)

class UpsamplingNearest2d(Upsample):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.UpsamplingNearest2d.html"""
    name = "UpsamplingNearest2d"
    mode = "nearest"
    align_corners = None
    recompute_scale_factor = None
    def __init__(self, size: Any = None, scale_factor: Any = None): ...

class UpsamplingBilinear2d(Upsample):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.UpsamplingBilinear2d.html"""
    name = "UpsamplingBilinear2d"
    mode = "bilinear"
    align_corners = True
    recompute_scale_factor = None
    def __init__(self, size: Any = None, scale_factor: Any = None): ...

class CosineSimilarity(Module):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.CosineSimilarity.html"""
    def __init__(self, dim: int = 1, eps: float = 1e-08): ...
    def forward(self, x1: Any, x2: Any):
        return functional.cosine_similarity(x1, x2, self.dim)

class PairwiseDistance(Module):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.PairwiseDistance.html"""
    def __init__(self, p: float = 2.0, eps: float = 1e-06, keepdim: bool = False):
        self.norm = p
        self.p = None
    def forward(self, x1: Any, x2: Any):
        return functional.pairwise_distance(x1, x2, keepdim=self.keepdim)
