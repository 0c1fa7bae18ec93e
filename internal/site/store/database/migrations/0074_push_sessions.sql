-- +goose Up

-- The session in which a browser subscribed, with which its subscription ends; NULL for what
-- older programs add.
ALTER TABLE subscriptions ADD COLUMN session TEXT REFERENCES sessions (hash) ON DELETE CASCADE;
CREATE INDEX subscriptions_session ON subscriptions (session);
