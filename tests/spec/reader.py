#!/usr/bin/python3
"""A strict reader and a judge of records, written from docs/spec alone: it uses nothing of zet. PyYAML and libyaml read the YAML.

read(bytes) gives a report for each record: `valid`, `findings` ((severity, code, reason, ply) in their order), `game`, `plies`,
`outcome` (result, reason), `points`, `position`. As a program: the reports on standard input, as JSON lines."""
import json
import re
import sys

import yaml

sys.dont_write_bytecode = True
from games import GAMES, BadPosition, Limit

WARNINGS = {"move-number", "unknown-key", "points-unproved", "comment-swallows-moves", "termination-missing"}
KEYS = ["zet", "game", "variant", "rules", "event", "site", "date", "round", "table", "players", "result", "termination",
        "position", "moves", "playout", "points", "comment"]
TEXTS = {"event", "site", "round", "table", "comment"}
TERMINATIONS = ["rules", "resignation", "time", "agreement", "forfeit", "adjudication", "unfinished"]
DETAILS = ["name", "id", "rating", "club"]
BLANK = " \t\n\v\f\r"
RECORD_BYTES, DEPTH, DIRECTIVES, KEYS_MAX, ITEMS, VARIATIONS, TURNS = 1 << 20, 64, 64, 256, 65535, 32, 65535


class Foreign(Exception):
    """The document is other YAML, not a record."""


class Stop(Exception):
    """A record that cannot be read: the code."""


# Streams and YAML.

def documents(data):
    """The bytes of each document; None where text after `...` has no `---`."""
    document, content, anything, marked, ended = [], False, False, False, False
    for line in [*re.findall(rb"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$", data), None]:
        bare = (line or b"").rstrip(b"\r\n").removeprefix(b"\xef\xbb\xbf")
        starts, ends = re.match(rb"---(?:[ \t]|$)", bare), re.match(rb"\.\.\.(?:[ \t]|$)", bare)
        if line is None and anything or starts and content:
            yield None if ended and not marked else b"".join(document)
            document, content, anything, marked, ended = [], False, False, False, False
        document.append(line)
        empty = ends or re.match(rb"[ \t]*(?:#|$)", bare)
        content = content or not (empty or bare.startswith(b"%"))
        anything, marked = anything or not empty, marked or bool(starts)
        if ends and not anything:
            document = []
        elif ends:
            yield None if ended and not marked else b"".join(document)
            document, content, anything, marked, ended = [], False, False, False, True


class Node:
    def __init__(self, kind, place, text="", plain=False):
        self.kind, self.place, self.text, self.plain, self.items = kind, place, text, plain, []

    def is_null(self):
        return self.kind == "text" and self.plain and self.text in ("", "~", "null", "Null", "NULL")


def tree(data):
    if len(data) > RECORD_BYTES:
        raise Stop("limit")
    try:
        text = data.decode()
    except UnicodeDecodeError:
        raise Stop("encoding") from None
    directives, wrong = 0, False
    for line in re.split(r"\r\n|[\r\n]", text.removeprefix("\ufeff")):
        if not re.fullmatch(r"[ \t]*(#.*)?", line) and not line.startswith("%"):
            break
        directives += line.startswith("%")
        if line.startswith("%") and not re.fullmatch(r"%YAML[ \t]+1\.[12][ \t]*(#.*)?|%TAG[ \t].*", line):
            wrong = True
    wrong |= bool(re.search("[\r\n]\ufeff", text))
    if directives > DIRECTIVES or wrong:
        raise Stop("limit" if directives > DIRECTIVES else "yaml")
    try:
        return build(yaml.parse(text, Loader=yaml.CSafeLoader))
    except yaml.YAMLError:
        raise Stop("yaml") from None


