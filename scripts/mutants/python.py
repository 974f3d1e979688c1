"""Mutants of Python, by its syntax tree."""

import ast
import dataclasses
import re
from collections.abc import Iterator, Sequence

from scripts.mutants import texts
from scripts.mutants.mutant import Mutant, replaced

COMPARISONS = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
}
OPERATORS = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "/"),
    ast.Div: ("/", "*"),
    ast.FloorDiv: ("//", "/"),
}
NAMES = {
    "any": "all",
    "all": "any",
    "min": "max",
    "max": "min",
    "first": "last",
    "last": "first",
    "filter": "exclude",
    "exclude": "filter",
}
# A condition given to one of these can be forgotten.
CONDITIONAL = {"filter", "exclude", "get", "Q", "update", "When"}
# Without these a module does not work at all, or does the same.
KEPT_DECORATORS = {"property", "classmethod", "staticmethod", "dataclass", "register", "overload"}
KEPT_DECORATORS |= {"cache", "cached_property", "lru_cache", "abstractmethod", "override"}
DEFINITIONS = (ast.FunctionDef, ast.ClassDef)
Located = ast.expr | ast.stmt | ast.keyword
SMALL = 1e-5  # a tolerance, not a number of the product


def of_python(path: str, source: bytes) -> Iterator[Mutant]:
    yield from Finder(path, source).all()


