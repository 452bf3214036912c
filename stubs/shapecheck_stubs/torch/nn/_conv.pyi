"""Convolution layers. https://docs.pytorch.org/docs/2.13/nn.html#convolution-layers"""

modules = "torch.nn", "torch.nn.modules", "torch.nn.modules.conv"


def _check_conv(
    in_channels: int, out_channels: int, groups: int, stride: Ints, padding: Any, padding_mode: str
) -> None:
    """What the constructors of convolutions demand."""
    require(groups > 0, "groups must be a positive integer")
    require(
        in_channels % groups == 0,
        "in_channels must be divisible by groups (in_channels={in_channels}, groups={groups})",
    )
    require(
        out_channels % groups == 0,
        "out_channels must be divisible by groups (out_channels={out_channels}, groups={groups})",
    )
    if known(padding_mode):
        require(
            padding_mode in ("zeros", "reflect", "replicate", "circular"),
            "padding_mode must be one of zeros, reflect, replicate, circular, but got "
            "padding_mode='{padding_mode}'",
        )
    if known(padding) and is_text(padding):
        require(
            padding in ("same", "valid"),
            "Invalid padding string '{padding}', should be one of 'valid', 'same'",
        )
        if padding == "same":
            require(all(s == 1 for s in stride), "padding='same' is not supported for strided convolutions")

class _ConvNd(Module):
    transposed = False
    def __init__(
        self, in_channels: int, out_channels: int, kernel_size: Sizes, stride: Sizes, padding: Any, dilation: Sizes,
        transposed: bool, output_padding: Sizes, groups: int, bias: bool, padding_mode: str, device: Any = None,
        dtype: dtype | None = None,
    ):
        _check_conv(in_channels, out_channels, groups, stride, padding, padding_mode)
        if transposed:
            self.weight = Parameter["in_channels out_channels//groups *kernel_size", dtype]
        else:
            self.weight = Parameter["out_channels in_channels//groups *kernel_size", dtype]
        self.bias = Parameter["out_channels", dtype] if bias else None
    def reset_parameters(self) -> None: ...

class Conv1d(_ConvNd):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.Conv1d.html"""
    output_padding = (0,)
    def __init__(
        self, in_channels: int, out_channels: int, kernel_size: Kernel1d, stride: Kernel1d = 1,
        padding: Padding | Kernel1d = 0, dilation: Kernel1d = 1, groups: int = 1, bias: bool = True,
        padding_mode: str = "zeros", device: Any = None, dtype: dtype | None = None,
    ):
        _check_conv(in_channels, out_channels, groups, stride, padding, padding_mode)
        self.weight = Parameter["out_channels in_channels//groups *kernel_size", dtype]
        self.bias = Parameter["out_channels", dtype] if bias else None
    def forward(self, input: Any):
        return functional.conv1d(
            input, self.weight, self.bias, self.stride, self.padding, self.dilation, self.groups
        )
    def _conv_forward(self, input: Any, weight: Any, bias: Any):
        return functional.conv1d(input, weight, bias, self.stride, self.padding, self.dilation, self.groups)

class Conv2d(_ConvNd):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.Conv2d.html"""
    output_padding = (0, 0)
    def __init__(
        self, in_channels: int, out_channels: int, kernel_size: Kernel2d, stride: Kernel2d = 1,
        padding: Padding | Kernel2d = 0, dilation: Kernel2d = 1, groups: int = 1, bias: bool = True,
        padding_mode: str = "zeros", device: Any = None, dtype: dtype | None = None,
    ):
        _check_conv(in_channels, out_channels, groups, stride, padding, padding_mode)
        self.weight = Parameter["out_channels in_channels//groups *kernel_size", dtype]
        self.bias = Parameter["out_channels", dtype] if bias else None
    def forward(self, input: Any):
        return functional.conv2d(
            input, self.weight, self.bias, self.stride, self.padding, self.dilation, self.groups
        )
    def _conv_forward(self, input: Any, weight: Any, bias: Any):
        return functional.conv2d(input, weight, bias, self.stride, self.padding, self.dilation, self.groups)

