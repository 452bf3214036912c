"""Attention and Transformer layers. https://docs.pytorch.org/docs/2.13/nn.html#transformer-layers"""

modules = "torch.nn", "torch.nn.modules", "torch.nn.modules.activation"


class MultiheadAttention(Module):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.MultiheadAttention.html"""
    def __init__(
        self, embed_dim: int, num_heads: int, dropout: float = 0.0, bias: bool = True,
        add_bias_kv: bool = False, add_zero_attn: bool = False, kdim: int | None = None,
        vdim: int | None = None, batch_first: bool = False, device: Any = None, dtype: dtype | None = None,
    ):
        require(
            num_heads > 0 and embed_dim > 0,
            "embed_dim and num_heads must be greater than 0, got embed_dim={embed_dim} and "
            "num_heads={num_heads} instead",
        )
        require(
            embed_dim % num_heads == 0,
            "embed_dim must be divisible by num_heads (embed_dim={embed_dim}, num_heads={num_heads})",
        )
        E = embed_dim
        self.kdim = E if kdim is None else kdim
        self.vdim = E if vdim is None else vdim
        self.head_dim = E // num_heads
        _fill_attention(self, E, self.kdim, self.vdim, bias, add_bias_kv, dtype)
    def forward(
        self, query: Tensor["*Q E"], key: Tensor["*K F"], value: Tensor["*V G"], key_padding_mask: Any = None,
        need_weights: bool = True, attn_mask: Any = None, average_attn_weights: bool = True,
        is_causal: Any = False,
    ):
        _check_attention(self, query, key, value)
        L, B = (Q[-1], Q[:-1]) if self.batch_first else (Q[0], Q[1:])
        S, C = (K[-1], K[:-1]) if self.batch_first else (K[0], K[1:])
        if comparable(B, C):
            require(B == C, "query has batch {B}, key and value have {C}")
        mask = _mask_looked_at(attn_mask, key_padding_mask, need_weights, is_causal)
        _check_masks(key_padding_mask, mask, B, self.num_heads, L, S)
        if not need_weights:
            return Tensor["*Q E"], None
        more = (1 if self.add_bias_kv else 0) + (1 if self.add_zero_attn else 0)
        heads = () if average_attn_weights else (self.num_heads,)
        return Tensor["*Q E"], Tensor["*B *heads L S+more"]

def _fill_attention(
    layer: Any, E: int, K: int, V: int, bias: bool, add_bias_kv: bool, dtype: dtype | None
) -> None:
    """The projections: one for query, key and value if they are of the same size, else one for each."""
    same = K == E and V == E
    layer.in_proj_weight = Parameter["3*E E", dtype] if same else None
    layer.q_proj_weight = None if same else Parameter["E E", dtype]
    layer.k_proj_weight = None if same else Parameter["E K", dtype]
    layer.v_proj_weight = None if same else Parameter["E V", dtype]
    layer.in_proj_bias = Parameter["3*E", dtype] if bias else None
    layer.bias_k = Parameter["1 1 E", dtype] if add_bias_kv else None
    layer.bias_v = Parameter["1 1 E", dtype] if add_bias_kv else None
    layer.out_proj = NonDynamicallyQuantizableLinear(E, E, bias=bias, dtype=dtype)

def _check_attention(layer: Any, query: Tensor["*Q E"], key: Tensor["*K F"], value: Tensor["*V G"]) -> None:
    """The ranks and embedding sizes of attention."""
    require(
        len(Q) == 1 or len(Q) == 2,
        "query should be unbatched 2D or batched 3D tensor but received {len(Q) + 1}-D query tensor",
    )
    require(
        len(K) == len(Q) and len(V) == len(Q),
        "expected `key` and `value` to have as many dimensions as `query`: {query.shape}, {key.shape}, "
        "{value.shape}",
    )
    require(E == layer.embed_dim, "was expecting embedding dimension of {layer.embed_dim}, but got {E}")
    require(F == layer.kdim, "was expecting embedding dimension of {layer.kdim} for key, but got {F}")
    require(G == layer.vdim, "was expecting embedding dimension of {layer.vdim} for value, but got {G}")
    if comparable(K, V):
        require(K == V, "key shape {key.shape} does not match value shape {value.shape}")
    weight = layer.q_proj_weight if layer.in_proj_weight is None else layer.in_proj_weight
    for part in (query, key, value):
        require(
            same_dtype(part.dtype, weight.dtype),
            "mat1 and mat2 must have the same dtype, but got {scalar_type(part.dtype)} and {scalar_type(weight.dtype)}",
        )

def _mask_looked_at(attn_mask: Any, key_padding_mask: Any, need_weights: bool, is_causal: Any):
    """None where the hint that it is causal stands for the mask, whatever that is."""
    if attn_mask is None or not known(is_causal):
        return None
    return None if is_causal and key_padding_mask is None and not need_weights else attn_mask

def _check_masks(key_padding_mask: Any, attn_mask: Any, B: Any, heads: int, L: int, S: int) -> None:
    """Masks of padded keys `[batch, S]` and of attention `[L, S]` or `[batch * heads, L, S]`."""
    if key_padding_mask is not None:
        P = key_padding_mask.shape
        require(P == (*B, S), "expecting key_padding_mask shape of {(*B, S)}, but got {P}")
    if attn_mask is not None:
        M = attn_mask.shape
        require(len(M) == 2 or len(M) == 3, "attn_mask's dimension {len(M)} is not supported")
        if len(M) == 2:
            require(M == (L, S), "The shape of the 2D attn_mask is {M}, but should be {(L, S)}.")
        else:
            require(
                M == (prod(B) * heads, L, S),
                "The shape of the 3D attn_mask is {M}, but should be {(prod(B)*heads, L, S)}.",
            )

def _function_between(activation: Any):
    """What a layer calls between its linear ones, which may be given by its name."""
    if activation is None:
        return native("torch.nn.functional.relu")
    if not is_text(activation):
        return activation
    require(activation in ("relu", "gelu"), "activation should be relu/gelu, not {activation}")
    return native("torch.nn.functional.gelu") if activation == "gelu" else native("torch.nn.functional.relu")

class TransformerEncoderLayer(Module):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.TransformerEncoderLayer.html"""
    activation_relu_or_gelu = 1
    def __init__(
        self, d_model: int, nhead: int, dim_feedforward: int = 2048, dropout: float = 0.1,
        activation: Any = None, layer_norm_eps: float = 1e-05, batch_first: bool = False,
        norm_first: bool = False, bias: bool = True, device: Any = None, dtype: dtype | None = None,
    ):
        self.self_attn = MultiheadAttention(d_model, nhead, dropout, bias, batch_first=batch_first, dtype=dtype)
        self.linear1 = Linear(d_model, dim_feedforward, bias=bias, dtype=dtype)
        self.dropout = Dropout(dropout)
        self.linear2 = Linear(dim_feedforward, d_model, bias=bias, dtype=dtype)
        self.norm1 = LayerNorm(d_model, bias=bias, dtype=dtype)
        self.norm2 = LayerNorm(d_model, bias=bias, dtype=dtype)
        self.dropout1 = Dropout(dropout)
        self.dropout2 = Dropout(dropout)
        self.activation = _function_between(activation)
    def forward(
        self, src: Any, src_mask: Any = None, src_key_padding_mask: Any = None, is_causal: Any = False,
    ):
        _check_layer(self, src)
        return self.self_attn.forward(src, src, src, src_key_padding_mask, False, src_mask, is_causal=is_causal)[0]
    def _sa_block(self, x: Any, attn_mask: Any, key_padding_mask: Any, is_causal: Any = False):
        return self.self_attn.forward(x, x, x, key_padding_mask, False, attn_mask, is_causal=is_causal)[0]
    def _ff_block(self, x: Any):
        return self.linear2(self.linear1(x))

