"""Quantization in eager mode: stubs that are replaced when a model is converted, and what prepares and converts it.

https://docs.pytorch.org/docs/2.13/quantization-support.html#torch-ao-quantization
"""

modules = "torch.ao.quantization", "torch.quantization"


class QuantStub(Module):
    """https://docs.pytorch.org/docs/2.13/generated/torch.ao.quantization.QuantStub.html"""
    def __init__(self, qconfig: Any = None): ...
    def forward(self, x: Any):
        return x

class DeQuantStub(Module):
    """https://docs.pytorch.org/docs/2.13/generated/torch.ao.quantization.DeQuantStub.html"""
    def __init__(self, qconfig: Any = None): ...
    def forward(self, x: Any):
        return x

prepare = prepare_qat = convert = quantize_dynamic = propagate_qconfig_ = same_sizes

def same_sizes(model: Any, *args, **options):
    """Other numbers, the same sizes. https://docs.pytorch.org/docs/2.13/generated/torch.ao.quantization.convert.html"""
    return model
