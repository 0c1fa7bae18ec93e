"""Vectors: their arrays, what they refuse, threads, and golden games."""

import copy
import hashlib
import os
import pickle
import subprocess
import sys
import threading
import unittest
from pathlib import Path

try:
    import numpy as np
except ModuleNotFoundError:
    raise unittest.SkipTest("NumPy is not installed")

import thera
from thera.env import vector

GOLDEN = Path(__file__).parent / "testdata" / "games.txt"

# Each game and kind of board, and each number of seats.
ENVIRONMENTS = [
    ("amazons", "10x10"),
    ("amazons", "6x6"),
    ("hermit", "6x6"),
    ("hermit", "4x7"),
    ("santorini", "2p"),
    ("santorini", "2p:athena,pan"),
    ("santorini", "2p:hermes,prometheus"),
    ("santorini", "3p:demeter,minotaur,mortal"),
    ("santorini", "4p"),
    ("santorini", "teams:apollo,artemis,atlas,hephaestus"),
]


def each(test):
    """Runs a test for each environment."""

    def run(self):
        for game, variant in ENVIRONMENTS:
            with self.subTest(game=game, variant=variant):
                test(self, game, variant)

    return run


def digests(game, variant, n=100):
    """Plays n random games and returns a hash of all that each of them shows."""
    env = vector(game, n, variant)
    s, hashes = env.reset(seed=1), [hashlib.sha256() for _ in range(n)]
    running = np.ones(n, bool)
    while running.any():
        actions = env.random_actions()
        for i in np.flatnonzero(running):
            for array in s.current_player, s.observation, s.legal_action_mask, s.rewards, s.terminated, actions:
                hashes[i].update(array[i].astype(array.dtype.newbyteorder("<")).tobytes())
        running &= ~s.terminated
        s = env.step(actions)
    return [h.hexdigest()[:8] for h in hashes]


def golden():
    """Returns the content of the file of golden games."""
    lines = []
    for game, variant in ENVIRONMENTS:
        found = digests(game, variant)
        lines.append(f"{vector(game, 1).version} {variant}\n")
        lines += [" ".join(found[i : i + 10]) + "\n" for i in range(0, len(found), 10)]
    return "".join(lines)


class TestGolden(unittest.TestCase):
    maxDiff = None

    def test_golden(self):
        """Every process sees the same games. Whatever changes them needs a new version of the encoding."""
        if os.environ.get("UPDATE_GOLDEN"):
            GOLDEN.parent.mkdir(exist_ok=True)
            GOLDEN.write_text(golden())
        want = GOLDEN.read_text()
        self.assertEqual(golden(), want)
        program = "import test_vectors; print(test_vectors.golden(), end='')"
        for hash_seed in "1", "2":
            env = {**os.environ, "PYTHONHASHSEED": hash_seed}
            done = subprocess.run(
                [sys.executable, "-c", program], cwd=Path(__file__).parent, env=env, stdout=subprocess.PIPE, text=True
            )
            self.assertEqual(done.stdout, want)


