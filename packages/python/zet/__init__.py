"""Game records of Hogga, Halma, Akron and HusBao: read, judged, converted, played and drawn.

>>> report, = validate("game: hogga\\nmoves: b10-b9 b9-b8\\n")
>>> report.valid, report.findings[0].code, report.findings[0].reason
(False, 'illegal-move', 'not-own-piece')
>>> position = Position("akron", rules={"size": 3})
>>> position.play("b2")
>>> position.text, position.turn
('3/1b1/3 w', 'white')

Everything is done by the shared library libzet.so.1. Objects serve one thread at a time.
"""
from __future__ import annotations

import ctypes
import json
import operator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Callable, Iterator, Mapping, TypeVar

from . import _library
from ._library import Text as _Text

__all__ = ["Finding", "Game", "IllegalMove", "Outcome", "Position", "Refused", "Report", "Solution", "TaskResult",
           "ZetError", "convert", "fix", "format", "games", "solve", "task", "validate", "variants",
           "version"]

_zet = _library.load()


class ZetError(Exception):
    """What was asked for is not possible; the message says why."""


class Refused(ZetError):
    """A change that would bring a fault into a record; `code` is that of the finding."""

    def __init__(self, message: str, code: str) -> None:
        super().__init__(message)
        self.code = code

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.code)


class IllegalMove(ZetError):
    """A move that cannot be played.

    `reason` is the reason code of an illegal move, such as "occupied"; None where the move could
    not be read or the game has ended.
    """

    def __init__(self, message: str, reason: str | None) -> None:
        super().__init__(message)
        self.reason = reason

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.reason)


def _raise(error: _library.Error) -> None:
    message = error.message.decode("utf-8", "replace")
    if error.status == _library.OUT_OF_MEMORY:
        raise MemoryError(message)
    raise ZetError(message)


def _made(handle: int | None, error: _library.Error) -> int:
    if not handle:
        _raise(error)
    return handle  # type: ignore[return-value]


def _check(status: int, error: _library.Error) -> None:
    if status != _library.OK:
        _raise(error)


_Made = TypeVar("_Made")


def _number(what: str, value: int, most: int) -> int:
    """A number that the library takes; ctypes would cut a larger one without a word."""
    number = operator.index(value)
    if not 0 <= number <= most:
        raise ZetError(f"{what} is a number from 0 to {most}, not {number}")
    return number


def _name(text: str) -> bytes:
    """A text that ends at a null byte for the library, and so cannot hold one."""
    if "\0" in text:
        raise ZetError(f"{text!r} has a null character")
    return text.encode()


def _interruptible(work: Callable[[Any], _Made]) -> _Made:
    """What `work` returns. Python handles Ctrl-C in its main thread, which must not be in the
    library then: the work is done in another one, and given a function that asks it to stop."""
    given_up = False
    stop = _library.StopFunction(lambda context: given_up)
    with ThreadPoolExecutor(1) as pool:
        try:
            return pool.submit(work, stop).result()
        finally:
            given_up = True


class _Output:
    """Gathers in memory what the library writes."""

    def __init__(self) -> None:
        self.handle = _zet.zet_output_new(None, None)
        if not self.handle:
            raise MemoryError("out of memory")

    def bytes(self) -> bytes:
        if _zet.zet_output_flush(self.handle) != _library.OK:
            raise MemoryError("out of memory")
        return _zet.zet_output_text(self.handle).bytes()

    def __del__(self) -> None:
        _zet.zet_output_free(self.handle)


def version() -> str:
    """The version of the library."""
    return _zet.zet_version().decode()


def _names(catalogue: int, of: bytes | None) -> Iterator[str]:
    index = 0
    while (name := _zet.zet_catalogue_name(catalogue, of, index)) is not None:
        yield name.decode()
        index += 1


def games() -> list[str]:
    """The games.

    >>> sorted(games())
    ['akron', 'halma', 'hogga', 'husbao']
    """
    return list(_names(_library.GAMES, None))


def variants(game: str) -> list[str]:
    """The variants of a game; none where it has none.

    >>> variants("halma")
    ['8x8', '10x10', '16x16']
    """
    return list(_names(_library.VARIANTS, _name(game)))


