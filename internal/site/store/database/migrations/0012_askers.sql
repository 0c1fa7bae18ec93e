-- +goose Up

-- Who has asked for an analysis that is under way, and can cancel it.
ALTER TABLE analyses ADD COLUMN asker TEXT NOT NULL DEFAULT '';
