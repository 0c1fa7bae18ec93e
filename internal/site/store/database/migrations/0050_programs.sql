-- +goose Up

-- The schema of the oldest programs that can serve this store. Older ones refuse it.
ALTER TABLE service ADD COLUMN oldest_program BIGINT NOT NULL DEFAULT 0;
