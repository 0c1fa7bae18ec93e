package store

import (
	"context"

	"thera/internal/site/play"
	"thera/internal/site/store/database"
)

// Subscription is a browser that receives push messages for a player.
type Subscription struct {
	Endpoint string // secret: anybody who knows it can send messages
	Player   string
	Key      string // the browser's public key, p256dh, in base64url
	Auth     string // the shared secret, in base64url
	Created  play.Instant
}

func (s *Subscription) fields() []any {
	return []any{&s.Endpoint, &s.Player, &s.Key, &s.Auth, &s.Created}
}

const subscriptionColumns = `endpoint, player, p256dh, auth, created_at`

// AddSubscription adds a browser. A known one is reassigned to this player.
func (s *Store) AddSubscription(ctx context.Context, one Subscription) error {
	return s.db.Exec(ctx, `INSERT INTO subscriptions (`+subscriptionColumns+`) VALUES `+database.Values(5)+`
		ON CONFLICT (endpoint) DO UPDATE SET player = excluded.player, p256dh = excluded.p256dh, auth = excluded.auth, created_at = excluded.created_at`,
		one.Endpoint, one.Player, one.Key, one.Auth, one.Created)
}

// SubscriptionsOf returns a player's subscriptions, the oldest first.
func (s *Store) SubscriptionsOf(ctx context.Context, player string) ([]Subscription, error) {
	return database.List(ctx, s.db.Reader(), (*Subscription).fields, `SELECT `+subscriptionColumns+` FROM subscriptions WHERE player = $1 ORDER BY created_at, endpoint`, player)
}

// DeleteSubscription removes a player's subscription, or returns ErrNotFound.
func (s *Store) DeleteSubscription(ctx context.Context, player, endpoint string) error {
	return s.db.Exec(ctx, `DELETE FROM subscriptions WHERE player = $1 AND endpoint = $2`, player, endpoint)
}
