"""https://docs.pytorch.org/docs/2.13/nn.functional.html#attention-mechanisms"""

modules = "torch.nn.functional"


def scaled_dot_product_attention(
    query: Tensor["*A L E"], key: Tensor["*B S F", query.dtype], value: Tensor["*C R V", query.dtype],
    attn_mask: Tensor["*M"] | None = None, dropout_p: float = 0.0, is_causal: bool = False, scale: Any = None,
    enable_gqa: bool = False,
) -> Tensor["*T L V"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.scaled_dot_product_attention.html

    >>> [B 8 T 64], [B 8 S 64], [B 8 S 64] -> [B 8 T 64]
    """
    if prod(A) * L != 0:  # of an empty query nothing is computed
        require(E == F, "the last dims of query ({E}) and key ({F}) differ")
        require(S == R, "key has length {S}, value has length {R}")
    if not fixed(enable_gqa):  # `n_heads != n_key_heads`: which of both holds is not known
        T = A
    elif enable_gqa:  # several heads of the query share one of key and value
        heads = A[-1]
        require(
            heads % B[-1] == 0 and heads % C[-1] == 0,
            "Number of heads in key and value must divide the number of heads in query ({B[-1]}, {C[-1]} and {heads})",
        )
        T = (*broadcast(A[:-1], B[:-1], C[:-1]), heads)
    else:
        T = broadcast(A, B, C)
    if attn_mask is not None and fixed(enable_gqa):
        U = expands(M, (*T, L, S))

def multi_head_attention_forward(
    query: Tensor["L *B E"], key: Tensor["S *C F"], value: Tensor["R *D G"], embed_dim_to_check: int,
    num_heads: int, in_proj_weight: Any, in_proj_bias: Any, bias_k: Any, bias_v: Any, add_zero_attn: bool,
    dropout_p: float, out_proj_weight: Tensor["O P"], out_proj_bias: Any, training: Any = True,
    key_padding_mask: Any = None, need_weights: bool = True, attn_mask: Any = None,
    use_separate_proj_weight: bool = False, q_proj_weight: Any = None, k_proj_weight: Any = None,
    v_proj_weight: Any = None, static_k: Tensor["X Y Z"] | None = None, static_v: Any = None,
    average_attn_weights: bool = True, is_causal: Any = False,
):
    """https://docs.pytorch.org/docs/2.13/nn.functional.html"""
    require(len(B) <= 1, "query should be unbatched 2D or batched 3D tensor but received {query.shape}")
    require(E == embed_dim_to_check, "was expecting embedding dimension of {embed_dim_to_check}, but got {E}")
    require(E % num_heads == 0, "embed_dim {E} not divisible by num_heads {num_heads}")
    require(P == E, "out_proj_weight takes {P}, embed_dim is {E}")
    require(S == R and C == D, "key's sequence and batch dims {(S, *C)} do not match value's {(R, *D)}")
    if static_k is None:
        require(B == C, "query has batch {B}, key and value have {C}")
        mask = torch.nn._mask_looked_at(attn_mask, key_padding_mask, need_weights, is_causal)
        torch.nn._check_masks(key_padding_mask, mask, B, num_heads, L, S)
    if use_separate_proj_weight:
        _check_projection("query", q_proj_weight, E, E)
        _check_projection("key", k_proj_weight, E, F)
        _check_projection("value", v_proj_weight, E, G)
    else:
        require(F == E and G == E, "key and value have {F} and {G} features, query has {E}")
        _check_projection("packed", in_proj_weight, 3 * E, E)
    if in_proj_bias is not None:
        size = in_proj_bias.shape
        require(size == (3 * E,), "expecting a bias of shape {(3 * E,)} for the projections, but got {size}")
    more = (1 if add_zero_attn else 0) + (0 if bias_k is None else 1)
    n = (S if static_k is None else Y) + more
    if not need_weights:
        return Tensor["L *B O"], None
    heads = () if average_attn_weights else (num_heads,)
    return Tensor["L *B O"], Tensor["*B *heads L n"]

def _check_projection(name: str, weight: Tensor["X Y"], O: int, I: int) -> None:
    """What `multi_head_attention_forward` projects with."""
    require(X == O and Y == I, "expecting {name} weights shape of {(O, I)}, but got {(X, Y)}")

def _in_projection_packed(q: Tensor["*Q E"], k: Tensor["*K F"], v: Tensor["*V G"], w: Tensor["O I"], b: Any = None):
    """Projections by three weights in one: https://github.com/pytorch/pytorch/blob/v2.13.0/torch/nn/functional.py"""
    require(E == I and F == I and G == I, "mat1 and mat2 shapes cannot be multiplied: the weight takes {I} features")
    H = O // 3
    return Tensor["*Q H", q.dtype], Tensor["*K H", k.dtype], Tensor["*V H", v.dtype]

def _in_projection(
    q: Tensor["*Q E"], k: Tensor["*K F"], v: Tensor["*V G"], w_q: Tensor["X E"], w_k: Tensor["Y F"],
    w_v: Tensor["Z G"], b_q: Any = None, b_k: Any = None, b_v: Any = None,
):
    """Projections by a weight each: https://github.com/pytorch/pytorch/blob/v2.13.0/torch/nn/functional.py"""
    require(X == E and Y == E and Z == E, "expecting weights that give {E} features, but they give {X}, {Y} and {Z}")
    return Tensor["*Q E", q.dtype], Tensor["*K E", k.dtype], Tensor["*V E", v.dtype]

def _canonical_mask(
    mask: Tensor["*M"] | None, mask_name: Any, other_type: Any, other_name: Any, target_type: Any,
    check_other: Any = True,
):
    """A mask as numbers to add: https://github.com/pytorch/pytorch/blob/v2.13.0/torch/nn/functional.py"""
    if mask is None:
        return None
    d = target_type if surely(mask.dtype, "bool") else mask.dtype
    return Tensor["*M", d]

def _none_or_dtype(input: Tensor | None):
    return None if input is None else input.dtype
