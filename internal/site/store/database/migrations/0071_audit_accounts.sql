-- +goose Up

-- The audit log has accounts by their IDs, since somebody else can get a name later. A name
-- that an account once gave up stays: nobody knows whose it was.
UPDATE audit SET object = (SELECT id FROM accounts WHERE name = audit.object AND class = '')
    WHERE act IN ('ban', 'unban', 'warn', 'mute', 'unmute', 'moderator-add', 'moderator-remove')
    AND object IN (SELECT name FROM accounts WHERE class = '' AND closed_at = 0)
    AND object NOT IN (SELECT object FROM audit WHERE act = 'rename');
