"""The examples in the documentation run, and the types hold."""

import doctest
import importlib.util
import os
import pkgutil
import subprocess
import sys
import unittest

import thera

HAVE_NUMPY = importlib.util.find_spec("numpy") is not None


def load_tests(loader, tests, pattern):
    for module in pkgutil.walk_packages(thera.__path__, "thera."):
        if not module.name.endswith("__main__") and (HAVE_NUMPY or not module.name.startswith("thera.env")):
            tests.addTests(doctest.DocTestSuite(importlib.import_module(module.name)))
    tests.addTests(doctest.DocTestSuite(thera))
    return tests


class TestTypes(unittest.TestCase):
    def test_mypy(self):
        if subprocess.run([sys.executable, "-c", "import mypy"], stderr=subprocess.DEVNULL).returncode:
            self.skipTest("mypy is not installed")
        folder = os.path.dirname(thera.__file__)
        done = subprocess.run(
            [sys.executable, "-m", "mypy", "--strict", "--python-version", "3.9", "--cache-dir", os.devnull, folder],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )
        self.assertEqual(done.returncode, 0, done.stdout)


if __name__ == "__main__":
    unittest.main()
