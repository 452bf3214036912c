"""What is known of torchvision and Pillow beside the packages themselves, without torchvision's compiled part."""

from __future__ import annotations

import functools
import os
import textwrap
from importlib.util import find_spec
from typing import Any

import pytest

from tests.rules import beside

PROGRAM = textwrap.dedent("""
    import torch
    import torchvision.datasets as datasets
    import torchvision.ops as ops
    import torchvision.transforms as T
    import torchvision.transforms.functional as F
    import torchvision.transforms.v2 as V
    import torchvision.transforms.v2.functional as W
    import numpy as np
    from PIL import Image
    x = torch.rand(3, 40, 60)
    photo_file = Image.new("RGB", (60, 40))
    gray, deep, rgba = Image.new("L", (60, 40)), Image.new("I", (30, 50)), Image.new("RGBA", (60, 41))
    photo = np.zeros((40, 60, 3), dtype=np.uint8)
    b = torch.rand(2, 3, 40, 60)
    boxes = torch.tensor([[0.0, 0.0, 9.0, 9.0], [1.0, 2.0, 30.0, 30.0], [3.0, 3.0, 20.0, 24.0]])
""")
EXPRESSIONS = """
    F.resize(x, [20, 30]) ; F.resize(b, 20) ; F.resize(b, [20]) ; W.resize(b, [16, 24])
    F.center_crop(x, 24) ; F.center_crop(b, [24, 70]) ; F.crop(x, 0, 0, 10, 12)
    F.resized_crop(b, 0, 0, 10, 12, [8, 8]) ; F.pad(x, 2) ; F.pad(x, [1, 2]) ; F.pad(x, [1, 2, 3, 4])
    F.normalize(b, [0.5, 0.5, 0.5], [0.2, 0.2, 0.2]) ; F.rgb_to_grayscale(b) ; F.rgb_to_grayscale(x, 3)
    F.hflip(x) ; F.vflip(b) ; F.convert_image_dtype(x, torch.float64) ; F.adjust_brightness(x, 1.5)
    F.gaussian_blur(x, [3, 3]) ; F.rotate(x, 30) ; T.RandomRotation(10)(b) ; F.to_tensor(photo)
    T.ToTensor()(photo[..., 0]) ; T.Resize((20, 30))(x) ; T.Resize(20)(b) ; T.CenterCrop(24)(x)
    T.RandomCrop(16)(b) ; T.RandomResizedCrop(16)(b) ; T.Pad(3)(x) ; T.Normalize([0.5], [0.5])(x)
    T.Grayscale()(b) ; T.RandomHorizontalFlip()(x) ; T.ColorJitter(0.5)(x)
    T.Compose([T.Resize(32), T.CenterCrop(24), T.Normalize([0.5], [0.5])])(b) ; V.Resize((20, 30))(x)
    V.CenterCrop(24)(b) ; ops.box_iou(boxes, boxes[:2]) ; ops.generalized_box_iou(boxes, boxes)
    ops.box_area(boxes) ; ops.box_convert(boxes, "xyxy", "cxcywh")
    ops.clip_boxes_to_image(boxes, (10, 10)) ; ops.remove_small_boxes(boxes, 1.0)
    ops.sigmoid_focal_loss(x, x) ; ops.sigmoid_focal_loss(x, x, reduction="mean")
    ops.stochastic_depth(b, 0.5, "row") ; ops.masks_to_boxes(torch.ones(4, 20, 30))
"""
IMAGES = """
    F.to_tensor(photo_file) ; F.to_tensor(gray) ; F.to_tensor(deep) ; F.to_tensor(Image.new("1", (4, 5)))
    F.to_tensor(Image.new("F", (4, 5))) ; F.to_tensor(Image.new("I;16", (4, 5)))
    F.pil_to_tensor(rgba) ; F.pil_to_tensor(deep) ; F.pil_to_tensor(Image.new("1", (4, 5))) ; W.to_image(gray)
    W.to_image(photo) ; W.to_image(photo[..., 0]) ; V.ToImage()(photo_file) ; V.ToDtype(torch.float32, scale=True)(x)
    T.ToTensor()(T.Resize(20)(photo_file)) ; T.ToTensor()(T.Resize(20)(deep)) ; T.ToTensor()(T.Resize((16, 24))(gray))
    T.ToTensor()(T.Resize([33])(deep)) ; F.to_tensor(F.center_crop(rgba, 32)) ; F.to_tensor(F.crop(gray, 1, 2, 10, 12))
    F.to_tensor(F.resized_crop(photo_file, 0, 0, 10, 12, [8, 9])) ; F.to_tensor(F.resized_crop(gray, 0, 0, 10, 12, 5))
    F.to_tensor(F.pad(gray, 2)) ; F.to_tensor(F.pad(gray, [1, 2])) ; F.to_tensor(F.pad(gray, [1, 2, 3, 4]))
    F.to_tensor(F.hflip(photo_file)) ; F.to_tensor(F.rgb_to_grayscale(photo_file)) ; F.to_tensor(F.rotate(gray, 30))
    F.to_tensor(T.Grayscale(3)(photo_file)) ; F.to_tensor(T.ColorJitter(0.5)(photo_file))
    F.to_tensor(T.RandomCrop(16)(gray))
    F.to_tensor(T.RandomResizedCrop(16)(gray)) ; F.to_tensor(T.RandomResizedCrop((8, 9))(gray))
    F.to_tensor(F.to_pil_image(x)) ; F.to_tensor(F.to_pil_image(photo)) ; F.to_tensor(T.ToPILImage()(x[:1]))
    F.to_tensor(F.to_pil_image(x[0])) ; F.to_tensor(F.five_crop(gray, 10)[4]) ; F.to_tensor(F.ten_crop(gray, (8, 9))[9])
    T.Compose([T.Resize(32), T.CenterCrop(24), T.ToTensor(), T.Normalize([0.5], [0.5])])(photo_file)
    V.Compose([V.ToImage(), V.Resize((20, 30)), V.ToDtype(torch.float32, scale=True)])(gray)
    F.to_tensor(T.RandomApply([T.ColorJitter(0.5)])(gray)) ; T.Lambda(F.to_tensor)(gray)
    np.array(photo_file) ; np.array(gray) ; np.asarray(deep) ; np.array(rgba, dtype=np.float32)
    np.array(photo_file.convert("L")) ; np.array(gray.convert("RGB")) ; np.array(gray.resize((7, 9)))
    np.array(photo_file.crop((1, 2, 11, 22))) ; np.array(gray.rotate(90)) ; np.array(gray.copy())
    np.array(gray.transpose(Image.ROTATE_90)) ; np.array(gray.transpose(Image.FLIP_LEFT_RIGHT))
    np.array(photo_file.split()[2]) ; np.array(photo_file.getchannel(0)) ; np.array(Image.fromarray(photo))
    np.array(Image.fromarray(photo[..., 0])) ; np.array(Image.fromarray(photo, "RGB"))
    np.array(Image.merge("RGB", (gray, gray, gray))) ; np.array(Image.blend(gray, gray, 0.5))
    datasets.FakeData(5, (3, 30, 20), 10, T.ToTensor())[0][0]
    datasets.FakeData(5, (1, 30, 20), 10, T.ToTensor())[0][0]
"""
WRONG = """
    F.normalize(b, [0.5, 0.5], [0.2, 0.2]) ; ops.box_iou(boxes, boxes[:, :3])
    ops.sigmoid_focal_loss(x, b[:, :2])
"""


@functools.cache
def _names() -> dict[str, Any]:
    """The program's names, as torchvision makes them."""
    if not os.environ.get("CI") and find_spec("torchvision") is None:
        pytest.skip("torchvision is not installed")
    beside.declare_compiled_operators()
    names: dict[str, Any] = {}
    exec(PROGRAM, names)
    return names


@pytest.mark.parametrize("expression", beside.parts(EXPRESSIONS) + beside.parts(IMAGES))
def test_the_shape_is_torchvisions(expression: str) -> None:
    real = eval(expression, _names())
    machine, value, errors = beside.run(PROGRAM, expression)
    assert not errors
    beside.assert_same(machine, value, real)


@pytest.mark.parametrize("expression", beside.parts(WRONG))
def test_what_torchvision_refuses_is_refused(expression: str) -> None:
    with pytest.raises((RuntimeError, ValueError, IndexError)):
        eval(expression, _names())
    _, _, errors = beside.run(PROGRAM, expression)
    assert errors == 1
