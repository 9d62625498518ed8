"""Texts with records: judged, rewritten, converted, read, as a whole or as a stream."""
from __future__ import annotations

import ctypes
import json
import queue
import threading
from dataclasses import dataclass, field, replace
from typing import IO, Any, Iterable, Iterator, Mapping, Union, cast

from . import _raw
from ._library import (Output, TextLike, ZetError, bytes_of, check, encoded, given, interruptible, made, name, number, str_of, word,
                       written, zet)

Option = Union[str, int, bool, "list[str]"]
Source = Union[TextLike, Mapping[str, TextLike]]
"""A text, or texts by the names that reports give them."""
Stream = Union[IO[bytes], IO[str], Iterable[TextLike]]
"""An open file, or pieces of a text."""


def version() -> str:
    """The version of the library."""
    return zet.zet_version().decode()  # type: ignore[union-attr]


def _names(catalogue: int, of: str | None = None) -> Iterator[str]:
    index, key = 0, None if of is None else name(of)
    while (found := zet.zet_catalogue_name(catalogue, key, index)) is not None:
        yield found.decode()
        index += 1


@dataclass(frozen=True)
class Named:
    """An entry of a catalogue. `argument` is what its value is called; None where it has none."""

    name: str
    about: str
    argument: str | None


def _named(catalogue: int, of: str | None = None) -> list[Named]:
    key = None if of is None else name(of)
    return [Named(entry, word(zet.zet_catalogue_about(catalogue, key, i)) or "", word(zet.zet_catalogue_argument(catalogue, key, i)))
            for i, entry in enumerate(_names(catalogue, of))]


def games() -> list[str]:
    """The games.

    >>> sorted(games())
    ['akron', 'halma', 'hogga', 'husbao']
    """
    return list(_names(_raw.ZET_CATALOGUE_GAMES))


def variants(game: str) -> list[str]:
    """The variants of a game; none where it has none. Raises ZetError if there is no such game.

    >>> variants("halma")
    ['8x8', '10x10', '16x16']
    """
    if game not in games():
        raise ZetError(f"there is no game {game!r}; the games are {', '.join(games())}")
    return list(_names(_raw.ZET_CATALOGUE_VARIANTS, game))


def rule_options(game: str) -> list[Named]:
    """The options of a game's rules."""
    return _named(_raw.ZET_CATALOGUE_RULE_OPTIONS, game)


def task_options(task: str) -> list[Named]:
    """The options of a task."""
    return _named(_raw.ZET_CATALOGUE_TASK_OPTIONS, task)


def formats() -> list[Named]:
    """The formats of records."""
    return _named(_raw.ZET_CATALOGUE_FORMATS)


def diagram_formats() -> list[Named]:
    """The formats of diagrams."""
    return [f for f in _named(_raw.ZET_CATALOGUE_DIAGRAM_FORMATS) if not zet.zet_diagram_format_is(name(f.name), _raw.ZET_FORMAT_CONVERTED)]


@dataclass(frozen=True)
class Explanation:
    """What a finding means. `example` has findings of this kind and no others; where it is found in
    converting, `source` and `to` are the formats."""

    severity: str
    sentence: str
    meaning: str
    remedy: str
    example: str
    source: str | None
    to: str | None


def explain(code: str, reason: str | None = None) -> Explanation:
    """What a finding with that code means; of an illegal move what its reason means.

    >>> explain("illegal-move", "occupied").sentence
    'a cell where the move lands is occupied'
    """
    found = _raw.Explanation()
    if not zet.zet_explain(name(code), None if reason is None else name(reason), ctypes.byref(found)):
        raise ZetError(f"there is no finding {code!r}" + (f" with the reason {reason!r}" if reason else ""))
    said = [word(getattr(found, key)) for key, _ in _raw.Explanation._fields_]  # type: ignore[misc]
    return Explanation(*said)  # type: ignore[arg-type]


@dataclass(frozen=True)
class TaskResult:
    """What a task made of a text."""

    output: bytes
    messages: str
    changed: bool
    """Whether the last text is another now."""
    counts: Mapping[str, int]
    files: Mapping[str, bytes]
    """What a task makes that makes several files, such as "site"."""

    @property
    def records(self) -> int:
        return self.counts["records"]

    @property
    def invalid(self) -> int:
        return self.counts["invalid"]

    @property
    def text(self) -> str:
        return self.output.decode("utf-8", "surrogateescape")


