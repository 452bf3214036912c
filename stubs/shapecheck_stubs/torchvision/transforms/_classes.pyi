"""Transforms as objects. https://docs.pytorch.org/vision/stable/transforms.html

Those that choose at random whether to change anything give the size that the image has in either case.
"""

modules = "torchvision.transforms", "torchvision.transforms.v2", "torchvision.transforms.transforms"


class Compose(Module):
    """One transform after the other."""
    def __init__(self, transforms: Any):
        self.transforms = transforms
    def forward(self, img: Any):
        for one in members(self.transforms):
            img = one(img)
        return img

class ToTensor(Module):
    """An image of PIL, or an array [H, W, C], as a tensor [C, H, W]."""
    def forward(self, pic: Any):
        return torchvision.transforms.functional.to_tensor(pic)

class PILToTensor(Module):
    """An image of PIL as a tensor [C, H, W]."""
    def forward(self, pic: Any) -> Tensor["fresh(1) fresh(1) fresh(1)", uint8]: ...

class Resize(Module):
    """https://docs.pytorch.org/vision/stable/generated/torchvision.transforms.Resize.html"""
    def __init__(self, size: Any, interpolation: Any = None, max_size: Any = None, antialias: Any = True):
        self.size = size
    def forward(self, img: Any):
        return functional.resize(img, self.size, None, self.max_size)

class CenterCrop(Module):
    """https://docs.pytorch.org/vision/stable/generated/torchvision.transforms.CenterCrop.html"""
    def __init__(self, size: Pair):
        self.size = size
    def forward(self, img: Any):
        return functional.center_crop(img, self.size)

class RandomCrop(Module):
    """https://docs.pytorch.org/vision/stable/generated/torchvision.transforms.RandomCrop.html"""
    def __init__(
        self, size: Pair, padding: Any = None, pad_if_needed: Any = False, fill: Any = 0,
        padding_mode: Any = "constant",
    ):
        self.size = size
    def forward(self, img: Any):
        return functional.center_crop(img, self.size)

class RandomResizedCrop(Module):
    """https://docs.pytorch.org/vision/stable/generated/torchvision.transforms.RandomResizedCrop.html"""
    def __init__(
        self, size: Pair, scale: Any = None, ratio: Any = None, interpolation: Any = None, antialias: Any = True,
    ):
        self.size = size
    def forward(self, img: Any):
        return functional.center_crop(img, self.size)

class Pad(Module):
    """https://docs.pytorch.org/vision/stable/generated/torchvision.transforms.Pad.html"""
    def __init__(self, padding: Any, fill: Any = 0, padding_mode: Any = "constant"):
        self.padding = padding
    def forward(self, img: Any):
        return functional.pad(img, self.padding)

class Normalize(Module):
    """https://docs.pytorch.org/vision/stable/generated/torchvision.transforms.Normalize.html"""
    def __init__(self, mean: Any, std: Any, inplace: Any = False):
        self.mean = mean
    def forward(self, tensor: Any):
        return functional.normalize(tensor, self.mean, self.std)

class Grayscale(Module):
    """https://docs.pytorch.org/vision/stable/generated/torchvision.transforms.Grayscale.html"""
    def __init__(self, num_output_channels: int = 1):
        self.num_output_channels = num_output_channels
    def forward(self, img: Any):
        return functional.rgb_to_grayscale(img, self.num_output_channels)

class Same(Module):
    """The size stays as it is."""
    def __init__(self, *rest, **options): ...
    def forward(self, img: Any):
        return functional.same_image(img)

class RandomHorizontalFlip(Same):
    """https://docs.pytorch.org/vision/stable/generated/torchvision.transforms.RandomHorizontalFlip.html"""

class RandomVerticalFlip(Same):
    """https://docs.pytorch.org/vision/stable/generated/torchvision.transforms.RandomVerticalFlip.html"""

class ColorJitter(Same):
    """https://docs.pytorch.org/vision/stable/generated/torchvision.transforms.ColorJitter.html"""

class GaussianBlur(Same):
    """https://docs.pytorch.org/vision/stable/generated/torchvision.transforms.GaussianBlur.html"""

class RandomErasing(Same):
    """https://docs.pytorch.org/vision/stable/generated/torchvision.transforms.RandomErasing.html"""

class RandomAffine(Same):
    """https://docs.pytorch.org/vision/stable/generated/torchvision.transforms.RandomAffine.html"""

class RandomRotation(Module):
    """https://docs.pytorch.org/vision/stable/generated/torchvision.transforms.RandomRotation.html"""
    def __init__(self, degrees: Any, interpolation: Any = None, expand: bool = False, center: Any = None, fill: Any = 0):
        self.expand = expand
    def forward(self, img: Any):
        return functional.rotate(img, 0, expand=self.expand)
