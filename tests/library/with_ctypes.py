"""with_ctypes.py LIBRARY: uses libzet.so from Python, with nothing but its header read."""
import ctypes
import json
import sys
from ctypes import (CFUNCTYPE, POINTER, Structure, byref, c_bool, c_char, c_char_p, c_int, c_size_t,
                    c_uint, c_uint64, c_void_p)


class Text(Structure):
    _fields_ = [("at", POINTER(c_char)), ("length", c_size_t)]

    def __str__(self):
        return ctypes.string_at(self.at, self.length).decode() if self.length else ""


class Error(Structure):
    _fields_ = [("status", c_int), ("message", c_char * 500)]


class Outcome(Structure):
    _fields_ = [("result", c_int), ("reason", c_char_p)]


OK, REFUSED, STOPPED = 0, 2, 6
OPEN = 0
WRITE = CFUNCTYPE(c_bool, c_void_p, POINTER(c_char), c_size_t)
PROGRESS = CFUNCTYPE(c_bool, c_void_p, c_void_p)

zet = ctypes.CDLL(sys.argv[1])
for name, result, arguments in (
        ("zet_version", c_char_p, []),
        ("zet_text_of", Text, [c_char_p]),
        ("zet_rules_new", c_void_p, [c_char_p, c_char_p, c_void_p, POINTER(Error)]),
        ("zet_rules_free", None, [c_void_p]),
        ("zet_position_new", c_void_p, [c_void_p, Text, POINTER(Error)]),
        ("zet_position_free", None, [c_void_p]),
        ("zet_position_play", c_int, [c_void_p, Text, POINTER(c_char_p), POINTER(Error)]),
        ("zet_position_undo", c_bool, [c_void_p]),
        ("zet_position_text", Text, [c_void_p]),
        ("zet_position_outcome", Outcome, [c_void_p]),
        ("zet_position_moves", c_void_p, [c_void_p, POINTER(Error)]),
        ("zet_position_perft", c_int,
         [c_void_p, c_uint, c_uint, c_void_p, c_void_p, POINTER(c_uint64), POINTER(Error)]),
        ("zet_moves_count", c_size_t, [c_void_p]),
        ("zet_moves_text", c_char_p, [c_void_p, c_size_t]),
        ("zet_moves_free", None, [c_void_p]),
        ("zet_output_new", c_void_p, [WRITE, c_void_p]),
        ("zet_output_free", None, [c_void_p]),
        ("zet_task_new", c_void_p, [c_char_p, POINTER(Error)]),
        ("zet_task_free", None, [c_void_p]),
        ("zet_task_set", c_int, [c_void_p, c_char_p, c_char_p, POINTER(Error)]),
        ("zet_task_set_output", None, [c_void_p, c_void_p]),
        ("zet_task_set_progress", None, [c_void_p, PROGRESS, c_void_p]),
        ("zet_task_run_text", c_int, [c_void_p, c_char_p, Text, POINTER(Error)]),
        ("zet_task_finish", c_int, [c_void_p, POINTER(Error)])):
    function = getattr(zet, name)
    function.restype, function.argtypes = result, arguments

error = Error()


def text(s):
    """The bytes must stay as long as the text is used."""
    return zet.zet_text_of(s)


def moves_of(position):
    moves = zet.zet_position_moves(position, byref(error))
    found = [zet.zet_moves_text(moves, i).decode() for i in range(zet.zet_moves_count(moves))]
    assert zet.zet_moves_text(moves, len(found)) is None
    zet.zet_moves_free(moves)
    return found


def play():
    """HusBao: 15 plies forth and back."""
    rules = zet.zet_rules_new(b"husbao", b"bis", None, byref(error))
    position = zet.zet_position_new(rules, text(None), byref(error))
    seen = []
    while len(seen) < 15 and zet.zet_position_outcome(position).result == OPEN:
        seen.append(str(zet.zet_position_text(position)))
        move = moves_of(position)[0].encode()
        assert zet.zet_position_play(position, text(move), None, byref(error)) == OK
    reason = c_char_p()
    assert zet.zet_position_play(position, text(b"e9"), byref(reason), byref(error)) == REFUSED
    assert error.message
    while seen:
        assert zet.zet_position_undo(position)
        assert str(zet.zet_position_text(position)) == seen.pop()
    assert not zet.zet_position_undo(position)
    count = c_uint64()
    assert zet.zet_position_perft(position, 1, 1, None, None, byref(count), byref(error)) == OK
    assert count.value == len(moves_of(position))
    zet.zet_position_free(position)
    zet.zet_rules_free(rules)


def judge():
    written, seen = bytearray(), []

    @WRITE
    def write(_, at, size):
        written.extend(at[:size])
        return True

    @PROGRESS
    def progress(_, task):
        seen.append(task)
        return True

    output = zet.zet_output_new(write, None)
    task = zet.zet_task_new(b"validate", byref(error))
    assert zet.zet_task_set(task, b"format", b"json", byref(error)) == OK
    zet.zet_task_set_output(task, output)
    zet.zet_task_set_progress(task, progress, None)
    records = b"game: hogga\nmoves: b10-b9\n---\ngame: hogga\nmoves: k4-k5\n"
    assert zet.zet_task_run_text(task, b"two", text(records), byref(error)) == OK, error.message
    assert zet.zet_task_finish(task, byref(error)) == OK
    verdicts = [json.loads(line)["valid"] for line in written.decode().splitlines()]
    assert verdicts == [True, False], written
    assert seen
    zet.zet_task_free(task)
    zet.zet_output_free(output)


assert zet.zet_version().decode().count(".") == 2
play()
judge()