class _Task:
    """A task of the library while it runs."""

    def __init__(self, task: str, options: Mapping[str, Option | None], attach: Mapping[str, TextLike]) -> None:
        self.error, self.out, self.messages = _raw.Error(), Output(), Output()
        self.files: dict[str, list[bytes]] = {}
        self.kept: list[Any] = []
        self.changed = False
        self.io = _raw.TaskIo(messages=self.messages.handle, folder=ctypes.pointer(self._folder()))
        self.output_to(self.out.handle)
        self.handle = made(zet.zet_task_new(name(task), ctypes.byref(self.io), self.error), self.error)
        for option, value in options.items():
            several: list[Any] = [] if value is None else [*value] if isinstance(value, list) else [value]
            for one in several:
                check(zet.zet_task_set(self.handle, name(option.replace("_", "-")), written(one), self.error), self.error)
        for what, text in attach.items():
            self.kept += [given(text), name(what)]
            check(zet.zet_task_attach(self.handle, name(what), self.kept[-1], self.kept[-2], self.error), self.error)

    def _folder(self) -> _raw.Folder:
        def begin(_: Any, file: bytes) -> bool:
            self.files[file.decode()] = []
            return True

        def write(_: Any, at: int, size: int) -> bool:
            list(self.files.values())[-1].append(ctypes.string_at(at, size))
            return True

        return _raw.Folder(begin=_raw.FolderBeginFunction(begin), write=_raw.FolderWriteFunction(write), end=_raw.FolderEndFunction(lambda _: True))

    def output_to(self, handle: Any) -> None:
        self.io.out = handle

    def stop_if(self, stop: Any) -> None:
        self.io.progress = _raw.ProgressFunction(lambda context, counts: not stop())

    def run(self, stream: str, source: Any) -> int:
        """Runs over a text, or what a function reads."""
        before = self.counts()["changed"]
        status = (zet.zet_task_run(self.handle, name(stream), source, None, self.error) if isinstance(source, _raw.ReadFunction)
                  else zet.zet_task_run_text(self.handle, name(stream), given(source), self.error))
        self.changed = self.counts()["changed"] > before
        return status

    def counts(self) -> dict[str, int]:
        counts = zet.zet_task_counts(self.handle).contents
        return {word: getattr(counts, word) for word, _ in _raw.Counts._fields_}  # type: ignore[misc]

    def check(self, status: int) -> None:
        check(status, self.error)

    def result(self) -> TaskResult:
        return TaskResult(self.out.bytes(), self.messages.bytes().decode("utf-8", "replace"), self.changed, self.counts(),
                          {file: b"".join(pieces) for file, pieces in self.files.items()})

    def __del__(self) -> None:
        if hasattr(self, "handle"):
            zet.zet_task_free(self.handle)


def task(task: str, source: Source, *, stream: str = "-", options: Mapping[str, Option | None] | None = None,
         attach: Mapping[str, TextLike] | None = None) -> TaskResult:
    """Runs a task of the library, such as "validate", "convert" or "score", over texts. Ctrl-C stops
    it.

    The options are those of the program's command of that name. `stream` is the name that reports
    give to a single text. `attach` has texts beside the records, such as a tournament.

    >>> task("validate", "game: hogga\\nmoves: ''\\n", options={"format": "json"}).records
    1
    """
    running = _Task(task, options or {}, attach or {})
    streams = source if isinstance(source, Mapping) else {stream: source}
    running.check(zet.zet_task_check(running.handle, running.error))

    def run(stop: Any) -> None:
        running.stop_if(stop)
        for file, text in streams.items():
            running.check(running.run(file, text))
        running.check(zet.zet_task_finish(running.handle, running.error))

    interruptible(run)
    return running.result()


class _Pieces:
    """A stream as the library reads it. What the stream raises waits until the library has returned."""

    def __init__(self, source: Stream) -> None:
        if isinstance(source, (str, bytes)):
            raise TypeError("a stream is an open file, or pieces of a text")
        file: Any = source
        self.pieces: Iterator[TextLike] = iter(lambda: cast(TextLike, file.read(65536)), file.read(0)) if hasattr(source, "read") else iter(source)
        self.rest = b""
        self.raised: BaseException | None = None
        self.function = _raw.ReadFunction(self.read)

    def read(self, context: Any, to: int, size: int) -> int:
        try:
            while not self.rest:
                self.rest = encoded(next(self.pieces))
        except StopIteration:
            return 0
        except BaseException as error:
            self.raised = error
            return -1
        piece, self.rest = self.rest[:size], self.rest[size:]
        ctypes.memmove(to, piece, len(piece))
        return len(piece)

    def check(self, status: int, error: _raw.Error) -> None:
        if self.raised:
            raise self.raised
        check(status, error)


