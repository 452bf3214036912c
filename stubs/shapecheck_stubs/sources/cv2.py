"""Images of OpenCV as arrays [H, W, channels], gray ones [H, W]. https://docs.opencv.org/4.x/

Of any size where they are read from a file. What changes no size gives an array like the one it is given.
"""

import random

import numpy as np
from shapecheck import not_known

_MOST = 1 << 16
IMREAD_UNCHANGED, IMREAD_GRAYSCALE, IMREAD_COLOR = -1, 0, 1
INTER_NEAREST, INTER_LINEAR, INTER_CUBIC, INTER_AREA, INTER_LANCZOS4 = range(5)
ROTATE_90_CLOCKWISE, ROTATE_180, ROTATE_90_COUNTERCLOCKWISE = range(3)
COLOR_BGR2BGRA = COLOR_RGB2RGBA = 0
COLOR_BGRA2BGR = COLOR_RGBA2RGB = 1
COLOR_BGR2RGBA = COLOR_RGB2BGRA = 2
COLOR_RGBA2BGR = COLOR_BGRA2RGB = 3
COLOR_BGR2RGB = COLOR_RGB2BGR = 4
COLOR_BGRA2RGBA = COLOR_RGBA2BGRA = 5
COLOR_BGR2GRAY, COLOR_RGB2GRAY = 6, 7
COLOR_GRAY2BGR = COLOR_GRAY2RGB = 8
COLOR_GRAY2BGRA = COLOR_GRAY2RGBA = 9
COLOR_BGRA2GRAY, COLOR_RGBA2GRAY = 10, 11
COLOR_BGR2YCrCb, COLOR_RGB2YCrCb, COLOR_YCrCb2BGR, COLOR_YCrCb2RGB = 36, 37, 38, 39
COLOR_BGR2HSV, COLOR_RGB2HSV, COLOR_BGR2LAB, COLOR_RGB2LAB = 40, 41, 44, 45
COLOR_HSV2BGR, COLOR_HSV2RGB, COLOR_LAB2BGR, COLOR_LAB2RGB = 54, 55, 56, 57
_TO_GRAY = (COLOR_BGR2GRAY, COLOR_RGB2GRAY, COLOR_BGRA2GRAY, COLOR_RGBA2GRAY)
_WITH_ALPHA = (COLOR_BGR2BGRA, COLOR_BGR2RGBA, COLOR_BGRA2RGBA, COLOR_GRAY2BGRA)
_BETWEEN_COLOURS = (
    COLOR_BGRA2BGR, COLOR_RGBA2BGR, COLOR_BGR2RGB, COLOR_GRAY2BGR, COLOR_BGR2YCrCb, COLOR_RGB2YCrCb, COLOR_YCrCb2BGR,
    COLOR_YCrCb2RGB, COLOR_BGR2HSV, COLOR_RGB2HSV, COLOR_BGR2LAB, COLOR_RGB2LAB, COLOR_HSV2BGR, COLOR_HSV2RGB,
    COLOR_LAB2BGR, COLOR_LAB2RGB,
)


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return not_known(name)


def imread(filename, flags=IMREAD_COLOR):
    height, width = random.randint(1, _MOST), random.randint(1, _MOST)
    if flags == IMREAD_COLOR:
        return np.zeros((height, width, 3), dtype=np.uint8)
    if flags == IMREAD_GRAYSCALE:
        return np.zeros((height, width), dtype=np.uint8)
    return not_known("a picture with as many channels as it has")


def imwrite(filename, img, params=None):
    return True


def cvtColor(src, code, dst=None, dstCn=0):
    height, width = src.shape[0], src.shape[1]
    if code in _TO_GRAY:
        return np.zeros((height, width), dtype=src.dtype)
    if code in _WITH_ALPHA:
        return np.zeros((height, width, 4), dtype=src.dtype)
    if code in _BETWEEN_COLOURS:
        return np.zeros((height, width, 3), dtype=src.dtype)
    return not_known("a conversion of colours")


def _sized(src, width, height):
    """The same channels; one that stands by itself is left out."""
    if src.ndim == 2 or src.shape[2] == 1:
        return np.zeros((height, width), dtype=src.dtype)
    return np.zeros((height, width, src.shape[2]), dtype=src.dtype)


def resize(src, dsize, dst=None, fx=0, fy=0, interpolation=INTER_LINEAR):
    if dsize is None or tuple(dsize) == (0, 0):
        return _sized(src, round(src.shape[1] * fx), round(src.shape[0] * fy))
    return _sized(src, dsize[0], dsize[1])


def warpAffine(src, M, dsize, *rest, **options):
    return _sized(src, dsize[0], dsize[1])


warpPerspective = warpAffine


def copyMakeBorder(src, top, bottom, left, right, *rest, **options):
    return _sized(src, src.shape[1] + left + right, src.shape[0] + top + bottom)


def rotate(src, rotateCode, dst=None):
    height, width = src.shape[0], src.shape[1]
    return _sized(src, width, height) if rotateCode == ROTATE_180 else _sized(src, height, width)


def Canny(image, *rest, **options):
    return np.zeros((image.shape[0], image.shape[1]), dtype=np.uint8)


def threshold(src, thresh, maxval, type, dst=None):
    return thresh, _alike(src)


def _alike(src, *rest, **options):
    return _sized(src, src.shape[1], src.shape[0])


flip = GaussianBlur = blur = medianBlur = bilateralFilter = erode = dilate = morphologyEx = equalizeHist = _alike
addWeighted = absdiff = bitwise_not = _alike
