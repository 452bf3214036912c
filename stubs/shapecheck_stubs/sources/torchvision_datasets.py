"""Data sets of known images. https://docs.pytorch.org/vision/stable/datasets.html

How many samples there are, and what a sample is before its transforms: an image of Pillow and its target.
"""

import random

import numpy as np
import torch
from PIL import Image
from shapecheck import not_known

IMG_EXTENSIONS = (".jpg", ".jpeg", ".png", ".ppm", ".bmp", ".pgm", ".tif", ".tiff", ".webp")
_MANY = 1 << 31


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return not_known(name)


class VisionDataset(torch.utils.data.Dataset):
    def __init__(self, root=None, transforms=None, transform=None, target_transform=None):
        self.root = root
        self.transform = transform
        self.target_transform = target_transform
        self.transforms = transforms
        if transform is not None or target_transform is not None:
            self.transforms = StandardTransform(transform, target_transform)

    def __getattr__(self, name):
        return not_known(name)

    def _sample(self, image, target):
        """Both, as the transforms leave them."""
        if self.transform is not None:
            image = self.transform(image)
        if self.target_transform is not None:
            target = self.target_transform(target)
        return image, target


class StandardTransform:
    def __init__(self, transform=None, target_transform=None):
        self.transform = transform
        self.target_transform = target_transform

    def __call__(self, image, target):
        if self.transform is not None:
            image = self.transform(image)
        return image, target if self.target_transform is None else self.target_transform(target)


class _Digits(VisionDataset):
    """Gray images [N, H, W] as bytes, and whole numbers [N] below `number`."""

    number = 10

    def _fill(self, count, height, width):
        self.data = torch.zeros(count, height, width, dtype=torch.uint8)
        self.targets = torch.zeros(count, dtype=torch.int64)
        self.train_data = self.test_data = self.data
        self.train_labels = self.test_labels = self.targets

    def __getitem__(self, index):
        _, height, width = self.data.shape
        return self._sample(Image.new("L", (width, height)), random.randint(0, self.number - 1))

    def __len__(self):
        return len(self.data)


def _names(number):
    return ["a class" for _ in range(number)]


class MNIST(_Digits):
    classes = _names(10)

    def __init__(self, root, train=True, transform=None, target_transform=None, download=False):
        super().__init__(root, transform=transform, target_transform=target_transform)
        self.train = train
        self._fill(60_000 if train else 10_000, 28, 28)


class FashionMNIST(MNIST): ...
class KMNIST(MNIST): ...


class EMNIST(_Digits):
    _COUNTS = {
        "byclass": (62, 697_932, 116_323), "bymerge": (47, 697_932, 116_323), "balanced": (47, 112_800, 18_800),
        "letters": (27, 124_800, 20_800), "digits": (10, 240_000, 40_000), "mnist": (10, 60_000, 10_000),
    }  # fmt: skip

    def __init__(self, root, split, train=True, transform=None, target_transform=None, download=False):
        super().__init__(root, transform=transform, target_transform=target_transform)
        self.split, self.train = split, train
        self.number, training, testing = self._COUNTS[split]
        self.classes = _names(self.number)
        self._fill(training if train else testing, 28, 28)


class QMNIST(_Digits):
    classes = _names(10)
    _COUNTS = {"train": 60_000, "test": 60_000, "test10k": 10_000, "test50k": 50_000, "nist": 402_953}

    def __init__(self, root, what=None, compat=True, train=True, transform=None, target_transform=None, download=False):
        super().__init__(root, transform=transform, target_transform=target_transform)
        self._fill(self._COUNTS[("train" if train else "test") if what is None else what], 28, 28)


