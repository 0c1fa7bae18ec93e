-- +goose Up

-- The contest that a game belongs to; empty for none.
ALTER TABLE games ADD COLUMN contest TEXT NOT NULL DEFAULT '';
CREATE INDEX games_contest ON games (contest, created_at) WHERE contest <> '';

-- Tournaments. The log is the truth: the other columns are what is known of a
-- contest without reading it.
CREATE TABLE contests (
    id         TEXT PRIMARY KEY,
    organizer  TEXT NOT NULL,
    class      TEXT NOT NULL,   -- whose members alone see it; empty for everybody
    created_at BIGINT NOT NULL,
    starts_at  BIGINT NOT NULL,
    ended_at   BIGINT NOT NULL, -- 0 until it is over
    number     BIGINT NOT NULL, -- of the last event
    due_at     BIGINT NOT NULL, -- when it is to be looked at; 0 for never
    summary    TEXT NOT NULL    -- JSON
);
CREATE INDEX contests_due ON contests (due_at) WHERE due_at > 0;
CREATE INDEX contests_newest ON contests (class, created_at);
CREATE INDEX contests_organizer ON contests (organizer, created_at);

CREATE TABLE contest_events (
    contest TEXT NOT NULL,
    number  BIGINT NOT NULL,
    event   TEXT NOT NULL, -- JSON
    PRIMARY KEY (contest, number)
);