@dataclass(frozen=True)
class TaskResult:
    """What a task made of a text."""

    output: bytes
    messages: str
    records: int
    invalid: int


def task(name: str, text: str | bytes, *, stream: str = "-",
         options: Mapping[str, str | bool | list[str]] | None = None) -> TaskResult:
    """Runs a task of the library, such as "validate", "convert" or "score", over a text.

    The options are those of the program's command of that name. `stream` is the name that reports
    give to the text.

    >>> task("validate", "game: hogga\\nmoves: ''\\n", options={"format": "json"}).records
    1
    """
    error = _library.Error()
    handle = _made(_zet.zet_task_new(_name(name), error), error)
    output, messages = _Output(), _Output()
    data = _Text.of(text.encode() if isinstance(text, str) else text)
    try:
        for option, value in (options or {}).items():
            for one in value if isinstance(value, list) else [value]:
                written = str(one).lower() if isinstance(one, bool) else one
                _check(_zet.zet_task_set(handle, _name(option), _name(written), error), error)
        _zet.zet_task_set_output(handle, output.handle)
        _zet.zet_task_set_messages(handle, messages.handle)
        _check(_zet.zet_task_check(handle, error), error)
        _check(_zet.zet_task_run_text(handle, _name(stream), data, error), error)
        _check(_zet.zet_task_finish(handle, error), error)
        return TaskResult(output.bytes(), messages.bytes().decode("utf-8", "replace"),
                          _zet.zet_task_count(handle, 0), _zet.zet_task_count(handle, 1))
    finally:
        _zet.zet_task_free(handle)


@dataclass(frozen=True)
class Outcome:
    """How a game stands: `result` is the word of a record, "*" while the game is open."""

    result: str
    reason: str | None


@dataclass(frozen=True)
class Finding:
    """What is wrong with a record, and where. Lines and columns count from 1."""

    severity: str
    code: str
    reason: str | None
    part: str
    line: int
    column: int
    ply: int | None
    move: str | None
    message: str


@dataclass(frozen=True)
class Report:
    """The verdict on one record. `keys` is the whole object of the JSON report."""

    record: int
    line: int
    game: str | None
    valid: bool
    plies: int
    outcome: Outcome
    points: int | None
    position: str | None
    findings: tuple[Finding, ...]
    keys: Mapping[str, Any]


def _report(keys: dict[str, Any]) -> Report:
    outcome = Outcome(keys["outcome"]["result"], keys["outcome"]["reason"])
    names = Finding.__dataclass_fields__
    findings = tuple(Finding(**{name: f.get(name) for name in names}) for f in keys["findings"])
    return Report(keys["record"], keys["line"], keys["game"], keys["valid"], keys["plies"], outcome,
                  keys["points"], keys["position"], findings, keys)


def validate(text: str | bytes, *, strict: bool = False, stream: str = "-") -> list[Report]:
    """Judges every record of a text.

    >>> report, = validate("game: akron\\nmoves: d4 e5\\n")
    >>> report.valid, report.plies, report.outcome.result
    (True, 2, '*')
    """
    done = task("validate", text, stream=stream, options={"format": "json", "strict": strict})
    return [_report(json.loads(line)) for line in done.output.splitlines()]


def convert(text: str | bytes, to: str = "zet", *, source: str | None = None,
            options: Mapping[str, str | bool | list[str]] | None = None) -> TaskResult:
    """Converts records to another format; what could not be held is in the messages.

    >>> convert("game: akron\\nmoves: d4 e5\\n", "text").output
    b'1. d4 e5\\n'
    """
    every: dict[str, str | bool | list[str]] = {"to": to, **(options or {})}
    if source is not None:
        every["from"] = source
    return task("convert", text, options=every)


def format(text: str | bytes) -> str:
    """The records in canonical form.

    >>> print(format("moves: D4 e5\\ngame: akron\\n"), end="")
    ---
    game: akron
    moves: |
      1. d4 e5
    """
    return task("format", text).output.decode("utf-8", "surrogateescape")


def fix(text: str | bytes) -> str:
    """The text with what needs no guess repaired, and all other bytes as they were.

    >>> fix("game: akron\\nmoves: 1. d4 3. e5\\n")
    'game: akron\\nmoves: 1. d4 1... e5\\n'
    """
    return task("fix", text).output.decode("utf-8", "surrogateescape")


