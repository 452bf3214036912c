"""https://docs.pytorch.org/docs/2.13/linalg.html"""

matmul = torch.matmul
matrix_exp = torch.matrix_exp


def square(A: Tensor["*B N M"], *rest, **options) -> Tensor["*B N M"]:
    """Square matrices to square matrices.

    >>> [B 3 3] -> [B 3 3]
    """
    require(N == M, "A must be batches of square matrices, but they are {N} by {M} matrices")

inv = cholesky = square

def norm(
    A: Tensor["*S"], ord: Any = None, dim: Axes = None, keepdim: bool = False, *,
    dtype: dtype | None = None,
) -> Tensor["*reduced(S,dim,keepdim)", real_of(dtype or A.dtype)]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.linalg.norm.html"""

def vector_norm(
    x: Tensor["*S"], ord: Any = 2, dim: Axes = None, keepdim: bool = False, *,
    dtype: dtype | None = None,
) -> Tensor["*reduced(S,dim,keepdim)", real_of(dtype or x.dtype)]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.linalg.vector_norm.html"""

def matrix_norm(
    A: Tensor["*S"], ord: Any = "fro", dim: Ints = (-2, -1), keepdim: bool = False, *,
    dtype: dtype | None = None,
) -> Tensor["*reduced(S,dim,keepdim)", real_of(dtype or A.dtype)]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.linalg.matrix_norm.html"""
    require(len(S) >= 2, "linalg.matrix_norm: The input tensor A must have at least 2 dimensions.")

def cond(A: Tensor["*B N M"], p: Any = None) -> Tensor["*B", real_of(A.dtype)]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.linalg.cond.html"""

