"""One game as a tree of states, with OpenSpiel's interface for games and states."""

from __future__ import annotations

import re
import threading
from collections import Counter
from typing import Any, Dict, List, NamedTuple, Optional, Tuple, Union

from .._limits import brief, whole
from ..position import Position
from ._numpy import np
from .vectors import Step, Vector

#: What current_player() returns when the game is over.
TERMINAL_PLAYER = -4


# How an error of a vector begins. The number of a state's slot means nothing to its user.
_SLOT = re.compile(r"^game \d+: ")


class PlayerAction(NamedTuple):
    """An action with the player who made it."""

    player: int
    action: int


class Game:
    """A game with its variant, whose states are made by new_initial_state().

    >>> game = Game("hermit", "3x3")
    >>> game.num_distinct_actions(), game.num_players(), game.observation_tensor_shape()
    (63, 2, [7, 3, 3])
    """

    def __init__(self, game: str, variant: str = "") -> None:
        self._store = _Store(game, variant)
        vector = self._store.single
        self.game, self.variant, self.version = vector.game, vector.variant, vector.version
        self._seats, self._num_actions, self._shape = vector.seats, vector.num_actions, vector.observation_shape

    def new_initial_state(self) -> State:
        """Returns the state at the start of the game."""
        return State(self, self._store.take(None), self._store.first)

    def deserialize_state(self, text: str) -> State:
        """Returns the state that State.serialize() has written.

        >>> game = Game("hermit", "3x3")
        >>> game.deserialize_state("0\\n8").history()
        [0, 8]
        """
        if not isinstance(text, str):
            raise TypeError(f"state {brief(text)}: want a str")
        state = self.new_initial_state()
        for line in text.splitlines():
            try:
                state.apply_action(int(line))
            except ValueError as error:
                number = state.move_number() + 1
                raise ValueError(f"state {brief(text)}: line {number}: {error}; want a legal action a line") from None
        return state

    def num_distinct_actions(self) -> int:
        """Returns the number of actions."""
        return self._num_actions

    def num_players(self) -> int:
        """Returns the number of players at the start."""
        return self._seats

    def min_utility(self) -> float:
        """Returns what a player has who loses."""
        return -1.0

    def max_utility(self) -> float:
        """Returns what a player has who wins."""
        return 1.0

    def observation_tensor_shape(self) -> List[int]:
        """Returns the shape of an observation: planes, ranks, files."""
        return list(self._shape)

    def observation_tensor_size(self) -> int:
        """Returns the number of values in an observation."""
        planes, ranks, files = self._shape
        return planes * ranks * files

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and str(other) == str(self)

    def __hash__(self) -> int:
        return hash(str(self))

    def __str__(self) -> str:
        return f"{self.version}({self.variant})"

    def __repr__(self) -> str:
        return f"Game({self.game!r}, {self.variant!r})"

    def __reduce__(self) -> Tuple[Any, ...]:
        return Game, (self.game, self.variant)


