"""Distributions of one number, by what their parameters are called. https://docs.pytorch.org/docs/2.13/distributions.html"""

modules = "torch.distributions", "torch.distributions.distribution"


class Chi2(_OfOne):
    """https://docs.pytorch.org/docs/2.13/distributions.html#chi2"""
    def __init__(self, df: Tensor | Number, validate_args: Any = None):
        self.parametrized(df)
    def spread(self):
        self.df = Tensor["*self.batch_shape", self.kind]

class HalfCauchy(_OfOne):
    """https://docs.pytorch.org/docs/2.13/distributions.html#halfcauchy"""
    def __init__(self, scale: Tensor | Number, validate_args: Any = None):
        self.parametrized(scale)
    def spread(self):
        self.scale = Tensor["*self.batch_shape", self.kind]

class ContinuousBernoulli(_OfOne):
    """https://docs.pytorch.org/docs/2.13/distributions.html#continuousbernoulli"""
    def __init__(
        self, probs: Tensor | Number | None = None, logits: Tensor | Number | None = None, lims: Any = None,
        validate_args: Any = None,
    ):
        self.parametrized(probs if probs is not None else logits)
    def spread(self):
        self.probs = Tensor["*self.batch_shape", self.kind]
        self.logits = Tensor["*self.batch_shape", self.kind]

class RelaxedBernoulli(_OfOne):
    """https://docs.pytorch.org/docs/2.13/distributions.html#relaxedbernoulli"""
    def __init__(
        self, temperature: Any, probs: Tensor | Number | None = None, logits: Tensor | Number | None = None,
        validate_args: Any = None,
    ):
        self.parametrized(probs if probs is not None else logits)
    def spread(self):
        self.probs = Tensor["*self.batch_shape", self.kind]
        self.logits = Tensor["*self.batch_shape", self.kind]

class FisherSnedecor(_OfTwo):
    """https://docs.pytorch.org/docs/2.13/distributions.html#fishersnedecor"""
    def __init__(self, df1: Tensor | Number, df2: Tensor | Number, validate_args: Any = None):
        self.parametrized(df1, df2)
    def spread(self):
        self.df1 = Tensor["*self.batch_shape", self.kind]
        self.df2 = Tensor["*self.batch_shape", self.kind]

class InverseGamma(_OfTwo):
    """https://docs.pytorch.org/docs/2.13/distributions.html#inversegamma"""
    def __init__(self, concentration: Tensor | Number, rate: Tensor | Number, validate_args: Any = None):
        self.parametrized(concentration, rate)
    def spread(self):
        self.concentration = Tensor["*self.batch_shape", self.kind]
        self.rate = Tensor["*self.batch_shape", self.kind]

class Kumaraswamy(_OfTwo):
    """https://docs.pytorch.org/docs/2.13/distributions.html#kumaraswamy"""
    def __init__(self, concentration1: Tensor | Number, concentration0: Tensor | Number, validate_args: Any = None):
        self.parametrized(concentration1, concentration0)
    def spread(self):
        self.concentration1 = Tensor["*self.batch_shape", self.kind]
        self.concentration0 = Tensor["*self.batch_shape", self.kind]

class Pareto(_OfTwo):
    """https://docs.pytorch.org/docs/2.13/distributions.html#pareto"""
    def __init__(self, scale: Tensor | Number, alpha: Tensor | Number, validate_args: Any = None):
        self.parametrized(scale, alpha)
    def spread(self):
        self.scale = Tensor["*self.batch_shape", self.kind]
        self.alpha = Tensor["*self.batch_shape", self.kind]

class Weibull(_OfTwo):
    """https://docs.pytorch.org/docs/2.13/distributions.html#weibull"""
    def __init__(self, scale: Tensor | Number, concentration: Tensor | Number, validate_args: Any = None):
        self.parametrized(scale, concentration)
    def spread(self):
        self.scale = Tensor["*self.batch_shape", self.kind]
        self.concentration = Tensor["*self.batch_shape", self.kind]

class VonMises(_OfTwo):
    """https://docs.pytorch.org/docs/2.13/distributions.html#vonmises"""
    def __init__(self, loc: Tensor | Number, concentration: Tensor | Number, validate_args: Any = None):
        self.parametrized(loc, concentration)
    def spread(self):
        self.loc = Tensor["*self.batch_shape", self.kind]
        self.concentration = Tensor["*self.batch_shape", self.kind]

class StudentT(Distribution):
    """https://docs.pytorch.org/docs/2.13/distributions.html#studentt"""
    def __init__(
        self, df: Tensor | Number, loc: Tensor | Number = 0.0, scale: Tensor | Number = 1.0, validate_args: Any = None,
    ):
        self._batch_shape = broadcast(df.shape, loc.shape, scale.shape)
        self.kind = df.dtype if is_tensor(df) else loc.dtype if is_tensor(loc) else float32
        self.spread()
    def spread(self):
        self.df = Tensor["*self.batch_shape", self.kind]
        self.loc = Tensor["*self.batch_shape", self.kind]
        self.scale = Tensor["*self.batch_shape", self.kind]

class Binomial(Distribution):
    """https://docs.pytorch.org/docs/2.13/distributions.html#binomial"""
    def __init__(
        self, total_count: Tensor | Number = 1, probs: Tensor | Number | None = None,
        logits: Tensor | Number | None = None, validate_args: Any = None,
    ):
        given = probs if probs is not None else logits
        self._batch_shape = broadcast(total_count.shape, given.shape)
        self.kind = given.dtype if is_tensor(given) else float32
        self.spread()
    def spread(self):
        self.total_count = Tensor["*self.batch_shape", self.kind]
        self.probs = Tensor["*self.batch_shape", self.kind]
        self.logits = Tensor["*self.batch_shape", self.kind]

class NegativeBinomial(Distribution):
    """https://docs.pytorch.org/docs/2.13/distributions.html#negativebinomial"""
    def __init__(
        self, total_count: Tensor | Number, probs: Tensor | Number | None = None,
        logits: Tensor | Number | None = None, validate_args: Any = None,
    ):
        given = probs if probs is not None else logits
        self._batch_shape = broadcast(total_count.shape, given.shape)
        self.kind = given.dtype if is_tensor(given) else float32
        self.spread()
    def spread(self):
        self.total_count = Tensor["*self.batch_shape", self.kind]
        self.probs = Tensor["*self.batch_shape", self.kind]
        self.logits = Tensor["*self.batch_shape", self.kind]
