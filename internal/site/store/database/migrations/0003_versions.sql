-- +goose Up

-- How often an offer has been changed, so that of several who would take it at
-- once, on whatever node, one does.
ALTER TABLE seeks ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE challenges ADD COLUMN version BIGINT NOT NULL DEFAULT 1;

-- Since when nobody could be heard in a game, until its new owner has given that
-- time back; 0 for no such time.
ALTER TABLE games ADD COLUMN silent_since BIGINT NOT NULL DEFAULT 0;
