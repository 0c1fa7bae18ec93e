-- +goose Up

-- Times are milliseconds since 1970. What is secret is stored as a hash.

CREATE TABLE accounts (
    id         TEXT PRIMARY KEY,
    name       TEXT NOT NULL,
    folded     TEXT NOT NULL UNIQUE, -- the name as it must not occur twice
    kind       TEXT NOT NULL,        -- person, bot
    password   TEXT NOT NULL,        -- encoded hash; empty without one
    created_at BIGINT NOT NULL,
    closed_at  BIGINT NOT NULL,      -- 0 while it is open
    banned_at  BIGINT NOT NULL,      -- 0 if it is not
    ban        TEXT NOT NULL         -- why, as he is told
);

CREATE TABLE sessions (
    hash       TEXT PRIMARY KEY,
    account    TEXT NOT NULL REFERENCES accounts (id),
    agent      TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    seen_at    BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    recovered  BOOLEAN NOT NULL -- by a recovery code
);
CREATE INDEX sessions_account ON sessions (account);
CREATE INDEX sessions_expires ON sessions (expires_at);

CREATE TABLE tokens (
    hash       TEXT PRIMARY KEY,
    account    TEXT NOT NULL REFERENCES accounts (id),
    label      TEXT NOT NULL,
    scopes     TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    used_at    BIGINT NOT NULL
);
CREATE INDEX tokens_account ON tokens (account);

CREATE TABLE passkeys (
    id         TEXT PRIMARY KEY,
    account    TEXT NOT NULL REFERENCES accounts (id),
    handle     TEXT NOT NULL, -- by which authenticators know the account
    credential TEXT NOT NULL, -- JSON
    created_at BIGINT NOT NULL,
    used_at    BIGINT NOT NULL
);
CREATE INDEX passkeys_account ON passkeys (account);

-- What is under way between a page and its authenticator.
CREATE TABLE ceremonies (
    challenge  TEXT PRIMARY KEY,
    ceremony   TEXT NOT NULL, -- JSON
    expires_at BIGINT NOT NULL
);
CREATE INDEX ceremonies_expires ON ceremonies (expires_at);

CREATE TABLE recovery_codes (
    account TEXT NOT NULL REFERENCES accounts (id),
    hash    TEXT NOT NULL,
    PRIMARY KEY (account, hash)
);

-- Keys that the service has made for itself.
CREATE TABLE keys (
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL
);

-- What those who run the service have done.
CREATE TABLE audit (
    id     TEXT PRIMARY KEY,
    at     BIGINT NOT NULL,
    actor  TEXT NOT NULL,
    act    TEXT NOT NULL,
    object TEXT NOT NULL,
    detail TEXT NOT NULL,
    reason TEXT NOT NULL
);
CREATE INDEX audit_at ON audit (at, id);

CREATE TABLE seeks (
    id         TEXT PRIMARY KEY,
    player     TEXT NOT NULL, -- who made it
    offer      TEXT NOT NULL, -- JSON: the terms, and who is in
    created_at BIGINT NOT NULL
);

CREATE TABLE challenges (
    id         TEXT PRIMARY KEY,
    sender     TEXT NOT NULL,
    receiver   TEXT NOT NULL, -- empty for whoever has the link
    offer      TEXT NOT NULL, -- JSON: the terms, and who is in
    created_at BIGINT NOT NULL
);
CREATE INDEX challenges_sender ON challenges (sender);
CREATE INDEX challenges_receiver ON challenges (receiver);

-- The log is the truth: games and seats are what is known of it without reading it.

CREATE TABLE games (
    id           TEXT PRIMARY KEY,
    game         TEXT NOT NULL,
    variant      TEXT NOT NULL,
    speed        TEXT NOT NULL,
    rated        BOOLEAN NOT NULL,
    created_at   BIGINT NOT NULL,
    number       BIGINT NOT NULL, -- of the last event
    ply          BIGINT NOT NULL,
    turn         BIGINT NOT NULL, -- seat to move, from 1
    position     TEXT NOT NULL,
    last_turn    TEXT NOT NULL,   -- empty before the first
    deadline     BIGINT NOT NULL, -- 0 for none
    ended_at     BIGINT NOT NULL, -- 0 while it goes on
    reason       TEXT NOT NULL,
    winners      BIGINT NOT NULL, -- the set of seats: bit 0 is seat 1
    strength     BIGINT NOT NULL, -- the sum of the players' ratings
    previous     TEXT NOT NULL,   -- the game it is the rematch of; empty for none
    rated_number BIGINT NOT NULL  -- in which order ratings were computed, from 1; 0 if they were not
);
CREATE INDEX games_deadline ON games (deadline) WHERE deadline > 0;
CREATE INDEX games_live ON games (id) WHERE ended_at = 0;
CREATE INDEX games_best ON games (game, strength) WHERE ended_at = 0 AND speed IN ('fast', 'slow');
CREATE UNIQUE INDEX games_previous ON games (previous) WHERE previous <> '';
CREATE UNIQUE INDEX games_rated ON games (rated_number) WHERE rated_number > 0;

CREATE TABLE seats (
    game     TEXT NOT NULL REFERENCES games (id),
    seat     BIGINT NOT NULL,
    player   TEXT NOT NULL,
    won      BOOLEAN NOT NULL,
    at       BIGINT NOT NULL, -- the game's creation
    ended_at BIGINT NOT NULL, -- the game's end, 0 while it goes on
    PRIMARY KEY (game, seat)
);
CREATE INDEX seats_player ON seats (player, at);
CREATE INDEX seats_live ON seats (player) WHERE ended_at = 0;

CREATE TABLE events (
    game   TEXT NOT NULL,
    number BIGINT NOT NULL,
    kind   TEXT NOT NULL,
    event  TEXT NOT NULL, -- JSON
    PRIMARY KEY (game, number)
);

CREATE TABLE ratings (
    player     TEXT NOT NULL,
    game       TEXT NOT NULL,
    speed      TEXT NOT NULL,
    rating     DOUBLE PRECISION NOT NULL,
    deviation  DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    games      BIGINT NOT NULL,
    at         BIGINT NOT NULL, -- end of the last game
    PRIMARY KEY (player, game, speed)
);
CREATE INDEX ratings_best ON ratings (game, speed, rating);

CREATE TABLE rating_changes (
    number     BIGINT NOT NULL, -- the game's rated_number
    game       TEXT NOT NULL,
    player     TEXT NOT NULL,
    before     DOUBLE PRECISION NOT NULL,
    rating     DOUBLE PRECISION NOT NULL,
    deviation  DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    at         BIGINT NOT NULL,
    PRIMARY KEY (game, player)
);
CREATE INDEX rating_changes_player ON rating_changes (player, number);

-- One row: how many games have been rated, and when players could be heard last.
CREATE TABLE service (
    id    BIGINT PRIMARY KEY,
    rated BIGINT NOT NULL,
    beat  BIGINT NOT NULL
);
INSERT INTO service (id, rated, beat) VALUES (1, 0, 0);

CREATE TABLE outages (
    began BIGINT PRIMARY KEY,
    ended BIGINT NOT NULL
);

-- Browsers in which players want to be told what happens.
CREATE TABLE subscriptions (
    endpoint   TEXT PRIMARY KEY,
    player     TEXT NOT NULL,
    p256dh     TEXT NOT NULL,
    auth       TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX subscriptions_player ON subscriptions (player, created_at);
