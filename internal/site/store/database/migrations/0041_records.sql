-- +goose Up

-- What lists of a player's games select by. It repeats what games and seats say, so that
-- a page is read from an index, however many games there are.
ALTER TABLE seats ADD COLUMN class TEXT NOT NULL DEFAULT '';
ALTER TABLE seats ADD COLUMN contest TEXT NOT NULL DEFAULT '';
ALTER TABLE seats ADD COLUMN rules TEXT NOT NULL DEFAULT '';   -- the game's name
ALTER TABLE seats ADD COLUMN speed TEXT NOT NULL DEFAULT '';
ALTER TABLE seats ADD COLUMN rated BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE seats ADD COLUMN other TEXT NOT NULL DEFAULT '';   -- the opponent; empty unless there are two players
ALTER TABLE seats ADD COLUMN outcome TEXT NOT NULL DEFAULT ''; -- going-on, won, lost, aborted

UPDATE seats SET class = g.class, contest = g.contest, rules = g.game, speed = g.speed, rated = g.rated,
    outcome = CASE WHEN g.ended_at = 0 THEN 'going-on' WHEN g.winners = 0 THEN 'aborted' WHEN seats.won THEN 'won' ELSE 'lost' END
FROM games g WHERE g.id = seats.game;

UPDATE seats SET other = o.player FROM seats o
WHERE o.game = seats.game AND o.seat = 3 - seats.seat
    AND NOT EXISTS (SELECT 1 FROM seats third WHERE third.game = seats.game AND third.seat = 3);

DROP INDEX seats_player;
CREATE INDEX seats_player ON seats (player, class, at, game);
CREATE INDEX seats_kind ON seats (player, class, rules, speed, rated, outcome, at, game);
CREATE INDEX seats_other ON seats (player, class, other, at, game) WHERE other <> '';
CREATE INDEX seats_contest ON seats (player, contest, at, game) WHERE contest <> '';
DROP INDEX games_contest;
CREATE INDEX games_contest ON games (contest, created_at, id) WHERE contest <> '';
DROP INDEX games_class;
CREATE INDEX games_class ON games (class, created_at, id) WHERE class <> '';

-- Counters of games, kept in the transactions that start and end them. Aborted games
-- count nowhere.
CREATE TABLE records (
    player   TEXT NOT NULL,
    game     TEXT NOT NULL,
    games    BIGINT NOT NULL, -- with a result
    won      BIGINT NOT NULL,
    rated    BIGINT NOT NULL,
    going_on BIGINT NOT NULL,
    PRIMARY KEY (player, game)
);
CREATE TABLE sides (
    player  TEXT NOT NULL,
    game    TEXT NOT NULL,
    variant TEXT NOT NULL,
    seat    BIGINT NOT NULL,
    games   BIGINT NOT NULL,
    won     BIGINT NOT NULL,
    PRIMARY KEY (player, game, variant, seat)
);
CREATE INDEX sides_most ON sides (player, games);

-- Games for two outside classes. The game '' stands for all of them.
CREATE TABLE opponents (
    player   TEXT NOT NULL,
    game     TEXT NOT NULL,
    opponent TEXT NOT NULL,
    games    BIGINT NOT NULL,
    won      BIGINT NOT NULL,
    last_at  BIGINT NOT NULL, -- when the last of them started
    PRIMARY KEY (player, game, opponent)
);
CREATE INDEX opponents_most ON opponents (player, game, games, last_at, opponent);

-- Games for two of tournaments and ladders.
CREATE TABLE contest_scores (
    contest TEXT NOT NULL,
    first   TEXT NOT NULL, -- has seat 1
    second  TEXT NOT NULL,
    games   BIGINT NOT NULL,
    won     BIGINT NOT NULL, -- by the first
    PRIMARY KEY (contest, first, second)
);

INSERT INTO records (player, game, games, won, rated, going_on)
SELECT s.player, g.game, count(CASE WHEN g.winners <> 0 THEN 1 END), count(CASE WHEN s.won THEN 1 END),
    count(CASE WHEN g.rated AND g.winners <> 0 THEN 1 END), count(CASE WHEN g.ended_at = 0 THEN 1 END)
FROM seats s JOIN games g ON g.id = s.game GROUP BY s.player, g.game;

INSERT INTO sides (player, game, variant, seat, games, won)
SELECT s.player, g.game, g.variant, s.seat, count(*), count(CASE WHEN s.won THEN 1 END)
FROM seats s JOIN games g ON g.id = s.game WHERE g.winners <> 0 GROUP BY s.player, g.game, g.variant, s.seat;

INSERT INTO opponents (player, game, opponent, games, won, last_at)
SELECT player, rules, other, count(*), count(CASE WHEN won THEN 1 END), max(at)
FROM seats WHERE other <> '' AND other <> player AND class = '' AND outcome IN ('won', 'lost') GROUP BY player, rules, other;

INSERT INTO opponents (player, game, opponent, games, won, last_at)
SELECT player, '', opponent, sum(games), sum(won), max(last_at) FROM opponents GROUP BY player, opponent;

INSERT INTO contest_scores (contest, first, second, games, won)
SELECT contest, player, other, count(*), count(CASE WHEN won THEN 1 END)
FROM seats WHERE contest <> '' AND other <> '' AND seat = 1 AND outcome IN ('won', 'lost') GROUP BY contest, player, other;