class _Arrays(VisionDataset):
    """Images as an array of bytes in the order that `data` has, and a list of targets below `number`."""

    number = 10

    def __getitem__(self, index):
        image = Image.fromarray(self._image(), self._mode)
        return self._sample(image, random.randint(0, self.number - 1))

    def _image(self):
        return self.data[0]

    def _targets(self):
        return [random.randint(0, self.number - 1) for _ in range(len(self.data))]

    def __len__(self):
        return len(self.data)

    _mode = "RGB"


class CIFAR10(_Arrays):
    def __init__(self, root, train=True, transform=None, target_transform=None, download=False):
        super().__init__(root, transform=transform, target_transform=target_transform)
        self.train = train
        self.data = np.zeros((50_000 if train else 10_000, 32, 32, 3), dtype=np.uint8)
        self.targets = self._targets()
        self.classes = _names(self.number)


class CIFAR100(CIFAR10):
    number = 100


class _ChannelsFirst(_Arrays):
    """The same with the channels first, and an array of labels."""

    def _image(self):
        return np.transpose(self.data[0], (1, 2, 0))

    def _fill(self, count, size):
        self.data = np.zeros((count, 3, size, size), dtype=np.uint8)
        self.labels = np.zeros(count, dtype=np.int64)


class SVHN(_ChannelsFirst):
    def __init__(self, root, split="train", transform=None, target_transform=None, download=False):
        super().__init__(root, transform=transform, target_transform=target_transform)
        self.split = split
        self._fill({"train": 73_257, "test": 26_032, "extra": 531_131}[split], 32)


class STL10(_ChannelsFirst):
    def __init__(self, root, split="train", folds=None, transform=None, target_transform=None, download=False):
        super().__init__(root, transform=transform, target_transform=target_transform)
        self.split = split
        counts = {"train": 5_000, "test": 8_000, "unlabeled": 100_000, "train+unlabeled": 105_000}
        self._fill(counts[split] if folds is None else 1_000, 96)
        self.classes = _names(10)


class USPS(_Arrays):
    _mode = "L"

    def __init__(self, root, train=True, transform=None, target_transform=None, download=False):
        super().__init__(root, transform=transform, target_transform=target_transform)
        self.data = np.zeros((7_291 if train else 2_007, 16, 16), dtype=np.uint8)
        self.targets = self._targets()


class FakeData(VisionDataset):
    def __init__(
        self, size=1000, image_size=(3, 224, 224), num_classes=10, transform=None, target_transform=None, random_offset=0,
    ):
        super().__init__(None, transform=transform, target_transform=target_transform)
        self.size, self.image_size, self.num_classes = size, image_size, num_classes

    def __getitem__(self, index):
        channels, height, width = self.image_size
        image = Image.Image(Image.mode_of(channels), (width, height), channels)
        return self._sample(image, torch.randint(0, self.num_classes, (1,)).item())

    def __len__(self):
        return self.size


class _Photos(VisionDataset):
    """Images in files, most of them of any size, each in one of some classes."""

    size = None
    mode = "RGB"
    number = _MANY

    def __init__(self, root, *options, transform=None, target_transform=None, loader=None, **more):
        super().__init__(root, transform=transform, target_transform=target_transform)
        self.loader = loader or default_loader

    def __getitem__(self, index):
        if self.size is None:
            image = self.loader(not_known("a path"))
        else:
            image = Image.new(self.mode, self.size)
        return self._sample(image, random.randint(0, self.number - 1))

    def __len__(self):
        return random.randint(1, _MANY)


def default_loader(path):
    return Image.open(path).convert("RGB")


pil_loader = default_loader


class DatasetFolder(_Photos):
    def __init__(self, root, loader, extensions=None, transform=None, target_transform=None, *options, **more):
        super().__init__(root, transform=transform, target_transform=target_transform, loader=loader)


class ImageFolder(_Photos):
    def __init__(self, root, transform=None, target_transform=None, loader=default_loader, *options, **more):
        super().__init__(root, transform=transform, target_transform=target_transform, loader=loader)


