"""Measures how fast random games are played, on one core.

    python -m thera.bench                # everything
    python -m thera.bench positions      # thera.Position alone
    python -m thera.bench --seconds 10   # longer, for steadier numbers
"""

from __future__ import annotations

import argparse
import random
import time
from typing import Callable, Dict, List

from .position import Position


def positions(seconds: float) -> None:
    """Plays random games by Position and prints moves per second."""
    print(f"{'Position':24} {'moves/s':>12}")
    for game, variant in ("hermit", "6x6"), ("santorini", "2p"), ("amazons", "8x8"):
        print(f"{game + ' ' + variant:24} {_random_play(game, variant, seconds):12,.0f}", flush=True)


def _random_play(game: str, variant: str, seconds: float) -> float:
    """Returns the moves a second, the median of five parts of the time."""
    start, rates = Position(game, variant), []
    start.moves()
    for part in range(5):
        random.seed(part)
        choose, moves = random.choice, 0
        began = now = time.process_time()
        while now < began + seconds / 5:
            pos = start
            legal = pos.moves()
            while legal:
                pos = pos.play(choose(legal))
                legal = pos.moves()
                moves += 1
            now = time.process_time()
        rates.append(moves / (now - began))
    return sorted(rates)[len(rates) // 2]


#: The parts by name; each prints its table.
PARTS: Dict[str, Callable[[float], None]] = {"positions": positions}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m thera.bench", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"what to measure: {', '.join(PARTS)}")
    parser.add_argument("--seconds", type=float, default=3.0, help="how long to measure each row (default 3)")
    args = parser.parse_args()
    chosen: List[str] = args.parts or list(PARTS)
    for name in chosen:
        if name not in PARTS:
            parser.error(f"part {name!r}: want one of {', '.join(PARTS)}")
    for name in chosen:
        PARTS[name](args.seconds)


if __name__ == "__main__":
    main()