def det(A: Tensor["*B N M"]) -> Tensor["*B"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.linalg.det.html"""
    require(
        N == M,
        "linalg.det: A must be batches of square matrices, but they are {N} by {M} matrices",
    )

def slogdet(
    A: Tensor["*B N M"],
) -> named(sign=Tensor["*B"], logabsdet=Tensor["*B", real_of(A.dtype)]):
    """https://docs.pytorch.org/docs/2.13/generated/torch.linalg.slogdet.html"""
    require(
        N == M,
        "linalg.slogdet: A must be batches of square matrices, but they are {N} by {M} matrices",
    )

def diagonal(A: Tensor["*S"], *, offset: int = 0, dim1: int = -2, dim2: int = -1) -> Tensor:
    """https://docs.pytorch.org/docs/2.13/generated/torch.linalg.diagonal.html"""
    return torch.diagonal(A, offset, dim1, dim2)

def matrix_rank(
    A: Tensor["*B N M"], tol: Any = None, hermitian: Any = False, *, atol: Any = None, rtol: Any = None,
) -> Tensor["*broadcast(B,_batch(tol),_batch(atol),_batch(rtol))", int64]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.linalg.matrix_rank.html"""

def _batch(tolerance: Any):
    """A tolerance may be a tensor: one for each matrix."""
    return tolerance.shape if is_tensor(tolerance) else ()

def cholesky_ex(
    A: Tensor["*B N N"], *, upper: bool = False, check_errors: bool = False,
) -> named(L=Tensor["*B N N"], info=Tensor["*B", int32]):
    """https://docs.pytorch.org/docs/2.13/generated/torch.linalg.cholesky_ex.html"""

def inv_ex(
    A: Tensor["*B N N"], *, check_errors: bool = False,
) -> named(inverse=Tensor["*B N N"], info=Tensor["*B", int32]):
    """https://docs.pytorch.org/docs/2.13/generated/torch.linalg.inv_ex.html"""

def qr(A: Tensor["*B M N"], mode: str = "reduced") -> named(Q=Tensor["*B M K"], R=Tensor["*B K N"]):
    """https://docs.pytorch.org/docs/2.13/generated/torch.linalg.qr.html"""
    K = M if mode == "complete" else min(M, N)
    if mode == "r":
        return named(Q=Tensor["0"], R=Tensor["*B K N"])

def svd(
    A: Tensor["*B M N"], full_matrices: bool = True, *, driver: Any = None,
) -> named(U=Tensor["*B M U"], S=Tensor["*B k", real_of(A.dtype)], Vh=Tensor["*B V N"]):
    """https://docs.pytorch.org/docs/2.13/generated/torch.linalg.svd.html"""
    k = min(M, N)
    U = M if full_matrices else k
    V = N if full_matrices else k

def svdvals(A: Tensor["*B M N"], *, driver: Any = None) -> Tensor["*B min(M,N)", real_of(A.dtype)]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.linalg.svdvals.html"""

def eig(
    A: Tensor["*B N N"],
) -> named(eigenvalues=Tensor["*B N", complex_of(A.dtype)], eigenvectors=Tensor["*B N N", complex_of(A.dtype)]):
    """https://docs.pytorch.org/docs/2.13/generated/torch.linalg.eig.html"""

def eigvals(A: Tensor["*B N N"]) -> Tensor["*B N", complex_of(A.dtype)]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.linalg.eigvals.html"""

def eigh(
    A: Tensor["*B N N"], UPLO: Any = "L",
) -> named(eigenvalues=Tensor["*B N", real_of(A.dtype)], eigenvectors=Tensor["*B N N"]):
    """https://docs.pytorch.org/docs/2.13/generated/torch.linalg.eigh.html"""

def eigvalsh(A: Tensor["*B N N"], UPLO: Any = "L") -> Tensor["*B N", real_of(A.dtype)]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.linalg.eigvalsh.html"""

def matrix_power(A: Tensor["*B N M"], n: int) -> Tensor["*B N M"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.linalg.matrix_power.html"""
    require(
        N == M,
        "linalg.matrix_power: A must be batches of square matrices, but they are {N} by {M} "
        "matrices",
    )

def pinv(
    A: Tensor["*B M N"], rcond: Any = None, hermitian: Any = False, *, atol: Any = None, rtol: Any = None,
) -> Tensor["*broadcast(B,_batch(rcond),_batch(atol),_batch(rtol)) N M"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.linalg.pinv.html"""

def multi_dot(tensors: Sequence[Tensor]) -> Tensor["*T"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.linalg.multi_dot.html

    >>> ([2 3], [3 5], [5 4]) -> [2 4]
    >>> ([2 3], [4 5]) -> error: tensors 0 and 1 with shapes [2, 3] and [4, 5] cannot be multiplied
    """
    for i in range(len(tensors) - 1):
        left, right = tensors[i].shape, tensors[i + 1].shape
        require(
            left[-1] == right[0],
            "multi_dot(): tensors {i} and {i + 1} with shapes {left} and {right} cannot be multiplied",
        )
    first, end = tensors[0].shape, tensors[-1].shape
    T = (*(first[:1] if len(first) == 2 else ()), *(end[1:] if len(end) == 2 else ()))

def cross(input: Tensor["*A"], other: Tensor["*B"], *, dim: int = -1) -> Tensor["*T"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.linalg.cross.html"""
    require(len(A) == len(B), "linalg.cross: inputs must have the same number of dimensions.")
    require(
        A[axis(dim, len(A))] == 3 and B[axis(dim, len(B))] == 3,
        "linalg.cross: inputs dimension {dim} must have length 3. Got {A[axis(dim, len(A))]} and {B[axis(dim, len(B))]}",
    )
    T = broadcast(A, B)
    require(
        T[axis(dim, len(T))] == 3,
        "linalg.cross: inputs dimension {dim} must have length 3. Got {A} and {B}",
    )

def vecdot(
    x: Tensor["*A"], y: Tensor["*B"], *, dim: int = -1,
) -> Tensor["*reduced(broadcast(A,B),dim)"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.linalg.vecdot.html"""

def vander(x: Tensor["*S"], *, N: int | None = None) -> Tensor["*T n", long_of(x.dtype)]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.linalg.vander.html"""
    T = S if len(S) >= 1 else (1,)
    n = T[-1] if N is None else N

def solve(A: Tensor["*S N M"], B: Tensor["*R"], *, left: bool = True) -> Tensor["*T"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.linalg.solve.html"""
    require(
        N == M,
        "linalg.solve: A must be batches of square matrices, but they are {N} by {M} matrices",
    )
    if len(R) == 1 or R == (*S, N):
        require(
            R[-1] == N,
            "linalg.solve: Incompatible shapes of A and B for the equation AX = B ({matrix(N, M)} and "
            "{matrix(R[-1], 1)})",
        )
        T = (*S, N)
    else:
        require(
            R[-2 if left else -1] == N,
            "linalg.solve: Incompatible shapes of A and B for the equation AX = B ({matrix(N, M)} and "
            "{matrix(R[-2], R[-1])})",
        )
        T = (*broadcast(S, R[:-2]), R[-2], R[-1])

def solve_ex(A: Tensor["*S N M"], B: Tensor, *, left: bool = True, check_errors: Any = False):
    """https://docs.pytorch.org/docs/2.13/generated/torch.linalg.solve_ex.html"""
    return named(result=solve(A, B, left=left), info=Tensor["*S", int32])

def lu_solve(
    LU: Tensor["*A N N"], pivots: Any, B: Tensor["*C P Q"], *, left: bool = True,
    adjoint: bool = False,
) -> Tensor["*broadcast(A,C) P Q"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.linalg.lu_solve.html"""
    _solves("lu_solve", N, P, Q, left)

def ldl_factor(
    A: Tensor["*B N N"], *, hermitian: Any = False,
) -> named(LD=Tensor["*B N N"], pivots=Tensor["*B N", int32]):
    """https://docs.pytorch.org/docs/2.13/generated/torch.linalg.ldl_factor.html"""

def ldl_factor_ex(
    A: Tensor["*B N N"], *, hermitian: Any = False, check_errors: Any = False,
) -> named(LD=Tensor["*B N N"], pivots=Tensor["*B N", int32], info=Tensor["*B", int32]):
    """https://docs.pytorch.org/docs/2.13/generated/torch.linalg.ldl_factor_ex.html"""

def ldl_solve(
    LD: Tensor["*A N N"], pivots: Any, B: Tensor["*C P Q"], *, hermitian: Any = False,
) -> Tensor["*broadcast(A,C) P Q"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.linalg.ldl_solve.html"""
    require(
        N == P,
        "Incompatible matrix sizes for torch.linalg.ldl_solve: each A matrix is {N} by {N} but each b matrix is {P} by {Q}",
    )

def solve_triangular(
    A: Tensor["*S N N"], B: Tensor["*C P Q"], *, upper: Any, left: bool = True,
    unitriangular: bool = False,
) -> Tensor["*broadcast(S,C) P Q"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.linalg.solve_triangular.html

    >>> [3 3], [3 2], upper=True -> [3 2]
    >>> [3 3], [4 2], upper=True -> error: Incompatible shapes of A and B for the equation AX = B
    """
    _solves("solve_triangular", N, P, Q, left)

def _solves(name: str, N: int, P: int, Q: int, left: bool) -> None:
    if left:
        equation, fits = "AX = B", N == P
    else:
        equation, fits = "XA = B", N == Q
    require(
        fits, "linalg.{name}: Incompatible shapes of A and B for the equation {equation} ({N}x{N} and {P}x{Q})"
    )

def lu_factor(
    A: Tensor["*B M N"], *, pivot: bool = True,
) -> named(LU=Tensor["*B M N"], pivots=Tensor["*B min(M,N)", int32]):
    """https://docs.pytorch.org/docs/2.13/generated/torch.linalg.lu_factor.html"""

def lu_factor_ex(
    A: Tensor["*B M N"], *, pivot: bool = True, check_errors: bool = False,
) -> named(LU=Tensor["*B M N"], pivots=Tensor["*B min(M,N)", int32], info=Tensor["*B", int32]):
    """https://docs.pytorch.org/docs/2.13/generated/torch.linalg.lu_factor_ex.html"""

def lu(
    A: Tensor["*B M N"], *, pivot: bool = True,
) -> named(P=Tensor["*B M M"], L=Tensor["*B M k"], U=Tensor["*B k N"]):
    """https://docs.pytorch.org/docs/2.13/generated/torch.linalg.lu.html"""
    k = min(M, N)
    if not pivot:
        return named(P=Tensor["0"], L=Tensor["*B M k"], U=Tensor["*B k N"])

def householder_product(A: Tensor["*B M N"], tau: Tensor["*C K"]) -> Tensor["*B M N"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.linalg.householder_product.html"""

def lstsq(
    A: Tensor["*B M N"], b: Tensor["*R"], rcond: Any = None, *, driver: str | None = None,
) -> named(
    solution=Tensor["*B N *K"], residuals=Tensor["*r"], rank=Tensor["*k", int64],
    singular_values=Tensor["*s", real_of(A.dtype)],
):
    """https://docs.pytorch.org/docs/2.13/generated/torch.linalg.lstsq.html"""
    is_vector = len(R) == 1 or (len(R) == len(B) + 1 and R == (*B, M))
    K = () if is_vector else (R[-1],)
    require(
        R[len(R)-1-len(K)] == M,
        "torch.linalg.lstsq: input.size(-2) should match other.size(-2)",
    )
    how = "gelsy" if driver is None else driver
    r = (*B, *(K if len(K) == 1 else (1,))) if how == "gels" and M > N else (0,)
    if how == "gelsd" or how == "gelss":
        r = (0,) if M <= N else _residuals(B, K)
    k = (0,) if how == "gels" else B
    s = (*B, min(M, N)) if how == "gelsd" or how == "gelss" else (0,)

def _residuals(B: Ints, K: Ints):
    """None where a matrix is not of full rank."""
    if len(B) > 0:
        return unknown_tensor("the residuals of a batch are empty where a matrix is not of full rank").shape
    return (fresh(0, K[0] if len(K) == 1 else 1),)

def tensorinv(A: Tensor["*S"], ind: int = 2) -> Tensor["*last(S,len(S)-ind) *S[:ind]"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.linalg.tensorinv.html"""
    require(ind > 0, "Expected a strictly positive integer for 'ind', got: {ind}")
    require(
        prod(S[:ind]) == prod(S[ind:]),
        "Expected self to satisfy the requirement prod(self.shape[ind:]) == prod(self.shape[:ind]), but got "
        "{prod(S[ind:])} != {prod(S[:ind])}",
    )

def tensorsolve(A: Tensor["*S"], other: Tensor["*R"], dims: Axes = None) -> Tensor["*T"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.linalg.tensorsolve.html"""
    ends = () if dims is None else axes(dims, len(S))
    order = (*tuple(n for i, n in enumerate(S) if not i in ends), *tuple(S[i] for i in ends))
    T = order[len(R):]
    require(
        prod(T) == prod(R),
        "Expected self to satisfy the requirement prod(self.shape[other.ndim:]) == prod(self.shape[:other.ndim])",
    )
