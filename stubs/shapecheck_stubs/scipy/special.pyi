"""Special functions, of each element. https://docs.scipy.org/doc/scipy/reference/special.html

Those that are no ufuncs (zeros of polynomials, ...) have no rule here.
"""

modules = "scipy.special",


def gamma(x: Array | Number, *rest, **options):
    """Of one argument: floats, of whole numbers, too."""
    return array_of(Tensor["*x.shape", array_float(array_dtype(x))])

gammaln = loggamma = digamma = psi = rgamma = erf = erfc = erfinv = erfcinv = erfcx = erfi = dawsn = ndtr = ndtri = gamma
log_ndtr = expit = logit = log_expit = exp2 = exp10 = expm1 = log1p = cosm1 = exprel = gamma
j0 = j1 = y0 = y1 = i0 = i0e = i1 = i1e = k0 = k0e = k1 = k1e = ellipk = ellipe = ellipkm1 = entr = spence = gamma

def jv(v: Array | Number, z: Array | Number, *rest, **options):
    """Of two arguments, which broadcast: floats, of whole numbers, too."""
    return array_of(Tensor["*broadcast(v.shape,z.shape)", array_float(array_dtype(v, z))])

jn = jve = yn = yv = yve = iv = ive = kn = kv = kve = beta = betaln = binom = poch = gammainc = gammaincc = jv
gammaincinv = gammainccinv = xlogy = xlog1py = rel_entr = kl_div = huber = pseudo_huber = owens_t = boxcox = jv
eval_legendre = eval_chebyt = eval_chebyu = eval_laguerre = jv

def comb(N: Array | Number, k: Array | Number, exact: Any = False, repetition: Any = False):
    """https://docs.scipy.org/doc/scipy/reference/generated/scipy.special.comb.html"""
    return array_of(Tensor["*broadcast(N.shape,k.shape)", float64])

perm = comb

def logsumexp(a: Array["*S"], axis: Axes = None, b: Any = None, keepdims: bool = False, return_sign: None = None):
    """https://docs.scipy.org/doc/scipy/reference/generated/scipy.special.logsumexp.html"""
    return array_of(Tensor["*reduced(S,axis,keepdims)", array_float(a.dtype)])

def softmax(x: Array["*S"], axis: Any = None):
    """https://docs.scipy.org/doc/scipy/reference/generated/scipy.special.softmax.html"""
    return array_of(Tensor["*S", array_float(x.dtype)])

log_softmax = softmax
