"""Positions that are played, and games that are made and changed."""
from __future__ import annotations

import ctypes
import functools
import threading
import types
from dataclasses import dataclass
from typing import Any, Callable, Iterator, Mapping, TypeVar, Union, cast

from . import _raw
from ._library import (IllegalMove, Output, Refused, TextLike, ZetError, check, encoded, given, interruptible, made, name, number, str_of, text_of,
                       word, written, zet)
from ._records import Edit, Outcome, PlayedMove, Record, _outcome, _record, _result, side_name

Value = Union[str, int, float, bool]
_Self = TypeVar("_Self", bound="_Played")


class Move(str):
    """A move: its canonical text, with what it does. Cells are names such as "b10"."""

    kind: str
    """"walk", "place", "relocate", "sow", "swap", "pass", "skip" or "give"."""
    side: str
    start: str | None
    """Where it begins; None for a placement and for moves without a cell."""
    end: str | None
    path: tuple[str, ...]
    """The cells that the piece is on, in order."""
    captured: int


@dataclass(frozen=True)
class Cell:
    """What is on a cell: `piece` is "man", "hogga" or "stones", `count` the number of stones in a
    pit, `height` the levels of a pile."""

    cell: str
    piece: str
    side: str
    count: int
    height: int


@dataclass(frozen=True)
class Solution:
    """How few moves bring Hogga's loser home: no line is shorter than `low`; `line` has `high`
    moves, and is None where none was found."""

    low: int
    high: int | None
    exact: bool
    never: bool
    line: list[str] | None


def _cell(cell: int) -> str | None:
    room = ctypes.create_string_buffer(_raw.ZET_CELL_NAME_SIZE)
    return word(zet.zet_cell_name(cell, room)) or None


class _Rules:
    def __init__(self, game: str, variant: str | None, rules: Mapping[str, object]) -> None:
        error = _raw.Error()
        self.game, self.variant = game, variant
        self.rules = {key: str(value).lower() for key, value in rules.items()}
        options = [name(f"{key}={value}") for key, value in self.rules.items()]
        array = (ctypes.c_char_p * (len(options) + 1))(*options, None)
        self.handle = made(zet.zet_rules_new(name(game), name(variant) if variant else None, array, error), error)

    def __del__(self) -> None:
        if hasattr(self, "handle"):
            zet.zet_rules_free(self.handle)


def _drawn(handle: Any, options: Mapping[str, Value], draw: Callable[[Any, Any], Iterator[Any]]) -> list[str]:
    """The diagrams that `draw` gives for the options."""
    error, drawn = _raw.Error(), []
    made_options = made(zet.zet_diagram_options_new(error), error)
    try:
        for option, value in options.items():
            check(zet.zet_diagram_options_set(made_options, name(option.replace("_", "-")), written(value), error), error)
        for diagram in draw(made_options, error):
            output = Output()
            check(zet.zet_diagram_write(diagram, output.handle, error), error)
            drawn.append(output.text())
    finally:
        zet.zet_diagram_options_free(made_options)
    return drawn


def _diagrams(record: Any, options: Mapping[str, Value]) -> list[str]:
    def draw(made_options: Any, error: _raw.Error) -> Iterator[Any]:
        check(zet.zet_diagram_options_check(made_options, True, error), error)
        drawing, found, count = made(zet.zet_diagrams_new(record, made_options, error), error), ctypes.c_void_p(), 0
        try:
            while (status := zet.zet_diagrams_next(drawing, count, ctypes.byref(found), error)) != _raw.ZET_END:
                check(status, error)
                yield found
                count += 1
        finally:
            zet.zet_diagrams_free(drawing)

    return _drawn(record, options, draw)


_Work = TypeVar("_Work", bound=Callable[..., Any])


def _alone(work: _Work) -> _Work:
    """The method, during which no other thread uses the object."""
    @functools.wraps(work)
    def locked(self: Any, *arguments: Any, **named: Any) -> Any:
        with self._lock:
            return work(self, *arguments, **named)

    return cast(_Work, locked)


