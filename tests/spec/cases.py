"""Records for the comparison of the reader with the program: generated from the grammar, played at random, and mutated."""
import base64
import json
import re

import yaml

from games import CELL, GAMES, LETTERS, PITS, Akron, HusBao

KEYS = ("zet", "game", "variant", "rules", "date", "result", "termination", "position", "moves", "playout", "points")


def render(fields):
    """A record in the plain form. Texts with a line end, and all that a mutation has made, are in quotes."""
    lines = ["---"]
    for key, value in fields:
        if isinstance(value, dict) and all(re.fullmatch("[a-z0-9-]+", str(v)) for v in value.values()):
            lines.append(f"{key}: {{{', '.join(f'{k}: {v}' for k, v in value.items())}}}")
        elif isinstance(value, (list, dict)) or key in ("moves", "playout", "position") or not re.fullmatch(
                r"[a-zA-Z0-9][a-zA-Z0-9 .?-]*", value):
            lines.append(f"{key}: {json.dumps(value, ensure_ascii=False)}")
        else:
            lines.append(f"{key}: {value}")
    return "\n".join(lines) + "\n"


def random_options(random, name):
    some = {"repetition": ["0", "2", "3"], "first": ["black", "white"] if name == "halma" else ["a", "b"],
            "evacuation": ["0", "1", "2", "5"], "hops": ["short", "long"], "yards": ["free", "one-way"],
            "forced": ["no", "forward"], "goal": ["all", "occupied"], "size": ["3", "3", "4", "5", "8", "12"],
            "supply": ["1", "3", "6", "20"], "swap": ["true", "false"], "touch": ["before", "stay"],
            "full-board": ["play", "draw"], "direction": ["free", "cw", "ccw"],
            "endless": ["illegal", "draw", "1", "3", "40"]}
    return {k: random.choice(some[k]) for k in GAMES[name].options if random.random() < 0.3}


def start(random, name):
    """A game, and the fields of its record."""
    cls = GAMES[name]
    variant = random.choice(list(cls.variants)) if cls.variants else "basic"
    if name == "halma":
        variant = random.choice(["8x8", "8x8", "10x10", "16x16"])
    written = random_options(random, name)
    fields = [("game", name)] + ([("variant", variant)] if cls.variants else [])
    if written:
        fields.append(("rules", written))
    return cls(variant, options_of(name, written)), fields


def cell_text(cell):
    return f"{LETTERS[cell[0] - 1]}{cell[1]}"


def legal_move(random, game):
    """The text of a legal move, or of one that is likely to be; None if none exists."""
    if isinstance(game, HusBao):
        pits = [i for i, n in enumerate(game.pits[game.turn]) if n > 1]
        if not pits:
            return "--"
        f, r = PITS[game.turn][random.choice(pits)]
        text = f"{LETTERS[f]}{r}{random.choice('+-')}"
        roll = random.random()
        return text + f"/{random.randint(1, 3)}" if roll < 0.05 else "%skip" if roll < 0.08 else text
    if isinstance(game, Akron):
        vacant, own = list(game.vacant()), [p for p, c in game.at.items() if c == game.letters[game.turn]]

        def place(p):
            return (str(p[0]) if p[0] > 1 else "") + cell_text(p[1:])
        for _ in range(30):
            if random.random() < 0.3 and own and vacant:
                origin, end = random.choice(own), random.choice(vacant)
                falling = game.falls(origin)
                if not game.relocation_fault(origin, end, falling):
                    return f"{place(origin)}-{place(end)}" + "".join("v" + place(p) for p in falling if random.random() < 0.9)
            elif vacant:
                end = random.choice(vacant)
                if end[0] == 1:
                    return place(end)
        return "swap" if random.random() < 0.5 else None
    own = [c for c in game.at if game.is_own(c)]
    for _ in range(40):
        if not own:
            break
        origin = random.choice(own)
        path = [origin]
        if random.random() < 0.7:
            for _ in range(random.randint(1, 4)):
                ends = sorted(game.hops(path[-1], origin))
                if ends:
                    path.append(random.choice(ends))
        else:
            path.append((origin[0] + random.randint(-1, 1), origin[1] + random.randint(-1, 1)))
        if len(path) > 1 and game.on_board(path[-1]) and not game.check(("walk", path)):
            if random.random() < 0.1:
                return f"{cell_text(origin)}..{cell_text(path[-1])}"
            return ("-" if len(path) == 2 and game.adjacent(*path) else "^").join(map(cell_text, path))
    return "--"


