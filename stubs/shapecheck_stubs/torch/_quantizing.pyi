"""Rounding as a quantized model does. https://docs.pytorch.org/docs/2.13/quantization.html"""

modules = "torch"


def fake_quantize_per_tensor_affine(input: Tensor["*S"], scale: Any, zero_point: Any, quant_min: Any, quant_max: Any) -> Tensor["*S", input.dtype]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.fake_quantize_per_tensor_affine.html

    >>> [B 3 4], 0.1, 0, 0, 255 -> [B 3 4]
    """

def fake_quantize_per_channel_affine(
    input: Tensor["*S"], scale: Tensor["*C"], zero_point: Tensor["*Z"], axis: int, quant_min: Any, quant_max: Any,
) -> Tensor["*S", input.dtype]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.fake_quantize_per_channel_affine.html

    >>> [B 3 4], [3], [3], 1, 0, 255 -> [B 3 4]
    >>> [2 3 4], [4], [4], 1, 0, 255 -> error: not consistent with input tensor
    """
    require(len(C) == 1, "scale should be a 1-D tensor")
    require(len(Z) == 1 and Z[0] == C[0], "scale and zero-point need to have the same dimensions")
    require(C[0] == S[axis], "dimensions of scale and zero-point are not consistent with input tensor")