def _locked(kind: type) -> type:
    """The class, whose objects serve one thread at a time."""
    for key, value in list(vars(kind).items()):
        if isinstance(value, property) and value.fget:
            setattr(kind, key, property(_alone(value.fget), doc=value.__doc__))
        elif isinstance(value, types.FunctionType) and key not in ("__new__", "__enter__", "__eq__"):
            setattr(kind, key, _alone(value))
    return kind


@_locked
class _Played:
    """What a position and a game can say; `_at` is the library's position. Calls from several threads
    wait for each other."""

    _handle: Any = None
    _lock: threading.RLock
    _playout: int | None = None  # the ply at which the playout began
    _free: Callable[[Any], None]

    def __new__(cls: type[_Self], *_: Any, **__: Any) -> _Self:
        made_object = super().__new__(cls)
        made_object._lock = threading.RLock()
        return made_object

    @property
    def _at(self) -> _raw.Position:
        raise NotImplementedError

    def close(self) -> None:
        """Frees its memory now. It cannot be used any more."""
        handle, self._handle = self._handle, None
        if handle:
            type(self)._free(handle)

    def __del__(self) -> None:
        self.close()

    def __enter__(self: _Self) -> _Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _open(self) -> Any:
        if not self._handle:
            raise ZetError(f"this {type(self).__name__.lower()} has been closed")
        return self._handle

    @property
    def game(self) -> str:
        """The name of the game."""
        return zet.zet_rules_game(zet.zet_position_rules(self._at)).decode()  # type: ignore[union-attr]

    @property
    def variant(self) -> str | None:
        return word(zet.zet_rules_variant(zet.zet_position_rules(self._at)))

    def _move(self, found: _raw.Move) -> Move:
        move = Move(str_of(found.text))
        move.kind, move.side = _raw.MOVE_KIND_WORDS[found.kind], side_name(self.game, found.side)
        move.start, move.end = _cell(found.from_), _cell(found.to)
        move.path = tuple(_cell(found.path[i]) or "" for i in range(found.path_count))
        move.captured = found.captured
        return move

    def _list(self, handle: _raw.Moves | None, error: _raw.Error) -> list[Move]:
        moves, found = made(handle, error), _raw.Move()
        listed: list[Move] = []
        try:
            while zet.zet_moves_at(moves, len(listed), ctypes.byref(found)):
                listed.append(self._move(found))
            return listed
        finally:
            zet.zet_moves_free(moves)

    def moves(self) -> list[Move]:
        """The legal moves in canonical form, in byte order.

        >>> move = Position("halma", "8x8").moves()[0]
        >>> move, move.start, move.end, move.kind
        ('e1-d1', 'e1', 'd1', 'walk')
        """
        error = _raw.Error()
        return self._list(zet.zet_moves_new(self._at, True, error), error)

    def suggest(self, move: str, most: int = 3) -> list[Move]:
        """The legal moves that an illegal one may have been meant for, the nearest first."""
        error = _raw.Error()
        return self._list(zet.zet_moves_similar_new(self._at, given(move), number("most", most, 2**32 - 1), error), error)

    @property
    def history(self) -> list[Move]:
        """The moves that were played on this position."""
        found = _raw.Move()
        listed: list[Move] = []
        while zet.zet_position_move_at(self._at, len(listed), ctypes.byref(found)):
            listed.append(self._move(found))
        return listed

    @property
    def text(self) -> str:
        """The position as text."""
        error = _raw.Error()
        copy = made(zet.zet_position_copy_new(self._at, error), error)
        try:
            return str_of(zet.zet_position_text(copy))
        finally:
            zet.zet_position_free(copy)

    @property
    def last_move(self) -> str:
        """The last move in canonical form; empty if none exists."""
        moves = self.history
        return moves[-1] if moves else ""

    @property
    def turn(self) -> str:
        """The side to move."""
        return side_name(self.game, zet.zet_position_turn(self._at))

    @property
    def ply(self) -> int:
        """Moves played."""
        return zet.zet_position_ply(self._at)

    @property
    def outcome(self) -> Outcome:
        """How the game stands."""
        return _outcome(self.game, zet.zet_position_outcome(self._at))

    @property
    def key(self) -> int:
        """The key of the position, which is the same for equal positions on every machine."""
        return zet.zet_position_key(self._at)

    def _content(self, found: _raw.Content) -> Cell | None:
        if found.piece == _raw.ZET_PIECE_NOTHING:
            return None
        return Cell(_cell(found.cell) or "", _raw.PIECE_WORDS[found.piece], side_name(self.game, found.side), found.count, found.height)

    def at(self, cell: str) -> Cell | None:
        """What is on a cell; None of an empty one.

        >>> Position("hogga").at("b10").piece
        'hogga'
        """
        rules = zet.zet_position_rules(self._at)
        found = zet.zet_rules_cell(rules, text_of(cell))
        if found == _raw.ZET_NO_CELL:
            raise ZetError(f"the board has no cell {cell!r}")
        return self._content(zet.zet_position_at(self._at, found))

    def cells(self) -> dict[str, Cell]:
        """What is on the board, by cell.

        >>> len(Position("halma", "8x8").cells())
        20
        """
        room = (_raw.Content * _raw.ZET_CELLS_MAX)()
        count = zet.zet_position_contents(self._at, room, len(room))
        found = filter(None, (self._content(room[i]) for i in range(count)))
        return {content.cell: content for content in found}

    def perft(self, depth: int, threads: int = 1) -> int:
        """The number of move sequences of that many plies, from 0 to 1,000. Ctrl-C stops it.

        >>> Position("husbao").perft(2)
        508
        """
        error, count = _raw.Error(), ctypes.c_uint64()
        depth, threads = number("depth", depth, _raw.ZET_PERFT_DEPTH_MAX), number("threads", threads, 2**32 - 1)
        at = self._at  # the other thread may not wait for the object, which this one uses
        check(interruptible(lambda stop: zet.zet_position_perft(
            at, depth, threads, _raw.StopFunction(stop), None, ctypes.byref(count), error)), error)
        return count.value

    def solve(self, loser: str, *, nodes: int = 1_000_000, memory: int = 0) -> Solution:
        """Looks for the shortest line home of Hogga's loser, "black" or "white". Ctrl-C stops it.

        >>> Position("hogga").solve("white", nodes=1000).low > 10
        True
        """
        if loser not in ("black", "white"):
            raise ZetError(f"{loser!r} is no side of Hogga")
        error, solution, output = _raw.Error(), _raw.Solution(), Output()
        nodes, memory = number("nodes", nodes, 2**64 - 1), number("memory", memory, 2**63 - 1)
        at = self._at  # as in perft

        def search(stop: Any) -> int:
            limits = _raw.SolveLimits(nodes=nodes, memory=memory, stop=_raw.StopFunction(stop))
            return zet.zet_playout_solve(at, loser == "white", ctypes.byref(limits), ctypes.byref(solution), output.handle, error)

        check(interruptible(search), error)
        found = solution.high != 0xFFFFFFFF
        return Solution(solution.low, solution.high if found else None, solution.exact, solution.never,
                        output.text().splitlines() if found else None)

    def diagram(self, format: str = "svg", **options: Value) -> str:
        """A drawing of the board: "svg", "tex", "unicode" or "ascii".

        >>> Position("akron").diagram().startswith("<svg")
        True
        """
        def draw(made_options: Any, error: _raw.Error) -> Iterator[Any]:
            check(zet.zet_diagram_options_check(made_options, False, error), error)
            drawing = made(zet.zet_diagram_new(self._at, made_options, error), error)
            try:
                yield drawing
            finally:
                zet.zet_diagram_free(drawing)

        return _drawn(self._at, {"format": format, **options}, draw)[0]

    def _repr_svg_(self) -> str:
        """The board in a notebook."""
        return self.diagram()


