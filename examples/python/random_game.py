"""Plays a random game and prints its record: random_game.py GAME SEED"""
import random
import sys

import zet

choose = random.Random(int(sys.argv[2]))
game = zet.Game(sys.argv[1])
while game.outcome.result == "*" and game.ply < 40:
    game.play(choose.choice(game.moves()))
if game.outcome.result == "*":
    game.end("draw", "agreement")
print(game, end="")
