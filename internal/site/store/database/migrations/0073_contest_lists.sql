-- +goose Up

-- What lists of tournaments follow: those that have not ended, by start, and the others,
-- the latest first.
CREATE INDEX contests_open ON contests (class, starts_at, created_at DESC) WHERE ended_at = 0;
CREATE INDEX contests_ended ON contests (class, ended_at DESC, starts_at, created_at DESC) WHERE ended_at > 0;
