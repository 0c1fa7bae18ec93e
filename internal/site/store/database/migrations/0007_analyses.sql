-- +goose Up

-- Analyses of finished games, under way or known.
CREATE TABLE analyses (
    game      TEXT PRIMARY KEY,
    state     TEXT NOT NULL,   -- begun, done, failed
    positions BIGINT NOT NULL, -- to be judged
    nodes     BIGINT NOT NULL, -- to be searched for each
    judged    TEXT NOT NULL,   -- JSON: the first positions, as far as they are known
    worker    TEXT NOT NULL,   -- who has done it; empty for the service itself
    owner     TEXT NOT NULL,   -- which program has it done
    beat      BIGINT NOT NULL, -- when that was heard last
    version   BIGINT NOT NULL  -- how often it has been begun
);
CREATE INDEX analyses_worker ON analyses (worker) WHERE worker <> '';
