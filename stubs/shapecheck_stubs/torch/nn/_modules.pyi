modules = "torch.nn"

class Linear(Module):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.Linear.html"""
    def __init__(self, in_features: int, out_features: int, bias: bool = True, device: Any = None, dtype: dtype | None = None):
        self.weight = Parameter["out_features in_features", dtype or float32]
        self.bias = Parameter["out_features", dtype or float32] if bias else None
    def forward(self, input):
        return functional.linear(input, self.weight, self.bias)
