"""Other shapes of the same elements. https://numpy.org/doc/stable/reference/routines.array-manipulation.html"""

modules = "numpy"


def reshape(a: Array["*S"], shape: Dims, order: Any = None, *, copy: Any = None) -> Tensor["*T"]:
    """https://numpy.org/doc/stable/reference/generated/numpy.reshape.html

    Every number below 0 is taken for -1.

    >>> [2 6], (3, -1) -> [3 4]
    >>> [2 6], (3, -7) -> [3 4]
    >>> [2 3], (4, 2) -> error: cannot reshape
    """
    sizes = [-1 if fixed(size) and size < 0 else size for size in shape] if ranked(shape) else shape
    T = fill_minus_one(sizes, prod(S))
    require(prod(T) == prod(S), "cannot reshape array of size {prod(S)} into shape {shape}")

def ravel(a: Array["*S"], order: Any = None) -> Tensor["prod(S)"]:
    """https://numpy.org/doc/stable/reference/generated/numpy.ravel.html"""

def transpose(a: Array["*S"], axes: Dims | None = None) -> Tensor["*T"]:
    """https://numpy.org/doc/stable/reference/generated/numpy.transpose.html

    >>> [2 3 4] -> [4 3 2]
    >>> [2 3 4], (0, 2, 1) -> [2 4 3]
    """
    T = tuple(reversed(S)) if axes is None or len(axes) == 0 else permuted(S, axes)

permute_dims = transpose

def matrix_transpose(x: Array["*B M N"], /) -> Tensor["*B N M"]:
    """https://numpy.org/doc/stable/reference/generated/numpy.matrix_transpose.html"""

def resize(a: Array, new_shape: Sizes) -> Tensor["*new_shape"]:
    """https://numpy.org/doc/stable/reference/generated/numpy.resize.html"""

def swapaxes(a: Array["*S"], axis1: int, axis2: int) -> Tensor["*swapped(S,axis1,axis2)"]:
    """https://numpy.org/doc/stable/reference/generated/numpy.swapaxes.html"""

def moveaxis(a: Array["*S"], source: Axes, destination: Axes) -> Tensor["*moved(S,source,destination)"]:
    """https://numpy.org/doc/stable/reference/generated/numpy.moveaxis.html"""

def expand_dims(a: Array["*S"], axis: int) -> Tensor["*insert(S,axis,1)"]:
    """https://numpy.org/doc/stable/reference/generated/numpy.expand_dims.html"""

def squeeze(a: Array["*S"], axis: Axes = None) -> Tensor["*squeezed(S,axis)"]:
    """https://numpy.org/doc/stable/reference/generated/numpy.squeeze.html"""
    for d in axis or ():
        require(S[d] == 1, "cannot select an axis to squeeze out which has size not equal to one")

def diff(a: Array["*S"], n: int = 1, axis: int = -1) -> Tensor["*replace(S,axis,max(0,S[axis]-n))"]:
    """https://numpy.org/doc/stable/reference/generated/numpy.diff.html

    >>> [2 6] -> [2 5]
    >>> [2 6], n=2, axis=0 -> [0 6]
    """
    require(len(S) >= 1, "diff requires input that is at least one dimensional")

def broadcast_to(array: Array["*S"], shape: Sizes, subok: Any = False) -> Tensor["*expands(S,shape)"]:
    """https://numpy.org/doc/stable/reference/generated/numpy.broadcast_to.html"""

def flip(m: Array["*S"], axis: Axes = None) -> Tensor["*S"]:
    """https://numpy.org/doc/stable/reference/generated/numpy.flip.html"""

def same(m: Array["*S"], *rest, **options) -> Tensor["*S"]:
    """The shape stays."""

fliplr = flipud = roll = tril = triu = same

def rot90(m: Array["*S"], k: int = 1, axes: Ints = (0, 1)) -> Tensor["*T"]:
    """https://numpy.org/doc/stable/reference/generated/numpy.rot90.html"""
    T = S if k % 2 == 0 else swapped(S, axes[0], axes[1])

def concatenate(
    arrays: Sequence[Array], axis: int | None = 0, out: Any = None, *, dtype: dtype | None = None, casting: Any = None,
) -> Tensor["*T", dtype or array_dtype(*each)]:
    """https://numpy.org/doc/stable/reference/generated/numpy.concatenate.html

    >>> ([B 3], [B 5]), 1 -> [B 8]
    """
    each = distinct(arrays)
    require(len(each) * times(arrays) >= 1, "need at least one array to concatenate")
    if axis is None:
        unknown("arrays that are made flat")
    first = each[0]
    for i, t in enumerate(each[1:]):
        require(
            t.ndim == first.ndim,
            "all the input array dimensions must match, but the array at index 0 has {first.ndim} dimension(s) and "
            "the array at index {i+1} has {t.ndim} dimension(s)",
        )
        require(
            without(t.shape, axis) == without(first.shape, axis),
            "all the input array dimensions except for the concatenation axis must match exactly, but the array at "
            "index 0 has shape {first.shape} and the array at index {i+1} has shape {t.shape}",
        )
    T = replace(alone(first.shape, arrays), axis, summed(sum(t.shape[axis] for t in each), arrays))

