"""Layers. https://docs.pytorch.org/docs/2.13/nn.html"""

modules = "torch.nn"


class Identity(Module):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.Identity.html"""
    def __init__(self, *args, **kwargs): ...
    def forward(self, input: Any):
        return input

class Linear(Module):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.Linear.html"""
    def __init__(self, in_features: int, out_features: int, bias: bool = True, device: Any = None, dtype: dtype | None = None):
        self.weight = Parameter["out_features in_features", dtype]
        self.bias = Parameter["out_features", dtype] if bias else None
    def forward(self, input: Any):
        return functional.linear(input, self.weight, self.bias)

class NonDynamicallyQuantizableLinear(Linear): ...

class LazyLinear(Linear):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.LazyLinear.html"""
    def __init__(self, out_features: int, bias: bool = True, device: Any = None, dtype: dtype | None = None):
        self.weight = None
    def forward(self, input: Tensor["*N I"]) -> Tensor["*N self.out_features"]: ...

class Bilinear(Module):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.Bilinear.html"""
    def __init__(self, in1_features: int, in2_features: int, out_features: int, bias: bool = True, device: Any = None, dtype: dtype | None = None):
        self.weight = Parameter["out_features in1_features in2_features", dtype]
        self.bias = Parameter["out_features", dtype] if bias else None
    def forward(self, input1: Any, input2: Any):
        return functional.bilinear(input1, input2, self.weight, self.bias)

class Embedding(Module):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.Embedding.html"""
    def __init__(self, num_embeddings: int, embedding_dim: int, padding_idx: int | None = None, max_norm: Any = None, norm_type: float = 2.0, scale_grad_by_freq: bool = False, sparse: bool = False, weight: Tensor | None = None, freeze: bool = False, device: Any = None, dtype: dtype | None = None):
        if padding_idx is not None:
            require(-num_embeddings <= padding_idx and padding_idx < num_embeddings, "Padding_idx must be within num_embeddings")
        self.weight = Parameter["num_embeddings embedding_dim", dtype]
    def forward(self, input: Any):
        return functional.embedding(input, self.weight, self.padding_idx)

class EmbeddingBag(Module):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.EmbeddingBag.html"""
    def __init__(self, num_embeddings: int, embedding_dim: int, max_norm: Any = None, norm_type: float = 2.0, scale_grad_by_freq: bool = False, mode: str = "mean", sparse: bool = False, weight: Any = None, include_last_offset: bool = False, padding_idx: Any = None, device: Any = None, dtype: dtype | None = None):
        self.weight = Parameter["num_embeddings embedding_dim", dtype]
    def forward(self, input: Any, offsets: Any = None, per_sample_weights: Any = None):
        return functional.embedding_bag(input, self.weight, offsets, include_last_offset=self.include_last_offset)

# ---- convolution

class Conv1d(Module):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.Conv1d.html"""
    transposed = False
    def __init__(self, in_channels: int, out_channels: int, kernel_size: Single, stride: Single = 1, padding: Padding | Single = 0, dilation: Single = 1, groups: int = 1, bias: bool = True, padding_mode: str = "zeros", device: Any = None, dtype: dtype | None = None):
        check_groups(in_channels, out_channels, groups)
        self.weight = Parameter["out_channels in_channels//groups *kernel_size", dtype]
        self.bias = Parameter["out_channels", dtype] if bias else None
    def forward(self, input: Any):
        return functional.conv1d(input, self.weight, self.bias, self.stride, self.padding, self.dilation, self.groups)

class Conv2d(Module):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.Conv2d.html"""
    transposed = False
    def __init__(self, in_channels: int, out_channels: int, kernel_size: Pair, stride: Pair = 1, padding: Padding | Pair = 0, dilation: Pair = 1, groups: int = 1, bias: bool = True, padding_mode: str = "zeros", device: Any = None, dtype: dtype | None = None):
        check_groups(in_channels, out_channels, groups)
        self.weight = Parameter["out_channels in_channels//groups *kernel_size", dtype]
        self.bias = Parameter["out_channels", dtype] if bias else None
    def forward(self, input: Any):
        return functional.conv2d(input, self.weight, self.bias, self.stride, self.padding, self.dilation, self.groups)