def _check_layer(layer: Any, x: Tensor["*N E"]) -> None:
    """What Transformer layers demand of their input."""
    require(
        len(N) == 1 or len(N) == 2,
        "query should be unbatched 2D or batched 3D tensor but received {len(N) + 1}-D query tensor",
    )
    require(E == layer.d_model, "was expecting embedding dimension of {layer.d_model}, but got {E}")

class TransformerDecoderLayer(Module):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.TransformerDecoderLayer.html"""
    def __init__(
        self, d_model: int, nhead: int, dim_feedforward: int = 2048, dropout: float = 0.1,
        activation: Any = None, layer_norm_eps: float = 1e-05, batch_first: bool = False,
        norm_first: bool = False, bias: bool = True, device: Any = None, dtype: dtype | None = None,
    ):
        self.self_attn = MultiheadAttention(d_model, nhead, dropout, bias, batch_first=batch_first, dtype=dtype)
        self.multihead_attn = MultiheadAttention(d_model, nhead, dropout, bias, batch_first=batch_first, dtype=dtype)
        self.linear1 = Linear(d_model, dim_feedforward, bias=bias, dtype=dtype)
        self.dropout = Dropout(dropout)
        self.linear2 = Linear(dim_feedforward, d_model, bias=bias, dtype=dtype)
        self.norm1 = LayerNorm(d_model, bias=bias, dtype=dtype)
        self.norm2 = LayerNorm(d_model, bias=bias, dtype=dtype)
        self.norm3 = LayerNorm(d_model, bias=bias, dtype=dtype)
        self.dropout1 = Dropout(dropout)
        self.dropout2 = Dropout(dropout)
        self.dropout3 = Dropout(dropout)
        self.activation = _function_between(activation)
    def forward(
        self, tgt: Any, memory: Any, tgt_mask: Any = None, memory_mask: Any = None,
        tgt_key_padding_mask: Any = None, memory_key_padding_mask: Any = None, tgt_is_causal: Any = False,
        memory_is_causal: Any = False,
    ):
        _check_layer(self, tgt)
        x = self._sa_block(tgt, tgt_mask, tgt_key_padding_mask, tgt_is_causal)
        return self._mha_block(x, memory, memory_mask, memory_key_padding_mask, memory_is_causal)
    def _sa_block(self, x: Any, attn_mask: Any, key_padding_mask: Any, is_causal: Any = False):
        return self.self_attn.forward(x, x, x, key_padding_mask, False, attn_mask, is_causal=is_causal)[0]
    def _mha_block(self, x: Any, mem: Any, attn_mask: Any, key_padding_mask: Any, is_causal: Any = False):
        attention = self.multihead_attn
        return attention.forward(x, mem, mem, key_padding_mask, False, attn_mask, is_causal=is_causal)[0]
    def _ff_block(self, x: Any):
        return self.linear2(self.linear1(x))

class TransformerEncoder(Module):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.TransformerEncoder.html"""
    def __init__(
        self, encoder_layer: Any, num_layers: int, norm: Any = None, enable_nested_tensor: bool = True,
        mask_check: bool = True,
    ):
        self.encoder_layer = None
        self.layers = native("torch.nn.ModuleList")(copies(encoder_layer, num_layers))
        self.norm = norm
    def forward(self, src: Any, mask: Any = None, src_key_padding_mask: Any = None, is_causal: Any = None):
        x = src
        causal = False if is_causal is None else is_causal
        for layer in members(self.layers):
            x = layer(x, src_mask=mask, is_causal=causal, src_key_padding_mask=src_key_padding_mask)
        return x if self.norm is None else self.norm.forward(x)

