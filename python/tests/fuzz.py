"""Feeds the package random calls: no input may crash the interpreter or leave memory behind.

    python3 python/tests/fuzz.py                       # 20,000 calls
    python3 python/tests/fuzz.py --calls 10000000      # what a release is tested with

Several threads make calls with good and bad arrays, numbers, texts and positions, to
vectors of their own and to shared ones. An exception other than those that callers may
expect ends the run. Each minute it prints calls, exceptions and the resident memory, which
must not grow after the first minute.
"""

import argparse
import collections
import os
import random
import sys
import threading
import time

import numpy as np

import thera
from thera.env.states import Game

VARIANTS = [
    ("hermit", ""),
    ("hermit", "4x7"),
    ("amazons", "10x10"),
    ("amazons", "6x6"),
    ("santorini", "2p"),
    ("santorini", "2p:athena,pan"),
    ("santorini", "3p:hermes,atlas,artemis"),
    ("santorini", "teams"),
]
LETTERS = "abcdefghij0123456789RYBQq*./-@(),:# \n\0äß\ud800😀"
NUMBERS = [0, 1, 2, 7, -1, 2**31 - 1, 2**31, -(2**31), 2**63, 2**64, -(2**70), 1.5, float("nan"), None, "1", [], b"\0"]
DTYPES = [np.int32, np.int64, np.uint32, np.int8, np.float32, np.float64, np.bool_, object, ">i4", "S4", "datetime64[s]"]
EXPECTED = (ValueError, TypeError, RuntimeError, OverflowError)


