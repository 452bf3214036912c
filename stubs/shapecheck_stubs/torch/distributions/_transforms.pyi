"""Transforms of random variables. https://docs.pytorch.org/docs/2.13/distributions.html#module-torch.distributions.transforms"""

modules = "torch.distributions.transforms", "torch.distributions"


class Transform:
    """What all of them share; classes of the checked code say in `_call` and `_inverse` what they do."""
    is_elementwise = False
    extent = ()
    def __init__(self, cache_size: Any = 0): ...
    def __call__(self, x: Any):
        return self._call(x)
    def _call(self, x: Any) -> Unknown["a transform of whole vectors"]: ...
    def _inverse(self, y: Any) -> Unknown["a transform of whole vectors"]: ...
    def log_abs_det_jacobian(self, x: Any, y: Any) -> Unknown["a transform of whole vectors"]: ...
    @property
    def inv(self):
        return native("torch.distributions.transforms.InverseTransform")(self)
    def forward_shape(self, shape: Any):
        return shape
    def inverse_shape(self, shape: Any):
        return shape

class InverseTransform(Transform):
    """What `transform.inv` gives. https://docs.pytorch.org/docs/2.13/distributions.html#torch.distributions.transforms.Transform.inv"""
    def __init__(self, transform: Any):
        self.is_elementwise = transform.is_elementwise
        self.extent = transform.extent
    def __call__(self, x: Any):
        return self.transform._inverse(x)
    def log_abs_det_jacobian(self, x: Any, y: Any):
        return self.transform.log_abs_det_jacobian(y, x)
    @property
    def inv(self):
        return self.transform

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

class IndependentTransform(Transform):
    """The last dims are those of an event. https://docs.pytorch.org/docs/2.13/distributions.html#torch.distributions.transforms.IndependentTransform"""
    def __init__(self, base_transform: Any, reinterpreted_batch_ndims: int, cache_size: Any = 0):
        self.is_elementwise = base_transform.is_elementwise
        self.extent = base_transform.extent
    def __call__(self, x: Any):
        return self.base_transform(x)
    def _inverse(self, y: Any):
        return self.base_transform.inv(y)
    def log_abs_det_jacobian(self, x: Any, y: Any):
        return _of_events(self.base_transform.log_abs_det_jacobian(x, y), self.reinterpreted_batch_ndims)

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
