package practice

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"thera/internal/site/account"
	"thera/internal/site/play"
	"thera/internal/site/store/database"
)

// CardChanges has mistakes that have changed since a version.
type CardChanges struct {
	Version int64  `json:"version" doc:"What these bring a device to; less than what it asked for if the server has lost changes"`
	More    bool   `json:"more" doc:"Whether there are more, after this version"`
	Cards   []Card `json:"cards" doc:"As they are now, by when they last changed, the earliest first"`
}

// cardPage is how many cards are sent at a time: more than there are of one version.
const cardPage = 3 * maxPut

// BadCard is the reason why a card is refused that can't be right.
const BadCard account.Reason = "card"

type cardRow struct {
	id, body string
	version  int64
}

func (r *cardRow) fields() []any { return []any{&r.id, &r.body, &r.version} }

func (r *cardRow) card() (c Card, err error) {
	if err = json.Unmarshal([]byte(r.body), &c); err != nil {
		err = fmt.Errorf("mistake %q: %w", r.id, err)
	}
	return c, err
}

// cardsSince returns the cards of an account that have changed since a version, at most a page
// of them, and never only a part of those of one version.
func (a *API) cardsSince(ctx context.Context, owner string, after int64) (c CardChanges, err error) {
	err = a.Store.DB().Row(ctx, []any{&c.Version}, `SELECT version FROM mistake_versions WHERE account = $1`, owner)
	if err = database.IgnoreNotFound(err); err != nil {
		return c, err
	}
	rows, err := database.List(ctx, a.Store.DB().Reader(), (*cardRow).fields, `SELECT id, body, version FROM mistakes
		WHERE account = $1 AND version > $2 AND version <= $3 ORDER BY version LIMIT $4`, owner, after, c.Version, cardPage)
	if err != nil {
		return c, err
	}
	if len(rows) == cardPage {
		c.Version, c.More = rows[cardPage-1].version-1, true
	}
	c.Cards = []Card{}
	for _, r := range rows {
		if r.version > c.Version {
			break
		}
		card, err := r.card()
		if err != nil {
			return c, err
		}
		c.Cards = append(c.Cards, card)
	}
	return c, nil
}

// putCards merges cards of a device with those of an account.
func (a *API) putCards(ctx context.Context, owner string, cards []Card, now play.Instant) error {
	wanted := map[string]Card{}
	for i, c := range cards {
		if err := c.check(a.Games); err != nil {
			return account.Refuse(BadCard, "card %d: %v", i+1, err)
		}
		c.tidy(now)
		if other, ok := wanted[c.id()]; ok {
			c = merge(other, c)
		}
		wanted[c.id()] = c
	}
	return a.Store.DB().Update(ctx, func(tx *sql.Tx) error {
		// Its closing waits: what is stored after it would stay.
		if err := a.Store.LockAccount(ctx, tx, owner); err != nil {
			return err
		}
		version, err := nextVersion(ctx, tx, owner)
		if err != nil {
			return err
		}
		stored, err := cardsIn(ctx, tx, owner, wanted)
		if err != nil {
			return err
		}
		for id, c := range wanted {
			if there, ok := stored[id]; ok {
				if c = merge(there, c); reflect.DeepEqual(c, there) {
					continue
				}
			}
			if err := a.writeCard(ctx, tx, owner, version, c); err != nil {
				return err
			}
		}
		return dropExcess(ctx, tx, owner)
	})
}

// nextVersion returns the version of a change of an account's cards. The account is locked.
func nextVersion(ctx context.Context, tx *sql.Tx, owner string) (version int64, err error) {
	err = tx.QueryRowContext(ctx, `INSERT INTO mistake_versions (account, version) VALUES ($1, 1)
		ON CONFLICT (account) DO UPDATE SET version = mistake_versions.version + 1 RETURNING version`, owner).Scan(&version)
	return version, err
}

// cardsIn returns those of the wanted cards that are stored, by ID.
func cardsIn(ctx context.Context, tx *sql.Tx, owner string, wanted map[string]Card) (map[string]Card, error) {
	rows, err := database.ListIn(ctx, tx, (*cardRow).fields, `SELECT id, body, version FROM mistakes WHERE account = $1 AND id IN KEYS`, slices.Collect(maps.Keys(wanted)), owner)
	if err != nil {
		return nil, err
	}
	stored := map[string]Card{}
	for _, r := range rows {
		if stored[r.id], err = r.card(); err != nil {
			return nil, err
		}
	}
	return stored, nil
}

func (a *API) writeCard(ctx context.Context, tx *sql.Tx, owner string, version int64, c Card) error {
	body, err := json.Marshal(c)
	if err != nil {
		return err
	}
	removed, streak, last := c.rank()
	return a.Store.DB().ExecIn(ctx, tx, `INSERT INTO mistakes (account, id, version, removed, streak, last_at, body) VALUES `+database.Values(7)+`
		ON CONFLICT (account, id) DO UPDATE SET version = $3, removed = $4, streak = $5, last_at = $6, body = $7`,
		owner, c.id(), version, removed, streak, last, string(body))
}

// dropExcess removes the cards of an account that are too many.
func dropExcess(ctx context.Context, tx *sql.Tx, owner string) error {
	var n int
	if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM mistakes WHERE account = $1`, owner).Scan(&n); err != nil || n <= maxCards {
		return err
	}
	_, err := tx.ExecContext(ctx, `DELETE FROM mistakes WHERE account = $1 AND id IN (SELECT id FROM mistakes WHERE account = $1
		ORDER BY removed DESC, streak DESC, last_at, id LIMIT $2)`, owner, n-maxCards)
	return err
}
