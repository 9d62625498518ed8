"""A made-up weekend: four small tournaments of the four games, with their files and records."""

import json
import random
import re
import subprocess

HOSTILE = ["<script>window.hit = 1</script>", "\"><img src=x onerror='window.hit=1'>",
           "משה כהן \u202eabc", "../../etc/passwd", "A&amp;B 'q' \"d\"",
           "Wolfeschlegelsteinhausenbergerdorffwelchevoralternwaren"]
PLAIN = ["Berg, Ann", "Åkesson, Bo", "Cas de Wit", "Dorota Żak", "Eli Ross", "Fay 花", "Gus O'Neil"]
SIDES = {"hogga": ("black", "white"), "halma": ("white", "black"), "akron": ("black", "white"),
         "husbao": ("a", "b")}  # the side that moves first, then the other


def records_of(generate, game, count, seed):
    """Records of random games: (moves and what else is said of the game, result)."""
    more = {"halma": ["--variant", "8x8"], "akron": ["--rule", "size=4"]}.get(game, [])
    plies = {"hogga": "30", "halma": "30", "akron": "60", "husbao": "400"}[game]
    text = subprocess.run([generate, "--game", game, "--bare", "--count", str(count), "--seed",
                           str(seed), "--plies", plies] + more, capture_output=True, text=True,
                          check=True).stdout
    for record in text.split("---\n")[1:]:
        head, tail = record.split('result: "')
        yield head, tail.split('"')[0]


def pairings_round_robin(players, double):
    """The circle method; who meets nobody has a bye."""
    ring = players + [None] * (len(players) % 2)
    rounds = []
    for _ in range(len(ring) - 1):
        pairs = [(ring[i], ring[-1 - i]) for i in range(len(ring) // 2)]
        rounds.append(pairs)
        ring = [ring[0], ring[-1]] + ring[1:-1]
    return rounds + [[(b, a) for a, b in pairs] for pairs in rounds] if double else rounds


def pairings_swiss(players, rounds, r):
    met, plan = set(), []
    for _ in range(rounds):
        free, pairs = r.sample(players, len(players)), []
        while free:
            a = free.pop()
            b = next((p for p in free if frozenset((a, p)) not in met), None)
            if b:
                free.remove(b)
                met.add(frozenset((a, b)))
            pairs.append((a, b))
        plan.append(pairs)
    return plan


class Tournament:
    """`tournament` is what tests/tournament/naive.py takes; `file` and `records` are texts. Wins
    that are proved by the rules have no points here: they are filled in by whoever computes them."""

    def __init__(self, generate, game, system, players, scoring, ties, seed):
        r = random.Random(seed)
        self.game, self.ties, self.sides = game, ties, SIDES[game]
        self.players = players
        plan = pairings_swiss(players, 4, r) if system == "swiss" else \
            pairings_round_robin(players, system.startswith("double"))
        made = iter(list(records_of(generate, game, sum(map(len, plan)), seed)))
        self.rounds, self.records, file_rounds = [], [], []
        for number, pairs in enumerate(plan, 1):
            events, lines, byes = [], [], []
            for table, (a, b) in enumerate(pairs, 1):
                if a is None or b is None:
                    kind = r.choice(["full", "half"]) if system == "swiss" else "full"
                    events.append((a or b, None, kind))
                    byes.append({"player": a or b, "bye": kind})
                elif number == 2 and table == 1:
                    events.append((a, b, "+-", None))
                    lines.append({self.sides[0]: a, self.sides[1]: b, "forfeit": self.sides[1]})
                else:
                    events.append((a, b, self.add_record(next(made), a, b, number, table, r), None))
                    lines.append([a, b])
            self.rounds.append(events)
            file_rounds.append({"date": f"2026-03-2{number % 10}", "pairings": lines, "byes": byes})
        self.tournament = {"players": players, "system": system, "rounds": self.rounds,
                           "black": int(self.sides[1] in ("black", "b"))}
        self.file = json.dumps({
            "tournament": f"{game} weekend & <friends>", "game": game, "event": f"{game} weekend",
            "system": system, "scoring": scoring, "tie-breaks": ties,
            "players": [{"id": f"p{i}", "name": p, "club": "<b>Zet</b>"}
                        for i, p in enumerate(players)],
            "rounds": file_rounds}, ensure_ascii=False, indent=1) + "\n"

    def add_record(self, made, a, b, number, table, r):
        """Writes the record of a game; its result."""
        head, result = made
        termination = "rules"
        if result == "*":
            result = r.choice([*self.sides, "draw"])
            termination = "agreement" if result == "draw" else "resignation"
        game, rest = re.match(r"(game: .*\n)((?s:.*))", head).groups()
        self.records.append(
            f"---\n{game}event: {self.game} weekend\nround: {number}\ntable: {table}\nplayers:\n"
            f"  {self.sides[0]}: {json.dumps(a, ensure_ascii=False)}\n"
            f"  {self.sides[1]}: {json.dumps(b, ensure_ascii=False)}\n{rest}"
            f"result: {result}\ntermination: {termination}\n")
        return "=" if result == "draw" else "1-0" if result == self.sides[0] else "0-1"


def weekend(generate):
    return [
        Tournament(generate, "hogga", "swiss", PLAIN, "1-½-0",
                   ["buchholz-cut-1", "buchholz", "sonneborn-berger"], 1),
        Tournament(generate, "halma", "round-robin", HOSTILE[:5], {"win": 3, "draw": 1},
                   ["direct-encounter", "sonneborn-berger", "wins"], 2),
        Tournament(generate, "akron", "double-round-robin", HOSTILE[2:] , "1-0.5-0",
                   ["head-to-head", "koya", "black-games"], 3),
        Tournament(generate, "husbao", "swiss", PLAIN[:6], "points",
                   ["points-for", "progressive", "median-buchholz"], 4),
    ]
