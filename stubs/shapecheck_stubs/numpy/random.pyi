"""Random arrays. https://numpy.org/doc/stable/reference/random/index.html"""


def rand(*sizes) -> Tensor["*sizes", float64]:
    """https://numpy.org/doc/stable/reference/random/generated/numpy.random.rand.html"""
    if len(sizes) == 0:
        return scalar("float")

randn = rand

def random(size: Sizes | None = None) -> Tensor["*size", float64]:
    """https://numpy.org/doc/stable/reference/random/generated/numpy.random.random.html"""
    if size is None:
        return scalar("float")

random_sample = ranf = sample = random

def uniform(low: Any = 0.0, high: Any = 1.0, size: Sizes | None = None) -> Tensor["*size", float64]:
    """https://numpy.org/doc/stable/reference/random/generated/numpy.random.uniform.html"""
    if size is None:
        if is_tensor(low) or is_tensor(high) or is_sequence(low) or is_sequence(high):
            return Tensor["*broadcast(array_shape(low),array_shape(high))", float64]
        return scalar("float")

def normal(loc: Any = 0.0, scale: Any = 1.0, size: Sizes | None = None):
    """https://numpy.org/doc/stable/reference/random/generated/numpy.random.normal.html"""
    return uniform(loc, scale, size)

laplace = logistic = gumbel = normal

def lognormal(mean: Any = 0.0, sigma: Any = 1.0, size: Sizes | None = None):
    """https://numpy.org/doc/stable/reference/random/generated/numpy.random.lognormal.html"""
    return uniform(mean, sigma, size)

def beta(a: Any, b: Any, size: Sizes | None = None):
    """https://numpy.org/doc/stable/reference/random/generated/numpy.random.beta.html"""
    return uniform(a, b, size)

def gamma(shape: Any, scale: Any = 1.0, size: Sizes | None = None):
    """https://numpy.org/doc/stable/reference/random/generated/numpy.random.gamma.html"""
    return uniform(shape, scale, size)

def standard_normal(size: Sizes | None = None, dtype: dtype | None = None, out: Any = None) -> Tensor["*size", dtype or float64]:
    """https://numpy.org/doc/stable/reference/random/generated/numpy.random.standard_normal.html"""
    if size is None:
        return scalar("float")

def exponential(scale: Any = 1.0, size: Sizes | None = None):
    """https://numpy.org/doc/stable/reference/random/generated/numpy.random.exponential.html"""
    return uniform(scale, 0.0, size)

def _counted(a: Any, b: Any, size: Sizes | None) -> Tensor["*size", int64]:
    """Whole numbers: so many, or one for each pair of parameters."""
    if size is None:
        if is_tensor(a) or is_tensor(b) or is_sequence(a) or is_sequence(b):
            return Tensor["*broadcast(array_shape(a),array_shape(b))", int64]
        return scalar("int")

def poisson(lam: Any = 1.0, size: Sizes | None = None):
    """https://numpy.org/doc/stable/reference/random/generated/numpy.random.poisson.html"""
    return _counted(lam, 0, size)

def binomial(n: Any, p: Any, size: Sizes | None = None):
    """https://numpy.org/doc/stable/reference/random/generated/numpy.random.binomial.html"""
    return _counted(n, p, size)

def chisquare(df: Any, size: Sizes | None = None):
    """https://numpy.org/doc/stable/reference/random/generated/numpy.random.chisquare.html"""
    return uniform(df, 0.0, size)

standard_t = standard_gamma = pareto = weibull = power = chisquare

def rayleigh(scale: Any = 1.0, size: Sizes | None = None):
    """https://numpy.org/doc/stable/reference/random/generated/numpy.random.rayleigh.html"""
    return uniform(scale, 0.0, size)

def vonmises(mu: Any, kappa: Any, size: Sizes | None = None):
    """https://numpy.org/doc/stable/reference/random/generated/numpy.random.vonmises.html"""
    return uniform(mu, kappa, size)

def wald(mean: Any, scale: Any, size: Sizes | None = None):
    """https://numpy.org/doc/stable/reference/random/generated/numpy.random.wald.html"""
    return uniform(mean, scale, size)

def f(dfnum: Any, dfden: Any, size: Sizes | None = None):
    """https://numpy.org/doc/stable/reference/random/generated/numpy.random.f.html"""
    return uniform(dfnum, dfden, size)

def noncentral_chisquare(df: Any, nonc: Any, size: Sizes | None = None):
    """https://numpy.org/doc/stable/reference/random/generated/numpy.random.noncentral_chisquare.html"""
    return uniform(df, nonc, size)

