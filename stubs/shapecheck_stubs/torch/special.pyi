"""https://docs.pytorch.org/docs/2.13/special.html"""

airy_ai = bessel_j0 = bessel_j1 = bessel_y0 = bessel_y1 = digamma = entr = erf = erfc = erfcx = erfinv = exp2 = one_float
expit = expm1 = gammaln = i0 = i0e = i1 = i1e = log1p = log_ndtr = logit = ndtr = ndtri = psi = round = sinc = one_float
modified_bessel_i0 = modified_bessel_i1 = modified_bessel_k0 = modified_bessel_k1 = spherical_bessel_j0 = one_float
scaled_modified_bessel_k0 = scaled_modified_bessel_k1 = multigammaln = one_float
chebyshev_polynomial_t = chebyshev_polynomial_u = chebyshev_polynomial_v = chebyshev_polynomial_w = polynomial
hermite_polynomial_h = hermite_polynomial_he = laguerre_polynomial_l = legendre_polynomial_p = polynomial
shifted_chebyshev_polynomial_t = shifted_chebyshev_polynomial_u = shifted_chebyshev_polynomial_v = polynomial
shifted_chebyshev_polynomial_w = polynomial
gammainc = gammaincc = xlog1py = xlogy = zeta = two_float
logsumexp = torch.logsumexp
log_softmax = torch.log_softmax
softmax = torch.softmax
polygamma = torch.polygamma

def one_float(input: Tensor["*S"], *rest, **options) -> Tensor["*S", float_of(input.dtype)]:
    """A function of each element.

    >>> [B 3] -> [B 3]
    """

def two_float(
    input: Tensor | Number, other: Tensor | Number,
) -> Tensor["*broadcast(input.shape,other.shape)", float_of(promote(input, other))]:
    """A function of each pair of elements; broadcasts.

    >>> [B 1], [3] -> [B 3]
    """

def polynomial(
    input: Tensor | Number, n: Tensor | Number,
) -> Tensor["*broadcast(input.shape,n.shape)", float_of(promote(input, n))]:
    """The polynomial of each degree; broadcasts.

    >>> [B 1], [3] -> [B 3]
    """
