"""What has no shape. https://numpy.org/doc/stable/reference/routines.html"""

modules = "numpy"


class finfo:
    """https://numpy.org/doc/stable/reference/generated/numpy.finfo.html"""
    def __init__(self, dtype: Any = None):
        self.min = scalar("float")
        self.max = scalar("float")
        self.eps = scalar("float")
        self.tiny = scalar("float")
        self.smallest_normal = scalar("float")
        self.bits = scalar("int")

class iinfo:
    """https://numpy.org/doc/stable/reference/generated/numpy.iinfo.html"""
    def __init__(self, type: Any = None):
        self.min = scalar("int")
        self.max = scalar("int")
        self.bits = scalar("int")

def save(*args, **kwargs) -> None:
    """Has no result that matters. https://numpy.org/doc/stable/reference/routines.io.html"""

savez = savez_compressed = savetxt = set_printoptions = seterr = seterrcall = show_config = save

def load(*args, **kwargs) -> Unknown["the contents of a file"]:
    """https://numpy.org/doc/stable/reference/generated/numpy.load.html"""

fromregex = load

def loadtxt(fname: Any, dtype: dtype | Any = "float64", *rest, names: Any = None, ndmin: Any = 0, **options):
    """A table of two dims at most, or records. https://numpy.org/doc/stable/reference/generated/numpy.loadtxt.html"""
    if known(names) and names is not None or known(dtype) and is_sequence(dtype):
        return load()
    table = unknown_tensor("the contents of a file", dtype if dtype_known(dtype) else array_dtype())
    require(len(table.shape) <= 2, "a table has two dims at most")
    return table

genfromtxt = loadtxt
