"""Recurrent layers. https://docs.pytorch.org/docs/2.13/nn.html#recurrent-layers"""

modules = "torch.nn", "torch.nn.modules", "torch.nn.modules.rnn"


class RNNBase(Module):
    """What RNN, LSTM and GRU share."""
    gates = 1
    mode = "RNN_TANH"
    proj_size = 0
    def forward(self, input: Any, hx: Any = None):
        return _run_any(self, input, hx)
    def flatten_parameters(self) -> None: ...
    def reset_parameters(self) -> None: ...
    def check_input(self, input: Tensor["*S"], batch_sizes: Any) -> None:
        require(S[-1] == self.input_size, "input.size(-1) must be equal to input_size. Expected {self.input_size}, got {S[-1]}")
    def check_hidden_size(self, hx: Tensor["*S"], expected_hidden_size: Any, msg: Any = None) -> None:
        require(S == expected_hidden_size, "Expected hidden size {expected_hidden_size}, got {S}")
    def check_forward_args(self, input: Any, hidden: Any, batch_sizes: Any) -> None: ...
    def get_expected_hidden_size(self, input: Tensor["*S"], batch_sizes: Any):
        if batch_sizes is not None:
            unknown("the sizes of a packed sequence")
        D = 2 if self.bidirectional else 1
        B = S[0] if self.batch_first else S[1]
        return self.num_layers * D, B, self.hidden_size if self.proj_size == 0 else self.proj_size
    def permute_hidden(self, hx: Any, permutation: Any):
        return hx

def _run_any(layer: Any, input: Any, hx: Any):
    """A tensor, or a packed sequence."""
    if is_object(input):
        data, state = _run_packed(layer, input, layer.hidden_size)
        if hx is not None:
            _check_packed(input, hx, state.shape, "hidden")
        return utils.rnn._repacked(input, data), state
    return _run_rnn(layer, input, hx)

def _run_rnn(layer: Any, input: Tensor["*S I"], hx: Any):
    """The output and the last states of the layers; the batch is what remains of `[batch] length`."""
    _check_rnn(layer, input)
    B = S[:-1] if layer.batch_first else S[1:]
    N, D = layer.num_layers, 2 if layer.bidirectional else 1
    if hx is not None:
        _check_hidden(hx, (N * D, *B, layer.hidden_size), "hidden")
        _check_state_dtype(hx, input)
    return _laid_out(layer, input, D * layer.hidden_size), Tensor["N*D *B layer.hidden_size"]

def _run_lstm(layer: Any, input: Tensor["*S I"], hx: Any, H: int, P: int):
    """The same with two states, of which the first may be projected."""
    _check_rnn(layer, input)
    B = S[:-1] if layer.batch_first else S[1:]
    N, D = layer.num_layers, 2 if layer.bidirectional else 1
    if hx is not None:
        h, c = _two_states(layer, hx)
        _check_hidden(h, (N * D, *B, P), "hidden[0]")
        _check_hidden(c, (N * D, *B, H), "hidden[1]")
        _check_state_dtype(h, input)
        _check_state_dtype(c, input)
    return _laid_out(layer, input, D * P), (Tensor["N*D *B P"], Tensor["N*D *B H"])

def _laid_out(layer: Any, input: Tensor["*S I"], O: int):
    """The output lies by time; with `batch_first` it is a view of that, whose first two dims no `view` can merge.
    https://github.com/pytorch/pytorch/blob/v2.13.0/aten/src/ATen/native/RNN.cpp (`output.transpose_(0, 1)`)"""
    if ranked(S) and len(S) == 2 and known(layer.batch_first) and layer.batch_first:
        return torch.transpose(torch.empty((S[1], S[0], O), dtype=input.dtype), 0, 1)
    return Tensor["*S O"]

def _run_packed(layer: Any, packed: Any, H: int):
    """The data and the first state for a packed sequence."""
    D = 2 if layer.bidirectional else 1
    B, L = packed.sizes
    n, I = packed.data.shape[0], packed.data.shape[1]
    require(
        packed.data.ndim == 2,
        "the items of packed sequences have one dim, got data of shape {packed.data.shape}",
    )
    require(
        I == layer.input_size,
        "input.size(-1) must be equal to input_size. Expected {layer.input_size}, got {I}",
    )
    _check_input_dtype(layer, packed.data)
    return Tensor["n D*H", packed.data.dtype], Tensor["layer.num_layers*D B H", packed.data.dtype]

