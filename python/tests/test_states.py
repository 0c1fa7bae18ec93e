"""States keep OpenSpiel's contract, as its documentation describes it."""

import copy
import importlib.util
import pickle
import random
import threading
import unittest

try:
    import numpy as np
except ModuleNotFoundError:
    raise unittest.SkipTest("NumPy is not installed")

import thera
from test_vectors import each
from thera.env.states import Game


class TestContract(unittest.TestCase):
    """What the simulations in OpenSpiel's tests and its playthroughs check, in words of our own."""

    @each
    def test_simulation(self, game, variant):
        random.seed(1)
        loaded = Game(game, variant)
        state = loaded.new_initial_state()
        self.assertTrue(state.is_initial_state())
        while not state.is_terminal():
            self.check_decision(loaded, state)
            # The checks that copy the game take longer, so they come at powers of 2.
            if state.move_number() & (state.move_number() - 1) == 0:
                self.check_copies(loaded, state)
            action = random.choice(state.legal_actions())
            clone, text = state.clone(), state.action_to_string(state.current_player(), action)
            child = state.child(action)
            player = state.current_player()
            state.apply_action(action)
            self.assertEqual(clone.string_to_action(player, text), action)
            clone.apply_action_with_legality_check(action)
            self.assertEqual(str(child), str(state))
            self.assertEqual((str(clone), clone.history()), (str(state), state.history()))
            self.assertEqual(state.full_history()[-1], (player, action))
            self.assertFalse(state.is_initial_state())
        self.check_end(loaded, state)
        self.check_copies(loaded, state)

    def check_decision(self, game, state):
        """Checks a state in which somebody is to move."""
        player = state.current_player()
        self.assertTrue(state.is_player_node())
        self.assertFalse(state.is_chance_node() or state.is_simultaneous_node() or state.is_mean_field_node())
        self.assertIn(player, range(game.num_players()))
        legal = state.legal_actions()
        self.assertTrue(legal)
        self.assertEqual(legal, sorted(set(legal)))
        self.assertEqual(legal, state.legal_actions(player))
        self.assertEqual([action for action, is_legal in enumerate(state.legal_actions_mask(player)) if is_legal], legal)
        self.assertEqual(len(state.legal_actions_mask()), game.num_distinct_actions())
        for other in range(game.num_players()):
            if other != player:
                self.assertEqual(state.legal_actions(other), [])
                self.assertFalse(any(state.legal_actions_mask(other)))
        texts = {state.action_to_string(action) for action in legal[:3] + legal[-3:]}
        self.assertEqual(len(texts), len(set(legal[:3] + legal[-3:])), "texts tell actions apart")
        tensor = state.observation_tensor(player)
        self.assertEqual(len(tensor), game.observation_tensor_size())
        self.assertTrue(set(tensor) <= {0.0, 1.0})
        self.assertEqual(state.returns(), [0.0] * game.num_players())
        self.assertEqual(state.position().turn, player + 1)

    def check_copies(self, game, state):
        """Checks that copies are equal and independent."""
        for same in (
            state.clone(),
            copy.copy(state),
            copy.deepcopy(state),
            pickle.loads(pickle.dumps(state)),
            game.deserialize_state(state.serialize()),
        ):
            self.assertEqual(str(same), str(state))
            self.assertEqual(same.history_str(), state.history_str())
            self.assertEqual(same.full_history(), state.full_history())
            self.assertEqual(same.observation_tensor(), state.observation_tensor())
            self.assertEqual(same.legal_actions(), state.legal_actions())
            if not same.is_terminal():
                before = str(state)
                same.apply_action(same.legal_actions()[0])
                self.assertNotEqual(same.history(), state.history())
                self.assertEqual(str(state), before)

    def check_end(self, game, state):
        """Checks a state in which the game is over."""
        self.assertEqual(state.current_player(), -4)
        self.assertFalse(state.is_player_node())
        self.assertEqual(state.legal_actions(), [])
        for player in range(game.num_players()):
            self.assertEqual(state.legal_actions(player), [])
            self.assertEqual(state.player_return(player), state.returns()[player])
            self.assertEqual(state.player_reward(player), state.rewards()[player])
            self.assertTrue(game.min_utility() <= state.player_return(player) <= game.max_utility())
        self.assertEqual([i + 1 for i, value in enumerate(state.returns()) if value > 0], list(state.position().winners))

    def test_game(self):
        game = Game("santorini", "3p")
        self.assertEqual((game.num_players(), game.num_distinct_actions()), (3, 187))
        self.assertEqual(np.prod(game.observation_tensor_shape()), game.observation_tensor_size())
        self.assertEqual(pickle.loads(pickle.dumps(game)), game)
        self.assertEqual(str(game), "santorini_v1(3p)")
        self.assertNotEqual(game, Game("santorini"))
        self.assertEqual(game.new_initial_state().get_game(), game)

    def test_bad_input(self):
        state = thera.env.state("hermit", "1x2")
        before = str(state), state.history()
        for function, kind, reason in (
            (lambda: state.apply_action(12), ValueError, "action 12: want a whole number from 0 to 8"),
            (lambda: state.apply_action(-1), ValueError, "action -1: want"),
            (lambda: state.apply_action("0"), TypeError, "action '0': want"),
            (lambda: state.legal_actions(2), ValueError, "player 2: want a whole number from 0 to 1"),
            (lambda: state.player_return(-1), ValueError, "player -1: want"),
            (lambda: state.observation_tensor(7), ValueError, "player 7: want"),
            (lambda: state.action_to_string(1, 0), ValueError, "player 1: want 0, the player to move"),
            (lambda: state.string_to_action("Rz9"), ValueError, "action 'Rz9': want a legal one, such as "),
            (lambda: state.string_to_action(0, 5), TypeError, "action 5: want a str"),
            (lambda: state.get_game().deserialize_state("0\n0\n"), ValueError, r"state '0\\n0\\n': line 2: action 0: it is masked"),
            (lambda: state.get_game().deserialize_state("x"), ValueError, "state 'x': line 1: .*want a legal action a line"),
            (lambda: state.get_game().deserialize_state(b""), TypeError, "state b'': want a str"),
        ):
            with self.assertRaisesRegex(kind, reason):
                function()
            self.assertEqual((str(state), state.history()), before)
        with self.assertRaisesRegex(ValueError, "^action 0: it is masked in"):
            state.child(0).apply_action(0)
        over = thera.env.state("hermit", "1x1").child(0)
        with self.assertRaisesRegex(ValueError, "action 0: the game is over"):
            over.apply_action(0)
        for ask in (lambda: over.string_to_action("Ra1"), lambda: over.string_to_action(0, "Ra1"), lambda: over.action_to_string(0)):
            with self.assertRaisesRegex(ValueError, "^action .*: the game is over, want none$"):
                ask()
        with self.assertRaisesRegex(ValueError, "^action 0: it is masked"):
            state.child(0).action_to_string(0)
        with self.assertRaisesRegex(ValueError, "player 1: want 0, the player to move"):
            state.string_to_action(1, "Ra1")

    def test_many_states(self):
        """A tree has room for as many states as it likes, and leaves none behind."""
        state = thera.env.state("hermit", "2x2")
        store = state.get_game()._store
        for _ in range(3):
            tree = [state.child(action) for action in state.legal_actions() for _ in range(100)]
            self.assertEqual(len({str(child) for child in tree}), len(state.legal_actions()))
        room = len(store._free) + len(tree) + 2
        del tree
        tree = [state.clone() for _ in range(1000)]
        self.assertLess(len(store._free) + len(tree), room + 2048)

    def test_threads(self):
        """Threads may each grow a part of one tree."""
        root, found = thera.env.state("santorini", "2p:apollo,atlas"), []

        def play(seed):
            rng, state = random.Random(seed), root.clone()
            while not state.is_terminal():
                state = state.child(rng.choice(state.legal_actions()))
            found.append((seed, state.returns(), state.history()))

        threads = [threading.Thread(target=play, args=(seed,)) for seed in (1, 2, 1, 2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        found.sort()
        self.assertEqual((len(found), found[0], found[2]), (4, found[1], found[3]))


@unittest.skipUnless(importlib.util.find_spec("pyspiel"), "OpenSpiel is not installed")
class TestOpenSpiel(unittest.TestCase):
    def test_names(self):
        """All methods have names of OpenSpiel's, so that its algorithms can call them."""
        import pyspiel

        theirs = set(dir(pyspiel.State))
        ours = {name for name in dir(thera.env.state("hermit")) if not name.startswith("_")} - {"position", "apply_action_with_legality_check"}
        self.assertLessEqual(ours, theirs)


if __name__ == "__main__":
    unittest.main()
