"""Environments for programs that learn to play.

There are four, for four habits. All play all games on all boards, with the same numbered
actions and the same observations:

====================  ==========================================================
``vector(game, n)``   n games stepped together, in NumPy arrays: the fast one
``aec(game)``         one game with PettingZoo's AEC interface
``state(game)``       one game as a tree of states, with OpenSpiel's interface
``text(game)``        one game in words, for language models; needs no NumPy
====================  ==========================================================

>>> import thera
>>> env = thera.env.vector("hermit", n=4, variant="3x3")
>>> s = env.reset(seed=1)
>>> while not s.terminated.all():
...     s = env.step(env.random_actions())
>>> float(s.rewards.sum())
0.0

An action is a number, and one or several make a turn. An observation is a stack of planes
of zeros and ones, as the player to move sees them: the same planes show one's own pieces,
whoever that is. ``docs/research/environments.md`` describes planes and actions of each
game. An encoding has a name with a version, such as ``hermit_v1``, and never changes.

Seats are counted from 0 in arrays and in what PettingZoo and OpenSpiel number, and from 1
in texts and Positions.
"""

from __future__ import annotations

from typing import Optional

from .agents import Agents
from .states import Game, State
from .texts import Text
from .vectors import Vector

__all__ = ["aec", "state", "text", "vector"]


def vector(game: str, n: int, variant: str = "", *, autoreset: bool = False, copy: bool = False) -> Vector:
    """Returns n games that are stepped together, from 1 to 1,048,576 of them.

    The variant is a name such as "2p:athena,pan", a size of the board such as "4x7", the
    text of a position to start from, or "" for the game's default.

    The step that ends a game returns its last position, without a legal action. After it the
    game does nothing, or if autoreset is True, the next step ignores its action and starts
    it again. The arrays of a step are overwritten by the next one, unless copy is True.
    """
    return Vector(game, n, variant, autoreset=autoreset, copy=copy)


def aec(game: str, variant: str = "", *, render_mode: Optional[str] = None) -> Agents:
    """Returns a game with PettingZoo's AEC interface. It needs a reset before use.

    >>> env = aec("hermit", "3x3")
    >>> env.reset()
    >>> for agent in env.agent_iter():
    ...     observation, reward, termination, truncation, info = env.last()
    ...     if termination or truncation:
    ...         action = None
    ...     else:
    ...         action = observation["action_mask"].argmax()
    ...     env.step(action)
    """
    return Agents(game, variant, render_mode=render_mode)


def state(game: str, variant: str = "") -> State:
    """Returns the state at the start of a game, with OpenSpiel's interface.

    >>> s = state("hermit", "3x3")
    >>> s.apply_action(s.legal_actions()[0])
    >>> s.current_player(), s.history(), s.is_terminal()
    (1, [0], False)
    """
    return Game(game, variant).new_initial_state()


def text(game: str, variant: str = "") -> Text:
    """Returns a game in words.

    >>> game = text("hermit", "3x3")
    >>> print(game.observation().splitlines()[0])
    This is a game of hermit for 2 players. It is the turn of player 1.
    >>> game.step("Ya9").accepted
    False
    """
    return Text(game, variant)
