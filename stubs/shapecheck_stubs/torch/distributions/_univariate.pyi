"""Distributions of one number, by what their parameters are called. https://docs.pytorch.org/docs/2.13/distributions.html"""

modules = "torch.distributions", "torch.distributions.distribution"


class Chi2(_OfOne):
    """https://docs.pytorch.org/docs/2.13/distributions.html#chi2"""
    def __init__(self, df: Tensor | Number, validate_args: Any = None):
        self.parametrized(df)

class HalfCauchy(_OfOne):
    """https://docs.pytorch.org/docs/2.13/distributions.html#halfcauchy"""
    def __init__(self, scale: Tensor | Number, validate_args: Any = None):
        self.parametrized(scale)

class ContinuousBernoulli(_OfOne):
    """https://docs.pytorch.org/docs/2.13/distributions.html#continuousbernoulli"""
    def __init__(
        self, probs: Tensor | Number | None = None, logits: Tensor | Number | None = None, lims: Any = None,
        validate_args: Any = None,
    ):
        self.parametrized(probs if probs is not None else logits)

class RelaxedBernoulli(_OfOne):
    """https://docs.pytorch.org/docs/2.13/distributions.html#relaxedbernoulli"""
    def __init__(
        self, temperature: Any, probs: Tensor | Number | None = None, logits: Tensor | Number | None = None,
        validate_args: Any = None,
    ):
        self.parametrized(probs if probs is not None else logits)

class FisherSnedecor(_OfTwo):
    """https://docs.pytorch.org/docs/2.13/distributions.html#fishersnedecor"""
    def __init__(self, df1: Tensor | Number, df2: Tensor | Number, validate_args: Any = None):
        self.parametrized(df1, df2)

class InverseGamma(_OfTwo):
    """https://docs.pytorch.org/docs/2.13/distributions.html#inversegamma"""
    def __init__(self, concentration: Tensor | Number, rate: Tensor | Number, validate_args: Any = None):
        self.parametrized(concentration, rate)

class Kumaraswamy(_OfTwo):
    """https://docs.pytorch.org/docs/2.13/distributions.html#kumaraswamy"""
    def __init__(self, concentration1: Tensor | Number, concentration0: Tensor | Number, validate_args: Any = None):
        self.parametrized(concentration1, concentration0)

class Pareto(_OfTwo):
    """https://docs.pytorch.org/docs/2.13/distributions.html#pareto"""
    def __init__(self, scale: Tensor | Number, alpha: Tensor | Number, validate_args: Any = None):
        self.parametrized(scale, alpha)

class Weibull(_OfTwo):
    """https://docs.pytorch.org/docs/2.13/distributions.html#weibull"""
    def __init__(self, scale: Tensor | Number, concentration: Tensor | Number, validate_args: Any = None):
        self.parametrized(scale, concentration)

class VonMises(_OfTwo):
    """https://docs.pytorch.org/docs/2.13/distributions.html#vonmises"""
    def __init__(self, loc: Tensor | Number, concentration: Tensor | Number, validate_args: Any = None):
        self.parametrized(loc, concentration)

class StudentT(Distribution):
    """https://docs.pytorch.org/docs/2.13/distributions.html#studentt"""
    def __init__(
        self, df: Tensor | Number, loc: Tensor | Number = 0.0, scale: Tensor | Number = 1.0, validate_args: Any = None,
    ):
        self.batch_shape = broadcast(df.shape, loc.shape, scale.shape)
        self.kind = df.dtype if is_tensor(df) else loc.dtype if is_tensor(loc) else float32

class Binomial(Distribution):
    """https://docs.pytorch.org/docs/2.13/distributions.html#binomial"""
    def __init__(
        self, total_count: Tensor | Number = 1, probs: Tensor | Number | None = None,
        logits: Tensor | Number | None = None, validate_args: Any = None,
    ):
        given = probs if probs is not None else logits
        self.batch_shape = broadcast(total_count.shape, given.shape)
        self.kind = given.dtype if is_tensor(given) else float32

class NegativeBinomial(Distribution):
    """https://docs.pytorch.org/docs/2.13/distributions.html#negativebinomial"""
    def __init__(
        self, total_count: Tensor | Number, probs: Tensor | Number | None = None,
        logits: Tensor | Number | None = None, validate_args: Any = None,
    ):
        given = probs if probs is not None else logits
        self.batch_shape = broadcast(total_count.shape, given.shape)
        self.kind = given.dtype if is_tensor(given) else float32