def build(events):
    root, open_nodes, start = None, [], None
    for event in events:
        kind = type(event).__name__.removesuffix("Event")
        if kind == "Alias" or getattr(event, "anchor", None) or getattr(event, "tag", None):
            raise Stop("yaml")
        if kind == "DocumentStart" and event.explicit:
            start = -1
        if re.search("[\ud800-\udfff]", getattr(event, "value", "")):
            raise Stop("yaml")
        if kind in ("Scalar", "MappingStart", "SequenceStart"):
            node = Node({"Scalar": "text", "MappingStart": "mapping", "SequenceStart": "sequence"}[kind],
                        event.start_mark.index, getattr(event, "value", ""), getattr(event, "style", "x") == "")
            if open_nodes:
                open_nodes[-1].items.append(node)
            root = root or node
            if kind != "Scalar":
                open_nodes.append(node)
                if len(open_nodes) > DEPTH:
                    raise Stop("limit")
        elif kind in ("MappingEnd", "SequenceEnd"):
            open_nodes.pop()
    if root is None:
        raise Stop("yaml")
    if root.kind != "mapping":
        raise Foreign
    root.start = root.place if start is None else start
    return root


# Move text.

class Tokens:
    """A text of moves cut into tokens: (kind, text, place, move). The text is a list of (node place, text): one, or the
    items of a sequence."""

    def __init__(self, game, parts, sequence):
        self.game, self.parts, self.sequence = game, parts, sequence
        mark = r"(?:[!?]{1,2}(?:\$[0-9]+)*|(?:\$[0-9]+)+)"
        self.pattern = re.compile(
            r"(?P<number>[0-9]+\.(?:\.\.(?!\.)|(?!\.)))|(?P<comment>\{[^}]*\}|;[^\r\n]*)|(?P<open>\()|(?P<close>\))"
            rf"|(?P<move>{game.moves})(?P<glyphs>{mark}?)(?=[ \t\n\v\f\r(){{}};]|\Z)"
            r"|(?P<unclosed>\{.*)|(?P<bad>\}|[^ \t\n\v\f\r(){};]+)", re.S | re.A)

    def of(self, text):
        at = 0
        while True:
            while at < len(text) and text[at] in BLANK:
                at += 1
            if at == len(text):
                return
            m = self.pattern.match(text, at)
            kind = m.lastgroup if m.lastgroup != "glyphs" else "move"
            move = None
            if kind == "move":
                move = self.game.parse(m["move"])
                if isinstance(move, str):
                    kind, move = move, None
            yield "syntax" if kind in ("unclosed", "bad") else kind, m["move"] or m[0], at, move
            at = m.end()

    def __iter__(self):
        for base, text in self.parts:
            filled = turn = False
            for kind, token, at, move in self.of(text):
                if self.sequence:
                    is_turn = kind == "move" and move[0] != "give"
                    if kind in ("open", "close") or (is_turn and turn):
                        kind = "syntax"
                    turn = turn or is_turn or kind in ("syntax", "limit")
                    filled = filled or kind in ("move", "syntax", "limit")
                yield kind, token, (base, at), move
            if self.sequence and not filled:
                yield "syntax", "", (base, len(text)), None


MARK = re.compile(r"\[%([^\] \t\n\v\f\r]*)([^\]]*)\]")


class Line:
    """A line of play. The replay has the game, the ply and the keys of positions of the line that is read."""

    def __init__(self, stopped):
        self.stopped, self.played, self.gift, self.before, self.after, self.bracket = stopped, False, None, None, None, None


