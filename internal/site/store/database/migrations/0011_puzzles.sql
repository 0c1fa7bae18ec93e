-- +goose Up

-- Who has tried which puzzle: only the first attempt counts.
CREATE TABLE puzzle_attempts (
    account TEXT NOT NULL,
    puzzle  TEXT NOT NULL,
    game    TEXT NOT NULL,
    solved  BOOLEAN NOT NULL,
    at      BIGINT NOT NULL,
    PRIMARY KEY (account, puzzle)
);

-- What attempts have made of the ratings of those who solve, by game, and of puzzles.
CREATE TABLE puzzle_solvers (
    account    TEXT NOT NULL,
    game       TEXT NOT NULL,
    rating     DOUBLE PRECISION NOT NULL,
    deviation  DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    at         BIGINT NOT NULL, -- of the last attempt
    PRIMARY KEY (account, game)
);
CREATE TABLE puzzle_ratings (
    puzzle     TEXT NOT NULL PRIMARY KEY,
    game       TEXT NOT NULL,
    rating     DOUBLE PRECISION NOT NULL,
    deviation  DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    tries      BIGINT NOT NULL,
    solved     BIGINT NOT NULL
);
CREATE INDEX puzzle_ratings_by_game ON puzzle_ratings (game);
