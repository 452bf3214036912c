"""What a model computes on its way: https://docs.pytorch.org/vision/stable/feature_extraction.html

A node is named after the layer that computes it; of nodes within a layer nothing is said.
"""

from torch import nn

from shapecheck import not_known


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return not_known(name)


def create_feature_extractor(
    model, return_nodes=None, train_return_nodes=None, eval_return_nodes=None, tracer_kwargs=None,
    suppress_diff_warning=False, concrete_args=None,
):  # fmt: skip
    if train_return_nodes != eval_return_nodes:
        return not_known("other nodes in training")
    nodes = return_nodes if eval_return_nodes is None else eval_return_nodes
    if isinstance(nodes, (list, tuple)):
        nodes = {name: name for name in nodes}
    layers = dict(model.named_modules())
    if not all(name in layers for name in nodes):
        return not_known("a node within a layer")
    return _Extractor(model, nodes)


class _Extractor(nn.Module):
    def __init__(self, model, nodes):
        super().__init__()
        self.model = model
        self.nodes = nodes

    def forward(self, *args, **kwargs):
        found = {}
        layers = dict(self.model.named_modules())
        hooks = [layers[name].register_forward_hook(_kept(found, key)) for name, key in self.nodes.items()]
        try:
            self.model(*args, **kwargs)
        except Exception:
            if len(found) < len(hooks):  # what comes behind the last node is not computed
                raise
        for hook in hooks:
            hook.remove()
        return {key: found[key] for key in self.nodes.values()}


def _kept(found, key):
    def keep(layer, args, output):
        found.setdefault(key, output)  # a layer that is used again has further nodes

    return keep