@_locked
class Position(_Played):
    """A position of a game, with the moves that led to it.

    >>> position = Position("hogga")
    >>> len(position.moves()), position.turn
    (22, 'black')
    >>> position.play("b10-b9")
    >>> position.undo()
    True
    """

    _free = zet.zet_position_free

    def __init__(self, game: str, variant: str | None = None, *, text: str | None = None,
                 rules: Mapping[str, object] | None = None) -> None:
        error = _raw.Error()
        self._rules = _Rules(game, variant, rules or {})
        self._start = text
        self._handle = made(zet.zet_position_new(self._rules.handle, text_of(text), error), error)

    @property
    def _at(self) -> _raw.Position:
        return self._open()  # type: ignore[no-any-return]

    def copy(self) -> Position:
        """An independent copy, with its moves."""
        error = _raw.Error()
        other = Position.__new__(Position)
        other._rules, other._start, other._playout = self._rules, self._start, self._playout
        other._handle = made(zet.zet_position_copy_new(self._at, error), error)
        return other

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Position:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        rules = self._rules
        return _position, (rules.game, rules.variant, self._start, rules.rules, [str(m) for m in self.history], self._playout)

    def __eq__(self, other: object) -> bool:
        """Whether the rules, the arrangement and the side to move are the same."""
        if not isinstance(other, Position):
            return False
        first, second = sorted((self, other), key=id)  # all threads lock in one order
        with first._lock, second._lock:
            return zet.zet_position_equals(self._at, other._at)

    __hash__ = None  # type: ignore[assignment]

    def play(self, *moves: str) -> None:
        """Plays moves as a person may write them. Raises IllegalMove at the first that cannot be
        played, which changes nothing.

        >>> Position("hogga").play("b9-b8")
        Traceback (most recent call last):
        zet.IllegalMove: the cell where the move starts is empty
        """
        error, reason = _raw.Error(), ctypes.c_char_p()
        for move in moves:
            status = zet.zet_position_play(self._at, given(move), ctypes.byref(reason), error)
            if status == _raw.ZET_REFUSED:
                raise IllegalMove(error.message.decode("utf-8", "replace"), word(reason.value))
            check(status, error)

    def undo(self) -> bool:
        """Takes the last move back. False if none exists."""
        undone = zet.zet_position_undo(self._at)
        if self._playout is not None and self.ply < self._playout:
            self._playout = None
        return undone

    def begin_playout(self) -> None:
        """Hogga, after the game has been won: from here on the loser moves alone."""
        error = _raw.Error()
        check(zet.zet_position_begin_playout(self._at, error), error)
        self._playout = self.ply

    def __str__(self) -> str:
        output = Output()
        zet.zet_position_board(self._at, 0, output.handle)
        return output.text()

    def __repr__(self) -> str:
        return f"<zet.Position {self.game} {self.text!r}>" if self._handle else "<zet.Position closed>"


