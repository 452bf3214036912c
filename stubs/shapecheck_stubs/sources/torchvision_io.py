"""Pictures from files as tensors [C, H, W] of any size. https://docs.pytorch.org/vision/stable/io.html"""

import random

import torch
from shapecheck import not_known

_MOST = 1 << 16
_CHANNELS = {"GRAY": 1, "GRAY_ALPHA": 2, "RGB": 3, "RGB_ALPHA": 4, "RGBA": 4}


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return not_known(name)


class ImageReadMode:
    UNCHANGED, GRAY, GRAY_ALPHA, RGB, RGB_ALPHA = "UNCHANGED", "GRAY", "GRAY_ALPHA", "RGB", "RGB_ALPHA"


def read_image(path, mode=ImageReadMode.UNCHANGED, apply_exif_orientation=False):
    channels = _CHANNELS[mode] if mode in _CHANNELS else random.randint(1, 4)
    return torch.zeros(channels, random.randint(1, _MOST), random.randint(1, _MOST), dtype=torch.uint8)


decode_image = read_image


def decode_jpeg(input, mode=ImageReadMode.UNCHANGED, device="cpu", apply_exif_orientation=False):
    return read_image("a picture", mode) if not isinstance(input, list) else not_known("several pictures")


def decode_png(input, mode=ImageReadMode.UNCHANGED, apply_exif_orientation=False):
    return read_image("a picture", mode)
