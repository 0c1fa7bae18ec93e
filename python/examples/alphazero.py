"""AlphaZero in NumPy: learns a small game by playing against itself until it beats greedy.

    OPENBLAS_NUM_THREADS=1 python3 alphazero.py --out network.npz    # ten minutes on one core

The board is that of Amazons 5x5 with one amazon each; any game of two seats can be learned.
The search is that of Gumbel AlphaZero (Danihelka et al., 2022), which improves a policy even
with few simulations. All games are searched at once, so that the network judges many
positions together. The same seed gives the same games where floating point is the same.
"""

import argparse
import time

import numpy as np
import thera
from players import Greedy, interval, match

HIDDEN = 256  # numbers in a hidden layer of the network
OPENING = 6  # the most random actions at the beginning of a game that is learned
NEVER = np.float32(-1e9)  # the logit of an illegal action


class Network:
    """Two hidden layers, and from them a policy and the value for the player to move."""

    def __init__(self, env, rng):
        sizes = [int(np.prod(env.observation_shape)), HIDDEN, HIDDEN, env.num_actions + 1]
        self.weights = []
        for n, m in zip(sizes, sizes[1:]):
            self.weights += [(rng.standard_normal((n, m)) * np.sqrt(2 / n)).astype(np.float32), np.zeros(m, np.float32)]
        self.weights[-2] *= 0.1
        self.moments = [(np.zeros_like(w), np.zeros_like(w)) for w in self.weights]  # of Adam
        self.steps = 0

    def __call__(self, observation, mask):
        """Returns the layers, the last one apart, the logits of the actions and the values."""
        x = [observation.reshape(len(observation), -1).astype(np.float32)]
        for w, b in zip(self.weights[:-2:2], self.weights[1:-2:2]):
            x.append(np.maximum(x[-1] @ w + b, 0))
        out = x[-1] @ self.weights[-2] + self.weights[-1]
        return x, np.where(mask, out[:, :-1], NEVER), np.tanh(out[:, -1])

    def train(self, observation, mask, policy, target, rate):
        """Makes one step of Adam towards policies and values."""
        x, logits, value = self(observation, mask)
        slope = np.concatenate([softmax(logits) - policy, ((value - target) * (1 - value**2))[:, None]], 1) / len(value)
        self.steps += 1
        for k in reversed(range(len(x))):
            slopes = x[k].T @ slope, slope.sum(0)
            slope = (slope @ self.weights[2 * k].T) * (x[k] > 0)
            for w, g, (m, v) in zip(self.weights[2 * k :], slopes, self.moments[2 * k :]):
                m += 0.1 * (g - m)
                v += 0.001 * (g * g - v)
                w -= rate * (m / (1 - 0.9**self.steps)) / (np.sqrt(v / (1 - 0.999**self.steps)) + 1e-8)


