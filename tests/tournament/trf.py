"""A reader of FIDE's Tournament Report File, from the words of its format (TRF16, C.04 annex 2) and
of JaVaFo's manual, for what zet writes: fixed columns, counted in characters, from 1."""

ROUND, STEP = 92, 10
ROUNDS_ONLY = ("XXR", "142")


class Fault(Exception):
    pass


def columns(line, first, last):
    return line[first - 1:last]


class Player:
    def __init__(self, line):
        self.number = int(columns(line, 5, 8))
        self.name = columns(line, 15, 47).rstrip()
        self.rating = columns(line, 49, 52).strip()
        self.federation = columns(line, 54, 56).strip()
        self.fide = columns(line, 58, 68).strip()
        self.points = columns(line, 81, 84).strip()
        self.rank = int(columns(line, 86, 89))
        for gap in (4, 9, 14, 48, 53, 57, 69, 80, 85, 90, 91):
            if columns(line, gap, gap).strip():
                raise Fault(f"column {gap} of {line!r} is not blank")
        self.rounds = []
        for at in range(ROUND, len(line) + 1, STEP):
            field = columns(line, at, at + 7).ljust(8)
            if field[4] != " " or field[6] != " " or columns(line, at + 8, at + 9).strip():
                raise Fault(f"round {len(self.rounds) + 1} of {line!r} is out of its columns")
            opponent, color, result = field[:4].strip(), field[5], field[7]
            if color not in "wb- " or result not in "10=+-WDLHFUZ ":
                raise Fault(f"{field!r} is no round")
            self.rounds.append((int(opponent or 0), color, result))


class Trf:
    def __init__(self, data):
        text = data.decode("utf-8")
        if not text.endswith("\r\n") or text.replace("\r\n", "").count("\n"):
            raise Fault("a line does not end with CR LF")
        self.lines, self.players = {}, {}
        for line in text.split("\r\n")[:-1]:
            if line != line.rstrip() or line[3:4] != " ":
                raise Fault(f"bad line {line!r}")
            if line.startswith("001"):
                player = Player(line)
                if player.number in self.players:
                    raise Fault(f"{player.number} appears twice")
                self.players[player.number] = player
            else:
                self.lines.setdefault(line[:3], []).append(line[4:])
        self.count = max((len(p.rounds) for p in self.players.values()), default=0)
        for p in self.players.values():
            p.rounds += [(0, " ", " ")] * (self.count - len(p.rounds))
        if "062" in self.lines and int(self.lines["062"][0]) != len(self.players):
            raise Fault("the number of players is not 062")
        self.check()

    def check(self):
        """What one player's line says of a game, the other's says too."""
        for p in self.players.values():
            for number, (opponent, color, result) in enumerate(p.rounds):
                if not opponent:
                    if color not in "- " or result not in "HFUZ ":
                        raise Fault(f"{p.name} plays nobody but has {result!r}")
                    continue
                back, other, said = self.players[opponent].rounds[number]
                pair = {"1": "0", "0": "1", "=": "=", "+": "-", "D": "D", "W": "L", "L": "W"}
                fits = said in "+-" if result == "-" else said == pair.get(result)
                if back != p.number or {color, other} != {"w", "b"} or not fits:
                    raise Fault(f"{p.name} and {self.players[opponent].name} do not agree")

    def rounds(self):
        """The events of each round as naive.py has them, in the order of the players."""
        words = {"1": "1-0", "0": "0-1", "=": "=", "+": "+-", "D": "~~"}
        for number in range(self.count):
            events = []
            for p in self.players.values():
                opponent, color, result = p.rounds[number]
                if not opponent and result in "HFUZ":
                    kind = {"H": "half", "Z": "zero"}.get(result, "full")
                    events.append((p.name, None, kind))
                elif color == "w":
                    other = self.players[opponent]
                    word = words.get(result) or ("-+" if other.rounds[number][2] == "+" else "--")
                    events.append((p.name, other.name, word, None))
            yield events