def _position(game: str, variant: str | None, text: str | None, rules: Mapping[str, object], moves: list[str],
              playout: int | None) -> Position:
    """A position that was pickled."""
    position = Position(game, variant, text=text, rules=rules)
    for ply, move in enumerate([*moves, None]):
        if ply == playout:
            position.begin_playout()
        if move is not None:
            position.play(move)
    return position


@_locked
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

    _free = zet.zet_game_free

    def __init__(self, game: str, variant: str | None = None, *, position: str | None = None,
                 rules: Mapping[str, object] | None = None) -> None:
        error, by = _raw.Error(), _Rules(game, variant, rules or {})
        self._handle = made(zet.zet_game_new(by.handle, text_of(position), error), error)

    @classmethod
    def read(cls, text: TextLike) -> Game:
        """The game of a text with one record, which may have been written by others."""
        error, game = _raw.Error(), cls.__new__(cls)
        game._handle = made(zet.zet_game_read_new(given(text), error), error)
        return game

    @property
    def _at(self) -> _raw.Position:
        return made(zet.zet_game_position(self._open()), _raw.Error())

    def copy(self) -> Game:
        """An independent copy; its text is that of `edited`."""
        return _game(self.edited(), self._playout == self.ply)

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return _game, (self.edited(), self._playout == self.ply)

    def _do(self, change: Callable[..., int], *arguments: object) -> None:
        error, handle = _raw.Error(), self._open()
        status = change(handle, *arguments, error)
        refusal = zet.zet_game_refusal(handle) if status == _raw.ZET_REFUSED else None
        if refusal:
            message, found = error.message.decode("utf-8", "replace"), refusal.contents
            if found.reason:
                raise IllegalMove(message, word(found.reason))
            raise Refused(message, word(found.code) or "")
        check(status, error)

    def play(self, *moves: str) -> None:
        """Plays moves, each with the glyphs and the comment that may follow it."""
        for move in moves:
            self._do(zet.zet_game_play, given(move))

    def begin_playout(self) -> None:
        """Hogga, after the game has been won: from here on the loser moves alone."""
        self._do(zet.zet_game_begin_playout)
        self._playout = self.ply

    def undo(self) -> None:
        """Takes back an end away from the board, else the last move with what follows it."""
        self._do(zet.zet_game_undo)

    def comment(self, text: str) -> None:
        """Adds a comment after the last move."""
        self._do(zet.zet_game_comment, given(text))

    def annotate(self, text: str) -> None:
        """Adds glyphs, comments in braces and variations in parentheses after the last move."""
        self._do(zet.zet_game_annotate, given(text))

    def end(self, result: str, termination: str) -> None:
        """Ends the game away from the board: the side that won, or "draw"."""
        for number in (_raw.ZET_RESULT_WIN_0, _raw.ZET_RESULT_WIN_1, _raw.ZET_RESULT_DRAW):
            if result == _result(self.game, number):
                return self._do(zet.zet_game_end, number, name(termination))
        raise ZetError(f"{result!r} is no result")

    def _record(self) -> _raw.Record:
        error = _raw.Error()
        return made(zet.zet_game_record(self._open(), error), error)

    @property
    def record(self) -> Record:
        """The record as it is now, judged, with its moves.

        >>> Game.read("game: akron\\nmoves: d4 e5\\n").record.moves[1].side
        'white'
        """
        return _record(self._record())

    def __getitem__(self, key: str) -> str:
        """The text of a key of the header, such as "event" or "players.black"."""
        found = self.record.headers.get(key) or str_of(zet.zet_record_value(self._record(), name(key)))
        if not found:
            raise KeyError(key)
        return found

    def __contains__(self, key: object) -> bool:
        try:
            return bool(self[str(key)])
        except KeyError:
            return False

    def __setitem__(self, key: str, value: object) -> None:
        """Sets a key of the header; those of `rules` and `players` follow a dot."""
        if value is None:
            raise TypeError(f"None is not a value; del game[{key!r}] removes the key")
        self._do(zet.zet_game_set, name(key), text_of(str(value)))

    def __delitem__(self, key: str) -> None:
        self._do(zet.zet_game_remove, name(key))

    def diagrams(self, format: str = "svg", **options: Value) -> list[str]:
        """Drawings of the record, as `zet diagram` makes them; the format "html" is a page."""
        return _diagrams(self._record(), {"format": format, **options})

    def _write(self, write: Callable[..., int]) -> str:
        error, output = _raw.Error(), Output()
        check(write(self._open(), output.handle, error), error)
        return output.text()

    def __str__(self) -> str:
        """The record in canonical form."""
        return self._write(zet.zet_game_write)

    def __repr__(self) -> str:
        return f"<zet.Game {self.game}, {self.ply} plies>" if self._handle else "<zet.Game closed>"

    def edited(self) -> str:
        """The text that the game was read from, in which only what was changed is other.

        >>> game = Game.read("moves: [d4]  # mine\\ngame: akron\\n")
        >>> game.play("e5")
        >>> game.edited()
        'moves: [d4, e5]  # mine\\ngame: akron\\n'
        """
        return self._write(zet.zet_game_write_edited)

    def edits(self) -> list[Edit]:
        """The changes of that text, in the order of their places."""
        found = _raw.Edit()
        listed: list[Edit] = []
        self.edited()
        while zet.zet_game_edit_at(self._open(), len(listed), ctypes.byref(found)):
            listed.append(Edit(found.from_, found.to, str_of(found.with_)))
        return listed