concat = concatenate

def stack(arrays: Sequence[Array], axis: int = 0, out: Any = None, **options) -> Tensor["*T", array_dtype(*each)]:
    """https://numpy.org/doc/stable/reference/generated/numpy.stack.html

    >>> ([B 3], [B 3]), 1 -> [B 2 3]
    """
    each = distinct(arrays)
    for t in each[1:]:
        require(t.shape == each[0].shape, "all input arrays must have the same shape")
    T = insert(alone(each[0].shape, arrays), axis, len(each) * times(arrays))

def vstack(tup: Sequence[Array], **options):
    """https://numpy.org/doc/stable/reference/generated/numpy.vstack.html"""
    return concatenate(tuple(torch.atleast_2d(t) for t in tup), 0)

def hstack(tup: Sequence[Array], **options):
    """https://numpy.org/doc/stable/reference/generated/numpy.hstack.html"""
    wide = tuple(torch.atleast_1d(t) for t in tup)
    return concatenate(wide, 0 if wide[0].ndim == 1 else 1)

def dstack(tup: Sequence[Array]):
    """https://numpy.org/doc/stable/reference/generated/numpy.dstack.html"""
    return torch.dstack(tup)

def column_stack(tup: Sequence[Array]):
    """https://numpy.org/doc/stable/reference/generated/numpy.column_stack.html"""
    return torch.column_stack(tup)

def atleast_1d(array: Array):
    """https://numpy.org/doc/stable/reference/generated/numpy.atleast_1d.html"""
    return torch.atleast_1d(array)

def atleast_2d(array: Array):
    """https://numpy.org/doc/stable/reference/generated/numpy.atleast_2d.html"""
    return torch.atleast_2d(array)

def tile(A: Array["*S"], reps: Sizes) -> Tensor["*T"]:
    """https://numpy.org/doc/stable/reference/generated/numpy.tile.html

    >>> [2 3], 2 -> [2 6]
    """
    n = max(len(S), len(reps))
    T = tuple(s * r for s, r in zip((*repeated(1, n - len(S)), *S), (*repeated(1, n - len(reps)), *reps)))

def repeat(a: Array["*S"], repeats: int, axis: int | None = None) -> Tensor["*T"]:
    """https://numpy.org/doc/stable/reference/generated/numpy.repeat.html"""
    T = (prod(S) * repeats,) if axis is None or S == () else replace(S, axis, S[axis] * repeats)

def pad(array: Array["*S"], pad_width: Any, mode: Any = None, **options) -> Tensor["*T"]:
    """https://numpy.org/doc/stable/reference/generated/numpy.pad.html

    >>> [2 3], 1 -> [4 5]
    >>> [2 3], ((0, 1), (2, 2)) -> [3 7]
    """
    if is_int(pad_width):
        T = tuple(s + 2 * pad_width for s in S)
    else:
        given = tuple(pad_width)
        pairs = (given,) if all(is_int(p) for p in given) else tuple(tuple(p) for p in given)
        if not all(len(p) == 2 for p in pairs) or (len(pairs) != 1 and len(pairs) != len(S)):
            unknown("widths that are spread in another way")
        each = repeated(pairs[0], len(S)) if len(pairs) == 1 else pairs
        T = tuple(s + p[0] + p[1] for s, p in zip(S, each))

def split(ary: Array["*S"], indices_or_sections: Any, axis: int = 0):
    """https://numpy.org/doc/stable/reference/generated/numpy.split.html

    >>> [6 4], 3 -> [2 4], [2 4], [2 4]
    >>> [6 4], (1, 3) -> [1 4], [2 4], [3 4]
    """
    if not is_int(indices_or_sections):
        return _between(ary, tuple(indices_or_sections), axis)
    n = S[axis] // indices_or_sections
    require(S[axis] % indices_or_sections == 0, "array split does not result in an equal division")
    return make_list(repeated(Tensor["*replace(S,axis,n)"], indices_or_sections))

