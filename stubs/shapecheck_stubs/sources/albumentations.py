"""Transforms of images that are arrays [H, W, C], and of masks [H, W]. https://albumentations.ai/docs/

A transform is called with images under names and gives them back under the same; what is known are sizes. Of boxes and
key points nothing is.
"""

import random

import numpy as np
import torch
from shapecheck import not_known

_IMAGES = ("image", "mask")
_MOST = 1 << 16


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return not_known(name)


class _Transform:
    """Gives images of the size that it is given."""

    def __init__(self, *options, p=1, **more):
        self.p = p
        self.more = more

    def __call__(self, *options, **data):
        return {name: self._given(name, value) for name, value in data.items()}

    def _given(self, name, value):
        if name in _IMAGES:
            return self.apply_to(name, value)
        if name == "masks" and isinstance(value, (list, tuple)):
            return [self.apply_to("mask", one) for one in value]
        return not_known("what comes with an image")

    def apply_to(self, name, value):
        return np.copy(value)


class Compose:
    def __init__(self, transforms, *options, p=1, **more):
        self.transforms = transforms
        self.p = p

    def __call__(self, *options, **data):
        result = dict(data)
        if not _is_left_out(self.p):
            result.update(self.changed(data))
        return result

    def changed(self, data):
        for one in self.transforms:
            data = one(**data)
        return data


def _is_left_out(p):
    return p != 1 and random.random() >= p


class Sequential(Compose):
    def __init__(self, transforms, p=0.5):
        super().__init__(transforms, p=p)


class OneOf(Sequential):
    def changed(self, data):
        result = self.transforms[0](**data)
        for one in self.transforms[1:]:
            if random.random() < 0.5:
                result.update(one(**data))
        return result


class SomeOf(Sequential):
    """Each of them or not."""

    def __init__(self, transforms, n=1, replace=False, p=1):
        super().__init__([Sequential([one], 0.5) for one in transforms], p)


def _sized(value, height, width):
    return np.zeros((height, width, *value.shape[2:]), dtype=value.dtype)


class _Sized(_Transform):
    def __init__(self, height=None, width=None, *options, size=None, p=1, **more):
        super().__init__(p=p)
        given = size if size is not None else height if isinstance(height, (tuple, list)) else (height, width)
        self.height, self.width = given[0], given[1]

    def apply_to(self, name, value):
        return np.copy(value) if _is_left_out(self.p) else _sized(value, self.height, self.width)


class Resize(_Sized): ...
class CenterCrop(_Sized): ...
class RandomCrop(_Sized): ...
class RandomResizedCrop(_Sized): ...
class CropNonEmptyMaskIfExists(_Sized): ...


class RandomSizedCrop(_Sized):
    def __init__(self, min_max_height=None, height=None, width=None, *options, size=None, p=1, **more):
        super().__init__(height, width, size=size, p=p)


class LongestMaxSize(_Transform):
    def __init__(self, max_size=1024, *options, p=1, **more):
        super().__init__(p=p)
        self.max_size = max_size

    def apply_to(self, name, value):
        if self.p != 1 or not isinstance(self.max_size, int):
            return not_known("an image of a size that chance decides")
        return _sized(value, random.randint(1, self.max_size), random.randint(1, self.max_size))


class SmallestMaxSize(LongestMaxSize):
    def apply_to(self, name, value):
        if self.p != 1 or not isinstance(self.max_size, int):
            return not_known("an image of a size that chance decides")
        return _sized(value, random.randint(self.max_size, _MOST), random.randint(self.max_size, _MOST))


class PadIfNeeded(_Transform):
    def __init__(self, min_height=1024, min_width=1024, *options, p=1, **more):
        super().__init__(p=p, **more)
        self.min_height, self.min_width = min_height, min_width

    def apply_to(self, name, value):
        if self.min_height is None or self.min_width is None or self.p != 1:
            return not_known("an image of a size that its size decides")
        return _sized(value, max(value.shape[0], self.min_height), max(value.shape[1], self.min_width))


class RandomRotate90(_Transform):
    def apply_to(self, name, value):
        return np.copy(value) if value.shape[0] == value.shape[1] else not_known("an image that may be turned")


class Transpose(RandomRotate90): ...


class _AnySize(_Transform):
    def apply_to(self, name, value):
        return not_known("an image of a size that the image decides")


class RandomScale(_AnySize): ...
class Crop(_AnySize): ...
class CropAndPad(_AnySize): ...
class BBoxSafeRandomCrop(_AnySize): ...


class _Warp(_Transform):
    """Keeps the size unless it is told to fit it to what comes out."""

    def apply_to(self, name, value):
        fits = self.more.get("crop_border") or self.more.get("fit_output") or not self.more.get("keep_size", True)
        return not_known("an image of the size that fits") if fits else np.copy(value)


class Rotate(_Warp): ...
class Affine(_Warp): ...
class Perspective(_Warp): ...


class Normalize(_Transform):
    def apply_to(self, name, value):
        return value.astype(np.float32) if name == "image" else np.copy(value)


class ToFloat(Normalize): ...


class ToGray(_Transform):
    def apply_to(self, name, value):
        return np.copy(value) if self.more.get("num_output_channels", 3) == 3 else not_known("a gray image")


class ToTensorV2(_Transform):
    def __init__(self, transpose_mask=False, *options, p=1, **more):
        super().__init__(p=p)
        self.transpose_mask = transpose_mask

    def apply_to(self, name, value):
        if name == "image":
            array = np.expand_dims(value, -1) if value.ndim == 2 else value
            return torch.from_numpy(np.transpose(array, (2, 0, 1)))
        if self.transpose_mask and value.ndim == 3:
            return torch.from_numpy(np.transpose(value, (2, 0, 1)))
        return torch.from_numpy(value)


class HorizontalFlip(_Transform): ...
class VerticalFlip(_Transform): ...
class Flip(_Transform): ...
class ShiftScaleRotate(_Transform): ...
class ElasticTransform(_Transform): ...
class GridDistortion(_Transform): ...
class OpticalDistortion(_Transform): ...
class ColorJitter(_Transform): ...
class RandomBrightnessContrast(_Transform): ...
class HueSaturationValue(_Transform): ...
class RGBShift(_Transform): ...
class ChannelShuffle(_Transform): ...
class CLAHE(_Transform): ...
class RandomGamma(_Transform): ...
class Blur(_Transform): ...
class GaussianBlur(_Transform): ...
class MedianBlur(_Transform): ...
class MotionBlur(_Transform): ...
class GaussNoise(_Transform): ...
class ISONoise(_Transform): ...
class ImageCompression(_Transform): ...
class CoarseDropout(_Transform): ...
class Cutout(_Transform): ...
class GridDropout(_Transform): ...
class Sharpen(_Transform): ...
class NoOp(_Transform): ...
