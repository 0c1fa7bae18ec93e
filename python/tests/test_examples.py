"""The examples run: each for seconds, with the smallest settings."""

import contextlib
import importlib.util
import io
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import unittest
import urllib.request
from http.cookiejar import CookieJar
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from unittest import mock

import thera
from thera._parts import PROGRAM

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
HAVE_NUMPY = importlib.util.find_spec("numpy") is not None


def run(*command):
    """Runs an example and returns what it prints."""
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / command[0]), *command[1:]], timeout=120, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )
    if done.returncode:
        raise AssertionError(f"{command} ended with status {done.returncode}:\n{done.stdout}")
    return done.stdout


def start(test, command, **env):
    """Starts a program and returns it; it is ended after the test."""
    child = subprocess.Popen(command, env={**os.environ, **env}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def end():
        child.kill()
        child.wait()
        child.stdout.close()

    test.addCleanup(end)
    return child


@unittest.skipUnless(HAVE_NUMPY, "NumPy is not installed")
class TestLearners(unittest.TestCase):
    def test_players(self):
        for game, variant in ("hermit", "4x4"), ("amazons", "6x6"), ("santorini", "2p"):
            with self.subTest(game=game):
                said = run("players.py", "--game", game, "--variant", variant, "--games", "8")
                counts = re.fullmatch(r"random won (\d) games as seat 1 and (\d) as seat 2, of 4 each\n", said)
                self.assertIsNotNone(counts, said)
                self.assertLess(int(counts.group(1)) + int(counts.group(2)), 8, "greedy lost all games")

    def test_alphazero(self):
        """It learns any game, and the same with the same seed."""
        tiny = "--batch 8 --simulations 4 --iterations 2 --steps 3 --games 4 --rows 1".split()
        tables = []
        for game, variant in ("amazons", "2q/3/Q2 w"), ("amazons", "2q/3/Q2 w"), ("hermit", "3x3"):
            with self.subTest(game=game), tempfile.TemporaryDirectory() as folder:
                out = os.path.join(folder, "network.npz")
                said = run("alphazero.py", "--game", game, "--variant", variant, "--out", out, *tiny)
                self.assertTrue(os.path.getsize(out))
            rows = re.findall(r"\n +\d+\.\d +(\d+ +\d+ +\d+) .*%\)", said)  # without the minutes
            self.assertEqual([row.split()[0] for row in rows], ["0", "16"], said)
            tables.append(rows)
        self.assertEqual(tables[0], tables[1])


class Unreliable(BaseHTTPRequestHandler):
    """A server whose first two streams of a game end too early, behind a proxy that refuses the first turn."""

    def do_GET(self):
        self.answer(200, self.server.streams.pop(0))

    def do_POST(self):
        self.server.turns.append(self.path)
        if len(self.server.turns) == 1:
            self.answer(502, b"<html>Bad Gateway</html>")
        else:
            self.answer(200, b'{"ok": true}')

    def answer(self, status, body):
        self.send_response(status)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args):
        pass


class TestUnreliable(unittest.TestCase):
    def test_game(self):
        """The bot begins a game's stream again, until the game is over, even if its engine dies."""
        state = {"type": "gameState", "status": "started", "turn": 1, "ply": 0, "fen": str(thera.Position("hermit", "3x3"))}

        def line(**changes):
            return json.dumps({"type": "gameFull", "game": "hermit", "seat": 1, "state": {**state, **changes}}).encode() + b"\n"

        server = HTTPServer(("127.0.0.1", 0), Unreliable)
        self.addCleanup(server.server_close)
        server.streams = [line(turn=2), line()[:20], line(), b"<html>\n", line(), line(), line(status="variantEnd")]
        server.turns, search, deaths = [], thera.Engine.search, [thera.EngineError("ended with status -9")]

        def mortal_search(engine, *args, **limits):
            if deaths and server.turns:  # at its second turn
                raise deaths.pop()
            return search(engine, *args, **limits)

        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.shutdown)
        spec = importlib.util.spec_from_file_location("bot", EXAMPLES / "bot.py")
        bot = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(bot)
        address = "http://127.0.0.1:%d" % server.server_port
        said = io.StringIO()
        with contextlib.redirect_stderr(said), mock.patch.object(thera.Engine, "search", mortal_search):
            bot.forever(bot.play, bot.Server(address, "token"), "g", 1, 0.01)
        self.assertEqual((server.streams, len(server.turns)), ([], 2))
        self.assertIn("<html>Bad Gateway</html>", said.getvalue())


