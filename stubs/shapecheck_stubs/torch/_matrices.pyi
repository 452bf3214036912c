"""Products of vectors and matrices. https://docs.pytorch.org/docs/2.13/torch.html#blas-and-lapack-operations"""

modules = "torch", "torch.Tensor"


def matmul(input: Tensor["*A"], other: Tensor["*B"]) -> Tensor["*matmul_shape(A,B)"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.matmul.html

    >>> [B T 32], [32 64] -> [B T 64]
    >>> [B 4 5], [B 5 6] -> [B 4 6]
    >>> [B T 32], [32] -> [B T]
    >>> [2 32], [33 4] -> error: mat1 and mat2 shapes cannot be multiplied (2x32 and 33x4)
    """
    require(
        same_dtype(input.dtype, other.dtype),
        "expected m1 and m2 to have the same dtype, but got: {c_type(input.dtype)} != {c_type(other.dtype)}",
    )

def mm(input: Tensor["N I"], mat2: Tensor["J M"]) -> Tensor["N M"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.mm.html"""
    require(
        same_dtype(input.dtype, mat2.dtype),
        "expected m1 and m2 to have the same dtype, but got: {c_type(input.dtype)} != {c_type(mat2.dtype)}",
    )
    require(I == J, "mat1 and mat2 shapes cannot be multiplied ({matrix(N, I)} and {matrix(J, M)})")

def spmm(input: Tensor, mat2: Tensor) -> Tensor:
    """One of them sparse. https://docs.pytorch.org/docs/2.13/sparse.html#supported-operations"""
    return mm(input, mat2)

smm = hspmm = dsmm = hsmm = spmm

def mv(input: Tensor["N I"], vec: Tensor["J", input.dtype]) -> Tensor["N"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.mv.html"""
    require(I == J, "size mismatch, got input ({N}), mat ({matrix(N, I)}), vec ({J})")

def bmm(input: Tensor["B N I"], mat2: Tensor["C J M"]) -> Tensor["B N M"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.bmm.html

    >>> [B 3 4], [B 4 5] -> [B 3 5]
    """
    require(
        same_dtype(input.dtype, mat2.dtype),
        "expected scalar type {scalar_type(input.dtype)} but found {scalar_type(mat2.dtype)}",
    )
    require(
        B == C and I == J,
        "Expected size for first two dimensions of batch2 tensor to be: [{B}, {I}] but got: [{C}, "
        "{J}].",
    )

def dot(input: Tensor["N"], tensor: Tensor["M", input.dtype]) -> Tensor[""]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.dot.html"""
    require(
        N == M,
        "inconsistent tensor size, expected tensor [{N}] and src [{M}] to have the same number of "
        "elements, but got {N} and {M} elements respectively",
    )

def dot(input: Tensor["N"], other: Tensor["M"]) -> Tensor[""]:
    require(
        N == M,
        "inconsistent tensor size, expected tensor [{N}] and src [{M}] to have the same number of "
        "elements, but got {N} and {M} elements respectively",
    )

vdot = dot

def outer(input: Tensor["N"], vec2: Tensor["M"]) -> Tensor["N M", promote(input, vec2)]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.outer.html"""

ger = outer

def inner(input: Tensor["*A"], other: Tensor["*B"]) -> Tensor["*T"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.inner.html"""
    if len(A) == 0 or len(B) == 0:
        return Tensor["*A *B", promote(input, other)]
    if dtype_known(input.dtype) and dtype_known(other.dtype):
        require(same_dtype(input.dtype, other.dtype), "both inputs should have same dtype")
    require(
        A[-1] == B[-1],
        "inner() the last dimension must match on both input tensors but got shapes {A} and {B}",
    )
    T = (*A[:-1], *B[:-1])

def addmm(
    input: Tensor["*S"], mat1: Tensor["N I"], mat2: Tensor["J M"], *, beta: float = 1,
    alpha: float = 1,
) -> Tensor["N M"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.addmm.html"""
    require(I == J, "mat1 and mat2 shapes cannot be multiplied ({matrix(N, I)} and {matrix(J, M)})")
    T = expands(S, (N, M))

def addmv(
    input: Tensor["*S"], mat: Tensor["N I"], vec: Tensor["J"], *, beta: float = 1, alpha: float = 1,
) -> Tensor["N"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.addmv.html"""
    require(I == J, "size mismatch, got input ({N}), mat ({matrix(N, I)}), vec ({J})")
    T = expands(S, (N,))

def addr(
    input: Tensor["*S"], vec1: Tensor["N"], vec2: Tensor["M"], *, beta: float = 1, alpha: float = 1,
) -> Tensor["N M", promote(input, vec1, vec2)]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.addr.html"""
    T = expands(S, (N, M))

def baddbmm(
    input: Tensor["*S"], batch1: Tensor["B N I"], batch2: Tensor["C J M"], *, beta: float = 1,
    alpha: float = 1,
) -> Tensor["B N M"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.baddbmm.html"""
    require(
        B == C and I == J,
        "Expected size for first two dimensions of batch2 tensor to be: [{B}, {I}] but got: [{C}, "
        "{J}].",
    )
    T = expands(S, (B, N, M))

def addbmm(
    input: Tensor["*S"], batch1: Tensor["B N I"], batch2: Tensor["C J M"], *, beta: float = 1,
    alpha: float = 1,
) -> Tensor["N M"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.addbmm.html"""
    require(
        B == C and I == J,
        "Expected size for first two dimensions of batch2 tensor to be: [{B}, {I}] but got: [{C}, "
        "{J}].",
    )
    T = expands(S, (N, M))

def addcmul(
    input: Tensor["*S"], tensor1: Tensor["*A"], tensor2: Tensor["*B"], *, value: float = 1,
) -> Tensor["*broadcast(S,A,B)", promote(input, tensor1, tensor2)]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.addcmul.html"""

addcdiv = addcmul

def lerp(
    input: Tensor["*S"], end: Tensor["*R"], weight: Tensor["*W"] | float,
) -> Tensor["*broadcast(S,R,weight.shape)"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.lerp.html"""

def kron(input: Tensor["*A"], other: Tensor["*B"]) -> Tensor["*T", promote(input, other)]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.kron.html"""
    n = max(len(A), len(B))
    T = tuple(a * b for a, b in zip((*repeated(1, n - len(A)), *A), (*repeated(1, n - len(B)), *B)))

def cross(
    input: Tensor["*S"], other: Tensor["*R", input.dtype], dim: int | None = None,
) -> Tensor["*T"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.cross.html

    >>> [B 3], [B 3], 1 -> [B 3]
    >>> [2 4], [2 4], 1 -> error: inputs dimension 1 must have length 3
    """
    require(len(S) == len(R), "inputs must have the same number of dimensions.")
    T = broadcast(S, R)
    if dim is not None:
        d = axis(dim, len(S))
        require(
            S[d] == 3 and R[d] == 3,
            "inputs dimension {dim} must have length 3. Got {S[d]} and {R[d]}",
        )
    else:
        require(any(s == 3 for s in S), "no dimension of size 3 in input")

def cov(
    input: Tensor["*S"], *, correction: int = 1, fweights: Tensor["*F", integral] | None = None,
    aweights: Tensor["*A", floating] | None = None,
) -> Tensor["*T", float_of(input.dtype)]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.cov.html"""
    require(
        len(S) <= 2,
        "cov(): expected input to have two or fewer dimensions but got an input with {len(S)} "
        "dimensions",
    )
    n = 1 if len(S) == 0 else S[-1]
    if fweights is not None:
        require(
            len(F) <= 1 and prod(F) == n,
            "cov(): expected fweights of {n} observations, but got shape {F}",
        )
    if aweights is not None:
        require(
            len(A) <= 1 and prod(A) == n,
            "cov(): expected aweights of {n} observations, but got shape {A}",
        )
    T = () if len(S) < 2 or S[0] == 1 else (S[0], S[0])

def corrcoef(input: Tensor["*S"]) -> Tensor["*T", float_of(input.dtype)]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.corrcoef.html"""
    T = () if len(S) < 2 or S[0] == 1 else (S[0], S[0])

def inverse(input: Tensor["*B N M"]) -> Tensor["*B N M"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.inverse.html"""
    require(
        N == M,
        "linalg.inv: A must be batches of square matrices, but they are {N} by {M} matrices",
    )

matrix_exp = cholesky_like = inverse

def cholesky(input: Tensor["*B N M"], upper: bool = False) -> Tensor["*B N M"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.cholesky.html"""
    require(
        N == M,
        "cholesky: A must be batches of square matrices, but they are {N} by {M} matrices",
    )

cholesky_inverse = cholesky

def cholesky_solve(
    input: Tensor["*A N K"], input2: Tensor["*B M P"], upper: bool = False,
) -> Tensor["*broadcast(A,B) N K"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.cholesky_solve.html"""
    require(
        M == P and N == M,
        "Incompatible matrix sizes for cholesky_solve: each A matrix is {M} by {P} but each b "
        "matrix is {N} by {K}",
    )

def logdet(input: Tensor["*B N M"]) -> Tensor["*B"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.logdet.html"""
    require(N == M, "linalg.det: A must be batches of square matrices, but they are {N} by {M} matrices")

det = logdet

def slogdet(
    input: Tensor["*B N N"],
) -> named(sign=Tensor["*B"], logabsdet=Tensor["*B", real_of(input.dtype)]):
    """https://docs.pytorch.org/docs/2.13/generated/torch.slogdet.html"""

def svd(
    input: Tensor["*B M N"], some: bool = True, compute_uv: bool = True,
) -> named(U=Tensor["*B M U"], S=Tensor["*B k", real_of(input.dtype)], V=Tensor["*B N V"]):
    """https://docs.pytorch.org/docs/2.13/generated/torch.svd.html"""
    k = min(M, N)
    U = k if some and compute_uv else M
    V = k if some and compute_uv else N

def qr(input: Tensor["*B M N"], some: bool = True) -> named(Q=Tensor["*B M K"], R=Tensor["*B K N"]):
    """https://docs.pytorch.org/docs/2.13/generated/torch.qr.html"""
    K = min(M, N) if some else M

def svd_lowrank(
    A: Tensor["*S P N"], q: int = 6, niter: int = 2, M: Any = None,
) -> tuple[Tensor["*S P q"], Tensor["*S q", real_of(A.dtype)], Tensor["*S N q"]]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.svd_lowrank.html"""
    require(
        0 <= q and q <= min(P, N),
        "q(={q}) must be non-negative integer and not greater than min(m, n)={min(P, N)}",
   )

def pca_lowrank(A: Tensor["*B M N"], q: int | None = None, center: bool = True, niter: int = 2):
    """https://docs.pytorch.org/docs/2.13/generated/torch.pca_lowrank.html"""
    return svd_lowrank(A, min(6, M, N) if q is None else q)

def lobpcg(
    A: Tensor["*S M M"], k: int | None = None, B: Any = None, X: Tensor["*C N K"] | None = None, *rest,
    **options
) -> tuple[Tensor["*S n"], Tensor["*S M n"]]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.lobpcg.html"""
    n = k if k is not None else K if X is not None else 1

def orgqr(input: Tensor["*B M N"], input2: Tensor["*C K"]) -> Tensor["*B M N"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.orgqr.html"""

def pinverse(input: Tensor["*B M N"], rcond: float = 1e-15) -> Tensor["*B N M"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.pinverse.html"""

def geqrf(input: Tensor["*B M N"]) -> named(a=Tensor["*B M N"], tau=Tensor["*B min(M,N)"]):
    """https://docs.pytorch.org/docs/2.13/generated/torch.geqrf.html"""

def ormqr(
    input: Tensor["*B M N"], input2: Tensor["*C K"], input3: Tensor["*D P Q"], left: bool = True,
    transpose: bool = False,
) -> Tensor["*D P Q"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.ormqr.html"""
    require(K <= N, "torch.ormqr: tau.shape[-1] must be less than or equal to input.shape[-1]")
    other_size = P if left else Q
    require(
        M == other_size,
        "torch.ormqr: the sizes of other and input must agree, got {other_size} and {M}",
    )

def matrix_power(input: Tensor["*B N N"], n: int) -> Tensor["*B N N"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.matrix_power.html"""

def cdist(
    x1: Tensor["*A P M"], x2: Tensor["*B R N"], p: float = 2.0, compute_mode: Any = None,
) -> Tensor["*broadcast(A,B) P R"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.cdist.html"""
    require(M == N, "X1 and X2 must have the same number of columns. X1: {M} X2: {N}")

def chain_matmul(*matrices):
    """https://docs.pytorch.org/docs/2.13/generated/torch.chain_matmul.html"""
    known = as_tensors(matrices)
    first = known[0].shape[0]
    end = known[-1].shape[1]
    return Tensor["first end"]

def tensordot(a: Tensor["*A"], b: Tensor["*B"], dims: Any = 2, out: Any = None) -> Tensor["*T"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.tensordot.html"""
    if is_int(dims):
        require(
            dims <= len(A) and dims <= len(B),
            "tensordot expects dims < ndim_a + 1, got {dims}",
        )
        x, y, back = range(len(A) - dims, len(A)), range(dims), len(A)
    else:
        x, y = tuple(axes(tuple(d), n) for d, n in zip(tuple(dims), (len(A), len(B))))
        back = 0
    for i, j in zip(x, y):
        require(
            A[i] == B[j] or A[i] == 1 or B[j] == 1,
            "contracted dimensions need to match, but first has size {A[i]} in dim {i - back} "
            "and second has size {B[j]} in dim {j}",
        )
    T = (*tuple(A[i] for i in range(len(A)) if not i in x), *tuple(B[j] for j in range(len(B)) if not j in y))
