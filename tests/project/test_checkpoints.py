"""Models whose weights come from elsewhere: the architecture is that of the configuration in the code."""

from __future__ import annotations

from pathlib import Path

from shapecheck.interpret.session import Analysis, Session
from shapecheck.values.freeze import UNKNOWN, FrozenTensor

CONFIGURATIONS = """
class PreTrainedConfig:
    def __init__(self, width=8, **kwargs):
        self.width = width

    @classmethod
    def from_pretrained(cls, name, **kwargs):
        return cls(width=len(open(name).read()))
"""
MODELS = """
import torch
from transformers.configuration_utils import PreTrainedConfig


class PreTrainedModel(torch.nn.Module):
    @classmethod
    def from_pretrained(cls, name, *args, config=None, **kwargs):
        state = torch.load(name)
        return cls(PreTrainedConfig(state["width"]))


class Scorer(PreTrainedModel):
    def __init__(self, config, scores=2):
        super().__init__()
        self.fc = torch.nn.Linear(config.width, scores)

    def forward(self, x):
        return self.fc(x)
"""
PROGRAM = """
import torch
from transformers.configuration_utils import PreTrainedConfig
from transformers.modeling_utils import Scorer

config = PreTrainedConfig(width=16)
x = torch.rand(4, 16)
reveal_shape(Scorer.from_pretrained("weights", config=config).fc.weight)
reveal_shape(Scorer.from_pretrained("weights", config=config, scores=3, torch_dtype=torch.float16).fc.weight)
reveal_shape(Scorer.from_pretrained("weights")(x))
reveal_shape(Scorer.from_pretrained("weights", config=config, load_in_4bit=True)(x))
other = PreTrainedConfig.from_pretrained("weights")
reveal_shape(torch.zeros(2, other.width))
Scorer.from_pretrained("weights", config=config)(torch.rand(4, 15))
"""


def analysed(tmp_path: Path) -> Analysis:
    site, project = tmp_path / "site", tmp_path / "project"
    package = site / "transformers"
    for folder in (package, project):
        folder.mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "configuration_utils.py").write_text(CONFIGURATIONS)
    (package / "modeling_utils.py").write_text(MODELS)
    (project / "train.py").write_text(PROGRAM)
    return Session([project], [site]).analyze(project / "train.py", "train.py")


def test_the_configuration_in_the_code_tells_the_architecture(tmp_path: Path) -> None:
    analysis = analysed(tmp_path)
    known, asked, without, changed, loaded = (one.value for one in analysis.record.reveals)
    assert known == FrozenTensor((2, 16), None)  # the checkpoint decides the dtype
    assert asked == FrozenTensor((3, 16), "float16")
    assert without == changed == UNKNOWN
    assert isinstance(loaded, FrozenTensor) and loaded.shape is not None and not isinstance(loaded.shape[1], int)
    (finding,) = analysis.record.findings
    assert "4x15 and 16x2" in finding.message and finding.frames[-1].span.line == 14
