# SPDX-License-Identifier: MIT
"""Where a C source can be mutated, and into what: read from clang's own syntax tree, so that a mutant is an edit of one
expression or statement whose bounds and type are known, never a guess at text.

Nothing is taken from inside a macro's body, a case label, a sizeof or another place where C demands a constant: such a
mutant could not be chosen at run time (schemata.py). Numbers outside functions are found as text (constants) and are
built one by one.
"""

import json
import re
import subprocess

from mutant import Mutant, identify

INTEGERS = {
    "char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned int", "long",
    "unsigned long", "long long", "unsigned long long",
}

# What each operator turns into; the ones of a relation are its off-by-one and its negation.
RELATIONS = {"<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"], "==": ["!="], "!=": ["=="]}
ARITHMETIC = {"+": ["-"], "-": ["+"], "*": ["+"], "/": ["*"], "%": ["/"]}
BITS = {"&": ["|"], "|": ["&"], "^": ["|"], "<<": [">>"], ">>": ["<<"]}
ASSIGNMENTS = {
    "+=": "-=", "-=": "+=", "*=": "/=", "/=": "*=", "%=": "/=", "&=": "|=", "|=": "&=", "^=": "|=", "<<=": ">>=",
    ">>=": "<<=",
}
# A replacement that binds differently than what it replaces stands in parentheses.
SAME_RANK = [{"<", "<=", ">", ">="}, {"==", "!="}, {"+", "-"}, {"*", "/", "%"}, {"<<", ">>"}]


