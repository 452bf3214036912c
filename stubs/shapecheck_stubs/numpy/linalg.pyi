"""Linear algebra. https://numpy.org/doc/stable/reference/routines.linalg.html"""


def norm(x: Array["*S"], ord: Any = None, axis: Axes = None, keepdims: bool = False) -> Tensor["*T", array_float(x.dtype)]:
    """https://numpy.org/doc/stable/reference/generated/numpy.linalg.norm.html

    >>> [B 3 4], axis=-1 -> [B 3]
    >>> [B 3 4], axis=1, keepdims=True -> [B 1 4]
    """
    require(axis is None or len(axis) <= 2, "Improper number of dimensions to norm.")
    T = reduced(S, axis, keepdims)

def square(a: Array["*B N M"]) -> Tensor["*B N M", array_float(a.dtype)]:
    """Square matrices to square matrices.

    >>> [B 3 3] -> [B 3 3]
    >>> [B 3 4] -> error: square
    """
    require(N == M, "Last 2 dimensions of the array must be square, but they are {N} and {M}")

inv = square

def cholesky(a: Array, *, upper: Any = False):
    """https://numpy.org/doc/stable/reference/generated/numpy.linalg.cholesky.html"""
    return square(a)

def matrix_power(a: Array["*B N M"], n: Any) -> Tensor["*B N M"]:
    """https://numpy.org/doc/stable/reference/generated/numpy.linalg.matrix_power.html"""
    require(N == M, "Last 2 dimensions of the array must be square, but they are {N} and {M}")

def pinv(a: Array["*B M N"], *rest, **options) -> Tensor["*B N M", array_float(a.dtype)]:
    """https://numpy.org/doc/stable/reference/generated/numpy.linalg.pinv.html"""

def det(a: Array["*B N M"]) -> Tensor["*B", array_float(a.dtype)]:
    """https://numpy.org/doc/stable/reference/generated/numpy.linalg.det.html"""
    require(N == M, "Last 2 dimensions of the array must be square, but they are {N} and {M}")

def matrix_rank(A: Array["*B M N"], *rest, **options) -> Tensor["*B", int64]:
    """https://numpy.org/doc/stable/reference/generated/numpy.linalg.matrix_rank.html"""

def slogdet(
    a: Array["*B N M"],
) -> named(sign=Tensor["*B", array_float(a.dtype)], logabsdet=Tensor["*B", array_float(a.dtype)]):
    """https://numpy.org/doc/stable/reference/generated/numpy.linalg.slogdet.html"""
    require(N == M, "Last 2 dimensions of the array must be square, but they are {N} and {M}")

def svd(a: Array["*B M N"], full_matrices: bool = True, compute_uv: bool = True, hermitian: Any = False):
    """https://numpy.org/doc/stable/reference/generated/numpy.linalg.svd.html"""
    K = min(M, N)
    if not compute_uv:
        return Tensor["*B K", array_float(a.dtype)]
    rows, columns = (M, N) if full_matrices else (K, K)
    return _svd(a, rows, columns)

def _svd(a: Array["*B M N"], rows: int, columns: int) -> named(
    U=Tensor["*B M rows", array_float(a.dtype)], S=Tensor["*B min(M,N)", array_float(a.dtype)],
    Vh=Tensor["*B columns N", array_float(a.dtype)],
): ...

def svdvals(x: Array["*B M N"]) -> Tensor["*B min(M,N)", array_float(x.dtype)]:
    """https://numpy.org/doc/stable/reference/generated/numpy.linalg.svdvals.html"""

def eigh(a: Array["*B N M"], UPLO: Any = "L") -> named(
    eigenvalues=Tensor["*B N", array_float(a.dtype)], eigenvectors=Tensor["*B N N", array_float(a.dtype)],
):
    """https://numpy.org/doc/stable/reference/generated/numpy.linalg.eigh.html"""
    require(N == M, "Last 2 dimensions of the array must be square, but they are {N} and {M}")

def eigvalsh(a: Array["*B N M"], UPLO: Any = "L") -> Tensor["*B N", array_float(a.dtype)]:
    """https://numpy.org/doc/stable/reference/generated/numpy.linalg.eigvalsh.html"""
    require(N == M, "Last 2 dimensions of the array must be square, but they are {N} and {M}")

def eig(a: Array["*B N M"]) -> named(
    eigenvalues=Tensor["*B N", array_dtype()], eigenvectors=Tensor["*B N N", array_dtype()],
):
    """Real or complex, as the numbers are. https://numpy.org/doc/stable/reference/generated/numpy.linalg.eig.html"""
    require(N == M, "Last 2 dimensions of the array must be square, but they are {N} and {M}")

def eigvals(a: Array["*B N M"]) -> Tensor["*B N", array_dtype()]:
    """https://numpy.org/doc/stable/reference/generated/numpy.linalg.eigvals.html"""
    require(N == M, "Last 2 dimensions of the array must be square, but they are {N} and {M}")

def qr(a: Array["*B M N"], mode: str = "reduced"):
    """https://numpy.org/doc/stable/reference/generated/numpy.linalg.qr.html"""
    K = M if mode == "complete" else min(M, N)
    if mode == "r":
        return Tensor["*B K N", array_float(a.dtype)]
    if mode == "raw":
        unknown("the raw form of a decomposition")
    return _qr(a, K)

def _qr(a: Array["*B M N"], K: int) -> named(
    Q=Tensor["*B M K", array_float(a.dtype)], R=Tensor["*B K N", array_float(a.dtype)],
): ...

def solve(a: Array["*A N M"], b: Array["*S"]) -> Tensor["*T", array_float(array_dtype(a, b))]:
    """https://numpy.org/doc/stable/reference/generated/numpy.linalg.solve.html"""
    require(N == M, "Last 2 dimensions of the array must be square, but they are {N} and {M}")
    rows = S[0] if len(S) == 1 else S[-2]
    require(rows == N, "solve: the right side has {rows} rows, the matrices have {N}")
    T = (*A, N) if len(S) == 1 else (*broadcast(A, S[:-2]), N, S[-1])

def lstsq(a: Array["M N"], b: Array["*S"], rcond: Any = None):
    """Residuals are empty where the rank is not full. https://numpy.org/doc/stable/reference/generated/numpy.linalg.lstsq.html"""
    require(S[0] == M, "Incompatible dimensions: {S[0]} rows on the right side, {M} on the left")
    T = (N, *S[1:])
    residuals = unknown_tensor("residuals depend on the rank", array_float(array_dtype(a, b)))
    return (
        Tensor["*T", array_float(array_dtype(a, b))], residuals, scalar("int"),
        Tensor["min(M,N)", array_float(a.dtype)],
    )

def cond(x: Array["*B M N"], p: Any = None) -> Tensor["*B", array_float(x.dtype)]:
    """https://numpy.org/doc/stable/reference/generated/numpy.linalg.cond.html"""

def multi_dot(arrays: Sequence[Array], **options):
    """https://numpy.org/doc/stable/reference/generated/numpy.linalg.multi_dot.html"""
    return torch.linalg.multi_dot(arrays)

def vector_norm(x: Array["*S"], axis: Axes = None, keepdims: bool = False, ord: Any = 2) -> Tensor["*reduced(S,axis,keepdims)", array_float(x.dtype)]:
    """https://numpy.org/doc/stable/reference/generated/numpy.linalg.vector_norm.html"""
