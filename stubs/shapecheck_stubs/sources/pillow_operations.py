"""Images of Pillow as its `ImageOps` change them. https://pillow.readthedocs.io/en/stable/reference/ImageOps.html"""

import random

from PIL.Image import with_border
from shapecheck import not_known


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return not_known(name)


def _alike(image, *rest, **options):
    return image.copy()


autocontrast = equalize = flip = invert = mirror = posterize = solarize = _alike


def exif_transpose(image, *, in_place=False):
    """Turned as the camera was held."""
    is_turned = random.random() < 0.5
    width = image.height if is_turned else image.width
    return image.resize((width, image.width if is_turned else image.height))


def grayscale(image):
    return image.convert("L")


def fit(image, size, *rest, **options):
    return image.resize(size)


pad = fit


def contain(image, size, *rest, **options):
    return image.resize((random.randint(1, size[0]), random.randint(1, size[1])))


def expand(image, border=0, fill=0):
    return with_border(image, border)