class Finder:
    """Finds the mutants of one file."""

    def __init__(self, path: str, source: bytes) -> None:
        self.path, self.source = path, source
        self.models = "/models/" in path or path.endswith("/models.py")
        self.starts = [0]
        for line in source.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))

    def all(self) -> Iterator[Mutant]:
        waiting: list[tuple[ast.AST, str]] = [(ast.parse(self.source), "")]
        while waiting:
            node, name = waiting.pop()
            yield from (dataclasses.replace(mutant, name=name) for mutant in self.of_node(node))
            looked_at = [one for one in ast.iter_child_nodes(node) if self.looked_at(one, node)]
            waiting += [(child, name_of(child) or name) for child in looked_at]

    def looked_at(self, child: ast.AST, parent: ast.AST) -> bool:
        """Leave out types, docstrings, what is exported, and what only a migration changes."""
        if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
            return False
        if "dataclass" in ast.unparse(child)[:12] and isinstance(child, ast.Call):
            return False
        if isinstance(child, ast.keyword) and child.arg == "strict":  # of zip, for readers
            return False
        if child in (getattr(parent, "annotation", None), getattr(parent, "returns", None)):
            return False
        if isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant):
            return False
        if isinstance(parent, ast.JoinedStr):  # Python 3.11 does not know where its parts stand
            return False
        if isinstance(child, ast.Assign) and ast.unparse(child.targets[0]) == "__all__":
            return False
        in_tables = self.models and isinstance(parent, ast.ClassDef)
        return not (in_tables and isinstance(child, ast.Assign | ast.ClassDef))

    def of_node(self, node: ast.AST) -> Iterator[Mutant]:
        if method := getattr(self, f"of_{type(node).__name__.lower()}", None):
            yield from method(node)
        if isinstance(node, ast.If | ast.IfExp | ast.While):
            yield from self.negated(node.test)
        for condition in getattr(node, "ifs", ()):
            yield from self.negated(condition)

    def of_compare(self, node: ast.Compare) -> Iterator[Mutant]:
        sides = [node.left, *node.comparators]
        for left, operator, right in zip(sides, node.ops, sides[1:], strict=False):
            yield from self.between(left, right, *COMPARISONS[type(operator)])

    def of_boolop(self, node: ast.BoolOp) -> Iterator[Mutant]:
        words = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        for left, right in zip(node.values, node.values[1:], strict=False):
            yield from self.between(left, right, *words)

    def of_binop(self, node: ast.BinOp) -> Iterator[Mutant]:
        if type(node.op) in OPERATORS:
            yield from self.between(node.left, node.right, *OPERATORS[type(node.op)])

    def of_unaryop(self, node: ast.UnaryOp) -> Iterator[Mutant]:
        if isinstance(node.op, ast.Not):
            yield self.mutant(self.start(node), self.start(node.operand), "")

    def of_constant(self, node: ast.Constant) -> Iterator[Mutant]:
        if isinstance(node.value, bool):
            yield self.change(node, str(not node.value))
        elif isinstance(node.value, int):
            yield self.change(node, str(node.value + 1))
        elif isinstance(node.value, float) and abs(node.value) > SMALL:
            yield self.change(node, f"{node.value * 1.1:.6g}")
        elif isinstance(node.value, str):
            yield from texts.in_string(self.path, self.source, self.start(node), self.end(node))

    def of_joinedstr(self, node: ast.JoinedStr) -> Iterator[Mutant]:
        yield from texts.in_string(self.path, self.source, self.start(node), self.end(node))

    def of_call(self, node: ast.Call) -> Iterator[Mutant]:
        name = node.func.attr if isinstance(node.func, ast.Attribute) else ast.unparse(node.func)
        if name in NAMES:
            yield self.mutant(self.end(node.func) - len(name), self.end(node.func), NAMES[name])
        if name in CONDITIONAL:
            yield from self.without_each([*node.args, *node.keywords])
        if name == "select_for_update" and isinstance(node.func, ast.Attribute):
            yield self.mutant(self.end(node.func.value), self.end(node), "")

    def of_list(self, node: ast.List | ast.Set | ast.Tuple) -> Iterator[Mutant]:
        """Forget a member, such as a state."""
        plain = all(isinstance(one, ast.Attribute | ast.Constant) for one in node.elts)
        if plain and len(node.elts) > (2 if isinstance(node, ast.Tuple) else 1):
            yield from self.without_each(node.elts)
        elif plain and len(node.elts) == 2:
            for kept in node.elts:
                text = self.source[self.start(kept) : self.end(kept)].decode()
                yield self.mutant(self.start(node.elts[0]), self.end(node.elts[1]), f"{text},")

    of_set = of_tuple = of_list

    def of_expr(self, node: ast.Expr) -> Iterator[Mutant]:
        if isinstance(node.value, ast.Call):
            yield self.change(node, "pass")

    def of_return(self, node: ast.Return) -> Iterator[Mutant]:
        if node.value and not isinstance(node.value, ast.Constant):
            yield self.change(node.value, "None")

    def of_functiondef(self, node: ast.FunctionDef) -> Iterator[Mutant]:
        for decorator in node.decorator_list:
            names = set(re.findall(r"\w+", ast.unparse(decorator).partition("(")[0]))
            if not names & KEPT_DECORATORS:
                yield self.mutant(self.start(decorator) - 1, self.end(decorator), "")

    def negated(self, test: ast.expr) -> Iterator[Mutant]:
        if isinstance(test, ast.Name | ast.Attribute | ast.Call):
            yield self.mutant(self.start(test), self.start(test), "not ")

    def without_each(self, parts: Sequence[Located]) -> Iterator[Mutant]:
        """Leave one of these out, with the comma after it, or of the last the one before it."""
        for number, part in enumerate(parts):
            start, end = self.start(part), self.end(part)
            if number + 1 < len(parts):
                end = self.start(parts[number + 1])
            elif number:
                start = self.end(parts[number - 1])
            yield self.mutant(start, end, "")

    def between(self, left: ast.expr, right: ast.expr, old: str, new: str) -> Iterator[Mutant]:
        start, end = self.end(left), self.start(right)
        words = rf"\b{old}\b" if old.isalpha() else re.escape(old).replace(r"\ ", r"\s+")
        if found := re.search(words.encode(), self.source[start:end]):
            yield self.mutant(start + found.start(), start + found.end(), new)

    def change(self, node: Located, replacement: str) -> Mutant:
        return self.mutant(self.start(node), self.end(node), replacement)

    def mutant(self, start: int, end: int, replacement: str) -> Mutant:
        return replaced(self.path, self.source, start, end, replacement)

    def start(self, node: Located) -> int:
        return self.starts[node.lineno - 1] + node.col_offset

    def end(self, node: Located) -> int:
        return self.starts[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)


def name_of(node: ast.AST) -> str:
    """Return the name by which others use what this defines."""
    if isinstance(node, ast.Assign) and node.col_offset == 0:
        return ast.unparse(node.targets[0])
    return str(getattr(node, "name", "")) if isinstance(node, DEFINITIONS) else ""
