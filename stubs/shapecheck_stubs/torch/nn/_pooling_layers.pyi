"""Pooling layers. https://docs.pytorch.org/docs/2.13/nn.html#pooling-layers"""

modules = "torch.nn", "torch.nn.modules", "torch.nn.modules.pooling"


class _MaxPoolNd(Module):
    def __init__(
        self, kernel_size: Any, stride: Any = None, padding: Any = 0, dilation: Any = 1,
        return_indices: bool = False, ceil_mode: bool = False,
    ):
        self.stride = kernel_size if stride is None else stride

class MaxPool1d(_MaxPoolNd):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.MaxPool1d.html"""
    def forward(self, input: Any):
        return functional.max_pool1d(
            input, self.kernel_size, self.stride, self.padding, self.dilation, self.ceil_mode, self.return_indices
        )

class MaxPool2d(_MaxPoolNd):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.MaxPool2d.html"""
    def forward(self, input: Any):
        return functional.max_pool2d(
            input, self.kernel_size, self.stride, self.padding, self.dilation, self.ceil_mode, self.return_indices
        )

class MaxPool3d(_MaxPoolNd):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.MaxPool3d.html"""
    def forward(self, input: Any):
        return functional.max_pool3d(
            input, self.kernel_size, self.stride, self.padding, self.dilation, self.ceil_mode, self.return_indices
        )

class _AvgPoolNd(Module): ...

class AvgPool1d(_AvgPoolNd):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.AvgPool1d.html"""
    def __init__(
        self, kernel_size: Single, stride: Single | None = None, padding: Single = 0, ceil_mode: bool = False,
        count_include_pad: bool = True,
    ):
        self.stride = kernel_size if stride is None else stride
    def forward(self, input: Any):
        return functional.avg_pool1d(input, self.kernel_size, self.stride, self.padding, self.ceil_mode)

class AvgPool2d(_AvgPoolNd):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.AvgPool2d.html"""
    def __init__(
        self, kernel_size: Any, stride: Any = None, padding: Any = 0, ceil_mode: bool = False,
        count_include_pad: bool = True, divisor_override: Any = None,
    ):
        self.stride = kernel_size if stride is None else stride
    def forward(self, input: Any):
        return functional.avg_pool2d(input, self.kernel_size, self.stride, self.padding, self.ceil_mode)

class AvgPool3d(_AvgPoolNd):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.AvgPool3d.html"""
    def __init__(
        self, kernel_size: Any, stride: Any = None, padding: Any = 0, ceil_mode: bool = False,
        count_include_pad: bool = True, divisor_override: Any = None,
    ):
        self.stride = kernel_size if stride is None else stride
    def forward(self, input: Any):
        return functional.avg_pool3d(input, self.kernel_size, self.stride, self.padding, self.ceil_mode)

class _LPPoolNd(Module):
    def __init__(self, norm_type: float, kernel_size: Any, stride: Any = None, ceil_mode: bool = False): ...

class LPPool1d(_LPPoolNd):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.LPPool1d.html"""
    def forward(self, input: Any):
        return functional.lp_pool1d(input, self.norm_type, self.kernel_size, self.stride, self.ceil_mode)

class LPPool2d(_LPPoolNd):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.LPPool2d.html"""
    def forward(self, input: Any):
        return functional.lp_pool2d(input, self.norm_type, self.kernel_size, self.stride, self.ceil_mode)

class LPPool3d(_LPPoolNd):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.LPPool3d.html"""
    def forward(self, input: Any):
        return functional.lp_pool3d(input, self.norm_type, self.kernel_size, self.stride, self.ceil_mode)

class _MaxUnpoolNd(Module): ...

class MaxUnpool1d(_MaxUnpoolNd):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.MaxUnpool1d.html"""
    def __init__(self, kernel_size: Single, stride: Single | None = None, padding: Single = 0):
        self.stride = kernel_size if stride is None else stride
    def forward(self, input: Any, indices: Any, output_size: Any = None):
        return functional.max_unpool1d(
            input, indices, self.kernel_size, self.stride, self.padding, output_size
        )