class Source:
    """A file's functions, as clang reads them."""

    def __init__(self, root, file, clang="clang-19"):
        self.file = file
        self.bytes = (root / file).read_bytes()
        self.text = self.bytes.decode("ascii")
        self.mutants = []
        self.function = ""
        self.bodies = []
        command = [clang, "-std=c11", "-I.", "-Ilib/include", "-x", "c", "-w", "-fsyntax-only"]
        command += ["-Xclang", "-ast-dump=json", file]
        tree = json.loads(subprocess.run(command, cwd=root, check=True, capture_output=True).stdout)
        self._place(tree)
        for node in tree["inner"]:
            if node["kind"] == "FunctionDecl" and node["loc"].get("in") == file:
                body = [part for part in node.get("inner", []) if part["kind"] == "CompoundStmt"]
                if body:
                    self.function = node["name"]
                    self.result = node["type"]["qualType"].split("(")[0].strip()
                    self.bodies.append(self.span(body[0]))
                    self.visit(body[0], None)
        self._constants()
        self.mutants = identify(self.text, self.mutants)

    def _place(self, tree):
        """The tree names a location's file only where it changes: writes it into each."""
        current = None
        stack = [iter([tree])]
        while stack:
            for value in stack[-1]:
                if isinstance(value, dict):
                    if "offset" in value:
                        current = value.get("file", current)
                        value["in"] = current
                    if value:
                        stack.append(iter(value.values()))
                        break
                elif isinstance(value, list) and value:
                    stack.append(iter(value))
                    break
            else:
                stack.pop()

    # Positions ---------------------------------------------------------------------------------------------------

    def edge(self, where):
        """The offset and length of the token at one end of a node, or None; a macro counts as the token it is."""
        if "offset" in where:
            return (where["offset"], where["tokLen"]) if where["in"] == self.file else None
        place = where.get("expansionLoc")
        if place is None or place.get("in") != self.file or place.get("isMacroArgExpansion"):
            return None
        end = place["offset"] + place["tokLen"]
        return None if self.text[end : end + 1] == "(" else (place["offset"], place["tokLen"])

    def span(self, node):
        begin = self.edge(node.get("range", {}).get("begin", {}))
        end = self.edge(node.get("range", {}).get("end", {}))
        return (begin[0], end[0] + end[1]) if begin and end else None

    def macro(self, node):
        """The name, where the whole node comes from one object-like macro."""
        begin, end = node["range"]["begin"], node["range"]["end"]
        if "expansionLoc" not in begin or "expansionLoc" not in end:
            return None
        span = self.span(node)
        name = self.text[slice(*span)] if span else ""
        return name if re.fullmatch(r"\w+", name) else None

    def of(self, node):
        span = self.span(node)
        return self.text[slice(*span)] if span else None

    # Types -------------------------------------------------------------------------------------------------------

    @staticmethod
    def type_of(node):
        kind = node.get("type", {})
        name = kind.get("desugaredQualType", kind.get("qualType", ""))
        return re.sub(r"\b(const|volatile|restrict)\b ?", "", name).replace(" *", "*").strip()

    @classmethod
    def class_of(cls, node):
        kind = node.get("type", {})
        name = cls.type_of(node)
        if name in ("bool", "_Bool"):
            return "bool"
        if name in INTEGERS:
            return "integer"
        if name.endswith("*"):
            return "pointer"
        if name == "void":
            return "void"
        if "(" in name or "[" in name or name in ("float", "double"):
            return "other"
        return "enum" if kind.get("qualType", "") in cls.enums or name.startswith("enum ") else "other"

    enums = set()

    # Mutants -----------------------------------------------------------------------------------------------------

    def add(self, operator, span, after, alone=False):
        if span is None:
            return
        before = self.text[slice(*span)]
        if before == after:
            return
        self.mutants.append(Mutant(self.file, self.function, operator, *span, before, after, alone))

    @staticmethod
    def bare(node):
        while node["kind"] in ("ImplicitCastExpr", "ParenExpr", "ConstantExpr"):
            node = node["inner"][0]
        return node

    def inverts_itself(self, node):
        """Whether the mutants of the expression itself include its negation."""
        node = self.bare(node)
        if node["kind"] == "BinaryOperator":
            return node["opcode"] in RELATIONS
        return (node["kind"] == "UnaryOperator" and node["opcode"] == "!") or self.macro(node) in ("true", "false")

    def condition(self, node, check):
        if check:
            self.add("check-removed", self.span(node), "false")
            self.add("check-forced", self.span(node), "true")
        if not self.inverts_itself(node) and self.of(node):
            self.add("negated", self.span(node), "!(%s)" % self.of(node))

    def statement(self, node):
        """A statement of its own: expressions are dropped whole."""
        kind = node["kind"]
        if kind in ("BreakStmt", "ContinueStmt"):
            self.add("statement-dropped", self.span(node), "(void)0")
        elif kind == "ReturnStmt" and not node.get("inner"):
            self.add("statement-dropped", self.span(node), "(void)0")
        elif kind in ("BinaryOperator", "CompoundAssignOperator", "CallExpr", "UnaryOperator"):
            self.add("statement-dropped", self.span(node), "(void)0")

    def visit(self, node, parent):
        kind = node.get("kind")
        if kind is None or kind in ("UnaryExprOrTypeTraitExpr", "StaticAssertDecl", "OffsetOfExpr"):
            return
        children = node.get("inner", [])
        if kind.endswith(("Expr", "Operator", "Literal")) and self.macro(node):
            self.name_of_constant(node, self.macro(node), parent)
            return
        if kind == "ImplicitCastExpr" and node.get("castKind") == "NullToPointer":
            return
        handler = getattr(self, "visit_" + kind, None)
        if handler:
            children = handler(node, children, parent)
        for child in children:
            self.visit(child, node)

    def visit_CompoundStmt(self, _node, children, _parent):
        for child in children:
            self.statement(child)
        return children

    def visit_IfStmt(self, _node, children, _parent):
        self.condition(children[0], True)
        return children

    def visit_WhileStmt(self, _node, children, _parent):
        self.condition(children[0], False)
        self.add("check-removed", self.span(children[0]), "false")
        return children

    def visit_DoStmt(self, _node, children, _parent):
        self.condition(children[1], False)
        return children

    def visit_ForStmt(self, _node, children, _parent):
        if children[2].get("kind"):
            self.condition(children[2], False)
            self.add("check-removed", self.span(children[2]), "false")
        return children

    def visit_ConditionalOperator(self, _node, children, _parent):
        self.condition(children[0], False)
        return children

    def visit_CaseStmt(self, _node, children, _parent):
        for child in children[1:]:
            self.statement(child)
        return children[1:]

    def visit_DefaultStmt(self, _node, children, _parent):
        for child in children:
            self.statement(child)
        return children

    def visit_BinaryOperator(self, node, children, _parent):
        opcode = node["opcode"]
        left, right = (self.span(child) for child in children)
        span = self.span(node)
        if not (left and right and span):
            return children
        between = self.text[left[1] : right[0]]
        if opcode not in between:
            return children
        at = left[1] + between.index(opcode)

        def swap(operator, other):
            text = self.text[span[0] : at] + other + self.text[at + len(opcode) : span[1]]
            same = any(opcode in rank and other in rank for rank in SAME_RANK)
            self.add(operator, span, text if same else "(%s)" % text)

        pointers = [self.class_of(child) for child in children].count("pointer")
        for table, operator in ((RELATIONS, "relation"), (ARITHMETIC, "arithmetic"), (BITS, "bits")):
            for other in table.get(opcode, []):
                if pointers == 0 or operator == "relation" or (pointers == 1 and other in "+-"):
                    swap(operator, other)
        if opcode in ("&&", "||"):
            swap("logic", "||" if opcode == "&&" else "&&")
            self.add("operand-dropped", span, self.text[slice(*right)])
            self.add("operand-dropped", span, self.text[slice(*left)])
        return children

    def visit_CompoundAssignOperator(self, node, children, _parent):
        opcode = node["opcode"]
        left, right = (self.span(child) for child in children)
        span = self.span(node)
        if left and right and opcode in ASSIGNMENTS:
            at = left[1] + self.text[left[1] : right[0]].index(opcode)
            other = ASSIGNMENTS[opcode]
            if self.class_of(node) != "pointer" or other in ("+=", "-="):
                self.add("assignment", span, self.text[span[0] : at] + other + self.text[at + len(opcode) : span[1]])
        return children

    def visit_UnaryOperator(self, node, children, _parent):
        opcode = node["opcode"]
        span, operand = self.span(node), self.span(children[0])
        if not span or not operand:
            return children
        if opcode in ("!", "~", "-"):
            self.add("unary-dropped", span, self.text[slice(*operand)])
        elif opcode in ("++", "--"):
            other = "--" if opcode == "++" else "++"
            self.add("assignment", span, self.text[slice(*span)].replace(opcode, other))
        return children

    def visit_IntegerLiteral(self, node, children, _parent):
        self.literal(self.span(node), False)
        return children

    def visit_CharacterLiteral(self, node, children, _parent):
        if self.of(node):
            self.add("constant", self.span(node), "(%s + 1)" % self.of(node))
        return children

    def literal(self, span, alone):
        if span is None:
            return
        text = self.text[slice(*span)]
        number = re.fullmatch(r"(0[xX][0-9a-fA-F]+|\d+)([uUlL]*)", text)
        if not number:
            return
        value = int(number[1], 0)
        for other in (value - 1, value + 1):
            if other >= 0 and other & value != 0xFFFFFFFF and other not in (1 << 31, 1 << 32, 1 << 63, 1 << 64):
                shown = "%#x" % other if number[1][:2] in ("0x", "0X") else "%d" % other
                self.add("constant", span, shown + number[2], alone)

    def visit_DeclRefExpr(self, node, children, _parent):
        if node["referencedDecl"]["kind"] == "EnumConstantDecl" and self.of(node):
            self.add("constant", self.span(node), "(%s + 1)" % self.of(node))
        return children

    def name_of_constant(self, node, name, parent):
        if name in ("true", "false"):
            self.add("constant", self.span(node), "false" if name == "true" else "true")
        elif self.class_of(node) == "integer" and parent and parent.get("opcode") in ("&", "|", "&=", "|="):
            self.add("constant", self.span(node), "0")  # of a mask another bit may be free, and is no fault
        elif self.class_of(node) == "integer":
            self.add("constant", self.span(node), "(%s %s 1)" % (name, "-" if name.endswith("_MAX") else "+"))

    def visit_CallExpr(self, node, children, parent):
        called = [self.span(child) for child in children]
        kinds = [(self.class_of(child), self.type_of(child)) for child in children]
        for index in range(1, len(called) - 1):
            one, other = called[index], called[index + 1]
            alike = kinds[index] == kinds[index + 1] or kinds[index][0] == kinds[index + 1][0] == "integer"
            if one and other and alike and kinds[index][0] != "other":
                text = self.text
                swapped = text[slice(*other)] + text[one[1] : other[0]] + text[slice(*one)]
                # The whole call is the edit, so that it nests with those of its arguments.
                begin, end = self.span(node) or (None, None)
                if begin is not None:
                    self.add("arguments-swapped", (begin, end), text[begin : one[0]] + swapped + text[other[1] : end])
        own = self.class_of(node)
        if own in ("bool", "integer", "enum") and parent and parent["kind"] not in ("CompoundStmt", "CStyleCastExpr"):
            self.add("call-removed", self.span(node), "false" if own == "bool" else "0")
        return children

    def visit_ReturnStmt(self, _node, children, _parent):
        if not children or not self.of(children[0]):
            return children
        value = children[0]
        own = self.class_of(value)
        if own == "bool" or self.result == "bool":
            if not self.inverts_itself(value):
                self.add("result", self.span(value), "!(%s)" % self.of(value))
        elif own in ("integer", "enum"):
            if self.of(value) not in ("0", "GDV_OK") and not self.of(value).isdigit():
                self.add("result", self.span(value), "0")
        elif own == "pointer" and self.of(value) != "NULL":
            self.add("result", self.span(value), "NULL")
        return children

    def visit_VarDecl(self, node, children, _parent):
        if node.get("storageClass") == "static" or "init" not in node:
            return []
        value = children[-1]
        own = self.class_of(node)
        plain = self.bare(value)["kind"] in ("IntegerLiteral", "CharacterLiteral") or self.macro(value)
        if plain or self.bare(value).get("referencedDecl", {}).get("kind") == "EnumConstantDecl":
            pass  # the constant itself is mutated
        elif own in ("integer", "enum") and self.span(value):
            self.add("initial-value", self.span(value), "0x5a")
        elif own == "bool" and self.of(value) and not self.inverts_itself(value):
            self.add("initial-value", self.span(value), "!(%s)" % self.of(value))
        elif own == "pointer" and self.of(value) not in (None, "NULL"):
            self.add("initial-value", self.span(value), "NULL")
        return children

    def _constants(self):
        """Numbers of tables and macros, outside of functions, in .c files: those of a header are seen by its users'
        compilers too, and a library that disagrees with its own header is no bug of one edit."""
        self.function = ""
        if not self.file.endswith(".c"):
            return
        blank = lambda match: re.sub(r"[^\n]", " ", match[0])
        pattern = r"/\*.*?\*/|//[^\n]*|\"(\\.|[^\"\\])*\"|'(\\.|[^'\\])+'|#include[^\n]*"
        text = re.sub(pattern, blank, self.text, flags=re.S)
        for begin, end in self.bodies:
            text = text[:begin] + re.sub(r"[^\n]", " ", text[begin:end]) + text[end:]
        for match in re.finditer(r"(?<![\w.])(0[xX][0-9a-fA-F]+|\d+)[uUlL]*(?![\w.])", text):
            self.literal(match.span(), True)


def sources_of(root):
    """The files of the library that a compiler reads, as paths from root: all but the contracts of the proof."""
    paths = (path.relative_to(root) for path in (root / "lib").rglob("*.[ch]"))
    return sorted(str(path) for path in paths if path.parts[1] != "proof")


def enums_of(root, files):
    """Names of the enums that the sources define, which clang's tree does not tell from structs."""
    found = set()
    for file in files:
        found.update(re.findall(r"typedef enum \w* ?\{.*?\} (\w+);", (root / file).read_text(), re.S))
    return found
