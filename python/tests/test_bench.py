import contextlib
import io
import unittest

try:
    import numpy  # noqa: F401
except ModuleNotFoundError:
    raise unittest.SkipTest("NumPy is not installed")

from thera import bench


class TestBench(unittest.TestCase):
    def test_tables(self):
        """Each part prints a row for each game, with rates above 0; how high they are is not for a test."""
        for name, part in bench.PARTS.items():
            with self.subTest(part=name), contextlib.redirect_stdout(io.StringIO()) as out:
                part(0.01)
            rows = out.getvalue().splitlines()
            self.assertGreater(len(rows), 3)
            for row in rows[1:]:
                self.assertRegex(row, r"^[a-z]+ \S+ +[1-9][0-9,]*( +\d+\.\d%)?$")


if __name__ == "__main__":
    unittest.main()
