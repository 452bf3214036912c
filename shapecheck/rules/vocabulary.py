"""The words of the stub language: the helpers that stubs call, and the globals of their compiled code."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from shapecheck.rules import arithmetic as a
from shapecheck.rules import (
    array_kinds,
    collating,
    data,
    dtypes,
    einmix,
    einops,
    einops_words,
    einx,
    held,
    indexing,
    layout_rules,
    layouts,
    loading,
    nested,
    optimizers,
    origins,
    products,
    queries,
    ranges,
    samples,
    sequences,
    shapes,
    suspicions,
    trues,
    windows,
)
from shapecheck.rules.calls import call_rule, mapping
from shapecheck.rules.einsum import einops_einsum, is_product, torch_einsum
from shapecheck.rules.results import NamedResult

HELPERS: dict[str, Callable[..., Any] | None] = {
    # obligations, compiled specially
    "require": None, "suspect": None, "reject": None, "unknown": None, "named": None,
    # sizes and sequences
    "prod": shapes.prod, "sum": shapes.total, "min": shapes.least, "max": shapes.greatest,
    "len": shapes.length, "has_known_rank": shapes.has_known_rank,
    "none_negative": shapes.none_negative,
    "range": queries.number_range, "zip": queries.zipped, "enumerate": queries.enumerated,
    "reversed": queries.backwards,
    "sorted": queries.in_order, "int": queries.to_int, "abs": queries.absolute, "tuple": queries.to_tuple,
    "ceil": queries.ceiling, "all": queries.all_of, "any": queries.any_of, "fresh": shapes.fresh,
    "of_the_run": shapes.of_the_run,
    "repeated": queries.repeated,
    "fill_minus_one": shapes.fill_minus_one, "last": shapes.last,
    "surely_empty": shapes.surely_empty,
    "is_empty_vector": shapes.is_empty_vector, "known": queries.known, "fixed": queries.fixed,
    "unknown_ints": queries.unknown_ints, "ceildiv": queries.ceil_divide,
    "choose": queries.choose, "ranked": queries.ranked,
    # axes
    "axis": shapes.place, "axes": shapes.axes, "size_at": layouts.size_at,
    "without": shapes.without, "replace": shapes.replace,
    "alike": shapes.alike, "insert": shapes.insert, "permuted": shapes.permuted, "swapped": shapes.swapped,
    "broadcast": shapes.broadcast, "expands": shapes.expands, "crossed": suspicions.crossed,
    # windows
    "windows": windows.windows, "pools": windows.pools, "blocks": windows.blocks,
    "half_padding": windows.half_padding, "scaled": windows.scaled,
    "transposed_windows": windows.transposed_windows, "unpooled": windows.unpooled,
    # dtypes and kinds
    "promote": dtypes.promoted, "agreed": dtypes.agreed, "float_of": dtypes.float_of, "long_of": dtypes.long_of,
    "real_of": dtypes.real_of,
    "complex_of": dtypes.complex_of, "dtype_in": dtypes.dtype_in, "surely": dtypes.surely,
    "same_dtype": dtypes.same_dtype, "array_dtype": dtypes.array_dtype,
    "array_float": dtypes.array_float, "array_mean": dtypes.array_mean, "array_sum": dtypes.array_sum,
    "dtype_known": dtypes.dtype_known, "itemsize": dtypes.itemsize,
    "floats": dtypes.floats, "vary_floats": dtypes.vary_floats, "cast": dtypes.cast,
    "typed": dtypes.typed, "type_name": dtypes.type_name,
    "is_tensor": queries.is_tensor, "is_array": queries.is_array, "tensor_like": queries.tensor_like,
    "is_int": queries.is_int, "is_number": queries.is_number,
    "is_text": queries.is_text, "is_sequence": queries.is_sequence, "is_dtype": queries.is_dtype,
    "is_bool": queries.is_bool,
    "unknown_tensor": queries.unknown_tensor, "scalar": queries.scalar, "text": queries.text,
    "like": queries.like, "array_of": queries.array_of,
    "make_list": queries.make_list, "listed": queries.listed, "distinct": queries.distinct, "times": queries.times,
    "sizes": queries.sizes, "commas": queries.commas, "stars": queries.stars, "keep": queries.keep,
    "summed": sequences.summed, "alone": sequences.alone, "many": sequences.many,
    "of_length": sequences.of_length, "counted": sequences.counted,
    "lies_in_rows": layout_rules.lies_in_rows, "drawn": held.drawn, "number": held.number, "numbers": held.numbers,
    "reach": held.reach,
    "chosen": trues.chosen,
    # nested tensors
    "nested_shape": nested.nested_shape, "ragged": nested.ragged, "is_nested": nested.is_nested,
    "component": nested.component, "joined_components": nested.joined_components,
    "padded_components": nested.padded_components, "elements": nested.elements,
    # messages
    "matrix": origins.matrix, "merged": origins.merged, "misfit": origins.misfit,
    "scalar_type": dtypes.scalar_type, "c_type": dtypes.c_type,
    # layouts
    "flattened": layouts.flattened, "squeezed": layouts.squeezed, "reduced": layouts.reduced,
    "padded": layouts.padded,
    "resized": layouts.resized, "adaptive": layouts.adaptive, "split_sizes": layouts.split_sizes,
    "chunk_sizes": layouts.chunk_sizes, "sectioned": layouts.sectioned,
    "diagonal_size": layouts.diagonal_size,
    "moved": layouts.moved, "matmul_shape": products.matmul_shape,
    "arange_length": ranges.arange_length, "transformed": layouts.transformed,
    # data
    "data_shape": data.data_shape, "array_shape": data.array_shape,
    "data_dtype": data.data_dtype, "number_dtype": data.number_dtype,
    "gathered_dtype": data.gathered_dtype, "constructed_shape": data.constructed_shape,
    "as_tensors": data.as_tensors, "as_arrays": array_kinds.as_arrays,
    # objects
    "is_object": queries.is_object, "is_function": queries.is_function,
    "comparable": queries.comparable, "native": queries.native,
    "members": queries.members, "copies": queries.copies,
    # data sets
    "batches": loading.batches, "try_last": loading.try_last, "number_of_batches": loading.number_of_batches,
    "number_of_samples": samples.number_of_samples, "numbers_of_samples": samples.numbers_of_samples,
    "indices_of": loading.indices_of, "indices_together": loading.indices_together,
    "hold": loading.hold, "one_sample": samples.one_sample, "sample_of_parts": samples.sample_of_parts,
    "sample_among": samples.sample_among, "sample_of_each": samples.sample_of_each,
    "samples_split": samples.samples_split,
    "parameter_groups": optimizers.parameter_groups, "add_group": optimizers.add_group,
    "states": optimizers.states,
    "open_dict": loading.open_dict, "collated": collating.collated, "check_alike": collating.check_alike,
    # einops
    "stacked": einops_words.stacked, "axis_sizes": einops_words.axis_sizes,
    "make_dict": einops_words.make_dict,
    "reduction_name": einops_words.reduction_name, "reduced_dtype": einops_words.reduced_dtype,
    "packed_pair": einops_words.packed_pair,
    "unpacked_list": einops_words.unpacked_list,
    # einx
    "einx_operands": einx.einx_operands, "einx_shape": einx.einx_shape, "einx_reduced": einx.einx_reduced,
}  # fmt: skip

KERNELS: dict[str, Callable[..., Any]] = {
    "index_shape": indexing.index_shape, "torch_einsum": torch_einsum, "is_product": is_product,
    "einops_einsum": einops_einsum,
    "rearrange_shape": einops.rearrange_shape, "repeat_shape": einops.repeat_shape,
    "reduce_shape": einops.reduce_shape,
    "einmix_parameters": einmix.einmix_parameters, "einmix_shape": einmix.einmix_shape,
    "parse_shape_dict": einops.parse_shape_dict, "check_pattern": einops.check_pattern,
}  # fmt: skip
"""Native rules that stubs hand over to; they take the context."""

GLOBALS: dict[str, Any] = {
    "__builtins__": {},
    **{f"_h_{name}": helper for name, helper in HELPERS.items() if helper is not None},
    **{f"_h_{name}": kernel for name, kernel in KERNELS.items()},
    "_add": a.add, "_subtract": a.subtract, "_multiply": a.multiply, "_floor_divide": a.floor_divide,
    "_modulo": a.modulo, "_divide": a.divide, "_power": a.power, "_negate": a.negate,
    "_equal": a.equal, "_not_equal": a.not_equal, "_less": a.less, "_less_equal": a.less_equal,
    "_greater": a.greater, "_greater_equal": a.greater_equal, "_same_object": a.same_object,
    "_not_same_object": a.not_same_object, "_contains": a.contains, "_not_contains": a.not_contains,
    "_invert": a.invert, "_both": a.both, "_either": a.either, "_loop": a.loop, "_collect": a.collect,
    "_index": a.index, "_cut": a.cut, "_type": type,
    "_sequence_or_shape": queries.sequence_or_shape, "_condition": queries.condition, "_shown": queries.shown,
    "_joined": queries.joined, "_unpacked": queries.unpacked, "_plain_result": queries.plain_result,
    "_unknown_result": queries.unknown_result, "_raise_reject": queries.raise_reject,
    "_raise_unknown": queries.raise_unknown, "_call_rule": call_rule, "_mapping": mapping,
    "_named_result": NamedResult,
}  # fmt: skip

__all__ = ["GLOBALS", "HELPERS", "KERNELS", "indexing"]
