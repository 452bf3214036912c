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

loadtxt = genfromtxt = fromregex = load