class _Rules:
    def __init__(self, game: str, variant: str | None, rules: Mapping[str, object]) -> None:
        error = _library.Error()
        self.game, self.variant = game, variant
        self.rules = {key: str(value).lower() for key, value in rules.items()}
        options = [_name(f"{key}={value}") for key, value in self.rules.items()]
        array = (ctypes.c_char_p * (len(options) + 1))(*options, None)
        self.handle = _zet.zet_rules_new(_name(game), _name(variant) if variant else None, array,
                                         error)
        _made(self.handle, error)

    def side(self, number: int) -> str:
        return _zet.zet_side_name(self.game.encode(), number).decode()

    def __del__(self) -> None:
        if getattr(self, "handle", None):
            _zet.zet_rules_free(self.handle)


class _Played:
    """What a position and a game can say; `_at` is the library's position."""

    _at: int

    def _side(self, number: int) -> str:
        raise NotImplementedError

    def _list(self, handle: int | None, error: _library.Error) -> list[str]:
        moves = _made(handle, error)
        try:
            return [_zet.zet_moves_text(moves, i).decode()
                    for i in range(_zet.zet_moves_count(moves))]
        finally:
            _zet.zet_moves_free(moves)

    def moves(self) -> list[str]:
        """The legal moves in canonical form, in byte order."""
        error = _library.Error()
        return self._list(_zet.zet_position_moves(self._at, error), error)

    def suggest(self, move: str, most: int = 3) -> list[str]:
        """The legal moves that an illegal one may have been meant for, the nearest first."""
        error = _library.Error()
        data = _Text.of(move.encode())
        most = _number("most", most, 2**32 - 1)
        return self._list(_zet.zet_position_suggest(self._at, data, most, error), error)

    @property
    def last_move(self) -> str:
        """The last move in canonical form; empty if none exists."""
        return _zet.zet_position_last_move(self._at).str()

    @property
    def turn(self) -> str:
        """The side to move."""
        return self._side(_zet.zet_position_turn(self._at))

    @property
    def ply(self) -> int:
        """Moves played."""
        return _zet.zet_position_ply(self._at)

    @property
    def outcome(self) -> Outcome:
        """How the game stands."""
        outcome = _zet.zet_position_outcome(self._at)
        result = ["*", self._side(0), self._side(1), "draw"][outcome.result]
        return Outcome(result, outcome.reason.decode() if outcome.reason else None)

    def perft(self, depth: int, threads: int = 1) -> int:
        """The number of move sequences of that many plies, from 0 to 1,000. Ctrl-C stops it.

        >>> Position("husbao").perft(2)
        508
        """
        error, count = _library.Error(), ctypes.c_uint64()
        depth, threads = _number("depth", depth, 1000), _number("threads", threads, 2**32 - 1)
        _check(_interruptible(lambda stop: _zet.zet_position_perft(
            self._at, depth, threads, stop, None, count, error)), error)
        return count.value

    def diagram(self, format: str = "svg", **options: str | bool) -> str:
        """A drawing of the board: "svg", "tex", "unicode" or "ascii".

        >>> Position("akron").diagram().startswith("<svg")
        True
        """
        error, output = _library.Error(), _Output()
        drawing = None
        handle = _made(_zet.zet_diagram_options_new(error), error)
        try:
            for option, value in {"format": format, **options}.items():
                written = str(value).lower() if isinstance(value, bool) else str(value)
                _check(_zet.zet_diagram_options_set(handle, _name(option.replace("_", "-")),
                                                    _name(written), error), error)
            drawing = _made(_zet.zet_diagram_new(self._at, handle, error), error)
            _check(_zet.zet_diagram_write(drawing, None, output.handle, error), error)
        finally:
            if drawing:
                _zet.zet_diagram_free(drawing)
            _zet.zet_diagram_options_free(handle)
        return output.bytes().decode()


