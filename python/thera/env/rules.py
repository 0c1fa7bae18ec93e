"""The rules of the games in plain words, with how to write moves and read diagrams."""

from __future__ import annotations

from typing import Dict, Sequence

#: The rules by game, as docs/play/rules has them in full.
GAMES: Dict[str, str] = {
    "amazons": """\
Squares are a letter for the file and a number for the rank: a1 is at the lower left. In a turn,
one of your amazons first moves like a chess queen: any number of squares, at least one, straight
in one of eight directions. Then she shoots an arrow from where she landed, which flies like a
queen too and stays on its square forever. Amazons and arrows can neither land on nor pass over
amazons or arrows. The square that she has just left is empty for her arrow. Nothing is captured.
If you have no legal move in your turn, you lose.

Write a move as from-to(arrow), such as d1-d3(b1). In diagrams, Q is an amazon of player 1, q one
of player 2, * an arrow, and . an empty square.""",
    "hermit": """\
Squares are a letter for the file and a number for the rank: a1 is at the lower left. All blocks
belong to both players. In a turn, you put one block of any color (red, yellow or blue) on the
board: upright on one empty square, or lying on two empty squares that share a side. It must not
touch another block of the same color, not even at a corner. If you can't place a block in your
turn, you lose.

Write an upright block as its color and square, such as Ya3, and a lying one with both squares, the
left or upper one first, such as Ya3-b3 or Ya3-a2. The colors are R, Y and B, in diagrams as well,
where . is an empty square.""",
    "santorini": """\
Squares are a letter for the file and a number for the rank: a1 is at the lower left. In their first
turn, players put their two workers on free squares. In each later turn, you first move one of your
workers to one of the eight neighboring squares, which must have no worker and no dome. It may go up
at most one level, and down any number. Then the same worker builds on a neighboring square without
worker and dome: one block, up to level 3, or the dome on top of level 3, which makes it level 4.
If your worker moves up onto level 3, you win at once, without building. If you can't complete a
turn, you lose; with three or four players, your workers leave the board and the others play on,
until one is left. In teams, players 1 and 3 share two workers, and so do players 2 and 4; partners
win and lose together.

Write a first turn as the two squares, sorted, such as @b2,d4. Write other turns as
from-to(build), such as c3-c4(d4), and a winning one as from-to. In diagrams, a digit is the level
of a square, and A, B, C and D are workers of players 1 to 4.""",
}

#: What the powers of Santorini add to its rules, by the name of the power.
POWERS: Dict[str, str] = {
    "apollo": "may move onto a neighboring square with an opponent's worker, which goes to the square just left.",
    "artemis": "may move one more step, but not back to where the worker began: c3-c4-d5(d4).",
    "athena": "if one of her workers went up in her last turn, no opponent's worker may go up until her next turn.",
    "atlas": "may build a dome on any level: c3-c4(d4D).",
    "demeter": "may build once more with the same worker on another square: c3-c4(d4,e5), sorted.",
    "hephaestus": "may build a second block, not a dome, on the same square: c3-c4(d4,d4).",
    "hermes": "if no worker goes up or down, both may walk any number of steps, then either builds: b2-a1,c3-c5(d4), "
    "sorted by where they began; c3-c5(d4) if one walks, and (d4) if none does.",
    "minotaur": "may move onto a neighboring square with an opponent's worker, which is pushed to the next square "
    "in the same direction, if that has no worker and no dome.",
    "pan": "also wins by moving down two or more levels.",
    "prometheus": "if the worker does not go up in this turn, it may build before it moves, and again after: "
    "(b3)c3-c4(d4).",
}


def describe(game: str, powers: Sequence[str]) -> str:
    """Returns the rules of a game, with those of the powers that its players have, if any.

    >>> print(describe("santorini", ["pan", "mortal"]).partition("1 to 4.")[2].strip())
    Player 1 is Pan: also wins by moving down two or more levels.
    Player 2 has no power.
    """
    lines = [GAMES[game]]
    for seat, name in enumerate(powers, 1):
        power = f"is {name.capitalize()}: {POWERS[name]}" if name in POWERS else "has no power."
        lines.append(("" if seat > 1 else "\n") + f"Player {seat} {power}")
    return "\n".join(lines)
