"""Nodes and weights of quadratures. https://numpy.org/doc/stable/reference/routines.polynomials.html"""

modules = (
    "numpy.polynomial.legendre", "numpy.polynomial.chebyshev", "numpy.polynomial.hermite",
    "numpy.polynomial.hermite_e", "numpy.polynomial.laguerre",
)


def leggauss(deg: int):
    """https://numpy.org/doc/stable/reference/generated/numpy.polynomial.legendre.leggauss.html"""
    return repeated(Tensor["deg", float64], 2)

chebgauss = hermgauss = hermegauss = laggauss = leggauss
