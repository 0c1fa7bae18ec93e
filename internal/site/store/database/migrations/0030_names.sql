-- +goose Up

-- When the name was last set, so that other programs read it again.
ALTER TABLE accounts ADD COLUMN named_at BIGINT NOT NULL DEFAULT 0;
CREATE INDEX accounts_named ON accounts (named_at) WHERE named_at > 0;