def played(random, game, plies, turn=1, depth=0):
    """Tokens of a game played at random from here, with what may be between moves."""
    tokens = []
    for _ in range(plies):
        text = legal_move(random, game)
        move = text and game.parse(text)
        if not text or isinstance(move, str):
            break
        if random.random() < 0.3:
            tokens.append(f"{(turn + 1) // 2}{'.' if turn % 2 else '...'}" if random.random() < 0.9 else f"{random.randint(0, 9)}.")
        before = game.copy()
        tokens.append(text + random.choice(["", "", "", "", "!", "?!$3", "$255"]))
        if game.check(move) and random.random() < 0.95:
            tokens.pop()
            continue
        if not game.check(move):
            game.play(move)
        if random.random() < 0.1:
            tokens.append(random.choice(["{a (comment}", "; to the end\n", "{[%mark a1]}", "{[%clk 0:01:00]}", "; b10-b9 d4 a2+\n"]))
        if random.random() < 0.15 and depth < 2:
            tokens += ["(", *played(random, before, random.randint(0, 3), turn, depth + 1), ")"]
        turn += 1
        if game.outcome() and random.random() < 0.8:
            break
    return tokens


def play(random, name):
    game, fields = start(random, name)
    if random.random() < 0.5:
        played(random, game, random.randint(1, 12), 1, 2)
        fields.append(("position", game.text()))
        fresh = dict(fields)
        game.__init__(fresh.get("variant", "basic"), options_of(name, fresh.get("rules", {})), game.text())
    tokens = played(random, game, random.randint(0, 14))
    fields.append(("moves", " ".join(tokens) if random.random() < 0.85 else tokens))
    if random.random() < 0.3:
        fields.append(("result", random.choice([*game.sides, "draw", "*"])))
    if random.random() < 0.3:
        fields.append(("termination", random.choice(["rules", "time", "resignation", "unfinished"])))
    if random.random() < 0.2:
        fields.append(("points", str(random.choice([0, 1, 5, 12, 30, 40]))))
    return fields


LINES = ["---", "---", "...", "...", "--- # text", "# text", "", "%YAML 1.2", "%FOO", "---x", "....", "game: hogga", "moves: b10-b9", "moves: ''",
         "moves: |", "  b10-b9", "  k4-k5", "event: a", "event: 'a", "event: *a", "event: [a", "x-a: {b: c}", "result: 'black'", "{}", "- a", "text",
         " game: akron", "rules:", "  repetition: 3", "players:", "  black: A", "  white:", "    name: B", "game: hogga # text", "\ufeff---"]


def stream(random):
    """Lines of records, markers and what is neither."""
    return "".join(random.choice(LINES) + random.choice(["\n", "\n", "\n", "\r\n", "\r"]) for _ in range(random.randint(0, 12)))


VALUE_TEXTS = ["", "~", "null", "Null", "NULL", "nULL", "''", '""', "'~'", "1", "01", "'1'", '"1"', "1.0", "true", "'true'", "2", "0", "a", "black", "'black'",
               "draw", '"*"', "[]", "{}", "[a]", "{a: b}", "{black: A}", "{black: A, black: B}", "{black: {name: A, nome: B}}", "{black: [A]}", "{a: ~}",
               "{repetition: 3}", "{repetition: }", "{repetition: [3]}", "{repetition: 2, repetition: x}", "{x-y: [1]}", "{? a : b}", "{[a]: b}",
               "[b10-b9, k4-k5]", "[b10-b9, [k4-k5]]", "[b10-b9, ~]", "rules", "time", "unfinished", "2024-02-29", "2023-02-29", "????-??-31", "????-02-30",
               "2024-??-31", "2024-04-??", "8x8", "basic", "12", "123456789", "1234567890", "x", "|\n  a\n  b", ">\n  a\n  b", "a\n  b", "'a\n\n  b'", "&a b", "!a b", "*a"]
NAMES = ["zet", "game", "variant", "rules", "event", "date", "players", "result", "termination", "position", "moves", "playout", "points", "comment", "x-a",
         "moves", "'date'", "Game", "x-", "x", "? game", "rules", "players"]


