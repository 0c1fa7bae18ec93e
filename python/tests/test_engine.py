import os
import queue
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from unittest import mock

import thera
from thera import Position

START = Position("hermit", "3x3")


def scripted(body, **settings):
    """Returns an engine in Python: its answers to a line are in body, by word."""
    program = (
        "import sys, time, os\n"
        "def say(text): print(text, flush=True)\n"
        "for line in sys.stdin:\n"
        "    word = line.split()[0]\n"
        f"{body}"
        "    if word == 'ugi': say('id name Script 1\\noption name Level type spin default 1 min 1 max 3\\nugiok')\n"
        "    if word == 'isready': say('readyok')\n"
        "    if word == 'quit': break\n"
    )
    settings.setdefault("timeout", 20)
    return thera.Engine(command=[sys.executable, "-c", program], **settings)


def answering(text):
    return f"    if word == 'go': say({text!r})\n"


class TestEngine(unittest.TestCase):
    def test_search(self):
        with thera.Engine(level=8) as engine:
            self.assertIn("thera", engine.name)
            pos = Position.parse("RRB./..YR/..../.RY. 1")
            info = engine.search(pos, nodes=20000, lines=3)
            self.assertIn(info.move, pos.moves())
            self.assertEqual((info.win_probability, info.proven, info.plies > 0), (1.0, True, True))
            self.assertEqual((info.line[0], len(info.lines)), (info.move, 3))
            self.assertEqual(len({line.move for line in info.lines}), 3)
            self.assertGreater(info.nodes, 0)
            chances = [line.win_probability for line in info.lines]
            self.assertEqual(chances, sorted(chances, reverse=True))
            for move in info.line:
                pos = pos.play(move)

    def test_every_board(self):
        """An engine plays the board of any position, one after the other."""
        with thera.Engine(level=1) as engine:
            for game, variants in thera.games().items():
                for variant in variants:
                    with self.subTest(game=game, variant=variant):
                        pos = Position(game, variant)
                        self.assertIn(engine.search(pos, depth=1).move, pos.moves())
            pos = Position("santorini", "2p:athena,pan")
            self.assertIn(engine.search(pos, nodes=10).move, pos.moves())
            pos = Position.parse("...../...../..... 2")
            engine.new_game()
            self.assertIn(engine.search(pos, nodes=10).move, pos.moves())

    def test_limits(self):
        with thera.Engine() as engine:
            for limits in ({"time": 0}, {"time": -1}, {"time": float("nan")}, {"nodes": 0}, {"depth": 0}, {"lines": 0}):
                with self.assertRaises(ValueError, msg=limits):
                    engine.search(START, **limits)
            for limits in ({"time": "fast"}, {"nodes": 1.5}):
                with self.assertRaises((ValueError, TypeError), msg=limits):
                    engine.search(START, **limits)
            with self.assertRaises(TypeError):
                engine.search(str(START))
            over = Position("hermit", "3x3")
            while over.moves():
                over = over.play(over.moves()[0])
            with self.assertRaisesRegex(ValueError, "over"):
                engine.search(over)
            self.assertTrue(engine.search(START, depth=1).move, "still usable")

    def test_options(self):
        for settings, quoted in [
            ({"level": 99}, "99"),
            ({"level": 0}, "0"),
            ({"options": {"NoSuch": 1}}, "NoSuch"),
            ({"options": {"Threads": "many"}}, "many"),
            ({"options": {"Hash": "1\nquit"}}, "quit"),
            ({"options": {"UCI_Variant": "hermit66"}}, "hermit66"),
            ({"options": {"Ponder": "yes"}}, "yes"),
        ]:
            with self.assertRaises(ValueError) as caught:
                thera.Engine(**settings)
            self.assertIn(quoted, str(caught.exception))
        with scripted("    if word == 'ugi': say('info string error: not an option')\n", options={"Level": 2}) as engine:
            self.assertEqual(engine.name, "Script 1")
        for command in "thera engine", [], [1]:
            with self.assertRaises((ValueError, TypeError)):
                thera.Engine(command=command)
        with self.assertRaises(OSError):
            thera.Engine(command=["/no/such/program"])

    def test_scores(self):
        for said, score in [
            ("info depth 3 score cp 110 nodes 9 time 4 pv Rb2 Ya1", (0.7503, False, None, ("Rb2", "Ya1"), 3, 9)),
            ("info depth 3 score mate 5 pv Rb2", (1.0, True, 5, ("Rb2",), 3, 0)),
            ("info depth 3 score mate -4 pv Rb2", (0.0, True, 4, ("Rb2",), 3, 0)),
            ("info depth 3 score cp 110 lowerbound pv Rb2", (None, False, None, ("Rb2",), 0, 0)),
            ("info score cp 0 pv Rb2 Rb2 Ya1", (0.5, False, None, ("Rb2",), 0, 0)),
            ("info score cp 0", (0.5, False, None, ("Rb2",), 0, 0)),
            ("info score cp 0 pv Ra1", (None, False, None, ("Rb2",), 0, 0)),
            ("info score cp x\ninfo depth\ninfo score\ninfo\nhello\n", (None, False, None, ("Rb2",), 0, 0)),
            ("info score cp 999999999999999999999 pv Rb2", (1.0, False, None, ("Rb2",), 0, 0)),
            ("info string error: no\xff", (None, False, None, ("Rb2",), 0, 0)),
        ]:
            with self.subTest(said=said), scripted(answering(said + "\nbestmove Rb2 ponder Ya1")) as engine:
                info = engine.search(START, depth=3)
                self.assertEqual(info.move, "Rb2")
                chance = info.win_probability if info.win_probability is None else round(info.win_probability, 4)
                self.assertEqual((chance, info.proven, info.plies, info.line, info.depth, info.nodes), score)

    def test_faults(self):
        for body, kind, quoted in [
            (answering("bestmove Rz9"), thera.EngineError, "Rz9"),
            (answering("bestmove (none)"), thera.EngineError, "(none)"),
            (answering("bestmove"), thera.EngineError, "bestmove"),
            ("    if word == 'go': sys.stderr.write('oh no'); sys.exit(3)\n", thera.EngineError, "oh no"),
            ("    if word == 'go': os.close(1); time.sleep(60)\n", thera.EngineError, "bestmove"),
            ("    if word == 'position': say('info string error: never heard of it')\n", ValueError, "never heard"),
        ]:
            with self.subTest(body=body), scripted(body) as engine:
                with self.assertRaises(kind) as caught:
                    engine.search(START, depth=1)
                self.assertIn(quoted, str(caught.exception))
                if kind is thera.EngineError:
                    with self.assertRaises(thera.EngineError):
                        engine.search(START, depth=1)
        with scripted(answering("thinking")) as engine:
            engine._timeout = 0.5
            with self.assertRaises(TimeoutError):
                engine.search(START, time=0.01)
        with self.assertRaises(thera.EngineError):
            thera.Engine(command=[sys.executable, "-c", "print('hello')"])

    def test_floods(self):
        """A program that never stops talking is ended all the same."""
        flood = "import sys\nprint('ugiok\\nreadyok\\nreadyok')\nwhile True: print('x' * 1000)"
        began = time.monotonic()
        with thera.Engine(command=[sys.executable, "-c", flood], timeout=20) as engine:
            engine._timeout = 0.3
            with self.assertRaises(TimeoutError):
                engine.search(START, time=0.01)
        self.assertLess(time.monotonic() - began, 30)

    def test_waiting_lines(self):
        """Lines that wait do not put off the end of the time."""
        with scripted("") as engine:
            engine._process.lines.put("info string and so on")
            with self.assertRaises(queue.Empty):
                engine._process.read(-1)

    def test_closing(self):
        engine = scripted("")
        child = engine._process.child
        engine.close()
        engine.close()
        self.assertIsNotNone(child.poll())
        with self.assertRaisesRegex(thera.EngineError, "closed"):
            engine.search(START)
        engine = scripted("    if word == 'quit': time.sleep(60)\n")
        child = engine._process.child
        del engine  # killed, since it does not end
        self.assertIsNotNone(child.poll())

    def test_unread_answer(self):
        """An engine is closed when a call does not read the answer to its end."""
        for fault in KeyboardInterrupt, MemoryError, queue.Empty:
            for name, call in ("search", lambda engine: engine.search(START)), ("new_game", thera.Engine.new_game):
                with self.subTest(fault=fault, call=name), scripted("") as engine:
                    with mock.patch.object(engine._process, "read", side_effect=fault):
                        with self.assertRaises(thera.EngineTimeout if fault is queue.Empty else fault):
                            call(engine)
                    self.assertIsNotNone(engine._process.child.poll())
                    with self.assertRaisesRegex(thera.EngineError, "closed"):
                        engine.search(START)

    @unittest.skipUnless(hasattr(os, "mkfifo"), "needs pipes of Unix with names")
    def test_process_group(self):
        """What an engine has started ends with it, whether the engine ends by itself or is killed."""
        child = "import sys, time; file = open(sys.argv[1], 'w'); time.sleep(120); print('still here', file=file)"
        start = f"    if word == 'isready': import subprocess; subprocess.Popen([sys.executable, '-c', {child!r}, {{path!r}}])\n"
        for quits in "", "    if word == 'quit': time.sleep(60)\n":
            with self.subTest(quits=quits), tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, "pipe")
                os.mkfifo(path)
                engine = scripted(start.format(path=path) + quits)
                with open(path) as pipe:  # once the child has opened it too
                    engine.close()
                    self.assertEqual(pipe.read(), "", "the child was not killed")

    @unittest.skipUnless(hasattr(os, "fork"), "needs signals of Unix")
    def test_interrupt(self):
        """Ctrl-C during a search leaves no process."""
        program = (
            "import signal, thera\n"
            # A background job of a script ignores Ctrl-C, and so do its children.
            "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
            "with thera.Engine() as engine:\n"
            "    print(engine._process.child.pid, flush=True)\n"
            "    engine.search(thera.Position('amazons'), time=1000)\n"
        )
        child = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        pid = int(child.stdout.readline())
        time.sleep(0.2)
        child.send_signal(signal.SIGINT)
        self.assertIn(b"KeyboardInterrupt", child.communicate()[1])
        with self.assertRaises(ProcessLookupError):
            os.kill(pid, 0)


if __name__ == "__main__":
    unittest.main()