class Reading:
    """Reads one text of moves: findings, and what was replayed."""

    def __init__(self, report, game, repetition, stopped, playout=False):
        self.report, self.game, self.repetition, self.playout = report, game, repetition, playout
        self.ahead = 0
        self.turn, self.plies, self.solo_moves, self.outcome, self.faulty, self.exhausted = 1, 0, 0, None, False, False
        self.lines, self.too_deep = [Line(stopped)], 0
        self.counts, self.path = {}, []
        if not stopped and not playout:
            self.judge()

    def judge(self):
        self.outcome = self.game.outcome()
        if self.repetition:
            key = self.game.key()
            self.path.append(key)
            self.counts[key] = self.counts.get(key, 0) + 1
            if self.counts[key] >= self.repetition and not self.outcome:
                self.outcome = "draw", "repetition"

    def rewind(self, path):
        self.path, self.counts = list(path), {}
        for key in path:
            self.counts[key] = self.counts.get(key, 0) + 1

    def state(self):
        return self.game.copy(), self.plies, self.outcome, list(self.path)

    def restore(self, state):
        game, self.plies, self.outcome, path = state
        self.game = game.copy()
        if self.repetition:
            self.rewind(path)

    def find(self, code, place, ply=0, reason=None):
        self.report.find(code, place, self.turn + ply, reason)

    def stop(self, code, place, reason=None):
        line = self.lines[-1]
        self.find(code, place, reason=reason)
        if not line.stopped and line.gift:
            self.restore(line.before)
        line.stopped = True
        self.faulty = self.faulty or len(self.lines) == 1

    def read(self, tokens):
        self.turns_counted = self.counts_turns(tokens)
        for kind, token, place, move in tokens:
            if self.too_deep:
                self.too_deep += {"open": 1, "close": -1}.get(kind, 0)
                continue
            if kind in ("syntax", "limit"):
                self.stop(kind, place)
            elif kind == "move":
                self.accept(token, place, move)
            else:
                getattr(self, kind)(token, place, tokens)
        self.end()

    @staticmethod
    def counts_turns(tokens):
        """Whether the numbers are 1, 2, 3 and so on, one before each turn, three or more."""
        count, due = 0, False
        for kind, token, *_ in tokens:
            if kind == "number":
                count += 1
                if due or token != f"{count}.":
                    return False
                due = True
            elif kind == "move":
                if not due:
                    return False
                due = False
            elif kind in ("open", "syntax", "limit") or token[0] == ";":
                return False
        return count > 2

    def accept(self, token, place, move):
        line = self.lines[-1]
        if not line.stopped:
            self.play(line, token, place, move)
        if move[0] != "give":
            self.turn += 1

    def is_over(self):
        return not self.game.away(self.game.turn) if self.playout else self.outcome is not None

    def play(self, line, token, place, move):
        if self.exhausted:
            line.stopped = True  # found in another line
            return
        if self.is_over():
            self.stop("move-after-end", place)
            return
        try:
            reason = self.game.check(move)
        except Limit:
            self.exhausted = True
            self.stop("limit", place)
            return
        if reason:
            self.stop("illegal-move", place, reason)
            return
        if not self.game.plain(token, move):
            self.find("style", place)
        if self.turn > TURNS and move[0] != "give":
            self.stop("limit", place)
            return
        if not line.gift:
            line.before = self.state()
        if not self.game.agrees(move, self.game.play(move)):
            self.find("annotation-mismatch", place)
        if move[0] == "give":
            line.gift = line.gift or place
            line.gift_last = place
            return
        line.gift, line.played = None, True
        self.plies += 1
        if self.playout:
            self.solo_moves += len(self.lines) == 1
            return
        try:
            self.judge()
        except Limit:
            self.turn_limit(line, place)

    def turn_limit(self, line, place):
        self.exhausted = True
        self.restore(line.before)
        self.stop("limit", place)

    def number(self, token, place, tokens):
        if self.lines[-1].stopped:
            return
        dots = token.endswith("...")
        want = self.turn if self.playout else (self.turn + 1) // 2
        due = not self.playout and self.turn % 2 == 0
        ahead = 2 * (min(int(token.rstrip(".")), 999999999) - want) + dots - due
        if ahead and (self.playout or ahead != self.ahead):
            if self.playout or not self.turns_counted:
                self.find("move-number", place)
            elif self.turns_counted is True:
                self.find("style", place)
                self.turns_counted = "said"
        self.ahead = ahead or self.ahead

    def comment(self, token, place, tokens):
        if self.lines[-1].stopped:
            return
        if token[0] == ";" and any(kind == "move" and move[0] != "pass" for kind, _, _, move in self.tokens_of(tokens, token[1:])):
            self.find("comment-swallows-moves", place)
        for m in MARK.finditer(token):
            if m[1] != "clk" and not self.is_mark(m[1], m[2]):
                self.find("style", (place[0], place[1] + m.start()))

    @staticmethod
    def tokens_of(tokens, comment):
        """The tokens of a comment; another `;` in it begins no comment."""
        for part in comment.split(";"):
            yield from tokens.of(part)

    def is_mark(self, kind, values):
        values = values.strip(BLANK).split(",")
        cells = {"arrow": r"([^-]*)-(.*)", "label": r"([^=]*)=(.{1,})"}.get(kind, r"(.*)")
        if kind not in ("mark", "square", "triangle", "cross", "fill", "arrow", "label") or len(values) > 256:
            return False
        for value in values:
            m = re.fullmatch(cells, value.strip(BLANK), re.S)
            if not m or (kind == "label" and len(m[2].encode()) > 8):
                return False
            for cell in m.groups()[:2 if kind == "arrow" else 1]:
                if not self.has_cell(cell) or (kind == "fill" and re.match("(?!1[a-zA-Z])[0-9]", cell)):
                    return False
        return True

    def has_cell(self, text):
        text = text.lower()
        name = type(self.game).__name__
        if not re.fullmatch(r"([1-9][0-9]?)?[a-p][1-9][0-9]?", text):
            return False
        if name == "HusBao":
            return bool(re.fullmatch("1?[a-h][1-4]", text))
        text = re.sub("^1(?=[a-p])", "", text)
        text = text if name == "Akron" else f"{text}-a1" if text[0].isalpha() else ""
        return bool(re.fullmatch(self.game.moves, text)) and not isinstance(self.game.parse(text), str)

    def open(self, token, place, tokens):
        line = self.lines[-1]
        if len(self.lines) > VARIATIONS:
            self.too_deep = 1
            self.stop("limit", place)
            return
        if not line.stopped and (not line.played or line.gift):
            self.stop("syntax", place)
        inner = Line(line.stopped)
        inner.bracket, inner.turn = place, self.turn
        self.lines.append(inner)
        self.turn = max(self.turn - 1, 1)
        if not inner.stopped:
            inner.after = self.state()
            self.restore(line.before)

    def close(self, token, place, tokens):
        if len(self.lines) == 1:
            self.stop("syntax", place)
        else:
            self.leave()

    def check_gift(self):
        line = self.lines[-1]
        if line.gift and not line.stopped:
            self.stop("syntax", line.gift_last)

    def leave(self):
        self.check_gift()
        inner = self.lines.pop()
        self.turn = inner.turn
        if not self.lines[-1].stopped:
            self.restore(inner.after)

    def end(self):
        bracket = self.lines[1].bracket if len(self.lines) > 1 and not self.too_deep else None
        while len(self.lines) > 1:
            self.leave()
        self.check_gift()
        if bracket:
            self.stop("syntax", bracket)

    @property
    def stopped(self):
        return self.lines[0].stopped


