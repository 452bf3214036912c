"""Images of Pillow: their mode and size. https://pillow.readthedocs.io/en/stable/reference/Image.html

What is read from a file has any size, and any of the usual modes.
"""

import os.path
import random

import numpy as np
from shapecheck import not_known

CHANNELS = {
    "1": 1, "L": 1, "P": 1, "I": 1, "F": 1, "I;16": 1, "La": 2, "LA": 2, "PA": 2, "RGB": 3, "YCbCr": 3, "LAB": 3,
    "HSV": 3, "RGBA": 4, "RGBa": 4, "RGBX": 4, "CMYK": 4,
}
"""Mode -> number of bands. https://pillow.readthedocs.io/en/stable/handbook/concepts.html#modes"""
DTYPES = {"1": np.bool_, "I": np.int32, "F": np.float32, "I;16": np.uint16}
"""Of the modes whose numbers are no bytes."""
_MOST = 1 << 16
"""No picture in a file is wider or higher."""

NEAREST, LANCZOS, BILINEAR, BICUBIC, BOX, HAMMING = 0, 1, 2, 3, 4, 5
ANTIALIAS = LANCZOS
FLIP_LEFT_RIGHT, FLIP_TOP_BOTTOM, ROTATE_90, ROTATE_180, ROTATE_270, TRANSPOSE, TRANSVERSE = range(7)
_TURNED = (ROTATE_90, ROTATE_270, TRANSPOSE, TRANSVERSE)


class Resampling:
    NEAREST, LANCZOS, BILINEAR, BICUBIC, BOX, HAMMING = 0, 1, 2, 3, 4, 5


class Transpose:
    FLIP_LEFT_RIGHT, FLIP_TOP_BOTTOM, ROTATE_90, ROTATE_180, ROTATE_270, TRANSPOSE, TRANSVERSE = range(7)


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return not_known(name)


class Image:
    def __init__(self, mode=None, size=(0, 0), bands=0):
        self.mode = mode
        self.size = tuple(size)
        self.bands = bands or CHANNELS[mode]

    def __getattr__(self, name):
        return not_known(name)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return None

    @property
    def width(self):
        return self.size[0]

    @property
    def height(self):
        return self.size[1]

    def getbands(self):
        return tuple("a band" for _ in range(self.bands))

    def __array__(self, dtype=None, copy=None):
        width, height = self.size
        sizes = (height, width, self.bands) if self.bands > 1 else (height, width)
        return np.zeros(sizes, dtype=dtype or DTYPES.get(self.mode, np.uint8))

    def copy(self):
        return of_size(self, self.size)

    def convert(self, mode=None, matrix=None, dither=None, palette=0, colors=256):
        return self.copy() if mode is None else Image(mode, self.size)

    def resize(self, size, resample=None, box=None, reducing_gap=None):
        return of_size(self, size)

    def thumbnail(self, size, resample=None, reducing_gap=2.0):
        self.size = random.randint(1, size[0]), random.randint(1, size[1])

    def crop(self, box=None):
        if box is None:
            return self.copy()
        left, upper, right, lower = box
        return of_size(self, (round(right) - round(left), round(lower) - round(upper)))

    def rotate(self, angle, resample=0, expand=False, center=None, translate=None, fillcolor=None):
        return of_size(self, any_size()) if expand else self.copy()

    def transpose(self, method):
        return of_size(self, (self.height, self.width)) if method in _TURNED else self.copy()

    def filter(self, filter):
        return self.copy()

    def point(self, lut, mode=None):
        return self.copy() if mode is None else Image(mode, self.size)

    def split(self):
        return tuple(Image("L", self.size) for _ in range(self.bands))

    def getchannel(self, channel):
        return Image("L", self.size)

    def paste(self, im, box=None, mask=None):
        return None

    def load(self):
        return not_known("the pixels of an image")

    def save(self, fp, format=None, **options):
        return None

    def show(self, title=None):
        return None

    def close(self):
        return None


def of_size(image, size):
    """An image like this one, also if nothing is known of it."""
    return Image(image.mode, size, image.bands)


def with_border(image, border):
    """One number for all sides, two for the sides and for above and below, or one for each."""
    given = (border,) if isinstance(border, int) else tuple(border)
    left, top = given[0], given[-1] if len(given) < 4 else given[1]
    right, bottom = (left, top) if len(given) < 4 else (given[2], given[3])
    return of_size(image, (image.width + left + right, image.height + top + bottom))


def mode_of(bands):
    """The mode that images of so many bytes a pixel are made with."""
    return {1: "L", 2: "LA", 3: "RGB", 4: "RGBA"}[bands] if bands in (1, 2, 3, 4) else not_known("a mode")


def any_size():
    return random.randint(1, _MOST), random.randint(1, _MOST)


def open(fp, mode="r", formats=None):
    return Image(not_known("the mode of a picture in a file"), any_size(), random.randint(1, 4))


def new(mode, size, color=0):
    return Image(mode, size)


def fromarray(obj, mode=None):
    if mode is not None:
        return Image(mode, (obj.shape[1], obj.shape[0]))
    bands = 1 if obj.ndim == 2 else obj.shape[2]
    return Image(mode_of(bands), (obj.shape[1], obj.shape[0]), bands)


def merge(mode, bands):
    return Image(mode, bands[0].size)


def blend(im1, im2, alpha):
    return im1.copy()


def composite(image1, image2, mask):
    return image2.copy()


def alpha_composite(im1, im2):
    return im1.copy()