class State:
    """A game at some moment, between two actions.

    Methods have the names and meanings of OpenSpiel's. Players are counted from 0. All of
    them know everything, and each observation is the one of the player to move, whoever
    asks.

    >>> import thera
    >>> state = thera.env.state("hermit", "1x2")
    >>> child = state.child(state.string_to_action("Ra1"))
    >>> print(child)
    ./R 2
    >>> child.apply_action(child.legal_actions()[-1])
    >>> child.is_terminal(), child.current_player(), child.returns()
    (True, -4, [-1.0, 1.0])
    """

    def __init__(self, game: Game, slot: _Slot, shown: Step) -> None:
        self._game = game
        self._slot = slot
        self._shown = shown  # never changed, so that clones share it
        self._history: List[PlayerAction] = []
        self._turn = 0  # how many of the last actions belong to the turn that has begun

    def get_game(self) -> Game:
        """Returns the game."""
        return self._game

    def current_player(self) -> int:
        """Returns the player to move, or -4 if the game is over."""
        return TERMINAL_PLAYER if self.is_terminal() else int(self._shown.current_player[0])

    def is_terminal(self) -> bool:
        """Reports whether the game is over."""
        return bool(self._shown.terminated[0])

    def is_player_node(self) -> bool:
        """Reports whether a player is to move."""
        return not self.is_terminal()

    def is_chance_node(self) -> bool:
        """Returns False, since the games have no chance."""
        return False

    def is_simultaneous_node(self) -> bool:
        """Returns False, since one player moves at a time."""
        return False

    def is_mean_field_node(self) -> bool:
        """Returns False."""
        return False

    def is_initial_state(self) -> bool:
        """Reports whether no action has been made."""
        return not self._history

    def legal_actions(self, player: Optional[int] = None) -> List[int]:
        """Returns the legal actions of a player in rising order, by default of the one to move."""
        if not self._has_turn(player):
            return []
        return [int(action) for action in np.flatnonzero(self._shown.legal_action_mask[0])]

    def legal_actions_mask(self, player: Optional[int] = None) -> List[int]:
        """Returns for each action 1 if it is legal for the player, and 0 if not."""
        if not self._has_turn(player):
            return [0] * self._game.num_distinct_actions()
        return [int(legal) for legal in self._shown.legal_action_mask[0]]

    def _has_turn(self, player: Optional[int]) -> bool:
        return player is None or self._player(player) == self.current_player()

    def _player(self, player: int) -> int:
        return whole("player", player, 0, self.num_players() - 1)

    def apply_action(self, action: int) -> None:
        """Makes an action of the player to move; ValueError if it isn't legal."""
        if self.is_terminal():
            raise ValueError(f"action {brief(action)}: the game is over, want none")
        number = whole("action", action, 0, self._game.num_distinct_actions() - 1)
        player = self.current_player()
        self._shown = self._game._store.act(self._slot, number)
        self._history.append(PlayerAction(player, number))
        # Nobody has two turns in a row.
        self._turn = self._turn + 1 if self.current_player() == player else 0

    def apply_action_with_legality_check(self, action: int) -> None:
        """Does the same as apply_action."""
        self.apply_action(action)

    def clone(self) -> State:
        """Returns an equal state that is independent of this one."""
        copy = State(self._game, self._game._store.take(self._slot), self._shown)
        copy._history = self._history[:]
        copy._turn = self._turn
        return copy

    def child(self, action: int) -> State:
        """Returns the state after an action, and leaves this one as it is."""
        copy = self.clone()
        copy.apply_action(action)
        return copy

    def returns(self) -> List[float]:
        """Returns what each player has: 1 for winners and -1 for losers at the end, until then 0."""
        return [float(reward) for reward in self._shown.rewards[0]]

    def rewards(self) -> List[float]:
        """Returns what each player got by the last action, which is the same as returns()."""
        return self.returns()

    def player_return(self, player: int) -> float:
        """Returns what a player has."""
        return self.returns()[self._player(player)]

    def player_reward(self, player: int) -> float:
        """Returns what a player got by the last action."""
        return self.player_return(player)

    def observation_tensor(self, player: Optional[int] = None) -> List[float]:
        """Returns the planes as a flat list, as the player to move sees them."""
        if player is not None:
            self._player(player)
        flat: List[float] = self._shown.observation[0].ravel().astype(np.float64).tolist()
        return flat

    def observation_string(self, player: Optional[int] = None) -> str:
        """Returns the same as str()."""
        if player is not None:
            self._player(player)
        return str(self)

    def information_state_string(self, player: Optional[int] = None) -> str:
        """Returns the history as text."""
        if player is not None:
            self._player(player)
        return self.history_str()

    def action_to_string(self, player: int, action: Optional[int] = None) -> str:
        """Returns a legal action in the notation of the game, with what the turn has done so far.

        The player, who comes first as in OpenSpiel, may be left out.
        """
        mover, chosen = (None, player) if action is None else (player, action)
        number = whole("action", chosen, 0, self._game.num_distinct_actions() - 1)
        self._check_turn(mover, chosen)
        return self._texts().get(number) or self._game._store.action_text(self._slot, number)

    def string_to_action(self, player: Union[int, str], text: Optional[str] = None) -> int:
        """Returns the legal action of a text that action_to_string() writes; the player may be left out."""
        mover, wanted = (None, player) if text is None else (player, text)
        if not isinstance(wanted, str):
            raise TypeError(f"action {brief(wanted)}: want a str")
        self._check_turn(mover, wanted)
        texts = self._texts()
        for action, other in texts.items():
            if other == wanted:
                return action
        raise ValueError(f"action {brief(wanted)}: want a legal one, such as {next(iter(texts.values()))}")

    def _check_turn(self, mover: Optional[int], action: object) -> None:
        if self.is_terminal():
            raise ValueError(f"action {brief(action)}: the game is over, want none")
        if not self._has_turn(mover):
            raise ValueError(f"player {brief(mover)}: want {self.current_player()}, the player to move")

    def _texts(self) -> Dict[int, str]:
        """Returns the texts of all legal actions, each a different one.

        Notations write moves and not their parts: Prometheus builds before it is known which
        worker does. Actions with the same text have their number added.
        """
        texts = {action: self._game._store.action_text(self._slot, action) for action in self.legal_actions()}
        counts = Counter(texts.values())
        return {action: text if counts[text] == 1 else f"{text} #{action}" for action, text in texts.items()}

    def history(self) -> List[int]:
        """Returns all actions since the start."""
        return [action for _, action in self._history]

    def full_history(self) -> List[PlayerAction]:
        """Returns all actions since the start with their players."""
        return self._history[:]

    def history_str(self) -> str:
        """Returns the history as text."""
        return ", ".join(str(action) for action in self.history())

    def move_number(self) -> int:
        """Returns the number of actions since the start."""
        return len(self._history)

    def num_distinct_actions(self) -> int:
        """Returns the number of actions of the game."""
        return self._game.num_distinct_actions()

    def num_players(self) -> int:
        """Returns the number of players at the start."""
        return self._game.num_players()

    def position(self) -> Position:
        """Returns the position at the beginning of the turn."""
        return self._game._store.position(self._slot)

    def serialize(self) -> str:
        """Returns a text that Game.deserialize_state() reads: one action a line."""
        return "".join(f"{action}\n" for action in self.history())

    def __str__(self) -> str:
        begun = self.history()[len(self._history) - self._turn :]
        return str(self.position()) + (f" then {' '.join(map(str, begun))}" if begun else "")

    def __repr__(self) -> str:
        return f"<{self._game!r} at {str(self)!r}>"

    def __reduce__(self) -> Tuple[Any, ...]:
        return _load, (self._game, self.serialize())


