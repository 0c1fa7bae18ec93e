"""What happens where something is missing, and how the wheel is made and what is in it."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from importlib import metadata

import thera
from thera import _library


def python(program, **env):
    """Runs a program in Python and returns what it prints."""
    command = [sys.executable, "-c", "import thera\n" + program]
    done = subprocess.run(command, env={**os.environ, **env}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return done.stdout


class TestMissing(unittest.TestCase):
    def test_library(self):
        program = "try: thera.Position('hermit')\nexcept ImportError as error: print(error)"
        self.assertIn("'/no/lib' is not a file", python(program, THERA_LIBRARY="/no/lib"))
        self.assertIn("can't be loaded", python(program, THERA_LIBRARY=__file__))
        find = "thera._parts.os.path.isfile = lambda path: False\n"
        self.assertIn("install the wheel", python(find + program, THERA_LIBRARY=""))
        wrong = [path for path in ("/lib/x86_64-linux-gnu/libc.so.6", "/lib/aarch64-linux-gnu/libc.so.6") if os.path.exists(path)]
        for path in wrong:
            self.assertIn("has no function thera_", python(program, THERA_LIBRARY=path))

    def test_old_libc(self):
        """The message of the loader on a system that is older than the library."""
        reason = "/lib/x86_64-linux-gnu/libc.so.6: version `GLIBC_2.99' not found (required by libthera.so)"
        text = _library._unloadable("libthera.so", reason)
        self.assertIn("GLIBC_2.99", text)
        self.assertIn("newer C library than", text)

    def test_program(self):
        program = "try: thera.Engine()\nexcept FileNotFoundError as error: print(error)"
        self.assertIn("'/no/program' is not a file", python(program, THERA_PROGRAM="/no/program"))
        find = "thera._parts.os.path.isfile = lambda path: False\n"
        self.assertIn("make build", python(find + program, THERA_PROGRAM=""))
        done = subprocess.run(
            [sys.executable, "-m", "thera", "version"], env={**os.environ, "THERA_PROGRAM": "/no/program"},
            stderr=subprocess.PIPE, text=True,
        )
        self.assertEqual((done.returncode, done.stderr.count("\n")), (1, 1), done.stderr)


class TestMaking(unittest.TestCase):
    @unittest.skipUnless(shutil.which("go"), "only Go makes wheels")
    def test_other_system(self):
        """A wheel is not made where its name can't be known."""
        with tempfile.TemporaryDirectory() as folder:
            script = os.path.join(os.path.dirname(os.path.dirname(__file__)), "wheel.py")
            command = [sys.executable, script, "--goos", "plan9", "--program", __file__, "--out", folder]
            done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            self.assertEqual((done.returncode, os.listdir(folder)), (2, []), done.stderr)
            self.assertIn("plan9", done.stderr)


@unittest.skipUnless(hasattr(os, "fork"), "nothing forks here")
class TestFork(unittest.TestCase):
    def test_fork(self):
        """A forked process gets an exception that says what to do, from every function."""
        out = python(
            "import os\n"
            "pos, engine = thera.Position('hermit'), thera.Engine()\n"
            "pos.moves()\n"
            "pid = os.fork()\n"
            "if pid == 0:\n"
            "    for call in (lambda: thera.Position('hermit'), lambda: pos.play('Ra1'), lambda: str(pos),\n"
            "                 lambda: pos.perft(2), lambda: engine.search(pos), lambda: thera.Position.parse('./. 1')):\n"
            "        try: call(); print('no error', flush=True)\n"
            "        except RuntimeError as error: print(error, flush=True)\n"
            "    os._exit(0)\n"
            "print(os.waitpid(pid, 0)[1])\n"
            "engine.close()\n"
        )
        lines = out.splitlines()
        self.assertEqual((len(lines), lines[-1]), (7, "0"), out)
        self.assertEqual(sum("spawn" in line for line in lines), 6, out)

    def test_spawn(self):
        """multiprocessing that spawns works."""
        out = python(
            "import multiprocessing\n"
            "pool = multiprocessing.get_context('spawn').Pool(1)\n"
            "print(pool.map(thera.Position.perft.__get__(thera.Position('hermit', '3x3')), [1]))\n"
            "pool.terminate()\n"
        )
        self.assertEqual(out.strip(), "[63]")


class TestWheel(unittest.TestCase):
    """Of the installed package; from the source there is nothing to examine."""

    def setUp(self):
        try:
            self.files = [str(file) for file in metadata.files("thera") or []]
        except metadata.PackageNotFoundError:
            self.skipTest("thera is not installed")

    def test_content(self):
        for name in "thera/py.typed", "thera/lib/thera.h", "/LICENSE":
            self.assertTrue(any(file.endswith(name) for file in self.files), self.files)
        self.assertFalse([file for file in self.files if "test" in file])
        self.assertEqual(metadata.version("thera"), thera.__version__)
        self.assertNotEqual(thera.__version__, "0.0.0")

    def test_command(self):
        said = subprocess.run([sys.executable, "-m", "thera", "version", "--json"], check=True, capture_output=True, text=True)
        self.assertIn(thera.__version__.split(".dev")[0].split("+")[0], said.stdout)
        script = os.path.join(os.path.dirname(sys.executable), "thera")
        self.assertEqual(subprocess.run([script, "version", "--json"], check=True, capture_output=True, text=True).stdout, said.stdout)
        self.assertEqual(subprocess.run([script, "nonsense"], stderr=subprocess.PIPE).returncode, 2)

    def test_header(self):
        """The functions are called with the arguments that the header says."""
        path = os.path.join(os.path.dirname(_library.load().path), "thera.h")
        with open(path, encoding="utf-8") as file:
            text = re.sub(r"/\*.*?\*/", "", file.read(), flags=re.DOTALL)
        declared = dict(re.findall(r"int32_t thera_(\w+)\(([^)]*)\);", text))
        self.assertEqual(set(declared), set(_library._FUNCTIONS))
        for name, arguments in declared.items():
            letters = ""
            for argument in arguments.split(",") if arguments != "void" else []:
                kind = re.sub(r"\w+$", "", argument.strip()).strip()
                letters += {"const char *": "s", "const thera_position *": "s", "int32_t": "i", "int64_t": "l"}.get(kind, "p")
            self.assertEqual(letters, _library._FUNCTIONS[name].replace(" ", ""), name)


if __name__ == "__main__":
    unittest.main()
