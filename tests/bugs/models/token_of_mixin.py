import torch
from einops import repeat
from torch import nn


class Distilled:
    def forward(self, x):
        b, _, _ = x.shape
        tokens = repeat(self.cls_token, "n d -> b n d", b=b)  # bug: "2 dims" "3-dim"
        # fix: tokens = repeat(self.cls_token[0], "n d -> b n d", b=b)
        return self.head(torch.cat((tokens, x), dim=1))


class Efficient(nn.Module):
    def __init__(self, dim, num_classes):
        super().__init__()
        self.cls_token = nn.Parameter(torch.randn(1, 1, dim))
        self.head = nn.Linear(dim, num_classes)


class DistilledEfficient(Distilled, Efficient):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.dim = kwargs["dim"]


# call: DistilledEfficient(dim=16, num_classes=4)(torch.rand(2, 5, 16))
