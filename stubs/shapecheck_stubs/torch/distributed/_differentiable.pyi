"""Collectives through which gradients flow. https://docs.pytorch.org/docs/2.13/distributed.html"""

modules = "torch.distributed.nn", "torch.distributed.nn.functional"


def all_reduce(tensor: Tensor, *rest, **options):
    """What is made of the tensors of all processes has the shape of each."""
    return like(tensor)

broadcast = reduce = all_reduce

def all_gather(tensor: Tensor["*S"], group: Any = None):
    """The tensor of each process."""
    n = torch.distributed.get_world_size(group)
    return torch.unbind(Tensor["n *S", tensor.dtype])

def gather(tensor: Tensor, dst: Any = 0, group: Any = None):
    return all_gather(tensor, group)

def all_to_all_single(output: Tensor, input: Tensor, *rest, **options):
    return like(output)

def reduce_scatter(output: Tensor, input_list: Any, *rest, **options):
    return like(output)

def all_to_all(output_tensor_list: Sequence[Tensor], input_tensor_list: Any, *rest, **options):
    return tuple(like(output) for output in output_tensor_list)

def scatter(tensors: Sequence[Tensor], *rest, **options):
    return like(tensors[0])
