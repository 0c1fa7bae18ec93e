-- +goose Up

-- While an account is being closed turns wait, so that it must not read whole tables.
CREATE INDEX analyses_asker ON analyses (asker) WHERE asker <> '';
CREATE INDEX reports_reporter ON reports (reporter, at);
