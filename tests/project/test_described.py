"""Packages that are described by source of our own: Lightning, installed or not."""

from __future__ import annotations

from pathlib import Path

import pytest

from shapecheck.interpret.session import Analysis, Session
from shapecheck.values.freeze import FrozenScalar, FrozenTensor

PROGRAM = """
import torch
import {package} as L
from torch.utils.data import DataLoader, TensorDataset


class Base(L.LightningModule):
    def __init__(self, lr=1e-3, **kwargs):
        super().__init__()
        self.save_hyperparameters(ignore=["encoder"])

    def configure_optimizers(self):
        return torch.optim.Adam(self.parameters(), lr=self.hparams.lr)


class Classifier(Base):
    def __init__(self, encoder, hidden=32, classes=10):
        super().__init__(classes=classes)
        self.encoder = encoder
        self.head = torch.nn.Linear(self.hparams.hidden, self.hparams["classes"])

    def forward(self, x):
        return self.head(self.encoder(x))

    def training_step(self, batch, batch_idx):
        x, y = batch
        logits = self(x)
        reveal_shape(logits)
        self.log("loss", logits.mean(), prog_bar=True)
        return torch.nn.functional.cross_entropy(logits, y)

    def test_step(self, batch):
        return torch.nn.functional.cross_entropy(self(batch[0]), batch[1])


class Data(L.LightningDataModule):
    def __init__(self, batch_size=16):
        super().__init__()
        self.save_hyperparameters()

    def setup(self, stage):
        self.rows = TensorDataset(torch.rand(100, 20), torch.randint(0, 10, (100,)))

    def train_dataloader(self):
        return DataLoader(self.rows, batch_size=self.hparams.batch_size, drop_last=True)

    def test_dataloader(self):
        return self.train_dataloader()


model = Classifier(torch.nn.Linear(20, 32))
trainer = L.Trainer(max_epochs=3)
trainer.fit(model, datamodule=Data())
trainer.test(model, datamodule=Data())
reveal_shape(model.hparams.hidden)
trainer.test(Classifier(torch.nn.Linear(21, 32)), datamodule=Data())
"""


def analysed(tmp_path: Path, package: str, search_path: list[Path]) -> Analysis:
    (tmp_path / "project").mkdir()
    file = tmp_path / "project" / "train.py"
    file.write_text(PROGRAM.format(package=package))
    return Session([tmp_path / "project"], search_path).analyze(file, "train.py")


@pytest.mark.parametrize("package", ["lightning", "lightning.pytorch", "pytorch_lightning"])
@pytest.mark.parametrize("installed", [True, False])
def test_a_trainer_calls_the_steps_with_batches(tmp_path: Path, package: str, installed: bool) -> None:
    site = tmp_path / "site"
    folder = site / package.replace(".", "/")
    folder.mkdir(parents=True)
    (folder / "__init__.py").write_text("raise ImportError('not for us')")
    analysis = analysed(tmp_path, package, [site] if installed else [])
    logits, hidden = (one.value for one in analysis.record.reveals)
    assert isinstance(logits, FrozenTensor) and logits.shape == (16, 10)
    assert hidden == FrozenScalar("int", 32)
    (finding,) = analysis.record.findings
    assert "16x20 and 21x32" in finding.message
    assert {site.path for site in finding.frames} == {"train.py"}  # what describes the package is nobody's code
    assert not analysis.record.unresolved_imports


def test_the_package_itself_is_read_as_it_is(tmp_path: Path) -> None:
    """When Lightning is what is checked."""
    (tmp_path / "lightning").mkdir()
    (tmp_path / "lightning" / "__init__.py").write_text("size = 3\n")
    file = tmp_path / "use.py"
    file.write_text("import lightning\nimport torch\nreveal_shape(torch.zeros(lightning.size))\n")
    (reveal,) = Session([tmp_path], []).analyze(file, "use.py").record.reveals
    assert reveal.value == FrozenTensor((3,), "float32")
