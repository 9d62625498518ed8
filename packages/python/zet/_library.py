"""The shared library: where it is, how it fails, how texts go in and out."""
from __future__ import annotations

import ctypes
import operator
import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Callable, TypeVar, Union, cast

from . import _raw

TextLike = Union[str, bytes]
"""A text: UTF-8 where it is bytes."""

BUNDLED = {"win32": "zet.dll", "darwin": "libzet.dylib"}.get(sys.platform, f"libzet.so.{_raw.ZET_VERSION_MAJOR}")


def _open() -> Any:
    """The library of the wheel, else the one that the system has."""
    beside = Path(__file__).with_name(BUNDLED)
    try:
        return ctypes.CDLL(str(beside) if beside.exists() else BUNDLED)
    except OSError as error:
        raise ImportError(
            f"zet has no compiled library for this system ({sysconfig.get_platform()}): {error}. Install a wheel for it, or the "
            f"library itself: `make && sudo make install` in zet's source, or the Debian package libzet{_raw.ZET_VERSION_MAJOR}. "
            "`npx zet` runs the program on every system with Node.") from None


def _load() -> _raw.Library:
    library = _open()
    for name, (result, *parameters) in _raw.FUNCTIONS.items():
        try:
            function = getattr(library, name)
        except AttributeError:
            found = library.zet_version().decode() if hasattr(library, "zet_version") else "unknown"
            raise ImportError(f"{BUNDLED} has no function {name}: it has another version ({found}) than this package") from None
        function.restype, function.argtypes = result, parameters
    return cast("_raw.Library", library)


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


zet = _load()
_Made = TypeVar("_Made")


def fail(error: _raw.Error) -> None:
    message = error.message.decode("utf-8", "replace")
    if error.status == _raw.ZET_OUT_OF_MEMORY:
        raise MemoryError(message)
    raise ZetError(message)


def made(handle: _Made | None, error: _raw.Error) -> _Made:
    if not handle:
        fail(error)
    return cast(_Made, handle)


def check(status: int, error: _raw.Error) -> None:
    if status != _raw.ZET_OK:
        fail(error)


def number(what: str, value: int, most: int) -> int:
    """A number that the library takes; ctypes would cut a larger one without a word."""
    found = operator.index(value)
    if not 0 <= found <= most:
        raise ZetError(f"{what} is a number from 0 to {most}, not {found}")
    return found


def name(text: str) -> bytes:
    """A text that ends at a null byte for the library, and so cannot hold one."""
    if "\0" in text:
        raise ZetError(f"{text!r} has a null character")
    return text.encode()


def encoded(text: TextLike) -> bytes:
    if not isinstance(text, (str, bytes)):
        raise TypeError(f"a text is str or bytes, not {type(text).__name__}")
    return text.encode("utf-8", "surrogateescape") if isinstance(text, str) else text


def text_of(text: TextLike | None) -> _raw.Text:
    """A zet_text, which keeps its bytes; of None the text without a place."""
    given = _raw.Text()
    if text is not None:
        data = encoded(text)
        given._kept = data
        given.at = ctypes.cast(ctypes.c_char_p(data), ctypes.c_void_p).value
        given.length = len(data)
    return given


def given(text: TextLike) -> _raw.Text:
    """The same of a text that must be there."""
    return text_of(encoded(text))


def bytes_of(text: _raw.Text) -> bytes:
    return ctypes.string_at(text.at, text.length) if text.at and text.length else b""


def str_of(text: _raw.Text) -> str:
    return bytes_of(text).decode("utf-8", "surrogateescape")


def word(text: bytes | None) -> str | None:
    return None if text is None else text.decode()


def written(value: object) -> bytes:
    """The value of an option as text."""
    return name(str(value).lower() if isinstance(value, bool) else str(value))


def interruptible(work: Callable[[Callable[..., bool]], _Made]) -> _Made:
    """What `work` returns. Python handles Ctrl-C in its main thread, which must not be in the
    library then: the work is done in another one, and given a function that says whether to stop."""
    given_up = False
    with ThreadPoolExecutor(1) as pool:
        try:
            return pool.submit(work, lambda *_: given_up).result()
        finally:
            given_up = True


class Output:
    """Gathers in memory what the library writes."""

    def __init__(self) -> None:
        handle = zet.zet_output_new(None, None)
        if not handle:
            raise MemoryError("out of memory")
        self.handle = handle

    def bytes(self) -> bytes:
        if zet.zet_output_flush(self.handle) != _raw.ZET_OK:
            raise MemoryError("out of memory")
        return bytes_of(zet.zet_output_text(self.handle))

    def text(self) -> str:
        return self.bytes().decode("utf-8", "surrogateescape")

    def __del__(self) -> None:
        if hasattr(self, "handle"):
            zet.zet_output_free(self.handle)
