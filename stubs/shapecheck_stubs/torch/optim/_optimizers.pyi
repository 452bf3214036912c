"""Optimizers change values and no shape. https://docs.pytorch.org/docs/2.13/optim.html"""

modules = "torch.optim", "torch.optim.optimizer"


class Optimizer:
    """https://docs.pytorch.org/docs/2.13/optim.html#torch.optim.Optimizer"""
    def __init__(self, params: Any, lr: Any = 0.001, *args, **options):
        self.param_groups = make_list((open_dict(options, params=params, lr=lr),))
        self.defaults = open_dict(options, lr=lr)
        self.state = open_dict(())
    def step(self, closure: Any = None):
        if closure is not None:
            return closure()
        return None
    def zero_grad(self, set_to_none: Any = True) -> None: ...
    def state_dict(self) -> Unknown["the state of an optimizer"]: ...
    def load_state_dict(self, state_dict: Any) -> None: ...
    def add_param_group(self, param_group: Any) -> None: ...

class SGD(Optimizer):
    """https://docs.pytorch.org/docs/2.13/generated/torch.optim.SGD.html"""

class Adadelta(Optimizer):
    """https://docs.pytorch.org/docs/2.13/generated/torch.optim.Adadelta.html"""

class Adafactor(Optimizer):
    """https://docs.pytorch.org/docs/2.13/generated/torch.optim.Adafactor.html"""

class Adagrad(Optimizer):
    """https://docs.pytorch.org/docs/2.13/generated/torch.optim.Adagrad.html"""

class Adam(Optimizer):
    """https://docs.pytorch.org/docs/2.13/generated/torch.optim.Adam.html"""

class AdamW(Optimizer):
    """https://docs.pytorch.org/docs/2.13/generated/torch.optim.AdamW.html"""

class Adamax(Optimizer):
    """https://docs.pytorch.org/docs/2.13/generated/torch.optim.Adamax.html"""

class ASGD(Optimizer):
    """https://docs.pytorch.org/docs/2.13/generated/torch.optim.ASGD.html"""

class LBFGS(Optimizer):
    """https://docs.pytorch.org/docs/2.13/generated/torch.optim.LBFGS.html"""

class Muon(Optimizer):
    """https://docs.pytorch.org/docs/2.13/generated/torch.optim.Muon.html"""

class NAdam(Optimizer):
    """https://docs.pytorch.org/docs/2.13/generated/torch.optim.NAdam.html"""

class RAdam(Optimizer):
    """https://docs.pytorch.org/docs/2.13/generated/torch.optim.RAdam.html"""

class RMSprop(Optimizer):
    """https://docs.pytorch.org/docs/2.13/generated/torch.optim.RMSprop.html"""

class Rprop(Optimizer):
    """https://docs.pytorch.org/docs/2.13/generated/torch.optim.Rprop.html"""

class SparseAdam(Optimizer):
    """https://docs.pytorch.org/docs/2.13/generated/torch.optim.SparseAdam.html"""
