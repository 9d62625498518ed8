"""The four games, from docs/spec/RULES.md and docs/spec/MOVES.md alone: positions, moves, legality, outcomes.

A game has `sides`, `turn` (0 or 1), and these methods:
  parse(text)   a move from a text of the grammar, or a word: `syntax` or `limit`
  check(move)   the reason why it is illegal, or None
  play(move)    plays a legal move; what it did, for `agrees`
  agrees(move, done)   whether the annotation is true
  outcome()     None while the game is open, or (result, reason)
  text()        the position as text"""
import re

LETTERS = "abcdefghijklmnop"
EIGHT = [(df, dr) for df in (-1, 0, 1) for dr in (-1, 0, 1) if df or dr]
CELL = r"[a-p](?:1[0-9]|[1-9])"
OPTION_MAX = 999_999_999
STAGES_ENDLESS, STAGES_ALL = 20_000, 20_000_000


class BadPosition(Exception):
    pass


class Limit(Exception):
    pass


def number_option(least, zero=False, most=OPTION_MAX):
    def read(text):
        if not re.fullmatch(r"[0-9]+", text) or int(text) > most:
            raise ValueError
        n = int(text)
        if n < least and not (zero and n == 0):
            raise ValueError
        return n
    return read


def word_option(*words):
    def read(text):
        if text not in words:
            raise ValueError
        return text
    return read


def read_rank(text, width, pieces):
    """The pieces of a rank, None where it is empty."""
    cells = []
    for part in re.findall(r"[0-9]+|.", text, re.S):
        if part[0].isdigit():
            if not part.isascii() or part[0] == "0" or len(part) > 2:
                raise BadPosition
            cells += [None] * int(part)
        elif part in pieces:
            cells.append(part)
        else:
            raise BadPosition
    if len(cells) != width:
        raise BadPosition
    return cells


def write_rank(cells):
    return re.sub(r"\.+", lambda m: str(len(m[0])), "".join(c or "." for c in cells))


class Game:
    def copy(self):
        other = object.__new__(type(self))
        other.__dict__ = {k: dict(v) if isinstance(v, dict) and k in self.changing else list(v) if isinstance(v, list) else v
                          for k, v in self.__dict__.items()}
        return other

    def agrees(self, move, done):
        return True

    def score(self, result):
        return None


# Hogga and Halma.

