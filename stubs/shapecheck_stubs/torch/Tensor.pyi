"""https://docs.pytorch.org/docs/2.13/tensors.html"""

__add__ = __radd__ = __iadd__ = torch.add