class Position(_Played):
    """A position of a game, with the moves that led to it.

    >>> position = Position("hogga")
    >>> len(position.moves()), position.turn
    (22, 'black')
    >>> position.play("b10-b9")
    >>> position.undo()
    True
    """

    def __init__(self, game: str, variant: str | None = None, *, text: str | None = None,
                 rules: Mapping[str, object] | None = None) -> None:
        error = _library.Error()
        self._handle = None
        self._rules = _Rules(game, variant, rules or {})
        self._start = text
        data = _Text.of(None if text is None else text.encode())
        self._handle = _made(_zet.zet_position_new(self._rules.handle, data, error), error)

    @property
    def _at(self) -> int:  # type: ignore[override]
        return self._handle  # type: ignore[return-value]

    def _side(self, number: int) -> str:
        return self._rules.side(number)

    def __del__(self) -> None:
        if getattr(self, "_handle", None):
            _zet.zet_position_free(self._handle)

    def copy(self) -> Position:
        """An independent copy, with its moves."""
        error = _library.Error()
        other = Position.__new__(Position)
        other._rules, other._start, other._handle = self._rules, self._start, None
        other._handle = _made(_zet.zet_position_copy(self._handle, error), error)
        return other

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Position:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        back, moves = self.copy(), []
        while back.ply:
            moves.append(back.last_move)
            back.undo()
        rules = self._rules
        return _position, (rules.game, rules.variant, self._start, rules.rules, moves[::-1])

    def play(self, move: str) -> None:
        """Plays a move as a person may write it. Raises IllegalMove, and changes nothing, where it
        cannot be played.

        >>> Position("hogga").play("b9-b8")
        Traceback (most recent call last):
        zet.IllegalMove: the cell where the move starts is empty
        """
        error, reason = _library.Error(), ctypes.c_char_p()
        data = _Text.of(move.encode())
        status = _zet.zet_position_play(self._handle, data, reason, error)
        if status == _library.REFUSED:
            raise IllegalMove(error.message.decode("utf-8", "replace"),
                              reason.value.decode() if reason.value else None)
        _check(status, error)

    def undo(self) -> bool:
        """Takes the last move back. False if none exists."""
        return _zet.zet_position_undo(self._handle)

    @property
    def text(self) -> str:
        """The position as text."""
        return _zet.zet_position_text(self._handle).str()

    def __str__(self) -> str:
        output = _Output()
        _zet.zet_position_board(self._handle, 0, output.handle)
        return output.bytes().decode()

    def __repr__(self) -> str:
        return f"<zet.Position {self._rules.game} {self.text!r}>"


def _position(game: str, variant: str | None, text: str | None, rules: Mapping[str, object],
              moves: list[str]) -> Position:
    """A position that was pickled."""
    position = Position(game, variant, text=text, rules=rules)
    for move in moves:
        position.play(move)
    return position


