"""Normalization and pooling layers. https://docs.pytorch.org/docs/2.13/nn.html"""

modules = "torch.nn"


class NormBase(Module):
    def __init__(self, num_features: int, eps: float = 1e-05, momentum: Any = 0.1, affine: bool = True, track_running_stats: bool = True, device: Any = None, dtype: dtype | None = None):
        self.weight = Parameter["num_features", dtype] if affine else None
        self.bias = Parameter["num_features", dtype] if affine else None
        self.running_mean = Tensor["num_features", dtype or float32] if track_running_stats else None
        self.running_var = Tensor["num_features", dtype or float32] if track_running_stats else None
        self.num_batches_tracked = Tensor["", int64] if track_running_stats else None
    def forward(self, input: Any):
        return functional.batch_norm(input, self.running_mean, self.running_var, self.weight, self.bias)

class BatchNorm1d(NormBase):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.BatchNorm1d.html"""
    def forward(self, input: Tensor["N C *L"]):
        require(len(L) <= 1, "expected 2D or 3D input (got {len(L) + 2}D input)")
        return functional.batch_norm(input, self.running_mean, self.running_var, self.weight, self.bias)

class BatchNorm2d(NormBase):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.BatchNorm2d.html"""
    def forward(self, input: Tensor["*S"]):
        require(len(S) == 4, "expected 4D input (got {len(S)}D input)")
        return functional.batch_norm(input, self.running_mean, self.running_var, self.weight, self.bias)

class BatchNorm3d(NormBase):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.BatchNorm3d.html"""
    def forward(self, input: Tensor["*S"]):
        require(len(S) == 5, "expected 5D input (got {len(S)}D input)")
        return functional.batch_norm(input, self.running_mean, self.running_var, self.weight, self.bias)

class SyncBatchNorm(NormBase):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.SyncBatchNorm.html"""

class InstanceNorm1d(Module):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.InstanceNorm1d.html"""
    def __init__(self, num_features: int, eps: float = 1e-05, momentum: Any = 0.1, affine: bool = False, track_running_stats: bool = False, device: Any = None, dtype: dtype | None = None):
        self.weight = Parameter["num_features", dtype] if affine else None
        self.bias = Parameter["num_features", dtype] if affine else None
    def forward(self, input: Tensor["*N C L"]) -> Tensor["*N C L"]:
        require(len(N) <= 1, "expected 2D or 3D input (got {input.shape})")
        if self.weight is not None:
            require(C == self.num_features, "expected input's size at dim 1 to match num_features ({self.num_features}), but got: {C}.")

class InstanceNorm2d(InstanceNorm1d):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.InstanceNorm2d.html"""
    def forward(self, input: Tensor["*N C H W"]) -> Tensor["*N C H W"]:
        require(len(N) <= 1, "expected 3D or 4D input (got {input.shape})")
        if self.weight is not None:
            require(C == self.num_features, "expected input's size at dim 1 to match num_features ({self.num_features}), but got: {C}.")

class InstanceNorm3d(InstanceNorm1d):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.InstanceNorm3d.html"""
    def forward(self, input: Tensor["*N C Z H W"]) -> Tensor["*N C Z H W"]:
        require(len(N) <= 1, "expected 4D or 5D input (got {input.shape})")
        if self.weight is not None:
            require(C == self.num_features, "expected input's size at dim 1 to match num_features ({self.num_features}), but got: {C}.")

class LayerNorm(Module):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.LayerNorm.html"""
    def __init__(self, normalized_shape: Dims, eps: float = 1e-05, elementwise_affine: bool = True, bias: bool = True, device: Any = None, dtype: dtype | None = None):
        self.weight = Parameter["*normalized_shape", dtype] if elementwise_affine else None
        self.bias = Parameter["*normalized_shape", dtype] if elementwise_affine and bias else None
    def forward(self, input: Any):
        return functional.layer_norm(input, self.normalized_shape, self.weight, self.bias)

class RMSNorm(Module):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.RMSNorm.html"""
    def __init__(self, normalized_shape: Dims, eps: Any = None, elementwise_affine: bool = True, device: Any = None, dtype: dtype | None = None):
        self.weight = Parameter["*normalized_shape", dtype] if elementwise_affine else None
    def forward(self, input: Any):
        return functional.rms_norm(input, self.normalized_shape, self.weight)

class GroupNorm(Module):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.GroupNorm.html"""
    def __init__(self, num_groups: int, num_channels: int, eps: float = 1e-05, affine: bool = True, device: Any = None, dtype: dtype | None = None):
        require(num_channels % num_groups == 0, "num_channels ({num_channels}) must be divisible by num_groups ({num_groups})")
        self.weight = Parameter["num_channels", dtype] if affine else None
        self.bias = Parameter["num_channels", dtype] if affine else None
    def forward(self, input: Any):
        return functional.group_norm(input, self.num_groups, self.weight, self.bias)

class LocalResponseNorm(Module):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.LocalResponseNorm.html"""
    def __init__(self, size: int, alpha: float = 0.0001, beta: float = 0.75, k: float = 1.0): ...
    def forward(self, input: Tensor["*S"]) -> Tensor["*S"]: ...

class CrossMapLRN2d(LocalResponseNorm): ...

# ---- pooling

class MaxPool1d(Module):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.MaxPool1d.html"""
    def __init__(self, kernel_size: Any, stride: Any = None, padding: Any = 0, dilation: Any = 1, return_indices: bool = False, ceil_mode: bool = False):
        self.stride = kernel_size if stride is None else stride
    def forward(self, input: Any):
        return functional.max_pool1d(input, self.kernel_size, self.stride, self.padding, self.dilation, self.ceil_mode, self.return_indices)