class MaxUnpool2d(_MaxUnpoolNd):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.MaxUnpool2d.html"""
    def __init__(self, kernel_size: Pair, stride: Pair | None = None, padding: Pair = 0):
        self.stride = kernel_size if stride is None else stride
    def forward(self, input: Any, indices: Any, output_size: Any = None):
        return functional.max_unpool2d(
            input, indices, self.kernel_size, self.stride, self.padding, output_size
        )

class MaxUnpool3d(_MaxUnpoolNd):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.MaxUnpool3d.html"""
    def __init__(self, kernel_size: Triple, stride: Triple | None = None, padding: Triple = 0):
        self.stride = kernel_size if stride is None else stride
    def forward(self, input: Any, indices: Any, output_size: Any = None):
        return functional.max_unpool3d(
            input, indices, self.kernel_size, self.stride, self.padding, output_size
        )

class _AdaptiveAvgPoolNd(Module):
    def __init__(self, output_size: Any): ...

class AdaptiveAvgPool1d(_AdaptiveAvgPoolNd):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.AdaptiveAvgPool1d.html"""
    def forward(self, input: Any):
        return functional.adaptive_avg_pool1d(input, self.output_size)

class AdaptiveAvgPool2d(_AdaptiveAvgPoolNd):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.AdaptiveAvgPool2d.html"""
    def forward(self, input: Any):
        return functional.adaptive_avg_pool2d(input, self.output_size)

class AdaptiveAvgPool3d(_AdaptiveAvgPoolNd):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.AdaptiveAvgPool3d.html"""
    def forward(self, input: Any):
        return functional.adaptive_avg_pool3d(input, self.output_size)

class _AdaptiveMaxPoolNd(Module):
    def __init__(self, output_size: Any, return_indices: bool = False): ...

class AdaptiveMaxPool1d(_AdaptiveMaxPoolNd):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.AdaptiveMaxPool1d.html"""
    def forward(self, input: Any):
        return functional.adaptive_max_pool1d(input, self.output_size, self.return_indices)

class AdaptiveMaxPool2d(_AdaptiveMaxPoolNd):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.AdaptiveMaxPool2d.html"""
    def forward(self, input: Any):
        return functional.adaptive_max_pool2d(input, self.output_size, self.return_indices)

class AdaptiveMaxPool3d(_AdaptiveMaxPoolNd):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.AdaptiveMaxPool3d.html"""
    def forward(self, input: Any):
        return functional.adaptive_max_pool3d(input, self.output_size, self.return_indices)

class FractionalMaxPool2d(Module):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.FractionalMaxPool2d.html"""
    def __init__(
        self, kernel_size: Pair, output_size: Pair | None = None, output_ratio: Any = None,
        return_indices: bool = False, **options
    ):
        require(
            output_size is not None or output_ratio is not None,
            "FractionalMaxPool2d requires specifying either an output size, or a pooling ratio",
        )
        require(
            output_size is None or output_ratio is None,
            "only one of output_size and output_ratio may be specified",
        )
        self.output_ratio = repeated(output_ratio, 2) if output_ratio is not None and is_number(output_ratio) else output_ratio
    def forward(self, input: Any):
        return functional.fractional_max_pool2d(
            input, self.kernel_size, self.output_size, self.output_ratio, self.return_indices
        )

class FractionalMaxPool3d(Module):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.FractionalMaxPool3d.html"""
    def __init__(
        self, kernel_size: Triple, output_size: Triple | None = None, output_ratio: Any = None,
        return_indices: bool = False, **options
    ):
        require(
            output_size is not None or output_ratio is not None,
            "FractionalMaxPool3d requires specifying either an output size, or a pooling ratio",
        )
        require(
            output_size is None or output_ratio is None,
            "only one of output_size and output_ratio may be specified",
        )
        self.output_ratio = repeated(output_ratio, 3) if output_ratio is not None and is_number(output_ratio) else output_ratio
    def forward(self, input: Any):
        return functional.fractional_max_pool3d(
            input, self.kernel_size, self.output_size, self.output_ratio, self.return_indices
        )
