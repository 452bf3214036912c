"""Functions made of functions. https://docs.pytorch.org/docs/2.13/func.api.html"""

modules = "torch.func", "torch._functorch.apis", "functorch"


class vmap:
    """The function over one more dim of its arguments: each tensor loses its dim, each result gains one.

    https://docs.pytorch.org/docs/2.13/generated/torch.func.vmap.html
    """
    def __init__(
        self, func: Any, in_dims: Any = 0, out_dims: Any = 0, randomness: Any = "error", *,
        chunk_size: Any = None,
    ): ...
    def __call__(self, *args):
        places = repeated(self.in_dims, len(args)) if is_int(self.in_dims) else tuple(self.in_dims)
        require(
            len(places) == len(args),
            "vmap: in_dims is not compatible with the structure of inputs: {len(places)} for {len(args)}",
        )
        sizes_met = tuple(_batch(x, d) for x, d in zip(args, places) if d is not None)
        batches = tuple(n for n in sizes_met if n is not None)
        require(
            all(n == batches[0] for n in batches),
            "vmap: Expected all tensors to have the same size in the mapped dimension, got sizes {batches} for "
            "the mapped dimension",
        )
        result = self.func(*tuple(x if d is None else _apart(x, d) for x, d in zip(args, places)))
        if is_int(self.out_dims):
            return _together(result, batches[0], self.out_dims)
        return tuple(_together(x, batches[0], d) for x, d in zip(result, tuple(self.out_dims)))

def _batch(x: Any, d: int):
    """The size of the mapped dim, in a tensor or in all tensors of nested containers; None if there are none."""
    sizes_met = tuple(_mapped(leaf, d) for leaf in members(native("torch.utils._pytree.tree_leaves")(x)))
    require(
        all(n == sizes_met[0] for n in sizes_met),
        "vmap: Expected all tensors to have the same size in the mapped dimension, got sizes {sizes_met} for "
        "the mapped dimension",
    )
    return sizes_met[0] if len(sizes_met) > 0 else None

def _mapped(x: Tensor["*S"], d: int):
    require(len(S) >= 1, "vmap: got in_dim={d} for an input of no dimensions")
    return S[axis(d, len(S))]

def _apart(x: Any, d: int):
    leaves, spec = native("torch.utils._pytree.tree_flatten")(x)
    others = make_list(tuple(_without(leaf, d) for leaf in members(leaves)))
    return native("torch.utils._pytree.tree_unflatten")(others, spec)

def _without(x: Tensor["*S"], d: int) -> Tensor["*without(S,axis(d,len(S)))"]: ...

def _together(x: Any, n: int, d: int):
    leaves, spec = native("torch.utils._pytree.tree_flatten")(x)
    others = make_list(tuple(_stacked(leaf, n, d) for leaf in members(leaves)))
    return native("torch.utils._pytree.tree_unflatten")(others, spec)

def _stacked(x: Tensor["*S"], n: int, d: int) -> Tensor["*insert(S,d,n)"]: ...

def _alike(x: Any):
    """Other tensors in the place of those of nested containers."""
    leaves, spec = native("torch.utils._pytree.tree_flatten")(x)
    others = make_list(tuple(like(leaf) for leaf in members(leaves)))
    return native("torch.utils._pytree.tree_unflatten")(others, spec)

def stack_module_state(models: Any):
    """The parameters and the buffers of equal modules, each stacked along a new first dim.

    https://docs.pytorch.org/docs/2.13/generated/torch.func.stack_module_state.html
    """
    modules = members(models)
    require(len(modules) > 0, "stack_module_state: Expected at least one model, got 0.")
    return (
        make_dict(tuple(_stacked_entry(entry, len(modules)) for entry in members(modules[0].named_parameters()))),
        make_dict(tuple(_stacked_entry(entry, len(modules)) for entry in members(modules[0].named_buffers()))),
    )

def _stacked_entry(entry: Any, n: int):
    return entry[0], _stacked(entry[1], n, 0)

class grad:
    """The gradient of a function whose result has no dims: the shapes of the argument that `argnums` names.

    https://docs.pytorch.org/docs/2.13/generated/torch.func.grad.html
    """
    def __init__(self, func: Any, argnums: Any = 0, has_aux: bool = False): ...
    def __call__(self, *args):
        result = self.func(*args)
        value = result[0] if self.has_aux else result
        _no_dims(value)
        found = _alike(args[self.argnums]) if is_int(self.argnums) else tuple(_alike(args[i]) for i in self.argnums)
        return (found, result[1]) if self.has_aux else found

