"""Distributions of vectors and matrices, and those made of others. https://docs.pytorch.org/docs/2.13/distributions.html"""

modules = "torch.distributions", "torch.distributions.distribution"


class OneHotCategoricalStraightThrough(OneHotCategorical):
    """https://docs.pytorch.org/docs/2.13/distributions.html#torch.distributions.one_hot_categorical.OneHotCategoricalStraightThrough"""

class RelaxedOneHotCategorical(_OfCategories):
    """https://docs.pytorch.org/docs/2.13/distributions.html#relaxedonehotcategorical"""
    def __init__(
        self, temperature: Any, probs: Tensor | None = None, logits: Tensor | None = None, validate_args: Any = None,
    ):
        self.parametrized(probs if probs is not None else logits)

class Multinomial(_OfCategories):
    """https://docs.pytorch.org/docs/2.13/distributions.html#multinomial"""
    def __init__(
        self, total_count: int = 1, probs: Tensor | None = None, logits: Tensor | None = None, validate_args: Any = None,
    ):
        self.parametrized(probs if probs is not None else logits)

class LowRankMultivariateNormal(Distribution):
    """https://docs.pytorch.org/docs/2.13/distributions.html#lowrankmultivariatenormal"""
    def __init__(
        self, loc: Tensor["*B K"], cov_factor: Tensor["*C M R"], cov_diag: Tensor["*D N"], validate_args: Any = None,
    ):
        require(M == K, "cov_factor must be a batch of matrices with shape {K} x m")
        require(N == K, "cov_diag must be a batch of vectors with shape ({K},)")
        self._batch_shape = broadcast(B, C, D)
        self._event_shape = (K,)
        self.kind = loc.dtype
        self.spread()
    def spread(self):
        R = self.cov_factor.shape[-1]
        self.loc = Tensor["*self.batch_shape *self.event_shape", self.kind]
        self.cov_diag = Tensor["*self.batch_shape *self.event_shape", self.kind]
        self.cov_factor = Tensor["*self.batch_shape *self.event_shape R", self.kind]
    @property
    def covariance_matrix(self) -> Tensor["*self.batch_shape *self.event_shape *self.event_shape", self.kind]: ...
    @property
    def precision_matrix(self) -> Tensor["*self.batch_shape *self.event_shape *self.event_shape", self.kind]: ...
    @property
    def scale_tril(self) -> Tensor["*self.batch_shape *self.event_shape *self.event_shape", self.kind]: ...

class MixtureSameFamily(Distribution):
    """The last batch dim of the components is the mixture. https://docs.pytorch.org/docs/2.13/distributions.html#mixturesamefamily"""
    def __init__(self, mixture_distribution: Any, component_distribution: Any, validate_args: Any = None):
        B = component_distribution.batch_shape
        require(len(B) >= 1, "`component_distribution` must have a batch dim for the mixture")
        K = mixture_distribution.logits.shape[-1] if known(mixture_distribution) else B[-1]
        require(K == B[-1], "`mixture_distribution component` ({K}) does not equal `component_distribution.batch_shape[-1]` ({B[-1]})")
        self.mixture_distribution = mixture_distribution
        self.component_distribution = component_distribution
        self._batch_shape = B[:-1]
        self._event_shape = component_distribution.event_shape
        self.kind = component_distribution.kind
    def spread(self):
        C = self.component_distribution.batch_shape[-1]
        self.component_distribution = self.component_distribution.expand((*self.batch_shape, C))
        self.mixture_distribution = self.mixture_distribution.expand(self.batch_shape)

def _stretched(given: Tensor["*S"], extent: Sizes) -> Tensor["*broadcast(S,extent)", float_of(given.dtype)]: ...

def _with_jacobian(given: Tensor["*S"], value: Tensor["*V"], n: int) -> Tensor["*broadcast(S,V[:len(V)-n])", given.dtype]: ...

class TransformedDistribution(Distribution):
    """Transforms of single elements keep all shapes. What a class of the checked code says of its own distribution counts.

    https://docs.pytorch.org/docs/2.13/distributions.html#transformeddistribution
    """
    def __init__(self, base_distribution: Any, transforms: Any, validate_args: Any = None):
        each = tuple(transforms) if is_sequence(transforms) else (transforms,)
        if not all(t.is_elementwise for t in each):
            unknown("transforms of whole vectors")
        extents = tuple(t.extent for t in each)
        if len(base_distribution.event_shape) != 0 and not all(len(extent) == 0 for extent in extents):
            unknown("a transform of more than the elements of an event")
        self.extent = broadcast(*extents)
        self._batch_shape = broadcast(base_distribution.batch_shape, self.extent)
        self.base_dist = base_distribution if len(self.extent) == 0 else base_distribution.expand(self._batch_shape)
        self._event_shape = base_distribution.event_shape
        self.kind = base_distribution.kind
    def sample(self, sample_shape: Sizes = ()):
        return _stretched(self.base_dist.sample(sample_shape), self.extent)
    def rsample(self, sample_shape: Sizes = ()):
        return _stretched(self.base_dist.rsample(sample_shape), self.extent)
    def log_prob(self, value: Any):
        return _with_jacobian(self.base_dist.log_prob(value), value, len(self.event_shape))
    def spread(self):
        self.base_dist = self.base_dist.expand(self.batch_shape)
