-- +goose Up

-- Which of a player's rated games in a game at a speed it was, from 1, so that some
-- points of a long curve can be read without the others.
ALTER TABLE rating_changes ADD COLUMN rules TEXT NOT NULL DEFAULT ''; -- the game's name
ALTER TABLE rating_changes ADD COLUMN speed TEXT NOT NULL DEFAULT '';
ALTER TABLE rating_changes ADD COLUMN nth BIGINT NOT NULL DEFAULT 0;

UPDATE rating_changes SET rules = r.rules, speed = r.speed, nth = r.nth
FROM (
    SELECT c.game, c.player, g.game AS rules, g.speed,
        row_number() OVER (PARTITION BY c.player, g.game, g.speed ORDER BY c.number) AS nth
    FROM rating_changes c JOIN games g ON g.id = c.game
) r WHERE r.game = rating_changes.game AND r.player = rating_changes.player;

DROP INDEX rating_changes_player;
CREATE INDEX rating_changes_nth ON rating_changes (player, rules, speed, nth);
CREATE INDEX rating_changes_number ON rating_changes (number);

-- Leaderboards show ratings that are not provisional, see rating.Provisional.
DROP INDEX ratings_best;
CREATE INDEX ratings_best ON ratings (game, speed, rating, player) WHERE deviation < 110;
