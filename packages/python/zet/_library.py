"""The functions of zet.h that the package uses, declared for ctypes."""
from __future__ import annotations

import ctypes
from ctypes import POINTER, c_bool, c_char_p, c_int, c_size_t, c_uint, c_uint32, c_uint64, c_void_p

OK, END, REFUSED, OUT_OF_MEMORY = range(4)
StopFunction = ctypes.CFUNCTYPE(c_bool, c_void_p)


class Text(ctypes.Structure):
    """Bytes with a length. What it points to must be kept as long as it is used."""

    _fields_ = [("at", c_void_p), ("length", c_size_t)]

    @classmethod
    def of(cls, data: bytes | None) -> Text:
        text = cls()
        if data is not None:
            text._kept = data
            text.at = ctypes.cast(c_char_p(data), c_void_p).value
            text.length = len(data)
        return text

    def bytes(self) -> bytes:
        return ctypes.string_at(self.at, self.length) if self.length else b""

    def str(self) -> str:
        return self.bytes().decode("utf-8", "replace")


class Error(ctypes.Structure):
    _fields_ = [("status", c_int), ("message", ctypes.c_char * 500)]


class Outcome(ctypes.Structure):
    _fields_ = [("result", c_int), ("reason", c_char_p)]


class Limits(ctypes.Structure):
    _fields_ = [("nodes", c_uint64), ("seed", c_uint64), ("memory", c_size_t), ("stop", StopFunction),
                ("context", c_void_p)]


class Solution(ctypes.Structure):
    _fields_ = [("low", c_uint32), ("high", c_uint32), ("exact", c_bool), ("never", c_bool),
                ("nodes", c_uint64)]


class Refusal(ctypes.Structure):
    """The beginning of a zet_finding."""

    _fields_ = [("severity", c_int), ("severity_name", c_char_p), ("code", c_char_p), ("reason", c_char_p)]


_ERROR = POINTER(Error)

# Result and arguments of each function.
_FUNCTIONS = {
    "zet_version": (c_char_p,),
    "zet_catalogue_name": (c_char_p, c_int, c_char_p, c_size_t),
    "zet_side_name": (c_char_p, c_char_p, c_uint),
    "zet_output_new": (c_void_p, c_void_p, c_void_p),
    "zet_output_free": (None, c_void_p),
    "zet_output_text": (Text, c_void_p),
    "zet_output_flush": (c_int, c_void_p),
    "zet_rules_new": (c_void_p, c_char_p, c_char_p, POINTER(c_char_p), _ERROR),
    "zet_rules_free": (None, c_void_p),
    "zet_position_new": (c_void_p, c_void_p, Text, _ERROR),
    "zet_position_free": (None, c_void_p),
    "zet_position_copy": (c_void_p, c_void_p, _ERROR),
    "zet_position_play": (c_int, c_void_p, Text, POINTER(c_char_p), _ERROR),
    "zet_position_undo": (c_bool, c_void_p),
    "zet_position_ply": (c_size_t, c_void_p),
    "zet_position_turn": (c_uint, c_void_p),
    "zet_position_outcome": (Outcome, c_void_p),
    "zet_position_text": (Text, c_void_p),
    "zet_position_last_move": (Text, c_void_p),
    "zet_position_board": (None, c_void_p, c_uint, c_void_p),
    "zet_position_moves": (c_void_p, c_void_p, _ERROR),
    "zet_position_suggest": (c_void_p, c_void_p, Text, c_size_t, _ERROR),
    "zet_position_perft": (c_int, c_void_p, c_uint, c_uint, StopFunction, c_void_p, POINTER(c_uint64), _ERROR),
    "zet_moves_free": (None, c_void_p),
    "zet_moves_count": (c_size_t, c_void_p),
    "zet_moves_text": (c_char_p, c_void_p, c_size_t),
    "zet_rules_game": (c_char_p, c_void_p),
    "zet_position_rules": (c_void_p, c_void_p),
    "zet_game_new": (c_void_p, c_void_p, Text, _ERROR),
    "zet_game_read": (c_void_p, Text, _ERROR),
    "zet_game_free": (None, c_void_p),
    "zet_game_position": (c_void_p, c_void_p),
    "zet_game_play": (c_int, c_void_p, Text, _ERROR),
    "zet_game_begin_playout": (c_int, c_void_p, _ERROR),
    "zet_game_comment": (c_int, c_void_p, Text, _ERROR),
    "zet_game_annotate": (c_int, c_void_p, Text, _ERROR),
    "zet_game_end": (c_int, c_void_p, c_int, c_char_p, _ERROR),
    "zet_game_undo": (c_int, c_void_p, _ERROR),
    "zet_game_set": (c_int, c_void_p, c_char_p, Text, _ERROR),
    "zet_game_remove": (c_int, c_void_p, c_char_p, _ERROR),
    "zet_game_refusal": (POINTER(Refusal), c_void_p),
    "zet_game_write": (c_int, c_void_p, c_void_p, _ERROR),
    "zet_game_write_edited": (c_int, c_void_p, c_void_p, _ERROR),
    "zet_playout_solve": (c_int, c_void_p, c_uint, POINTER(Limits), POINTER(Solution), c_void_p, _ERROR),
    "zet_diagram_options_new": (c_void_p, _ERROR),
    "zet_diagram_options_free": (None, c_void_p),
    "zet_diagram_options_set": (c_int, c_void_p, c_char_p, c_char_p, _ERROR),
    "zet_diagram_new": (c_void_p, c_void_p, c_void_p, _ERROR),
    "zet_diagram_free": (None, c_void_p),
    "zet_diagram_write": (c_int, c_void_p, c_void_p, c_void_p, _ERROR),
    "zet_task_new": (c_void_p, c_char_p, _ERROR),
    "zet_task_free": (None, c_void_p),
    "zet_task_set": (c_int, c_void_p, c_char_p, c_char_p, _ERROR),
    "zet_task_set_output": (None, c_void_p, c_void_p),
    "zet_task_set_messages": (None, c_void_p, c_void_p),
    "zet_task_check": (c_int, c_void_p, _ERROR),
    "zet_task_run_text": (c_int, c_void_p, c_char_p, Text, _ERROR),
    "zet_task_finish": (c_int, c_void_p, _ERROR),
    "zet_task_count": (c_uint64, c_void_p, c_int),
}

GAMES, VARIANTS = 0, 1


def load(name: str = "libzet.so.1") -> ctypes.CDLL:
    """The shared library, with its functions declared."""
    library = ctypes.CDLL(name)
    for function, (result, *arguments) in _FUNCTIONS.items():
        declared = getattr(library, function)
        declared.restype, declared.argtypes = result, arguments
    return library