def softmax(x):
    e = np.exp(x - x.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def halving(simulations, actions=16):
    """Returns for each simulation how many visits its action at the root has had before.

    Some actions are tried equally often, then the better half of them, and so on.
    """
    plan, visits, rounds = [], 0, int(np.log2(actions))
    while len(plan) < simulations:
        for _ in range(max(1, simulations // (rounds * actions))):
            plan += [visits] * actions
            visits += 1
        actions = max(2, actions // 2)
    return plan[:simulations]


class Search:
    """Searches n games together, each by a tree with a node for each simulation, after the root."""

    def __init__(self, like, network, simulations):
        self.network, self.plan = network, halving(simulations)
        self.nodes = [thera.env.vector(like.game, len(like), like.variant) for _ in range(simulations + 1)]

    def __call__(self, env, rng=None):
        """Returns for each game an improved policy, the best action and its value.

        With a generator of random numbers the root tries actions at random, by the policy.
        """
        n, size, actions, games = len(env), len(self.nodes), env.num_actions, np.arange(len(env))
        self.visits, self.total, self.logits = np.zeros((3, n, size, actions), np.float32)  # the total for the player to move
        self.value, self.sign = np.zeros((2, n, size), np.float32)  # the value for seat 0, and 1 where it moves, -1 else
        self.child, self.over = np.full((n, size, actions), -1), np.zeros((n, size), bool)
        noise = rng.gumbel(size=(n, actions)) if rng else np.zeros((n, actions))
        for i in games:
            self.nodes[0].copy_game(i, env, i)
        self.judge(0)
        for s, visits in enumerate(self.plan, 1):
            path, parents, chosen = self.descend(s, visits, noise)
            for i in games:
                self.nodes[s].copy_game(i, self.nodes[parents[i]], i)
            self.nodes[s].step(chosen)
            self.judge(s)
            for g, t, a in path:
                self.visits[g, t, a] += 1
                self.total[g, t, a] += self.value[g, s] * self.sign[g, t]
        scores, visits = self.scores(games, 0), self.visits[:, 0]
        best = np.where(visits == visits.max(-1, keepdims=True), scores, -np.inf).argmax(-1)
        value = self.total[games, 0, best] / np.maximum(visits[games, best], 1)
        return softmax(scores), best.astype(np.int32), value

    def judge(self, t):
        """Judges node t of each tree: by the network, or by the result if the game is over."""
        step = self.nodes[t].observe()
        _, self.logits[:, t], value = self.network(step.observation, step.legal_action_mask)
        self.over[:, t], self.sign[:, t] = step.terminated, 1 - 2 * step.current_player
        self.value[:, t] = np.where(step.terminated, step.rewards[:, 0], value * self.sign[:, t])

    def scores(self, g, t):
        """Returns the logits of the improved policy in node t of each game g."""
        visits, total = self.visits[g, t], self.total[g, t]
        mean = (self.value[g, t] * self.sign[g, t] + total.sum(-1)) / (1 + visits.sum(-1))
        values = np.where(visits > 0, total / np.maximum(visits, 1), mean[:, None])
        return self.logits[g, t] + 0.1 * (50 + visits.max(-1, keepdims=True)) * values

    def descend(self, s, wanted, noise):
        """Returns paths from the roots, and for each game the node and the action that lead to its node s.

        A path is a list of games, nodes and actions.
        """
        parents, actions, path = np.zeros(len(noise), int), np.zeros(len(noise), np.int32), []
        g = np.flatnonzero(~self.over[:, 0])
        while len(g):
            t = parents[g]
            scores, visits = self.scores(g, t), self.visits[g, t]
            if path:
                a = (softmax(scores) - visits / (1 + visits.sum(-1, keepdims=True))).argmax(-1)
            else:
                a = (scores + noise[g] - np.where(visits == wanted, 0, 1e6)).argmax(-1)
            path.append((g, t, a))
            below = self.child[g, t, a]
            new = below < 0
            self.child[g[new], t[new], a[new]] = s
            parents[g], actions[g] = np.where(new, t, below), np.where(new, a, 0)
            g = g[~new & ~self.over[g, parents[g]]]
        return path, parents, actions


def self_play(env, search, rng):
    """Plays games to their end and returns observations, masks, policies and values to learn.

    A value is the mean of the outcome and what the search has found.
    """
    step, rows, outcome, ply = env.reset(), [], np.zeros(len(env), np.float32), 0
    random = rng.integers(OPENING + 1, size=len(env))
    while not step.terminated.all():
        policy, best, value = search(env, rng)
        g = np.flatnonzero(~step.terminated & (ply >= random))
        sign = 1 - 2 * step.current_player[g]
        rows.append((g, sign, value[g], step.observation[g], step.legal_action_mask[g], policy[g]))
        step = env.step(np.where(ply < random, env.random_actions(), best) * ~step.terminated)
        outcome += step.rewards[:, 0]
        ply += 1
    game, sign, value, *data = (np.concatenate(column) for column in zip(*rows))
    return (*data, ((outcome[game] * sign + value) / 2).astype(np.float32))


def learn(network, env, memory, rng, steps, rate):
    """Trains on positions of the memory, each step in another symmetry of the game."""
    observation, mask, policy, value = (np.concatenate(column) for column in zip(*memory))
    same = env.symmetries
    for _ in range(steps):
        rows, k = rng.integers(len(value), size=256), rng.integers(len(same))
        images = same.of_observations(k, observation[rows]), same.of_actions(k, mask[rows]), same.of_actions(k, policy[rows])
        network.train(*images, value[rows], rate)


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--game", default="amazons", help="a game of two seats")
    parser.add_argument("--variant", default="2q2/5/5/5/2Q2 w", help="a variant, or the text of a position to start from")
    parser.add_argument("--iterations", type=int, default=120, help="how often to play and then to learn")
    parser.add_argument("--batch", type=int, default=128, help="games played at once in an iteration")
    parser.add_argument("--simulations", type=int, default=24, help="positions searched for each action")
    parser.add_argument("--steps", type=int, default=400, help="steps of training in an iteration")
    parser.add_argument("--games", type=int, default=200, help="games against greedy for each row of the table")
    parser.add_argument("--rows", type=int, default=6, help="how often to play against greedy, after none of the iterations first")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", help="a file for the weights of the network")
    args = parser.parse_args()
    rng, greedy, memory, spent = np.random.default_rng(args.seed), Greedy(), [], 0.0
    env = thera.env.vector(args.game, args.batch, args.variant)
    env.reset(seed=args.seed)
    network = Network(env, rng)
    search = Search(env, network, args.simulations)
    judge = Search(thera.env.vector(args.game, args.games, args.variant), network, 2 * args.simulations)
    print("minutes  games  won as seat 1  as seat 2  of all (95% interval)")
    for i in range(args.iterations + 1):
        if i * args.rows // args.iterations > (i - 1) * args.rows // args.iterations:
            won = match(lambda env, step, asked: judge(env)[1], greedy, args.game, args.variant, args.games, args.seed)
            row = f"{i * args.batch:5}  {won[0]:13}  {won[1]:9}  {sum(won) / args.games:6.1%} ({interval(sum(won), args.games)})"
            print(f"{spent / 60:7.1f}  {row}", flush=True)
        if i < args.iterations:
            began = time.process_time()  # so that other programs hardly matter
            memory = memory[-19:] + [self_play(env, search, rng)]
            learn(network, env, memory, rng, args.steps, 1e-3 * (1 - 0.9 * i / args.iterations))
            spent += time.process_time() - began
    if args.out:
        np.savez(args.out, *network.weights)


if __name__ == "__main__":
    main()
