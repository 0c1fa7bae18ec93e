-- +goose Up

-- Studies: games with variations and what is said of them, as files of records.
CREATE TABLE studies (
    id         TEXT PRIMARY KEY,
    owner      TEXT NOT NULL REFERENCES accounts (id),
    title      TEXT NOT NULL,
    audience   TEXT NOT NULL,   -- private, link or public
    games      TEXT NOT NULL,   -- names of games with a blank around each
    chapters   BIGINT NOT NULL,
    version    BIGINT NOT NULL, -- grows with each change
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    words      TEXT NOT NULL,   -- what it is found by, in small letters
    body       TEXT NOT NULL    -- records, a game for each chapter
);

CREATE INDEX studies_owner ON studies (owner, updated_at);
CREATE INDEX studies_audience ON studies (audience, updated_at);
