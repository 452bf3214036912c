"""https://docs.pytorch.org/docs/2.13/amp.html"""

modules = "torch.amp", "torch.cuda.amp", "torch.amp.grad_scaler", "torch.cuda.amp.grad_scaler"


class GradScaler:
    """https://docs.pytorch.org/docs/2.13/amp.html#torch.cuda.amp.GradScaler"""
    def __init__(self, *args, **options): ...
    def scale(self, outputs: Any):
        return outputs
    def step(self, optimizer: Any, *args, **options) -> None: ...
    def update(self, new_scale: Any = None) -> None: ...
    def unscale_(self, optimizer: Any) -> None: ...
    def get_scale(self) -> float: ...
    def is_enabled(self) -> bool: ...
    def state_dict(self) -> Unknown["the state of a scaler"]: ...
    def load_state_dict(self, state_dict: Any) -> None: ...

autocast = torch.autocast

class _Unchanged:
    def __call__(self, function: Any):
        return function

def custom_fwd(fwd: Any = None, *, device_type: Any = None, cast_inputs: Any = None):
    """https://docs.pytorch.org/docs/2.13/amp.html#torch.amp.custom_fwd"""
    return _Unchanged() if fwd is None else fwd

def custom_bwd(bwd: Any = None, *, device_type: Any = None):
    """https://docs.pytorch.org/docs/2.13/amp.html#torch.amp.custom_bwd"""
    return _Unchanged() if bwd is None else bwd
