"""Proofs and records, which the program makes and reads."""

import dataclasses
import io
import os
import subprocess
import tempfile
import unittest

import thera
from thera import Position
from thera._parts import PROGRAM

GAMES = r"""
[Game "hermit"]
[Variant "3x3"]
[Player1 "say \"hi\" \\ [x] \xff é"]
[Draw "Ga1"]

1. Rb2 {score=+23 depth=8 spent=1.204s clock=58.796s}
2. Ya1 {score=#-4 line="b3-c4(a6) …" a=1 a=2 "a } brace,\na \"quote\""}
  ( 2. Ya3 {glyph=!}
    3. Ya1
      ( 3. Bc1 ) )
  ( 2. Bc1 )
3. Yc1

[Game "amazons"]
[Start "1q2q1/q4q/6/6/Q4Q/1Q2Q1 w"]
[Result "2"]
"""


class TestRecords(unittest.TestCase):
    def test_everything(self):
        first, second = thera.records(io.StringIO(GAMES))
        self.assertEqual((first.game, first.moves, first.winners), ("hermit", ("Rb2", "Ya1", "Yc1"), ()))
        self.assertEqual(first.tags["Player1"], 'say "hi" \\ [x] \ufffd é')
        self.assertEqual(first.turns[0].fields, {"score": "+23", "depth": "8", "spent": "1.204s", "clock": "58.796s"})
        turn = first.turns[1]
        self.assertEqual(turn.comment, 'a } brace,\na "quote"')
        self.assertEqual((turn.fields["line"], turn.fields["a"]), ("b3-c4(a6) …", "1\n2"))
        self.assertEqual([[t.move for t in line] for line in turn.variations], [["Ya3", "Ya1"], ["Bc1"]])
        self.assertEqual(turn.variations[0][0].fields, {"glyph": "!"})
        self.assertEqual(turn.variations[0][1].variations[0][0].move, "Bc1")
        self.assertEqual(list(first.positions())[-1], first.start.play("Rb2").play("Ya1").play("Yc1"))
        self.assertEqual((second.game, second.moves, second.winners), ("amazons", (), (2,)))
        self.assertEqual(hash(first), hash(next(thera.records(io.BytesIO(GAMES.encode())))))

    def test_eliminated(self):
        """Positions after a seat has given up are those without it."""
        text = '[Game "santorini"] [Variant "3p"] 1. @a1,a2 2. @c1,c2 3. @e1,e2 4. a2-a3(a4) {out=2} 5. e2-e3(e4)'
        (game,) = thera.records(io.StringIO(text))
        positions = list(game.positions())
        self.assertEqual(len(positions), 6)
        self.assertEqual(str(positions[4]), "00000/10000/00000/00000/00000 a1a3,x,e1e2 3")
        self.assertEqual((positions[5].turn, positions[5].in_play, game.winners), (1, (1, 3), ()))
        (game,) = thera.records(io.StringIO(text.replace("out=2", "out=3,2").replace(" 5. e2-e3(e4)", "")))
        self.assertEqual((list(game.positions())[-1].winners, game.winners), ((1,), (1,)))

    def test_formats(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "-game.sgf")
            with open(path, "w", encoding="utf-8") as file:
                file.write("(;FF[4]GM[18]SZ[10];B[djddgd](;W[addgad])(;W[addgdh]))")
            (game,) = thera.records(path)
            self.assertEqual(game.moves, ("d1-d7(g7)", "a7-d4(a7)"))
            self.assertEqual(len(game.turns[1].variations), 1)
            with self.assertRaises(ValueError):
                list(thera.records(path, format="ggf"))

    def test_errors(self):
        with self.assertRaises(FileNotFoundError):
            thera.records("/no/such/file")
        for text, quoted in [
            ("nonsense", "format"),
            ('[Game "hermit"] 1. Rb2 2. Rb2', "Rb2"),
            ('[Game "chess"]', "chess"),
            ("", "unknown format: empty file: want one of the formats thera, sgf, ggf, botzone; format= says which"),
        ]:
            with self.assertRaises(ValueError) as caught:
                list(thera.records(io.StringIO(text)))
            self.assertIn(quoted, str(caught.exception))
            self.assertNotIn("standard input", str(caught.exception))
        for format in "--help", "x", "SGF", "zzz":
            with self.assertRaisesRegex(ValueError, "^format .*: want thera, sgf, ggf or botzone$"):
                list(thera.records(io.StringIO(GAMES), format=format))
        # The games before the broken one come first.
        games = thera.records(io.StringIO("[Game \"hermit\"] 1. Ra1 " * 2 + "[Game \"hermit\"] 1. Rz9"))
        self.assertEqual(len([next(games), next(games)]), 2)
        with self.assertRaises(ValueError):
            next(games)
        games = thera.records(io.StringIO(GAMES * 1000))
        next(games)
        games.close()  # nobody waits for the rest


class TestSolve(unittest.TestCase):
    def test_solve(self):
        solution = thera.solve(Position("hermit", "3x3"), all_moves=True)
        self.assertEqual((solution.proven, solution.winners, solution.nimber), (True, (1,), 4))
        self.assertIn("Rb2", solution.moves)
        self.assertTrue(solution.all_moves)
        self.assertFalse(thera.solve(solution.position).all_moves)
        for move in solution.moves:
            self.assertEqual(thera.solve(solution.position.play(move)).nimber, 0)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "certificate")
            with open(path, "w", encoding="utf-8") as file:
                file.write(solution.certificate)
            subprocess.run([PROGRAM.find(), "solve", "--verify", path], check=True, stdout=subprocess.DEVNULL)

    def test_limits(self):
        """What is proven has a certificate, even if the limits wouldn't suffice a second time."""
        solution = thera.solve(Position("hermit", "4x4"), nodes=1)
        self.assertFalse(solution.proven)
        self.assertIn("thera certificate", dataclasses.replace(solution, proven=True).certificate)

    def test_unsolved(self):
        solution = thera.solve(Position("amazons"), nodes=10)
        self.assertEqual((solution.proven, solution.winners, solution.nimber, solution.moves), (False, (), None, ()))
        with self.assertRaisesRegex(ValueError, "not solved"):
            solution.certificate

    def test_errors(self):
        pos = Position("hermit", "3x3")
        for settings in {"time": 0}, {"nodes": 0}, {"threads": 0}, {"threads": "2"}, {"memory": "much"}, {"time": "x"}:
            with self.assertRaises((ValueError, TypeError), msg=settings):
                thera.solve(pos, **settings)
        with self.assertRaises(ValueError):
            thera.solve(Position("santorini", "3p"))
        with self.assertRaises(TypeError):
            thera.solve("hermit")


if __name__ == "__main__":
    unittest.main()
