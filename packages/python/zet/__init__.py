"""Game records of Hogga, Halma, Akron and HusBao: read, judged, converted, played and drawn.

>>> report, = validate("game: hogga\\nmoves: b10-b9 b9-b8\\n")
>>> report.valid, report.findings[0].code, report.findings[0].reason
(False, 'illegal-move', 'not-own-piece')
>>> position = Position("akron", rules={"size": 3})
>>> position.play("b2")
>>> position.text, position.turn
('3/1b1/3 w', 'white')

Threads may share a Position or a Game: their calls wait for each other. What several calls belong together for, such as `play` and
`text`, the program has to keep together itself.
"""
from ._library import IllegalMove, Refused, ZetError
from ._play import Cell, Game, Move, Position, Solution, diagram, diagrams, moves, play, solve, start
from ._records import (Edit, Explanation, Finding, Fix, Named, Outcome, PlayedMove, Record, Report, TaskResult, convert, diagram_formats,
                       explain, fix, format, formats, games, read, read_stream, rule_options, score, side_name, task, task_options,
                       task_stream, validate, validate_stream, variants, version)

__all__ = ["Cell", "Edit", "Explanation", "Finding", "Fix", "Game", "IllegalMove", "Move", "Named", "Outcome", "PlayedMove", "Position",
           "Record", "Refused", "Report", "Solution", "TaskResult", "ZetError", "convert", "diagram", "diagram_formats", "diagrams",
           "explain", "fix", "format", "formats", "games", "moves", "play", "read", "read_stream", "rule_options", "score", "side_name",
           "solve", "start", "task", "task_options", "task_stream", "validate", "validate_stream", "variants", "version"]

__version__ = version()

for _name in __all__:
    globals()[_name].__module__ = __name__