class MaxPool2d(MaxPool1d):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.MaxPool2d.html"""
    def forward(self, input: Any):
        return functional.max_pool2d(input, self.kernel_size, self.stride, self.padding, self.dilation, self.ceil_mode, self.return_indices)

class MaxPool3d(MaxPool1d):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.MaxPool3d.html"""
    def forward(self, input: Any):
        return functional.max_pool3d(input, self.kernel_size, self.stride, self.padding, self.dilation, self.ceil_mode, self.return_indices)

class AvgPool1d(Module):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.AvgPool1d.html"""
    def __init__(self, kernel_size: Any, stride: Any = None, padding: Any = 0, ceil_mode: bool = False, count_include_pad: bool = True):
        self.stride = kernel_size if stride is None else stride
    def forward(self, input: Any):
        return functional.avg_pool1d(input, self.kernel_size, self.stride, self.padding, self.ceil_mode)

class AvgPool2d(Module):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.AvgPool2d.html"""
    def __init__(self, kernel_size: Any, stride: Any = None, padding: Any = 0, ceil_mode: bool = False, count_include_pad: bool = True, divisor_override: Any = None):
        self.stride = kernel_size if stride is None else stride
    def forward(self, input: Any):
        return functional.avg_pool2d(input, self.kernel_size, self.stride, self.padding, self.ceil_mode)

class AvgPool3d(AvgPool2d):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.AvgPool3d.html"""
    def forward(self, input: Any):
        return functional.avg_pool3d(input, self.kernel_size, self.stride, self.padding, self.ceil_mode)

class LPPool1d(Module):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.LPPool1d.html"""
    def __init__(self, norm_type: float, kernel_size: Any, stride: Any = None, ceil_mode: bool = False): ...
    def forward(self, input: Any):
        return functional.lp_pool1d(input, self.norm_type, self.kernel_size, self.stride, self.ceil_mode)

class LPPool2d(LPPool1d):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.LPPool2d.html"""
    def forward(self, input: Any):
        return functional.lp_pool2d(input, self.norm_type, self.kernel_size, self.stride, self.ceil_mode)

class MaxUnpool1d(Module):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.MaxUnpool1d.html"""
    def __init__(self, kernel_size: Any, stride: Any = None, padding: Any = 0):
        self.stride = kernel_size if stride is None else stride
    def forward(self, input: Any, indices: Any, output_size: Any = None):
        return functional.max_unpool1d(input, indices, self.kernel_size, self.stride, self.padding, output_size)

class MaxUnpool2d(MaxUnpool1d):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.MaxUnpool2d.html"""
    def forward(self, input: Any, indices: Any, output_size: Any = None):
        return functional.max_unpool2d(input, indices, self.kernel_size, self.stride, self.padding, output_size)

class MaxUnpool3d(MaxUnpool1d):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.MaxUnpool3d.html"""
    def forward(self, input: Any, indices: Any, output_size: Any = None):
        return functional.max_unpool3d(input, indices, self.kernel_size, self.stride, self.padding, output_size)

class AdaptiveAvgPool1d(Module):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.AdaptiveAvgPool1d.html"""
    def __init__(self, output_size: Any): ...
    def forward(self, input: Any):
        return functional.adaptive_avg_pool1d(input, self.output_size)

class AdaptiveAvgPool2d(AdaptiveAvgPool1d):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.AdaptiveAvgPool2d.html"""
    def forward(self, input: Any):
        return functional.adaptive_avg_pool2d(input, self.output_size)

class AdaptiveAvgPool3d(AdaptiveAvgPool1d):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.AdaptiveAvgPool3d.html"""
    def forward(self, input: Any):
        return functional.adaptive_avg_pool3d(input, self.output_size)

class AdaptiveMaxPool1d(Module):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.AdaptiveMaxPool1d.html"""
    def __init__(self, output_size: Any, return_indices: bool = False): ...
    def forward(self, input: Any):
        return functional.adaptive_max_pool1d(input, self.output_size, self.return_indices)

class AdaptiveMaxPool2d(AdaptiveMaxPool1d):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.AdaptiveMaxPool2d.html"""
    def forward(self, input: Any):
        return functional.adaptive_max_pool2d(input, self.output_size, self.return_indices)

class AdaptiveMaxPool3d(AdaptiveMaxPool1d):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.AdaptiveMaxPool3d.html"""
    def forward(self, input: Any):
        return functional.adaptive_max_pool3d(input, self.output_size, self.return_indices)

class FractionalMaxPool2d(Module):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.FractionalMaxPool2d.html"""
    def __init__(self, kernel_size: Any, output_size: Any = None, output_ratio: Any = None, return_indices: bool = False): ...
    def forward(self, input: Any):
        return functional.fractional_max_pool2d(input, self.kernel_size, self.output_size, self.output_ratio, self.return_indices)

class FractionalMaxPool3d(FractionalMaxPool2d):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.FractionalMaxPool3d.html"""
    def forward(self, input: Any):
        return functional.fractional_max_pool3d(input, self.kernel_size, self.output_size, self.output_ratio, self.return_indices)
