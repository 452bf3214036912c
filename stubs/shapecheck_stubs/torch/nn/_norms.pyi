"""Normalization layers. https://docs.pytorch.org/docs/2.13/nn.html#normalization-layers"""

modules = (
    "torch.nn", "torch.nn.modules", "torch.nn.modules.batchnorm", "torch.nn.modules.instancenorm",
    "torch.nn.modules.normalization",
)


class _NormBase(Module):
    def __init__(
        self, num_features: int, eps: float = 1e-05, momentum: Any = 0.1, affine: bool = True,
        track_running_stats: bool = True, device: Any = None, dtype: dtype | None = None, *,
        bias: bool = True,
    ):
        self.weight = None
        self.bias = None
        _fill_norm(self, num_features, affine, bias, track_running_stats, dtype)
    def reset_parameters(self) -> None: ...
    def reset_running_stats(self) -> None: ...
    def _check_input_dim(self, input: Any) -> None: ...

def _fill_norm(layer: Any, n: int, affine: bool, bias: bool, tracks: bool, dtype: dtype | None) -> None:
    """The parameters and buffers of batch and instance norms."""
    layer.weight = Parameter["n", dtype] if affine else None
    layer.bias = Parameter["n", dtype] if affine and bias else None
    layer.running_mean = Tensor["n", dtype or float32] if tracks else None
    layer.running_var = Tensor["n", dtype or float32] if tracks else None
    layer.num_batches_tracked = Tensor["", int64] if tracks else None

def _normed_batch(layer: Any, input: Any):
    """With the statistics of the batch in training, and where there are no others."""
    mean, var = layer.running_mean, layer.running_var
    of_batch = mean is None and var is None or layer.training
    return functional.batch_norm(input, mean, var, layer.weight, layer.bias, of_batch)

class _BatchNorm(_NormBase):
    def forward(self, input: Any):
        return _normed_batch(self, input)

class BatchNorm1d(_BatchNorm):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.BatchNorm1d.html"""
    def forward(self, input: Tensor["*S"]):
        require(len(S) == 2 or len(S) == 3, "expected 2D or 3D input (got {len(S)}D input)")
        return _normed_batch(self, input)

class BatchNorm2d(_BatchNorm):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.BatchNorm2d.html"""
    def forward(self, input: Tensor["*S"]):
        require(len(S) == 4, "expected 4D input (got {len(S)}D input)")
        return _normed_batch(self, input)

class BatchNorm3d(_BatchNorm):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.BatchNorm3d.html"""
    def forward(self, input: Tensor["*S"]):
        require(len(S) == 5, "expected 5D input (got {len(S)}D input)")
        return _normed_batch(self, input)

class SyncBatchNorm(_BatchNorm):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.SyncBatchNorm.html"""
    def __init__(
        self, num_features: int, eps: float = 1e-05, momentum: Any = 0.1, affine: bool = True,
        track_running_stats: bool = True, process_group: Any = None, device: Any = None,
        dtype: dtype | None = None, *, bias: bool = True,
    ):
        self.weight = None
        self.bias = None
        _fill_norm(self, num_features, affine, bias, track_running_stats, dtype)
    def forward(self, input: Any):
        # In training the batch is that of all processes: one value here is not all there is.
        return functional.batch_norm(input, self.running_mean, self.running_var, self.weight, self.bias)
    def convert_sync_batchnorm(module: Any, process_group: Any = None):
        return module

class _LazyNormBase(_NormBase):
    def __init__(
        self, eps: float = 1e-05, momentum: Any = 0.1, affine: bool = True, track_running_stats: bool = True,
        device: Any = None, dtype: dtype | None = None, *, bias: bool = True,
    ):
        self.num_features = 0
        self.weight = None
        self.bias = bias
        self.running_mean = None

def _materialize_norm(layer: Any, n: int, dtype: dtype | None) -> None:
    """The parameters of a lazy norm, made when it is first called: of the dtype of the input, or it would fail."""
    if layer.num_features == 0:
        layer.num_features = n
        _fill_norm(layer, n, layer.affine, layer.bias, layer.track_running_stats, dtype)

class LazyBatchNorm1d(_LazyNormBase, BatchNorm1d):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.LazyBatchNorm1d.html"""
    def forward(self, input: Tensor["N C *S"]):
        require(len(S) <= 1, "expected 2D or 3D input (got {len(S) + 2}D input)")
        _materialize_norm(self, C, input.dtype)
        return _normed_batch(self, input)

class LazyBatchNorm2d(_LazyNormBase, BatchNorm2d):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.LazyBatchNorm2d.html"""
    def forward(self, input: Tensor["N C *S"]):
        require(len(S) == 2, "expected 4D input (got {len(S) + 2}D input)")
        _materialize_norm(self, C, input.dtype)
        return _normed_batch(self, input)

