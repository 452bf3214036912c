"""Padding layers. https://docs.pytorch.org/docs/2.13/nn.html#padding-layers"""

modules = "torch.nn", "torch.nn.modules", "torch.nn.modules.padding"


def _widths(padding: int | Ints, n: int):
    """One width for both ends of all dims, or pairs of widths for the last of them."""
    if not known(padding):
        return unknown_ints(padding, "padding", 2 * n)
    if is_int(padding):
        return repeated(padding, 2 * n)
    given = tuple(padding)
    require(len(given) % 2 == 0, "Padding length must be divisible by 2, got {given}")
    return given

class _PadNd(Module):
    mode = "constant"
    def forward(self, input: Any):
        return functional.pad(input, self.padding, self.mode)

class _ConstantPadNd(_PadNd): ...

class ConstantPad1d(_ConstantPadNd):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.ConstantPad1d.html"""
    def __init__(self, padding: Any, value: float):
        self.padding = _widths(padding, 1)

class ConstantPad2d(_ConstantPadNd):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.ConstantPad2d.html"""
    def __init__(self, padding: Any, value: float):
        self.padding = _widths(padding, 2)

class ConstantPad3d(_ConstantPadNd):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.ConstantPad3d.html"""
    def __init__(self, padding: Any, value: float):
        self.padding = _widths(padding, 3)

class ZeroPad1d(ConstantPad1d):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.ZeroPad1d.html"""
    value = 0.0
    def __init__(self, padding: Any):
        self.padding = _widths(padding, 1)

class ZeroPad2d(ConstantPad2d):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.ZeroPad2d.html"""
    value = 0.0
    def __init__(self, padding: Any):
        self.padding = _widths(padding, 2)

class ZeroPad3d(ConstantPad3d):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.ZeroPad3d.html"""
    value = 0.0
    def __init__(self, padding: Any):
        self.padding = _widths(padding, 3)

class _ReflectionPadNd(_PadNd):
    mode = "reflect"

class ReflectionPad1d(_ReflectionPadNd):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.ReflectionPad1d.html"""
    def __init__(self, padding: Any):
        self.padding = _widths(padding, 1)
    def forward(self, input: Tensor["*S"]):
        require(
            len(S) == 2 or len(S) == 3,
            "Expected 2D or 3D (batch mode) tensor with possibly 0 batch size and other non-zero dimensions "
            "for input, but got: {S}",
        )
        return functional.pad(input, self.padding, self.mode)

class ReflectionPad2d(_ReflectionPadNd):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.ReflectionPad2d.html"""
    def __init__(self, padding: Any):
        self.padding = _widths(padding, 2)
    def forward(self, input: Tensor["*S"]):
        require(
            len(S) == 3 or len(S) == 4,
            "Expected 3D or 4D (batch mode) tensor with possibly 0 batch size and other non-zero dimensions "
            "for input, but got: {S}",
        )
        return functional.pad(input, self.padding, self.mode)

class ReflectionPad3d(_ReflectionPadNd):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.ReflectionPad3d.html"""
    def __init__(self, padding: Any):
        self.padding = _widths(padding, 3)
    def forward(self, input: Tensor["*S"]):
        require(
            len(S) == 4 or len(S) == 5,
            "Expected 4D or 5D (batch mode) tensor with possibly 0 batch size and other non-zero dimensions "
            "for input, but got: {S}",
        )
        return functional.pad(input, self.padding, self.mode)

class _ReplicationPadNd(_PadNd):
    mode = "replicate"

class ReplicationPad1d(_ReplicationPadNd):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.ReplicationPad1d.html"""
    def __init__(self, padding: Any):
        self.padding = _widths(padding, 1)
    def forward(self, input: Tensor["*S"]):
        require(
            len(S) == 2 or len(S) == 3,
            "Expected 2D or 3D (batch mode) tensor with possibly 0 batch size and other non-zero dimensions "
            "for input, but got: {S}",
        )
        return functional.pad(input, self.padding, self.mode)

class ReplicationPad2d(_ReplicationPadNd):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.ReplicationPad2d.html"""
    def __init__(self, padding: Any):
        self.padding = _widths(padding, 2)
    def forward(self, input: Tensor["*S"]):
        require(
            len(S) == 3 or len(S) == 4,
            "Expected 3D or 4D (batch mode) tensor with possibly 0 batch size and other non-zero dimensions "
            "for input, but got: {S}",
        )
        return functional.pad(input, self.padding, self.mode)

class ReplicationPad3d(_ReplicationPadNd):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.ReplicationPad3d.html"""
    def __init__(self, padding: Any):
        self.padding = _widths(padding, 3)
    def forward(self, input: Tensor["*S"]):
        require(
            len(S) == 4 or len(S) == 5,
            "Expected 4D or 5D (batch mode) tensor with possibly 0 batch size and other non-zero dimensions "
            "for input, but got: {S}",
        )
        return functional.pad(input, self.padding, self.mode)

class _CircularPadNd(_PadNd):
    mode = "circular"

class CircularPad1d(_CircularPadNd):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.CircularPad1d.html"""
    def __init__(self, padding: Any):
        self.padding = _widths(padding, 1)
    def forward(self, input: Tensor["*S"]):
        require(
            len(S) == 2 or len(S) == 3,
            "Expected 2D or 3D (batch mode) tensor with possibly 0 batch size and other non-zero dimensions "
            "for input, but got: {S}",
        )
        return functional.pad(input, self.padding, self.mode)

class CircularPad2d(_CircularPadNd):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.CircularPad2d.html"""
    def __init__(self, padding: Any):
        self.padding = _widths(padding, 2)
    def forward(self, input: Tensor["*S"]):
        require(
            len(S) == 3 or len(S) == 4,
            "Expected 3D or 4D (batch mode) tensor with possibly 0 batch size and other non-zero dimensions "
            "for input, but got: {S}",
        )
        return functional.pad(input, self.padding, self.mode)

class CircularPad3d(_CircularPadNd):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.CircularPad3d.html"""
    def __init__(self, padding: Any):
        self.padding = _widths(padding, 3)
    def forward(self, input: Tensor["*S"]):
        require(
            len(S) == 4 or len(S) == 5,
            "Expected 4D or 5D (batch mode) tensor with possibly 0 batch size and other non-zero dimensions "
            "for input, but got: {S}",
        )
        return functional.pad(input, self.padding, self.mode)