def _game(text: str, playout: bool) -> Game:
    """A game that was pickled or copied; `playout`: its playout had begun, and had no move."""
    game = Game.read(text)
    if playout and game.outcome.result != "*":
        game.begin_playout()
    return game


def solve(position: str, loser: str, *, nodes: int = 1_000_000, memory: int = 0) -> Solution:
    """The same as Position("hogga", text=position).solve."""
    return Position("hogga", text=position).solve(loser, nodes=nodes, memory=memory)


def moves(game: str, variant: str | None = None, **options: Any) -> list[Move]:
    """The legal moves of a position, which is given as for Position.

    >>> len(moves("halma", "8x8"))
    24
    """
    return Position(game, variant, **options).moves()


def play(game: str, moves: str | list[str], variant: str | None = None, **options: Any) -> Position:
    """The position after moves.

    >>> play("hogga", "b10-b9 k4-k5").ply
    2
    """
    position = Position(game, variant, **options)
    position.play(*(moves.split() if isinstance(moves, str) else moves))
    return position


def _with_record(text: TextLike, number_: int, use: Callable[[Any, _raw.Error], Any]) -> Any:
    error, found, data = _raw.Error(), ctypes.c_void_p(), given(text)
    reader, wanted = made(zet.zet_reader_new(error), error), number("record", number_, 2**32 - 1)
    try:
        check(zet.zet_reader_set(reader, name("moves"), name("true"), error), error)
        check(zet.zet_reader_open_text(reader, b"-", data, error), error)
        while (status := zet.zet_reader_next(reader, ctypes.byref(found), error)) != _raw.ZET_END:
            check(status, error)
            if zet.zet_record_number(found) == wanted:  # type: ignore[arg-type]
                return use(found, error)
    finally:
        zet.zet_reader_free(reader)
    raise ZetError(f"no record has the number {wanted}")


