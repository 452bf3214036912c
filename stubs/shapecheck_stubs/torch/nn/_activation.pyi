"""Activations. https://docs.pytorch.org/docs/2.13/nn.html#non-linear-activations-weighted-sum-nonlinearity"""

modules = "torch.nn", "torch.nn.modules", "torch.nn.modules.activation"


class _Elementwise(Module):
    def __init__(self): ...
    def forward(self, input: Tensor["*S"]) -> Tensor["*S"]: ...

class _InPlace(_Elementwise):
    def __init__(self, inplace: bool = False): ...

class _ElementwiseFloat(Module):
    def __init__(self): ...
    def forward(self, input: Tensor["*S"]) -> Tensor["*S", float_of(input.dtype)]: ...

class Sigmoid(_ElementwiseFloat): ...
class Tanh(_ElementwiseFloat): ...
class Softsign(_ElementwiseFloat): ...
class Tanhshrink(_ElementwiseFloat): ...
class ReLU(_InPlace): ...
class SiLU(_InPlace): ...
class Mish(_InPlace): ...
class Hardswish(_InPlace): ...
class Hardsigmoid(_InPlace): ...
class SELU(_InPlace): ...

class LogSigmoid(Module):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.LogSigmoid.html"""
    def __init__(self): ...
    def forward(self, input: Any):
        return functional.logsigmoid(input)

class GELU(_Elementwise):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.GELU.html"""
    def __init__(self, approximate: str = "none"): ...

class ELU(_Elementwise):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.ELU.html"""
    def __init__(self, alpha: float = 1.0, inplace: bool = False): ...

class CELU(_Elementwise):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.CELU.html"""
    def __init__(self, alpha: float = 1.0, inplace: bool = False): ...

class LeakyReLU(_Elementwise):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.LeakyReLU.html"""
    def __init__(self, negative_slope: float = 0.01, inplace: bool = False): ...

class RReLU(Module):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.RReLU.html"""
    def __init__(self, lower: float = 0.125, upper: float = 0.3333333333333333, inplace: bool = False): ...
    def forward(self, input: Any):
        return functional.rrelu(input)

class Hardtanh(_Elementwise):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.Hardtanh.html"""
    def __init__(
        self, min_val: float = -1.0, max_val: float = 1.0, inplace: bool = False, min_value: Any = None,
        max_value: Any = None,
    ): ...

class ReLU6(Hardtanh):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.ReLU6.html"""
    min_val = 0.0
    max_val = 6.0
    def __init__(self, inplace: bool = False): ...

class Threshold(_Elementwise):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.Threshold.html"""
    def __init__(self, threshold: float, value: float, inplace: bool = False): ...

class Softplus(_Elementwise):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.Softplus.html"""
    def __init__(self, beta: float = 1.0, threshold: float = 20.0): ...

class Hardshrink(_Elementwise):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.Hardshrink.html"""
    def __init__(self, lambd: float = 0.5): ...

class Softshrink(_Elementwise):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.Softshrink.html"""
    def __init__(self, lambd: float = 0.5): ...

class PReLU(Module):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.PReLU.html"""
    def __init__(
        self, num_parameters: int = 1, init: float = 0.25, device: Any = None, dtype: dtype | None = None,
    ):
        self.init = init
        self.weight = Parameter["num_parameters", dtype]
    def forward(self, input: Any):
        return functional.prelu(input, self.weight)
    def reset_parameters(self) -> None: ...

class GLU(Module):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.GLU.html"""
    def __init__(self, dim: int = -1): ...
    def forward(self, input: Any):
        return functional.glu(input, self.dim)

class _SoftmaxOverDim(Module):
    def __init__(self, dim: int | None = None): ...
    def forward(self, input: Any):
        return functional.softmax(input, self.dim)

class Softmax(_SoftmaxOverDim): ...
class LogSoftmax(_SoftmaxOverDim): ...
class Softmin(_SoftmaxOverDim): ...

class Softmax2d(Module):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.Softmax2d.html"""
    def __init__(self): ...
    def forward(self, input: Tensor["*S"]) -> Tensor["*S"]:
        require(
            len(S) == 3 or len(S) == 4,
            "Softmax2d: expected input to be 3D or 4D (got {len(S)}D instead)",
        )