class _Split(_Photos):
    """The second argument says which part it is."""

    def __init__(self, root, split="train", transform=None, target_transform=None, *options, **more):
        super().__init__(root, transform=transform, target_transform=target_transform)
        self.split = split


class ImageNet(_Split):
    number = 1_000

    def __init__(self, root, split="train", **options):
        super().__init__(root, split, options.get("transform"), options.get("target_transform"))


class Flowers102(_Split):
    number = 102


class Food101(_Split):
    number = 101


class StanfordCars(_Split):
    number = 196


class Country211(_Split):
    number = 211


class GTSRB(_Split):
    number = 43


class RenderedSST2(_Split):
    number = 2


class PCAM(_Split):
    size, number = (96, 96), 2

    def __len__(self):
        return 262_144 if self.split == "train" else 32_768


class FER2013(_Split):
    mode, size, number = "L", (48, 48), 7


class Imagenette(_Photos):
    number = 10

    def __init__(
        self, root, split="train", size="full", download=False, transform=None, target_transform=None, loader=default_loader,
    ):
        super().__init__(root, transform=transform, target_transform=target_transform, loader=loader)


class _SplitOfKind(_Photos):
    """The second argument says which part it is, the third of which kind."""

    def __init__(self, root, split="train", kind=None, transform=None, target_transform=None, *options, **more):
        super().__init__(root, transform=transform, target_transform=target_transform)


class DTD(_SplitOfKind):
    number = 47


class FGVCAircraft(_SplitOfKind): ...


class _Plain(_Photos):
    def __init__(self, root, transform=None, target_transform=None, *options, **more):
        super().__init__(root, transform=transform, target_transform=target_transform)


class Caltech256(_Plain):
    number = 257


class SUN397(_Plain):
    number = 397


class EuroSAT(_Plain):
    size, number = (64, 64), 10

    def __len__(self):
        return 27_000


class SEMEION(_Plain):
    mode, size, number = "L", (16, 16), 10

    def __len__(self):
        return 1_593


class Omniglot(_Photos):
    mode, size = "L", (105, 105)

    def __init__(self, root, background=True, transform=None, target_transform=None, *options, **more):
        super().__init__(root, transform=transform, target_transform=target_transform)
        self.background = background
        self.number = 964 if background else 659

    def __len__(self):
        return 19_280 if self.background else 13_180


class CelebA(VisionDataset):
    _COUNTS = {"train": 162_770, "valid": 19_867, "test": 19_962, "all": 202_599}

    def __init__(self, root, split="train", target_type="attr", transform=None, target_transform=None, download=False):
        super().__init__(root, transform=transform, target_transform=target_transform)
        self.split, self.target_type = split, target_type
        count = self._COUNTS[split]
        self.attr = torch.zeros(count, 40, dtype=torch.int64)
        self.identity = torch.zeros(count, 1, dtype=torch.int64)
        self.bbox = torch.zeros(count, 4, dtype=torch.int64)
        self.landmarks_align = torch.zeros(count, 10, dtype=torch.int64)

    def __getitem__(self, index):
        kinds = {"attr": self.attr[0], "bbox": self.bbox[0], "landmarks": self.landmarks_align[0]}
        kinds["identity"] = self.identity[0, 0]
        target = kinds[self.target_type] if self.target_type in kinds else not_known("several targets")
        return self._sample(Image.new("RGB", (178, 218)), target)

    def __len__(self):
        return len(self.attr)


class VOCSegmentation(VisionDataset):
    """An image and a mask of its size."""

    def __init__(
        self, root, year="2012", image_set="train", download=False, transform=None, target_transform=None, transforms=None,
    ):
        super().__init__(root, transforms, transform, target_transform)

    def __getitem__(self, index):
        image = default_loader("a path")
        mask = Image.new("P", image.size)
        return (image, mask) if self.transforms is None else self.transforms(image, mask)

    def __len__(self):
        return random.randint(1, _MANY)
