"""Measures how fast random games are played, on one core.

    python -m thera.bench                # everything
    python -m thera.bench positions      # thera.Position alone
    python -m thera.bench vectors        # thera.env.vector alone
    python -m thera.bench --seconds 10   # longer, for steadier numbers

Rates count the time of the processor, so that other programs hardly matter.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from typing import Any, Callable, Dict, List, Tuple

from . import _library
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
    return statistics.median(rates)


def vectors(seconds: float, n: int = 1024) -> None:
    """Plays random games n at a time by thera.env.vector and prints steps per second.

    A step makes a random action in a game and fills observation and mask.
    """
    print(f"{f'vector, n = {n}':24} {'steps/s':>12} {'in Python':>10}")
    for game, variant in (
        ("hermit", "6x6"),
        ("amazons", "10x10"),
        ("amazons", "8x8"),
        ("santorini", "2p"),
        ("santorini", "3p"),
        ("santorini", "2p:athena,pan"),
    ):
        rate, share = _step(game, variant, seconds, n)
        print(f"{game + ' ' + variant:24} {rate:12,.0f} {share:10.1%}", flush=True)


def _step(game: str, variant: str, seconds: float, n: int) -> Tuple[float, float]:
    """Returns the steps a second, and the share of the time that isn't spent in the library.

    Each is the median of five parts of the time.
    """
    from .env import vector

    env = vector(game, n, variant, autoreset=True)
    env.reset(seed=1)
    rates, shares = [], []
    with _Stopwatch("vector_step", "vector_random_actions") as library:
        for _ in range(5):
            library.spent, steps = 0.0, 0
            began = now = time.process_time()
            watch = time.perf_counter()
            while now < began + seconds / 5:
                env.step(env.random_actions())
                steps += n
                now = time.process_time()
            rates.append(steps / (now - began))
            shares.append(1 - library.spent / (time.perf_counter() - watch))
    return statistics.median(rates), statistics.median(shares)


class _Stopwatch:
    """Measures the time that functions of the library take, while it is entered."""

    def __init__(self, *names: str) -> None:
        self.spent = 0.0
        self._functions = _library.load().functions
        self._originals = {name: self._functions[name] for name in names}

    def __enter__(self) -> _Stopwatch:
        self._functions.update((name, self._timed(function)) for name, function in self._originals.items())
        return self

    def __exit__(self, *_: object) -> None:
        self._functions.update(self._originals)

    def _timed(self, function: Callable[..., int]) -> Callable[..., int]:
        def timed(*args: Any) -> int:
            began = time.perf_counter()
            result = function(*args)
            self.spent += time.perf_counter() - began
            return result

        return timed


#: The parts by name; each prints its table.
PARTS: Dict[str, Callable[[float], None]] = {"positions": positions, "vectors": vectors}


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
