"""Takes moves from standard input, answers each, and prints the record at the end: server.py GAME"""
import sys

import zet

game = zet.Game(sys.argv[1])
for line in map(str.strip, sys.stdin):
    try:
        if line == "undo":
            game.undo()
        else:
            game.play(line)
        print("ok", game.turn)
    except zet.IllegalMove as error:
        print("no", error.reason, *game.suggest(line, 1))
    except zet.ZetError as error:
        print("no", error)
print(game, end="")
