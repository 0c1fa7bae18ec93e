-- +goose Up

-- What accounts practice: mistakes of their games, and puzzles that they failed.
CREATE TABLE mistakes (
    account TEXT NOT NULL,
    id      TEXT NOT NULL,    -- game, position and turn, or game and puzzle
    version BIGINT NOT NULL,  -- of the account's mistakes, at the last change of this one
    removed BOOLEAN NOT NULL, -- by the account
    streak  BIGINT NOT NULL,  -- repetitions in a row that went well
    last_at BIGINT NOT NULL,  -- when it was repeated last, or else added
    body    TEXT NOT NULL,    -- JSON
    PRIMARY KEY (account, id)
);
CREATE INDEX mistakes_version ON mistakes (account, version);

-- How often an account's mistakes have changed.
CREATE TABLE mistake_versions (
    account TEXT NOT NULL PRIMARY KEY,
    version BIGINT NOT NULL
);
