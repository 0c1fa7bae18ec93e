import unittest

try:
    import numpy  # noqa: F401
except ModuleNotFoundError:
    raise unittest.SkipTest("NumPy is not installed")

import fuzz

class TestFuzz(unittest.TestCase):
    def test_random_calls(self):
        """Random calls from several threads raise what callers may expect, and nothing crashes."""
        callers = fuzz.run(8000, threads=4, seed=1)
        self.assertEqual(sum(caller.calls for caller in callers), 8000)
        for name in "ValueError", "TypeError":
            self.assertTrue(all(caller.raised[name] for caller in callers))


if __name__ == "__main__":
    unittest.main()
