-- +goose Up

-- Accounts that have been closed while parts of a server may still have something of them.
CREATE TABLE departures (
    account TEXT PRIMARY KEY,
    at      BIGINT NOT NULL
);
