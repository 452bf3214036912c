"""Nested tensors, whose components differ in one size: a dim of its own. https://docs.pytorch.org/docs/2.13/nested.html"""


def _jagged(layout: Any) -> bool:
    """Whether the layout may be the jagged one, in which one dim is ragged whatever the sizes are."""
    return layout is not None and (not known(layout) or layout == "torch.jagged")

def nested_tensor(
    tensor_list: Sequence[Tensor], *, dtype: dtype | None = None, layout: Any = None, device: Any = None,
    requires_grad: Any = False, pin_memory: Any = False,
) -> Tensor["*T", dtype or tensor_list[0].dtype]:
    """https://docs.pytorch.org/docs/2.13/nested.html#torch.nested.nested_tensor"""
    if len(tensor_list) == 0:
        unknown("a nested tensor without components")
    T = nested_shape(tensor_list, _jagged(layout))

def as_nested_tensor(
    ts: Tensor["*S"], dtype: dtype | None = None, device: Any = None, layout: Any = None,
) -> Tensor["*T", dtype or ts.dtype]:
    """https://docs.pytorch.org/docs/2.13/nested.html#torch.nested.as_nested_tensor"""
    T = S if len(S) < 2 or not _jagged(layout) else replace(S, 1, ragged(S[0] * S[1], S[0]))

def as_nested_tensor(
    ts: Sequence[Tensor], dtype: dtype | None = None, device: Any = None, layout: Any = None,
) -> Tensor:
    return nested_tensor(ts, dtype=dtype, layout=layout)

def nested_tensor_from_jagged(
    values: Tensor["*S"], offsets: Tensor["N"] | None = None, lengths: Tensor["M"] | None = None,
    jagged_dim: int | None = None, min_seqlen: Any = None, max_seqlen: Any = None,
) -> Tensor["B *T"]:
    """https://docs.pytorch.org/docs/2.13/nested.html#torch.nested.nested_tensor_from_jagged"""
    require(offsets is not None or lengths is not None, "At least one of offsets or lengths is required.")
    B = M if offsets is None else N - 1
    d = axis(0 if jagged_dim is None else jagged_dim - 1, len(S))
    T = replace(S, d, ragged(S[d] if lengths is None or offsets is None else fresh(0, S[d]), B))

def narrow(
    tensor: Tensor["*S"], dim: int, start: Any, length: Any, layout: Any = None,
) -> Tensor["*replace(S,dim,n)"]:
    """https://docs.pytorch.org/docs/2.13/nested.html#torch.nested.narrow"""
    require(dim == 1, "torch.nested.narrow: only dim=1 supported for jagged layout")
    n = ragged(fresh(0), S[0])

def masked_select(tensor: Tensor["*S"], mask: Tensor["*M"]) -> Tensor["*T"]:
    """https://docs.pytorch.org/docs/2.13/nested.html#torch.nested.masked_select"""
    if len(S) != 2 or len(M) != 2:
        unknown("a mask of other ranks")
    T = (broadcast(S, M)[0], ragged(fresh(0), S[0]))

def to_padded_tensor(
    input: Tensor["*S"], padding: float, output_size: Ints | None = None, out: Any = None,
) -> Tensor["*T"]:
    """https://docs.pytorch.org/docs/2.13/nested.html#torch.nested.to_padded_tensor"""
    T = padded_components(S) if output_size is None else output_size
