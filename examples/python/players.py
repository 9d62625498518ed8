"""Counts the games that each player won: players.py FILE..."""
import sys
from collections import Counter

import zet

won = Counter()
for name in sys.argv[1:]:
    with open(name, "rb") as file:
        for record in zet.read_stream(file):
            won[record.headers.get(f"players.{record.headers.get('result')}")] += 1
del won[None]
for player, games in won.most_common():
    print(f"{games} {player}")
