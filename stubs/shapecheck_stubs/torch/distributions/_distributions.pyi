"""Sampling shapes. https://docs.pytorch.org/docs/2.13/distributions.html

A sample has the sizes asked for, then the batch shape (of the parameters, broadcast), then the event shape.
"""

modules = "torch.distributions", "torch.distributions.distribution"


class Distribution:
    """What all distributions share; classes of the checked code give the shapes themselves."""
    _batch_shape = ()
    _event_shape = ()
    kind = None
    def __init__(self, batch_shape: Any = (), event_shape: Any = (), validate_args: Any = None):
        self._batch_shape = batch_shape
        self._event_shape = event_shape
    @property
    def batch_shape(self):
        return self._batch_shape
    @property
    def event_shape(self):
        return self._event_shape
    def _extended_shape(self, sample_shape: Sizes = ()):
        return (*sample_shape, *self._batch_shape, *self._event_shape)
    def sample(self, sample_shape: Sizes = ()):
        return self.rsample(sample_shape)
    def rsample(self, sample_shape: Sizes = ()) -> Tensor["*sample_shape *self.batch_shape *self.event_shape", self.kind]: ...
    def log_prob(
        self, value: Tensor["*V"],
    ) -> Tensor["*broadcast(V[:len(V)-len(self.event_shape)],self.batch_shape)", float_of(promote(value, self.kind))]:
        require(
            len(V) >= len(self.event_shape) and last(V, len(self.event_shape)) == self.event_shape,
            "The right-most size of value must match event_shape: {V} vs {self.event_shape}.",
        )
    def cdf(self, value: Tensor["*V"]) -> Tensor["*broadcast(V,self.batch_shape)", float_of(promote(value, self.kind))]: ...
    icdf = cdf
    def entropy(self) -> Tensor["*self.batch_shape", self.kind]: ...
    @property
    def mean(self) -> Tensor["*self.batch_shape *self.event_shape", self.kind]: ...
    @property
    def mode(self) -> Tensor["*self.batch_shape *self.event_shape", self.kind]: ...
    @property
    def variance(self) -> Tensor["*self.batch_shape *self.event_shape", self.kind]: ...
    @property
    def stddev(self) -> Tensor["*self.batch_shape *self.event_shape", self.kind]: ...
    def spread(self):
        """Gives the parameters the batch shape."""
        unknown("the parameters of a distribution")
    def expand(self, batch_shape: Sizes, *rest, **options):
        new = rest[0] if len(rest) != 0 else None
        new = native("copy.copy")(self) if new is None else new
        new._batch_shape = batch_shape
        new.spread()
        return new
    def _get_checked_instance(self, cls: Any, *rest):
        return native("copy.copy")(self)

class _OfOne(Distribution):
    """One parameter gives the batch shape, and the dtype if it is a tensor."""
    def parametrized(self, parameter: Tensor | Number):
        self._batch_shape = parameter.shape
        self.kind = float_of(promote(parameter))
        self.spread()

class _OfTwo(Distribution):
    """Two parameters that broadcast."""
    def parametrized(self, first: Tensor | Number, second: Tensor | Number):
        self._batch_shape = broadcast(first.shape, second.shape)
        self.kind = float_of(agreed(first, second))
        self.spread()

class _OfCategories(Distribution):
    """The last dim of the parameter counts the categories, and the event has a number for each of them."""
    def parametrized(self, given: Tensor):
        require(given.ndim >= 1, "parameter must be at least one-dimensional.")
        self._batch_shape = given.shape[:-1]
        self._event_shape = (given.shape[-1],)
        self.kind = float_of(given.dtype)
        self.spread()
    def spread(self):
        self.probs = Tensor["*self.batch_shape *self.event_shape", self.kind]
        self.logits = Tensor["*self.batch_shape *self.event_shape", self.kind]

class Normal(_OfTwo):
    """Two parameters that broadcast. https://docs.pytorch.org/docs/2.13/distributions.html#normal"""
    def __init__(self, loc: Tensor | Number, scale: Tensor | Number, validate_args: Any = None):
        self.parametrized(loc, scale)
    def spread(self):
        self.loc = Tensor["*self.batch_shape", self.kind]
        self.scale = Tensor["*self.batch_shape", self.kind]

