"""The EBNF of docs/spec: reads its blocks, generates random texts from a production, and finds out whether a text is one."""
import re
import sys

TOKEN = re.compile(r'\s*("[^"]*"|\'[^\']*\'|\[[^\]]*\]|#x[0-9A-F]+|::=|[()|?*+]|[a-z][a-z-]*)')
# What a set of all but some characters gives: letters, signs with a meaning elsewhere, other scripts.
OTHERS = "abcxyz019 .,;:!?$%&*+-/<=>@[]^_`(){}|~'\"#\\½é–Ж漢\u00a0\U0001f642"


class Grammar:
    def __init__(self, *texts):
        self.rules = {}
        for text in texts:
            for block in re.findall(r"```ebnf\n(.*?)```", text, re.S):
                for rule in re.split(r"\n(?=[a-z-]+ +::=)", block.strip()):
                    tokens = TOKEN.findall(rule)
                    if "".join(tokens) != re.sub(r"\s+", "", rule) and len("".join(tokens)) < len(re.sub(r"\s+", "", rule)):
                        raise ValueError(f"not a production: {rule}")
                    self.tokens = tokens[2:]
                    self.rules[tokens[0]] = self.choice()
                    if self.tokens:
                        raise ValueError(f"not a production: {rule}")
        self.least = dict.fromkeys(self.rules, 99)  # the depth of the shallowest text
        for _ in self.rules:
            for name, node in self.rules.items():
                self.least[name] = min(self.least[name], 1 + self.depth(node))

    def choice(self):
        options = [self.sequence()]
        while self.tokens and self.tokens[0] == "|":
            self.tokens.pop(0)
            options.append(self.sequence())
        return options[0] if len(options) == 1 else ("choice", options)

    def sequence(self):
        parts = []
        while self.tokens and self.tokens[0] not in ")|":
            parts.append(self.part())
        return ("sequence", parts)

    def part(self):
        token = self.tokens.pop(0)
        if token == "(":
            node = self.choice()
            self.tokens.pop(0)
        elif token[0] in "\"'":
            node = ("text", token[1:-1])
        elif token[0] == "#":
            node = ("text", chr(int(token[2:], 16)))
        elif token[0] == "[":
            node = ("set", self.characters(token[1:-1]))
        else:
            node = ("rule", token)
        while self.tokens and self.tokens[0] in ("?", "*", "+"):
            node = (self.tokens.pop(0), node)
        return node

    @staticmethod
    def characters(text):
        negative = text.startswith("^")
        text = re.sub(r"#x([0-9A-F]+)", lambda m: chr(int(m[1], 16)), text[negative:])
        named = set()
        for a, b, c in re.findall(r"(.)-(.)|(.)", text, re.S):
            named |= {chr(i) for i in range(ord(a), ord(b) + 1)} if a else {c}
        return negative, named, sorted(set(OTHERS) - named if negative else named)

    def depth(self, node):
        kind, value = node
        if kind == "rule":
            return self.least[value]
        if kind == "choice":
            return min(map(self.depth, value))
        if kind == "sequence":
            return max(map(self.depth, value), default=0)
        return self.depth(value) if kind == "+" else 0

    def text(self, random, name, special, depth=40):
        """A text of the production. `special`: functions that make the texts of some productions."""
        return self.make(random, ("rule", name), special, depth)

    def make(self, random, node, special, depth):
        kind, value = node

        def again(inner):
            return self.make(random, inner, special, depth)
        if kind == "rule":
            if value in special:
                return special[value]()
            return self.make(random, self.rules[value], special, depth - 1)
        if kind == "choice":
            fitting = [option for option in value if self.depth(option) < depth]
            return again(random.choice(fitting or [min(value, key=self.depth)]))
        if kind == "sequence":
            return "".join(map(again, value))
        if kind in ("text", "set"):
            return value if kind == "text" else random.choice(value[2])
        times = {"?": random.randint(0, 1), "*": 0, "+": 1}[kind]
        if kind != "?":
            while random.random() < 0.5:
                times += 1
        if self.depth(value) >= depth:
            times = 1 if kind == "+" else 0
        return "".join(again(value) for _ in range(times))

    def has(self, text, name, names):
        """Whether the text is one of the production. `names`: productions in the place of others, or None for none."""
        sys.setrecursionlimit(100_000)
        known = {}

        def ends(node, at):
            """Where texts of the node that begin at `at` end."""
            kind, value = node
            if kind == "rule":
                value = names.get(value, value)
                if (value, at) not in known:
                    known[value, at] = ends(self.rules[value], at) if value else set()
                return known[value, at]
            if kind == "text":
                return {at + len(value)} if text.startswith(value, at) else set()
            if kind == "set":
                return {at + 1} if at < len(text) and (text[at] in value[1]) != value[0] else set()
            if kind == "choice":
                return set().union(*(ends(option, at) for option in value))
            if kind == "sequence":
                now = {at}
                for part in value:
                    now = set().union(*(ends(part, i) for i in now))
                return now
            found, new = set(), {at}
            while new:
                found |= new
                new = set().union(*(ends(value, i) for i in new)) - found
                if kind == "?":
                    return found | new
            return found if kind == "*" else set().union(*(ends(value, i) for i in found))
        return len(text) in ends(("rule", name), 0)
