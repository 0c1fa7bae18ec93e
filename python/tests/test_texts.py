"""The environment in words."""

import random
import unittest

import thera
from thera.env.rules import GAMES, POWERS


class TestText(unittest.TestCase):
    def test_all_games(self):
        """Each game has rules, each observation the board, and no move is given away."""
        random.seed(1)
        for game, variants in thera.games().items():
            for variant in variants:
                with self.subTest(game=game, variant=variant):
                    env = thera.env.text(game, variant)
                    while not env.winners:
                        text = env.observation()
                        self.assertIn(GAMES[game], text)
                        self.assertIn(str(env.position.board), text)
                        self.assertIn(f"It is the turn of player {env.turn}.", text)
                        moves = env.position.moves()
                        self.assertNotIn("legal moves are", text)
                        self.assertIn(f"The legal moves are {', '.join(moves)}.", env.observation(legal_moves=True))
                        self.assertNotIn(GAMES[game], env.observation(rules=False))
                        self.assertEqual(env.step(f" {random.choice(moves)}\n"), (True, ""))
                        self.assertIn(f"The last turn was {env.moves[-1]}.", env.observation())
                    self.assertIn("The game is over, and player", env.observation())
                    self.assertFalse(env.step(moves[0]).accepted)
                    env.reset()
                    self.assertEqual((env.moves, env.refused, env.position), ([], 0, thera.Position(game, variant)))

    def test_powers(self):
        """Each power that a variant can name has its rule."""
        for power in POWERS:
            with self.subTest(power=power):
                text = thera.env.text("santorini", f"2p:{power},mortal").observation()
                self.assertIn(f"Player 1 is {power.capitalize()}: {POWERS[power]}", text)
                self.assertIn("Player 2 has no power.", text)
        with self.assertRaises(ValueError) as caught:
            thera.Position("santorini", "2p:nobody,pan")
        for name in POWERS:
            self.assertIn(name, str(caught.exception))

    def test_out(self):
        env = thera.env.text("santorini", "00000/00000/00000/00000/00000 x,b2d4,a1e5 2")
        self.assertIn("It is the turn of player 2. Player 1 is out.", env.observation(rules=False))
        env = thera.env.text("santorini", "00000/00100/00000/00020/00000 b2d4,b4d2 2 athena^,pan")
        self.assertIn("A worker of player 1 went up in the last turn of Athena.", env.observation(rules=False))

    def test_refusals(self):
        """A move that isn't accepted changes nothing but the count, and the reason names no legal move."""
        artemis = "00000/00000/00000/00000/00000 b2d4,b4d2 1 artemis,pan"
        for game, variant, texts in (
            ("amazons", "6x6", ["", "pass", "b1-b9(b1)", "b1-c3(d4)", "\0", "\ud800", "x" * 100000, "b1-b2(b3)\nb1-b3(b2)"]),
            ("santorini", artemis, ["b2-c4(c5)", "b2-b3-b4(c5)", "b2-b3(c4,c3)"]),
        ):
            env = thera.env.text(game, variant)
            before = env.observation()
            legal = env.position.moves()
            for count, text in enumerate(texts, 1):
                answer = env.step(text)
                self.assertFalse(answer.accepted)
                self.assertTrue(answer.reason)
                self.assertFalse([move for move in legal if move in answer.reason and move not in text])
                self.assertEqual((env.observation(), env.refused), (before, count))
        for text in None, 5, b"b1-b2(b3)":
            with self.assertRaisesRegex(TypeError, "want a str"):
                env.step(text)
        with self.assertRaises(ValueError):
            thera.env.text("chess")
        with self.assertRaisesRegex(TypeError, "^variant None: want a str$"):
            thera.env.text("hermit", None)

    def test_over(self):
        """A finished game accepts nothing and has no legal moves to show."""
        env = thera.env.text("hermit", "1x1")
        self.assertTrue(env.step("Ra1").accepted)
        self.assertEqual(env.step("Ra1"), (False, "move 'Ra1': the game is over"))
        self.assertNotIn("legal moves", env.observation(legal_moves=True))


if __name__ == "__main__":
    unittest.main()
