"""The processes that work together. https://docs.pytorch.org/docs/2.13/distributed.html"""

modules = ("torch.distributed",)

def get_world_size(group: Any = None) -> int:
    """All processes, or those of a group."""
    return of_the_run("world_size", 1) if group is None else fresh(-1)

def get_rank(group: Any = None) -> int:
    """Which of them this one is; -1 where it is in no such group."""
    return of_the_run("rank", 0, of_the_run("world_size", 1)) if group is None else fresh(-1)

class Work:
    """What runs beside the program. https://docs.pytorch.org/docs/2.13/distributed.html#torch.distributed.Work"""
    def wait(self, timeout: Any = None) -> bool: ...
    def is_completed(self) -> bool: ...
    def is_success(self) -> bool: ...

def all_reduce(*args, async_op: Any = False, **options):
    """Writes to what it is given. https://docs.pytorch.org/docs/2.13/distributed.html#collective-functions"""
    return Work() if async_op is True else None

broadcast = reduce = gather = scatter = all_gather = reduce_scatter = all_to_all = all_reduce
all_gather_into_tensor = all_gather_single = _all_gather_base = all_reduce
reduce_scatter_tensor = reduce_scatter_single = _reduce_scatter_base = all_to_all_single = all_reduce

def isend(*args, **options):
    """https://docs.pytorch.org/docs/2.13/distributed.html#point-to-point-communication"""
    return Work()

irecv = isend

def send(*args, **options) -> None: ...
def recv(*args, **options) -> int: ...
def monitored_barrier(*args, **options) -> None: ...
