-- +goose Up

-- The last conditional turns of each seat, which are not part of the log. A row lasts as
-- long as its game.
CREATE TABLE plans (
    game   TEXT NOT NULL,
    seat   BIGINT NOT NULL,
    number BIGINT NOT NULL, -- of the last event when they were set
    lines  TEXT NOT NULL,   -- JSON
    PRIMARY KEY (game, seat)
);
