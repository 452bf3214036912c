"""Products and matrices. https://numpy.org/doc/stable/reference/routines.linalg.html"""

modules = "numpy"


def matmul(x1: Tensor["*A"], x2: Tensor["*B"], **options) -> Tensor["*matmul_shape(A,B)", array_dtype(x1, x2)]:
    """https://numpy.org/doc/stable/reference/generated/numpy.matmul.html

    >>> [2 3], [3 4] -> [2 4]
    """

def dot(a: Tensor["*A"], b: Tensor["*B"], out: Any = None) -> Tensor["*T", array_dtype(a, b)]:
    """https://numpy.org/doc/stable/reference/generated/numpy.dot.html"""
    if len(A) == 0 or len(B) == 0 or len(B) > 2:
        unknown("a product of other ranks")
    k = B[0]
    require(A[-1] == k, "shapes {A} and {B} not aligned: {A[-1]} != {k}")
    T = (*A[:-1], *B[1:])

def einsum(subscripts: str, *operands, **options):
    """https://numpy.org/doc/stable/reference/generated/numpy.einsum.html"""
    known = as_tensors(operands)
    T = torch_einsum(tuple(t.shape for t in known), text(subscripts))
    return Tensor["*T", array_dtype(*known)]

def outer(a: Tensor["*A"], b: Tensor["*B"], out: Any = None) -> Tensor["prod(A) prod(B)", array_dtype(a, b)]:
    """https://numpy.org/doc/stable/reference/generated/numpy.outer.html"""

def inner(a: Tensor, b: Tensor):
    """https://numpy.org/doc/stable/reference/generated/numpy.inner.html"""
    return torch.inner(a, b)

def kron(a: Tensor, b: Tensor):
    """https://numpy.org/doc/stable/reference/generated/numpy.kron.html"""
    return torch.kron(a, b)

def diag(v: Tensor, k: int = 0):
    """https://numpy.org/doc/stable/reference/generated/numpy.diag.html"""
    return torch.diag(v, k)

def trace(a: Tensor["M N"], *rest, **options) -> Tensor["", array_sum(a.dtype)]:
    """https://numpy.org/doc/stable/reference/generated/numpy.trace.html"""

def cov(m: Tensor["M N"]) -> Tensor["M M", float64]:
    """https://numpy.org/doc/stable/reference/generated/numpy.cov.html"""

corrcoef = cov
