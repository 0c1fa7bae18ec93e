-- +goose Up

-- The finished analyses, by when they finished.
CREATE INDEX analyses_done ON analyses (beat) WHERE state = 'done';