class grad_and_value(grad):
    """https://docs.pytorch.org/docs/2.13/generated/torch.func.grad_and_value.html"""
    def __call__(self, *args):
        result = self.func(*args)
        _no_dims(result[0] if self.has_aux else result)
        found = _alike(args[self.argnums]) if is_int(self.argnums) else tuple(_alike(args[i]) for i in self.argnums)
        return found, result

def _no_dims(value: Tensor["*S"]) -> None:
    """What grad demands of its function."""
    require(len(S) == 0, "Expected f(*args) to return a scalar tensor, got tensor with {len(S)} dims")

class jacrev:
    """Every element of the result by every element of the argument.

    https://docs.pytorch.org/docs/2.13/generated/torch.func.jacrev.html
    """
    def __init__(self, func: Any, argnums: Any = 0, *, has_aux: bool = False, chunk_size: Any = None, **options): ...
    def __call__(self, *args):
        value = self.func(*args)
        if self.has_aux:
            return _jacobian(value[0], _chosen(args, self.argnums)), value[1]
        return _jacobian(value, _chosen(args, self.argnums))

class jacfwd(jacrev):
    """https://docs.pytorch.org/docs/2.13/generated/torch.func.jacfwd.html"""

class hessian(jacrev):
    """https://docs.pytorch.org/docs/2.13/generated/torch.func.hessian.html"""
    def __call__(self, *args):
        x = _chosen(args, self.argnums)
        return _jacobian(_jacobian(self.func(*args), x), x)

def _chosen(args: Any, places: Any):
    return args[places] if is_int(places) else tuple(args[i] for i in places)

def _jacobian(y: Any, x: Any):
    """In the place of every tensor of the result: the arguments, with the derivatives in the place of theirs."""
    if is_tensor(y) and is_tensor(x):
        return _derivative(y, x)
    leaves, spec = native("torch.utils._pytree.tree_flatten")(y)
    others = make_list(tuple(_by_arguments(leaf, x) for leaf in members(leaves)))
    return native("torch.utils._pytree.tree_unflatten")(others, spec)

def _by_arguments(y: Tensor, x: Any):
    leaves, spec = native("torch.utils._pytree.tree_flatten")(x)
    others = make_list(tuple(_derivative(y, leaf) for leaf in members(leaves)))
    return native("torch.utils._pytree.tree_unflatten")(others, spec)

def _derivative(y: Tensor["*S"], x: Tensor["*R"]) -> Tensor["*S *R"]: ...

def jvp(func: Any, primals: Any, tangents: Any, **options):
    """https://docs.pytorch.org/docs/2.13/generated/torch.func.jvp.html"""
    places = tuple(primals)
    if known(tangents) and is_tensor(places[0]) and is_tensor(tuple(tangents)[0]):
        _points(tuple(tangents)[0], places[0])
    y = func(*places)
    return y, like(y)

def _points(tangent: Tensor["*T"], primal: Tensor["*P"]) -> None:
    """What jvp demands of a tangent."""
    require(T == P, "Trying to set a forward gradient that has a different size than that of the original Tensor: {P} and {T}")

def vjp(func: Any, *primals, has_aux: bool = False):
    """The result, and a function from gradients of it to those of the arguments.

    https://docs.pytorch.org/docs/2.13/generated/torch.func.vjp.html
    """
    value = func(*tuple(primals))
    if has_aux:
        return value[0], _Pullback(value[0], tuple(primals)), value[1]
    return value, _Pullback(value, tuple(primals))

class _Pullback:
    def __init__(self, value: Any, primals: Any): ...
    def __call__(self, cotangents: Any, *, retain_graph: Any = None, create_graph: Any = None):
        if is_tensor(self.value) and is_tensor(cotangents):
            _fits(cotangents, self.value)
        return tuple(_alike(x) for x in self.primals)

def _fits(cotangent: Tensor["*C"], value: Tensor["*V"]) -> None:
    require(C == V, "Mismatch in shape: grad_output[0] has a shape of {C} and output[0] has a shape of {V}.")
