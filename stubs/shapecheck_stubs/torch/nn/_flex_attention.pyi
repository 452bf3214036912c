"""Attention with a score or a mask of one's own. https://docs.pytorch.org/docs/2.13/nn.attention.flex_attention.html"""

modules = "torch.nn.attention.flex_attention"


class BlockMask:
    """Which blocks of the scores are left out: https://docs.pytorch.org/docs/2.13/nn.attention.flex_attention.html

    It knows for how many queries and keys it was made.
    """
    def __init__(
        self, seq_lengths: Any, kv_num_blocks: Tensor["B H R"], kv_indices: Tensor["C K S T"],
        full_kv_num_blocks: Any = None, full_kv_indices: Any = None, q_num_blocks: Any = None, q_indices: Any = None,
        full_q_num_blocks: Any = None, full_q_indices: Any = None, BLOCK_SIZE: Any = 128, mask_mod: Any = None, *,
        dq_write_order: Any = None, dq_write_order_full: Any = None, dq_kv_order: Any = None,
        dq_kv_order_spt: Any = None,
    ):
        self.seq_lengths = seq_lengths
        self.shape = (B, H, *seq_lengths)
        self.kv_num_blocks = kv_num_blocks
        self.kv_indices = kv_indices
        self.q_num_blocks = q_num_blocks
        self.q_indices = q_indices
    def numel(self) -> int: ...
    def sparsity(self) -> float: ...
    def to(self, device: Any):
        return self
    def to_dense(self):
        return _of(self.kv_indices)
    def to_string(self, grid_size: Any = None, limit: Any = None) -> str: ...

def _of(indices: Tensor["*S"]) -> Tensor["*S", int32]:
    """A number for each block."""

def create_block_mask(
    mask_mod: Any, B: int | None, H: int | None, Q_LEN: int, KV_LEN: int, device: Any = None, BLOCK_SIZE: Any = 128,
    compile: Any = False, separate_full_blocks: Any = True, compute_dq_write_order: Any = False, dq_kv_order: Any = True,
):
    """https://docs.pytorch.org/docs/2.13/nn.attention.flex_attention.html"""
    N = 1 if B is None else B
    G = 1 if H is None else H
    size = (BLOCK_SIZE, BLOCK_SIZE) if is_int(BLOCK_SIZE) else tuple(BLOCK_SIZE)
    R = (Q_LEN + size[0] - 1) // size[0]
    C = (KV_LEN + size[1] - 1) // size[1]
    return torch.nn.attention.flex_attention.BlockMask(
        (Q_LEN, KV_LEN), Tensor["N G R", int32], Tensor["N G R C", int32], q_num_blocks=Tensor["N G C", int32],
        q_indices=Tensor["N G C R", int32],
    )

def create_mask(
    mod_fn: Any, B: int | None, H: int | None, Q_LEN: int, KV_LEN: int, device: Any = None,
):
    """https://docs.pytorch.org/docs/2.13/nn.attention.flex_attention.html: of a `mask_mod`, as everybody calls it."""
    N = 1 if B is None else B
    G = 1 if H is None else H
    return Tensor["N G Q_LEN KV_LEN", bool]

def flex_attention(
    query: Tensor["B H L E"], key: Tensor["C K S F"], value: Tensor["D V R G"], score_mod: Any = None,
    block_mask: Any = None, scale: Any = None, enable_gqa: bool = False, return_lse: bool = False,
    kernel_options: Any = None, *, return_aux: Any = None,
):
    """https://docs.pytorch.org/docs/2.13/nn.attention.flex_attention.html

    >>> [B 8 T 64], [B 8 S 64], [B 8 S 32] -> [B 8 T 32]
    """
    require(E == F, "query and key/value have the embedding dimensions {E} and {F}")
    require(C == D and K == V and S == R, "key {key.shape} and value {value.shape} are not of one length")
    if enable_gqa:
        require(H % K == 0, "expect number of query heads to be a multiple of kv heads for GQA but got {H} and {K}")
    else:
        require(H == K, "expect query and key/value to have the same number of heads but got {H} and {K}")
    if block_mask is None:
        require(B == C, "expect query and key/value to have the same batch size, but got {B} and {C}")
    else:
        require(B == C or C == 1, "expect query and key/value to have the same batch size, but got {B} and {C}")
        if known(block_mask):
            Q, T = block_mask.seq_lengths
            require(Q == L and T == S, "block_mask was created for {Q} queries and {T} keys but got {L} and {S}")
    out = Tensor["B H L G", query.dtype]
    if return_aux is not None:
        return out, torch.Inert()
    return (out, Tensor["B H L", float32]) if return_lse else out

def and_masks(*mask_mods: Any):
    """https://docs.pytorch.org/docs/2.13/nn.attention.flex_attention.html"""
    return torch.Inert()

def or_masks(*mask_mods: Any):
    """https://docs.pytorch.org/docs/2.13/nn.attention.flex_attention.html"""
    return torch.Inert()

def noop_mask(batch: Any, head: Any, token_q: Any, token_kv: Any) -> Tensor["", bool]:
    """https://docs.pytorch.org/docs/2.13/nn.attention.flex_attention.html"""
