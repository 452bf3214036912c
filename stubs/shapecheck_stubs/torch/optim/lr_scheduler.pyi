"""Schedulers change learning rates and no shape. https://docs.pytorch.org/docs/2.13/optim.html#how-to-adjust-learning-rate"""


class LRScheduler:
    """https://docs.pytorch.org/docs/2.13/generated/torch.optim.lr_scheduler.LRScheduler.html"""
    def __init__(self, optimizer: Any = None, *args, **options):
        self.optimizer = optimizer
        self.last_epoch = scalar("int")
    def step(self, *args, **options) -> None: ...
    def get_last_lr(self) -> Unknown["learning rates"]: ...
    def get_lr(self) -> Unknown["learning rates"]: ...
    def state_dict(self) -> Unknown["the state of a scheduler"]: ...
    def load_state_dict(self, state_dict: Any) -> None: ...

class ReduceLROnPlateau(LRScheduler):
    """https://docs.pytorch.org/docs/2.13/generated/torch.optim.lr_scheduler.ReduceLROnPlateau.html"""

class LambdaLR(LRScheduler):
    """https://docs.pytorch.org/docs/2.13/generated/torch.optim.lr_scheduler.LambdaLR.html"""

class MultiplicativeLR(LRScheduler):
    """https://docs.pytorch.org/docs/2.13/generated/torch.optim.lr_scheduler.MultiplicativeLR.html"""

class StepLR(LRScheduler):
    """https://docs.pytorch.org/docs/2.13/generated/torch.optim.lr_scheduler.StepLR.html"""

class MultiStepLR(LRScheduler):
    """https://docs.pytorch.org/docs/2.13/generated/torch.optim.lr_scheduler.MultiStepLR.html"""

class ConstantLR(LRScheduler):
    """https://docs.pytorch.org/docs/2.13/generated/torch.optim.lr_scheduler.ConstantLR.html"""

class LinearLR(LRScheduler):
    """https://docs.pytorch.org/docs/2.13/generated/torch.optim.lr_scheduler.LinearLR.html"""

class ExponentialLR(LRScheduler):
    """https://docs.pytorch.org/docs/2.13/generated/torch.optim.lr_scheduler.ExponentialLR.html"""

class PolynomialLR(LRScheduler):
    """https://docs.pytorch.org/docs/2.13/generated/torch.optim.lr_scheduler.PolynomialLR.html"""

class CosineAnnealingLR(LRScheduler):
    """https://docs.pytorch.org/docs/2.13/generated/torch.optim.lr_scheduler.CosineAnnealingLR.html"""

class ChainedScheduler(LRScheduler):
    """https://docs.pytorch.org/docs/2.13/generated/torch.optim.lr_scheduler.ChainedScheduler.html"""

class SequentialLR(LRScheduler):
    """https://docs.pytorch.org/docs/2.13/generated/torch.optim.lr_scheduler.SequentialLR.html"""

class CyclicLR(LRScheduler):
    """https://docs.pytorch.org/docs/2.13/generated/torch.optim.lr_scheduler.CyclicLR.html"""

class OneCycleLR(LRScheduler):
    """https://docs.pytorch.org/docs/2.13/generated/torch.optim.lr_scheduler.OneCycleLR.html"""

class CosineAnnealingWarmRestarts(LRScheduler):
    """https://docs.pytorch.org/docs/2.13/generated/torch.optim.lr_scheduler.CosineAnnealingWarmRestarts.html"""

_LRScheduler = LRScheduler
