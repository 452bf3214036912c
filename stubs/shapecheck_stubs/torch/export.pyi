"""Programs exported from modules. https://docs.pytorch.org/docs/2.13/export.html"""


class ExportedProgram:
    """https://docs.pytorch.org/docs/2.13/export.html#torch.export.ExportedProgram"""
    def __init__(self, mod: Any):
        self.traced = mod
    def module(self, *args, **options):
        return self.traced
    @property
    def state_dict(self):
        return self.traced.state_dict()
    def run_decompositions(self, *args, **options):
        return self

def export(mod: Any, args: Any = (), *rest, kwargs: Any = None, **options):
    """The module is run on the arguments. https://docs.pytorch.org/docs/2.13/export.html#torch.export.export"""
    if kwargs is None and is_sequence(args):
        mod(*tuple(args))
    return torch.export.ExportedProgram(mod)

export_for_training = draft_export = export

def Dim(name: Any, *, min: Any = None, max: Any = None):
    """https://docs.pytorch.org/docs/2.13/export.html#torch.export.Dim"""
    return scalar("int")
