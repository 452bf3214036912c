"""Transforms of random variables. https://docs.pytorch.org/docs/2.13/distributions.html#module-torch.distributions.transforms"""

modules = "torch.distributions.transforms", "torch.distributions"


class Transform:
    """What all of them share; of those that see whole vectors the shapes are not known."""
    is_elementwise = False

class _Elementwise(Transform):
    """A function of each element."""
    is_elementwise = True
    def __init__(self, *rest, **options): ...
    def __call__(self, x: Tensor) -> Tensor:
        return like(x)
    def inv(self, y: Tensor) -> Tensor:
        return like(y)
    def log_abs_det_jacobian(self, x: Tensor, y: Any) -> Tensor:
        return like(x)

class TanhTransform(_Elementwise):
    """https://docs.pytorch.org/docs/2.13/distributions.html#torch.distributions.transforms.TanhTransform"""

class SigmoidTransform(_Elementwise):
    """https://docs.pytorch.org/docs/2.13/distributions.html#torch.distributions.transforms.SigmoidTransform"""

class ExpTransform(_Elementwise):
    """https://docs.pytorch.org/docs/2.13/distributions.html#torch.distributions.transforms.ExpTransform"""

class AbsTransform(_Elementwise):
    """https://docs.pytorch.org/docs/2.13/distributions.html#torch.distributions.transforms.AbsTransform"""

class SoftplusTransform(_Elementwise):
    """https://docs.pytorch.org/docs/2.13/distributions.html#torch.distributions.transforms.SoftplusTransform"""