class Conv3d(_ConvNd):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.Conv3d.html"""
    output_padding = (0, 0, 0)
    def __init__(
        self, in_channels: int, out_channels: int, kernel_size: Kernel3d, stride: Kernel3d = 1,
        padding: Padding | Kernel3d = 0, dilation: Kernel3d = 1, groups: int = 1, bias: bool = True,
        padding_mode: str = "zeros", device: Any = None, dtype: dtype | None = None,
    ):
        _check_conv(in_channels, out_channels, groups, stride, padding, padding_mode)
        self.weight = Parameter["out_channels in_channels//groups *kernel_size", dtype]
        self.bias = Parameter["out_channels", dtype] if bias else None
    def forward(self, input: Any):
        return functional.conv3d(
            input, self.weight, self.bias, self.stride, self.padding, self.dilation, self.groups
        )
    def _conv_forward(self, input: Any, weight: Any, bias: Any):
        return functional.conv3d(input, weight, bias, self.stride, self.padding, self.dilation, self.groups)

class _ConvTransposeNd(_ConvNd):
    transposed = True
    def _output_padding(
        self, input: Any, output_size: Any, stride: Any, padding: Any, kernel_size: Any, num_spatial_dims: Any,
        dilation: Any = None,
    ):
        """What a layer adds to the output: what was chosen, unless a size for the output is given."""
        return self.output_padding if output_size is None else unknown_ints(output_size, "padding", len(self.stride))

class ConvTranspose1d(_ConvTransposeNd):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.ConvTranspose1d.html"""
    def __init__(
        self, in_channels: int, out_channels: int, kernel_size: Kernel1d, stride: Single = 1,
        padding: Single = 0, output_padding: Single = 0, groups: int = 1, bias: bool = True,
        dilation: Single = 1, padding_mode: str = "zeros", device: Any = None, dtype: dtype | None = None,
    ):
        require(not known(padding_mode) or padding_mode == "zeros", "Only \"zeros\" padding mode is supported for ConvTranspose1d")
        _check_conv(in_channels, out_channels, groups, stride, padding, padding_mode)
        self.weight = Parameter["in_channels out_channels//groups *kernel_size", dtype]
        self.bias = Parameter["out_channels", dtype] if bias else None
    def forward(self, input: Any, output_size: Any = None):
        extra = self.output_padding if output_size is None else 0
        made = functional.conv_transpose1d(
            input, self.weight, self.bias, self.stride, self.padding, extra, self.groups, self.dilation
        )
        return made if output_size is None else _sized(made, output_size, self.stride)

class ConvTranspose2d(_ConvTransposeNd):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.ConvTranspose2d.html"""
    def __init__(
        self, in_channels: int, out_channels: int, kernel_size: Kernel2d, stride: Pair = 1, padding: Pair = 0,
        output_padding: Pair = 0, groups: int = 1, bias: bool = True, dilation: Pair = 1,
        padding_mode: str = "zeros", device: Any = None, dtype: dtype | None = None,
    ):
        require(not known(padding_mode) or padding_mode == "zeros", "Only \"zeros\" padding mode is supported for ConvTranspose2d")
        _check_conv(in_channels, out_channels, groups, stride, padding, padding_mode)
        self.weight = Parameter["in_channels out_channels//groups *kernel_size", dtype]
        self.bias = Parameter["out_channels", dtype] if bias else None
    def forward(self, input: Any, output_size: Any = None):
        extra = self.output_padding if output_size is None else 0
        made = functional.conv_transpose2d(
            input, self.weight, self.bias, self.stride, self.padding, extra, self.groups, self.dilation
        )
        return made if output_size is None else _sized(made, output_size, self.stride)

class ConvTranspose3d(_ConvTransposeNd):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.ConvTranspose3d.html"""
    def __init__(
        self, in_channels: int, out_channels: int, kernel_size: Kernel3d, stride: Triple = 1,
        padding: Triple = 0, output_padding: Triple = 0, groups: int = 1, bias: bool = True,
        dilation: Triple = 1, padding_mode: str = "zeros", device: Any = None, dtype: dtype | None = None,
    ):
        require(not known(padding_mode) or padding_mode == "zeros", "Only \"zeros\" padding mode is supported for ConvTranspose3d")
        _check_conv(in_channels, out_channels, groups, stride, padding, padding_mode)
        self.weight = Parameter["in_channels out_channels//groups *kernel_size", dtype]
        self.bias = Parameter["out_channels", dtype] if bias else None
    def forward(self, input: Any, output_size: Any = None):
        extra = self.output_padding if output_size is None else 0
        made = functional.conv_transpose3d(
            input, self.weight, self.bias, self.stride, self.padding, extra, self.groups, self.dilation
        )
        return made if output_size is None else _sized(made, output_size, self.stride)

def _sized(least: Tensor["*S"], output_size: Ints, stride: Ints) -> Tensor["*S[:-n] *T"]:
    """The output of a transposed convolution whose size is given: between the least one and a stride more."""
    n = len(stride)
    T = last(output_size, n)
    for size, low, step in zip(T, last(S, n), stride):
        require(
            low <= size and size < low + step,
            "requested an output size of {T}, but valid sizes range from {last(S,n)} (for a stride of "
            "{stride})",
        )

