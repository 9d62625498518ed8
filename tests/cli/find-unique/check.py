"""find --unique and --drop-duplicates a second time: records with planted copies, compared pair by pair."""
import subprocess, sys, os
zet, scratch = sys.argv[1:3]
state = 11
def draw(n):
    global state
    state = (state * 1103515245 + 12345) % 2**31
    return state // 65536 % n
moves = ["b10-b9", "k4-k5", "b9-b8", "k5-k6"]
people = ["Anna Jansen", "Bo", "Cas Uit", "Dee Dee"]
records = []
for i in range(300):
    plies = 1 + draw(4)
    line = [["b10-b9", "a13^a9"][draw(2)]] + moves[1:plies]
    line = line[:1] if line[0] != "b10-b9" else line
    a, b = draw(4), draw(4)
    date = ["", "2001-01-01", "2002-02-02", "2000-??-??"][draw(4)]
    extra = "event: E\n" if draw(3) == 0 else ""
    text = "---\ngame: hogga\n" + (f"date: {date}\n" if date else "") + extra + \
        f"players: {{black: {people[a]}, white: {people[b]}}}\nx-n: {i}\nmoves: {' '.join(line)}\n"
    given = 3 + 2 + (date != "") + (date != "" and "?" not in date) + (extra != "")
    records.append(dict(text=text, line=tuple(line), names=(a, b), date=date, given=given, n=i))
path = os.path.join(scratch, "r.yaml")
open(path, "w").write("".join(r["text"] for r in records))
MIN = 3
# games: same names; one line begins the other, the shorter one with MIN plies or the same; short ones with two dates are two
def prefix(a, b): return a["line"] == b["line"] or (len(a["line"]) >= MIN and b["line"][:len(a["line"])] == a["line"])
def run(*o): return subprocess.run([zet, "find", "--min-plies", str(MIN), *o, path], capture_output=True, check=True).stdout.decode()
for keep in ("complete", "newest", "first"):
    kept = [int(l[5:]) for l in run("--unique", "--keep", keep).splitlines() if l.startswith("x-n: ")]
    dropped = [r for r in records if r["n"] not in kept]
    bad = 0
    for r in dropped:  # has a kept one with the same names, a line that goes with it, not worse
        ok = [k for k in records if k["n"] in kept and k["names"] == r["names"] and (prefix(r, k) or prefix(k, r))]
        bad += not ok
    for i in kept:  # of two kept ones none is a copy of the other
        for j in kept:
            a, b = records[i], records[j]
            if i < j and a["names"] == b["names"] and a["line"] == b["line"]:
                known = lambda r: r["date"] and "?" not in r["date"]
                short = len(a["line"]) < MIN and known(a) and known(b) and a["date"] != b["date"]
                # a record without a known date joins one game only
                short = short or (len(a["line"]) < MIN and not (known(a) and known(b)))
                bad += not short
    both = run("--drop-duplicates", "--keep", keep)
    bad += both != "".join(r["text"] for r in records if r["n"] in kept)
    print(keep, len(kept), "bad", bad)
