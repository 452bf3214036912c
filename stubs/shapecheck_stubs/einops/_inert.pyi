"""What has no shape. https://einops.rocks/"""

modules = "einops._torch_specific"


def allow_ops_in_compiled_graph() -> None:
    """Tells torch.compile of einops."""
