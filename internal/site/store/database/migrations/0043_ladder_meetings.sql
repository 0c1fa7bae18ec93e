-- +goose Up

-- How often two programs of a ladder have been paired, in both directions.
CREATE TABLE ladder_meetings (
    game   TEXT NOT NULL,
    player TEXT NOT NULL,
    other  TEXT NOT NULL,
    times  BIGINT NOT NULL,
    last   BIGINT NOT NULL, -- the number of the last pairing
    PRIMARY KEY (game, player, other)
);
CREATE INDEX games_contest_live ON games (contest) WHERE contest <> '' AND ended_at = 0;

INSERT INTO ladder_meetings (game, player, other, times, last)
SELECT game, player, other, count(*), max(number) FROM (
    SELECT game, first AS player, second AS other, number FROM ladder_pairings
    UNION ALL SELECT game, second, first, number FROM ladder_pairings
) AS pairings GROUP BY game, player, other;
