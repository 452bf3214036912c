"""Attention and Transformer layers. https://docs.pytorch.org/docs/2.13/nn.html#transformer-layers"""

modules = "torch.nn"


class MultiheadAttention(Module):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.MultiheadAttention.html (masks are not checked)"""
    def __init__(self, embed_dim: int, num_heads: int, dropout: float = 0.0, bias: bool = True, add_bias_kv: bool = False, add_zero_attn: bool = False, kdim: int | None = None, vdim: int | None = None, batch_first: bool = False, device: Any = None, dtype: dtype | None = None):
        require(num_heads > 0 and embed_dim > 0, "embed_dim and num_heads must be greater than 0, got embed_dim={embed_dim} and num_heads={num_heads} instead")
        require(embed_dim % num_heads == 0, "embed_dim must be divisible by num_heads (embed_dim={embed_dim}, num_heads={num_heads})")
        self.head_dim = embed_dim // num_heads
        self.kdim = embed_dim if kdim is None else kdim
        self.vdim = embed_dim if vdim is None else vdim
        same = (kdim is None or kdim == embed_dim) and (vdim is None or vdim == embed_dim)
        self.in_proj_weight = Parameter["3*embed_dim embed_dim", dtype] if same else None
        self.in_proj_bias = Parameter["3*embed_dim", dtype] if bias else None
        self.out_proj = Linear(embed_dim, embed_dim, bias=bias)
    def forward(self, query: Tensor["*Q E"], key: Tensor["*K F"], value: Tensor["*V G"], key_padding_mask: Any = None, need_weights: bool = True, attn_mask: Any = None, average_attn_weights: bool = True, is_causal: bool = False):
        require(len(Q) == 1 or len(Q) == 2, "query should be unbatched 2D or batched 3D tensor but received {len(Q) + 1}-D query tensor")
        require(E == self.embed_dim, "was expecting embedding dimension of {self.embed_dim}, but got {E}")
        require(F == self.kdim, "was expecting key dimension of {self.kdim}, but got {F}")
        require(G == self.vdim, "was expecting value dimension of {self.vdim}, but got {G}")
        require(K == V, "key shape {key.shape} does not match value shape {value.shape}")
        if not need_weights:
            return Tensor["*Q E"], None
        require(len(K) == len(Q), "key and value must have as many dimensions as query: {key.shape}, {query.shape}")
        more = (1 if self.add_bias_kv else 0) + (1 if self.add_zero_attn else 0)
        heads = () if average_attn_weights else (self.num_heads,)
        if len(Q) == 1:
            return Tensor["*Q E"], Tensor["*heads Q[0] K[0]+more"]
        n = 0 if self.batch_first else 1
        require(Q[n] == K[n], "key has batch size {K[n]}, query has {Q[n]}")
        return Tensor["*Q E"], Tensor["Q[n] *heads Q[1-n] K[1-n]+more"]

class TransformerEncoderLayer(Module):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.TransformerEncoderLayer.html (masks are not checked)"""
    def __init__(self, d_model: int, nhead: int, dim_feedforward: int = 2048, dropout: float = 0.1, activation: Any = None, layer_norm_eps: float = 1e-05, batch_first: bool = False, norm_first: bool = False, bias: bool = True, device: Any = None, dtype: dtype | None = None):
        self.self_attn = MultiheadAttention(d_model, nhead, batch_first=batch_first, bias=bias)
        self.linear1 = Linear(d_model, dim_feedforward, bias=bias)
        self.linear2 = Linear(dim_feedforward, d_model, bias=bias)
        self.norm1 = LayerNorm(d_model, bias=bias)
        self.norm2 = LayerNorm(d_model, bias=bias)
    def forward(self, src: Tensor["*N E"], src_mask: Any = None, src_key_padding_mask: Any = None, is_causal: Any = False) -> Tensor["*N E"]:
        require(len(N) == 1 or len(N) == 2, "query should be unbatched 2D or batched 3D tensor but received {len(N) + 1}-D query tensor")
        require(E == self.d_model, "was expecting embedding dimension of {self.d_model}, but got {E}")

