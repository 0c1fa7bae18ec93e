-- +goose Up

-- What is known of a player's strength before his first rated game, where
-- somebody has measured it; others begin as new players do.
CREATE TABLE rating_starts (
    player     TEXT NOT NULL,
    game       TEXT NOT NULL,
    rating     DOUBLE PRECISION NOT NULL,
    deviation  DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (player, game)
);

-- Programs that want to be paired.
CREATE TABLE ladder_ready (
    game    TEXT NOT NULL,
    player  TEXT NOT NULL,
    games   BIGINT NOT NULL, -- at a time, at most
    at      BIGINT NOT NULL,
    seen_at BIGINT NOT NULL, -- when it was connected last
    PRIMARY KEY (game, player)
);

-- Who has been paired with whom: for two games from one opening, of which the
-- first player begins the first.
CREATE TABLE ladder_pairings (
    game    TEXT NOT NULL,
    number  BIGINT NOT NULL, -- from 1
    at      BIGINT NOT NULL,
    first   TEXT NOT NULL,
    second  TEXT NOT NULL,
    opening BIGINT NOT NULL, -- in the book, from 0
    begun   BIGINT NOT NULL, -- how many of the two games have been
    PRIMARY KEY (game, number)
);
CREATE INDEX ladder_pairings_open ON ladder_pairings (game, number) WHERE begun < 2;