def header(random):
    """A record whose values may be of any kind."""
    name = random.choice(list(GAMES))
    lines = [f"game: {name}"] + [f"{random.choice(NAMES)}: {random.choice(VALUE_TEXTS)}" for _ in range(random.randint(0, 5))]
    if name == "halma":
        lines.append("variant: 8x8")
    if random.random() < 0.8:
        lines.append("moves: ''")
    random.shuffle(lines)
    return "---\n" + "\n".join(lines) + "\n"


def solo(random):
    """A Hogga game that ends soon, with a playout."""
    game = GAMES["hogga"](None, options_of("hogga", {}))
    winner = random.randint(0, 1)
    goals = [sorted(game.goals[side]) for side in (0, 1)]
    men = random.randint(1, 3)
    at = dict.fromkeys(random.sample(goals[winner], men), game.letters[winner])
    for _ in range(random.randint(1, 3)):
        f, r = random.choice(goals[1 - winner])
        at[min(12, max(1, f + random.randint(-2, 2))), min(13, max(1, r + random.randint(-2, 2)))] = game.letters[1 - winner]
    man = random.choice([c for c, p in at.items() if p == game.letters[winner]])
    near = [(man[0] + df, man[1] + dr) for df in (-1, 0, 1) for dr in (-1, 0, 1)]
    to = random.choice([c for c in near if game.on_board(c) and c not in at] or [man])
    at[to] = at.pop(man)
    game.at, game.turn = at, winner
    fields = [("game", "hogga"), ("position", game.text())]
    tokens = played(random, game, random.randint(1, 3))
    if game.outcome():
        game.turn, game.solo = 1 - winner, True
    else:
        game.turn = 1 - winner
    solos = []
    for number in range(1, random.randint(1, 6)):
        text = legal_move(random, game)
        if random.random() < 0.3:
            solos.append(f"{number if random.random() < 0.9 else 7}{random.choice(['.', '.', '.', '...'])}")
        solos.append(text)
        if random.random() < 0.1:
            solos += ["(", text, ")"]
        if random.random() < 0.05:
            solos.append(random.choice(["huh", "{a}", "--", "a1-a2", "1-0"]))
        move = game.parse(text)
        if not game.check(move):
            game.play(move)
            if game.solo is False:
                game.turn = 1 - winner
    fields += [("moves", " ".join(tokens)), ("playout", " ".join(solos) if random.random() < 0.8 else solos)]
    if random.random() < 0.7:
        fields.append(("points", str(random.randint(0, 9))))
    if random.random() < 0.3:
        fields.append(("result", random.choice(["black", "white", "draw"])))
    return render(fields)


def options_of(name, written):
    cls = GAMES[name]
    return {key: read(written[key]) if key in written else default for key, (read, default) in cls.options.items()}


def seeds(suite, longest):
    """The fields of the records of the suite that are not too long."""
    found = []
    for file in ("rulings.jsonl", "records.jsonl"):
        for line in (suite / file).read_text().splitlines():
            case = json.loads(line)
            text = case.get("record") or base64.b64decode(case["record-base64"]).decode(errors="replace")
            try:
                value = yaml.load(text, Loader=yaml.BaseLoader)
            except yaml.YAMLError:
                continue
            if isinstance(value, dict) and len(text) < longest and all(isinstance(k, str) for k in value):
                found.append([(k, v) for k, v in value.items() if k in KEYS])
    return found


NOISE = ["1.", "1...", "2.", "0.", "00001.", "1..", "(", ")", "()", "{x}", "{", "}", ";x\n", "!", "$1", "$300", "--", "swap", "%skip",
         "%give:a4:a1", "%give:a4*2:a1", "d4", "d4-e5", "a2+", "a2+x3", "a2-/2", "b10-b9", "c3^c5", "c3..c5", "1-0", "*", "z9-a1",
         "d4 - d5", "D4", "d4,", "d4-2d4v2d3", ".", "...", "x", "\u00a0", "\u2013", "{[%mark z9]}", "{[%arrow a1-a2]}", "{[%no a1]}"]
