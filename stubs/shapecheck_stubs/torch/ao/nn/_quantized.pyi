"""Operators as modules, so that quantization can observe them.

https://docs.pytorch.org/docs/2.13/quantization-support.html#torch-ao-nn-quantized
"""

modules = "torch.ao.nn.quantized", "torch.nn.quantized"


class FloatFunctional(Module):
    """https://docs.pytorch.org/docs/2.13/generated/torch.ao.nn.quantized.FloatFunctional.html"""
    def __init__(self): ...
    def add(self, x: Any, y: Any):
        return torch.add(x, y)
    def add_scalar(self, x: Any, y: Any):
        return torch.add(x, y)
    def add_relu(self, x: Any, y: Any):
        return torch.add(x, y)
    def mul(self, x: Any, y: Any):
        return torch.mul(x, y)
    def mul_scalar(self, x: Any, y: Any):
        return torch.mul(x, y)
    def matmul(self, x: Any, y: Any):
        return torch.matmul(x, y)
    def cat(self, x: Any, dim: int = 0):
        return torch.cat(x, dim)