class TestBot(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        store = os.path.join(folder.name, "games.db")
        self.program = PROGRAM.find()
        server = start(self, [self.program, "serve", "--listen", "127.0.0.1:0", "--no-open", "--store", store])
        said = ""
        while not re.search(r"Listening on (http://\S+)/", said):
            line = server.stdout.readline()
            said += line
            self.assertTrue(line, said)
        self.url = re.search(r"Listening on (http://\S+)/", said).group(1)

    def account(self, name):
        """Makes an account for a bot and returns its token."""
        client = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))

        def post(path, body):
            data = json.dumps(body).encode() if body else b""
            headers = {"Content-Type": "application/json"} if body else {}
            request = urllib.request.Request(f"{self.url}/api/v1/{path}", data, headers)
            with client.open(request, timeout=30) as answer:
                return json.loads(answer.read() or b"{}")

        post("account", {"name": name, "password": "correct horse battery"})
        post("account/bot", None)
        return post("account/tokens", {"label": "test", "scopes": ["bot"]})["token"]

    def test_game(self):
        """The bot plays a whole game against one that challenges it."""
        start(self, [sys.executable, str(EXAMPLES / "bot.py"), self.url], THERA_TOKEN=self.account("pupil"))
        challenge = ["--idle", "50ms", "--challenge", "pupil hermit/4x4 5+3 rated"]
        other = start(
            self, [self.program, "bot", "--server", self.url, "--json", *challenge, "--", "random"],
            THERA_TOKEN=self.account("other"),
        )
        events = []
        for line in other.stdout:
            events.append(line)
            if '"ended"' in line:
                break
        self.assertIn('"ended"', events[-1], events)
        end = json.loads(events[-1])
        self.assertIn(end["result"], ("won", "lost"))
        self.assertNotIn(end["reason"], ("resigned", "time", "left"), events)


class TestNotebook(unittest.TestCase):
    def test_run(self):
        """Every cell runs, and boards and planes are drawn."""
        if not all(importlib.util.find_spec(name) for name in ("numpy", "nbconvert", "ipykernel")):
            print("\nThe notebook is NOT run: that needs NumPy, Debian's jupyter-nbconvert and python3-ipykernel.", file=sys.stderr)
            self.skipTest("no NumPy, nbconvert or ipykernel")
        with tempfile.TemporaryDirectory() as folder:
            # The kernel is this Python, with the package under test.
            kernel = Path(folder) / "kernels/python3"
            kernel.mkdir(parents=True)
            argv = [sys.executable, "-Xfrozen_modules=off", "-m", "ipykernel_launcher", "-f", "{connection_file}"]
            (kernel / "kernel.json").write_text(json.dumps({"argv": argv, "display_name": "Python 3", "language": "python"}))
            command = ["-m", "nbconvert", "--to", "notebook", "--execute", "--output-dir", folder, str(EXAMPLES / "thera.ipynb")]
            env = {**os.environ, "JUPYTER_PATH": folder, "IPYTHONDIR": folder, "JUPYTER_RUNTIME_DIR": folder}
            done = subprocess.run([sys.executable, *command], env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            self.assertEqual(done.returncode, 0, done.stdout)
            cells = json.loads((Path(folder) / "thera.ipynb").read_text())["cells"]
        outputs = [output for cell in cells for output in cell.get("outputs", ())]
        pictures = [output for output in outputs if "image/svg+xml" in output.get("data", {})]
        self.assertEqual(len(pictures), 6)

    def test_clean(self):
        """The notebook in the repository has no outputs."""
        for cell in json.loads((EXAMPLES / "thera.ipynb").read_text())["cells"]:
            self.assertFalse(cell.get("outputs"), cell["source"])
            self.assertIsNone(cell.get("execution_count"))


if __name__ == "__main__":
    unittest.main()
