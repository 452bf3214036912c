"""Optimizers change values and no shape. https://docs.pytorch.org/docs/2.13/optim.html"""

modules = "torch.optim", "torch.optim.optimizer"


class Optimizer:
    """https://docs.pytorch.org/docs/2.13/optim.html#torch.optim.Optimizer"""
    def __init__(self, params: Any, defaults: Any):
        self.defaults = defaults
        self.param_groups = parameter_groups(params, defaults)
        self.state = states()
    def step(self, closure: Any = None):
        if closure is not None:
            return closure()
        return None
    def zero_grad(self, set_to_none: Any = True) -> None: ...
    def state_dict(self) -> Unknown["the state of an optimizer"]: ...
    def load_state_dict(self, state_dict: Any) -> None:
        self.state = open_dict(())
    def add_param_group(self, param_group: Any):
        return add_group(self.param_groups, param_group, self.defaults)

class _Usual(Optimizer):
    """The optimizers of torch have a learning rate and options of their own."""
    def __init__(self, params: Any, lr: Any = 0.001, *args, **options):
        self.defaults = open_dict(options, lr=lr)
        self.param_groups = parameter_groups(params, self.defaults)
        self.state = open_dict(())

class SGD(_Usual):
    """https://docs.pytorch.org/docs/2.13/generated/torch.optim.SGD.html"""

class Adadelta(_Usual):
    """https://docs.pytorch.org/docs/2.13/generated/torch.optim.Adadelta.html"""

class Adafactor(_Usual):
    """https://docs.pytorch.org/docs/2.13/generated/torch.optim.Adafactor.html"""

class Adagrad(_Usual):
    """https://docs.pytorch.org/docs/2.13/generated/torch.optim.Adagrad.html"""

class Adam(_Usual):
    """https://docs.pytorch.org/docs/2.13/generated/torch.optim.Adam.html"""

class AdamW(_Usual):
    """https://docs.pytorch.org/docs/2.13/generated/torch.optim.AdamW.html"""

class Adamax(_Usual):
    """https://docs.pytorch.org/docs/2.13/generated/torch.optim.Adamax.html"""

class ASGD(_Usual):
    """https://docs.pytorch.org/docs/2.13/generated/torch.optim.ASGD.html"""

class LBFGS(_Usual):
    """https://docs.pytorch.org/docs/2.13/generated/torch.optim.LBFGS.html"""

class Muon(_Usual):
    """https://docs.pytorch.org/docs/2.13/generated/torch.optim.Muon.html"""

class NAdam(_Usual):
    """https://docs.pytorch.org/docs/2.13/generated/torch.optim.NAdam.html"""

class RAdam(_Usual):
    """https://docs.pytorch.org/docs/2.13/generated/torch.optim.RAdam.html"""

class RMSprop(_Usual):
    """https://docs.pytorch.org/docs/2.13/generated/torch.optim.RMSprop.html"""

class Rprop(_Usual):
    """https://docs.pytorch.org/docs/2.13/generated/torch.optim.Rprop.html"""

class SparseAdam(_Usual):
    """https://docs.pytorch.org/docs/2.13/generated/torch.optim.SparseAdam.html"""
