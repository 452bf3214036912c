"""Writes inferred signatures into the source as jaxtyping annotations.

Only what is not annotated, or plainly `Tensor`, is changed.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

import libcst as cst
from libcst.codemod import CodemodContext
from libcst.codemod.visitors import AddImportsVisitor
from libcst.metadata import PositionProvider

from shapecheck.fix.notation import annotation_of, kinds_in, names_bound


class Signature(NamedTuple):
    """Annotations of parameters by name, and of the result."""

    params: Mapping[str, str]
    returns: str | None


def signature_from(document: Mapping[str, Any]) -> Signature:
    """The annotations of a document of `infer`."""
    inputs = {name: value for name, value in document["inputs"].items() if value["kind"] in ("tensor", "tuple")}
    bound = names_bound(inputs.values())
    params = {name: annotation_of(value, ()) for name, value in inputs.items()}
    known = {name: text for name, text in params.items() if text is not None}
    return Signature(known, annotation_of(document["output"], bound))


def annotated(text: str, signatures: Mapping[str, Signature]) -> str:
    """The source with the signatures of the functions, by their dotted names in the module."""
    writer = _Writer(signatures)
    whole = _read(text)
    if whole is None:
        return text
    module = whole.visit(writer)
    return _with_imports(module, writer.used) if writer.used else text


def annotated_value(text: str, line: int, name: str, annotation: str) -> str:
    """The source in which the plain assignment to the name on that line says the shape; unchanged if there is none."""
    whole = _read(text)
    if whole is None:
        return text
    wrapper = cst.MetadataWrapper(whole, unsafe_skip_copy=True)
    writer = _ValueWriter(line, name, annotation)
    module = wrapper.visit(writer)
    return _with_imports(module, kinds_in(annotation)) if writer.has_written else text


def _read(text: str) -> cst.Module | None:
    """The tree, of a text that Python takes. libcst does not take all of those (tabs below lines that are indented by
    spaces): they stay as they are."""
    try:
        return cst.parse_module(text)
    except cst.ParserSyntaxError:
        return None


def _with_imports(module: cst.Module, used: Collection[str]) -> str:
    """The source, in which `Tensor` and these names of jaxtyping are imported."""
    context = CodemodContext()
    for name in sorted(used):
        AddImportsVisitor.add_needed_import(context, "jaxtyping", name)
    AddImportsVisitor.add_needed_import(context, "torch", "Tensor")
    return AddImportsVisitor(context).transform_module(module).code


class _ValueWriter(cst.CSTTransformer):
    """Makes one assignment an annotated one."""

    METADATA_DEPENDENCIES = (PositionProvider,)

    def __init__(self, line: int, name: str, annotation: str) -> None:
        super().__init__()
        self._line, self._name, self._annotation = line, name, annotation
        self.has_written = False

    def leave_Assign(self, original_node: cst.Assign, updated_node: cst.Assign) -> cst.BaseSmallStatement:
        target = updated_node.targets[0].target
        start = self.get_metadata(PositionProvider, original_node).start
        is_it = start.line == self._line and len(updated_node.targets) == 1
        if not is_it or not isinstance(target, cst.Name) or target.value != self._name:
            return updated_node
        self.has_written = True
        annotation = cst.Annotation(cst.parse_expression(self._annotation), cst.SimpleWhitespace(""))
        return cst.AnnAssign(target, annotation, updated_node.value)


class _Writer(cst.CSTTransformer):
    """Adds the annotations, and notes which names of jaxtyping they use."""

    def __init__(self, signatures: Mapping[str, Signature]) -> None:
        super().__init__()
        self._signatures = signatures
        self._path: list[str] = []
        self.used: set[str] = set()

    def visit_ClassDef(self, node: cst.ClassDef) -> None:
        self._path.append(node.name.value)

    def leave_ClassDef(self, original_node: cst.ClassDef, updated_node: cst.ClassDef) -> cst.ClassDef:
        self._path.pop()
        return updated_node

    def visit_FunctionDef(self, node: cst.FunctionDef) -> None:
        self._path.append(node.name.value)

    def leave_FunctionDef(
        self, original_node: cst.FunctionDef, updated_node: cst.FunctionDef
    ) -> cst.FunctionDef:
        signature = self._signatures.get(".".join(self._path))
        self._path.pop()
        if signature is None:
            return updated_node
        params = updated_node.params
        changed = params.with_changes(
            params=[self._param(param, signature) for param in params.params],
            posonly_params=[self._param(param, signature) for param in params.posonly_params],
            kwonly_params=[self._param(param, signature) for param in params.kwonly_params],
        )
        returns = updated_node.returns
        if signature.returns is not None and _is_free(returns):
            returns = self._annotation(signature.returns, cst.SimpleWhitespace(" "))
        return updated_node.with_changes(params=changed, returns=returns)

    def _param(self, param: cst.Param, signature: Signature) -> cst.Param:
        text = signature.params.get(param.name.value)
        if text is None or param.default is not None or not _is_free(param.annotation):
            return param
        return param.with_changes(annotation=self._annotation(text, cst.SimpleWhitespace("")))

    def _annotation(self, text: str, before: cst.SimpleWhitespace) -> cst.Annotation:
        self.used |= kinds_in(text)
        return cst.Annotation(cst.parse_expression(text), before)


def _is_free(annotation: cst.Annotation | None) -> bool:
    """Whether there is none, or one that says nothing of the shape."""
    if annotation is None:
        return True
    code = cst.Module([]).code_for_node(annotation.annotation)
    return code in ("Tensor", "torch.Tensor", '"Tensor"', '"torch.Tensor"')
