-- +goose Up

-- Who has declined whose challenge, for as long as that keeps further ones away.
CREATE TABLE declines (
    player TEXT NOT NULL, -- who has declined
    sender TEXT NOT NULL,
    at     BIGINT NOT NULL,
    PRIMARY KEY (player, sender)
);
CREATE INDEX declines_sender ON declines (sender);