def _check_rnn(layer: Any, input: Tensor["*S I"]) -> None:
    """What all recurrent layers demand of the input."""
    require(len(S) == 1 or len(S) == 2, "{layer}: Expected input to be 2D or 3D, got {len(S) + 1}D instead")
    require(
        I == layer.input_size,
        "input.size(-1) must be equal to input_size. Expected {layer.input_size}, got {I}",
    )
    if ranked(S) and (len(S) == 1 or known(layer.batch_first)):
        L = S[0] if len(S) == 1 or not layer.batch_first else S[1]
        require(L > 0, "Expected sequence length to be larger than 0 in RNN")
    _check_input_dtype(layer, input)

def _check_input_dtype(layer: Any, input: Any) -> None:
    """Input and weights have one dtype."""
    require(
        same_dtype(input.dtype, layer.weight_ih_l0.dtype),
        "RNN input dtype ({input.dtype}) does not match weight dtype ({layer.weight_ih_l0.dtype})",
    )

def _check_state_dtype(hx: Any, other: Any) -> None:
    """So have states and what they meet: the input, or the weights of a cell."""
    require(
        same_dtype(hx.dtype, other.dtype),
        "mat1 and mat2 must have the same dtype, but got {scalar_type(hx.dtype)} and {scalar_type(other.dtype)}",
    )

def _check_hidden(hx: Tensor["*S"], wanted: Any, name: Any) -> None:
    """The shape of an initial state."""
    require(S == wanted, "Expected {name} size {wanted}, got {S}")

def _check_packed(packed: Any, hx: Tensor["*S"], wanted: Any, name: Any) -> None:
    """The same beside a packed sequence, which takes the states that it needs if it is not sorted."""
    if packed.is_sorted:
        _check_hidden(hx, wanted, name)
    else:
        require(
            len(S) == 3 and S[0] == wanted[0] and S[1] >= wanted[1] and S[2] == wanted[2],
            "Expected {name} size {wanted}, got {S}",
        )

def _two_states(layer: Any, hx: Any):
    """The hidden state and that of the cell."""
    if is_tensor(hx):
        reject("{layer}: hx must be a tuple of two tensors, (h_0, c_0), got one of shape {hx.shape}")
    return hx

def _fill_rnn(
    layer: Any, gates: int, I: int, H: int, num_layers: int, bias: bool, bidirectional: bool, P: int,
    dtype: dtype | None,
) -> None:
    """`weight_ih_l0` and so on; of layers of unknown number those of the first."""
    require(H > 0, "hidden_size must be greater than zero")
    require(num_layers > 0, "num_layers must be greater than zero")
    out = H if P == 0 else P
    for k in range(num_layers if fixed(num_layers) else 1):
        for end in ("", "_reverse") if bidirectional else ("",):
            size = I if k == 0 else out * (2 if bidirectional else 1)
            keep(layer, f"weight_ih_l{k}{end}", Parameter["gates*H size", dtype])
            keep(layer, f"weight_hh_l{k}{end}", Parameter["gates*H out", dtype])
            if bias:
                keep(layer, f"bias_ih_l{k}{end}", Parameter["gates*H", dtype])
                keep(layer, f"bias_hh_l{k}{end}", Parameter["gates*H", dtype])
            if P != 0:
                keep(layer, f"weight_hr_l{k}{end}", Parameter["P H", dtype])

class RNN(RNNBase):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.RNN.html"""
    def __init__(
        self, input_size: int, hidden_size: int, num_layers: int = 1, nonlinearity: str = "tanh",
        bias: bool = True, batch_first: bool = False, dropout: float = 0.0, bidirectional: bool = False,
        device: Any = None, dtype: dtype | None = None,
    ):
        if known(nonlinearity):
            require(
                nonlinearity in ("tanh", "relu"),
                "Unknown nonlinearity '{nonlinearity}'. Select from 'tanh' or 'relu'.",
            )
            self.mode = "RNN_TANH" if nonlinearity == "tanh" else "RNN_RELU"
        _fill_rnn(self, 1, input_size, hidden_size, num_layers, bias, bidirectional, 0, dtype)
    def forward(self, input: Any, hx: Any = None):
        return _run_any(self, input, hx)

class GRU(RNNBase):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.GRU.html"""
    gates = 3
    mode = "GRU"
    def __init__(
        self, input_size: int, hidden_size: int, num_layers: int = 1, bias: bool = True,
        batch_first: bool = False, dropout: float = 0.0, bidirectional: bool = False, device: Any = None,
        dtype: dtype | None = None,
    ):
        _fill_rnn(self, 3, input_size, hidden_size, num_layers, bias, bidirectional, 0, dtype)
    def forward(self, input: Any, hx: Any = None):
        return _run_any(self, input, hx)