class LazyBatchNorm3d(_LazyNormBase, BatchNorm3d):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.LazyBatchNorm3d.html"""
    def forward(self, input: Tensor["N C *S"]):
        require(len(S) == 3, "expected 5D input (got {len(S) + 2}D input)")
        _materialize_norm(self, C, input.dtype)
        return _normed_batch(self, input)

class _InstanceNorm(_NormBase):
    def __init__(
        self, num_features: int, eps: float = 1e-05, momentum: Any = 0.1, affine: bool = False,
        track_running_stats: bool = False, device: Any = None, dtype: dtype | None = None, *,
        bias: bool = True,
    ):
        self.weight = None
        self.bias = None
        _fill_norm(self, num_features, affine, bias, track_running_stats, dtype)

def _normed_instance(layer: Any, input: Tensor, channels: int, places: Any) -> None:
    """torch only warns of another number of channels when there are neither parameters nor running statistics.

    Without running statistics those of the instance are taken in both modes."""
    if layer.affine or layer.track_running_stats:
        require(
            channels == layer.num_features,
            "expected input's size at dim=1 to match num_features ({layer.num_features}), but got: "
            "{channels}.",
        )
    if not layer.track_running_stats or (known(layer.training) and layer.training):
        functional._spatial(input, places)
    if layer.affine:
        functional._one_dtype(input, layer.weight)

class InstanceNorm1d(_InstanceNorm):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.InstanceNorm1d.html"""
    def forward(self, input: Tensor["*N C L"]) -> Tensor["*N C L"]:
        require(len(N) <= 1, "expected 2D or 3D input (got {len(N) + 2}D input)")
        _normed_instance(self, input, C, (L,))

class InstanceNorm2d(_InstanceNorm):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.InstanceNorm2d.html"""
    def forward(self, input: Tensor["*N C H W"]) -> Tensor["*N C H W"]:
        require(len(N) <= 1, "expected 3D or 4D input (got {len(N) + 3}D input)")
        _normed_instance(self, input, C, (H, W))

class InstanceNorm3d(_InstanceNorm):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.InstanceNorm3d.html"""
    def forward(self, input: Tensor["*N C Z H W"]) -> Tensor["*N C Z H W"]:
        require(len(N) <= 1, "expected 4D or 5D input (got {len(N) + 4}D input)")
        _normed_instance(self, input, C, (Z, H, W))

class LazyInstanceNorm1d(_LazyNormBase, InstanceNorm1d):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.LazyInstanceNorm1d.html"""
    def forward(self, input: Tensor["*N C L"]) -> Tensor["*N C L"]:
        require(len(N) <= 1, "expected 2D or 3D input (got {len(N) + 2}D input)")
        _materialize_norm(self, C, input.dtype)
        _normed_instance(self, input, C, (L,))

class LazyInstanceNorm2d(_LazyNormBase, InstanceNorm2d):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.LazyInstanceNorm2d.html"""
    def forward(self, input: Tensor["*N C H W"]) -> Tensor["*N C H W"]:
        require(len(N) <= 1, "expected 3D or 4D input (got {len(N) + 3}D input)")
        _materialize_norm(self, C, input.dtype)
        _normed_instance(self, input, C, (H, W))

class LazyInstanceNorm3d(_LazyNormBase, InstanceNorm3d):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.LazyInstanceNorm3d.html"""
    def forward(self, input: Tensor["*N C Z H W"]) -> Tensor["*N C Z H W"]:
        require(len(N) <= 1, "expected 4D or 5D input (got {len(N) + 4}D input)")
        _materialize_norm(self, C, input.dtype)
        _normed_instance(self, input, C, (Z, H, W))

class LayerNorm(Module):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.LayerNorm.html"""
    def __init__(
        self, normalized_shape: Sizes, eps: float = 1e-05, elementwise_affine: bool = True, bias: bool = True,
        device: Any = None, dtype: dtype | None = None,
    ):
        self.weight = Parameter["*normalized_shape", dtype] if elementwise_affine else None
        self.bias = Parameter["*normalized_shape", dtype] if elementwise_affine and bias else None
    def forward(self, input: Any):
        return functional.layer_norm(input, self.normalized_shape, self.weight, self.bias)
    def reset_parameters(self) -> None: ...

class RMSNorm(Module):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.RMSNorm.html"""
    def __init__(
        self, normalized_shape: Sizes, eps: Any = None, elementwise_affine: bool = True,
        device: Any = None, dtype: dtype | None = None,
    ):
        self.weight = Parameter["*normalized_shape", dtype] if elementwise_affine else None
    def forward(self, x: Any):
        return functional.rms_norm(x, self.normalized_shape, self.weight)
    def reset_parameters(self) -> None: ...

class GroupNorm(Module):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.GroupNorm.html"""
    def __init__(
        self, num_groups: int, num_channels: int, eps: float = 1e-05, affine: bool = True,
        device: Any = None, dtype: dtype | None = None, *, bias: bool = True,
    ):
        require(
            num_channels % num_groups == 0,
            "num_channels ({num_channels}) must be divisible by num_groups ({num_groups})",
        )
        self.weight = Parameter["num_channels", dtype] if affine else None
        self.bias = Parameter["num_channels", dtype] if affine and bias else None
    def forward(self, input: Any):
        return functional.group_norm(input, self.num_groups, self.weight, self.bias)
    def reset_parameters(self) -> None: ...

class LocalResponseNorm(Module):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.LocalResponseNorm.html"""
    def __init__(self, size: int, alpha: float = 0.0001, beta: float = 0.75, k: float = 1.0): ...
    def forward(self, input: Any):
        return functional.local_response_norm(input, self.size)

class CrossMapLRN2d(Module):
    """https://docs.pytorch.org/docs/2.13/nn.html#normalization-layers"""
    def __init__(self, size: int, alpha: float = 0.0001, beta: float = 0.75, k: float = 1.0): ...
    def forward(self, input: Tensor["N C H W"]) -> Tensor["N C H W"]: ...
