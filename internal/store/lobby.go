package store

import (
	"context"

	"thera/internal/play"
)

// Seek is an open offer in the lobby.
type Seek struct {
	ID      string
	Player  string
	Offer   string // JSON: the terms, and who is in
	Created play.Instant
}

func (k *Seek) fields() []any { return []any{&k.ID, &k.Player, &k.Offer, &k.Created} }

const seekColumns = `id, player, offer, created_at`

// PutSeek makes a seek, or replaces the offer of one of this id.
func (s *Store) PutSeek(ctx context.Context, k Seek) error {
	return s.exec(ctx, `INSERT INTO seeks (`+seekColumns+`) VALUES `+numbered(4)+` ON CONFLICT (id) DO UPDATE SET offer = excluded.offer`, k.ID, k.Player, k.Offer, k.Created)
}

// Seeks returns all seeks, the oldest first.
func (s *Store) Seeks(ctx context.Context) ([]Seek, error) {
	return list(ctx, s.read, (*Seek).fields, `SELECT `+seekColumns+` FROM seeks ORDER BY created_at, id`)
}

// DeleteSeek takes a seek away. Of several who do so at once, because they have
// found a partner, one succeeds: the others get ErrNotFound.
func (s *Store) DeleteSeek(ctx context.Context, id string) error {
	return s.exec(ctx, `DELETE FROM seeks WHERE id = $1`, id)
}

// Challenge is an offer to one player, or to whoever has its link.
type Challenge struct {
	ID       string
	Sender   string
	Receiver string // empty for whoever has the link
	Offer    string // JSON: the terms, and who is in
	Created  play.Instant
}

func (c *Challenge) fields() []any {
	return []any{&c.ID, &c.Sender, &c.Receiver, &c.Offer, &c.Created}
}

const challengeColumns = `id, sender, receiver, offer, created_at`

// PutChallenge makes a challenge, or replaces the offer of one of this id.
func (s *Store) PutChallenge(ctx context.Context, c Challenge) error {
	return s.exec(ctx, `INSERT INTO challenges (`+challengeColumns+`) VALUES `+numbered(5)+` ON CONFLICT (id) DO UPDATE SET offer = excluded.offer`, c.ID, c.Sender, c.Receiver, c.Offer, c.Created)
}

// Challenges returns all challenges, the oldest first.
func (s *Store) Challenges(ctx context.Context) ([]Challenge, error) {
	return list(ctx, s.read, (*Challenge).fields, `SELECT `+challengeColumns+` FROM challenges ORDER BY created_at, id`)
}

// Challenge returns a challenge, or ErrNotFound.
func (s *Store) Challenge(ctx context.Context, id string) (c Challenge, err error) {
	err = s.row(ctx, c.fields(), `SELECT `+challengeColumns+` FROM challenges WHERE id = $1`, id)
	return c, err
}

// ChallengesOf returns the challenges from and to a player, the oldest first.
func (s *Store) ChallengesOf(ctx context.Context, player string) ([]Challenge, error) {
	return list(ctx, s.read, (*Challenge).fields, `SELECT `+challengeColumns+` FROM challenges WHERE sender = $1 OR receiver = $1 ORDER BY created_at, id`, player)
}

// DeleteChallenge takes a challenge away. Of several who do so at once, because
// it is accepted or withdrawn, one succeeds: the others get ErrNotFound.
func (s *Store) DeleteChallenge(ctx context.Context, id string) error {
	return s.exec(ctx, `DELETE FROM challenges WHERE id = $1`, id)
}