class TestArrays(unittest.TestCase):
    @each
    def test_shapes(self, game, variant):
        env = vector(game, 5, variant)
        for s in env.reset(seed=1), env.step(env.random_actions()), env.observe():
            for array, dtype, shape in (
                (s.current_player, np.int8, ()),
                (s.observation, np.uint8, env.observation_shape),
                (s.legal_action_mask, np.bool_, (env.num_actions,)),
                (s.rewards, np.float32, (env.seats,)),
                (s.terminated, np.bool_, ()),
            ):
                self.assertEqual((array.dtype, array.shape), (dtype, (5, *shape)))
        self.assertEqual(len(env.planes), env.observation_shape[0])
        self.assertRegex(env.version, r"^[a-z]+_v[0-9]+$")
        self.assertEqual((env.game, env.variant, len(env)), (game, variant, 5))

    @each
    def test_games(self, game, variant):
        """Arrays and positions tell the same story, to the end of the game."""
        env = vector(game, 20, variant)
        s = env.reset(seed=3)
        ended = np.zeros(20, bool)
        while not s.terminated.all():
            for i in range(0, 20, 7):
                pos = env.position(i)
                self.assertEqual(pos.turn, s.current_player[i] + 1)
                self.assertEqual(s.terminated[i], bool(pos.winners))
                self.assertEqual(s.legal_action_mask[i].any(), not pos.winners)
            s = env.step(env.random_actions())
            for i in np.flatnonzero(s.terminated & ~ended):
                winners = env.position(i).winners
                self.assertEqual(list(s.rewards[i]), [1 if seat + 1 in winners else -1 for seat in range(env.seats)])
            self.assertFalse(s.rewards[~s.terminated | ended].any())
            ended |= s.terminated
            self.assertLessEqual(s.observation.max(), 1)
        last = s.copy()
        s = env.step(np.zeros(20, np.int32))
        self.assertTrue(np.array_equal(s.observation, last.observation))
        self.assertFalse(s.rewards.any())
        self.assertTrue(np.array_equal(env.observe().rewards != 0, np.ones((20, env.seats), bool)))

    def test_autoreset(self):
        env = vector("hermit", 3, "2x2", autoreset=True)
        first = env.reset(seed=1).copy()
        for _ in range(50):
            over = env.observe().terminated.copy()
            actions = env.random_actions()
            actions[over] = -7  # any
            s = env.step(actions)
            for i in np.flatnonzero(over):
                self.assertFalse(s.terminated[i])
                self.assertTrue(np.array_equal(s.observation[i], first.observation[i]))

    def test_copies(self):
        for copies in False, True:
            env = vector("hermit", 2, copy=copies)
            first = env.reset(seed=1)
            kept = first.copy()
            self.assertTrue(np.array_equal(kept.observation, first.observation))
            second = env.step(env.random_actions())
            self.assertEqual(np.shares_memory(first.observation, second.observation), not copies)
            self.assertEqual(np.array_equal(kept.observation, first.observation), copies)
            self.assertFalse(np.shares_memory(kept.rewards, first.rewards))

    def test_seeds(self):
        env = vector("hermit", 100)
        env.reset(seed=5)
        first, second = env.random_actions(), env.random_actions()
        self.assertFalse(np.array_equal(first, second))
        env.reset()
        third = env.random_actions()
        env.reset(seed=np.int64(5))
        again = [env.random_actions() for _ in range(3)]
        self.assertTrue(np.array_equal(again, [first, second, third]))
        env.reset(seed=2**64 - 1)
        self.assertFalse(np.array_equal(env.random_actions(), first))


class TestTurns(unittest.TestCase):
    @each
    def test_round_trip(self, game, variant):
        """Each turn, made by its actions, leads where the rules say."""
        env, one = vector(game, 1, variant), vector(game, 1, variant)
        rng = np.random.default_rng(1)
        s = env.reset()
        while not s.terminated[0]:
            pos = env.position(0)
            turns = env.turns(0)
            self.assertEqual([turn.move for turn in turns], pos.moves())
            for t in rng.choice(len(turns), min(5, len(turns)), replace=False):
                move, actions = turns[t]
                self.assertEqual(env.encode(0, move), actions)
                one.copy_game(0, env, 0)
                for action in actions:
                    text = one.action_text(0, action)
                    one.step(np.array([action], np.int32))
                self.assertEqual(one.position(0), pos.play(move))
                self.assertEqual(pos.read(text), move)
            env.copy_game(0, one, 0)
            s = env.observe()

    def test_copy_within_a_turn(self):
        env = vector("amazons", 2, "6x6")
        env.step(np.array([1, 4], np.int32))
        env.copy_game(0, env, 1)
        s = env.observe()
        self.assertTrue(np.array_equal(s.observation[0], s.observation[1]))
        self.assertEqual(env.position(0), thera.Position("amazons", "6x6"))

    @each
    def test_set_position(self, game, variant):
        env = vector(game, 2, variant)
        pos = env.position(0)
        for _ in range(6):
            pos = pos.play(pos.moves()[0])
        env.set_position(1, pos)
        s = env.observe()
        self.assertEqual((env.position(0), env.position(1)), (thera.Position(game, variant), pos))
        self.assertEqual(s.current_player[1] + 1, pos.turn)
        env.reset()
        self.assertEqual(env.position(1), thera.Position(game, variant))

    def test_start_from_a_position(self):
        pos = thera.Position("santorini", "2p").play("@b2,c3").play("@d4,e5")
        env = vector("santorini", 2, str(pos))
        self.assertEqual(env.position(1), pos)


class TestSymmetries(unittest.TestCase):
    @each
    def test_symmetries(self, game, variant):
        """A game and its image show images of each other all the way."""
        env = vector(game, 1, variant)
        symmetries = env.symmetries
        k = len(symmetries)
        self.assertIs(env.symmetries, symmetries)
        identity = np.arange(max(env.num_actions, symmetries.cells.shape[1]))
        for table in symmetries.cells, symmetries.planes, symmetries.actions:
            self.assertEqual((table.dtype, len(table), table.flags.writeable), (np.int32, k, False))
            self.assertTrue((np.sort(table, axis=1) == identity[: table.shape[1]]).all())
            self.assertTrue((table[0] == identity[: table.shape[1]]).all())
        # A start that is symmetric itself, since images of others are other positions.
        if game == "amazons":
            return
        images = vector(game, k, variant)
        s, image = env.reset(seed=2), images.reset()
        while not s.terminated[0]:
            for j in range(k):
                mask = symmetries.of_actions(j, s.legal_action_mask[0])
                self.assertTrue(np.array_equal(image.legal_action_mask[j], mask))
                planes = symmetries.of_observations(j, s.observation)
                self.assertTrue(np.array_equal(image.observation[j], planes[0]))
            action = env.random_actions()
            s, image = env.step(action), images.step(np.ascontiguousarray(symmetries.actions[:, action[0]]))