def task_stream(task: str, source: Stream, *, stream: str = "-", options: Mapping[str, Option | None] | None = None,
                attach: Mapping[str, TextLike] | None = None) -> Iterator[bytes]:
    """What a task writes over a stream of any length, in pieces, while it reads.

    >>> pieces = ["game: akron\\nmo", "ves: d4 e5\\n"]
    >>> b"".join(task_stream("convert", pieces, options={"to": "text"}))
    b'1. d4 e5\\n'
    """
    running, pieces = _Task(task, options or {}, attach or {}), _Pieces(source)
    running.check(zet.zet_task_check(running.handle, running.error))
    ready: queue.Queue[bytes | None] = queue.Queue(16)
    given_up = threading.Event()

    def put(piece: bytes | None) -> bool:
        while not given_up.is_set():
            try:
                ready.put(piece, timeout=0.2)
                return True
            except queue.Full:
                pass
        return False

    write = _raw.WriteFunction(lambda context, at, size: put(ctypes.string_at(at, size)))
    handle = zet.zet_output_new(write, None)
    if not handle:
        raise MemoryError("out of memory")
    running.output_to(handle)
    running.stop_if(given_up.is_set)
    status: list[int] = []

    def run() -> None:
        status.append(running.run(stream, pieces.function))
        if status[0] == _raw.ZET_OK:
            status[0] = zet.zet_task_finish(running.handle, running.error)
        if status[0] == _raw.ZET_OK:
            status[0] = zet.zet_output_flush(handle)
        put(None)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    try:
        while (piece := ready.get()) is not None:
            yield piece
        pieces.check(status[0], running.error)
    finally:
        given_up.set()
        thread.join()
        zet.zet_output_free(handle)


@dataclass(frozen=True)
class Outcome:
    """How a game stands: `result` is the word of a record, "*" while the game is open."""

    result: str
    reason: str | None


@dataclass(frozen=True)
class Edit:
    """A change of a text: `text` takes the place of the bytes from `offset` to before `end_offset`."""

    offset: int
    end_offset: int
    text: str


@dataclass(frozen=True)
class Fix:
    """A correction. A safe one needs no guess; its edits belong together."""

    safe: bool
    message: str
    edits: tuple[Edit, ...]


@dataclass(frozen=True)
class Finding:
    """A problem in a record, with its place. Lines and columns count from 1, offsets are bytes from
    0; a finding ends before its end."""

    severity: str
    code: str
    reason: str | None
    part: str
    line: int
    column: int
    offset: int
    end_line: int
    end_column: int
    end_offset: int
    ply: int | None
    move: str | None
    message: str
    fixes: tuple[Fix, ...]


@dataclass(frozen=True)
class Report:
    """The verdict on one record. `keys` is the whole object of the report."""

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

    @property
    def players(self) -> Mapping[str, str | None]:
        """The names of the players by side."""
        return self.keys["players"] or {}


def _edits(given: Iterable[Mapping[str, Any]]) -> tuple[Edit, ...]:
    return tuple(Edit(e["offset"], e["end_offset"], e["text"]) for e in given)


def _report(keys: dict[str, Any]) -> Report:
    outcome = Outcome(keys["outcome"]["result"], keys["outcome"]["reason"])
    findings = []
    for f in keys["findings"]:
        fixes = tuple(Fix(x["safe"], x["message"], _edits(x["edits"])) for x in f["fixes"])
        findings.append(Finding(**{key: f[key] for key in Finding.__dataclass_fields__ if key != "fixes"}, fixes=fixes))
    return Report(keys["record"], keys["line"], keys["game"], keys["valid"], keys["plies"], outcome,
                  keys["points"], keys["position"], tuple(findings), keys)


