-- +goose Up

-- Whether an account judges what players report.
ALTER TABLE accounts ADD COLUMN moderator BOOLEAN NOT NULL DEFAULT FALSE;

-- When a ban ends; 0 for never.
ALTER TABLE accounts ADD COLUMN banned_until BIGINT NOT NULL DEFAULT 0;
CREATE INDEX accounts_banned_until ON accounts (banned_until) WHERE banned_until > 0;

-- Networks from which nobody can sign up, sign in or become a guest.
CREATE TABLE network_bans (
    network    TEXT PRIMARY KEY, -- CIDR, such as 203.0.113.0/24
    reason     TEXT NOT NULL,    -- as shown to those who are refused
    at         BIGINT NOT NULL,
    expires_at BIGINT NOT NULL   -- 0 for never
);

-- Players who can't send phrases or reports.
CREATE TABLE mutes (
    player     TEXT PRIMARY KEY REFERENCES accounts (id),
    reason     TEXT NOT NULL,
    at         BIGINT NOT NULL,
    expires_at BIGINT NOT NULL -- 0 for never
);

CREATE TABLE warnings (
    id      TEXT PRIMARY KEY,
    player  TEXT NOT NULL REFERENCES accounts (id),
    text    TEXT NOT NULL,
    at      BIGINT NOT NULL,
    seen_at BIGINT NOT NULL -- when the player confirmed it; 0 if not yet
);
CREATE INDEX warnings_player ON warnings (player, at);

-- What players report about others.
CREATE TABLE reports (
    id        TEXT PRIMARY KEY,
    reporter  TEXT NOT NULL REFERENCES accounts (id),
    player    TEXT NOT NULL, -- account that it is about; empty if only about a game
    game      TEXT NOT NULL, -- ID; empty for none
    kind      TEXT NOT NULL,
    text      TEXT NOT NULL,
    at        BIGINT NOT NULL,
    closed_at BIGINT NOT NULL -- 0 while it is open
);
-- One report by a player about the same thing: about a game for good, about a player
-- until it is closed.
CREATE UNIQUE INDEX reports_once ON reports (reporter, player, game) WHERE game <> '' OR closed_at = 0;
CREATE INDEX reports_open ON reports (at, id) WHERE closed_at = 0;
CREATE INDEX reports_player ON reports (player, at);

-- Games that do not count. Their logs stay as they are.
CREATE TABLE voided_games (
    game         TEXT PRIMARY KEY REFERENCES games (id),
    rated_number BIGINT NOT NULL, -- what games.rated_number was
    at           BIGINT NOT NULL
);

-- Players whose games stand out, as computed last, with the evidence.
CREATE TABLE suspects (
    suspicion TEXT NOT NULL, -- what of: engine, sandbagging, accounts
    game      TEXT NOT NULL, -- name of the game; empty for all
    player    TEXT NOT NULL REFERENCES accounts (id),
    score     DOUBLE PRECISION NOT NULL,
    evidence  TEXT NOT NULL, -- JSON
    at        BIGINT NOT NULL,
    PRIMARY KEY (suspicion, game, player)
);

-- From which networks accounts were used in a week, as a keyed hash whose key is
-- deleted with them.
CREATE TABLE sightings (
    mark    TEXT NOT NULL,
    account TEXT NOT NULL REFERENCES accounts (id),
    week    BIGINT NOT NULL, -- since 1970
    PRIMARY KEY (mark, account)
);
CREATE INDEX sightings_account ON sightings (account, week);
CREATE INDEX sightings_week ON sightings (week);
