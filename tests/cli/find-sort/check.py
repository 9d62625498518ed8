"""Sorts a stream of flat records a second time, by another way, and compares the bytes."""
import re, subprocess, sys, unicodedata, os

zet, scratch = sys.argv[1:3]
words = ["", "10", "9", "09", "Zolc", "zolc", "zólc", "Émile", "emile", "b", "A", "2011-??-??", "2011-03-04"]
state = 7
def draw(n):
    global state
    state = (state * 1103515245 + 12345) % 2**31
    return state // 65536 % n
records = []
for i in range(400):
    values = {k: words[draw(len(words))] for k in ("event", "round", "table")}
    lines = [f"{k}: '{v}'" for k, v in values.items() if v or draw(2)]
    date = ["", "2011-03-04", "2011-??-??", "1999-12-31"][draw(4)]
    lines += [f"date: {date}"] if date else []
    records.append((dict(values, date=date), "---\ngame: hogga\n" + "".join(l + "\n" for l in lines) + f"x-n: {i}\nmoves: ''\n"))
path = os.path.join(scratch, "records.yaml")
open(path, "w", encoding="utf-8").write("".join(text for _, text in records))

def fold(t):
    return "".join(c for c in unicodedata.normalize("NFKD", t) if not unicodedata.combining(c)).casefold()
def order(t):
    return (0, int(t), len(t), b"") if re.fullmatch("[0-9]+", t) else (1, 0, 0, t.encode())
def key(record, names):
    return [(record[n] == "", order(fold(record[n])), order(record[n])) for n in names]
for names in (["date", "event", "round", "table"], ["event"], ["table", "date"], ["round", "event"]):
    want = "".join(t for _, t in sorted(records, key=lambda r: key(r[0], names)))
    got = subprocess.run([zet, "find", "--sort", ",".join(names), path], capture_output=True, check=True).stdout.decode()
    print(",".join(names), "the same" if got == want else "differs")