class LazyConv1d(Conv1d):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.LazyConv1d.html"""
    def __init__(
        self, out_channels: int, kernel_size: Single, stride: Single = 1, padding: Padding | Single = 0,
        dilation: Single = 1, groups: int = 1, bias: bool = True, padding_mode: str = "zeros",
        device: Any = None, dtype: dtype | None = None,
    ):
        self.in_channels = 0
        self.weight = None
        self.bias = bias
    def forward(self, input: Tensor["*N C L"]):
        _materialize(self, input, C, (self.out_channels, C // self.groups))
        return functional.conv1d(
            input, self.weight, self.bias, self.stride, self.padding, self.dilation, self.groups
        )

class LazyConv2d(Conv2d):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.LazyConv2d.html"""
    def __init__(
        self, out_channels: int, kernel_size: Pair, stride: Pair = 1, padding: Padding | Pair = 0,
        dilation: Pair = 1, groups: int = 1, bias: bool = True, padding_mode: str = "zeros",
        device: Any = None, dtype: dtype | None = None,
    ):
        self.in_channels = 0
        self.weight = None
        self.bias = bias
    def forward(self, input: Tensor["*N C H W"]):
        _materialize(self, input, C, (self.out_channels, C // self.groups))
        return functional.conv2d(
            input, self.weight, self.bias, self.stride, self.padding, self.dilation, self.groups
        )

class LazyConv3d(Conv3d):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.LazyConv3d.html"""
    def __init__(
        self, out_channels: int, kernel_size: Triple, stride: Triple = 1, padding: Padding | Triple = 0,
        dilation: Triple = 1, groups: int = 1, bias: bool = True, padding_mode: str = "zeros",
        device: Any = None, dtype: dtype | None = None,
    ):
        self.in_channels = 0
        self.weight = None
        self.bias = bias
    def forward(self, input: Tensor["*N C Z H W"]):
        _materialize(self, input, C, (self.out_channels, C // self.groups))
        return functional.conv3d(
            input, self.weight, self.bias, self.stride, self.padding, self.dilation, self.groups
        )

class LazyConvTranspose1d(ConvTranspose1d):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.LazyConvTranspose1d.html"""
    def __init__(
        self, out_channels: int, kernel_size: Single, stride: Single = 1, padding: Single = 0,
        output_padding: Single = 0, groups: int = 1, bias: bool = True, dilation: Single = 1,
        padding_mode: str = "zeros", device: Any = None, dtype: dtype | None = None,
    ):
        self.in_channels = 0
        self.weight = None
        self.bias = bias
    def forward(self, input: Tensor["*N C L"], output_size: Any = None):
        _materialize(self, input, C, (C, self.out_channels // self.groups))
        extra = self.output_padding if output_size is None else 0
        made = functional.conv_transpose1d(
            input, self.weight, self.bias, self.stride, self.padding, extra, self.groups, self.dilation
        )
        return made if output_size is None else _sized(made, output_size, self.stride)

class LazyConvTranspose2d(ConvTranspose2d):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.LazyConvTranspose2d.html"""
    def __init__(
        self, out_channels: int, kernel_size: Pair, stride: Pair = 1, padding: Pair = 0,
        output_padding: Pair = 0, groups: int = 1, bias: bool = True, dilation: Pair = 1,
        padding_mode: str = "zeros", device: Any = None, dtype: dtype | None = None,
    ):
        self.in_channels = 0
        self.weight = None
        self.bias = bias
    def forward(self, input: Tensor["*N C H W"], output_size: Any = None):
        _materialize(self, input, C, (C, self.out_channels // self.groups))
        extra = self.output_padding if output_size is None else 0
        made = functional.conv_transpose2d(
            input, self.weight, self.bias, self.stride, self.padding, extra, self.groups, self.dilation
        )
        return made if output_size is None else _sized(made, output_size, self.stride)

class LazyConvTranspose3d(ConvTranspose3d):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.LazyConvTranspose3d.html"""
    def __init__(
        self, out_channels: int, kernel_size: Triple, stride: Triple = 1, padding: Triple = 0,
        output_padding: Triple = 0, groups: int = 1, bias: bool = True, dilation: Triple = 1,
        padding_mode: str = "zeros", device: Any = None, dtype: dtype | None = None,
    ):
        self.in_channels = 0
        self.weight = None
        self.bias = bias
    def forward(self, input: Tensor["*N C Z H W"], output_size: Any = None):
        _materialize(self, input, C, (C, self.out_channels // self.groups))
        extra = self.output_padding if output_size is None else 0
        made = functional.conv_transpose3d(
            input, self.weight, self.bias, self.stride, self.padding, extra, self.groups, self.dilation
        )
        return made if output_size is None else _sized(made, output_size, self.stride)

def _materialize(layer: Any, input: Any, channels: int, shape: Ints) -> None:
    """The parameters of a lazy convolution, made when it is first called: of the dtype of the input, or it would fail."""
    if layer.weight is None:
        _check_conv(channels, layer.out_channels, layer.groups, layer.stride, layer.padding, layer.padding_mode)
        layer.in_channels = channels
        layer.weight = Parameter["*shape *layer.kernel_size", input.dtype]
        layer.bias = Parameter["layer.out_channels", input.dtype] if layer.bias else None
