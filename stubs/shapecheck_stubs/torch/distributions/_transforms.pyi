"""Transforms of random variables. https://docs.pytorch.org/docs/2.13/distributions.html#module-torch.distributions.transforms"""

modules = "torch.distributions.transforms", "torch.distributions"


class Transform:
    """What all of them share; of those that see whole vectors the shapes are not known."""
    is_elementwise = False
    extent = ()

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

class AffineTransform(_Elementwise):
    """https://docs.pytorch.org/docs/2.13/distributions.html#torch.distributions.transforms.AffineTransform"""
    def __init__(self, loc: Any, scale: Any, event_dim: int = 0, cache_size: Any = 0):
        if event_dim != 0:
            unknown("transforms of whole vectors")
        self.extent = broadcast(data_shape(loc), data_shape(scale))
    def __call__(self, x: Tensor["*S"]) -> Tensor["*broadcast(S,self.extent)"]: ...
    def inv(self, y: Tensor["*S"]) -> Tensor["*broadcast(S,self.extent)"]: ...
    def log_abs_det_jacobian(self, x: Tensor["*S"], y: Any) -> Tensor["*broadcast(S,self.extent)"]: ...

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
