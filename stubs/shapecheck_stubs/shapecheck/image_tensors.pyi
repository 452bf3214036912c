"""torchvision's transforms of images that are tensors [..., C, H, W]; an image of unknown kind stays unknown.

https://docs.pytorch.org/vision/stable/transforms.html#functional-transforms. Those of images of Pillow are described
in Python (`sources/torchvision_functional.py`).
"""

modules = "shapecheck.image_tensors"


def _image(img: Any):
    """The image, if it is surely a tensor."""
    if not is_tensor(img):
        unknown("an image that is no tensor")
    return img

def _sized(img: Tensor["*N H W"], height: int, width: int) -> Tensor["*N height width"]: ...

def resize(
    img: Any, size: Any, interpolation: Any = None, max_size: int | None = None, antialias: Any = None,
):
    """https://docs.pytorch.org/vision/stable/generated/torchvision.transforms.functional.resize.html

    >>> [B 3 32 48], (16, 24) -> [B 3 16 24]
    """
    if is_sequence(size):
        if len(tuple(size)) == 2 and max_size is None:
            return _sized(_image(img), tuple(size)[0], tuple(size)[1])
    return _sized(_image(img), fresh(1), fresh(1))

def center_crop(img: Any, output_size: Pair):
    """https://docs.pytorch.org/vision/stable/generated/torchvision.transforms.functional.center_crop.html"""
    return _sized(_image(img), output_size[0], output_size[1])

def crop(img: Any, top: Any, left: Any, height: int, width: int):
    """https://docs.pytorch.org/vision/stable/generated/torchvision.transforms.functional.crop.html"""
    return _sized(_image(img), height, width)

def resized_crop(
    img: Any, top: Any, left: Any, height: Any, width: Any, size: Any, interpolation: Any = None,
    antialias: Any = True,
):
    """https://docs.pytorch.org/vision/stable/generated/torchvision.transforms.functional.resized_crop.html"""
    return resize(img, size)

def pad(img: Any, padding: Any, fill: Any = 0, padding_mode: Any = "constant"):
    """https://docs.pytorch.org/vision/stable/generated/torchvision.transforms.functional.pad.html

    >>> [B 3 32 48], (1, 2) -> [B 3 36 50]
    """
    given = (padding,) if is_int(padding) else tuple(padding)
    left, top = given[0], given[0] if len(given) == 1 else given[1]
    right, bottom = (left, top) if len(given) < 4 else (given[2], given[3])
    known = _image(img)
    return _sized(known, known.shape[-2] + top + bottom, known.shape[-1] + left + right)

def normalize(tensor: Any, mean: Any, std: Any, inplace: Any = False):
    """https://docs.pytorch.org/vision/stable/generated/torchvision.transforms.functional.normalize.html"""
    return _normalized(_image(tensor), mean, inplace)

def _normalized(tensor: Tensor["*N C H W"], mean: Any, inplace: Any) -> Tensor["*N K H W"]:
    require(
        dtype_in(tensor.dtype, "floating"),
        "Input tensor should be a float tensor. Got {tensor.dtype}.",
    )
    n = len(tuple(mean)) if is_sequence(mean) else 1
    if known(inplace) and inplace:
        require(
            n == 1 or n == C,
            "output with shape {tensor.shape} doesn't match the broadcast shape {(*N, n, H, W)}: there are {n} means for "
            "an image of {C} channels",
        )
    require(n == 1 or C == 1 or n == C, "an image of {C} channels and {n} means")
    K = C if n == 1 else n

def rgb_to_grayscale(img: Any, num_output_channels: int = 1):
    """https://docs.pytorch.org/vision/stable/generated/torchvision.transforms.functional.rgb_to_grayscale.html"""
    return _gray(_image(img), num_output_channels)

def _gray(img: Tensor["*N C H W"], channels: int) -> Tensor["*N channels H W"]: ...

def convert_image_dtype(image: Tensor["*S"], dtype: dtype | None = None) -> Tensor["*S", dtype or float32]:
    """https://docs.pytorch.org/vision/stable/generated/torchvision.transforms.functional.convert_image_dtype.html"""

def same_image(img: Any, *rest, **options):
    """Changes of colour and mirroring keep the size of the image."""
    return like(_image(img))

hflip = vflip = adjust_brightness = adjust_contrast = adjust_saturation = adjust_hue = adjust_gamma = same_image
adjust_sharpness = gaussian_blur = invert = posterize = solarize = autocontrast = equalize = erase = same_image
horizontal_flip = vertical_flip = perspective = affine = same_image

def rotate(img: Any, angle: Any, interpolation: Any = None, expand: bool = False, center: Any = None, fill: Any = None):
    """https://docs.pytorch.org/vision/stable/generated/torchvision.transforms.functional.rotate.html"""
    if expand:
        unknown("an image that grows with the angle")
    return like(_image(img))

def to_tensor(pic: Any):
    """An array [H, W, C] or [H, W] as a tensor [C, H, W].

    It takes no tensor of torch: what is one here is an image of Pillow that other transforms have made, and that was
    not known to be one.
    """
    if not known(pic) or not is_tensor(pic):
        return _three_dims(unknown_tensor("an image"))
    if is_array(pic):
        return _channels_first(pic)
    return like(pic) if ranked(pic.shape) else _three_dims(pic)

def _three_dims(pic: Tensor["C H W"]) -> Tensor["C H W", pic.dtype]: ...

def _channels_first(pic: Tensor["*S"]) -> Tensor["*T", float32 if surely(pic.dtype, "uint8") else pic.dtype]:
    require(len(S) == 2 or len(S) == 3, "pic should be 2/3 dimensional. Got {len(S)} dimensions.")
    T = (1, *S) if len(S) == 2 else (S[2], S[0], S[1])

def to_image(inpt: Any):
    """An array [H, W, C] or [H, W] as a tensor [C, H, W] of its dtype; a tensor as it is."""
    if not known(inpt) or not is_tensor(inpt):
        return _three_dims(unknown_tensor("an image"))
    return _transposed(inpt) if is_array(inpt) else like(inpt)

def _transposed(pic: Tensor["*S"]) -> Tensor["*T", pic.dtype]:
    T = (1, *S) if len(S) == 2 else (S[2], S[0], S[1])