class TransformerDecoderLayer(Module):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.TransformerDecoderLayer.html (masks are not checked)"""
    def __init__(self, d_model: int, nhead: int, dim_feedforward: int = 2048, dropout: float = 0.1, activation: Any = None, layer_norm_eps: float = 1e-05, batch_first: bool = False, norm_first: bool = False, bias: bool = True, device: Any = None, dtype: dtype | None = None):
        self.self_attn = MultiheadAttention(d_model, nhead, batch_first=batch_first, bias=bias)
        self.multihead_attn = MultiheadAttention(d_model, nhead, batch_first=batch_first, bias=bias)
        self.linear1 = Linear(d_model, dim_feedforward, bias=bias)
        self.linear2 = Linear(dim_feedforward, d_model, bias=bias)
        self.norm1 = LayerNorm(d_model, bias=bias)
        self.norm2 = LayerNorm(d_model, bias=bias)
        self.norm3 = LayerNorm(d_model, bias=bias)
    def forward(self, tgt: Tensor["*N E"], memory: Tensor["*M F"], tgt_mask: Any = None, memory_mask: Any = None, tgt_key_padding_mask: Any = None, memory_key_padding_mask: Any = None, tgt_is_causal: Any = False, memory_is_causal: Any = False) -> Tensor["*N E"]:
        require(len(N) == 1 or len(N) == 2, "query should be unbatched 2D or batched 3D tensor but received {len(N) + 1}-D query tensor")
        require(E == self.d_model, "was expecting embedding dimension of {self.d_model}, but got {E}")
        require(F == self.d_model, "was expecting embedding dimension of {self.d_model}, but memory has {F}")
        require(len(M) == len(N), "memory {memory.shape} and tgt {tgt.shape} must have as many dimensions")
        if len(N) == 2:
            n = 0 if self.batch_first else 1
            require(N[n] == M[n], "memory has batch size {M[n]}, tgt has {N[n]}")

class TransformerEncoder(Module):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.TransformerEncoder.html (its layers are equal: one is run)"""
    def __init__(self, encoder_layer: Any, num_layers: int, norm: Any = None, enable_nested_tensor: bool = True, mask_check: bool = True):
        self.layers = make_list(repeated(encoder_layer, num_layers)) if known(num_layers) else None
    def forward(self, src: Any, mask: Any = None, src_key_padding_mask: Any = None, is_causal: Any = None):
        layer = self.encoder_layer
        out = layer(src, src_mask=mask, src_key_padding_mask=src_key_padding_mask)
        if self.norm is None:
            return out
        norm = self.norm
        return norm(out)

class TransformerDecoder(Module):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.TransformerDecoder.html (its layers are equal: one is run)"""
    def __init__(self, decoder_layer: Any, num_layers: int, norm: Any = None):
        self.layers = make_list(repeated(decoder_layer, num_layers)) if known(num_layers) else None
    def forward(self, tgt: Any, memory: Any, tgt_mask: Any = None, memory_mask: Any = None, tgt_key_padding_mask: Any = None, memory_key_padding_mask: Any = None, tgt_is_causal: Any = None, memory_is_causal: Any = False):
        layer = self.decoder_layer
        out = layer(tgt, memory, tgt_mask=tgt_mask, memory_mask=memory_mask)
        if self.norm is None:
            return out
        norm = self.norm
        return norm(out)

class Transformer(Module):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.Transformer.html (masks are not checked)"""
    def __init__(self, d_model: int = 512, nhead: int = 8, num_encoder_layers: int = 6, num_decoder_layers: int = 6, dim_feedforward: int = 2048, dropout: float = 0.1, activation: Any = None, custom_encoder: Any = None, custom_decoder: Any = None, layer_norm_eps: float = 1e-05, batch_first: bool = False, norm_first: bool = False, bias: bool = True, device: Any = None, dtype: dtype | None = None):
        require(d_model % nhead == 0, "embed_dim must be divisible by num_heads (d_model={d_model}, nhead={nhead})")
    def forward(self, src: Tensor["*N E"], tgt: Tensor["*M F"], src_mask: Any = None, tgt_mask: Any = None, memory_mask: Any = None, src_key_padding_mask: Any = None, tgt_key_padding_mask: Any = None, memory_key_padding_mask: Any = None, src_is_causal: Any = None, tgt_is_causal: Any = None, memory_is_causal: Any = False) -> Tensor["*M F"]:
        if self.custom_encoder is not None or self.custom_decoder is not None:
            unknown("a Transformer with its own encoder or decoder")
        require(E == self.d_model and F == self.d_model, "the feature number of src ({E}) and tgt ({F}) must be equal to d_model ({self.d_model})")
        require(len(N) == len(M), "src {src.shape} and tgt {tgt.shape} must have as many dimensions")
        if len(N) == 2:
            n = 0 if self.batch_first else 1
            require(N[n] == M[n], "the batch number of src ({N[n]}) and tgt ({M[n]}) must be equal")
    def generate_square_subsequent_mask(sz: int, device: Any = None, dtype: dtype | None = None) -> Tensor["sz sz", dtype or float32]:
        """A static method of torch; called on an instance it is a mistake there too."""