class TestBadInput(unittest.TestCase):
    def setUp(self):
        self.env = vector("hermit", 3)
        self.env.reset(seed=1)
        self.env.step(self.env.random_actions())

    def refuses(self, kind, pattern, function, *args, **kwargs):
        """Checks that a call raises, quotes what is wrong, and changes nothing."""
        before = self.env.observe().copy()
        with self.assertRaisesRegex(kind, pattern):
            function(*args, **kwargs)
        after = self.env.observe()
        for array, same in zip(before._arrays(), after._arrays()):
            self.assertTrue(np.array_equal(array, same))

    def test_make(self):
        self.refuses(ValueError, '"chess".*want one of amazons', vector, "chess", 1)
        self.refuses(ValueError, '"11x11"', vector, "hermit", 1, "11x11")
        self.refuses(ValueError, "zero byte", vector, "her\0mit", 1)
        self.refuses(TypeError, "game None: want a str", vector, None, 1)
        for n in 0, -1, 2**20 + 1, 2**64 + 1:
            self.refuses(ValueError, f"n {n}: want a whole number from 1 to 1048576", vector, "hermit", n)
        for n in 1.5, "1", None:
            self.refuses(TypeError, f"n {n!r}: want a whole number", vector, "hermit", n)

    def test_actions(self):
        legal = self.env.random_actions()
        step = self.env.step
        self.refuses(TypeError, r"actions \[1, 2, 3\]: want a NumPy array of int32\[3\]", step, [1, 2, 3])
        self.refuses(TypeError, "actions None: want", step, None)
        for dtype in np.float32, np.bool_, object:
            self.refuses(TypeError, "actions of type .*: want integers, best int32", step, legal.astype(dtype))
        wide = legal.astype(np.int64)
        wide[0] += 2**32
        self.refuses(ValueError, f"game 0: action {wide[0]}: want 0 to", step, wide)
        for shape in (2,), (4,), (3, 1), (1, 3), (), (0,):
            self.refuses(ValueError, r"actions of shape .*: want \(3,\)", step, np.zeros(shape, np.int32))
        self.refuses(ValueError, "strides", step, np.repeat(legal, 2)[::2])
        self.refuses(ValueError, "strides", step, np.broadcast_to(legal[:1], 3))
        self.refuses(ValueError, "strides", step, np.frombuffer(b"\0" * 13, np.int32, 3, 1))
        masked = int(np.flatnonzero(~self.env.observe().legal_action_mask[1])[0])
        for action, reason in (-1, "want 0 to 287"), (288, "want 0 to 287"), (-(2**31), "want"), (masked, "it is masked in"):
            actions = legal.copy()
            actions[1] = action
            self.refuses(ValueError, f"game 1: action {action}: {reason}", step, actions)
        for dtype in np.int64, np.uint32, ">i4":  # as of NumPy's argmax, which has no other
            step(self.env.random_actions().astype(dtype))

    def test_finished(self):
        env = vector("hermit", 1, "1x1")
        env.step(np.zeros(1, np.int32))
        with self.assertRaisesRegex(ValueError, "game 0: action 1: the game is over; want 0"):
            env.step(np.ones(1, np.int32))
        with self.assertRaisesRegex(ValueError, "the game is over"):
            env.action_text(0, 0)
        self.assertEqual(env.turns(0), [])

    def test_numbers(self):
        env = self.env
        for i in -1, 3, 2**40, -(2**70):
            for function in env.position, env.turns, lambda i: env.encode(i, "Ra1"), lambda i: env.action_text(i, 0):
                self.refuses(ValueError, f"game {i}: want a whole number from 0 to 2", function, i)
        self.refuses(TypeError, "game 0.5: want a whole number", env.position, 0.5)
        for action in -1, 288, 2**32:
            self.refuses(ValueError, f"action {action}: want a whole number from 0 to 287", env.action_text, 0, action)
        for seed in -1, 2**64:
            self.refuses(ValueError, f"seed {seed}: want", env.reset, seed)
        self.refuses(TypeError, "seed 'x': want", env.reset, "x")

    def test_texts_and_positions(self):
        env = self.env
        self.refuses(ValueError, '"Rz9"', env.encode, 0, "Rz9")
        self.refuses(TypeError, "move 7: want a str", env.encode, 0, 7)
        self.refuses(TypeError, "position '...': want a thera.Position", env.set_position, 0, "...")
        self.refuses(ValueError, "want", env.set_position, 0, thera.Position("amazons"))
        self.refuses(ValueError, "4x4.*want 6x6", env.set_position, 0, thera.Position("hermit", "4x4"))
        self.refuses(TypeError, "source 7: want a vector", env.copy_game, 0, 7, 0)
        self.refuses(ValueError, "want", env.copy_game, 0, vector("hermit", 1, "4x4"), 0)
        self.refuses(ValueError, "game 1: want a whole number from 0 to 0", env.copy_game, 0, vector("hermit", 1), 1)

    def test_pickle(self):
        for function in pickle.dumps, copy.copy, copy.deepcopy:
            self.refuses(TypeError, "can't be copied or pickled", function, self.env)

    def test_closed(self):
        env = vector("hermit", 1)
        env.close()
        env.close()
        for function in env.reset, env.random_actions, env.observe, lambda: env.position(0), lambda: env.turns(0):
            with self.assertRaisesRegex(ValueError, "closed"):
                function()