def triangular(left: Any, mode: Any, right: Any, size: Sizes | None = None):
    """https://numpy.org/doc/stable/reference/random/generated/numpy.random.triangular.html"""
    if size is None and is_tensor(mode):
        unknown("one number for each mode")
    return uniform(left, right, size)

def standard_exponential(size: Sizes | None = None, *rest, **options) -> Tensor["*size", float64]:
    """https://numpy.org/doc/stable/reference/random/generated/numpy.random.standard_exponential.html"""
    if size is None:
        return scalar("float")

standard_cauchy = standard_exponential

def geometric(p: Any, size: Sizes | None = None):
    """https://numpy.org/doc/stable/reference/random/generated/numpy.random.geometric.html"""
    return _counted(p, 0, size)

def logseries(p: Any, size: Sizes | None = None):
    """https://numpy.org/doc/stable/reference/random/generated/numpy.random.logseries.html"""
    return geometric(p, size)

def zipf(a: Any, size: Sizes | None = None):
    """https://numpy.org/doc/stable/reference/random/generated/numpy.random.zipf.html"""
    return geometric(a, size)

def negative_binomial(n: Any, p: Any, size: Sizes | None = None):
    """https://numpy.org/doc/stable/reference/random/generated/numpy.random.negative_binomial.html"""
    return _counted(n, p, size)

def randint(low: Any, high: Any = None, size: Sizes | None = None, dtype: dtype | None = None) -> Tensor["*size", dtype or int64]:
    """https://numpy.org/doc/stable/reference/random/generated/numpy.random.randint.html"""
    least, end = (0, low) if high is None else (low, high)
    if size is None and (is_tensor(low) or is_tensor(high) or is_sequence(low) or is_sequence(high)):
        return Tensor["*broadcast(array_shape(least),array_shape(end))", dtype or int64]
    if size is None:
        one = number(drawn((), int64, least, end))
        return scalar("int") if one is None else one
    return drawn(size, dtype or int64, least, end)

integers = random_integers = randint

def choice(a: Any, size: Sizes | None = None, *rest, **options):
    """https://numpy.org/doc/stable/reference/random/generated/numpy.random.choice.html"""
    if size is None and is_int(a):
        return scalar("int")
    if size is None:
        unknown("which one is chosen")
    if is_int(a):
        return Tensor["*size", int64]
    if is_tensor(a):
        require(len(a.shape) == 1, "a must be 1-dimensional or an integer")
        return Tensor["*size", a.dtype]
    kept = gathered_dtype(a)
    if not (surely(kept, "integral") or surely(kept, "floating") or surely(kept, "bool")):
        unknown("which one is chosen")
    require(len(array_shape(a)) == 1, "a must be 1-dimensional or an integer")
    return Tensor["*size", kept]

def multivariate_normal(mean: Any, cov: Any, size: Sizes | None = None, *rest, **options) -> Tensor["*T", float64]:
    """https://numpy.org/doc/stable/reference/random/generated/numpy.random.multivariate_normal.html"""
    S, C = array_shape(mean), array_shape(cov)
    require(len(S) == 1, "mean must be 1 dimensional")
    require(C == (S[0], S[0]), "mean and cov must have same length")
    T = S if size is None else (*size, *S)

def dirichlet(alpha: Any, size: Sizes | None = None) -> Tensor["*T", float64]:
    """https://numpy.org/doc/stable/reference/random/generated/numpy.random.dirichlet.html"""
    S = array_shape(alpha)
    T = S if size is None else (*size, *S)

def multinomial(n: Any, pvals: Any, size: Sizes | None = None) -> Tensor["*T", int64]:
    """https://numpy.org/doc/stable/reference/random/generated/numpy.random.multinomial.html"""
    S = array_shape(pvals)
    if is_int(n):
        T = S if size is None else (*size, *S)
    else:
        T = (*array_shape(n), *S) if size is None else (*size, *S)

def permutation(x: Any, *rest, **options):
    """https://numpy.org/doc/stable/reference/random/generated/numpy.random.permutation.html"""
    if is_int(x):
        return Tensor["x", int64]
    if is_tensor(x):
        return like(x)
    kept = gathered_dtype(x)
    if not (surely(kept, "integral") or surely(kept, "floating") or surely(kept, "bool")):
        unknown("in which order they are")
    S = array_shape(x)
    return Tensor["*S", kept]

def shuffle(x: Any, *rest, **options):
    """https://numpy.org/doc/stable/reference/random/generated/numpy.random.shuffle.html"""
    return None

def seed(*rest, **options):
    """https://numpy.org/doc/stable/reference/random/generated/numpy.random.seed.html"""
    return None

