"""The AEC environment keeps PettingZoo's contract, as its documentation describes it."""

import importlib.util
import unittest
import warnings

try:
    import numpy as np
except ModuleNotFoundError:
    raise unittest.SkipTest("NumPy is not installed")

import thera
from test_vectors import each


def choose(rng, observation):
    """Returns a random legal action."""
    return int(rng.choice(np.flatnonzero(observation["action_mask"])))


class TestContract(unittest.TestCase):
    """What api_test and seed_test of PettingZoo demand, in words of our own."""

    @each
    def test_spaces(self, game, variant):
        env = thera.env.aec(game, variant)
        self.assertEqual(env.possible_agents, [f"player_{i}" for i in range(env.max_num_agents)])
        self.assertRegex(env.metadata["name"], r"^[a-z]+_v\d+$")
        self.assertEqual(str(env), env.metadata["name"])
        self.assertIs(env.unwrapped, env)
        for agent in env.possible_agents:
            self.assertIs(env.action_space(agent), env.action_space(agent))
            self.assertIs(env.observation_space(agent), env.observation_space(agent))
            self.assertEqual(env.action_space(agent), env.action_space("player_0"))
            self.assertEqual(env.observation_space(agent), env.observation_space("player_0"))

    def check_tables(self, env):
        """The tables of agents have the same keys, and values of the right types."""
        self.assertEqual(env.num_agents, len(env.agents))
        self.assertLessEqual(set(env.agents), set(env.possible_agents))
        for table, kind in (env.rewards, float), (env.terminations, bool), (env.truncations, bool), (env.infos, dict):
            self.assertEqual(list(table), env.agents)
            self.assertTrue(all(type(value) is kind for value in table.values()))
        self.assertEqual(list(env._cumulative_rewards), env.agents)

    @each
    def test_play(self, game, variant):
        env, rng = thera.env.aec(game, variant), np.random.default_rng(1)
        for _ in range(2):
            self.assertIsNone(env.reset(seed=1))
            self.assertEqual(env.agents, env.possible_agents)
            self.assertFalse(any(env.terminations.values()) or any(env.truncations.values()))
            earned, gone = dict.fromkeys(env.agents, 0.0), []
            total = dict.fromkeys(env.agents, 0.0)
            for agent in env.agent_iter():
                self.check_tables(env)
                observation, reward, termination, truncation, info = env.last()
                self.assertIsNone(env.last(observe=False)[0])
                self.assertEqual(reward, earned[agent], "the reward since the agent's last step")
                self.assertEqual((termination, truncation), (env.terminations[agent], env.truncations[agent]))
                self.assertIs(info, env.infos[agent])
                self.assertTrue(env.observation_space(agent).contains(observation))
                self.assertEqual(observation["action_mask"].any(), not termination)
                for other in env.agents:
                    if other != agent:
                        self.assertFalse(env.observe(other)["action_mask"].any())
                earned[agent] = 0.0
                if termination:
                    gone.append(agent)
                    self.assertIsNone(env.step(None))
                    self.assertNotIn(agent, env.agents)
                else:
                    action = choose(rng, observation)
                    self.assertIn(action, env.action_space(agent))
                    self.assertIsNone(env.step(action))
                for name, value in env.rewards.items():
                    earned[name] += value
                    total[name] += value
            self.assertEqual(gone, env.possible_agents, "each agent makes its last step once")
            self.check_tables(env)
            self.assertEqual(set(map(abs, total.values())), {1.0})
            self.assertGreater(max(total.values()), 0)

    def test_limited_iteration(self):
        env = thera.env.aec("hermit")
        env.reset()
        steps = 0
        for _ in env.agent_iter(3):
            env.step(choose(np.random.default_rng(1), env.last()[0]))
            steps += 1
        self.assertEqual((steps, env.num_agents), (3, 2))

    def trace(self, env, seed):
        """Returns all that is seen in a game whose actions the spaces choose."""
        for i, agent in enumerate(env.possible_agents):
            env.action_space(agent).seed(42 + i)
        seen = []
        env.reset(seed=seed)
        for agent in env.agent_iter():
            observation, reward, termination, _, _ = env.last()
            seen.append((agent, observation["observation"].tobytes(), observation["action_mask"].tobytes(), reward))
            env.step(None if termination else env.action_space(agent).sample(observation["action_mask"]))
        return seen

    @each
    def test_seeds(self, game, variant):
        first, second = thera.env.aec(game, variant), thera.env.aec(game, variant)
        want = self.trace(first, 1)
        self.assertEqual(self.trace(second, 1), want, "two environments")
        self.assertEqual(self.trace(first, 1), want, "state is kept after a reset")

    def test_kinds_of_actions(self):
        env = thera.env.aec("hermit")
        for kind in int, np.int32, np.int64, np.uint8:
            env.reset()
            env.step(kind(3))
            self.assertEqual(env.agent_selection, "player_1")

    def test_observations_are_kept(self):
        env = thera.env.aec("hermit")
        env.reset()
        first = env.observe("player_0")
        before = first["observation"].copy()
        env.step(0)
        self.assertTrue(np.array_equal(first["observation"], before))

    def test_render(self):
        env = thera.env.aec("hermit", "3x3")
        env.reset()
        self.assertIsNone(env.render())
        env = thera.env.aec("hermit", "3x3", render_mode="ansi")
        self.assertEqual(env.render(), str(thera.Position("hermit", "3x3").board))
        env.close()


