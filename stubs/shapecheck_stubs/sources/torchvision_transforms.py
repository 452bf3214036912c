"""Transforms as objects. https://docs.pytorch.org/vision/stable/transforms.html

Those that choose at random whether to change anything give the size that the image has in either case. What comes with an
image (a label, boxes, a mask) is handed on as it is if it is a number or text, and is not known otherwise.
"""

import torch
from shapecheck import not_known
from torchvision.transforms import functional
from torchvision.transforms.functional import InterpolationMode

if __name__.startswith("torchvision.transforms.v2"):
    import torchvision.transforms.v2.functional as functional


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return not_known(name)


class Transform(torch.nn.Module):
    def forward(self, *inputs):
        first = self.changed(inputs[0])
        return first if len(inputs) == 1 else (first, *map(_along, inputs[1:]))

    def changed(self, img):
        return not_known("what a transform makes of an image")


def _along(value):
    return value if isinstance(value, (int, float, str)) else not_known("what comes with an image")


class Compose(Transform):
    def __init__(self, transforms):
        super().__init__()
        self.transforms = transforms

    def forward(self, *inputs):
        for one in self.transforms:
            outputs = one(*inputs)
            inputs = outputs if len(inputs) > 1 else (outputs,)
        return inputs if len(inputs) > 1 else inputs[0]


class Lambda(Transform):
    def __init__(self, lambd, *types):
        super().__init__()
        self.lambd = lambd

    def changed(self, img):
        return self.lambd(img)


class RandomApply(Transform):
    """All of them or none: the image as it comes out of them, if they keep its size."""

    def __init__(self, transforms, p=0.5):
        super().__init__()
        self.transforms = transforms
        self.p = p

    def changed(self, img):
        if torch.rand(1) < self.p:
            for one in self.transforms:
                img = one(img)
        return img


class _Several(Transform):
    def __init__(self, transforms, p=None):
        super().__init__()
        self.transforms = transforms


class RandomChoice(_Several):
    def changed(self, img):
        for one in self.transforms:
            if torch.rand(1) < 0.5:
                return one(img)
        return self.transforms[-1](img)


class RandomOrder(_Several):
    def changed(self, img):
        for one in self.transforms:
            img = one(img)
        return img


class ToTensor(Transform):
    def changed(self, pic):
        return functional.to_tensor(pic)


class PILToTensor(Transform):
    def changed(self, pic):
        return functional.pil_to_tensor(pic)


class ToImage(Transform):
    def changed(self, inpt):
        return functional.to_image(inpt)


class ToPILImage(Transform):
    def __init__(self, mode=None):
        super().__init__()
        self.mode = mode

    def changed(self, pic):
        return functional.to_pil_image(pic, self.mode)


class ToDtype(Transform):
    def __init__(self, dtype, scale=False):
        super().__init__()
        self.dtype = dtype

    def changed(self, inpt):
        return functional.to_dtype(inpt, self.dtype)


class ConvertImageDtype(ToDtype):
    def __init__(self, dtype=torch.float32):
        super().__init__(dtype)


class Resize(Transform):
    def __init__(self, size, interpolation=InterpolationMode.BILINEAR, max_size=None, antialias=True):
        super().__init__()
        self.size = size
        self.max_size = max_size

    def changed(self, img):
        return functional.resize(img, self.size, max_size=self.max_size)


class CenterCrop(Transform):
    def __init__(self, size):
        super().__init__()
        self.size = size

    def changed(self, img):
        return functional.center_crop(img, self.size)


class RandomCrop(CenterCrop):
    def __init__(self, size, padding=None, pad_if_needed=False, fill=0, padding_mode="constant"):
        super().__init__(size)


class RandomResizedCrop(CenterCrop):
    def __init__(
        self, size, scale=(0.08, 1.0), ratio=(3.0 / 4.0, 4.0 / 3.0), interpolation=InterpolationMode.BILINEAR,
        antialias=True,
    ):
        super().__init__(size)


class FiveCrop(CenterCrop):
    def changed(self, img):
        return functional.five_crop(img, self.size)


class TenCrop(CenterCrop):
    def __init__(self, size, vertical_flip=False):
        super().__init__(size)

    def changed(self, img):
        return functional.ten_crop(img, self.size)


class Pad(Transform):
    def __init__(self, padding, fill=0, padding_mode="constant"):
        super().__init__()
        self.padding = padding

    def changed(self, img):
        return functional.pad(img, self.padding)


class Normalize(Transform):
    def __init__(self, mean, std, inplace=False):
        super().__init__()
        self.mean = mean
        self.std = std
        self.inplace = inplace

    def changed(self, tensor):
        return functional.normalize(tensor, self.mean, self.std, self.inplace)


class Grayscale(Transform):
    def __init__(self, num_output_channels=1):
        super().__init__()
        self.num_output_channels = num_output_channels

    def changed(self, img):
        return functional.rgb_to_grayscale(img, self.num_output_channels)


class RandomRotation(Transform):
    def __init__(self, degrees, interpolation=InterpolationMode.NEAREST, expand=False, center=None, fill=0):
        super().__init__()
        self.expand = expand

    def changed(self, img):
        return functional.rotate(img, 0, expand=self.expand)


class _Same(Transform):
    """The size stays as it is."""

    def __init__(self, *rest, **options):
        super().__init__()

    def changed(self, img):
        return functional.same_image(img)


class RandomHorizontalFlip(_Same): ...
class RandomVerticalFlip(_Same): ...
class RandomGrayscale(_Same): ...
class ColorJitter(_Same): ...
class GaussianBlur(_Same): ...
class GaussianNoise(_Same): ...
class ElasticTransform(_Same): ...
class RandomErasing(_Same): ...
class RandomAffine(_Same): ...
class RandomPerspective(_Same): ...
class RandomInvert(_Same): ...
class RandomPosterize(_Same): ...
class RandomSolarize(_Same): ...
class RandomAdjustSharpness(_Same): ...
class RandomAutocontrast(_Same): ...
class RandomEqualize(_Same): ...
class RandomPhotometricDistort(_Same): ...
class AutoAugment(_Same): ...
class RandAugment(_Same): ...
class TrivialAugmentWide(_Same): ...
class AugMix(_Same): ...
class JPEG(_Same): ...
class RandomChannelPermutation(_Same): ...
class ToPureTensor(_Same): ...


class _MixedUp(Transform):
    """A batch of images, mixed with itself, and its labels, which become those of both with their shares."""

    def __init__(self, *, alpha=1.0, num_classes=None, labels_getter="default"):
        super().__init__()
        self.num_classes = num_classes

    def forward(self, images, labels):
        if labels.ndim == 1:
            labels = torch.nn.functional.one_hot(labels, -1 if self.num_classes is None else self.num_classes)
        return images, labels.float()


class MixUp(_MixedUp): ...
class CutMix(_MixedUp): ...