class TestMemory(unittest.TestCase):
    def test_freed(self):
        """Vectors that nobody refers to don't count, for the library has room for four of these."""
        for _ in range(20):
            vector("hermit", 2**20, "1x1")

    def test_too_many(self):
        kept = [vector("hermit", 2**20, "1x1") for _ in range(4)]
        with self.assertRaisesRegex(ValueError, "n = 1: .*free a vector first"):
            vector("hermit", 1, "1x1")
        kept.pop().close()
        vector("hermit", 1, "1x1")


def python(program):
    """Runs a program in Python and returns what it prints."""
    done = subprocess.run([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return done.stdout


class TestProcesses(unittest.TestCase):
    @unittest.skipUnless(hasattr(os, "fork"), "nothing forks here")
    def test_fork(self):
        """A forked process gets an exception, and may drop the vectors that it can't use."""
        out = python(
            "import os, thera\n"
            "env = thera.env.vector('hermit', 2)\n"
            "actions = env.random_actions()\n"
            "pid = os.fork()\n"
            "if pid: os.waitpid(pid, 0)\n"
            "for call in env.reset, env.random_actions, lambda: env.step(actions), lambda: thera.env.state('hermit'):\n"
            "    try: call(); print('fine', flush=True)\n"
            "    except RuntimeError as error: print(error, flush=True)\n"
            "del env\n"
        ).splitlines()
        self.assertEqual(out.count("fine"), 4, out)
        self.assertEqual(len([line for line in out if "does not survive os.fork()" in line]), 4, out)
        self.assertEqual(len(out), 8, out)

    def test_without_numpy(self):
        """Without NumPy the game in words works, and the others say what they need."""
        out = python(
            "import sys\n"
            "sys.modules['numpy'] = None\n"
            "import thera\n"
            "print(thera.env.text('hermit').step('Ra1').accepted)\n"
            "for make in lambda: thera.env.vector('hermit', 1), lambda: thera.env.aec('hermit'), lambda: thera.env.state('hermit'):\n"
            "    try: make()\n"
            "    except ModuleNotFoundError as error: print(error)\n"
        )
        self.assertEqual(out, "True\n" + "this environment needs NumPy 1.20 or later: install numpy\n" * 3)


class TestThreads(unittest.TestCase):
    def test_own_vectors(self):
        """Threads with vectors of their own see what one alone sees."""
        want = digests("santorini", "2p:athena,pan", 20)
        found = []
        threads = [threading.Thread(target=lambda: found.append(digests("santorini", "2p:athena,pan", 20))) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(found, [want] * 4)

    def test_shared_vector(self):
        """A second thread gets an error and harms nothing."""
        busy = "another thread is using this vector: want one thread at a time, or a vector for each"
        env = vector("amazons", 512, autoreset=True)
        first = env.reset(seed=1).copy()
        with env._one_thread:
            for call in env.reset, env.observe, env.random_actions, env.close, lambda: env.position(0):
                with self.assertRaisesRegex(RuntimeError, busy):
                    call()
        errors = []

        def play():
            for _ in range(50):
                try:
                    env.step(env.random_actions())
                except (RuntimeError, ValueError) as error:  # ValueError where the other one was faster
                    errors.append(str(error))

        threads = [threading.Thread(target=play) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for error in errors:
            self.assertRegex(error, f"{busy}|masked|the game is over")
        self.assertTrue(np.array_equal(env.reset().observation, first.observation))


if __name__ == "__main__":
    unittest.main()
