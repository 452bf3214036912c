"""Operators of torch.ops.aten that have no other public name.

https://github.com/pytorch/pytorch/blob/v2.13.0/aten/src/ATen/native/native_functions.yaml
"""


def max_pool2d_with_indices_backward(
    grad_output: Tensor, self: Tensor["*S"], kernel_size: Any, stride: Any, padding: Any,
    dilation: Any, ceil_mode: Any, indices: Any,
) -> Tensor["*S", self.dtype]:
    """The gradient has the shape of what it is the gradient of."""

def native_dropout_backward(grad_output: Tensor["*S"], mask: Tensor["*S"], scale: Any) -> Tensor["*S"]: ...

def _softmax_backward_data(
    grad_output: Tensor["*S"], output: Tensor["*S"], dim: int, input_dtype: dtype,
) -> Tensor["*S", input_dtype]: ...

def _safe_softmax(self: Tensor["*S"], dim: int, dtype: dtype | None = None) -> Tensor["*S", dtype or self.dtype]: ...

def _upsample_bilinear2d_aa(
    input: Tensor["N C H W"], output_size: Any, align_corners: Any, scale_factors: Any = None, scales_h: Any = None,
    scales_w: Any = None,
) -> Tensor["N C *T"]:
    """torch.nn.functional.interpolate(mode="bilinear", antialias=True)"""
    T = resized((H, W), output_size, scale_factors)

def _batch_norm_with_update(
    input: Tensor["N C *S"], weight: Any, bias: Any, running_mean: Any, running_var: Any, momentum: Any,
    eps: Any,
) -> tuple[Tensor["N C *S"], Tensor["C"], Tensor["C"], Tensor["0", uint8]]:
    """Batch norm in training, with its statistics and what its backward needs."""

def slice(
    self: Tensor["*S"], dim: int = 0, start: int | None = None, end: int | None = None, step: int = 1,
) -> Tensor["*replace(S,d,ceildiv(n,step))"]:
    """What `x[start:end:step]` calls, in any dim."""
    require(len(S) >= 1, "slice() cannot be applied to a 0-dim tensor.")
    require(step > 0, "slice step must be positive")
    d = axis(dim, len(S))
    lower = 0 if start is None else start
    upper = S[d] if end is None else end
    n = S[d] if lower == 0 and end is None else sectioned(S[d], (lower, upper))[1]