class Laplace(Normal):
    """https://docs.pytorch.org/docs/2.13/distributions.html#laplace"""

class Cauchy(Normal):
    """https://docs.pytorch.org/docs/2.13/distributions.html#cauchy"""

class Gumbel(Normal):
    """https://docs.pytorch.org/docs/2.13/distributions.html#gumbel"""

class LogNormal(Normal):
    """https://docs.pytorch.org/docs/2.13/distributions.html#lognormal"""

class Uniform(_OfTwo):
    """https://docs.pytorch.org/docs/2.13/distributions.html#uniform"""
    def __init__(self, low: Tensor | Number, high: Tensor | Number, validate_args: Any = None):
        self.parametrized(low, high)
    def spread(self):
        self.low = Tensor["*self.batch_shape", self.kind]
        self.high = Tensor["*self.batch_shape", self.kind]

class Beta(_OfTwo):
    """https://docs.pytorch.org/docs/2.13/distributions.html#beta"""
    def __init__(self, concentration1: Tensor | Number, concentration0: Tensor | Number, validate_args: Any = None):
        self.parametrized(concentration1, concentration0)
    def spread(self):
        self.concentration1 = Tensor["*self.batch_shape", self.kind]
        self.concentration0 = Tensor["*self.batch_shape", self.kind]

class Gamma(_OfTwo):
    """https://docs.pytorch.org/docs/2.13/distributions.html#gamma"""
    def __init__(self, concentration: Tensor | Number, rate: Tensor | Number, validate_args: Any = None):
        self.parametrized(concentration, rate)
    def spread(self):
        self.concentration = Tensor["*self.batch_shape", self.kind]
        self.rate = Tensor["*self.batch_shape", self.kind]

class Exponential(_OfOne):
    """https://docs.pytorch.org/docs/2.13/distributions.html#exponential"""
    def __init__(self, rate: Tensor | Number, validate_args: Any = None):
        self.parametrized(rate)
    def spread(self):
        self.rate = Tensor["*self.batch_shape", self.kind]

class Poisson(Exponential):
    """https://docs.pytorch.org/docs/2.13/distributions.html#poisson"""

class HalfNormal(_OfOne):
    """https://docs.pytorch.org/docs/2.13/distributions.html#halfnormal"""
    def __init__(self, scale: Tensor | Number, validate_args: Any = None):
        self.parametrized(scale)
    def spread(self):
        self.scale = Tensor["*self.batch_shape", self.kind]

class Bernoulli(_OfOne):
    """Probabilities or their logits. https://docs.pytorch.org/docs/2.13/distributions.html#bernoulli"""
    def __init__(self, probs: Tensor | Number | None = None, logits: Tensor | Number | None = None, validate_args: Any = None):
        self.parametrized(probs if probs is not None else logits)
    def spread(self):
        self.probs = Tensor["*self.batch_shape", self.kind]
        self.logits = Tensor["*self.batch_shape", self.kind]

class Geometric(Bernoulli):
    """https://docs.pytorch.org/docs/2.13/distributions.html#geometric"""

class Categorical(Distribution):
    """The last dim of the parameter counts the categories: a sample is one of them.

    https://docs.pytorch.org/docs/2.13/distributions.html#categorical
    """
    def __init__(self, probs: Tensor | None = None, logits: Tensor | None = None, validate_args: Any = None):
        given = probs if probs is not None else logits
        require(given.ndim >= 1, "parameter must be at least one-dimensional.")
        self._batch_shape = given.shape[:-1]
        self.categories = given.shape[-1]
        self.kind = float_of(given.dtype)
        self.spread()
    def spread(self):
        self.probs = Tensor["*self.batch_shape self.categories", self.kind]
        self.logits = Tensor["*self.batch_shape self.categories", self.kind]
    @property
    def param_shape(self):
        return (*self.batch_shape, self.categories)
    def sample(self, sample_shape: Sizes = ()) -> Tensor["*sample_shape *self.batch_shape", int64]: ...
    @property
    def mode(self) -> Tensor["*self.batch_shape", int64]: ...