class Conv3d(Module):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.Conv3d.html"""
    transposed = False
    def __init__(self, in_channels: int, out_channels: int, kernel_size: Triple, stride: Triple = 1, padding: Padding | Triple = 0, dilation: Triple = 1, groups: int = 1, bias: bool = True, padding_mode: str = "zeros", device: Any = None, dtype: dtype | None = None):
        check_groups(in_channels, out_channels, groups)
        self.weight = Parameter["out_channels in_channels//groups *kernel_size", dtype]
        self.bias = Parameter["out_channels", dtype] if bias else None
    def forward(self, input: Any):
        return functional.conv3d(input, self.weight, self.bias, self.stride, self.padding, self.dilation, self.groups)

def check_groups(in_channels: int, out_channels: int, groups: int) -> None:
    """What the constructors of convolutions demand."""
    require(groups > 0, "groups must be a positive integer")
    require(in_channels % groups == 0, "in_channels must be divisible by groups (in_channels={in_channels}, groups={groups})")
    require(out_channels % groups == 0, "out_channels must be divisible by groups (out_channels={out_channels}, groups={groups})")

class ConvTranspose1d(Module):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.ConvTranspose1d.html (output_size gives unknown sizes)"""
    transposed = True
    def __init__(self, in_channels: int, out_channels: int, kernel_size: Single, stride: Single = 1, padding: Single = 0, output_padding: Single = 0, groups: int = 1, bias: bool = True, dilation: Single = 1, padding_mode: str = "zeros", device: Any = None, dtype: dtype | None = None):
        check_groups(in_channels, out_channels, groups)
        self.weight = Parameter["in_channels out_channels//groups *kernel_size", dtype]
        self.bias = Parameter["out_channels", dtype] if bias else None
    def forward(self, input: Any, output_size: Any = None):
        made = functional.conv_transpose1d(input, self.weight, self.bias, self.stride, self.padding, self.output_padding, self.groups, self.dilation)
        return made if output_size is None else sized(made, output_size, 1)

class ConvTranspose2d(Module):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.ConvTranspose2d.html"""
    transposed = True
    def __init__(self, in_channels: int, out_channels: int, kernel_size: Pair, stride: Pair = 1, padding: Pair = 0, output_padding: Pair = 0, groups: int = 1, bias: bool = True, dilation: Pair = 1, padding_mode: str = "zeros", device: Any = None, dtype: dtype | None = None):
        check_groups(in_channels, out_channels, groups)
        self.weight = Parameter["in_channels out_channels//groups *kernel_size", dtype]
        self.bias = Parameter["out_channels", dtype] if bias else None
    def forward(self, input: Any, output_size: Any = None):
        made = functional.conv_transpose2d(input, self.weight, self.bias, self.stride, self.padding, self.output_padding, self.groups, self.dilation)
        return made if output_size is None else sized(made, output_size, 2)

class ConvTranspose3d(Module):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.ConvTranspose3d.html"""
    transposed = True
    def __init__(self, in_channels: int, out_channels: int, kernel_size: Triple, stride: Triple = 1, padding: Triple = 0, output_padding: Triple = 0, groups: int = 1, bias: bool = True, dilation: Triple = 1, padding_mode: str = "zeros", device: Any = None, dtype: dtype | None = None):
        check_groups(in_channels, out_channels, groups)
        self.weight = Parameter["in_channels out_channels//groups *kernel_size", dtype]
        self.bias = Parameter["out_channels", dtype] if bias else None
    def forward(self, input: Any, output_size: Any = None):
        made = functional.conv_transpose3d(input, self.weight, self.bias, self.stride, self.padding, self.output_padding, self.groups, self.dilation)
        return made if output_size is None else sized(made, output_size, 3)

def sized(input: Tensor["*S"], output_size: Ints, n: int) -> Tensor["*S[:-n] *last(output_size,n)"]:
    """A transposed convolution whose output size is given."""

class Unfold(Module):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.Unfold.html"""
    def __init__(self, kernel_size: Any, dilation: Any = 1, padding: Any = 0, stride: Any = 1): ...
    def forward(self, input: Any):
        return functional.unfold(input, self.kernel_size, self.dilation, self.padding, self.stride)

class Fold(Module):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.Fold.html"""
    def __init__(self, output_size: Any, kernel_size: Any, dilation: Any = 1, padding: Any = 0, stride: Any = 1): ...
    def forward(self, input: Any):
        return functional.fold(input, self.output_size, self.kernel_size, self.dilation, self.padding, self.stride)

# ---- shapes

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
    def __init__(self, size: Any = None, scale_factor: Any = None, mode: str = "nearest", align_corners: Any = None, recompute_scale_factor: Any = None): ...
    def forward(self, input: Any):
        return functional.interpolate(input, self.size, self.scale_factor)

class UpsamplingNearest2d(Upsample):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.UpsamplingNearest2d.html"""
    def __init__(self, size: Any = None, scale_factor: Any = None): ...

class UpsamplingBilinear2d(Upsample):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.UpsamplingBilinear2d.html"""
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
    def forward(self, x1: Any, x2: Any):
        return functional.pairwise_distance(x1, x2, keepdim=self.keepdim)
