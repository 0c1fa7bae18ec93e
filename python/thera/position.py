"""Positions of all games."""

from __future__ import annotations

import ctypes
import json
import threading
from dataclasses import dataclass
from typing import Any, Callable, Dict, List, Optional, Tuple, final

from . import _library
from ._limits import brief, whole
from ._library import ERROR_SIZE, POSITION_SIZE, encode

# Where the fields are in the bytes of a position; see thera_position in thera.h.
_GAME, _TURN, _WINNERS, _IN_PLAY, _SEATS = 16, 17, 18, 19, 20

# The seats, counted from 1, of each set of four seats or fewer.
_SEATS_OF_SET = tuple(tuple(i + 1 for i in range(4) if mask >> i & 1) for mask in range(16))


class _Turn(ctypes.Structure):
    """A thera_turn of thera.h: where a call of thera_play puts what it finds."""

    _fields_ = [
        ("next", ctypes.c_char * POSITION_SIZE),
        ("moves", ctypes.c_void_p),
        ("moves_len", ctypes.c_int64),
        ("err", ctypes.c_void_p),
        ("err_len", ctypes.c_int64),
    ]


_TURN_SIZE = ctypes.sizeof(_Turn)


class _Play(threading.local):
    """The function that plays a move, and what it writes into.

    The buffers are each thread's own, since calls release the interpreter's lock.
    """

    #: The function; a thera_turn with room for the text of moves behind it, its address,
    #: and the size of that room; the buffer for errors; a thera_turn without room for
    #: moves, and its address.
    parts: Tuple[Callable[..., int], Any, ctypes.c_void_p, int, Any, Any, ctypes.c_void_p]

    def __getattr__(self, name: str) -> Any:
        if name != "parts":
            raise AttributeError(name)
        self.make_room(1 << 16)  # the first use in a thread
        return self.parts

    def make_room(self, size: int) -> None:
        """Makes buffers for texts shorter than size."""
        error = ctypes.create_string_buffer(ERROR_SIZE)
        full, alone = ctypes.create_string_buffer(_TURN_SIZE + size), ctypes.create_string_buffer(_TURN_SIZE)
        turn = _Turn(b"", ctypes.addressof(full) + _TURN_SIZE, size, ctypes.addressof(error), ERROR_SIZE)
        ctypes.memmove(full, ctypes.byref(turn), _TURN_SIZE)
        turn.moves, turn.moves_len = None, 0
        ctypes.memmove(alone, ctypes.byref(turn), _TURN_SIZE)
        addresses = [ctypes.c_void_p(ctypes.addressof(buffer)) for buffer in (full, alone)]
        function = _library.load().functions["play"]
        self.parts = (function, full, addresses[0], size, error, alone, addresses[1])


_play = _Play()


@dataclass(frozen=True)
class Cell:
    """What stands on one square."""

    #: The rule book's word, such as "amazon" or "arrow"; "" for nothing.
    kind: str = ""
    #: The letter in diagrams, "" for nothing.
    piece: str = ""
    #: The seats that own the piece, counted from 1; arrows and blocks have no owner.
    owners: Tuple[int, ...] = ()
    #: The height of the building, 4 with a dome.
    level: int = 0


@dataclass(frozen=True)
class Board:
    """What stands on the squares, in the same form for all games.

    >>> board = Position.parse("RRB./..YR/BB.R/.RYY 1").board
    >>> print(board)
     4 R R B .
     3 . . Y R
     2 B B . R
     1 . R Y Y
       a b c d
    >>> board["b1"].kind, board["b1"].piece
    ('red', 'R')
    """

    files: int
    ranks: int
    #: The number of players at the start of the game.
    seats: int
    #: The squares rank by rank from a1.
    cells: Tuple[Cell, ...]
    #: For each seat its power as the position's text writes it; empty if no seat has one.
    powers: Tuple[str, ...]
    #: The board as plain text.
    diagram: str

    @property
    def squares(self) -> Tuple[str, ...]:
        """The names of the squares, in the order of the cells."""
        return tuple(f"{file}{rank + 1}" for rank in range(self.ranks) for file in "abcdefghij"[: self.files])

    def __getitem__(self, square: str) -> Cell:
        """Returns the cell of a square such as "a1"."""
        if not isinstance(square, str):
            raise TypeError(f"square {square!r}: want a str such as 'a1'")
        squares = self.squares
        if square not in squares:
            raise KeyError(f"square {square!r}: want one from a1 to {squares[-1]}")
        return self.cells[squares.index(square)]

    def __str__(self) -> str:
        return self.diagram


