"""Dropout layers. https://docs.pytorch.org/docs/2.13/nn.html#dropout-layers"""

modules = "torch.nn", "torch.nn.modules", "torch.nn.modules.dropout"


class _DropoutNd(Module):
    def __init__(self, p: float = 0.5, inplace: bool = False):
        if known(p) and is_number(p):
            require(p >= 0 and p <= 1, "dropout probability has to be between 0 and 1, but got {p}")
    def forward(self, input: Tensor["*S"]) -> Tensor["*S"]: ...

class Dropout(_DropoutNd): ...
class AlphaDropout(_DropoutNd): ...
class FeatureAlphaDropout(_DropoutNd): ...

class Dropout1d(_DropoutNd):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.Dropout1d.html"""
    def forward(self, input: Any):
        return functional.dropout1d(input)

class Dropout2d(_DropoutNd):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.Dropout2d.html"""
    def forward(self, input: Any):
        return functional.dropout2d(input)

class Dropout3d(_DropoutNd):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.Dropout3d.html"""
    def forward(self, input: Any):
        return functional.dropout3d(input)
