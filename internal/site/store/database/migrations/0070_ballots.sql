-- +goose Up

-- The votes of the side to move in a consultation game, which are not part of its log. A
-- row lasts as long as its game.
CREATE TABLE ballots (
    game    TEXT   NOT NULL PRIMARY KEY,
    version BIGINT NOT NULL, -- grows with each change
    ballot  TEXT   NOT NULL, -- JSON
    due_at  BIGINT NOT NULL  -- when it has to be looked at
);
CREATE INDEX ballots_due ON ballots (due_at);
