"""Spells clean records, as build/generate writes them, in the ways that people do: all forms of YAML that a record
uses, every lenient form of the notation, keys in any order, and records of a few moves among long ones. The records
stay valid, and the same seed gives the same bytes."""
import random
import re

HOPS, DASHES = {"-": "->x:", "^": "^>x:-"}, "\u2013\u2014\u2212"
COMMENTS = ("{good}", "{two\n  lines}", "{[%mark {cell}] here}", "; to the end of the line\n")
GLYPHS = ("!", "?", "!!", "??", "!?", "?!", "$14", "?$3")
NAMES = ("Zoë Çelik", "王小明", "O'Neil, Seán", "Van Etten, Bart Wim", "Łukasz Żółć", 'Tinus "Doc" B.', "Ærø: Åse")


class Speller:
    def __init__(self, game, seed):
        self.random, self.game = random.Random(seed), game
        self.sows, self.walks = game == "husbao", game in ("hogga", "halma")

    def often(self, share):
        return self.random.random() < share

    def pick(self, *choices):
        return self.random.choice(choices)

    def move(self, m):
        """A move in one of its lenient forms."""
        if self.walks and m[0] != "-" and self.often(0.25):
            m = re.sub(r"[-^]", lambda sign: self.pick(*HOPS[sign[0]]), m)
        if self.walks and self.often(0.02):
            m = m.replace("-", "", 1) if re.fullmatch(r"[a-z]\d-[a-z]\d", m) else m
        if self.game == "akron" and self.often(0.05):
            m = re.sub(r"(^|-)([a-h])", r"\g<1>1\2", m, count=1)
        if (self.game == "akron" or self.sows) and self.often(0.1):
            m = re.sub(r"v.*|x\d+$", "", m)
        if self.often(0.05):
            m = m.replace("swap", "SWAP") if m == "swap" else re.sub(r"[a-p](?=\d)", lambda c: c[0].upper(), m)
        if not self.sows and re.fullmatch(r"\w+-\w+", m) and self.often(0.03):
            m = m.replace("-", self.pick(*DASHES, " - "))
        if self.often(0.04):
            return m + self.pick("", "", " ") + self.pick(*GLYPHS)
        return m + ("," if self.often(0.01) else "")

    def extras(self, moves, i):
        if self.often(0.01):
            yield self.pick(*COMMENTS).replace("{cell}", re.search(r"[a-p]\d+", moves[i])[0] if re.search(r"[a-p]\d", moves[i]) else "a1")
        if self.often(0.02):  # what was played is legal in a variation too
            yield "(" + " ".join(moves[i:i + self.random.randrange(1, 5)]) + ")"

    def line(self, moves):
        """Move text."""
        number = self.pick("1.", "1.", "1. 1...", "1. 1...", "1)", "", "1 ")
        words = []
        for i, m in enumerate(moves):
            n, second = str(i // 2 + 1), i % 2
            if number == "1)" and not second:
                words.append(n + ")")
            elif number and number != "1)" and not second:
                words.append(n + (number[1] if number != "1 " else ""))
            elif second and (number == "1. 1..." or (number == "1." and self.often(0.05))):
                words.append(n + self.pick("...", "...", " ..." if number != "1." else "..."))
            glued = words and words[-1].endswith(".") and self.often(0.1)
            word = self.move(m)
            words.append(words.pop() + word if glued else word)
            words.extend(self.extras(moves, i))
        return words

    def wrapped(self, words, indent, width):
        lines, line = [], ""
        for w in words:
            if line and len(line) + len(w) + 1 > width or line.endswith("\n"):
                lines.append(line.rstrip("\n"))
                line = ""
            line += (" " if line else "") + w
        return "".join(f"{indent}{part.strip()}\n" for l in [*lines, line] for part in l.split("\n") if part.strip())

    def value(self, text, flow=False):
        """A scalar of a header, in some form of quotes."""
        safe = re.fullmatch(r"\w[\w .-]*", text)
        form = self.pick("plain", "plain", "single", "double") if safe else self.pick("single", "double", "double")
        if form == "single":
            return "'" + text.replace("'", "''") + "'"
        if form == "double":
            if self.often(0.2):
                text = re.sub("[é-ż]", lambda c: f"\\u{ord(c[0]):04x}" if c[0] != '"' else c[0], text)
            return '"' + re.sub('(?<!\\\\)"', '\\\\"', text) + '"'
        return text

    def player(self, key):
        name = self.pick(*NAMES)
        if self.often(0.4):
            return f"  {key}: {self.value(name)}\n"
        if self.often(0.8):
            return f"  {key}: {{name: {self.value(name, True)}, id: nl-7, rating: 1510, club: Zet}}\n"
        return f"  {key}:\n    name: {self.value(name)}\n    rating: 1510\n"

    def moves(self, moves, end):
        form = self.pick("|", "|", "|", "|+", "|-", ">", ">-", '"', '"', "'", "plain", "- ", "- ", "[")
        if form in ("- ", "["):
            items = [self.pick(m, f'"{m}"', f"'{m}'") if m != "--" else f'"{m}"' for m in map(self.single, moves)]
            indent = self.pick("", "  ", "    ")
            return "\n" + "".join(f"{indent}- {m}\n" for m in items) if form == "- " else f" [{', '.join(self.quoted(m) for m in items)}]\n"
        words = self.line(moves)
        if end == "*" and self.often(0.2):
            words.append(end)
        if form not in ("|", "|+", "|-"):  # `;` needs its line end
            words = [w for w in words if not w.startswith(";")]
        if form == "plain":  # no `: `, no `#`
            return "\n" + self.wrapped(words, "  ", 88) if ": " not in " ".join(words) and words[0][0] not in "({-" else " |\n" + self.wrapped(words, "  ", 88)
        if form in "'\"":
            text = self.wrapped(words, "  ", 70 if self.often(0.5) else 10**9).strip()
            return f" {form}{text}{form}\n"
        return f" {form}\n" + self.wrapped(words, self.pick("  ", "    "), self.pick(70, 88, 10**9))

    def single(self, move):
        return self.move(move).rstrip(",").replace(" ", "")

    def quoted(self, item):
        return item if item[0] in "\"'" else f'"{item}"'

    def record(self, game, variant, rules, moves, end, last):
        keys = {"game": f" {self.value(game)}\n", "moves": self.moves(moves, score(end))}
        if variant:
            keys["variant"] = f" {variant}\n"
        if rules:
            keys["rules"] = rules
        for key, values in (("zet", ("1",)), ("event", ("Open Hogga", 'Toernooi "De Kast"')), ("site", ("Leiden",)),
                            ("date", ("2009-??-??", "1999-12-01")), ("round", ("4",)), ("table", ("11", "2")),
                            ("comment", ("free text", "it's quoted: text")), ("x-source", ("sheet 12",)), ("x-empty", ("",))):
            if self.often(0.6):
                text = self.pick(*values)
                keys[key] = f" {text if not text or text[0].isdigit() else self.value(text)}{self.pick('', '', '', ' # noted')}\n"
        if self.often(0.2):
            keys["comment"] = self.pick(" |\n  line one\n  line two\n", " >\n  folded\n  lines\n\n  of it\n", " it goes\n  on\n")
        if self.often(0.8):
            sides = ("a", "b") if self.sows else ("black", "white")
            keys["players"] = "\n" + "".join(map(self.player, sides))
        if end and self.often(0.6):
            keys["result"], keys["termination"] = f" {end[0]}\n", f" {end[1]}\n"
        order = list(keys)
        if self.often(0.3):
            self.random.shuffle(order)
        else:
            order.append(order.pop(order.index("moves")))
        begin = "" if last == "none" else self.pick("---\n", "---\n", "--- # next\n", "%YAML 1.1\n---\n" if last == "..." else "---\n")
        return begin + "".join(f"{key}:{keys[key]}" for key in order)


def score(end):
    """How a result is written below moves, if that needs no header."""
    return "*" if end and end[1] == "unfinished" else ""


def spell(clean, game, variant, seed, rules=""):
    """The stream `clean` in many spellings."""
    speller, out, last = Speller(game, seed), [], "none"
    for document in re.split(r"^---\n", clean, flags=re.M)[1:]:
        text = re.search(r"^moves: \|\n((?:  .*\n)*)", document, re.M)[1]
        moves = [w for w in text.split() if not w.endswith(".")]
        end = re.search(r"^result: (.*)\ntermination: (.*)\n", document, re.M)
        end = end and end.groups()
        plies = speller.random.randrange(2, 31)
        if speller.often(0.4) and plies < len(moves):
            moves, end = moves[:plies], ('"*"', "unfinished")
        out.append(speller.record(game, variant, rules, moves, end, last))
        last = "..." if speller.often(0.3) else "---"
        out.append(speller.pick("...\n", "...\n\n") if last == "..." else "")
    return "".join(out)
