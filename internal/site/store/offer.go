package store

import (
	"context"

	"thera/internal/site/play"
	"thera/internal/site/store/database"
)

// Offer is an open offer of the lobby: a seek, which anybody can accept, or a
// challenge.
type Offer struct {
	ID          string
	Maker       string
	Receiver    string // of a challenge; empty if it is for anybody with its link
	Text        string // JSON: the terms, and who is in
	Created     play.Instant
	IsChallenge bool
	// Version counts the changes. Whoever changes or removes the offer names the
	// version they read; if several do so at the same time, one succeeds and the
	// others get ErrNotFound.
	Version int
}

func (o *Offer) fields() []any {
	return []any{&o.ID, &o.Maker, &o.Receiver, &o.Text, &o.Created, &o.Version, &o.IsChallenge}
}

// The queries of all offers of a kind.
const (
	selectSeeks      = `SELECT id, player, '' AS receiver, offer, created_at, version, FALSE AS is_challenge FROM seeks`
	selectChallenges = `SELECT id, sender, receiver, offer, created_at, version, TRUE AS is_challenge FROM challenges`
)

// PutOffer inserts an offer of version 0, or replaces the text of one with another
// version. Afterward the version is one higher.
func (s *Store) PutOffer(ctx context.Context, o Offer) error {
	switch {
	case o.Version > 0:
		return s.db.Exec(ctx, `UPDATE `+offerTable(o.IsChallenge)+` SET offer = $1, version = version + 1 WHERE id = $2 AND version = $3`, o.Text, o.ID, o.Version)
	case o.IsChallenge:
		return s.db.Exec(ctx, `INSERT INTO challenges (id, sender, receiver, offer, created_at, version) VALUES `+database.Values(6), o.ID, o.Maker, o.Receiver, o.Text, o.Created, 1)
	}
	return s.db.Exec(ctx, `INSERT INTO seeks (id, player, offer, created_at, version) VALUES `+database.Values(5), o.ID, o.Maker, o.Text, o.Created, 1)
}

// Offer returns the seek or challenge with an ID, or ErrNotFound.
func (s *Store) Offer(ctx context.Context, id string, isChallenge bool) (o Offer, err error) {
	query := selectSeeks
	if isChallenge {
		query = selectChallenges
	}
	err = s.db.Row(ctx, o.fields(), query+` WHERE id = $1`, id)
	return o, err
}

// Offers returns all offers, the oldest first.
func (s *Store) Offers(ctx context.Context) ([]Offer, error) {
	return database.List(ctx, s.db.Reader(), (*Offer).fields, `SELECT * FROM (`+selectSeeks+` UNION ALL `+selectChallenges+`) AS offers ORDER BY created_at, id`)
}

// DeleteOffer removes a seek or challenge of a version, or returns ErrNotFound.
func (s *Store) DeleteOffer(ctx context.Context, id string, isChallenge bool, version int) error {
	return s.db.Exec(ctx, `DELETE FROM `+offerTable(isChallenge)+` WHERE id = $1 AND version = $2`, id, version)
}

func offerTable(isChallenge bool) string {
	if isChallenge {
		return "challenges"
	}
	return "seeks"
}
