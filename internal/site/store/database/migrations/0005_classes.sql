-- +goose Up

-- The class that an account and its games belong to; empty for none.
ALTER TABLE accounts ADD COLUMN class TEXT NOT NULL DEFAULT '';
CREATE INDEX accounts_class ON accounts (class) WHERE class <> '';
ALTER TABLE games ADD COLUMN class TEXT NOT NULL DEFAULT '';
CREATE INDEX games_class ON games (class, created_at) WHERE class <> '';

CREATE TABLE classes (
    id         TEXT PRIMARY KEY,
    name       TEXT NOT NULL,
    teacher    TEXT NOT NULL REFERENCES accounts (id),
    invitation TEXT NOT NULL UNIQUE, -- a code by which whoever has it joins
    open       BOOLEAN NOT NULL,     -- whether more can join
    public     BOOLEAN NOT NULL,     -- whether everybody may see its games and its table
    created_at BIGINT NOT NULL
);
CREATE INDEX classes_teacher ON classes (teacher, created_at);

CREATE TABLE class_members (
    account   TEXT PRIMARY KEY REFERENCES accounts (id),
    class     TEXT NOT NULL,
    owner     TEXT NOT NULL, -- whose program it is; empty for a person
    code      TEXT NOT NULL, -- hash of what lets him in again; empty for a program
    joined_at BIGINT NOT NULL
);
CREATE INDEX class_members_class ON class_members (class);
CREATE UNIQUE INDEX class_members_owner ON class_members (owner) WHERE owner <> '';
CREATE UNIQUE INDEX class_members_code ON class_members (code) WHERE code <> '';
