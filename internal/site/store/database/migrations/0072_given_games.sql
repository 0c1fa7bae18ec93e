-- +goose Up

-- When a node got the game from a live one, by the clock of that one; 0 for never. Outages
-- before that are not the new owner's to give back.
ALTER TABLE games ADD COLUMN given_at BIGINT NOT NULL DEFAULT 0;
