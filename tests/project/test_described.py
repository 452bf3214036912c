"""Packages that are described by source of our own, installed or not."""

from __future__ import annotations

import runpy
from pathlib import Path

import numpy as np
import pytest

import shapecheck
from shapecheck.interpret.importing.described import description_of
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


SPLIT = """
import torch
from sklearn.datasets import load_breast_cancer, make_moons
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import LabelEncoder, StandardScaler

data = load_breast_cancer()
train, test, classes, _ = train_test_split(data.data, data.target, test_size=0.2, random_state=1)
reveal_shape(torch.tensor(StandardScaler().fit_transform(train), dtype=torch.float32))
reveal_shape(torch.from_numpy(test))
reveal_shape(torch.tensor(LabelEncoder().fit_transform(classes)))
points, sides = make_moons(n_samples=70, noise=0.1)
torch.nn.Linear(3, 1)(torch.tensor(points, dtype=torch.float32))
"""


def test_scikit_learn(tmp_path: Path) -> None:
    file = tmp_path / "fit.py"
    file.write_text(SPLIT)
    record = Session([tmp_path], []).analyze(file, "fit.py").record
    shapes = [one.value.shape for one in record.reveals if isinstance(one.value, FrozenTensor)]
    assert shapes == [(455, 30), (114, 30), (455,)]
    (finding,) = record.findings
    assert "70x2 and 3x1" in finding.message
    assert {note.site.path for note in finding.notes if note.site} == {"fit.py"}


FACTS = {
    "load_iris(return_X_y=True)": [(150, 4), (150,)],
    "load_wine(return_X_y=True)": [(178, 13), (178,)],
    "load_digits(return_X_y=True)": [(1797, 64), (1797,)],
    "load_diabetes(return_X_y=True)": [(442, 10), (442,)],
    "load_breast_cancer(return_X_y=True)": [(569, 30), (569,)],
    "make_blobs()": [(100, 2), (100,)],
    "make_classification(n_samples=70)": [(70, 20), (70,)],
    "make_regression(30, 5, n_targets=2)": [(30, 5), (30, 2)],
    "make_swiss_roll(70)": [(70, 3), (70,)],
}
SPLITS = [
    ({}, 112, 38), ({"test_size": 0.3}, 105, 45), ({"test_size": 40}, 110, 40), ({"train_size": 0.7}, 105, 45),
    ({"train_size": 100}, 100, 50), ({"train_size": 0.5, "test_size": 0.2}, 75, 30), ({"test_size": 0.33}, 100, 50),
    ({"train_size": 0.61}, 91, 59),
]  # fmt: skip


def test_descriptions_say_what_scikit_learn_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run as Python; the sizes were printed by scikit-learn 1.9."""
    monkeypatch.setattr(shapecheck, "not_known", lambda name: None, raising=False)
    for call, shapes in FACTS.items():
        made = eval(call, runpy.run_path(str(description_of("sklearn.datasets"))))
        assert [array.shape for array in made] == shapes, call
    split = runpy.run_path(str(description_of("sklearn.model_selection")))["train_test_split"]
    for options, training, testing in SPLITS:
        assert [len(part) for part in split(list(range(150)), **options)] == [training, testing], options


OPENCV = {
    "cvtColor(img, COLOR_BGR2RGB)": (40, 60, 3), "cvtColor(img, COLOR_BGR2GRAY)": (40, 60),
    "cvtColor(gray, COLOR_GRAY2BGR)": (40, 60, 3), "cvtColor(img, COLOR_BGR2BGRA)": (40, 60, 4),
    "cvtColor(img, COLOR_RGB2HSV)": (40, 60, 3), "resize(img, (7, 9))": (9, 7, 3), "resize(gray, (7, 9))": (9, 7),
    "resize(img[..., :1], (7, 9))": (9, 7), "resize(img, None, fx=0.5, fy=0.25)": (10, 30, 3),
    "copyMakeBorder(img, 1, 2, 3, 4, 0)": (43, 67, 3), "rotate(img, ROTATE_90_CLOCKWISE)": (60, 40, 3),
    "rotate(img, ROTATE_180)": (40, 60, 3), "Canny(img, 1, 2)": (40, 60), "threshold(gray, 1, 255, 0)[1]": (40, 60),
    "flip(img, 1)": (40, 60, 3), "flip(img[..., :1], 1)": (40, 60), "GaussianBlur(img, (3, 3), 0)": (40, 60, 3),
    "warpAffine(img, None, (7, 9))": (9, 7, 3), "equalizeHist(gray)": (40, 60),
}  # fmt: skip
ALBUMENTATIONS = {
    "Resize(20, 30)": (20, 30, 3), "Resize(height=20, width=30)": (20, 30, 3), "CenterCrop(20, 30)": (20, 30, 3),
    "RandomCrop(width=30, height=20)": (20, 30, 3), "RandomResizedCrop(size=(20, 30))": (20, 30, 3),
    "RandomSizedCrop((20, 40), size=(20, 30))": (20, 30, 3), "Normalize()": (40, 60, 3), "Rotate()": (40, 60, 3),
    "HorizontalFlip()": (40, 60, 3), "OneOf([Blur(), HorizontalFlip()])": (40, 60, 3), "ToGray(p=1)": (40, 60, 3),
    "Compose([Resize(20, 30), ToTensorV2()])": (3, 20, 30), "PadIfNeeded(50, 50)": (50, 60, 3),
    "SmallestMaxSize(80)": None, "Affine(fit_output=True, rotate=45, p=1)": None, "Transpose(p=1)": None,
}  # fmt: skip


def test_descriptions_say_what_opencv_and_albumentations_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run as Python; the sizes were printed by OpenCV 5.0 and albumentations 2.0. None: not known."""
    monkeypatch.setattr(shapecheck, "not_known", lambda name: None, raising=False)
    opencv = runpy.run_path(str(description_of("cv2")))
    given = {"img": np.zeros((40, 60, 3), np.uint8), "gray": np.zeros((40, 60), np.uint8)}
    for call, shape in OPENCV.items():
        assert eval(call, opencv, given).shape == shape, call
    transforms = runpy.run_path(str(description_of("albumentations")))
    for call, wanted in ALBUMENTATIONS.items():
        found = eval(call, transforms)(image=given["img"])["image"]
        if wanted is not None:
            assert tuple(found.shape) == wanted, call
        else:
            assert found is None or min(found.shape[:2]) >= 80, call


TRANSFORMED = """
from torch.utils.data import DataLoader
from torchvision import datasets, transforms

steps = transforms.Compose([
    transforms.ToTensor(),
    transforms.Normalize((0.5, 0.5, 0.5), (0.5, 0.5, 0.5)),
])
batches = iter(DataLoader(datasets.MNIST(".", transform=steps), batch_size=64))
"""


def test_the_step_that_fails_is_named(tmp_path: Path) -> None:
    """The error is told where the data are asked for; what has to be changed stands where the transform was made."""
    file = tmp_path / "train.py"
    file.write_text(TRANSFORMED, encoding="utf-8")
    (finding,) = Session([tmp_path], []).analyze(file, "train.py").record.findings
    assert finding.rule == "impossible-shape"
    assert finding.frames[0].span.line == 9
    assert (7, "Normalize was made here") in [(note.site.span.line, note.message) for note in finding.notes]
