"""What became of the variables of old programs. https://docs.pytorch.org/docs/2.13/autograd.html"""

modules = ("torch.autograd",)


def Variable(data: Any, requires_grad: Any = False, volatile: Any = False):
    """The tensor itself. https://docs.pytorch.org/docs/2.13/autograd.html#variable-deprecated"""
    return data
