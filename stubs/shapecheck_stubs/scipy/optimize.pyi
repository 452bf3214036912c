"""Assignments. https://docs.scipy.org/doc/scipy/reference/optimize.html"""


def linear_sum_assignment(cost_matrix: Array["rows columns"], maximize: Any = False):
    """https://docs.scipy.org/doc/scipy/reference/generated/scipy.optimize.linear_sum_assignment.html"""
    pairs = min(rows, columns)
    return array_of(Tensor["pairs", int64]), array_of(Tensor["pairs", int64])

def brentq(f: Any, a: Any, b: Any, *rest, full_output: bool = False, **options):
    """https://docs.scipy.org/doc/scipy/reference/generated/scipy.optimize.brentq.html"""
    if full_output:
        unknown("how a root was found")
    return scalar("float")

brenth = bisect = ridder = brentq
