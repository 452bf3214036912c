"""Where rules come from: the folders of stubs, and the table of what they declare."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Union

from shapecheck.rules.compiler import FunctionCompiler, Variant
from shapecheck.rules.errors import StubError, StubProblem, Unfit
from shapecheck.rules.examples import unreadable_examples
from shapecheck.rules.folders import bundled_folder
from shapecheck.rules.language import (
    AliasStub,
    ClassStub,
    ConstantStub,
    Declaration,
    FunctionStub,
    StubFile,
    read_stub,
)
from shapecheck.rules.recursion import Calls
from shapecheck.rules.rule import InPlaceRule, ReshapingRule, Rule
from shapecheck.rules.run import Run
from shapecheck.rules.trials import Trial
from shapecheck.values import DTYPE_NAMES, DType, Value

DERIVED = {"inplace": InPlaceRule, "reshaping": ReshapingRule}
ROOTS = {"Module": "torch.nn.Module", "object": "builtins.object"}
"""Classes that no stub declares, under names without dots."""
NO_RECURSION = "the stub language has no recursion"
MAX_ALIASES = 16
ATEN = "torch.ops.aten"
ATEN_ELSEWHERE = ("torch", "torch.Tensor", "torch.nn.functional")
"""Where operators of that namespace have another name, if it has none for them."""


class StubClass:
    """A class of a stub. `methods` take the instance as their first argument."""

    def __init__(self, qualname: str, bases: tuple[str, ...], declared: ClassStub) -> None:
        self.qualname = qualname
        self.bases = bases
        self.doc = declared.doc
        self.path = declared.file
        self.line = declared.line
        self.methods: dict[str, Rule] = {}
        self.attributes: dict[str, Value] = {
            name: ast.literal_eval(value) for name, value in declared.attributes.items()
        }

    def __repr__(self) -> str:
        return f"<stub class {self.qualname}>"

    def apply_nested(self, run: Run, args: list[Value], kwargs: dict[str, Value]) -> Value:
        """An instance, made by the interpreter. Constructors of stubs do not fail where stubs call them: a
        trial need not keep their findings back."""
        ctx = run.ctx
        while isinstance(ctx, Trial):
            ctx = ctx.outer
        return ctx.call(ctx.named(self.qualname), args, kwargs)


Found = Union[Rule, StubClass, DType, int, float, str, None]


class RuleReference:
    """A dotted name as a stub writes it, looked up from the stub's own module outwards."""

    __slots__ = ("_found", "_is_known", "file", "line", "module", "name", "registry")

    def __init__(self, registry: Registry, module: str, name: str, file: Path, line: int) -> None:
        self.file = file
        self.line = line
        self.registry = registry
        self.module = module
        self.name = name
        self._is_known = False
        self._found: Any = None

    def target(self) -> Any:
        if not self._is_known:
            found = self.registry.resolve(self.module, self.name)
            self._found = found if isinstance(found, (Rule, StubClass)) else None
            self._is_known = True
        return self._found


