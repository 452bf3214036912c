"""What values a distribution or a transform takes. https://docs.pytorch.org/docs/2.13/distributions.html#module-torch.distributions.constraints"""

from torch.distributions.utils import _sum_rightmost

from shapecheck import not_known


class Constraint:
    is_discrete = False
    event_dim = 0

    def check(self, value):
        """Whether each event is one: of the batch's shape."""
        return _sum_rightmost(value, self.event_dim) > 0


class _Discrete(Constraint):
    is_discrete = True


class _Simplex(Constraint):
    event_dim = 1


class _OneHot(_Discrete):
    event_dim = 1


class _Matrix(Constraint):
    event_dim = 2


class _Bounded(Constraint):
    def __init__(self, *bounds, **named):
        self.bounds = bounds


class _BoundedInteger(_Bounded, _Discrete): ...


class _Multinomial(_OneHot):
    def __init__(self, upper_bound):
        self.upper_bound = upper_bound


class _IndependentConstraint(Constraint):
    def __init__(self, base_constraint, reinterpreted_batch_ndims):
        self.base_constraint = base_constraint
        self.reinterpreted_batch_ndims = reinterpreted_batch_ndims
        self.is_discrete = base_constraint.is_discrete
        self.event_dim = base_constraint.event_dim + reinterpreted_batch_ndims


class _Dependent(Constraint):
    def __init__(self, *, is_discrete=False, event_dim=0):
        self.is_discrete = is_discrete
        self.event_dim = event_dim

    def __call__(self, *, is_discrete=False, event_dim=0):
        return _Dependent(is_discrete=is_discrete, event_dim=event_dim)


def dependent_property(fn=None, *, is_discrete=False, event_dim=0):
    return property if fn is None else property(fn)


def is_dependent(constraint):
    return isinstance(constraint, _Dependent)


def stack(constraints, dim=0):
    return _Dependent(event_dim=max(one.event_dim for one in constraints))


def cat(constraints, dim=0, lengths=None):
    return _Dependent(event_dim=max(one.event_dim for one in constraints))


dependent = _Dependent()
boolean = nonnegative_integer = positive_integer = _Discrete()
one_hot = _OneHot()
real = nonnegative = positive = unit_interval = Constraint()
independent = _IndependentConstraint
real_vector = independent(real, 1)
simplex = _Simplex()
corr_cholesky = lower_cholesky = lower_triangular = positive_definite = positive_semidefinite = square = _Matrix()
symmetric = _Matrix()
greater_than = greater_than_eq = half_open_interval = interval = less_than = _Bounded
integer_interval = _BoundedInteger
multinomial = _Multinomial


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return not_known(name)
