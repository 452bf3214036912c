"""https://einops.rocks"""

modules = "einops", "einops.einops"


def rearrange(tensor: Any, pattern: Any, **axes_lengths):
    """https://einops.rocks/api/rearrange/

    >>> [B 3 H W], "b c h w -> b (h w) c" -> [B H*W 3]
    >>> [2 3], "a b c -> c b a" -> error: a b c
    """
    S = einops_input(tensor)
    return Tensor["*einops_shape('rearrange',S,pattern,axes_lengths)"]

def repeat(tensor: Any, pattern: Any, **axes_lengths):
    """https://einops.rocks/api/repeat/

    >>> [1 N D], "1 n d -> b n d", b=4 -> [4 N D]
    """
    S = einops_input(tensor)
    return Tensor["*einops_shape('repeat',S,pattern,axes_lengths)"]

def reduce(tensor: Any, pattern: Any, reduction: Any, **axes_lengths):
    """https://einops.rocks/api/reduce/

    >>> [B N D], "b n d -> b d", "mean" -> [B D]
    """
    S = einops_input(tensor)
    return Tensor["*einops_shape('reduce',S,pattern,axes_lengths,reduction)"]

def einsum(*operands):
    """https://einops.rocks/api/einsum/

    >>> [B 2 D], [D 5], "b i d, d o -> b i o" -> [B 2 5]
    """
    known = as_tensors(operands[:-1])
    T = einops_einsum(tuple(t.shape for t in known), text(operands[-1]))
    return Tensor["*T", promote(*known)]

def parse_shape(x: Tensor["*S"], pattern: Any):
    """https://einops.rocks/api/parse_shape/"""
    return einops_sizes(S, pattern)

def pack(tensors: Any, pattern: Any):
    """https://einops.rocks/4-pack-and-unpack/"""
    return einops_pack(tensors, pattern)

def unpack(tensor: Tensor, packed_shapes: Any, pattern: Any):
    """https://einops.rocks/4-pack-and-unpack/"""
    return einops_unpack(tensor, packed_shapes, pattern)

def asnumpy(tensor: Any) -> Unknown["numpy arrays have no rules"]:
    """https://einops.rocks/api/asnumpy/"""
