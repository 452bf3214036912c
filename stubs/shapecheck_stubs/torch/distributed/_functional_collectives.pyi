"""Collectives that write to nothing. https://docs.pytorch.org/docs/2.13/distributed.html"""

modules = "torch.distributed._functional_collectives"


def all_reduce(self: Tensor, *rest, **options):
    """What is made of the tensors of all processes has the shape of each."""
    return like(self)

broadcast = wait_tensor = all_reduce

def all_gather_tensor(self: Tensor["*S"], gather_dim: int, group: Any, tag: Any = "") -> Tensor["*T"]:
    """The tensors of all processes, one after the other."""
    d = axis(gather_dim, len(S))
    T = replace(S, d, S[d] * fresh(1))

all_gather_single = all_gather_single_autograd = all_gather_tensor_autograd = all_gather_tensor

def reduce_scatter_tensor(
    self: Tensor["*S"], reduceOp: Any, scatter_dim: int, group: Any, tag: Any = ""
) -> Tensor["*T"]:
    """A part for each process."""
    d = axis(scatter_dim, len(S))
    T = replace(S, d, S[d] // fresh(1))

reduce_scatter_single = reduce_scatter_single_autograd = reduce_scatter_tensor_autograd = reduce_scatter_tensor

def all_to_all_single(
    self: Tensor["N *S"], output_split_sizes: Any, input_split_sizes: Any, group: Any, tag: Any = ""
) -> Tensor["M *S"]:
    """As many rows as there were, if nobody says how many each process gets."""
    M = N if output_split_sizes is None else fresh(0)

all_to_all_single_autograd = all_to_all_single
