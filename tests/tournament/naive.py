"""Standings computed a second time, from the words of docs/reference/tournaments.md, without a thought for speed.

A tournament is a dict: `players` (names), `system`, `scoring` (values by name, and `points` where a
win is worth its points), `rounds`: lists of events, each (a, b, result, points) with one of RESULTS,
or (a, None, kind) with one of `full`, `half` and `zero`. Players of a Swiss round who are in no
event have a zero-point bye. All rounds have begun."""

from fractions import Fraction

PLAYED = {"1-0": (1, 0), "0-1": (0, 1), "=": (2, 2)}
FORFEITS = {"+-": (1, 0), "-+": (0, 1), "--": (0, 0), "~~": (2, 2)}


def scoring_of(text):
    """`win=3,draw=1,...` in full, or `points`."""
    if text == "points":
        return dict.fromkeys("win draw loss forfeit-win forfeit-loss double-forfeit bye half-bye zero-bye".split(),
                             Fraction(0)) | {"points": True}
    given = {k: Fraction(v) for k, v in (item.split("=") for item in text.split(","))}
    win, draw = given.get("win", Fraction(1)), given.get("draw", Fraction(1, 2))
    return {"win": win, "draw": draw, "loss": Fraction(0), "forfeit-win": win,
            "forfeit-loss": Fraction(0), "bye": win, "half-bye": draw, "zero-bye": Fraction(0),
            "double-forfeit": given.get("forfeit-loss", Fraction(0)), "points": False} | given


