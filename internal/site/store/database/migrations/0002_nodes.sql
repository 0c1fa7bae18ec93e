-- +goose Up

-- Programs that serve this store together. Those that have ended stay, so that
-- it is known since when the games that they owned could not be played.
CREATE TABLE nodes (
    id         TEXT PRIMARY KEY,
    beat       BIGINT NOT NULL, -- when it could be heard last, by its own clock
    expires_at BIGINT NOT NULL, -- from when it is taken for dead, by the database's clock; 0 once it has ended
    rooms      BIGINT NOT NULL  -- how many it has open
);

-- Which of them decides what happens in a game, and how many have before.
ALTER TABLE games ADD COLUMN node TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN epoch BIGINT NOT NULL DEFAULT 0;
