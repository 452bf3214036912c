"""Filters of images. https://docs.scipy.org/doc/scipy/reference/ndimage.html"""


def gaussian_filter(input: Array["*S"], *rest, **options):
    """https://docs.scipy.org/doc/scipy/reference/generated/scipy.ndimage.gaussian_filter.html"""
    return array_of(Tensor["*S", input.dtype])

gaussian_filter1d = median_filter = maximum_filter = minimum_filter = uniform_filter = shift = gaussian_filter
convolve = convolve1d = correlate = correlate1d = grey_dilation = grey_erosion = sobel = laplace = gaussian_filter

def binary_dilation(input: Array["*S"], *rest, **options):
    """https://docs.scipy.org/doc/scipy/reference/generated/scipy.ndimage.binary_dilation.html"""
    return array_of(Tensor["*S", bool])

binary_erosion = binary_opening = binary_closing = binary_fill_holes = binary_dilation
