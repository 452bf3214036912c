"""The processes that work together. https://docs.pytorch.org/docs/2.13/distributed.html"""

modules = ("torch.distributed",)

def get_world_size(group: Any = None) -> int:
    """All processes, or those of a group."""
    return of_the_run("world_size", 1) if group is None else fresh(-1)

def get_rank(group: Any = None) -> int:
    """Which of them this one is; -1 where it is in no such group."""
    return of_the_run("rank", 0, of_the_run("world_size", 1)) if group is None else fresh(-1)