VALUES = {"zet": ["1", "2", "01"], "variant": ["8x8", "10x10", "bis", "front", "basic", "9x9"], "game": list(GAMES) + ["chess"],
          "result": ["black", "white", "a", "b", "draw", "*"], "points": ["0", "1", "9", "17", "25", "1234567890", "-1", "x"],
          "termination": ["rules", "time", "agreement", "unfinished", "lost"], "date": ["2024-02-30", "????-02-29", "2023-??-31"]}
ALPHABET = "abcdefghlpvx0123456789-^.+/*(){};!?$%:, \n\tBW|~=>–½é"


def mutate(random, fields):
    fields = [(k, v) for k, v in fields]
    for _ in range(random.randint(1, 3)):
        if not fields:
            break
        at = random.randrange(len(fields))
        for i, (key, _) in enumerate(fields):
            if key == "moves" and random.random() < 0.75:
                at = i
        key, value = fields[at]
        roll = random.random()
        if key in VALUES and roll < 0.7:
            fields[at] = key, random.choice(VALUES[key])
        elif roll < 0.03:
            del fields[at]
        elif roll < 0.05:
            fields.insert(random.randrange(len(fields) + 1), fields[at])
        elif roll < 0.08:
            name = random.choice(list(VALUES))
            fields.append((name, random.choice(VALUES[name])))
        elif isinstance(value, str):
            fields[at] = key, mutate_text(random, value)
        elif isinstance(value, list) and value and all(isinstance(v, str) for v in value):
            i = random.randrange(len(value))
            fields[at] = key, value[:i] + [mutate_text(random, value[i])] + value[i + 1:]
        elif isinstance(value, dict) and value:
            name = random.choice(list(value))
            fields[at] = key, {**value, name: random.choice(["0", "1", "2", "3", "true", "draw", "stay", "cw", "no", "long", "b"])}
    return fields


def mutate_text(random, text):
    roll, at = random.random(), random.randint(0, len(text))
    if roll < 0.25:
        return text[:at] + text[at + 1:]
    if roll < 0.5:
        return text[:at] + random.choice(ALPHABET) + text[at + (roll < 0.4):]
    words = re.split(r"(\s+)", text)
    at = random.randrange(len(words))
    if roll < 0.7:
        words.insert(at, f" {random.choice(NOISE)} ")
    elif roll < 0.8:
        words[at] = ""
    elif roll < 0.9:
        words.insert(at, " " + random.choice(words) + " ")
    else:
        cells = re.findall(CELL, text)
        words[at] = re.sub(CELL, lambda m: random.choice(cells) if random.random() < 0.5 else m[0], words[at])
    return "".join(words)


def generated(random, grammar, name):
    """A record whose move text is made from the grammar, for cells of the board."""
    game, fields = start(random, name)

    def cell():
        if name == "husbao":
            return random.choice("abcdefgh") + random.choice(["", "", "", "0"]) + random.choice("1234")
        size = game.size if name == "akron" else None
        return cell_text((random.randint(1, size or game.files), random.randint(1, size or game.ranks)))

    def place():
        level = random.randint(1, min(3, game.size))
        width = game.size + 1 - level
        return (str(level) if level > 1 else "") + cell_text((random.randint(1, width), random.randint(1, width)))

    def one_move():
        text = legal_move(random, game) if random.random() < 0.5 else None
        return text or grammar.text(random, f"{name}-move", special)

    def gift():
        if name != "husbao":
            return ""
        lists = [[cell() for _ in range(random.randint(1, 3))] for _ in "ab"]
        most = max(map(len, lists))
        return "%give:" + ":".join(",".join(cells[:-1] + [cells[-1] + (f"*{most - len(cells) + 1}" if len(cells) < most else
                                                                       "*1" * random.randint(0, 1))]) for cells in lists)
    special = {"cell": cell, "pit": cell, "place": place, "move": one_move}
    if name == "husbao":
        special["gift"] = gift
        if game.direction is None:
            special["husbao-move"] = lambda: re.sub(r"^([a-h]0*[1-4])(?=[x/]|$)", r"\1+", grammar.text(random, "husbao-move", {
                "pit": cell}))
            special["move"] = lambda: legal_move(random, game) if random.random() < 0.5 else special["husbao-move"]()
    else:
        special["turn"] = lambda: one_move() + (grammar.text(random, "glyphs", {}) if random.random() < 0.3 else "")
    text = ""
    for _ in range(6):
        text = max(text, grammar.text(random, "movetext", special), key=len)
    return fields + [("moves", text)]