# Records.

class Report:
    def __init__(self):
        self.found = []
        self.game = self.points = self.position = None
        self.plies, self.outcome, self.broken = 0, ("*", None), False

    def find(self, code, place, ply=None, reason=None):
        severity = "warning" if code in WARNINGS else "error"
        self.found.append((place if isinstance(place, tuple) else (place, -1), (severity, code, reason, ply)))

    def as_dict(self):
        findings = [f for _, f in sorted(self.found, key=lambda f: f[0])]
        return {"valid": not any(f[0] == "error" for f in findings), "findings": findings, "game": self.game,
                "plies": self.plies, "outcome": self.outcome, "points": self.points, "position": self.position}


class Reader:
    def __init__(self, root):
        self.report, self.values, self.options, self.players = Report(), {}, [], []
        self.known = self.absent = None
        self.begin = root.start
        for key, node in self.pairs(root):
            if key.text.startswith("x-") or key.twice:
                continue
            if key.text not in KEYS:
                self.report.find("unknown-key", key.place)
            else:
                self.accept(key.text, key, node)
        self.judge()

    def pairs(self, mapping):
        """The keys of a mapping that is judged, with their values."""
        met = set()
        if len(mapping.items) > 2 * KEYS_MAX:
            raise Stop("limit")
        for key, node in zip(mapping.items[::2], mapping.items[1::2]):
            if key.kind != "text":
                self.report.find("bad-value", key.place)
                continue
            key.twice = key.text in met
            if key.twice:
                self.report.find("duplicate-key", key.place)
            met.add(key.text)
            yield key, node

    def bad(self, name, node):
        self.report.find("bad-value", node.place)
        self.values[name] = None  # given, and not known

    def single(self, node):
        """Whether it is one text; reported if not."""
        if node.kind != "text":
            self.report.find("bad-value", node.place)
        return node.kind == "text"

    def accept(self, name, key, node):
        if name in ("moves", "playout"):
            self.accept_moves(name, key, node)
        elif name == "rules":
            self.accept_rules(node)
        elif name == "players":
            self.accept_players(node)
        elif node.kind != "text" or (name not in TEXTS and node.is_null()):
            self.bad(name, node)
        elif name == "zet" and not (node.plain and node.text == "1"):
            self.bad(name, node)
        elif name == "date" and not is_date(node.text):
            self.bad(name, node)
        elif name == "termination" and node.text not in TERMINATIONS:
            self.bad(name, node)
        elif name == "points" and not (node.plain and re.fullmatch("[0-9]{1,9}", node.text)):
            self.bad(name, node)
        else:
            self.values[name] = node

    def accept_moves(self, name, key, node):
        if node.kind == "mapping":
            self.bad(name, node)
        elif node.kind == "sequence":
            if len(node.items) > ITEMS:
                raise Stop("limit")
            wrong = [item for item in node.items if item.kind != "text"]
            if wrong:
                self.bad(name, wrong[0])
            else:
                self.values[name] = [(item.place, item.text) for item in node.items], True, key.place
        elif node.is_null() and name == "playout":
            pass
        else:
            self.values[name] = [(node.place, "" if node.is_null() else node.text)], False, key.place

    def accept_rules(self, node):
        if node.kind != "mapping":
            self.bad("rules", node)
            return
        for key, value in self.pairs(node):
            if key.text.startswith("x-"):
                continue
            if value.kind != "text" or value.is_null():
                self.report.find("bad-value", value.place)
                value = None
            if not key.twice:
                self.options.append((key, value))

    def accept_players(self, node):
        if node.kind != "mapping":
            self.bad("players", node)
            return
        for key, value in self.pairs(node):
            if key.text.startswith("x-"):
                continue
            if value.kind == "mapping":
                for detail, text in self.pairs(value):
                    if detail.text in DETAILS:
                        self.single(text)
                    elif not detail.text.startswith("x-") and not detail.twice:
                        self.report.find("unknown-key", detail.place)
            else:
                self.single(value)
            if not key.twice:
                self.players.append(key)

    # The meaning of the values.

    def judge(self):
        cls = self.game_class()
        known = cls is not None and self.has_variant(cls)
        options = self.read_options(cls) if cls else None
        if "moves" not in self.values:
            self.report.find("missing-key", self.begin)
        if not cls:
            return
        self.report.game = self.values["game"].text
        for side in self.players:
            if side.text not in cls.sides:
                self.report.find("unknown-key", side.place)
        game = self.start(cls, options) if known and options is not None else None
        result = self.values.get("result")
        if result and result.text not in (*cls.sides, "draw", "*"):
            self.bad("result", result)
        if known and options is not None:
            self.replay(game, options)

    def game_class(self):
        if "game" not in self.values:
            self.report.find("missing-key", self.begin)
        node = self.values.get("game")
        if node and node.text not in GAMES:
            self.bad("game", node)
        return GAMES.get(node.text) if node else None

    def has_variant(self, cls):
        node = self.values.get("variant")
        if "variant" not in self.values:
            self.variant = "basic"
            if cls is GAMES["halma"]:
                self.report.find("missing-key", self.begin)
                return False
            return True
        if node and (cls.variants is None or node.text not in cls.variants):
            self.bad("variant", node)
            return False
        self.variant = node and node.text
        return bool(node)

    def read_options(self, cls):
        """The options; None where they are not known."""
        options = {name: default for name, (_, default) in cls.options.items()}
        known = self.values.get("rules", 0) is not None
        for key, node in self.options:
            known = known and node is not None
            if not node:
                continue
            try:
                quoted = not node.plain and (node.text[:1].isdigit() or node.text in ("true", "false"))
                if key.text not in options or quoted:
                    raise ValueError
                options[key.text] = cls.options[key.text][0](node.text)
            except ValueError:
                self.report.find("bad-value", node.place)
                known = False
        return options if known else None

    def start(self, cls, options):
        """The game at its start; without a position that can be played, None."""
        node = self.values.get("position")
        if "position" in self.values and node is None:
            return None
        try:
            return cls(self.variant, options, node.text if node else None)
        except BadPosition:
            self.report.find("bad-position", node.place)
            return None

    def replay(self, game, options):
        report, cls = self.report, GAMES[self.values["game"].text]
        stopped = game is None
        idle = game or cls(self.variant, options)
        moves = self.values.get("moves")
        reading = Reading(report, idle, options["repetition"], stopped)
        if moves:
            reading.read(Tokens(reading.game, *moves[:2]))
        stopped = reading.stopped or not moves
        if game:
            report.plies, report.outcome = reading.plies, reading.outcome or ("*", None)
            report.points = reading.game.score(report.outcome[0]) if reading.outcome else None
        faulty, least = self.read_playout(reading, stopped)
        if game:
            report.position = self.last.text()
        if not stopped:
            self.judge_result(report.outcome)
            if not faulty:
                self.judge_points(report.outcome, least)

    def read_playout(self, main, stopped):
        """Whether it has a fault, and how many points there are at least (H14)."""
        self.last = main.game
        playout = self.values.get("playout")
        won = not stopped and self.values["game"].text == "hogga" and main.outcome and main.outcome[0] != "draw"
        game, least = main.game.copy(), -1
        if won:
            game.turn, game.solo = game.turn, True  # the loser is to move
            game.turn = 1 - game.sides.index(main.outcome[0])
            least = game.away(game.turn)
        if not playout:
            return False, least if "playout" not in self.values else -1
        if not stopped and not won:
            self.report.find("result-mismatch", playout[2])
        reading = Reading(self.report, game, 0, not won, playout=True)
        reading.read(Tokens(game, *playout[:2]))
        if won:
            self.last = reading.game
            away = reading.game.away(reading.game.turn)
            if away:
                least = reading.solo_moves + away
            else:
                self.report.points = reading.solo_moves
        return reading.faulty, least

    def judge_result(self, outcome):
        result, how = self.values.get("result"), self.values.get("termination")
        if outcome[0] != "*":
            if result and result.text != outcome[0]:
                self.report.find("result-mismatch", result.place)
            elif how and how.text != "rules":
                self.report.find("result-mismatch", how.place)
        elif result and result.text != "*" and ("termination" not in self.values or how):
            if "termination" not in self.values:
                self.report.find("termination-missing", result.place)
            elif how.text in ("rules", "unfinished"):
                self.report.find("result-mismatch", result.place)

    def judge_points(self, outcome, least):
        node = self.values.get("points")
        if not node:
            return
        claim, points = int(node.text), self.report.points
        if outcome[0] == "draw" or (points is not None and claim != points) or (points is None and claim < least):
            self.report.find("points-mismatch", node.place)
        elif points is None:
            self.report.find("points-unproved", node.place)


