-- +goose Up

-- How often an offer has been changed, so that of several who would take it at
-- once, on whatever node, one does.
ALTER TABLE seeks ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE challenges ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
