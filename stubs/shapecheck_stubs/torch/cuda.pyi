"""https://docs.pytorch.org/docs/2.13/cuda.html"""


def device_count() -> int:
    """https://docs.pytorch.org/docs/2.13/generated/torch.cuda.device_count.html"""
    return of_the_run("device_count", 0)