class Hops(Game):
    sides, letters = ("black", "white"), "bw"
    changing = {"at"}
    moves = rf"{CELL}(?:-{CELL}|(?:\^{CELL})+|\.\.{CELL})|--"

    def begin(self, position):
        """The text of a position, or the game's start."""
        self.made, self.solo = [0, 0], False
        m = re.fullmatch(r"([^ ]*) ([bw])", position)
        ranks = m[1].split("/") if m else []
        if len(ranks) != self.ranks:
            raise BadPosition
        self.at = {(f, self.ranks - i): piece for i, rank in enumerate(ranks)
                   for f, piece in enumerate(read_rank(rank, self.files, self.pieces), 1) if piece}
        self.turn = self.letters.index(m[2])
        for letter in self.letters:
            if sum(p.lower() == letter for p in self.at.values()) > self.men or self.too_many(letter):
                raise BadPosition

    def too_many(self, letter):
        return False

    def text(self):
        ranks = [write_rank([self.at.get((f, r)) for f in range(1, self.files + 1)]) for r in range(self.ranks, 0, -1)]
        return "/".join(ranks) + " " + self.letters[self.turn]

    def key(self):
        return frozenset(self.at.items()), self.turn

    def on_board(self, cell):
        return 1 <= cell[0] <= self.files and 1 <= cell[1] <= self.ranks

    def parse(self, text):
        if text == "--":
            return "pass", []
        cells = [(LETTERS.index(c[0]) + 1, int(c[1:])) for c in re.findall(CELL, text)]
        if not all(map(self.on_board, cells)):
            return "syntax"
        if len(cells) > 256:
            return "limit"
        return "route" if ".." in text else "walk", cells

    def plain(self, text, move):
        """Whether the separators are those of a legal move."""
        kind, cells = move
        return kind != "walk" or ("-" in text) == (len(cells) == 2 and self.adjacent(*cells))

    @staticmethod
    def adjacent(a, b):
        return max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 1

    def is_own(self, cell):
        return cell in self.at and self.at[cell].lower() == self.letters[self.turn]

    def hop_fault(self, start, end, origin):
        """Cells between are looked at with the moving piece off its origin (H7, M4)."""
        def piece(cell):
            return None if cell == origin else self.at.get(cell)
        if piece(end):
            return "occupied"
        df, dr = end[0] - start[0], end[1] - start[1]
        length = max(abs(df), abs(dr))
        if not length or (df and dr and abs(df) != abs(dr)):
            return "no-hurdle"
        between = [piece((start[0] + df // length * i, start[1] + dr // length * i)) for i in range(1, length)]
        if not any(between) or (not self.long and length != 2):
            return "no-hurdle"
        hurdle = between[len(between) // 2] if len(between) % 2 else None
        if not hurdle:
            return "uneven-hop"
        if sum(map(bool, between)) > 1:
            return "blocked"
        if hurdle.isupper():
            return "hurdle-is-hogga"
        return self.closed(start, end)

    def closed(self, start, end):
        """M11."""
        own, other = self.yards[self.turn], self.yards[1 - self.turn]
        if self.one_way and (end in own and start not in own or start in other and end not in other):
            return "yard-closed"
        return None

    def hops(self, start, origin):
        for df, dr in EIGHT:
            for length in range(2, 16 if self.long else 3, 2):
                end = start[0] + df * length, start[1] + dr * length
                if self.on_board(end) and not self.hop_fault(start, end, origin):
                    yield end

    def is_forced(self, start, end):
        """M12: a hop out of the own yard, forward, over an opponent's piece."""
        df, dr = end[0] - start[0], end[1] - start[1]
        forward = df <= 0 <= dr if self.turn else dr <= 0 <= df
        middle = (start[0] + end[0]) // 2, (start[1] + end[1]) // 2
        return start in self.yards[self.turn] and forward and not self.is_own(middle)

    def must_hop(self):
        return self.forced and any(self.is_forced(cell, end) for cell in list(self.at) if self.is_own(cell)
                                   and cell in self.yards[self.turn] for end in self.hops(cell, cell))

    def reach(self, origin, forced):
        """The ends of all chains."""
        seen, todo, first = set(), [origin], True
        while todo:
            cell = todo.pop()
            for end in self.hops(cell, origin):
                if end not in seen and not (first and forced and not self.is_forced(cell, end)):
                    seen.add(end)
                    todo.append(end)
            first = False
        return {end for end in seen if end != origin and end not in self.closed_cells[self.turn]}

    def step_fault(self, start, end):
        if end in self.at:
            return "occupied"
        return self.closed(start, end) or ("forbidden-cell" if end in self.closed_cells[self.turn] else None)

    def goes(self, origin, end=None):
        """Whether the piece can go to `end`, or anywhere."""
        forced = self.must_hop()
        steps = [] if forced else [(origin[0] + df, origin[1] + dr) for df, dr in EIGHT]
        ends = {c for c in steps if self.on_board(c) and not self.step_fault(origin, c)}
        if end in ends or (end is None and ends):
            return True
        ends = self.reach(origin, forced)
        return end in ends or (end is None and bool(ends))

    def check(self, move):
        kind, cells = move
        if kind == "pass":
            return "must-not-pass" if any(self.is_own(c) and self.goes(c) for c in list(self.at)) else None
        start, end = cells[0], cells[-1]
        if not self.is_own(start):
            return "not-own-piece" if start in self.at else "empty-origin"
        if kind == "route":
            return None if self.goes(start, end) else "no-route"
        if len(cells) == 2 and self.adjacent(start, end):
            return self.step_fault(start, end) or ("forced-hop" if self.must_hop() else None)
        for a, b in zip(cells, cells[1:]):
            fault = self.hop_fault(a, b, start)
            if fault:
                return fault
        if end == start:
            return "returns-to-start"
        if end in self.closed_cells[self.turn]:
            return "forbidden-cell"
        return "forced-hop" if self.must_hop() and not self.is_forced(start, cells[1]) else None

    def play(self, move):
        if move[0] != "pass":
            self.at[move[1][-1]] = self.at.pop(move[1][0])
        if not self.solo:
            self.made[self.turn] += 1
            self.turn = 1 - self.turn

    def men_of(self, side):
        return [cell for cell, piece in self.at.items() if piece.lower() == self.letters[side]]

    def away(self, side):
        return sum(cell not in self.goals[side] for cell in self.men_of(side))


class Hogga(Hops):
    files, ranks, men, pieces, long, one_way, forced = 12, 13, 12, "bwBW", True, False, False
    options = {"repetition": (number_option(2, True), 3)}
    variants = None
    start = "b1b1b7/1b1b1b6/b1b1b7/1B1B1B6/12/12/12/12/12/6W1W1W1/7w1w1w/6w1w1w1/7w1w1w b"
    corners = [{(f, r) for f in range(1, 7) for r in range(10, 14)}, {(f, r) for f in range(7, 13) for r in range(1, 5)}]
    dark = {(f, r) for f in range(1, 13) for r in range(1, 14) if (f + r) % 2 == 0}
    dotted = corners[0] | corners[1]
    closed_cells = dotted - dark, dotted & dark
    goals = corners[1] & dark, corners[0] - dark
    yards = set(), set()

    def __init__(self, variant, options, position=None):
        self.first = 0
        self.begin(self.start if position is None else position)

    def too_many(self, letter):
        return sum(p == letter.upper() for p in self.at.values()) > 3

    def outcome(self):
        mover = 1 - self.turn
        if self.men_of(mover) and not self.away(mover):
            return self.sides[mover], "goal"
        return None


class Halma(Hops):
    pieces = "bw"
    variants = {"8x8": (8, (4, 3, 2, 1), 30), "10x10": (10, (5, 4, 3, 2, 1), 50), "16x16": (16, (5, 5, 4, 3, 2), 0)}
    options = {"repetition": (number_option(2, True), 0), "first": (word_option("black", "white"), "white"),
               "evacuation": (number_option(1, True), None), "hops": (word_option("short", "long"), "short"),
               "yards": (word_option("free", "one-way"), "free"), "forced": (word_option("no", "forward"), "no"),
               "goal": (word_option("all", "occupied"), "all")}
    closed_cells = set(), set()

    def __init__(self, variant, options, position=None):
        size, yard, limit = self.variants[variant]
        self.files = self.ranks = size
        self.men = sum(yard)
        south = {(size - i, r) for r, n in enumerate(yard, 1) for i in range(n)}
        self.yards = {(size + 1 - f, size + 1 - r) for f, r in south}, south
        self.goals = self.yards[1], self.yards[0]
        self.limit = limit if options["evacuation"] is None else options["evacuation"]
        self.long, self.one_way = options["hops"] == "long", options["yards"] == "one-way"
        self.forced, self.occupied = options["forced"] == "forward", options["goal"] == "occupied"
        self.first = self.sides.index(options["first"])
        if position is None:
            at = {**dict.fromkeys(self.yards[0], "b"), **dict.fromkeys(self.yards[1], "w")}
            ranks = [write_rank([at.get((f, r)) for f in range(1, size + 1)]) for r in range(size, 0, -1)]
            position = "/".join(ranks) + " " + self.letters[self.first]
        self.begin(position)

    def outcome(self):
        mover = 1 - self.turn
        men = self.men_of(mover)
        if self.occupied:
            home = all(c in self.at for c in self.goals[mover]) and any(c in self.goals[mover] for c in men)
        else:
            home = men and not self.away(mover)
        if home:
            return self.sides[mover], "goal"
        if self.limit and self.made[mover] > self.limit and any(c in self.yards[mover] for c in men):
            return self.sides[1 - mover], "yard"
        return None


# Akron. A place is (level, file, rank), all from 1.

PLACE = rf"(?:1[0-9]|[2-9])?{CELL}"


class Akron(Game):
    sides, letters, variants = ("black", "white"), "bw", None
    changing = {"at"}
    moves = rf"{PLACE}(?:-{PLACE}(?:v{PLACE})*)?|swap|--"
    options = {"repetition": (number_option(2, True), 0), "size": (number_option(3, most=16), 8), "supply": (number_option(1), None),
               "swap": (word_option("true", "false"), "false"), "touch": (word_option("before", "stay"), "before"),
               "full-board": (word_option("play", "draw"), "play")}

    def __init__(self, variant, options, position=None):
        self.size, self.supply, self.stay = options["size"], options["supply"], options["touch"] == "stay"
        self.full_board, self.may_swap = options["full-board"] == "draw", options["swap"] == "true"
        self.first, self.at = 0, {}
        m = re.fullmatch(r"([^ ]*) ([bw])", "/".join([str(self.size)] * self.size) + " b" if position is None else position)
        levels = m[1].split("|") if m else []
        if not 1 <= len(levels) <= self.size:
            raise BadPosition
        self.turn = self.letters.index(m[2])
        for level, text in enumerate(levels, 1):
            width, ranks = self.size + 1 - level, text.split("/")
            if len(ranks) != width:
                raise BadPosition
            stones = {(level, f, width - i): c for i, rank in enumerate(ranks)
                      for f, c in enumerate(read_rank(rank, width, "bw"), 1) if c}
            if level > 1 and not stones:
                raise BadPosition
            self.at |= stones
        if any(p[0] > 1 and not all(b in self.at for b in self.below(p)) for p in self.at):
            raise BadPosition
        if self.supply and max(list(self.at.values()).count(c) for c in "bw") > self.supply:
            raise BadPosition

    def text(self):
        top = max((p[0] for p in self.at), default=1)
        levels = []
        for level in range(1, top + 1):
            width = self.size + 1 - level
            levels.append("/".join(write_rank([self.at.get((level, f, r)) for f in range(1, width + 1)])
                                   for r in range(width, 0, -1)))
        return "|".join(levels) + " " + self.letters[self.turn]

    def key(self):
        return frozenset(self.at.items()), self.turn

    def has(self, place):
        level, f, r = place
        return 1 <= level <= self.size and 1 <= f <= self.size + 1 - level and 1 <= r <= self.size + 1 - level

    def below(self, place):
        level, f, r = place
        return [(level - 1, f + i, r + j) for i in (0, 1) for j in (0, 1)]

    def above(self, place):
        """The places of the next level that rest on this one."""
        level, f, r = place
        return [p for p in ((level + 1, f - i, r - j) for i in (0, 1) for j in (0, 1)) if self.has(p)]

    def parse(self, text):
        if text in ("--", "swap"):
            return "pass" if text == "--" else "swap", []
        places = []
        for level, cell in re.findall(rf"(1[0-9]|[2-9])?({CELL})", text):
            places.append((int(level or 1), LETTERS.index(cell[0]) + 1, int(cell[1:])))
        if not all(map(self.has, places)):
            return "syntax"
        if len(places) > 256:
            return "limit"
        return "relocate" if "-" in text else "place", places

    def plain(self, text, move):
        return True

    def falls(self, origin):
        """The stones that fall when the stone leaves, lowest first; None: pinned."""
        falling, leaving = [], origin
        while True:
            on = [p for p in self.above(leaving) if p in self.at]
            if not on:
                return falling
            if len(on) > 1:
                return None
            leaving = on[0]
            falling.append(leaving)

    def neighbors(self, at, place):
        """The stones of the same color that touch the stone and are not cut (A4, A5)."""
        level, f, r = place
        if (level + 2, f - 1, r - 1) in at:
            return
        for other in [(level, f + 1, r), (level, f - 1, r), (level, f, r + 1), (level, f, r - 1)]:
            if at.get(other) != at[place] or (level + 2, other[1] - 1, other[2] - 1) in at:
                continue
            both = set(self.above(place)) & set(self.above(other))
            if len(both) < 2 or not all(p in at for p in both):
                yield other
        for other in (self.below(place) if level > 1 else []) + self.above(place):
            if at.get(other) == at[place] and (other[0] + 2, other[1] - 1, other[2] - 1) not in at:
                yield other

    def chain(self, at, place):
        seen, todo = {place}, [place]
        while todo:
            for other in self.neighbors(at, todo.pop()):
                if other not in seen:
                    seen.add(other)
                    todo.append(other)
        return seen

    def touched(self, place):
        """The places of stones that a stone at this place would touch (A4)."""
        level, f, r = place
        return [(level, f + 1, r), (level, f - 1, r), (level, f, r + 1), (level, f, r - 1)] + (
            self.below(place) if level > 1 else []) + self.above(place)

    def check(self, move):
        kind, places = move
        color = self.letters[self.turn]
        if kind == "pass":
            return "must-not-pass"
        if kind == "swap":
            return None if self.may_swap and self.turn == 1 else "no-swap"
        if kind == "place":
            place = places[0]
            if place[0] > 1:
                return "not-on-board-level"
            if place in self.at:
                return "occupied"
            return "no-stones-left" if self.used_up() else None
        origin, end = places[:2]
        if self.at.get(origin) != color:
            return "not-own-piece" if origin in self.at else "empty-origin"
        return self.relocation_fault(origin, end, self.falls(origin))

    def relocation_fault(self, origin, end, falling):
        if falling is None:
            return "pinned"
        if falling and end in [origin, *falling]:
            return "takes-falling-place"
        if end in self.at:
            return "occupied"
        if end[0] > 1:
            below = self.below(end)
            if not all(p in self.at for p in below):
                return "not-supported"
            if any(p == origin or p in falling for p in below):
                return "uses-falling-stone"
        chain = self.chain(self.at, origin) - {origin, *falling}
        touched = [p for p in self.touched(end) if p in chain]
        if touched and falling and self.stay:
            after = dict(self.at)
            self.fall(after, origin, falling)
            after[origin] = self.at[origin]
            chain = self.chain(after, origin)
            touched = [p for p in touched if p in chain]
        return None if touched else "not-touching-chain"

    @staticmethod
    def fall(at, origin, falling):
        to = origin
        del at[to]
        for place in falling:
            at[to] = at.pop(place)
            to = place

    def used_up(self):
        return self.supply is not None and list(self.at.values()).count(self.letters[self.turn]) >= self.supply

    def play(self, move):
        kind, places = move
        if self.turn == 1:
            self.may_swap = False
        if kind == "swap":
            return None
        falling = []
        if kind == "place":
            self.at[places[0]] = self.letters[self.turn]
        else:
            falling = self.falls(places[0])
            self.fall(self.at, places[0], falling)
            self.at[places[1]] = self.letters[self.turn]
        self.turn = 1 - self.turn
        return falling

    def agrees(self, move, done):
        return len(move[1]) <= 2 or move[1][2:] == done

    def is_linked(self, side):
        axis = 1 if side else 2
        color = self.letters[side]
        seen = set()
        for place in [p for p, c in self.at.items() if c == color and p[0] == 1 and p[axis] == 1]:
            if place not in seen:
                chain = self.chain(self.at, place)
                if any(p[0] == 1 and p[axis] == self.size for p in chain):
                    return True
                seen |= chain
        return False

    def can_move(self):
        vacant = [p for p in self.vacant()]
        if any(p[0] == 1 for p in vacant) and not self.used_up():
            return True
        for origin in [p for p, c in self.at.items() if c == self.letters[self.turn]]:
            falling = self.falls(origin)
            if falling is not None and any(not self.relocation_fault(origin, end, falling) for end in vacant):
                return True
        return False

    def vacant(self):
        for level in range(1, self.size + 1):
            for f in range(1, self.size + 2 - level):
                for r in range(1, self.size + 2 - level):
                    if (level, f, r) not in self.at:
                        yield level, f, r

    def outcome(self):
        if self.is_linked(self.turn):
            return self.sides[self.turn], "connection"
        full = all((1, f, r) in self.at for f in range(1, self.size + 1) for r in range(1, self.size + 1))
        if full and self.full_board:
            return "draw", "full-board"
        if (full or self.used_up()) and not self.can_move():
            return "draw", "no-moves"
        return None


# HusBao. A pit is (side, index), the index clockwise.

PITS = [[(f, 2) for f in range(8)] + [(f, 1) for f in range(7, -1, -1)],
        [(f, 4) for f in range(8)] + [(f, 3) for f in range(7, -1, -1)]]
PIT_AT = {cell: (side, i) for side in (0, 1) for i, cell in enumerate(PITS[side])}


class HusBao(Game):
    sides, letters = ("a", "b"), "ab"
    changing = set()
    variants = {"basic": None, "bis": None, "front": None}
    options = {"repetition": (number_option(2, True), 0), "first": (word_option("a", "b"), "a"),
               "direction": (word_option("free", "cw", "ccw"), "free"),
               "endless": (lambda text: text if text in ("illegal", "draw") else number_option(1)(text), "illegal")}
    start = "2,2,2,2,2,2,2,2/0,0,0,0,2,2,2,2/2,2,2,2,0,0,0,0/2,2,2,2,2,2,2,2 "
    pile = r"[a-p][0-9]+(?:\*[0-9]+)?"
    moves = (rf"[a-p][0-9]+[-+]?(?:x[0-9]+)?(?:/[0-9]+)?|%skip|--|%give:{pile}(?:,{pile})*:{pile}(?:,{pile})*")

    def __init__(self, variant, options, position=None):
        self.variant, self.endless = variant, options["endless"]
        self.direction = {"cw": "+", "ccw": "-"}.get(options["direction"])
        self.first = self.sides.index(options["first"])
        self.drawn, self.spent, self.known = False, [0, 0], {}
        count = "(?:0|[1-9][0-9]?)"
        row = f"{count}(?:,{count}){{7}}"
        position = self.start + self.letters[self.first] if position is None else position
        if not re.fullmatch(f"{row}(?:/{row}){{3}} [ab]", position, re.A):
            raise BadPosition
        rows = [list(map(int, r.split(","))) for r in position[:-2].split("/")]
        if sum(map(sum, rows)) > 48:
            raise BadPosition
        self.pits = [[rows[4 - r][f] for f, r in PITS[side]] for side in (0, 1)]
        self.turn = self.letters.index(position[-1])

    def copy(self):
        other = super().copy()
        other.pits = [list(side) for side in self.pits]
        other.spent, other.known = self.spent, self.known  # of the record
        return other

    def text(self):
        def stones(f, r):
            side, i = PIT_AT[f, r]
            return str(self.pits[side][i])
        return "/".join(",".join(stones(f, r) for f in range(8)) for r in (4, 3, 2, 1)) + " " + self.letters[self.turn]

    def key(self):
        return tuple(self.pits[0]), tuple(self.pits[1]), self.turn

    @staticmethod
    def pit(text):
        cell = LETTERS.index(text[0]), min(int(text[1:]), 99)
        return PIT_AT.get(cell)

    def parse(self, text):
        if text == "--" or text == "%skip":
            return ("pass" if text == "--" else "skip",)
        if text.startswith("%give"):
            return self.parse_gift(text)
        m = re.fullmatch(r"([a-p][0-9]+)([-+]?)(?:x([0-9]+))?(?:/([0-9]+))?", text)
        pit, direction = self.pit(m[1]), m[2] or self.direction
        cut = min(int(m[4]), OPTION_MAX) if m[4] else None
        if pit is None or not direction or cut == 0:
            return "syntax"
        return "sow", pit, direction, min(int(m[3]), OPTION_MAX) if m[3] else None, cut

    def parse_gift(self, text):
        lists = []
        for piles in text.split(":")[1:]:
            lists.append([(self.pit(p.split("*")[0]), min(int(p.split("*")[1]), OPTION_MAX) if "*" in p else 1)
                          for p in piles.split(",")])
        if any(pit is None or n == 0 for piles in lists for pit, n in piles):
            return "syntax"
        if len(lists[0]) + len(lists[1]) > 64:
            return "limit"
        if sum(n for _, n in lists[0]) != sum(n for _, n in lists[1]):
            return "syntax"
        return "give", lists[0], lists[1]

    def plain(self, text, move):
        return True

    def sow(self, index, direction, cut, purse):
        """(pits, loot, stages), or None where it is endless. `purse`: whose stages these are."""
        key = *self.key(), index, direction, cut
        if key not in self.known:
            self.known[key] = self.sow_all(index, direction, cut, STAGES_ALL - self.spent[purse])
        done, cost = self.known[key]
        self.spent[purse] += cost
        if self.spent[purse] > STAGES_ALL:
            raise Limit
        return done

    def sow_all(self, index, direction, cut, most_different):
        """The same, and how many stages there are up to the first repetition; they are counted a little beyond `most_different`."""
        own, other = list(self.pits[self.turn]), list(self.pits[1 - self.turn])
        step = 1 if direction == "+" else -1
        front = range(0, 8) if self.turn == 0 else range(8, 16)
        loot, stages, at, seen, different = 0, 0, index, {}, None
        bound = self.endless if isinstance(self.endless, int) else None
        most = min(cut or bound or STAGES_ENDLESS + 1, bound or STAGES_ENDLESS + 1)
        hand, own[at] = own[at], 0
        while len(seen) <= most_different:
            state = (at, hand, *own, *other)
            if state in seen and different is None:
                if cut is None and bound is None:
                    return None, stages
                different, period = stages, stages - seen[state]
                stages += (most - 1 - stages) // period * period  # nothing is captured in a cycle
                if most > STAGES_ENDLESS and bound is None:
                    return None, different
            if different is None:
                seen[state] = stages
            for _ in range(hand):
                at = (at + step) % 16
                own[at] += 1
            stages += 1
            taken = 0
            if at in front and other[15 - at]:
                taken, other[15 - at] = other[15 - at], 0
                if self.variant == "bis":
                    taken, other[at] = taken + other[at], 0
                own[at] += taken
                loot += taken
            elif own[at] == 1:
                break
            if stages == most and (most <= STAGES_ENDLESS or bound):
                break
            if stages >= STAGES_ENDLESS and bound is None:
                return None, different or stages
            hand, own[at] = own[at], 0
        return ((own, other), loot, stages), different or stages

    def check(self, move):
        kind = move[0]
        if kind == "skip":
            return None
        if kind == "pass":
            return "must-not-pass" if self.variant != "front" or self.may_sow() else None
        if kind == "give":
            return self.gift_fault(move)
        (side, index), direction = move[1], move[2]
        if side != self.turn:
            return "not-own-pit"
        if self.pits[side][index] < 2:
            return "too-few-stones"
        if self.direction and direction != self.direction:
            return "wrong-direction"
        self.sown = self.sow(index, direction, move[4], 0)
        return "endless-sowing" if self.sown is None and self.endless != "draw" else None

    def gift_fault(self, move):
        if any(side == self.turn for (side, _), _ in move[1]) or any(side != self.turn for (side, _), _ in move[2]):
            return "not-own-pit"
        left = list(self.pits[1 - self.turn])
        for (_, index), n in move[1]:
            left[index] -= n
        return "too-few-stones" if min(left) < 0 else None

    def play(self, move):
        """(loot, stages)"""
        if move[0] == "give":
            for (side, index), n in move[1]:
                self.pits[side][index] -= n
            for (side, index), n in move[2]:
                self.pits[side][index] += n
            return 0, 0
        done = 0, 0
        if move[0] == "sow":
            if self.sown is None:
                self.drawn = True
            else:
                self.pits[self.turn], self.pits[1 - self.turn] = map(list, self.sown[0])
                done = self.sown[1:]
        self.turn = 1 - self.turn
        return done

    def agrees(self, move, done):
        return move[0] != "sow" or ((move[3] is None or move[3] == done[0]) and (move[4] is None or move[4] <= done[1]))

    def may_sow(self, side=None):
        return any(n > 1 for n in self.pits[self.turn if side is None else side])

    def outcome(self):
        if self.drawn:
            return "draw", "endless"
        if self.variant == "front":
            empty = not any(self.pits[0][:8]) or not any(self.pits[1][8:])
            if empty or not (self.may_sow(0) or self.may_sow(1)):
                a, b = map(sum, self.pits)
                return ("draw" if a == b else "a" if a > b else "b"), "front-empty" if empty else "no-moves"
        elif not self.may_sow():
            return self.sides[1 - self.turn], "no-moves"
        if self.endless == "illegal" and self.may_sow():
            directions = self.direction or "+-"
            if not any(self.sow(i, d, None, 1) for i in range(16) if self.pits[self.turn][i] > 1 for d in directions):
                return "draw", "endless"
        return None

    def score(self, result):
        return sum(self.pits[self.sides.index(result)]) if result in self.sides else None


GAMES = {"hogga": Hogga, "halma": Halma, "akron": Akron, "husbao": HusBao}
