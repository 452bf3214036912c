"""Transforms of images of Pillow; those of tensors are rules (`shapecheck.image_tensors`).

https://docs.pytorch.org/vision/stable/transforms.html#functional-transforms
"""

import random

import torch
from PIL.Image import Image, mode_of, of_size, with_border
from shapecheck import image_tensors as tensors
from shapecheck import not_known


class InterpolationMode:
    NEAREST, NEAREST_EXACT, BILINEAR, BICUBIC = "nearest", "nearest-exact", "bilinear", "bicubic"
    BOX, HAMMING, LANCZOS = "box", "hamming", "lanczos"


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return not_known(name)


def _pair(size):
    """Height and width of what is cut out."""
    if isinstance(size, (tuple, list)):
        return (size[0], size[0]) if len(size) == 1 else (size[0], size[1])
    return size, size


def get_dimensions(img):
    """Channels, height, width."""
    if isinstance(img, Image):
        return [img.bands, img.height, img.width]
    return [1 if img.ndim == 2 else img.shape[-3], img.shape[-2], img.shape[-1]]


def get_image_size(img):
    _, height, width = get_dimensions(img)
    return [width, height]


def get_image_num_channels(img):
    return get_dimensions(img)[0]


get_size, get_num_channels = get_image_size, get_image_num_channels


def resize(img, size, interpolation=None, max_size=None, antialias=True):
    if not isinstance(img, Image):
        return tensors.resize(img, size, None, max_size)
    if isinstance(size, (tuple, list)) and len(size) == 2:
        return of_size(img, (size[1], size[0]))
    shorter = _pair(size)[0]
    if max_size is not None:
        return of_size(img, (random.randint(1, max_size), random.randint(1, max_size)))
    width, height = img.size
    if width <= height:
        return of_size(img, (shorter, int(shorter * height / width)))
    return of_size(img, (int(shorter * width / height), shorter))


def _cut(img, height, width):
    return of_size(img, (width, height)) if isinstance(img, Image) else tensors.crop(img, 0, 0, height, width)


def center_crop(img, output_size):
    return _cut(img, *_pair(output_size))


def crop(img, top, left, height, width):
    return _cut(img, height, width)


def resized_crop(img, top, left, height, width, size, interpolation=None, antialias=True):
    return resize(img, size) if isinstance(size, (tuple, list)) else resize(_cut(img, height, width), size)


def five_crop(img, size):
    return tuple(center_crop(img, size) for _ in range(5))


def ten_crop(img, size, vertical_flip=False):
    return tuple(center_crop(img, size) for _ in range(10))


def pad(img, padding, fill=0, padding_mode="constant"):
    return with_border(img, padding) if isinstance(img, Image) else tensors.pad(img, padding)


def same_image(img, *rest, **options):
    """Changes of colour and mirroring keep the size of the image."""
    return img.copy() if isinstance(img, Image) else tensors.same_image(img)


hflip = vflip = adjust_brightness = adjust_contrast = adjust_saturation = adjust_hue = adjust_gamma = same_image
adjust_sharpness = gaussian_blur = invert = posterize = solarize = autocontrast = equalize = erase = same_image
horizontal_flip = vertical_flip = perspective = affine = same_image


def rotate(img, angle, interpolation=None, expand=False, center=None, fill=None):
    return img.rotate(angle, expand=expand) if isinstance(img, Image) else tensors.rotate(img, angle, None, expand)


def normalize(tensor, mean, std, inplace=False):
    # without v2 a copy is changed in place
    return tensors.normalize(tensor, mean, std, inplace or not __name__.startswith("torchvision.transforms.v2"))


def rgb_to_grayscale(img, num_output_channels=1):
    if isinstance(img, Image):
        return img.convert("RGB" if num_output_channels == 3 else "L")
    return tensors.rgb_to_grayscale(img, num_output_channels)


to_grayscale = rgb_to_grayscale


def convert_image_dtype(image, dtype=torch.float32):
    return tensors.convert_image_dtype(image, dtype)


def to_dtype(inpt, dtype=torch.float32, scale=False):
    return not_known("the dtype of each kind") if isinstance(dtype, dict) else tensors.convert_image_dtype(inpt, dtype)


convert_image_dtype_image = to_dtype_image = to_dtype


def to_tensor(pic):
    if not isinstance(pic, Image):
        return tensors.to_tensor(pic)
    kinds = {"I": torch.int32, "I;16": torch.int16}
    return torch.zeros(pic.bands, pic.height, pic.width, dtype=kinds.get(pic.mode, torch.float32))


def pil_to_tensor(pic):
    kinds = {"1": torch.bool, "I": torch.int32, "F": torch.float32, "I;16": torch.uint16}
    return torch.zeros(pic.bands, pic.height, pic.width, dtype=kinds.get(pic.mode, torch.uint8))


def to_image(inpt):
    return pil_to_tensor(inpt) if isinstance(inpt, Image) else tensors.to_image(inpt)


def to_pil_image(pic, mode=None):
    """A tensor is [C, H, W] or [H, W], an array [H, W, C] or [H, W]."""
    if pic.ndim == 2:
        bands, height, width = 1, *pic.shape
    elif isinstance(pic, torch.Tensor):
        bands, height, width = pic.shape
    else:
        height, width, bands = pic.shape
    return Image(mode or mode_of(bands), (width, height), bands)
