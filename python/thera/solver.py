"""Proofs of who wins."""

from __future__ import annotations

import json
import os
import tempfile
from dataclasses import dataclass, field
from typing import Any, List, Optional, Tuple

from . import _program
from ._limits import seconds, whole
from .position import Position, checked


@dataclass(frozen=True)
class Solution:
    """What the solver has found out about a position."""

    position: Position
    #: Whether it is proven who wins. If not, the limits were too low.
    proven: bool
    #: The seats that win, counted from 1.
    winners: Tuple[int, ...]
    #: The nimber, in games that have one; None if it is unknown.
    nimber: Optional[int]
    #: The plies in which the game ends at the latest; None if that is unknown.
    plies: Optional[int]
    #: Winning moves: one of them, or all if they were asked for and the limits suffice.
    moves: Tuple[str, ...]
    #: Whether moves are all winning moves, so that every other move loses.
    all_moves: bool
    #: The number of positions that were visited.
    nodes: int
    _command: Tuple[str, ...] = field(default=(), repr=False, compare=False)

    @property
    def certificate(self) -> str:
        """The proof as a text that ``thera solve --verify FILE`` checks by the rules alone.

        It has a winning move for each position that the opponent can reach, which may be
        many megabytes. The solver writes it at each use, without limits, which takes
        longer than the proof. ValueError if there is no proof.
        """
        if not self.proven:
            raise ValueError(f"position {str(self.position)!r}: no certificate, since it is not solved")
        with tempfile.TemporaryDirectory(prefix="thera-") as folder:
            path = os.path.join(folder, "certificate")
            _program.run([*self._command, "--certificate", path])
            with open(path, encoding="utf-8") as file:
                return file.read()


def solve(
    position: Position,
    *,
    time: Optional[float] = None,
    nodes: Optional[int] = None,
    threads: int = 1,
    memory: str = "",
    all_moves: bool = False,
) -> Solution:
    """Proves who wins a position, without limits until it has a proof.

    The limits are seconds and a number of positions. The memory is that of the solver's
    table, such as "4GiB", by default at most 1 GiB. Ctrl-C ends the solver.

    >>> import thera
    >>> solution = thera.solve(thera.Position("hermit", "3x4"))
    >>> solution.winners, solution.nimber, solution.moves
    ((1,), 2, ('Rb3-b2',))
    >>> solution.certificate.splitlines()[:3]
    ['thera certificate 1', 'game hermit', 'position .../.../.../... 1']
    """
    command: List[str] = ["solve", checked(position).game, "--position", str(position)]
    command += ["--threads", str(whole("threads", threads, 1, 2**62))]
    if memory:
        command += ["--memory", str(memory)]
    limits: List[str] = []  # and what the certificate does without
    if all_moves:
        limits.append("--all")
    if time is not None:
        limits += ["--time", f"{seconds('time', time)}s"]
    if nodes is not None:
        limits += ["--nodes", str(whole("nodes", nodes, 1, 2**62))]
    found: Any = json.loads(_program.run([*command, *limits, "--json"]))
    return Solution(
        position=position,
        proven=found["proven"],
        winners=tuple(found["winners"]),
        nimber=found.get("nimber"),
        plies=found.get("plies"),
        moves=tuple(found["moves"]),
        all_moves=found.get("all", False),
        nodes=found["nodes"],
        _command=tuple(command),  # without limits, in which a busier machine may find no proof
    )
