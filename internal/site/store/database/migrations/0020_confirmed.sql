-- +goose Up

-- When the user of a session has last shown a password or a passkey; 0 for a session
-- that was begun before this was recorded, or with a recovery code.
ALTER TABLE sessions ADD COLUMN confirmed_at BIGINT NOT NULL DEFAULT 0;
