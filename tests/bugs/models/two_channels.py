"""What has neither one channel nor at least three has two, which cannot be unpacked into three."""

import torch


def to_color(image):
    if image.shape[-3] >= 3:
        return image
    if image.shape[-3] == 1:
        return torch.cat((image, image, image), dim=-3)
    red, green, blue = image.unbind(dim=-3)  # bug: "3" "2"
    # fix: red, green, blue = image[..., [0, 1, 1], :, :].unbind(dim=-3)
    return torch.stack((blue, green, red), dim=-3)


# call: to_color(torch.rand(2, 4, 4))
