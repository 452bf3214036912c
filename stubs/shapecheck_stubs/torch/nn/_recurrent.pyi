"""Recurrent layers. https://docs.pytorch.org/docs/2.13/nn.html#recurrent-layers (packed sequences give unknown)"""

modules = "torch.nn"


class RNNBase(Module):
    gates = 1
    def __init__(self, input_size: int, hidden_size: int, num_layers: int = 1, nonlinearity: Any = "tanh", bias: bool = True, batch_first: bool = False, dropout: float = 0.0, bidirectional: bool = False, proj_size: int = 0, device: Any = None, dtype: dtype | None = None):
        make_weights(self, self.gates, input_size, hidden_size, num_layers, bias, bidirectional, proj_size)
    def forward(self, input: Tensor["*N I"], hx: Tensor["*S"] | None = None):
        check_input(self, N, I)
        D = 2 if self.bidirectional else 1
        batch = batch_of(self, N)
        if hx is not None:
            require(S == (self.num_layers * D, *batch, self.hidden_size), "Expected hidden size {(self.num_layers * D, *batch, self.hidden_size)}, got {S}")
        return Tensor["*N D*self.hidden_size"], Tensor["self.num_layers*D *batch self.hidden_size"]

def check_input(self, N: Ints, I: int) -> None:
    """What all recurrent layers demand of the input."""
    require(len(N) == 1 or len(N) == 2, "RNN: Expected input to be 2D or 3D, got {len(N) + 1}D instead")
    require(I == self.input_size, "input.size(-1) must be equal to input_size. Expected {self.input_size}, got {I}")

def batch_of(self, N: Ints):
    """The batch dim, if there is one."""
    return (N[0] if self.batch_first else N[1],) if len(N) == 2 else ()

def make_weights(self, gates: int, I: int, H: int, num_layers: int, bias: bool, bidirectional: bool, P: int) -> None:
    """`weight_ih_l0` and so on."""
    out = H if P == 0 else P
    for k in range(num_layers):
        for end in ("", "_reverse") if bidirectional else ("",):
            size = I if k == 0 else out * (2 if bidirectional else 1)
            keep(self, f"weight_ih_l{k}{end}", Parameter["gates*H size"])
            keep(self, f"weight_hh_l{k}{end}", Parameter["gates*H out"])
            if bias:
                keep(self, f"bias_ih_l{k}{end}", Parameter["gates*H"])
                keep(self, f"bias_hh_l{k}{end}", Parameter["gates*H"])
            if P != 0:
                keep(self, f"weight_hr_l{k}{end}", Parameter["P H"])

class RNN(RNNBase):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.RNN.html"""

class GRU(RNNBase):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.GRU.html"""
    gates = 3
    def __init__(self, input_size: int, hidden_size: int, num_layers: int = 1, bias: bool = True, batch_first: bool = False, dropout: float = 0.0, bidirectional: bool = False, device: Any = None, dtype: dtype | None = None):
        make_weights(self, 3, input_size, hidden_size, num_layers, bias, bidirectional, 0)

class LSTM(RNNBase):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.LSTM.html"""
    gates = 4
    def __init__(self, input_size: int, hidden_size: int, num_layers: int = 1, bias: bool = True, batch_first: bool = False, dropout: float = 0.0, bidirectional: bool = False, proj_size: int = 0, device: Any = None, dtype: dtype | None = None):
        make_weights(self, 4, input_size, hidden_size, num_layers, bias, bidirectional, proj_size)
    def forward(self, input: Tensor["*N I"], hx: Sequence[Tensor] | None = None):
        check_input(self, N, I)
        D = 2 if self.bidirectional else 1
        batch = batch_of(self, N)
        out = self.hidden_size if self.proj_size == 0 else self.proj_size
        if hx is not None:
            h, c = hx
            require(h.shape == (self.num_layers * D, *batch, out), "Expected hidden[0] size {(self.num_layers * D, *batch, out)}, got {h.shape}")
            require(c.shape == (self.num_layers * D, *batch, self.hidden_size), "Expected hidden[1] size {(self.num_layers * D, *batch, self.hidden_size)}, got {c.shape}")
        return Tensor["*N D*out"], (Tensor["self.num_layers*D *batch out"], Tensor["self.num_layers*D *batch self.hidden_size"])

class RNNCell(Module):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.RNNCell.html"""
    def __init__(self, input_size: int, hidden_size: int, bias: bool = True, nonlinearity: Any = "tanh", device: Any = None, dtype: dtype | None = None):
        self.weight_ih = Parameter["hidden_size input_size", dtype]
        self.weight_hh = Parameter["hidden_size hidden_size", dtype]
        self.bias_ih = Parameter["hidden_size", dtype] if bias else None
        self.bias_hh = Parameter["hidden_size", dtype] if bias else None
    def forward(self, input: Tensor["*N I"], hx: Tensor["*M H"] | None = None) -> Tensor["*N self.hidden_size"]:
        require(len(N) <= 1, "RNNCell: Expected input to be 1D or 2D, got {len(N) + 1}D instead")
        require(I == self.input_size, "input has inconsistent input_size: got {I} expected {self.input_size}")
        if hx is not None:
            require(M == N and H == self.hidden_size, "hidden {hx.shape} does not fit the input {input.shape} and hidden_size {self.hidden_size}")

class GRUCell(RNNCell):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.GRUCell.html"""
    def __init__(self, input_size: int, hidden_size: int, bias: bool = True, device: Any = None, dtype: dtype | None = None):
        self.weight_ih = Parameter["3*hidden_size input_size", dtype]
        self.weight_hh = Parameter["3*hidden_size hidden_size", dtype]
        self.bias_ih = Parameter["3*hidden_size", dtype] if bias else None
        self.bias_hh = Parameter["3*hidden_size", dtype] if bias else None

class LSTMCell(Module):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.LSTMCell.html"""
    def __init__(self, input_size: int, hidden_size: int, bias: bool = True, device: Any = None, dtype: dtype | None = None):
        self.weight_ih = Parameter["4*hidden_size input_size", dtype]
        self.weight_hh = Parameter["4*hidden_size hidden_size", dtype]
        self.bias_ih = Parameter["4*hidden_size", dtype] if bias else None
        self.bias_hh = Parameter["4*hidden_size", dtype] if bias else None
    def forward(self, input: Tensor["*N I"], hx: Sequence[Tensor] | None = None) -> tuple[Tensor["*N self.hidden_size"], Tensor["*N self.hidden_size"]]:
        require(len(N) <= 1, "LSTMCell: Expected input to be 1D or 2D, got {len(N) + 1}D instead")
        require(I == self.input_size, "input has inconsistent input_size: got {I} expected {self.input_size}")
        if hx is not None:
            for h in hx:
                require(h.shape == (*N, self.hidden_size), "hidden {h.shape} does not fit the input {input.shape} and hidden_size {self.hidden_size}")