class TransformerDecoder(Module):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.TransformerDecoder.html"""
    def __init__(self, decoder_layer: Any, num_layers: int, norm: Any = None):
        self.decoder_layer = None
        self.layers = native("torch.nn.ModuleList")(copies(decoder_layer, num_layers))
        self.norm = norm
    def forward(
        self, tgt: Any, memory: Any, tgt_mask: Any = None, memory_mask: Any = None,
        tgt_key_padding_mask: Any = None, memory_key_padding_mask: Any = None, tgt_is_causal: Any = None,
        memory_is_causal: Any = False,
    ):
        x = tgt
        causal = False if tgt_is_causal is None else tgt_is_causal
        for layer in members(self.layers):
            x = layer(
                x, memory, tgt_mask=tgt_mask, memory_mask=memory_mask, tgt_key_padding_mask=tgt_key_padding_mask,
                memory_key_padding_mask=memory_key_padding_mask, tgt_is_causal=causal, memory_is_causal=memory_is_causal,
            )
        return x if self.norm is None else self.norm.forward(x)

class Transformer(Module):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.Transformer.html"""
    def __init__(
        self, d_model: int = 512, nhead: int = 8, num_encoder_layers: int = 6, num_decoder_layers: int = 6,
        dim_feedforward: int = 2048, dropout: float = 0.1, activation: Any = None, custom_encoder: Any = None,
        custom_decoder: Any = None, layer_norm_eps: float = 1e-05, batch_first: bool = False,
        norm_first: bool = False, bias: bool = True, device: Any = None, dtype: dtype | None = None,
    ):
        self.custom_encoder = None
        self.custom_decoder = None
        layer = TransformerEncoderLayer(
            d_model, nhead, dim_feedforward, dropout, batch_first=batch_first, bias=bias, dtype=dtype
        )
        norm = LayerNorm(d_model, bias=bias, dtype=dtype)
        self.encoder = TransformerEncoder(layer, num_encoder_layers, norm) if custom_encoder is None else custom_encoder
        layer = TransformerDecoderLayer(
            d_model, nhead, dim_feedforward, dropout, batch_first=batch_first, bias=bias, dtype=dtype
        )
        norm = LayerNorm(d_model, bias=bias, dtype=dtype)
        self.decoder = TransformerDecoder(layer, num_decoder_layers, norm) if custom_decoder is None else custom_decoder
    def forward(
        self, src: Tensor["*N E"], tgt: Tensor["*M F"], src_mask: Any = None, tgt_mask: Any = None,
        memory_mask: Any = None, src_key_padding_mask: Any = None, tgt_key_padding_mask: Any = None,
        memory_key_padding_mask: Any = None, src_is_causal: Any = None, tgt_is_causal: Any = None,
        memory_is_causal: Any = False,
    ):
        B, C = (N[:-1], M[:-1]) if self.batch_first else (N[1:], M[1:])
        if comparable(B, C):
            require(B == C, "the batch number of src and tgt must be equal: {src.shape}, {tgt.shape}")
        require(
            E == self.d_model and F == self.d_model,
            "the feature number of src and tgt must be equal to d_model ({self.d_model}): {src.shape}, "
            "{tgt.shape}",
        )
        memory = self.encoder(
            src, mask=src_mask, src_key_padding_mask=src_key_padding_mask, is_causal=src_is_causal
        )
        return self.decoder(
            tgt, memory, tgt_mask=tgt_mask, memory_mask=memory_mask, tgt_key_padding_mask=tgt_key_padding_mask,
            memory_key_padding_mask=memory_key_padding_mask, tgt_is_causal=tgt_is_causal,
            memory_is_causal=memory_is_causal,
        )
    def generate_square_subsequent_mask(
        sz: int, device: Any = None, dtype: dtype | None = None,
    ) -> Tensor["sz sz", dtype or float32]: ...
    def generate_square_subsequent_mask(
        self, sz: int, device: Any = None, dtype: dtype | None = None,
    ) -> Tensor["sz sz", dtype or float32]: ...
