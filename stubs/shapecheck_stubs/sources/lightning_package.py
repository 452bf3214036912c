"""The package `lightning`, which offers what is in `lightning.pytorch`.

https://lightning.ai/docs/pytorch/stable/
"""

from lightning import pytorch
from lightning.pytorch import (
    Callback,
    LightningDataModule,
    LightningModule,
    Trainer,
    seed_everything,
)
from shapecheck import not_known


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return not_known(name)