def validate(text: Source, *, stream: str = "-", **options: Option | None) -> list[Report]:
    """Judges every record of a text. The options are those of `zet validate`, such as `strict=True`.

    >>> report, = validate("game: akron\\nmoves: d4 e5\\n")
    >>> report.valid, report.plies, report.outcome.result
    (True, 2, '*')
    """
    done = task("validate", text, stream=stream, options={**options, "format": "findings"})
    return [_report(json.loads(line)) for line in done.output.splitlines()]


def validate_stream(source: Stream, *, stream: str = "-", **options: Option | None) -> Iterator[Report]:
    """Judges a stream of any length while it reads.

    >>> [report.valid for report in validate_stream(["game: akron\\nmoves: d4 d4\\n"])]
    [False]
    """
    rest = b""
    for piece in task_stream("validate", source, stream=stream, options={**options, "format": "findings"}):
        *lines, rest = (rest + piece).split(b"\n")
        yield from (_report(json.loads(line)) for line in lines)


def convert(text: Source, to: str = "zet", *, source: str | None = None, **options: Option | None) -> TaskResult:
    """Converts records to another format; `source` is that of the text. What could not be held is in
    the messages; with `no_loss` it is a ZetError.

    >>> convert("game: akron\\nmoves: d4 e5\\n", "text").text
    '1. d4 e5\\n'
    """
    result = task("convert", text, options={"to": to, "from": source, **options})
    if options.get("no_loss") and result.invalid:
        raise ZetError(result.messages.strip())
    return result


def format(text: Source, **options: Option | None) -> str:
    """The records in canonical form.

    >>> print(format("moves: D4 e5\\ngame: akron\\n"), end="")
    ---
    game: akron
    moves: |
      1. d4 e5
    """
    return task("format", text, options=options).text


def fix(text: Source, **options: Option | None) -> str:
    """The text with what needs no guess repaired, and all other bytes as they were.

    >>> fix("game: akron\\nmoves: 1. d4 e5 3. c3\\n")
    'game: akron\\nmoves: 1. d4 e5 2. c3\\n'
    """
    return task("fix", text, options=options).text


def score(text: Source, *, stream: str = "-", **options: Option | None) -> list[dict[str, Any]]:
    """The score of each record, or with `table="json"` the standings, as `zet score` has them.

    >>> score("game: husbao\\nmoves: ''\\nresult: a\\ntermination: resignation\\n")[0]["points"]
    """
    done = task("score", text, stream=stream, options={**options, "format": "json"})
    return [json.loads(line) for line in done.output.splitlines()]


def _result(game: str, result: int) -> str:
    return "*" if result == _raw.ZET_RESULT_OPEN else "draw" if result == _raw.ZET_RESULT_DRAW else side_name(game, int(result == _raw.ZET_RESULT_WIN_1))


def side_name(game: str, side: int) -> str:
    """The word of a side, 0 or 1, in results and players."""
    found = zet.zet_side_name(name(game), side)
    if found is None:
        raise ZetError(f"there is no game {game!r}")
    return found.decode()


def _outcome(game: str, outcome: _raw.Outcome) -> Outcome:
    return Outcome(_result(game, outcome.result), word(outcome.reason))


@dataclass(frozen=True)
class PlayedMove:
    """A move of a record that was played. `position` and `outcome` are those after it, `offset` is
    the place of the move in the text, in bytes."""

    ply: int
    number: int
    depth: int
    """Of variations; 0: the main line, or the playout."""
    playout: bool
    gift: bool
    """Stones given, which are part of the move that follows."""
    side: str
    written: str
    move: str
    glyphs: str
    comments: str
    position: str
    outcome: Outcome
    offset: int


@dataclass(frozen=True)
class Record(Report):
    """A record that was read: its verdict, its header and the moves that were played."""

    variant: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    """The text of each key that has one; of players "players.black"."""
    moves: tuple[PlayedMove, ...] = ()
    """In the order of the text, also those of variations and of the playout."""
    document: bytes = b""

    @property
    def main_line(self) -> list[str]:
        """The moves of the main line in canonical form."""
        return [m.move for m in self.moves if not (m.depth or m.playout or m.gift)]


def _headers(record: _raw.Record) -> dict[str, str]:
    found = {key: str_of(zet.zet_record_value(record, name(key))) for key in _names(_raw.ZET_CATALOGUE_RECORD_KEYS) if key not in ("players", "moves")}
    player, index = _raw.Player(), 0
    while zet.zet_record_player_at(record, index, ctypes.byref(player)):
        found["players." + str_of(player.side)] = str_of(player.name)
        index += 1
    return {key: value for key, value in found.items() if value}