def array_split(ary: Array["*S"], indices_or_sections: Any, axis: int = 0):
    """https://numpy.org/doc/stable/reference/generated/numpy.array_split.html

    >>> [7 4], 3 -> [3 4], [2 4], [2 4]
    """
    if not is_int(indices_or_sections):
        return _between(ary, tuple(indices_or_sections), axis)
    n, more = S[axis] // indices_or_sections, S[axis] % indices_or_sections
    sizes = tuple(n + 1 if i < more else n for i in range(indices_or_sections))
    return make_list(tuple(_rows(ary, size, axis) for size in sizes))

def _between(ary: Array["*S"], places: Any, axis: int):
    """The parts between the places, which are indices as those of a slice."""
    ends = tuple(max(0, min(end, S[axis])) for end in (0, *places, S[axis]))
    return make_list(tuple(_rows(ary, max(0, high - low), axis) for low, high in zip(ends, ends[1:])))

def _rows(ary: Array["*S"], n: int, axis: int) -> Tensor["*replace(S,axis,n)"]: ...

def delete(arr: Array["*S"], obj: Any, axis: int | None = None) -> Tensor["*T"]:
    """https://numpy.org/doc/stable/reference/generated/numpy.delete.html

    >>> [4 3], 1, axis=0 -> [3 3]
    """
    if not is_int(obj):
        unknown("how many are left")
    size = prod(S) if axis is None else S[axis]
    require(-size <= obj and obj < size, "index {obj} is out of bounds for size {size}")
    T = (size - 1,) if axis is None else replace(S, axis, size - 1)

def append(arr: Any, values: Any, axis: int | None = None):
    """https://numpy.org/doc/stable/reference/generated/numpy.append.html

    >>> [2 3], [4 3], 0 -> [6 3]
    >>> [2 3], [4 3] -> [18]
    """
    a, b = numpy.asarray(arr), numpy.asarray(values)
    if axis is None:
        return concatenate((ravel(a), ravel(b)), 0)
    return concatenate((a, b), axis)

def insert(arr: Array["*S"], obj: Any, values: Any, axis: int | None = None) -> Tensor["*T"]:
    """https://numpy.org/doc/stable/reference/generated/numpy.insert.html"""
    if not is_int(obj) or not is_number(values):
        unknown("how many are put in")
    T = (prod(S) + 1,) if axis is None else replace(S, axis, S[axis] + 1)

def rollaxis(a: Array["*S"], axis: int, start: int = 0) -> Tensor["*T"]:
    """https://numpy.org/doc/stable/reference/generated/numpy.rollaxis.html"""
    d = axis if axis >= 0 else axis + len(S)
    to = start if start >= 0 else start + len(S)
    T = moved(S, d, to - 1 if d < to else to)

def atleast_3d(array: Array["*S"]) -> Tensor["*T"]:
    """https://numpy.org/doc/stable/reference/generated/numpy.atleast_3d.html"""
    T = (1, *S, 1) if len(S) == 1 else (*S, 1) if len(S) == 2 else S if len(S) > 2 else (1, 1, 1)

def vsplit(ary: Array, indices_or_sections: Any):
    """https://numpy.org/doc/stable/reference/generated/numpy.vsplit.html"""
    return split(ary, indices_or_sections, 0)

def hsplit(ary: Array["*S"], indices_or_sections: Any):
    """https://numpy.org/doc/stable/reference/generated/numpy.hsplit.html"""
    return split(ary, indices_or_sections, 0 if len(S) == 1 else 1)

def broadcast_arrays(*args):
    """https://numpy.org/doc/stable/reference/generated/numpy.broadcast_arrays.html"""
    T = broadcast(*tuple(t.shape for t in args))
    return tuple(broadcast_to(t, T) for t in args)

def gradient(f: Array["*S"], *varargs, axis: Any = None, edge_order: Any = 1):
    """One for each axis, or for the one that is given. https://numpy.org/doc/stable/reference/generated/numpy.gradient.html"""
    if len(S) == 1 or is_int(axis):
        return numpy.square(f)
    if axis is not None:
        unknown("the gradients along some axes")
    return repeated(like(f), len(S))

def ediff1d(ary: Array["*S"]) -> Tensor["max(0,prod(S)-1)"]:
    """https://numpy.org/doc/stable/reference/generated/numpy.ediff1d.html"""

def ndim(a: Array["*S"]):
    """https://numpy.org/doc/stable/reference/generated/numpy.ndim.html"""
    return len(S)

def size(a: Array["*S"], axis: int | None = None):
    """https://numpy.org/doc/stable/reference/generated/numpy.size.html"""
    return prod(S) if axis is None else S[axis]

def shape(a: Array["*S"]):
    """https://numpy.org/doc/stable/reference/generated/numpy.shape.html"""
    return tuple(S)
