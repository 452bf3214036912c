"""Linear algebra. https://docs.scipy.org/doc/scipy/reference/linalg.html"""


def square(a: Array["*B N M"], *rest, **options):
    """Square matrices to square matrices.

    >>> [3 3] -> [3 3]
    >>> [3 4] -> error: square
    """
    require(N == M, "expected square matrix, got shape ({N}, {M})")
    return array_of(Tensor["*B N M", array_float(a.dtype)])

inv = cholesky = square

def expm(A: Array["*B N M"]):
    """Of the same size, real or complex as the numbers are.
    https://docs.scipy.org/doc/scipy/reference/generated/scipy.linalg.expm.html"""
    require(N == M, "expected square matrix, got shape ({N}, {M})")
    return array_of(Tensor["*B N M", array_dtype()])

logm = sqrtm = cosm = sinm = signm = expm

def pinv(a: Array["*B M N"], *, atol: Any = None, rtol: Any = None, check_finite: Any = True):
    """https://docs.scipy.org/doc/scipy/reference/generated/scipy.linalg.pinv.html"""
    return array_of(Tensor["*B N M", array_float(a.dtype)])

def qr(
    a: Array["*B M N"], overwrite_a: Any = False, lwork: Any = None, mode: str = "full", pivoting: bool = False,
    check_finite: Any = True,
):
    """https://docs.scipy.org/doc/scipy/reference/generated/scipy.linalg.qr.html

    >>> [5 3] -> [5 5], [5 3]
    >>> [5 3], mode="economic" -> [5 3], [3 3]
    """
    if mode == "raw":
        unknown("the raw form of a decomposition")
    K = min(M, N) if mode == "economic" else M
    Q = array_of(Tensor["*B M K", array_float(a.dtype)])
    R = array_of(Tensor["*B K N", array_float(a.dtype)])
    P = array_of(Tensor["*B N", int32])
    parts = (R,) if mode == "r" else (Q, R)
    return (*parts, P) if pivoting else parts

def lu(
    a: Array["*B M N"], permute_l: bool = False, overwrite_a: Any = False, check_finite: Any = True,
    p_indices: bool = False,
):
    """https://docs.scipy.org/doc/scipy/reference/generated/scipy.linalg.lu.html

    >>> [5 3] -> [5 5], [5 3], [3 3]
    """
    K = min(M, N)
    L = array_of(Tensor["*B M K", array_float(a.dtype)])
    U = array_of(Tensor["*B K N", array_float(a.dtype)])
    if permute_l:
        return L, U
    P = array_of(Tensor["*B M", int32]) if p_indices else array_of(Tensor["*B M M", array_float(a.dtype)])
    return P, L, U

def svd(a: Array["*B M N"], full_matrices: bool = True, compute_uv: bool = True, *rest, **options):
    """https://docs.scipy.org/doc/scipy/reference/generated/scipy.linalg.svd.html"""
    K = min(M, N)
    s = array_of(Tensor["*B K", array_float(a.dtype)])
    if not compute_uv:
        return s
    rows, columns = (M, N) if full_matrices else (K, K)
    U = array_of(Tensor["*B M rows", array_float(a.dtype)])
    return U, s, array_of(Tensor["*B columns N", array_float(a.dtype)])

def svdvals(a: Array["*B M N"], *rest, **options):
    """https://docs.scipy.org/doc/scipy/reference/generated/scipy.linalg.svdvals.html"""
    return array_of(Tensor["*B min(M,N)", array_float(a.dtype)])

def eigh(a: Array["*B N M"], b: Any = None, *, lower: Any = True, eigvals_only: bool = False, type: Any = 1):
    """https://docs.scipy.org/doc/scipy/reference/generated/scipy.linalg.eigh.html"""
    require(N == M, "expected square matrix, got shape ({N}, {M})")
    values = array_of(Tensor["*B N", array_float(a.dtype)])
    return values if eigvals_only else (values, array_of(Tensor["*B N N", array_float(a.dtype)]))

def eigvalsh(a: Array["*B N M"], b: Any = None, *, lower: Any = True):
    """https://docs.scipy.org/doc/scipy/reference/generated/scipy.linalg.eigvalsh.html"""
    require(N == M, "expected square matrix, got shape ({N}, {M})")
    return array_of(Tensor["*B N", array_float(a.dtype)])

def eig(a: Array["*B N M"], b: Any = None, left: bool = False, right: bool = True):
    """Complex values, in the precision of the matrix. https://docs.scipy.org/doc/scipy/reference/generated/scipy.linalg.eig.html"""
    require(N == M, "expected square matrix, got shape ({N}, {M})")
    if left or not right:
        unknown("which vectors are given")
    return array_of(Tensor["*B N", array_dtype()]), array_of(Tensor["*B N N", array_dtype()])

def det(a: Array["*B N M"], overwrite_a: Any = False, check_finite: Any = True):
    """https://docs.scipy.org/doc/scipy/reference/generated/scipy.linalg.det.html"""
    require(N == M, "expected square matrix, got shape ({N}, {M})")
    return array_of(Tensor["*B", array_dtype()])

def orthogonal_procrustes(A: Array["M N"], B: Array["K L"], check_finite: Any = True):
    """https://docs.scipy.org/doc/scipy/reference/generated/scipy.linalg.orthogonal_procrustes.html"""
    require(M == K and N == L, "the shapes of A and B differ (({M}, {N}) vs ({K}, {L}))")
    return array_of(Tensor["N N", array_float(A.dtype)]), scalar("float")

def toeplitz(c: Array["N"], r: Array | None = None):
    """https://docs.scipy.org/doc/scipy/reference/generated/scipy.linalg.toeplitz.html"""
    columns = N if r is None else r.shape[0]
    return array_of(Tensor["N columns", array_dtype()])

def circulant(c: Array["N"]):
    """https://docs.scipy.org/doc/scipy/reference/generated/scipy.linalg.circulant.html"""
    return array_of(Tensor["N N", c.dtype])

def hadamard(n: int, dtype: Any = None):
    """https://docs.scipy.org/doc/scipy/reference/generated/scipy.linalg.hadamard.html"""
    return array_of(Tensor["n n", array_dtype()])