def _load(game: Game, text: str) -> State:
    return game.deserialize_state(text)


class _Slot:
    """A game of a vector that belongs to one state. It goes back when nobody refers to it."""

    __slots__ = ("vector", "index", "free")

    def __init__(self, vector: Vector, index: int, free: List[Tuple[Vector, int]]) -> None:
        self.vector, self.index, self.free = vector, index, free

    def __del__(self) -> None:
        self.free.append((self.vector, self.index))


class _Store:
    """Where the games of states are.

    Vectors have room for many, but step all of their games together. So an action is made
    in a vector of one game, with a copy of the state there and back.
    """

    def __init__(self, game: str, variant: str) -> None:
        self.single = Vector(game, 1, variant, copy=True)
        self.first = self.single.observe()
        self._size = 32
        self._free: List[Tuple[Vector, int]] = []
        self._lock = threading.Lock()  # for vectors, which serve one thread at a time

    def take(self, source: Optional[_Slot]) -> _Slot:
        """Returns a slot with a copy of another one, or the start of the game."""
        with self._lock:
            if not self._free:
                self._size = min(2 * self._size, 1 << 13)
                vector = Vector(self.single.game, self._size, self.single.variant, copy=True)
                self._free += [(vector, index) for index in range(self._size)]
            slot = _Slot(*self._free.pop(), self._free)
            if source is None:
                self.single.reset()
                slot.vector.copy_game(slot.index, self.single, 0)
            else:
                slot.vector.copy_game(slot.index, source.vector, source.index)
            return slot

    def act(self, slot: _Slot, action: int) -> Step:
        """Makes an action and returns what the game then shows."""
        with self._lock:
            self.single.copy_game(0, slot.vector, slot.index)
            try:
                shown = self.single.step(np.array([action], np.int32))
            except ValueError as error:
                raise ValueError(_SLOT.sub("", str(error))) from None
            slot.vector.copy_game(slot.index, self.single, 0)
            return shown

    def action_text(self, slot: _Slot, action: int) -> str:
        """Returns what an action does, in the notation of the game."""
        with self._lock:
            try:
                return slot.vector.action_text(slot.index, action)
            except ValueError as error:
                raise ValueError(_SLOT.sub("", str(error))) from None

    def position(self, slot: _Slot) -> Position:
        """Returns the position at the beginning of the turn."""
        with self._lock:
            return slot.vector.position(slot.index)
