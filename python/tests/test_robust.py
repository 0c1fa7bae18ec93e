"""Nonsense in every place: exceptions of Python, and never the end of the interpreter."""

import io
import os
import random
import threading
import unittest

import thera
from thera import Position, _library
from thera.position import from_state

TEXTS = [
    "", " ", "\0", "\n", "Ra1", "Ya3-b3", "d1-d7(g7)", "@b2,d4", "c3-c4-d5(d4)", "./. 1", "hermit", "amazons", "2p:pan,pan",
    "00000/00100/00000/00020/00000 b2d4,b4d2 1", "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w", "\ud800", "é\U0001f600",
    "9" * 400, "/" * 70000, "a" * 65536, "%s%n", "'; --", "-1", "1e9", "10x10",
]


class Hostile:
    """An object whose methods fail."""

    def __index__(self):
        raise ZeroDivisionError

    __str__ = __float__ = __len__ = __iter__ = __bool__ = __eq__ = __index__
    __hash__ = None


OBJECTS = [None, True, -1, 0, 1, 2, 2**31, 2**63, 2**200, 1.5, float("nan"), b"Ra1", [], {}, (), object(), Hostile(), Position]


def junk(rng):
    """Returns a random text or object: a known one, one that was changed, or bytes as text."""
    kind = rng.randrange(4)
    if kind == 0:
        return rng.choice(OBJECTS)
    if kind == 1:
        return rng.choice(TEXTS)
    if kind == 2:
        return "".join(chr(rng.choice((rng.randrange(128), rng.randrange(0x110000)))) for _ in range(rng.randrange(30)))
    text = list(rng.choice(TEXTS)[:200])
    for _ in range(rng.randrange(3)):
        at = rng.randrange(len(text) + 1)
        text[at : at + rng.randrange(2)] = rng.choice("0123456789abcQqRYB./-,(): \0é")
    return "".join(text)


def attempts(rng):
    """Returns calls with nonsense."""
    game, variant = rng.choice([(game, v) for game, variants in thera.games().items() for v in variants])
    pos = Position(game, variant)
    for _ in range(rng.randrange(8)):
        if pos.moves():
            pos = pos.play(rng.choice(pos.moves()))
    a, b = junk(rng), junk(rng)
    return [
        lambda: Position(a, b),
        lambda: Position(game, a),
        lambda: Position.parse(a),
        lambda: Position.parse(a, game),
        lambda: Position.parse(a, b),
        lambda: pos.play(a),
        lambda: pos.read(a),
        lambda: pos.eliminate(a),
        lambda: pos.svg(last=a, width=b),
        lambda: pos.svg(flipped=a),
        lambda: pos.perft(a if a not in (3, 4) else 0),
        lambda: pos.board[a],
        lambda: pos == a,
        lambda: setattr(pos, "turn", a),
        lambda: Position.__reduce__(a),
        lambda: thera.records(io.StringIO(""), format=a),
        lambda: thera.solve(a),
        lambda: thera.solve(pos, time=Hostile(), threads=a),
        lambda: thera.Engine(command=a if not isinstance(a, dict) else [a]),
    ]


def run(seed, count):
    """Makes calls, and returns what went wrong other than by an exception."""
    rng = random.Random(seed)
    for _ in range(count):
        for call in attempts(rng):
            try:
                call()
            except Exception:  # noqa: S110
                pass


class TestRobust(unittest.TestCase):
    def test_nonsense(self):
        run(1, 400)

    def test_nonsense_in_threads(self):
        threads = [threading.Thread(target=run, args=(seed, 20)) for seed in range(2, 6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def test_forged_positions(self):
        """The library refuses bytes that it has not made."""
        rng, state = random.Random(1), Position("hermit")._state
        for _ in range(1000):
            forged = bytearray(state if rng.random() < 0.8 else os.urandom(len(state)))
            forged[rng.randrange(len(forged))] ^= 1 << rng.randrange(8)
            pos = from_state(bytes(forged))
            for call in (lambda: str(pos), lambda: pos.play("Ra1"), pos.moves, lambda: pos.perft(1)):
                with self.assertRaises(ValueError):
                    call()

    def test_records(self):
        rng = random.Random(1)
        for _ in range(15):
            text = "".join(rng.choice(TEXTS)[:100] if rng.random() < 0.3 else '[Game "hermit"] 1. Ra1 {a=1 "x"} (' for _ in range(5)) if rng.random() < 0.9 else ""
            try:
                for game in thera.records(io.BytesIO(text.encode(errors="replace"))):
                    list(game.positions())
            except ValueError:
                pass

    def test_small_buffers(self):
        """Texts that do not fit are asked for again."""
        library, pos = _library.load(), Position("amazons")
        for size in 1, 2, 100:
            self.assertEqual(library.text("position_moves", pos._state, size=size).split("\n"), pos.moves())


if __name__ == "__main__":
    unittest.main()