def start(text: TextLike, *, record: int = 1) -> Position:
    """The position that a record begins with, by its rules.

    >>> start("game: akron\\nrules: {size: 3}\\nmoves: b2\\n").text
    '3/3/3 b'
    """
    def begin(found: Any, error: _raw.Error) -> Position:
        rules = zet.zet_record_rules_new(found, error)
        if not rules:
            raise ZetError("the record does not say which game it is")
        given = str_of(zet.zet_record_value(found, b"position")) or None
        words = (word(zet.zet_rules_text(rules)) or "").split()
        options = dict(w.split("=", 1) for w in words if "=" in w)
        variant = word(zet.zet_rules_variant(rules))
        zet.zet_rules_free(rules)
        return Position(words[0], variant, text=given, rules=options)

    return _with_record(text, record, begin)  # type: ignore[no-any-return]


def diagrams(text: TextLike, *, record: int = 1, format: str = "svg", **options: Value) -> list[str]:
    """Drawings of a record in a text, as `zet diagram` makes them; the format "html" is a page."""
    return _with_record(text, record, lambda found, error: _diagrams(found, {"format": format, **options}))  # type: ignore[no-any-return]


def diagram(source: _Played | TextLike, *, record: int = 1, format: str = "svg", **options: Value) -> str:
    """A drawing of a position, or of a record in a text.

    >>> diagram("game: akron\\nmoves: d4\\n", format="html").startswith("<!DOCTYPE html>")
    True
    """
    if isinstance(source, _Played):
        return source.diagram(format, **options)
    drawn = diagrams(encoded(source), record=record, format=format, **options)
    if len(drawn) != 1:
        raise ZetError("there is more than one diagram; diagrams() returns all")
    return drawn[0]
