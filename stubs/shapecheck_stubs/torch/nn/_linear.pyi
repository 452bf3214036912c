"""Linear layers. https://docs.pytorch.org/docs/2.13/nn.html#linear-layers"""

modules = "torch.nn", "torch.nn.modules", "torch.nn.modules.linear"


DataParallel = parallel.DataParallel

class Identity(Module):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.Identity.html"""
    def __init__(self, *args, **kwargs): ...
    def forward(self, input: Any):
        return input

class Linear(Module):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.Linear.html"""
    def __init__(
        self, in_features: int, out_features: int, bias: bool = True, device: Any = None,
        dtype: dtype | None = None,
    ):
        self.weight = Parameter["out_features in_features", dtype]
        self.bias = Parameter["out_features", dtype] if bias else None
    def forward(self, input: Any):
        return functional.linear(input, self.weight, self.bias)
    def reset_parameters(self) -> None: ...

class NonDynamicallyQuantizableLinear(Linear): ...

class LazyLinear(Linear):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.LazyLinear.html"""
    def __init__(self, out_features: int, bias: bool = True, device: Any = None, dtype: dtype | None = None):
        self.in_features = 0
        self.weight = None
        self.bias = bias
    def forward(self, input: Tensor["*N I"]):
        if self.weight is None:
            self.in_features = I
            self.weight = Parameter["self.out_features I", input.dtype]
            self.bias = Parameter["self.out_features", input.dtype] if self.bias else None
        return functional.linear(input, self.weight, self.bias)

class Bilinear(Module):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.Bilinear.html"""
    def __init__(
        self, in1_features: int, in2_features: int, out_features: int, bias: bool = True,
        device: Any = None, dtype: dtype | None = None,
    ):
        require(in1_features > 0, "in1_features must be > 0, but got {in1_features}")
        self.weight = Parameter["out_features in1_features in2_features", dtype]
        self.bias = Parameter["out_features", dtype] if bias else None
    def forward(self, input1: Any, input2: Any):
        return functional.bilinear(input1, input2, self.weight, self.bias)
    def reset_parameters(self) -> None: ...
