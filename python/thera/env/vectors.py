"""Many games of one kind, stepped together."""

from __future__ import annotations

import ctypes
import json
import os
import threading
import weakref
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, List, NamedTuple, NoReturn, Optional, Tuple

from .. import _library
from .._library import POSITION_SIZE, encode
from .._limits import brief, whole
from ..position import Position, checked, from_state
from ._numpy import np, require

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: The largest number of games in a vector.
MAX_GAMES = 1 << 20


@dataclass(frozen=True, eq=False)
class Step:
    """What a step has led to: arrays whose row i belongs to game i.

    They are the vector's, and its next step overwrites them; copy() makes your own.
    """

    #: int8[n]: the seat to move, from 0; in a finished game, the seat that would be next.
    current_player: NDArray[np.int8]
    #: uint8[n, C, H, W]: planes of zeros and ones, as the current player sees them. Row 0 is
    #: rank 1, and column 0 is file a.
    observation: NDArray[np.uint8]
    #: bool[n, A]: the legal actions, none in a finished game.
    legal_action_mask: NDArray[np.bool_]
    #: float32[n, seats]: +1 for winners and -1 for losers in the step that ends the game, else 0.
    rewards: NDArray[np.float32]
    #: bool[n]: whether the game is over.
    terminated: NDArray[np.bool_]

    def copy(self) -> Step:
        """Returns the same in arrays of its own."""
        return Step(*(array.copy() for array in self._arrays()))

    def _arrays(self) -> Tuple[NDArray[Any], ...]:
        return self.current_player, self.observation, self.legal_action_mask, self.rewards, self.terminated


class Turn(NamedTuple):
    """A whole turn."""

    #: The move in canonical text.
    move: str
    #: The actions that make it, one after the other.
    actions: List[int]


@dataclass(frozen=True, eq=False)
class Symmetries:
    """The symmetries of a game as tables; row k is symmetry k, and row 0 changes nothing.

    What is at index x of an array goes to index table[k, x]. Turned or mirrored positions
    have the same value, so that each one observed is worth as many as there are symmetries.
    """

    #: int32[k, H*W]: the cells of a plane.
    cells: NDArray[np.int32]
    #: int32[k, C]: the planes.
    planes: NDArray[np.int32]
    #: int32[k, A]: the actions: action a becomes actions[k, a].
    actions: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.cells)

    def of_observations(self, k: int, observation: NDArray[Any]) -> NDArray[Any]:
        """Returns the image of observations [..., C, H, W] in symmetry k."""
        flat = observation.reshape(*observation.shape[:-2], -1)
        image = np.empty_like(flat)
        image[..., self.planes[k][:, None], self.cells[k]] = flat
        return image.reshape(observation.shape)

    def of_actions(self, k: int, values: NDArray[Any]) -> NDArray[Any]:
        """Returns the image of values of all actions [..., A], such as masks or policies."""
        image = np.empty_like(values)
        image[..., self.actions[k]] = values
        return image


class _Arrays(ctypes.Structure):
    """The thera_arrays of the library."""

    _fields_ = [
        field
        for name in ("current_player", "observation", "mask", "rewards", "terminated")
        for field in ((name, ctypes.c_void_p), (name + "_len", ctypes.c_int64))
    ]

    @classmethod
    def of(cls, step: Step) -> _Arrays:
        """Returns what points to the arrays of a step, which must outlive it."""
        return cls(*(number for array in step._arrays() for number in (array.ctypes.data, array.size)))


class _OneThread:
    """Raises RuntimeError where a thread enters while another one is inside."""

    def __init__(self) -> None:
        self._lock = threading.Lock()

    def __enter__(self) -> None:
        if not self._lock.acquire(blocking=False):
            raise RuntimeError("another thread is using this vector: want one thread at a time, or a vector for each")

    def __exit__(self, *_: object) -> None:
        self._lock.release()


