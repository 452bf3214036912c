"""Wrappers that run a module elsewhere. https://docs.pytorch.org/docs/2.13/nn.html#dataparallel-layers-multi-gpu-distributed"""

modules = "torch.nn.parallel", "torch.nn.parallel.data_parallel", "torch.nn.parallel.distributed"


class DataParallel(Module):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.DataParallel.html"""
    def __init__(self, module: Any, device_ids: Any = None, output_device: Any = None, dim: int = 0): ...
    def forward(self, *inputs, **kwargs):
        return self.module(*inputs, **kwargs)

class DistributedDataParallel(Module):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.parallel.DistributedDataParallel.html"""
    def __init__(self, module: Any, device_ids: Any = None, output_device: Any = None, **options): ...
    def forward(self, *inputs, **kwargs):
        return self.module(*inputs, **kwargs)
    def no_sync(self):
        return torch.Inert()
