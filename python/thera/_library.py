"""The C library, by ctypes.

``load()`` returns the library, which it finds and opens at the first call::

    library = load()
    library.call("position_parse", b"hermit", b"./. 1", address)   # the result, 0 or more
    library.text("position_text", state)                           # a text it writes

``call`` and ``text`` add the last arguments that most functions have, the buffer for an error, and
raise what it says. The functions themselves are attributes without ``thera_`` in front of
their names, for who calls them often. ``thera.h`` beside the library documents them.
"""

from __future__ import annotations

import ctypes
import json
import os
import platform
import threading
from typing import Any, Callable, Dict, NoReturn, Optional, Tuple

from ._limits import brief
from ._parts import LIBRARY

#: The size of a thera_position in bytes.
POSITION_SIZE = 96

#: The room for an error's text. The library cuts longer ones.
ERROR_SIZE = 1024

FORKED = (
    "the thera library does not survive os.fork(): start processes anew, "
    'with multiprocessing.set_start_method("spawn")'
)

_TYPES = {
    "s": ctypes.c_char_p,  # a text, or a position's bytes; not changed
    "p": ctypes.c_void_p,  # an address that is written to, or None
    "i": ctypes.c_int32,
    "l": ctypes.c_int64,
}

# The types of the arguments of each function. Those that end in "pl" have the two
# arguments for errors.
_FUNCTIONS = {
    "version": "pl",
    "process_id": "",
    "games": "pl pl",
    "position_start": "s s p pl",
    "position_parse": "s s p pl",
    "position_text": "s pl pl",
    "position_moves": "s pl pl",
    "position_play": "s s p pl pl",
    "play": "s s p",
    "position_eliminate": "s i p pl",
    "position_read": "s s pl pl",
    "position_ending": "s pl pl",
    "position_board": "s pl pl",
    "position_picture": "s s i i pl pl",
    "position_perft": "s i p pl",
    "vector_new": "s s l p pl",
    "vector_free": "l pl",
    "vector_spec": "l pl pl",
    "vector_reset": "l p pl",
    "vector_observe": "l p pl",
    "vector_step": "l pl i p pl",
    "vector_random_actions": "l p pl pl",
    "vector_position": "l l p pl",
    "vector_set_position": "l l s pl",
    "vector_action_text": "l l i pl pl",
    "vector_copy": "l l l l pl",
    "vector_symmetries": "l pl pl pl pl",
    "vector_encode": "l l s pl pl",
    "vector_turns": "l l pl pl",
}


class Library:
    """An open library."""

    def __init__(self, path: str) -> None:
        self.path = path
        try:
            handle = ctypes.CDLL(path)
        except OSError as error:
            raise ImportError(_unloadable(path, str(error))) from error
        self.functions: Dict[str, Callable[..., int]] = {}
        for name, letters in _FUNCTIONS.items():
            try:
                function = getattr(handle, "thera_" + name)
            except AttributeError:
                raise ImportError(
                    f"{path} has no function thera_{name}: it is not the library of "
                    f"this version of the package; {LIBRARY.advice}"
                ) from None
            function.argtypes = [_TYPES[letter] for letter in letters.replace(" ", "")]
            function.restype = ctypes.c_int32
            self.functions[name] = function
        self.process_id = self.functions["process_id"]()
        self.games: Dict[str, Tuple[str, ...]] = {
            entry["game"]: tuple(entry["variants"]) for entry in json.loads(self.text("games"))
        }
        self.names = tuple(self.games)

    def call(self, name: str, *args: Any) -> int:
        """Calls a function and returns its result; ValueError if that is an error."""
        error = ctypes.create_string_buffer(ERROR_SIZE)
        result = self.functions[name](*args, error, ERROR_SIZE)
        if result < 0:
            self.fail(error.value)
        return result

    def text(self, name: str, *args: Any, size: int = 4096) -> str:
        """Calls a function that writes a text, with enough room, and returns the text."""
        while True:
            out = ctypes.create_string_buffer(size)
            length = self.call(name, *args, out, size)
            if length < size:
                return out.raw[:length].decode()
            size = length + 1

    def fail(self, message: bytes) -> NoReturn:
        """Raises the error that a function has reported."""
        if os.getpid() != self.process_id:
            raise RuntimeError(FORKED)
        raise ValueError(message.decode(errors="replace"))


def encode(what: str, text: str) -> bytes:
    """Returns a text as the library takes it."""
    if not isinstance(text, str):
        raise TypeError(f"{what} {brief(text)}: want a str")
    if "\0" in text:
        raise ValueError(f"{what} {brief(text)}: want a text without a zero byte")
    return text.encode()  # what is not Unicode is a ValueError too


_lock = threading.Lock()
_loaded: Optional[Library] = None


def load() -> Library:
    """Returns the library; ImportError says how to get it if it isn't there."""
    global _loaded
    if _loaded is None:
        with _lock:
            if _loaded is None:
                try:
                    _loaded = Library(LIBRARY.find())
                except FileNotFoundError as error:
                    raise ImportError(str(error)) from None
    return _loaded


def _unloadable(path: str, reason: str) -> str:
    if "GLIBC" in reason:
        name, version = platform.libc_ver()
        return (
            f"the thera library needs a newer C library than {name} {version}: {reason}; "
            f"use a newer system, or build the library on this one with `make library` "
            f"and set THERA_LIBRARY to its path"
        )
    return f"the thera library can't be loaded: {reason}; {LIBRARY.advice}"
