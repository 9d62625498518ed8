"""Adds an event to a record and a comment at its end, and changes nothing else: edit.py FILE EVENT"""
import sys

import zet

with open(sys.argv[1]) as file:
    game = zet.Game.read(file.read())
game["event"] = sys.argv[2]
game.comment("analyzed")
print(game.edited(), end="")
