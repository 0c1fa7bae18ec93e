import copy
import pickle
import random
import threading
import unittest

import thera
from thera import Position


class TestPosition(unittest.TestCase):
    def test_starts(self):
        for game, variants in thera.games().items():
            self.assertEqual(Position(game), Position(game, variants[0]))
            for variant in variants:
                with self.subTest(game=game, variant=variant):
                    pos = Position(game, variant)
                    self.assertEqual((pos.game, pos.turn, pos.winners, pos.ending), (game, 1, (), ""))
                    self.assertEqual(Position.parse(str(pos), game), pos)
                    self.assertEqual(pos.perft(1), len(pos.moves()))
                    self.assertEqual(len(pos.in_play), pos.seats)

    def test_random_games(self):
        """Positions agree with each other, whichever way they are reached."""
        random.seed(1)
        for game, variant in ("amazons", "6x6"), ("santorini", "2p:athena,pan"), ("santorini", "3p"), ("hermit", ""):
            with self.subTest(game=game, variant=variant):
                pos = Position(game, variant)
                while moves := pos.moves():
                    self.assertEqual(len(set(moves)), len(moves))
                    self.assertEqual((pos.winners, pos.ending), ((), ""))
                    move = random.choice(moves)
                    self.assertEqual(pos.read(move), move)
                    fresh = Position.parse(str(pos), game)
                    self.assertEqual((fresh, hash(fresh), fresh.moves()), (pos, hash(pos), moves))
                    # With the moves listed before, and without.
                    pos, after = pos.play(move), Position.parse(str(pos), game).play(move)
                    self.assertEqual((pos, pos.moves()), (after, after.moves()))
                self.assertTrue(pos.winners and pos.ending)
                self.assertTrue(set(pos.winners) <= set(pos.in_play))
                with self.assertRaises(ValueError):
                    pos.play(move)

    def test_values(self):
        a, b = Position("hermit").play("Rc3"), Position("hermit").play("r c3")
        self.assertEqual((a, hash(a), {a: 1}[b]), (b, hash(b), 1))
        self.assertNotEqual(a, Position("hermit"))
        self.assertNotEqual(a, str(a))
        self.assertNotEqual(Position("hermit", "3x3"), Position("hermit", "4x4"))
        self.assertIs(copy.copy(a), a)
        self.assertIs(copy.deepcopy([a])[0], a)
        for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
            self.assertEqual(pickle.loads(pickle.dumps(a, protocol)), a)
        self.assertEqual(eval(repr(a)), a)
        with self.assertRaises(AttributeError):
            a.turn = 2
        with self.assertRaises(AttributeError):
            a.note = "text"
        moves = a.moves()
        moves.clear()
        self.assertTrue(a.moves(), "the list is the caller's")

    def test_perft(self):
        pos = Position("hermit", "3x3")
        self.assertEqual(pos.perft(0), 1)
        self.assertEqual(pos.perft(4), sum(pos.play(move).perft(3) for move in pos.moves()))

    def test_board(self):
        board = Position.parse("00000/00100/00000/00020/00000 b2d4,b4d2 2 athena^,pan").board
        self.assertEqual((board.files, board.ranks, board.seats), (5, 5, 2))
        self.assertEqual(board.powers, ("athena^", "pan"))
        self.assertEqual((board["b2"].owners, board["c4"].level, board["a1"].kind), ((1,), 1, ""))
        for square in "", "a", "a0", "a6", "f1", "a01", "a²", "aa", "1a":
            with self.assertRaises(KeyError, msg=square):
                board[square]

    def test_pictures(self):
        pos = Position("amazons", "6x6")
        move = pos.moves()[0]
        pictures = {pos.svg(), pos.svg(flipped=True), pos.svg(width=100), pos.play(move).svg(last=move)}
        self.assertEqual(len(pictures), 4)
        self.assertEqual(pos._repr_svg_(), pos.svg())

    def test_errors(self):
        """What is wrong is quoted."""
        pos = Position("hermit", "3x3")
        for call, quoted in [
            (lambda: Position("chess"), "chess"),
            (lambda: Position("hermit", "2p"), "2p"),
            (lambda: Position.parse("nonsense"), "nonsense"),
            (lambda: Position.parse("... 3", "hermit"), "... 3"),
            (lambda: Position.parse("R 1", "amazons"), "R 1"),
            (lambda: pos.play("Qb2"), "Qb2"),
            (lambda: pos.play("Rb2\0"), "x00"),
            (lambda: pos.play(""), '""'),
            (lambda: pos.read("Rd4"), "Rd4"),
            (lambda: pos.play("Rb2").play("Ra1"), "Ra1"),
            (lambda: pos.perft(-1), "-1"),
            (lambda: pos.svg(width=7), "7"),
            (lambda: pos.svg(last="zz"), "zz"),
            (lambda: pos.svg(last="a1-a2(a3)"), "a1-a2(a3)"),
        ]:
            with self.subTest(quoted=quoted):
                with self.assertRaises(ValueError) as caught:
                    call()
                self.assertIn(quoted, str(caught.exception))
        for call in (
            lambda: Position(1),
            lambda: Position.parse(b"./. 1"),
            lambda: pos.play(None),
            lambda: pos.play(["Rb2"]),
            lambda: pos.perft("2"),
            lambda: pos.perft(1.5),
            lambda: pos.board[1],
        ):
            with self.assertRaises(TypeError):
                call()

    def test_many_moves(self):
        """A list of moves that is longer than any buffer began with."""
        pos = Position("amazons")
        self.assertEqual(len(pos.moves()), 2176)
        self.assertEqual(len(pos.play(pos.moves()[0]).moves()), len(set(pos.play(pos.moves()[0]).moves())))

    def test_threads(self):
        """Threads play at once, each the games it would play alone."""

        def play(seed):
            choose, pos = random.Random(seed).choice, Position("hermit")
            while moves := pos.moves():
                pos = pos.play(choose(moves))
            return str(pos)

        ends = {}
        threads = [threading.Thread(target=lambda s=seed: ends.__setitem__(s, play(s))) for seed in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(ends, {seed: play(seed) for seed in range(8)})


if __name__ == "__main__":
    unittest.main()
