"""One game in words: what language models and people at a prompt play."""

from __future__ import annotations

from typing import Dict, List, NamedTuple, Sequence, Tuple

from .._limits import brief
from ..position import Board, Position
from .rules import describe


class Answer(NamedTuple):
    """What became of a move."""

    #: Whether it was legal and has been played. If not, nothing has changed.
    accepted: bool
    #: Why it was not accepted, "" if it was. It does not say which moves are legal.
    reason: str


class Text:
    """A game that shows itself in words and takes moves in words.

    >>> import thera
    >>> game = thera.env.text("santorini", "2p")
    >>> game.step("@b2,d4")
    Answer(accepted=True, reason='')
    >>> game.step("@b2,c3").reason
    'illegal move "@b2,c3" in 00000/00000/00000/00000/00000 b2d4,- 2'
    >>> print(game.observation(rules=False))
    It is the turn of player 2. The last turn was @b2,d4.
    <BLANKLINE>
     5 0. 0. 0. 0. 0.
     4 0. 0. 0. 0A 0.
     3 0. 0. 0. 0. 0.
     2 0. 0A 0. 0. 0.
     1 0. 0. 0. 0. 0.
       a  b  c  d  e
    <BLANKLINE>
    Worker of player 1: b2, d4.
    """

    def __init__(self, game: str, variant: str = "") -> None:
        if not isinstance(variant, str):
            raise TypeError(f"variant {brief(variant)}: want a str")
        #: The position that the game starts from.
        self.start = Position.parse(variant, game) if " " in variant else Position(game, variant)
        self.reset()

    def reset(self) -> None:
        """Begins a new game."""
        #: The position now.
        self.position = self.start
        #: The moves played, in canonical text.
        self.moves: List[str] = []
        #: How many moves were not accepted.
        self.refused = 0

    @property
    def turn(self) -> int:
        """The seat to move, from 1."""
        return self.position.turn

    @property
    def winners(self) -> Tuple[int, ...]:
        """The seats that have won, from 1; none until the game is over."""
        return self.position.winners

    def step(self, text: str) -> Answer:
        """Plays the move that a text stands for, in any form that the rules read.

        Spaces around it don't matter, but other words do.
        """
        if not isinstance(text, str):
            raise TypeError(f"move {brief(text)}: want a str")
        if self.winners:
            return self._refuse(f"move {brief(text)}: the game is over")
        try:
            move = self.position.read(text.strip())
        except ValueError as error:
            return self._refuse(str(error))
        self.position = self.position.play(move)
        self.moves.append(move)
        return Answer(True, "")

    def _refuse(self, reason: str) -> Answer:
        self.refused += 1
        return Answer(False, reason)

    def observation(self, *, rules: bool = True, legal_moves: bool = False) -> str:
        """Returns the game in words: rules, whose turn it is, the board, and the last turn.

        The list of all legal moves, which makes the game far easier, has to be asked for.
        """
        board = self.position.board
        parts = [self._situation(), str(board), "\n".join(self._pieces(board))]
        if rules:
            heading = f"This is a game of {self.position.game} for {board.seats} players. {parts[0]}"
            parts[0] = f"{heading}\n\n{describe(self.position.game, [power.rstrip('^') for power in board.powers])}"
        if legal_moves and not self.winners:
            parts.append(f"The legal moves are {', '.join(self.position.moves())}.")
        return "\n\n".join(part for part in parts if part)

    def _situation(self) -> str:
        """Returns what is going on."""
        last = f" The last turn was {self.moves[-1]}." if self.moves else ""
        out = [seat for seat in range(1, self.position.seats + 1) if seat not in self.position.in_play]
        lost = f" {_players(out, ' is| are').capitalize()} out." if out else ""
        if self.winners:
            return f"The game is over, and {_players(self.winners, ' has| have')} won.{last}"
        return f"It is the turn of player {self.turn}.{last}{lost}"

    def _pieces(self, board: Board) -> List[str]:
        """Returns what is where, one kind a line."""
        squares: Dict[str, List[str]] = {}
        for name, cell in zip(board.squares, board.cells):
            if cell.level:
                squares.setdefault(f"Level {cell.level}", []).append(name)
            if cell.kind:
                owner = f" of {_players(cell.owners)}" if cell.owners else ""
                squares.setdefault(f"{cell.kind.capitalize()}{owner}", []).append(name)
        lines = [f"{kind}: {', '.join(names)}." for kind, names in sorted(squares.items())]
        for seat, power in enumerate(board.powers, 1):
            if power.endswith("^"):
                lines.append(f"A worker of player {seat} went up in the last turn of {power.rstrip('^').capitalize()}.")
        return lines


def _players(seats: Sequence[int], verb: str = "") -> str:
    """Returns the names of players, with a verb for one or several."""
    one, _, several = verb.partition("|")
    if len(seats) == 1:
        return f"player {seats[0]}{one}"
    return f"players {', '.join(map(str, seats[:-1]))} and {seats[-1]}{several}"
