package store

import (
	"context"

	"thera/internal/site/play"
	"thera/internal/site/store/database"
)

// Seek is an open seek of the lobby.
type Seek struct {
	ID      string
	Player  string
	Offer   string // JSON: the terms, and who is in
	Created play.Instant
	// Version counts the changes. Whoever changes or removes the seek names the
	// version they read; if several do so at the same time, one succeeds and
	// the others get ErrNotFound.
	Version int
}

func (k *Seek) fields() []any { return []any{&k.ID, &k.Player, &k.Offer, &k.Created, &k.Version} }

const seekColumns = `id, player, offer, created_at, version`

// PutSeek inserts a seek of version 0, or replaces the offer of one with
// another version. Afterward the version is one higher.
func (s *Store) PutSeek(ctx context.Context, k Seek) error {
	if k.Version > 0 {
		return s.db.Exec(ctx, `UPDATE seeks SET offer = $1, version = version + 1 WHERE id = $2 AND version = $3`, k.Offer, k.ID, k.Version)
	}
	return s.db.Exec(ctx, `INSERT INTO seeks (`+seekColumns+`) VALUES `+database.Values(5), k.ID, k.Player, k.Offer, k.Created, 1)
}

// Seek returns a seek, or ErrNotFound.
func (s *Store) Seek(ctx context.Context, id string) (k Seek, err error) {
	err = s.db.Row(ctx, k.fields(), `SELECT `+seekColumns+` FROM seeks WHERE id = $1`, id)
	return k, err
}

// Seeks returns all seeks, the oldest first.
func (s *Store) Seeks(ctx context.Context) ([]Seek, error) {
	return database.List(ctx, s.db.Reader(), (*Seek).fields, `SELECT `+seekColumns+` FROM seeks ORDER BY created_at, id`)
}

// DeleteSeek removes a seek of a version, or returns ErrNotFound.
func (s *Store) DeleteSeek(ctx context.Context, id string, version int) error {
	return s.db.Exec(ctx, `DELETE FROM seeks WHERE id = $1 AND version = $2`, id, version)
}

// Challenge is an offer to one player, or to anybody with its link.
type Challenge struct {
	ID       string
	Sender   string
	Receiver string // empty if it is for anybody with the link
	Offer    string // JSON: the terms, and who is in
	Created  play.Instant
	Version  int // see Seek.Version
}

func (c *Challenge) fields() []any {
	return []any{&c.ID, &c.Sender, &c.Receiver, &c.Offer, &c.Created, &c.Version}
}

const challengeColumns = `id, sender, receiver, offer, created_at, version`

// PutChallenge is PutSeek for challenges.
func (s *Store) PutChallenge(ctx context.Context, c Challenge) error {
	if c.Version > 0 {
		return s.db.Exec(ctx, `UPDATE challenges SET offer = $1, version = version + 1 WHERE id = $2 AND version = $3`, c.Offer, c.ID, c.Version)
	}
	return s.db.Exec(ctx, `INSERT INTO challenges (`+challengeColumns+`) VALUES `+database.Values(6), c.ID, c.Sender, c.Receiver, c.Offer, c.Created, 1)
}

// Challenges returns all challenges, the oldest first.
func (s *Store) Challenges(ctx context.Context) ([]Challenge, error) {
	return database.List(ctx, s.db.Reader(), (*Challenge).fields, `SELECT `+challengeColumns+` FROM challenges ORDER BY created_at, id`)
}

// Challenge returns a challenge, or ErrNotFound.
func (s *Store) Challenge(ctx context.Context, id string) (c Challenge, err error) {
	err = s.db.Row(ctx, c.fields(), `SELECT `+challengeColumns+` FROM challenges WHERE id = $1`, id)
	return c, err
}

// ChallengesOf returns the challenges from and to a player, the oldest first.
func (s *Store) ChallengesOf(ctx context.Context, player string) ([]Challenge, error) {
	return database.List(ctx, s.db.Reader(), (*Challenge).fields, `SELECT `+challengeColumns+` FROM challenges WHERE sender = $1 OR receiver = $1 ORDER BY created_at, id`, player)
}

// DeleteChallenge removes a challenge of a version, or returns ErrNotFound.
func (s *Store) DeleteChallenge(ctx context.Context, id string, version int) error {
	return s.db.Exec(ctx, `DELETE FROM challenges WHERE id = $1 AND version = $2`, id, version)
}