class Standings:
    def __init__(self, tournament):
        self.t = tournament
        self.s = tournament["scoring"]
        self.robin = "round-robin" in tournament["system"]
        self.players = tournament["players"]
        self.rounds = len(tournament["rounds"])
        # by player: (round, opponent or None, what it gave, how it came about, side)
        self.history = {p: [] for p in self.players}
        for number, events in enumerate(tournament["rounds"]):
            self.enter_round(number, events)

    def enter_round(self, number, events):
        seen = set()
        for event in events:
            seen.update(p for p in event[:2] if p)
            if event[1] is None:
                self.enter_bye(number, event[0], event[2])
            elif event[2] in PLAYED:
                for side, player in enumerate(event[:2]):
                    got = PLAYED[event[2]][side]
                    worth = self.s[("loss", "win", "draw")[got]]
                    if self.s["points"]:
                        worth = Fraction(event[3] or 0) if got == 1 else Fraction(0)
                    how = ("lost", "won", "drawn")[got]
                    self.history[player].append((number, event[1 - side], worth, how, side))
            elif event[2] in FORFEITS:
                for side, player in enumerate(event[:2]):
                    how = ("forfeit-loss", "forfeit-win", "forfeit-draw")[FORFEITS[event[2]][side]]
                    word = "draw" if how == "forfeit-draw" else how
                    worth = self.s["double-forfeit" if event[2] == "--" else word]
                    self.history[player].append((number, event[1 - side], worth, how, side))
        if self.t["system"] == "swiss":
            for player in self.players:
                if player not in seen:
                    self.enter_bye(number, player, "zero")

    def enter_bye(self, number, player, kind):
        worth = self.s[{"full": "bye", "half": "half-bye", "zero": "zero-bye"}[kind]]
        if self.robin and kind == "full":
            worth = Fraction(0)
        self.history[player].append((number, None, worth, kind, None))

    # Values.

    def score(self, p):
        return sum((h[2] for h in self.history[p]), Fraction(0))

    def played(self, h):
        return h[3] in ("won", "lost", "drawn")

    def as_game(self, h):
        return self.played(h) or (self.robin and h[1] is not None)

    def is_voluntary(self, h):
        return h[3] in ("half", "zero") or (h[3] == "forfeit-loss" and not self.robin)

    def adjusted(self, p):
        total = Fraction(0)
        for h in self.history[p]:
            later = [x for x in self.history[p] if x[0] > h[0]]
            asked = h[3] in ("half", "zero") and not self.robin
            total += self.s["draw"] if asked and all(map(self.is_voluntary, later)) else h[2]
        return total

    def contribution(self, p, h):
        if self.as_game(h):
            return self.adjusted(h[1])
        if h[1] is not None:
            return min(self.score(p), self.adjusted(h[1]))
        if self.s["points"]:
            return self.score(p)
        return min(self.score(p), self.rounds * self.s["draw"])

    def contributions(self, p):
        return [h for h in self.history[p] if h[1] is not None or not self.robin]

    def cut(self, p, low, high):
        values = [(not self.is_voluntary(h), self.contribution(p, h)) for h in self.contributions(p)]
        rest = sorted(v for _, v in sorted(values)[low:])
        return sum(rest[:len(rest) - high] if high < len(rest) else [], Fraction(0))

    def upper_half(self, p):
        if self.s["points"]:
            games = [h for h in self.history[p] if self.played(h)]
            good = sum(2 * (h[3] == "won") + (h[3] == "drawn") for h in games)
            return good >= len(games)
        rounds = [h for h in self.history[p] if not (self.robin and h[1] is None)]
        return self.score(p) >= self.s["win"] * len(rounds) / 2

    def points(self, p, won):
        total = 0
        for events in self.t["rounds"]:
            for e in events:
                if e[1] is None or e[2] not in ("1-0", "0-1") or p not in e[:2]:
                    continue
                winner = e[0] if e[2] == "1-0" else e[1]
                if (winner == p) == won:
                    total += e[3] or 0
        return total

    def wins(self, p):
        full = ["full", "half", "zero"]
        count = 0
        for h in self.history[p]:
            bye = h[3] in full and h[2] >= self.s["win"] and not self.s["points"] and \
                not (self.robin and h[3] == "full")
            count += h[3] in ("won", "forfeit-win") or bye
        return count

    def among(self, p, group):
        return sum((h[2] for h in self.history[p]
                    if h[1] in group), Fraction(0))

    def over_the_board_among(self, p, group):
        return sum((h[2] for h in self.history[p] if h[1] in group and self.as_game(h)), Fraction(0))

    def missing(self, p, group):
        met = {h[1] for h in self.history[p] if self.as_game(h)}
        return len([q for q in group if q != p and q not in met])

    def direct(self, group):
        """Subgroups, the first first."""
        score = {p: self.over_the_board_among(p, group) for p in group}
        order = sorted(group, key=lambda p: -score[p])
        if not any(self.missing(p, group) for p in group):
            parts = [[p for p in order if score[p] == s]
                     for s in sorted(set(score.values()), reverse=True)]
            if len(parts) == 1:
                return parts
            return [small for part in parts for small in self.direct(part)]
        parts = []
        while len(order) > 1:
            most = [score[q] + self.missing(q, group) *
                    (Fraction(10**12) if self.s["points"] else self.s["win"]) for q in order[1:]]
            if score[order[0]] <= max(most):
                break
            parts.append([order.pop(0)])
        # those who are left are compared among themselves
        return parts + (self.direct(order) if parts and len(order) > 1 else [order])

    def value(self, tie, p, group):
        h = self.history[p]
        if tie == "score":
            return self.score(p)
        if tie == "difference":
            return self.points(p, True) - self.points(p, False)
        if tie == "points-for":
            return self.points(p, True)
        if tie == "head-to-head":
            return self.among(p, group) if len(group) > 1 else None
        if tie == "direct-encounter":
            return self.over_the_board_among(p, group) if len(group) > 1 else None
        if tie == "sonneborn-berger":
            return sum((self.contribution(p, x) * x[2] for x in self.contributions(p)), Fraction(0))
        if tie == "wins":
            return self.wins(p)
        if tie == "games-won":
            return sum(x[3] == "won" for x in h)
        if tie == "koya":
            return sum((x[2] for x in h if self.as_game(x) and self.upper_half(x[1])), Fraction(0))
        if tie == "progressive":
            return sum((sum((x[2] for x in h if x[0] <= r), Fraction(0)) for r in range(self.rounds)),
                       Fraction(0))
        if tie == "second-games":
            return sum(self.played(x) and x[4] == 1 for x in h)
        if tie == "black-games":
            return sum(self.played(x) and x[4] == self.t["black"] for x in h)
        if tie == "black-wins":
            return sum(x[3] == "won" and x[4] == self.t["black"] for x in h)
        low, high = {"buchholz": (0, 0), "buchholz-cut-1": (1, 0), "buchholz-cut-2": (2, 0),
                     "median-buchholz": (1, 1), "median-buchholz-2": (2, 2)}[tie]
        return self.cut(p, low, high)

    def table(self, ties):
        """Rows (rank, name, score, {tie: value}) in their order."""
        groups, values = [list(self.players)], {p: {} for p in self.players}
        for tie in ["score"] + ties:
            new = []
            for group in groups:
                for p in group:
                    values[p][tie] = self.value(tie, p, group)
                if tie == "direct-encounter":
                    new += self.direct(group)
                    continue
                for v in sorted({values[p][tie] for p in group} - {None}, reverse=True):
                    new.append([p for p in group if values[p][tie] == v])
                if any(values[p][tie] is None for p in group):
                    new.append(group)
            groups = new
        rows, rank = [], 1
        for group in groups:
            for p in sorted(group, key=lambda name: name.encode()):
                rows.append((rank, p, self.score(p), {t: values[p][t] for t in ties}))
            rank += len(group)
        return rows