@final
class Position:
    """A position of a game with the seat to move: immutable, hashable, picklable.

    >>> import thera
    >>> pos = thera.Position("hermit", "4x4")
    >>> pos.moves()[:3], len(pos.moves())
    (['Ra1', 'Rb1', 'Rc1'], 120)
    >>> pos = pos.play("Ra4").play("Yb2")
    >>> print(pos)
    R.../..../.Y../.... 1
    >>> pos.turn, pos.winners, pos.perft(2)
    (1, (), 3104)

    Seats are counted from 1, as texts count them. A text that can't be read or a move that
    isn't legal is a ValueError.
    """

    __slots__ = ("_state", "_list")

    _state: bytes  # a thera_position
    _list: Optional[bytes]  # the legal moves as lines, None until they are wanted

    def __new__(cls, game: str, variant: str = "") -> Position:
        """Returns the start of a game; without a variant, that of its default one.

        >>> print(Position("santorini", "2p:athena,pan"))
        00000/00000/00000/00000/00000 -,- 1 athena,pan
        """
        return _make("position_start", encode("game", game), encode("variant", variant))

    @staticmethod
    def parse(text: str, game: str = "") -> Position:
        """Returns the position of a text; the game need not be named.

        >>> Position.parse("1q2q1/q4q/6/6/Q4Q/1Q2Q1 w").game
        'amazons'
        """
        packed, named = encode("position", text), encode("game", game)
        if named:
            return _make("position_parse", named, packed)
        reasons = []
        for name in _library.load().names:
            try:
                return _make("position_parse", name.encode(), packed)
            except ValueError as error:
                reasons.append(str(error))
        raise ValueError("; ".join(reasons))

    @property
    def game(self) -> str:
        """The name of the game."""
        return _library.load().names[self._state[_GAME]]

    @property
    def turn(self) -> int:
        """The seat to move; in a finished game, the seat that would be next."""
        return self._state[_TURN] + 1

    @property
    def winners(self) -> Tuple[int, ...]:
        """The seats that have won, none until the game is over."""
        return _SEATS_OF_SET[self._state[_WINNERS]]

    @property
    def seats(self) -> int:
        """The number of players at the start of the game."""
        return self._state[_SEATS]

    @property
    def in_play(self) -> Tuple[int, ...]:
        """The seats that have not been eliminated."""
        return _SEATS_OF_SET[self._state[_IN_PLAY]]

    @property
    def ending(self) -> str:
        """How the game ended, such as "stuck"; "" until it has."""
        return _library.load().text("position_ending", self._state)

    @property
    def board(self) -> Board:
        """What stands on the squares."""
        board: Dict[str, Any] = json.loads(_library.load().text("position_board", self._state))
        cells = tuple(
            Cell(c.get("kind", ""), c.get("piece", ""), tuple(c.get("owners", ())), c.get("level", 0))
            for c in board["cells"]
        )
        powers = tuple(board.get("powers") or ())
        return Board(board["files"], board["ranks"], board["seats"], cells, powers, board["diagram"].rstrip("\n"))

    def moves(self) -> List[str]:
        """Returns the legal moves in the order of the rules, none if the game is over."""
        text = self._list
        if text is None:
            text = self._list = _library.load().text("position_moves", self._state).encode()
        return text.decode().split("\n") if text else []

    def read(self, move: str) -> str:
        """Returns the canonical text of a legal move given in any form the rules accept.

        >>> Position("hermit").read("y b3 a3")
        'Ya3-b3'
        """
        return _library.load().text("position_read", self._state, encode("move", move))

    def play(self, move: str) -> Position:
        """Returns the position after a move, given in any form the rules accept."""
        # This is the path of random play: a few µs, most of them for the texts of moves.
        packed = move.encode() if type(move) is str and "\0" not in move else encode("move", move)
        function, full, full_address, size, error, alone, alone_address = _play.parts
        pos = _new(Position)
        if self._list is None:
            length = function(self._state, packed, alone_address)
            pos._state = alone[:POSITION_SIZE]
            pos._list = None
        else:
            # Who has listed the moves here wants those of the next position too, for
            # which the library needs no second call.
            length = function(self._state, packed, full_address)
            pos._state = full[:POSITION_SIZE]
            if length < size:
                pos._list = full[_TURN_SIZE : _TURN_SIZE + length]
            else:
                pos._list = None
                _play.make_room(2 * length)
        if length < 0:
            _library.load().fail(error.value)
        return pos

    def eliminate(self, seat: int) -> Position:
        """Returns the position without a seat, whose player gives up while others play on.

        >>> print(Position.parse("00000/00000/00000/00000/00000 a1a2,c1c2,e1e2 2").eliminate(2))
        00000/00000/00000/00000/00000 a1a2,x,e1e2 3

        ValueError where the rules have no such position: when one of two players gives up, the
        other one has won.
        """
        return _make("position_eliminate", self._state, whole("seat", seat, 1, self.seats) - 1)

    def perft(self, depth: int) -> int:
        """Returns the number of sequences of exactly that many moves.

        >>> Position("amazons").perft(1)
        2176
        """
        depth = whole("depth", depth, 0, 100)
        if depth > 2:
            # In parts, since the library can't be interrupted.
            return sum(self.play(move).perft(depth - 1) for move in self.moves())
        count = ctypes.c_uint64()
        _library.load().call("position_perft", self._state, depth, ctypes.byref(count))
        return count.value

    def svg(self, *, last: Optional[str] = None, width: int = 480, flipped: bool = False) -> str:
        """Returns a picture of the board as SVG, 40 to 2000 pixels wide.

        The move that led to the position is marked if it is given, a ValueError if it is
        no move of the game. The board is seen from the other side if flipped is True.

        >>> Position("amazons").svg()[:4]
        '<svg'
        """
        move = None if last is None else encode("move", last)
        width = whole("width", width, 40, 2000)
        return _library.load().text("position_picture", self._state, move, width, bool(flipped), size=1 << 16)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return _library.load().text("position_text", self._state)

    def __repr__(self) -> str:
        return f"Position.parse({str(self)!r}, {self.game!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self._state == other._state

    def __hash__(self) -> int:
        return hash(self._state)

    def __copy__(self) -> Position:
        return self

    def __deepcopy__(self, memo: Any) -> Position:
        return self

    def __reduce__(self) -> Tuple[Any, ...]:
        return Position.parse, (str(self), self.game)


_new = object.__new__


def checked(position: Position) -> Position:
    """Returns a position that a caller gives; TypeError if it is anything else."""
    if not isinstance(position, Position):
        raise TypeError(f"position {brief(position)}: want a thera.Position")
    return position


def _make(function: str, *args: Any) -> Position:
    """Returns the position that a function of the library writes."""
    state = ctypes.create_string_buffer(POSITION_SIZE)
    _library.load().call(function, *args, state)
    return from_state(state.raw)


def from_state(state: bytes) -> Position:
    """Returns the position of a thera_position that the library has made."""
    pos = _new(Position)
    pos._state = state
    pos._list = None
    return pos