class Vector:
    """Games of one kind, numbered from 0, which are stepped together.

    >>> import numpy as np, thera
    >>> env = thera.env.vector("amazons", n=2, variant="6x6")
    >>> env.num_actions, env.observation_shape, env.seats, env.version
    (36, (8, 6, 6), 2, 'amazons_v1')
    >>> s = env.reset(seed=1)
    >>> np.flatnonzero(s.legal_action_mask[0])
    array([ 1,  4,  6, 11])
    >>> s = env.step(np.array([1, 4], np.int32))
    >>> env.action_text(0, 19)
    'b1-b4'
    >>> s = env.step(np.array([36, 0], np.int32))
    Traceback (most recent call last):
    ...
    ValueError: game 0: action 36: want 0 to 35

    What is wrong is a TypeError or a ValueError, and then nothing has changed. Different
    threads may use different vectors at once, since the library releases the interpreter's
    lock; a vector that one thread is using is a RuntimeError for others.
    """

    #: The name of the game.
    game: str
    #: The variant as it was given, or the game's default one.
    variant: str
    #: The name of the encoding, with its version.
    version: str
    #: The number of games.
    n: int
    #: The number of players at the start.
    seats: int
    #: Actions are the numbers below this.
    num_actions: int
    #: What each plane of an observation shows.
    planes: Tuple[str, ...]
    #: The shape of an observation: planes, ranks, files.
    observation_shape: Tuple[int, int, int]
    #: Whether the step after the last one of a game starts the next game.
    autoreset: bool

    def __init__(self, game: str, n: int, variant: str = "", *, autoreset: bool = False, copy: bool = False) -> None:
        require()
        library = _library.load()
        size = whole("n", n, 1, MAX_GAMES)
        handle = ctypes.c_int64()
        library.call("vector_new", encode("game", game), encode("variant", variant), size, ctypes.byref(handle))
        self._library = library
        self._handle = handle.value
        self._free = weakref.finalize(self, _free, library, handle.value)
        self._free.atexit = False  # the end of the process frees everything
        self._one_thread = _OneThread()
        self._seed = ctypes.c_uint64()
        spec = json.loads(library.text("vector_spec", handle.value))
        self.game, self.variant, self.version, self.n = spec["game"], spec["variant"], spec["name"], size
        self.seats, self.num_actions, self.planes = spec["seats"], spec["actions"], tuple(spec["planes"])
        self.observation_shape = (len(self.planes), spec["height"], spec["width"])
        self.autoreset = bool(autoreset)
        self._symmetry_count: int = spec["symmetries"]
        self._symmetries: Optional[Symmetries] = None
        self._reused: Optional[Tuple[Step, _Arrays]] = None if copy else self._room()

    def _room(self) -> Tuple[Step, _Arrays]:
        step = Step(
            np.zeros(self.n, np.int8),
            np.zeros((self.n, *self.observation_shape), np.uint8),
            np.zeros((self.n, self.num_actions), np.bool_),
            np.zeros((self.n, self.seats), np.float32),
            np.zeros(self.n, np.bool_),
        )
        return step, _Arrays.of(step)

    def _call(self, name: str, *args: Any) -> int:
        with self._one_thread:
            self._check_open()
            return self._library.call(name, self._handle, *args)

    def _text(self, name: str, *args: Any) -> str:
        with self._one_thread:
            self._check_open()
            return self._library.text(name, self._handle, *args)

    def _check_open(self) -> None:
        if not self._free.alive:
            raise ValueError("this vector is closed: make a new one")

    def _game(self, i: int) -> int:
        return whole("game", i, 0, self.n - 1)

    def reset(self, seed: Optional[int] = None) -> Step:
        """Puts all games at their start.

        The seed decides what random_actions() returns from now on, on every machine the
        same. Without a seed, its sequence goes on. The games themselves have no chance.
        """
        chosen = None if seed is None else whole("seed", seed, 0, 2**64 - 1)
        step, arrays = self._reused or self._room()
        self._call("vector_reset", ctypes.byref(arrays))
        if chosen is not None:
            self._seed.value = chosen
        return step

    def step(self, actions: NDArray[np.integer[Any]]) -> Step:
        """Makes an action in each game.

        The actions are integers[n], best of int32, which are not copied. That of a finished
        game must be 0 and does nothing; if autoreset is True it may be any, and the next game
        starts instead.

        The step that ends a game returns its last position, even if autoreset is True: its
        row of the mask has no legal action, so that a softmax over it gives NaN.
        """
        step, arrays = self._reused or self._room()
        actions = self._checked(actions)
        self._call("vector_step", actions.ctypes.data, self.n, self.autoreset, ctypes.byref(arrays))
        return step

    def observe(self) -> Step:
        """Returns the games as they are, for instance after set_position() or copy_game()."""
        step, arrays = self._reused or self._room()
        self._call("vector_observe", ctypes.byref(arrays))
        return step

    def _checked(self, actions: NDArray[np.integer[Any]]) -> NDArray[np.int32]:
        """Returns actions as the library takes them, or raises what is wrong, their range apart."""
        if not isinstance(actions, np.ndarray):
            raise TypeError(f"actions {brief(actions)}: want a NumPy array of int32[{self.n}]")
        if actions.dtype.kind not in "iu":
            raise TypeError(f"actions of type {actions.dtype}: want integers, best int32")
        if actions.shape != (self.n,):
            raise ValueError(f"actions of shape {actions.shape}: want ({self.n},), an action for each game")
        if actions.dtype != np.int32:
            cast = actions.astype(np.int32)
            changed = np.flatnonzero(cast != actions)
            if changed.size:
                game = changed[0]
                raise ValueError(f"game {game}: action {actions[game]}: want 0 to {self.num_actions - 1}")
            return cast
        if not (actions.flags.c_contiguous and actions.flags.aligned):
            raise ValueError(f"actions with strides {actions.strides}: want a contiguous array, such as actions.copy()")
        return actions

    def random_actions(self) -> NDArray[np.int32]:
        """Returns a random legal action for each game, each equally likely; 0 where it is over.

        A new array. The seed of reset() decides which actions, on every machine the same.
        """
        actions = np.empty(self.n, np.int32)
        self._call("vector_random_actions", ctypes.byref(self._seed), actions.ctypes.data, self.n)
        return actions

    def position(self, i: int) -> Position:
        """Returns the position of game i at the beginning of its turn."""
        state = ctypes.create_string_buffer(POSITION_SIZE)
        self._call("vector_position", self._game(i), state)
        return from_state(state.raw)

    def set_position(self, i: int, position: Position) -> None:
        """Puts game i at a position with the same board and seats; observe() shows it.

        When the game starts again, it does so from the start of the variant.
        """
        self._call("vector_set_position", self._game(i), checked(position)._state)

    def copy_game(self, i: int, source: Vector, j: int) -> None:
        """Makes game i a copy of game j of a vector, which may be this one; observe() shows it.

        The copy is exact, in the middle of a turn as well. Both vectors must have the same
        game, board and seats.
        """
        if not isinstance(source, Vector):
            raise TypeError(f"source {brief(source)}: want a vector of thera.env")
        if source is self:
            self._call("vector_copy", self._game(i), self._handle, self._game(j))
            return
        with source._one_thread:
            source._check_open()
            self._call("vector_copy", self._game(i), source._handle, source._game(j))

    def action_text(self, i: int, action: int) -> str:
        """Returns what a legal action of game i does, with what the turn has done so far."""
        return self._text("vector_action_text", self._game(i), whole("action", action, 0, self.num_actions - 1))

    def encode(self, i: int, move: str) -> List[int]:
        """Returns the actions of a whole move of game i, from the beginning of its turn.

        >>> import thera
        >>> thera.env.vector("amazons", n=1).encode(0, "d1-d7(g7)")
        [3, 63, 66]
        """
        text, game, room = encode("move", move), self._game(i), 8
        while True:
            actions = np.zeros(room, np.int32)
            count = self._call("vector_encode", game, text, actions.ctypes.data, room)
            if count <= room:
                return [int(action) for action in actions[:count]]
            room = count

    def turns(self, i: int) -> List[Turn]:
        """Returns all turns of game i from the beginning of its turn, in the order of the rules.

        >>> import thera
        >>> turns = thera.env.vector("amazons", n=1).turns(0)
        >>> len(turns), turns[0]
        (2176, Turn(move='d1-a1(b1)', actions=[3, 0, 1]))
        """
        turns = json.loads(self._text("vector_turns", self._game(i)))
        return [Turn(turn["move"], turn["actions"]) for turn in turns]

    @property
    def symmetries(self) -> Symmetries:
        """The symmetries of the game, as tables that can't be changed."""
        if self._symmetries is None:
            planes, height, width = self.observation_shape
            columns = height * width, planes, self.num_actions
            tables = [np.zeros((self._symmetry_count, size), np.int32) for size in columns]
            self._call("vector_symmetries", *(number for table in tables for number in (table.ctypes.data, table.size)))
            for table in tables:
                table.flags.writeable = False
            self._symmetries = Symmetries(*tables)
        return self._symmetries

    def close(self) -> None:
        """Frees the games. Later calls are errors. A vector that nobody refers to is freed too."""
        with self._one_thread:
            self._free()

    def __len__(self) -> int:
        return self.n

    def __repr__(self) -> str:
        return f"<{self.n} games of {self.game} {self.variant!r}, {self.version}>"

    def __reduce__(self) -> NoReturn:
        raise TypeError(
            "a vector can't be copied or pickled, because the library holds its games: "
            "make one in each process with thera.env.vector, and send positions"
        )


def _free(library: _library.Library, handle: int) -> None:
    """Frees the games of a vector, unless they belong to the process that this is a fork of."""
    if os.getpid() == library.process_id:
        library.call("vector_free", handle)