class Caller:
    """Makes random calls, one after the other, from one thread."""

    def __init__(self, seed, shared):
        self.rng = random.Random(seed)
        self.shared = shared
        self.calls = 0
        self.raised = collections.Counter()
        self.failure = None
        self.env = thera.env.vector(*self.game(), autoreset=True)
        self.position = thera.Position("hermit")
        self.state = thera.env.state("hermit", "3x3")
        self.agents = thera.env.aec("hermit", "3x3")

    def game(self):
        game, variant = self.rng.choice(VARIANTS)
        return game, self.rng.choice([1, 2, 3, 8, 33]), variant

    def run(self, calls):
        kinds = [self.make, self.step, self.step, self.step, self.ask, self.ask, self.text, self.play, self.tree, self.cycle]
        while self.calls < calls and self.failure is None:
            self.calls += 1
            try:
                self.rng.choice(kinds)()
            except EXPECTED as error:
                self.raised[type(error).__name__] += 1
            except BaseException as error:  # noqa: what nobody may see
                self.failure = error

    def number(self):
        return self.rng.choice(NUMBERS) if self.rng.random() < 0.5 else self.rng.randrange(-3, 300)

    def words(self):
        """Returns a text: a position or move, perhaps with faults, or letters."""
        text = str(self.position)
        if self.rng.random() < 0.5:
            text = self.rng.choice(self.position.moves() or [""])
        letters = list(text)
        for _ in range(self.rng.randrange(4)):
            if letters and self.rng.random() < 0.5:
                del letters[self.rng.randrange(len(letters))]
            letters.insert(self.rng.randrange(len(letters) + 1), self.rng.choice(LETTERS))
        if self.rng.random() < 0.02:
            letters *= self.rng.randrange(1000)
        return self.rng.choice([None, 7, b"x", 1.5]) if self.rng.random() < 0.05 else "".join(letters)

    def vector(self):
        return self.env if self.rng.random() < 0.8 else self.rng.choice(self.shared)

    def actions(self, env):
        """Returns actions for a step, legal or with something wrong."""
        actions = env.random_actions()
        kind = self.rng.randrange(10)
        if kind < 5:
            return actions
        if kind == 5:
            actions[self.rng.randrange(env.n)] = self.rng.randrange(-(2**31), 2**31)
            return actions
        if kind == 6:
            return actions.astype(self.rng.choice(DTYPES))
        if kind == 7:
            size = self.rng.randrange(3 * env.n)
            return np.frombuffer(self.rng.randbytes(4 * size), np.int32)
        if kind == 8:
            return self.rng.choice([np.repeat(actions, 2)[::2], actions[:, None], actions[::-1], np.broadcast_to(actions[:1], env.n)])
        return self.rng.choice([None, 5, "x", list(actions), memoryview(actions), np.ma.array(actions)])

    def make(self):
        kind = self.rng.randrange(20)
        if kind == 0:
            self.env = thera.env.vector(*self.game(), autoreset=self.rng.random() < 0.7, copy=self.rng.random() < 0.2)
        elif kind == 1:
            thera.env.vector(self.rng.choice(["hermit", "chess", "", None]), self.number(), self.words())
        elif kind == 2:
            self.env.close()
            self.env = thera.env.vector(*self.game(), autoreset=True)
        elif kind < 6:
            thera.env.vector(self.env.game, 1, self.words())
        else:
            self.vector().reset(self.number() if kind < 12 else None)

    def step(self):
        env = self.vector()
        s = env.step(self.actions(env))
        if self.rng.random() < 0.05:
            s.observation.fill(7)  # arrays are overwritten, whatever callers do with them
            s.rewards.fill(np.nan)

    def ask(self):
        env, i = self.vector(), self.number()
        kind = self.rng.randrange(9)
        if kind == 0:
            env.position(i)
        elif kind == 1:
            env.action_text(i, self.number())
        elif kind == 2:
            env.encode(i, self.words())
        elif kind == 3:
            env.copy_game(i, self.vector(), self.number())
        elif kind == 4:
            env.set_position(i, self.position if self.rng.random() < 0.8 else self.words())
        elif kind == 5:
            env.observe().copy()
        elif kind == 6:
            len(env.symmetries)
        elif kind == 7 and self.rng.random() < 0.1:
            env.turns(i)
        else:
            repr(env)

    def text(self):
        kind = self.rng.randrange(6)
        if kind == 0:
            self.position = thera.Position(*self.rng.choice(VARIANTS))
        elif kind == 1:
            thera.Position(self.rng.choice(["hermit", "amazons", "santorini"]), self.words())
        elif kind == 2:
            thera.Position.parse(self.words(), self.rng.choice(["", "hermit", "amazons", "santorini", "chess"]))
        elif kind == 3:
            self.position.read(self.words())
        elif kind == 4:
            self.position.play(self.words())
        elif self.rng.random() < 0.05:
            self.position.svg(self.words(), width=self.number())

    def play(self):
        moves = self.position.moves()
        self.position = self.position.play(self.rng.choice(moves)) if moves else thera.Position(*self.rng.choice(VARIANTS))

    def tree(self):
        kind = self.rng.randrange(8)
        if kind == 0:
            self.state = thera.env.state("hermit", "3x3") if self.rng.random() < 0.1 else self.state.get_game().new_initial_state()
        elif kind == 1:
            self.state.child(self.number())
        elif kind == 2:
            self.state.string_to_action(self.words())
        elif kind == 3:
            self.state.get_game().deserialize_state(self.words())
        elif kind == 4:
            self.state.legal_actions(self.number())
        elif self.state.is_terminal():
            self.state = self.state.get_game().new_initial_state()
        else:
            self.state = self.state.child(self.rng.choice(self.state.legal_actions()))

    def cycle(self):
        if not self.agents.agents or self.rng.random() < 0.01:
            self.agents.reset(self.rng.choice([None, 1]))
        observation, _, termination, _, _ = self.agents.last()
        if self.rng.random() < 0.1:
            self.agents.step(self.number())
        else:
            self.agents.step(None if termination else int(observation["action_mask"].argmax()))


def resident():
    """Returns the resident memory in MiB, 0 where the system doesn't say."""
    try:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20
    except OSError:
        return 0.0


def run(calls, threads, seed, out=None):
    """Makes the calls and returns the callers; the first failure is raised."""
    shared = [thera.env.vector("hermit", 64, autoreset=True), thera.env.vector("amazons", 300, "6x6", autoreset=True)]
    callers = [Caller(f"{seed}-{i}", shared) for i in range(threads)]
    running = [threading.Thread(target=caller.run, args=(calls // threads,), daemon=True) for caller in callers]
    for thread in running:
        thread.start()
    began = shown = time.monotonic()
    while any(thread.is_alive() for thread in running):
        running[0].join(0.2) if running[0].is_alive() else time.sleep(0.2)
        now = time.monotonic()
        if out and (now >= shown + 60 or not any(thread.is_alive() for thread in running)):
            shown = now
            made = sum(caller.calls for caller in callers)
            raised = sum((caller.raised for caller in callers), collections.Counter())
            print(f"{now - began:6.0f} s  {made:12,} calls  {resident():7.1f} MiB  {dict(raised)}", file=out, flush=True)
    for caller in callers:
        if caller.failure is not None:
            raise caller.failure
    return callers


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--calls", type=int, default=20000)
    parser.add_argument("--threads", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    run(args.calls, args.threads, args.seed, sys.stdout)


if __name__ == "__main__":
    main()
