"""Wrappers that shard a module. https://docs.pytorch.org/docs/2.13/fsdp.html"""

modules = "torch.distributed.fsdp", "torch.distributed.fsdp.fully_sharded_data_parallel"


class FullyShardedDataParallel(torch.nn.Module):
    """https://docs.pytorch.org/docs/2.13/fsdp.html#torch.distributed.fsdp.FullyShardedDataParallel"""
    def __init__(self, module: Any, *args, **options):
        self.module = module
    def forward(self, *inputs, **kwargs):
        return self.module(*inputs, **kwargs)
    def no_sync(self):
        return torch.Inert()

def fully_shard(module: Any, **options):
    """https://docs.pytorch.org/docs/2.13/distributed.fsdp.fully_shard.html"""
    return module