def is_date(text):
    m = re.fullmatch(r"([0-9]{4}|\?{4})-([0-9]{2}|\?\?)-([0-9]{2}|\?\?)", text, re.A)
    if not m:
        return False
    year, month, day = (None if "?" in part else int(part) for part in m.groups())
    if month is not None and not 1 <= month <= 12 or day is not None and not 1 <= day <= 31:
        return False
    if month is None or day is None:
        return True
    leap = year is None or (year % 4 == 0 and (year % 100 != 0 or year % 400 == 0))
    return day <= [31, 29 if leap else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]


def is_claimed(mapping):
    """Whether a key makes the mapping a record; else it is other YAML."""
    return any(key.kind == "text" and key.text.casefold() in ("game", "moves", "players", "position") for key in mapping.items[::2])


def read(data):
    """The reports on a stream."""
    report, records = None, 0
    for document in documents(data):
        if document is None and report and report.broken:
            continue
        try:
            if document is None:
                raise Stop("yaml")
            node = tree(document)
            report = Reader(node).report
            if not is_claimed(node):
                report = Report()
                continue
        except Foreign:
            report = Report()
            report.broken = True
            continue
        except Stop as stop:
            report = Report()
            report.broken = True
            report.find(str(stop), 0)
        records += 1
        yield report.as_dict()
    if not records:
        report = Report()
        report.find("yaml", 0)
        yield report.as_dict()


if __name__ == "__main__":
    for one in read(sys.stdin.buffer.read()):
        print(json.dumps(one, ensure_ascii=False))
