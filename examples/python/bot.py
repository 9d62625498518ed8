"""Searches two moves deep for the most stones in HusBao, and prints a game against itself: bot.py"""
import zet


def stones(position, side):
    return sum(cell.count for cell in position.cells().values() if cell.side == side)


def best(position, depth):
    """(stones ahead, move) of the side to move."""
    side = position.turn
    if depth == 0 or position.outcome.result != "*":
        return 2 * stones(position, side) - 64, None
    values = []
    for move in position.moves():
        position.play(move)
        values.append((-best(position, depth - 1)[0], move))
        position.undo()
    return max(values)


position = zet.Position("husbao")
while position.outcome.result == "*" and position.ply < 6:
    position.play(best(position, 2)[1])
print(*position.history)
