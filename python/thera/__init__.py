"""The games Amazons, Santorini and Hermit: rules, engines, proofs and environments.

Positions are plain values that know the rules; see Position. Programs do what takes longer:
Engine searches, solve proves, records reads files of games. thera.env has environments for
learning, and needs NumPy::

    import thera

    pos = thera.Position("hermit", "4x4")
    with thera.Engine(level=8) as engine:
        while not pos.winners:
            pos = pos.play(engine.search(pos, time=0.1).move)

Positions need the library and the rest the program, which are in the wheel. The environment
variables THERA_LIBRARY and THERA_PROGRAM name others. Seats are counted from 1, as in all
texts; only the arrays of thera.env count them from 0.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, Dict, Tuple

from . import _library
from .engine import Engine, EngineError, EngineTimeout, Info, Line
from .position import Board, Cell, Position
from .recordfile import Record, Turn, records
from .solver import Solution, solve
from .version import __version__

if TYPE_CHECKING:
    from . import env as env

__all__ = [
    "Board",
    "Cell",
    "Engine",
    "EngineError",
    "EngineTimeout",
    "Info",
    "Line",
    "Position",
    "Record",
    "Solution",
    "Turn",
    "__version__",
    "games",
    "records",
    "solve",
]


def games() -> Dict[str, Tuple[str, ...]]:
    """Returns the games with the names of their variants; the first one is the default.

    >>> games()["amazons"]
    ('10x10', '8x8', '6x6')
    """
    return dict(_library.load().games)


def __getattr__(name: str) -> Any:
    # NumPy takes longer to load than all of thera, and engines and positions don't need it.
    if name == "env":
        return importlib.import_module("thera.env")
    raise AttributeError(f"module 'thera' has no attribute {name!r}")