class Registry:
    """All rules of some folders of stubs. Files are read when a name of their package is first asked for."""

    def __init__(self, folders: Sequence[Path]) -> None:
        self.folders = tuple(folders)
        self.problems: list[StubProblem] = []
        self.references: list[RuleReference] = []
        self._calls = Calls(self._called)
        self._tops: dict[str, list[Path]] = {}
        self._read: set[str] = set()
        self._modules: dict[str, dict[str, tuple[StubFile, Declaration]]] = {}
        self._found: dict[str, Found] = {}
        self._is_module: dict[str, bool] = {}
        for folder in self.folders:
            for entry in sorted(folder.iterdir()) if folder.is_dir() else ():
                if entry.is_dir() or entry.suffix == ".pyi":
                    self._tops.setdefault(entry.name.removesuffix(".pyi"), []).append(entry)

    # ------------------------------------------------------------ questions

    def find(self, qualname: str) -> Found:
        """The rule, class or value of that name; None if there is none."""
        if qualname in self._found:
            return self._found[qualname]
        module, _, name = qualname.rpartition(".")
        found = self._make(module, name, 0) if module else None
        if found is None and module == ATEN:
            others = (self.find(f"{place}.{name}") for place in ATEN_ELSEWHERE)
            found = next((one for one in others if isinstance(one, Rule) and not one.is_property), None)
        self._found[qualname] = found
        return found

    def names(self, module: str) -> tuple[str, ...]:
        """The names that a stub module declares."""
        self._load(module)
        own = tuple(self._modules.get(module, ()))
        return (*own, *sorted(DTYPE_NAMES)) if module == "torch" else own

    def is_module(self, name: str) -> bool:
        """Whether there are stubs for a module of that name, or below it."""
        found = self._is_module.get(name)
        if found is None:
            self._load(name)
            found = any(known == name or known.startswith(name + ".") for known in self._modules)
            self._is_module[name] = found
        return found

    def modules(self) -> tuple[str, ...]:
        """All stub modules; reads every file."""
        for top in self._tops:
            self._load(top)
        return tuple(self._modules)

    def compile_all(self) -> None:
        """Compiles every stub, so that `problems` is complete."""
        for module in self.modules():
            for name in self.names(module):
                self._compile(self.find(f"{module}.{name}"))
        self._check_references()

    def check(self, folders: Sequence[Path]) -> list[StubProblem]:
        """What is wrong with the stubs of some of the folders: each of them is read and compiled."""
        why = "there is no such folder of stubs"
        missing = [StubProblem(folder, 1, why) for folder in folders if not folder.is_dir()]
        for top, entries in self._tops.items():
            if any(entry.parent in folders for entry in entries):
                self._load(top)
        for module, table in list(self._modules.items()):
            for name, (stub, declared) in list(table.items()):
                if any(stub.path.is_relative_to(folder) for folder in folders):
                    self._compile(self.find(f"{module}.{name}"))
                    self._check_examples(declared)
        self._check_references()
        own = [one for one in self.problems if any(one.file.is_relative_to(folder) for folder in folders)]
        return sorted([*missing, *own])

    def _check_references(self) -> None:
        for reference in self.references:
            if reference.target() is None:
                problem = f"there is no rule `{reference.name}`"
                self._problem(StubProblem(reference.file, reference.line, problem))

    def _check_examples(self, declared: Declaration) -> None:
        for stub in declared.methods.values() if isinstance(declared, ClassStub) else (declared,):
            for node in stub.nodes if isinstance(stub, FunctionStub) else ():
                for line, text in unreadable_examples(node):
                    problem = f"an example is written `>>> [B 3], 2 -> [B 2]` or `... -> error: WORDS`, not `{text}`"
                    self._problem(StubProblem(stub.file, line, problem))

    @staticmethod
    def _compile(found: Found) -> None:
        for rule in found.methods.values() if isinstance(found, StubClass) else (found,):
            if isinstance(rule, Rule):
                _ = rule.variants

    # ------------------------------------------------------------ reading

    def _load(self, qualname: str) -> None:
        top = qualname.partition(".")[0]
        if top in self._read or top not in self._tops:
            return
        self._read.add(top)
        for entry in self._tops[top]:
            if entry.is_file():
                self._add(read_stub(entry, top))
                continue
            # What files share (`_elementwise.pyi`) comes first: a module's own file may say otherwise.
            for file in sorted(entry.rglob("*.pyi"), key=lambda file: (not file.name.startswith("_"), file)):
                parts = file.relative_to(entry.parent).with_suffix("").parts
                own = parts[:-1] if parts[-1].startswith("_") else parts
                self._add(read_stub(file, ".".join(own)))

    def _add(self, stub: StubFile) -> None:
        self.problems.extend(stub.problems)
        for module in stub.modules:
            table = self._modules.setdefault(module, {})
            for name, declaration in stub.names.items():
                table[name] = (stub, declaration)

    def resolve(self, module: str, name: str) -> Found:
        """A name as a stub of that module writes it: its own first, then those of the modules around it."""
        while True:
            found = self.find(f"{module}.{name}" if module else name)
            if found is not None or not module:
                return found
            module = module.rpartition(".")[0]

    # ------------------------------------------------------------ making

    def _make(self, module: str, name: str, depth: int) -> Found:
        self._load(module)
        found = self._modules.get(module, {}).get(name)
        if found is None:
            if module == "torch" and name in DTYPE_NAMES and "torch" in self._tops:
                return DType(name)
            return self._make_member(module, name)
        stub, declaration = found
        home = stub.modules[0]
        if module != home and isinstance(declaration, ClassStub):
            return self.find(f"{home}.{name}")
        if isinstance(declaration, ConstantStub):
            return declaration.value
        if isinstance(declaration, AliasStub):
            return self._make_alias(module, declaration)
        if isinstance(declaration, ClassStub):
            return self._make_class(home, declaration)
        return self._make_rule(f"{module}.{name}", home, declaration, None)

    def _make_member(self, owner: str, name: str) -> Found:
        """A method of a class, as `torch.nn.Conv2d.forward`."""
        if not owner or "." not in owner:
            return None
        cls = self.find(owner)
        return cls.methods.get(name) if isinstance(cls, StubClass) else None

    def _make_alias(self, module: str, alias: AliasStub) -> Found:
        if alias.target in DERIVED:
            base = self.resolve(module, alias.name[:-1])
            if not isinstance(base, Rule):
                self.problems.append(
                    StubProblem(alias.file, alias.line, f"{alias.name} has no rule {alias.name[:-1]}")
                )
                return None
            return DERIVED[alias.target](f"{module}.{alias.name}", base)
        self._found[f"{module}.{alias.name}"] = None  # an alias of itself is found further out
        if alias.target == alias.name:
            target = self.resolve(module.rpartition(".")[0], alias.target)
        else:
            target = self.resolve(module, alias.target)
        if target is None:
            self.problems.append(StubProblem(alias.file, alias.line, f"there is no `{alias.target}`"))
        return target.renamed(f"{module}.{alias.name}") if isinstance(target, Rule) else target

    def _make_class(self, module: str, declared: ClassStub) -> StubClass | None:
        self._found[f"{module}.{declared.name}"] = None  # a class that derives from itself is found further out
        bases = []
        for base in declared.bases:
            found = self.resolve(module, base)
            name = found.qualname if isinstance(found, StubClass) else ROOTS.get(base, base)
            if not (isinstance(found, StubClass) or (found is None and "." in name)):
                self._problem(StubProblem(declared.file, declared.line, f"there is no class `{base}`"))
                return None
            bases.append(name)
        cls = StubClass(f"{module}.{declared.name}", tuple(bases), declared)
        self._found[cls.qualname] = cls
        for name, method in declared.methods.items():
            cls.methods[name] = self._make_rule(f"{cls.qualname}.{name}", module, method, cls.qualname)
        for name, target in declared.aliases.items():
            found = cls.methods.get(target) or self.resolve(module, target)
            if isinstance(found, Rule):
                cls.methods[name] = found.renamed(f"{cls.qualname}.{name}")
            else:
                self.problems.append(StubProblem(declared.file, declared.line, f"there is no `{target}`"))
        return cls

    def _make_rule(self, qualname: str, module: str, stub: FunctionStub, owner: str | None) -> Rule:
        def refer(name: str, line: int) -> RuleReference:
            reference = RuleReference(self, module, name, stub.file, line)
            self.references.append(reference)
            return reference

        @cache
        def written() -> tuple[Variant, ...]:
            variants: list[Variant] = []
            for node in stub.nodes:
                try:
                    variants.append(FunctionCompiler(node, stub.file, refer, owner).compile())
                except StubError as error:
                    self._problem(StubProblem(stub.file, error.line, error.message))
                    return ()
                except (SyntaxError, ValueError, RecursionError, Unfit) as error:
                    self._problem(StubProblem(stub.file, node.lineno, f"cannot be compiled: {error}"))
                    return ()
            return tuple(variants)

        def compiled() -> tuple[Variant, ...]:
            line = self._calls.recursion((stub.file, stub.line))
            if line is None:
                return written()
            self._problem(StubProblem(stub.file, line, f"this call leads back to `{stub.name}`: {NO_RECURSION}"))
            return ()

        self._calls.add((stub.file, stub.line), module, written)
        rule = Rule(qualname, stub.file, stub.line, stub.doc, compiled, self._problem, stub.is_property)
        rule.why_unknown = stub.why_unknown
        first = next(iter(stub.nodes[0].args.args), None)
        rule.is_static = owner is not None and first is not None and first.arg != "self"
        return rule

    def _called(self, module: str, name: str) -> Rule | None:
        """The rule that is applied where a stub calls this name: of a class its constructor."""
        found = self.resolve(module, name)
        found = found.methods.get("__init__") if isinstance(found, StubClass) else found
        return found if isinstance(found, Rule) else None

    def _problem(self, problem: StubProblem) -> None:
        if problem not in self.problems:
            self.problems.append(problem)


def load(folders: Sequence[Path] | None = None) -> Registry:
    """The bundled stubs, then those of the user's folders, which may replace them name by name."""
    return Registry([bundled_folder(), *(folders or ())])
