-- +goose Up

-- Proofs by workers: a tree follows from the answers to its questions, in their
-- order. Whoever works at a proof adds the next one.
CREATE TABLE proof_answers (
    proof  TEXT NOT NULL,   -- the game and the position that is to be proven
    number BIGINT NOT NULL, -- from 1
    answer TEXT NOT NULL,   -- JSON: the question, what is known, and by whom; or who is put out
    PRIMARY KEY (proof, number)
);

-- Who has which question answered now, so that nobody else does.
CREATE TABLE proof_questions (
    proof    TEXT NOT NULL,
    position TEXT NOT NULL,
    asker    TEXT NOT NULL,
    beat     BIGINT NOT NULL, -- when he was heard last
    PRIMARY KEY (proof, position)
);
