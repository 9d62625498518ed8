"""Counts the positions of all games after PLIES moves; different move orders that lead to one position count together: openings.py PLIES FILE..."""
import sys
from collections import Counter

import zet

seen = Counter()
for name in sys.argv[2:]:
    with open(name, "rb") as file:
        for record in zet.read_stream(file):
            after = [move.position for move in record.moves if not move.depth and move.ply == int(sys.argv[1])]
            seen.update((record.game, position) for position in after)
for (game, position), count in seen.most_common(3):
    print(count, game, position)
