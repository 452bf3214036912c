"""Methods, operators and attributes of arrays. https://numpy.org/doc/stable/reference/arrays.ndarray.html"""

__add__ = __radd__ = __iadd__ = __mul__ = __rmul__ = __imul__ = numpy.binary
__sub__ = __isub__ = __floordiv__ = __ifloordiv__ = __mod__ = __imod__ = __pow__ = __ipow__ = numpy.binary
__and__ = __rand__ = __iand__ = __or__ = __ror__ = __ior__ = __xor__ = __rxor__ = __ixor__ = numpy.binary
__lshift__ = __rshift__ = numpy.binary
__rsub__ = __rfloordiv__ = __rmod__ = __rpow__ = numpy.reversed_binary
__truediv__ = __itruediv__ = numpy.binary_float
__rtruediv__ = numpy.reversed_float
__eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = numpy.binary_bool
__neg__ = __pos__ = __abs__ = __invert__ = numpy.elementwise
__matmul__ = __imatmul__ = numpy.matmul
round = clip = conj = conjugate = numpy.elementwise
reshape = numpy.reshape
transpose = numpy.transpose
ravel = numpy.ravel
swapaxes = numpy.swapaxes
squeeze = numpy.squeeze
repeat = numpy.repeat
dot = numpy.dot
nonzero = numpy.nonzero
take = numpy.take
trace = numpy.trace
diagonal = numpy.diagonal
copy = numpy.copy


def __getitem__(a: Tensor, index: Any) -> Tensor["*index_shape(a,index)"]:
    """https://numpy.org/doc/stable/user/basics.indexing.html"""

def __rmatmul__(x2: Tensor, x1: Tensor) -> Tensor:
    """A product whose right operand is the array."""
    return numpy.matmul(x1, x2)

def astype(a: Tensor["*S"], dtype: dtype, *rest, **options) -> Tensor["*S", dtype]:
    """https://numpy.org/doc/stable/reference/generated/numpy.ndarray.astype.html"""

def flatten(a: Tensor["*S"], order: Any = None) -> Tensor["prod(S)"]:
    """https://numpy.org/doc/stable/reference/generated/numpy.ndarray.flatten.html"""

def fill(a: Tensor, value: Any):
    """https://numpy.org/doc/stable/reference/generated/numpy.ndarray.fill.html"""
    return None

sort = fill

def item(a: Tensor, *args) -> Any:
    """https://numpy.org/doc/stable/reference/generated/numpy.ndarray.item.html"""
    return torch.Tensor.item(a)

def tolist(a: Tensor):
    """https://numpy.org/doc/stable/reference/generated/numpy.ndarray.tolist.html"""
    return torch.Tensor.tolist(a)

def tobytes(a: Tensor, order: Any = "C"):
    """https://numpy.org/doc/stable/reference/generated/numpy.ndarray.tobytes.html"""
    return unknown("the bytes of an array")

@property
def strides(a: Tensor["*S"]):
    """https://numpy.org/doc/stable/reference/generated/numpy.ndarray.strides.html"""
    return tuple(fresh() for dim in S)

@property
def itemsize(a: Tensor):
    """https://numpy.org/doc/stable/reference/generated/numpy.ndarray.itemsize.html"""
    return itemsize(a.dtype)

@property
def nbytes(a: Tensor["*S"]):
    """https://numpy.org/doc/stable/reference/generated/numpy.ndarray.nbytes.html"""
    return prod(S) * itemsize(a.dtype)

@property
def T(a: Tensor):
    """https://numpy.org/doc/stable/reference/generated/numpy.ndarray.T.html"""
    return numpy.transpose(a)

@property
def size(a: Tensor["*S"]):
    """https://numpy.org/doc/stable/reference/generated/numpy.ndarray.size.html"""
    return prod(S)

@property
def real(a: Tensor["*S"]) -> Tensor["*S", real_of(a.dtype)]:
    """https://numpy.org/doc/stable/reference/generated/numpy.ndarray.real.html"""

imag = real