class Game(_Played):
    """A record that is made and changed. What would bring a fault into it is refused, and changes
    nothing.

    >>> game = Game("hogga")
    >>> game["players.black"] = "Ada"
    >>> game.play("b10-b9!", "k4-k5")
    >>> game.end("white", "resignation")
    >>> print(game, end="")
    ---
    game: hogga
    players:
      black: Ada
    result: white
    termination: resignation
    moves: |
      1. b10-b9! k4-k5
    >>> game["date"] = "today"
    Traceback (most recent call last):
    zet.Refused: write a date as YYYY-MM-DD, with ?? for what is unknown (today)
    """

    def __init__(self, game: str, variant: str | None = None, *, position: str | None = None,
                 rules: Mapping[str, object] | None = None) -> None:
        error, made = _library.Error(), _Rules(game, variant, rules or {})
        data = _Text.of(None if position is None else position.encode())
        self._handle = _made(_zet.zet_game_new(made.handle, data, error), error)

    @classmethod
    def read(cls, text: str | bytes) -> Game:
        """The game of a text with one record, which may have been written by others."""
        error, game = _library.Error(), cls.__new__(cls)
        data = _Text.of(text.encode() if isinstance(text, str) else text)
        game._handle = _made(_zet.zet_game_read(data, error), error)
        return game

    def __del__(self) -> None:
        if getattr(self, "_handle", None):
            _zet.zet_game_free(self._handle)

    @property
    def _at(self) -> int:  # type: ignore[override]
        return _zet.zet_game_position(self._handle)

    def _side(self, number: int) -> str:
        return _zet.zet_side_name(_zet.zet_rules_game(_zet.zet_position_rules(self._at)), number).decode()

    def _do(self, change: Callable[..., int], *arguments: object) -> None:
        error = _library.Error()
        status = change(self._handle, *arguments, error)
        refusal = _zet.zet_game_refusal(self._handle) if status == _library.REFUSED else None
        if refusal:
            message = error.message.decode("utf-8", "replace")
            if refusal[0].reason:
                raise IllegalMove(message, refusal[0].reason.decode())
            raise Refused(message, refusal[0].code.decode())
        _check(status, error)

    def play(self, *moves: str) -> None:
        """Plays moves, each with the glyphs and the comment that may follow it."""
        for move in moves:
            self._do(_zet.zet_game_play, _Text.of(move.encode()))

    def begin_playout(self) -> None:
        """Hogga, after the game has been won: from here on the loser moves alone."""
        self._do(_zet.zet_game_begin_playout)

    def undo(self) -> None:
        """Takes back an end away from the board, else the last move with what follows it."""
        self._do(_zet.zet_game_undo)

    def comment(self, text: str) -> None:
        """Adds a comment after the last move."""
        self._do(_zet.zet_game_comment, _Text.of(text.encode()))

    def annotate(self, text: str) -> None:
        """Adds glyphs, comments in braces and variations in parentheses after the last move."""
        self._do(_zet.zet_game_annotate, _Text.of(text.encode()))

    def end(self, result: str, termination: str) -> None:
        """Ends the game away from the board: the side that won, or "draw"."""
        results = {self._side(0): 1, self._side(1): 2, "draw": 3}
        if result not in results:
            raise ZetError(f"{result!r} is no result")
        self._do(_zet.zet_game_end, results[result], _name(termination))

    def __setitem__(self, key: str, value: object) -> None:
        """Sets a key of the header; those of `rules` and `players` follow a dot."""
        self._do(_zet.zet_game_set, _name(key), _Text.of(str(value).encode()))

    def __delitem__(self, key: str) -> None:
        self._do(_zet.zet_game_remove, _name(key))

    def _write(self, write: Callable[..., int]) -> str:
        error, output = _library.Error(), _Output()
        _check(write(self._handle, output.handle, error), error)
        return output.bytes().decode("utf-8", "surrogateescape")

    def __str__(self) -> str:
        """The record in canonical form."""
        return self._write(_zet.zet_game_write)

    def edited(self) -> str:
        """The text that the game was read from, in which only what was changed is other.

        >>> game = Game.read("moves: [d4]  # mine\\ngame: akron\\n")
        >>> game.play("e5")
        >>> game.edited()
        'moves: [d4, e5]  # mine\\ngame: akron\\n'
        """
        return self._write(_zet.zet_game_write_edited)


@dataclass(frozen=True)
class Solution:
    """How few moves bring Hogga's loser home: no line is shorter than `low`; `line` has `high`
    moves, and is None where none was found."""

    low: int
    high: int | None
    exact: bool
    never: bool
    line: list[str] | None


def solve(position: str, loser: str, *, nodes: int = 1_000_000, memory: int = 0) -> Solution:
    """Looks for the shortest line home of Hogga's loser, "black" or "white". Ctrl-C stops it.

    >>> start = Position("hogga").text
    >>> solve(start, "white", nodes=1000).low > 10
    True
    """
    if loser not in ("black", "white"):
        raise ZetError(f"{loser!r} is no side of Hogga")
    error, solution, output = _library.Error(), _library.Solution(), _Output()
    start = Position("hogga", text=position)
    nodes, memory = _number("nodes", nodes, 2**64 - 1), _number("memory", memory, 2**63 - 1)

    def search(stop: Any) -> int:
        limits = _library.Limits(nodes=nodes, memory=memory, stop=stop)
        return _zet.zet_playout_solve(start._handle, loser == "white", limits, solution,
                                      output.handle, error)

    _check(_interruptible(search), error)
    found = solution.high != 0xFFFFFFFF
    return Solution(solution.low, solution.high if found else None, solution.exact, solution.never,
                    output.bytes().decode().splitlines() if found else None)