class OneHotCategorical(_OfCategories):
    """https://docs.pytorch.org/docs/2.13/distributions.html#onehotcategorical"""
    def __init__(self, probs: Tensor | None = None, logits: Tensor | None = None, validate_args: Any = None):
        self.parametrized(probs if probs is not None else logits)

class Dirichlet(Distribution):
    """https://docs.pytorch.org/docs/2.13/distributions.html#dirichlet"""
    def __init__(self, concentration: Tensor["*B K"], validate_args: Any = None):
        self._batch_shape = B
        self._event_shape = (K,)
        self.kind = concentration.dtype
        self.spread()
    def spread(self):
        self.concentration = Tensor["*self.batch_shape *self.event_shape", self.kind]

class MultivariateNormal(Distribution):
    """https://docs.pytorch.org/docs/2.13/distributions.html#multivariatenormal"""
    def __init__(
        self, loc: Tensor["*B K"], covariance_matrix: Tensor["*C M N"] | None = None,
        precision_matrix: Tensor | None = None, scale_tril: Tensor | None = None, validate_args: Any = None,
    ):
        given = covariance_matrix if covariance_matrix is not None else precision_matrix if precision_matrix is not None else scale_tril
        require(
            given.ndim >= 2 and given.shape[-1] == K and given.shape[-2] == K,
            "a normal distribution of {K} dims needs a matrix of {K} by {K}, got shape {given.shape}",
        )
        self._batch_shape = broadcast(B, given.shape[:-2])
        self._event_shape = (K,)
        self.kind = loc.dtype
        self.spread()
    def spread(self):
        self.loc = Tensor["*self.batch_shape *self.event_shape", self.kind]
        self.covariance_matrix = Tensor["*self.batch_shape *self.event_shape *self.event_shape", self.kind]
        self.precision_matrix = Tensor["*self.batch_shape *self.event_shape *self.event_shape", self.kind]
        self.scale_tril = Tensor["*self.batch_shape *self.event_shape *self.event_shape", self.kind]

def _of_events(given: Tensor["*S"], n: int) -> Tensor["*S[:len(S)-n]", given.dtype]: ...

class Independent(Distribution):
    """The last batch dims become event dims. What a class of the checked code says of its own distribution counts.

    https://docs.pytorch.org/docs/2.13/distributions.html#independent
    """
    def __init__(self, base_distribution: Any, reinterpreted_batch_ndims: int, validate_args: Any = None):
        B, n = base_distribution.batch_shape, reinterpreted_batch_ndims
        require(
            n <= len(B),
            "Expected reinterpreted_batch_ndims <= len(base_distribution.batch_shape), got {n} and {B}",
        )
        self.base_dist = base_distribution
        self._batch_shape = B[:len(B)-n]
        self._event_shape = (*last(B, n), *base_distribution.event_shape)
        self.kind = base_distribution.kind
    def sample(self, sample_shape: Sizes = ()):
        return self.base_dist.sample(sample_shape)
    def rsample(self, sample_shape: Sizes = ()):
        return self.base_dist.rsample(sample_shape)
    @property
    def mean(self):
        return self.base_dist.mean
    @property
    def mode(self):
        return self.base_dist.mode
    @property
    def variance(self):
        return self.base_dist.variance
    def log_prob(self, value: Any):
        return _of_events(self.base_dist.log_prob(value), self.reinterpreted_batch_ndims)
    def entropy(self):
        return _of_events(self.base_dist.entropy(), self.reinterpreted_batch_ndims)
    def spread(self):
        n = self.reinterpreted_batch_ndims
        self.base_dist = self.base_dist.expand((*self.batch_shape, *self.event_shape[:n]))

def kl_divergence(p: Any, q: Any) -> Tensor["*T", promote(p.kind, q.kind)]:
    """https://docs.pytorch.org/docs/2.13/distributions.html#module-torch.distributions.kl

    The events are compared as they are sampled: those of two `Independent` are batches of what they hold.
    """
    samples = broadcast((*p.batch_shape, *p.event_shape), (*q.batch_shape, *q.event_shape))
    T = samples[:len(samples)-len(p.event_shape)]
