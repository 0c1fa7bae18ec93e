-- +goose Up

-- The words that a study is found by.
CREATE TABLE study_words (
    word  TEXT NOT NULL,
    study TEXT NOT NULL REFERENCES studies (id) ON DELETE CASCADE,
    PRIMARY KEY (word, study)
);
CREATE INDEX study_words_study ON study_words (study, word);
-- Whether its words have been listed; studies of earlier versions are listed when the
-- service starts.
ALTER TABLE studies ADD COLUMN listed BOOLEAN NOT NULL DEFAULT FALSE;
CREATE INDEX studies_unlisted ON studies (id) WHERE NOT listed;
DROP INDEX studies_owner;
DROP INDEX studies_audience;
CREATE INDEX studies_owner ON studies (owner, updated_at, id);
CREATE INDEX studies_audience ON studies (audience, updated_at, id);