def _played(record: _raw.Record, game: str) -> Iterator[PlayedMove]:
    error, ply = _raw.Error(), _raw.Ply()
    walk = zet.zet_walk_new(record, error)
    if not walk:
        if error.status == _raw.ZET_OUT_OF_MEMORY:
            raise MemoryError("out of memory")
        return
    try:
        while zet.zet_walk_next(walk, ctypes.byref(ply)):
            yield PlayedMove(ply.ply, ply.number, ply.depth, ply.playout, ply.gift, side_name(game, ply.side), str_of(ply.written),
                             str_of(ply.move), str_of(ply.glyphs), str_of(ply.comments), str_of(zet.zet_walk_position(walk)),
                             _outcome(game, ply.outcome), ply.offset)
    finally:
        zet.zet_walk_free(walk)


def _found(record: _raw.Record, document: bytes, at: int, strict: bool) -> Iterator[Finding]:
    """The findings, with their fixes, which the judge of the document alone has."""
    found, count = _raw.Finding(), zet.zet_record_finding_count(record)
    alone = validate(document, strict=strict) if count else []
    fixes = [f.fixes for report in alone[:1] for f in report.findings]
    for index in range(count):
        zet.zet_record_finding_at(record, index, ctypes.byref(found))
        moved = tuple(replace(x, edits=tuple(Edit(e.offset + at, e.end_offset + at, e.text) for e in x.edits))
                      for x in fixes[index]) if len(fixes) == count else ()
        move = str_of(found.move) or None
        yield Finding(word(found.severity_name) or "", word(found.code) or "", word(found.reason), word(found.part) or "", found.line,
                      found.column, found.offset, found.end_line, found.end_column, found.end_offset, found.ply or None, move,
                      str_of(found.message), moved)


def _record(record: _raw.Record, strict: bool = False) -> Record:
    out = Output()
    zet.zet_record_report_json(record, out.handle)
    keys = json.loads(out.bytes())
    outcome = Outcome(keys["outcome"]["result"], keys["outcome"]["reason"])
    document = bytes_of(zet.zet_record_document(record))
    return Record(keys["record"], keys["line"], keys["game"], keys["valid"], keys["plies"], outcome, keys["points"], keys["position"],
                  tuple(_found(record, document, zet.zet_record_offset(record), strict)), keys, word(zet.zet_record_variant(record)),
                  _headers(record), tuple(_played(record, keys["game"]) if keys["game"] else ()), document)


def read_stream(source: Stream, *, stream: str = "-", strict: bool = False) -> Iterator[Record]:
    """The records of a stream of any length, with their moves, while it is read.

    >>> with open("examples/halma.yaml", "rb") as file:
    ...     for record in read_stream(file):
    ...         print(record.headers["event"], record.moves[0].move, record.outcome.reason)
    A whole game g1^e3 goal
    """
    error, pieces, found = _raw.Error(), _Pieces(source), ctypes.c_void_p()
    reader = made(zet.zet_reader_new(error), error)
    try:
        check(zet.zet_reader_set(reader, name("moves"), name("true"), error), error)
        check(zet.zet_reader_set(reader, name("strict"), name("true" if strict else "false"), error), error)
        pieces.check(zet.zet_reader_open(reader, name(stream), pieces.function, None, error), error)
        while (status := zet.zet_reader_next(reader, ctypes.byref(found), error)) != _raw.ZET_END:
            pieces.check(status, error)
            yield _record(found, strict)  # type: ignore[arg-type]
    finally:
        zet.zet_reader_free(reader)


def read(text: TextLike, *, record: int | None = None, strict: bool = False, stream: str = "-") -> list[Record]:
    """The records of a text with their moves; with `record` the one of that number.

    >>> record, = read("game: akron\\nevent: Cup\\nmoves: d4 e5\\n")
    >>> record.headers["event"], [move.move for move in record.moves], record.moves[0].position
    ('Cup', ['d4', 'e5'], '8/8/8/8/3b4/8/8/8 w')
    """
    wanted = None if record is None else number("record", record, 2**32 - 1)
    return [r for r in read_stream([text], stream=stream, strict=strict) if wanted in (None, r.record)]