class LSTM(RNNBase):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.LSTM.html"""
    gates = 4
    mode = "LSTM"
    def __init__(
        self, input_size: int, hidden_size: int, num_layers: int = 1, bias: bool = True,
        batch_first: bool = False, dropout: float = 0.0, bidirectional: bool = False, proj_size: int = 0,
        device: Any = None, dtype: dtype | None = None,
    ):
        require(proj_size >= 0, "proj_size should be a positive integer or zero to disable projections")
        require(proj_size < hidden_size, "proj_size has to be smaller than hidden_size")
        _fill_rnn(self, 4, input_size, hidden_size, num_layers, bias, bidirectional, proj_size, dtype)
    def forward(self, input: Any, hx: Any = None):
        H, P = self.hidden_size, self.hidden_size if self.proj_size == 0 else self.proj_size
        if is_object(input):
            data, h = _run_packed(self, input, P)
            c = Tensor["h.shape[0] h.shape[1] H", h.dtype]
            if hx is not None:
                h0, c0 = _two_states(self, hx)
                _check_packed(input, h0, h.shape, "hidden[0]")
                _check_packed(input, c0, c.shape, "hidden[1]")
            return utils.rnn._repacked(input, data), (h, c)
        return _run_lstm(self, input, hx, H, P)

class RNNCellBase(Module):
    """What the cells share."""
    def reset_parameters(self) -> None: ...

def _fill_cell(cell: Any, G: int, I: int, H: int, bias: bool, dtype: dtype | None) -> None:
    """The parameters of a cell; `G` is the size of all gates."""
    cell.weight_ih = Parameter["G I", dtype]
    cell.weight_hh = Parameter["G H", dtype]
    cell.bias_ih = Parameter["G", dtype] if bias else None
    cell.bias_hh = Parameter["G", dtype] if bias else None

def _check_cell(cell: Any, input: Tensor["*N I"]) -> None:
    """What cells demand of the input."""
    require(len(N) <= 1, "{cell}: Expected input to be 1D or 2D, got {len(N) + 1}D instead")
    require(I == cell.input_size, "input has inconsistent input_size: got {I} expected {cell.input_size}")
    _check_state_dtype(input, cell.weight_ih)

def _check_cell_state(cell: Any, hx: Tensor["*S"], wanted: Any, name: Any) -> None:
    """The shape of the state of a cell."""
    _check_state_dtype(hx, cell.weight_hh)
    require(len(S) == len(wanted), "{name} has {len(S)} dims, and the input has {len(wanted)}")
    require(S[-1] == wanted[-1], "{name} has inconsistent hidden_size: got {S[-1]}, expected {wanted[-1]}")
    require(S[0] == wanted[0], "Input batch size {wanted[0]} doesn't match {name} batch size {S[0]}")

class RNNCell(RNNCellBase):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.RNNCell.html"""
    def __init__(
        self, input_size: int, hidden_size: int, bias: bool = True, nonlinearity: str = "tanh",
        device: Any = None, dtype: dtype | None = None,
    ):
        _fill_cell(self, hidden_size, input_size, hidden_size, bias, dtype)
    def forward(self, input: Tensor["*N I"], hx: Any = None) -> Tensor["*N self.hidden_size"]:
        _check_cell(self, input)
        if hx is not None:
            _check_cell_state(self, hx, (*N, self.hidden_size), "hidden0")

class GRUCell(RNNCellBase):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.GRUCell.html"""
    def __init__(
        self, input_size: int, hidden_size: int, bias: bool = True, device: Any = None,
        dtype: dtype | None = None,
    ):
        _fill_cell(self, 3 * hidden_size, input_size, hidden_size, bias, dtype)
    def forward(self, input: Tensor["*N I"], hx: Any = None) -> Tensor["*N self.hidden_size"]:
        _check_cell(self, input)
        if hx is not None:
            _check_cell_state(self, hx, (*N, self.hidden_size), "hidden0")

class LSTMCell(RNNCellBase):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.LSTMCell.html"""
    def __init__(
        self, input_size: int, hidden_size: int, bias: bool = True, device: Any = None,
        dtype: dtype | None = None,
    ):
        _fill_cell(self, 4 * hidden_size, input_size, hidden_size, bias, dtype)
    def forward(self, input: Tensor["*N I"], hx: Any = None):
        _check_cell(self, input)
        if hx is not None:
            h, c = _two_states(self, hx)
            _check_cell_state(self, h, (*N, self.hidden_size), "hidden0")
            _check_cell_state(self, c, (*N, self.hidden_size), "hidden1")
        return Tensor["*N self.hidden_size"], Tensor["*N self.hidden_size"]
