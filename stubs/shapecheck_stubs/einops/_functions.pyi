"""https://einops.rocks/api/rearrange/ and the pages beside it."""

modules = "einops", "einops.einops"


def rearrange(tensor: Any, pattern: Any, **axes_lengths):
    """https://einops.rocks/api/rearrange/

    >>> [B 3 32 32], "b c (h p) (w q) -> b (h w) (p q c)", p=8, q=8 -> [B 16 192]
    >>> [2 3 30], "b c (h p) -> b c h p", p=8 -> error: can't divide axis of length 30 in chunks of 8
    """
    x = stacked(tensor)
    T = rearrange_shape(x.shape, text(pattern), axis_sizes(axes_lengths))
    return Tensor["*T", x.dtype]

def repeat(tensor: Any, pattern: Any, **axes_lengths):
    """https://einops.rocks/api/repeat/

    >>> [1 5 D], "1 n d -> b n d", b=4 -> [4 5 D]
    """
    x = stacked(tensor)
    T = repeat_shape(x.shape, text(pattern), axis_sizes(axes_lengths))
    return Tensor["*T", x.dtype]

def reduce(tensor: Any, pattern: Any, reduction: Any, **axes_lengths):
    """https://einops.rocks/api/reduce/

    >>> [B N D], "b n d -> b d", "mean" -> [B D]
    """
    x = stacked(tensor)
    name = reduction_name(reduction)
    T = reduce_shape(x.shape, text(pattern), axis_sizes(axes_lengths), name)
    return Tensor["*T", reduced_dtype(x.dtype, text(pattern), name)]

def einsum(*tensors_and_pattern):
    """https://einops.rocks/api/einsum/

    >>> [B 7 4], [4 5], "b i d, d o -> b i o" -> [B 7 5]
    """
    pattern = text(tensors_and_pattern[-1])
    known = as_tensors(tensors_and_pattern[:-1])
    T = einops_einsum(tuple(t.shape for t in known), pattern)
    return Tensor["*T", promote(*known)]

def pack(tensors: Sequence[Tensor], pattern: str):
    """https://einops.rocks/api/pack_unpack/

    The tensor, and the list of the shapes that `unpack` takes.
    """
    T, shapes = packed_pair(tensors, text(pattern))
    return (Tensor["*T", promote(*tensors)], shapes)

def unpack(tensor: Tensor["*S"], packed_shapes: Any, pattern: str):
    """https://einops.rocks/api/pack_unpack/"""
    return unpacked_list(tensor, packed_shapes, text(pattern))

def parse_shape(x: Tensor["*S"], pattern: str):
    """https://einops.rocks/api/parse_shape/"""
    return make_dict(parse_shape_dict(S, text(pattern)))

def asnumpy(tensor: Tensor):
    """https://einops.rocks/api/asnumpy/"""
    return array_of(tensor)
