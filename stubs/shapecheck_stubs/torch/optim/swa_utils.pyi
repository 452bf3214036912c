"""Averaged weights. https://docs.pytorch.org/docs/2.13/optim.html#weight-averaging-swa-and-ema"""


class AveragedModel(torch.nn.Module):
    """https://docs.pytorch.org/docs/2.13/generated/torch.optim.swa_utils.AveragedModel.html"""
    def __init__(self, model: Any, *args, **options):
        self.module = model
    def forward(self, *args, **kwargs):
        return self.module(*args, **kwargs)
    def update_parameters(self, model: Any) -> None: ...

class SWALR(torch.optim.lr_scheduler.LRScheduler):
    """https://docs.pytorch.org/docs/2.13/optim.html#torch.optim.swa_utils.SWALR"""

def update_bn(loader: Any, model: Any, *args, **options) -> None:
    """https://docs.pytorch.org/docs/2.13/optim.html#torch.optim.swa_utils.update_bn"""

def get_ema_multi_avg_fn(decay: Any = 0.999) -> Unknown["how weights are averaged"]:
    """https://docs.pytorch.org/docs/2.13/optim.html#torch.optim.swa_utils.get_ema_multi_avg_fn"""