class Generator:
    """https://numpy.org/doc/stable/reference/random/generator.html"""
    def __init__(self, seed: Any = None): ...
    def random(self, size: Any = None, *rest, **options):
        return numpy.random.random(size)
    def uniform(self, low: Any = 0.0, high: Any = 1.0, size: Any = None):
        return numpy.random.uniform(low, high, size)
    def normal(self, loc: Any = 0.0, scale: Any = 1.0, size: Any = None):
        return numpy.random.normal(loc, scale, size)
    def laplace(self, loc: Any = 0.0, scale: Any = 1.0, size: Any = None):
        return numpy.random.laplace(loc, scale, size)
    def logistic(self, loc: Any = 0.0, scale: Any = 1.0, size: Any = None):
        return numpy.random.logistic(loc, scale, size)
    def gumbel(self, loc: Any = 0.0, scale: Any = 1.0, size: Any = None):
        return numpy.random.gumbel(loc, scale, size)
    def lognormal(self, mean: Any = 0.0, sigma: Any = 1.0, size: Any = None):
        return numpy.random.lognormal(mean, sigma, size)
    def beta(self, a: Any, b: Any, size: Any = None):
        return numpy.random.beta(a, b, size)
    def gamma(self, shape: Any, scale: Any = 1.0, size: Any = None):
        return numpy.random.gamma(shape, scale, size)
    def standard_normal(self, size: Any = None, dtype: Any = None, out: Any = None):
        return numpy.random.standard_normal(size, dtype)
    def exponential(self, scale: Any = 1.0, size: Any = None):
        return numpy.random.exponential(scale, size)
    def chisquare(self, df: Any, size: Any = None):
        return numpy.random.chisquare(df, size)
    def rayleigh(self, scale: Any = 1.0, size: Any = None):
        return numpy.random.rayleigh(scale, size)
    def vonmises(self, mu: Any, kappa: Any, size: Any = None):
        return numpy.random.vonmises(mu, kappa, size)
    def triangular(self, left: Any, mode: Any, right: Any, size: Any = None):
        return numpy.random.triangular(left, mode, right, size)
    def geometric(self, p: Any, size: Any = None):
        return numpy.random.geometric(p, size)
    def standard_t(self, df: Any, size: Any = None):
        return numpy.random.chisquare(df, size)
    def standard_exponential(self, size: Any = None, *rest, **options):
        return numpy.random.standard_exponential(size)
    def poisson(self, lam: Any = 1.0, size: Any = None):
        return numpy.random.poisson(lam, size)
    def binomial(self, n: Any, p: Any, size: Any = None):
        return numpy.random.binomial(n, p, size)
    def integers(self, low: Any, high: Any = None, size: Any = None, dtype: Any = None, endpoint: Any = False):
        return numpy.random.integers(low, high, size, dtype)
    def choice(
        self, a: Any, size: Sizes | None = None, replace: Any = True, p: Any = None, axis: int = 0,
        shuffle: Any = True,
    ):
        if is_int(a):
            return numpy.random.choice(a, size)
        kept = a.dtype if is_tensor(a) else gathered_dtype(a)
        if size is None or not (surely(kept, "integral") or surely(kept, "floating") or surely(kept, "bool")):
            unknown("which one is chosen")
        S = array_shape(a)
        at = axis if axis >= 0 else len(S) + axis
        T = (*S[:at], *size, *S[at + 1 :])
        return Tensor["*T", kept]
    def multivariate_normal(self, mean: Any, cov: Any, size: Any = None, *rest, **options):
        return numpy.random.multivariate_normal(mean, cov, size)
    def dirichlet(self, alpha: Any, size: Any = None):
        return numpy.random.dirichlet(alpha, size)
    def multinomial(self, n: Any, pvals: Any, size: Any = None):
        return numpy.random.multinomial(n, pvals, size)
    def permutation(self, x: Any, *rest, **options):
        return numpy.random.permutation(x)
    def shuffle(self, x: Any, *rest, **options):
        return numpy.random.shuffle(x)

class RandomState(Generator):
    """https://numpy.org/doc/stable/reference/random/legacy.html"""
    def rand(self, *sizes):
        return numpy.random.random(sizes)
    def randn(self, *sizes):
        return numpy.random.random(sizes)
    def random_sample(self, size: Any = None):
        return numpy.random.random(size)
    def randint(self, low: Any, high: Any = None, size: Any = None, dtype: Any = None):
        return numpy.random.randint(low, high, size, dtype)
    def seed(self, seed: Any = None):
        return None
    def choice(self, a: Any, size: Any = None, *rest, **options):
        return numpy.random.choice(a, size)

default_rng = Generator
