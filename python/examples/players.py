"""Players of thera.env, and a match between them: random against greedy.

    python3 players.py --game hermit --variant 5x5 --games 100

A player is a function of a vector of games, what its last step has led to, and which games
it is asked about. It returns an action for each game; those of other games don't matter.
"""

import argparse
import sys

import numpy as np
import thera


class Random:
    """Plays legal actions, each equally likely."""

    def __call__(self, env, step, asked):
        return env.random_actions()


class Greedy:
    """Plays the turn after which thera's evaluation of the position is best: it searches one ply."""

    def __init__(self):
        self.engine = thera.Engine(command=[sys.executable, "-m", "thera", "engine", "--engine", "greedy"])
        self.known = {}  # the turn for each position seen
        self.rest = {}  # by game: the actions that are left of its turn

    def __call__(self, env, step, asked):
        actions = np.zeros(len(env), np.int32)
        for i in np.flatnonzero(asked).tolist():
            if not self.rest.get(i):
                self.rest[i] = env.encode(i, self.turn(env.position(i)))
            actions[i] = self.rest[i].pop(0)
        return actions

    def turn(self, pos):
        if pos not in self.known:
            self.known[pos] = self.engine.search(pos, depth=1).move
        return self.known[pos]


def match(first, second, game, variant, games, seed, opening=2):
    """Plays games from random openings, each with both players in both seats.

    It returns how many the first player has won as seat 1 and as seat 2, of games/2 each.
    The opening is a number of random turns.
    """
    env = thera.env.vector(game, games, variant)
    start = thera.env.vector(game, games // 2, variant)
    step = start.reset(seed=seed)
    for i in range(len(start)):
        pos = start.position(i)
        for turn in np.random.default_rng([seed, i]).random(opening):
            moves = pos.moves()
            pos = pos.play(moves[int(turn * len(moves))])
        env.set_position(2 * i, pos)
        env.set_position(2 * i + 1, pos)
    step = env.observe()
    seat = np.arange(games) % 2  # of the first player
    score = np.zeros(games)
    while not step.terminated.all():
        playing, turn = ~step.terminated, step.current_player == seat
        actions = np.where(turn, first(env, step, playing & turn), second(env, step, playing & ~turn))
        step = env.step(np.where(playing, actions, 0).astype(np.int32))
        score += step.rewards[np.arange(games), seat]
    return int((score[seat == 0] > 0).sum()), int((score[seat == 1] > 0).sum())


def interval(won, games):
    """Returns Wilson's 95% interval of a share."""
    z2 = 1.96**2
    middle, width = won + z2 / 2, np.sqrt(z2 * (won * (games - won) / games + z2 / 4))
    return f"{(middle - width) / (games + z2):.0%} to {(middle + width) / (games + z2):.0%}"


def main():
    parser = argparse.ArgumentParser(description="Has the random player play against the greedy one.")
    parser.add_argument("--game", default="hermit")
    parser.add_argument("--variant", default="5x5")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    won = match(Random(), Greedy(), args.game, args.variant, args.games, args.seed)
    print(f"random won {won[0]} games as seat 1 and {won[1]} as seat 2, of {args.games // 2} each")


if __name__ == "__main__":
    main()