class TestIllegalActions(unittest.TestCase):
    def test_masked_action(self):
        """The one who chooses it loses, and nobody wins."""
        env = thera.env.aec("santorini", "3p")
        env.reset()
        env.step(170)
        env.step(171)
        self.assertEqual(env.agent_selection, "player_1")
        before = env.observe("player_1")["observation"]
        env.step(170)
        self.assertEqual(env.rewards, {"player_0": 0.0, "player_1": -1.0, "player_2": 0.0})
        self.assertTrue(all(env.terminations.values()))
        rewards = {}
        for agent in env.agent_iter():
            observation, rewards[agent], termination, _, _ = env.last()
            self.assertTrue(termination)
            self.assertFalse(observation["action_mask"].any())
            self.assertTrue(np.array_equal(observation["observation"], before))
            env.step(None)
        self.assertEqual(rewards, {"player_0": 0.0, "player_1": -1.0, "player_2": 0.0})
        env.reset()
        self.assertEqual((env.agents, env.agent_selection), (env.possible_agents, "player_0"))

    def test_bad_input(self):
        env = thera.env.aec("hermit", "1x1")
        for function in env.last, lambda: env.step(0), lambda: env.observe("player_0"):
            with self.assertRaisesRegex(ValueError, "reset"):
                function()
        env.reset()
        for action, kind, reason in (
            (3, ValueError, "action of player_0 3: want a whole number from 0 to 2"),
            (-1, ValueError, "action of player_0 -1: want"),
            (None, TypeError, "action of player_0 None: want"),
            (0.0, TypeError, "action of player_0 0.0: want"),
            ("Ra1", TypeError, "action of player_0 'Ra1': want"),
        ):
            with self.assertRaisesRegex(kind, reason):
                env.step(action)
            self.assertEqual((env.agent_selection, env.rewards["player_0"]), ("player_0", 0.0))
        with self.assertRaisesRegex(ValueError, "agent 'player_2': want one of player_0, player_1"):
            env.observe("player_2")
        env.step(0)
        for space in env.action_space, env.observation_space:
            with self.assertRaisesRegex(ValueError, "^agent 'x': want one of player_0, player_1$"):
                space("x")
        with self.assertRaisesRegex(ValueError, "action 0 of player_0: want None, because the game is over"):
            env.step(0)
        with self.assertRaisesRegex(ValueError, "render_mode 'human': want 'ansi' or None"):
            thera.env.aec("hermit", render_mode="human")
        with self.assertRaisesRegex(ValueError, "seed -1: want"):
            env.reset(seed=-1)


class TestSpaces(unittest.TestCase):
    def test_members(self):
        from thera.env import spaces

        actions = spaces.Discrete(3)
        for value, is_member in (0, True), (2, True), (3, False), (-1, False), (1.0, False), (True, False), (None, False):
            self.assertEqual(value in actions, is_member)
        actions.seed(1)
        self.assertEqual({actions.sample() for _ in range(50)}, {0, 1, 2})
        self.assertEqual({actions.sample(np.array([0, 1, 0], np.int8)) for _ in range(9)}, {1})
        space = spaces.Named({"observation": spaces.Binary((2, 2), np.uint8)})
        self.assertIn(space.sample(), space)
        for wrong in np.full((2, 2), 2, np.uint8), np.zeros((2, 3), np.uint8), np.zeros((2, 2), np.int8), [[0, 0], [0, 0]]:
            self.assertNotIn({"observation": wrong}, space)
        self.assertNotIn({}, space)
        self.assertNotIn(None, space)
        self.assertEqual(space, spaces.Named({"observation": spaces.Binary((2, 2), np.uint8)}))
        self.assertNotEqual(space, spaces.Named({"observation": spaces.Binary((2, 3), np.uint8)}))


@unittest.skipUnless(importlib.util.find_spec("pettingzoo"), "PettingZoo is not installed")
class TestPettingZoo(unittest.TestCase):
    """PettingZoo's own tests, where it is installed."""

    @each
    def test_api(self, game, variant):
        from pettingzoo.test import api_test, seed_test

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            api_test(thera.env.aec(game, variant), num_cycles=100)
            seed_test(lambda: thera.env.aec(game, variant), num_cycles=100)


if __name__ == "__main__":
    unittest.main()
