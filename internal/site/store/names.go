package store

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"sync"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"

	"thera/internal/site/play"
	"thera/internal/site/store/database"
)

// Names are kept in one place, the table of accounts. Logs, offers and tournaments have
// the IDs of players only; their readers get the present names from here. An ID
// without an account is a guest's or a team's. An account that was closed is called [play.Deleted].

// maxNames bounds the names in memory, at about 200 bytes each.
const maxNames = 20_000

// names has the players whose names were read lately, by ID, guests too.
type names struct {
	mu        sync.Mutex
	players   map[string]play.Player
	changes   int // how many names have changed
	followers []func(play.Player)
}

// get adds the known players to found, and returns the IDs of the others and the number
// of changes before they are read.
func (n *names) get(ids []string, found map[string]play.Player) (unknown []string, changes int) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, id := range ids {
		if p, ok := n.players[id]; ok {
			found[id] = p
		} else {
			unknown = append(unknown, id)
		}
	}
	return unknown, n.changes
}

// put keeps players that were read. If a name has changed since, they may be outdated
// and are read again when they are needed.
func (n *names) put(players map[string]play.Player, changes int) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if changes != n.changes {
		return
	}
	if n.players == nil || len(n.players)+len(players) > maxNames {
		n.players = map[string]play.Player{}
	}
	maps.Copy(n.players, players)
}

// forget drops players whose names have changed, and returns who has to be told.
func (n *names) forget(ids []string) (followers []func(play.Player)) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.changes++
	for _, id := range ids {
		delete(n.players, id)
	}
	return slices.Clone(n.followers)
}

// Names returns the players with these IDs, without ratings.
func (s *Store) Names(ctx context.Context, ids []string) (map[string]play.Player, error) {
	found := make(map[string]play.Player, len(ids))
	unknown, changes := s.names.get(ids, found)
	if len(unknown) == 0 {
		return found, nil
	}
	read := make(map[string]play.Player, len(unknown))
	for _, id := range unknown {
		read[id] = play.WithoutAccount(id)
	}
	accounts, err := database.ListIn(ctx, s.db.Reader(), func(p *play.Player) []any { return []any{&p.ID, &p.Name, &p.Kind} },
		`SELECT id, name, kind FROM accounts WHERE id IN KEYS`, unknown)
	if err != nil {
		return nil, err
	}
	for _, p := range accounts {
		read[p.ID] = p
	}
	s.names.put(read, changes)
	maps.Copy(found, read)
	return found, nil
}

// Name fills in the names of players, and the kinds of those with accounts.
func (s *Store) Name(ctx context.Context, lists ...[]play.Player) error {
	var ids []string
	for _, list := range lists {
		for _, p := range list {
			ids = append(ids, p.ID)
		}
	}
	slices.Sort(ids)
	players, err := s.Names(ctx, slices.Compact(ids))
	if err != nil {
		return err
	}
	for _, list := range lists {
		for i := range list {
			p := players[list[i].ID]
			if list[i].Name = p.Name; p.Kind != play.Guest {
				list[i].Kind = p.Kind // that of somebody who was a guest before
			}
		}
	}
	return nil
}

// FollowNames registers a function that is called with each player whose name or kind
// has changed. It must not block.
func (s *Store) FollowNames(changed func(play.Player)) {
	s.names.mu.Lock()
	defer s.names.mu.Unlock()
	s.names.followers = append(s.names.followers, changed)
}

// NameChanges returns a number that grows when a name changes: something that has names
// in it can be kept as long as the number is the same.
func (s *Store) NameChanges() int {
	s.names.mu.Lock()
	defer s.names.mu.Unlock()
	return s.names.changes
}

// Renamed makes this program show the present names of players. The methods that change
// a name call it; it has to be called when another program has changed one.
func (s *Store) Renamed(ctx context.Context, ids ...string) error {
	followers := s.names.forget(ids)
	if len(followers) == 0 {
		return nil
	}
	players, err := s.Names(ctx, ids)
	for _, p := range players {
		for _, changed := range followers {
			changed(p)
		}
	}
	return err
}

// NameChange says when the name or kind of an account was last set.
type NameChange struct {
	Account string
	At      play.Instant
}

// NameChangesSince returns the accounts whose names or kinds were set after a time.
func (s *Store) NameChangesSince(ctx context.Context, since play.Instant) ([]NameChange, error) {
	return database.List(ctx, s.db.Reader(), func(c *NameChange) []any { return []any{&c.Account, &c.At} },
		`SELECT id, named_at FROM accounts WHERE named_at > $1 AND named_at > 0 ORDER BY named_at, id`, since)
}

// SortByName sorts a list of people the way people sort names, by what of returns for each.
// Databases don't: each has an order of its own for letters outside ASCII.
func SortByName[T any](all []T, of func(T) (name, id string)) {
	order := collate.New(language.Und)
	slices.SortFunc(all, func(a, b T) int {
		name, id := of(a)
		otherName, otherID := of(b)
		return cmp.Or(order.CompareString(name, otherName), cmp.Compare(id, otherID))
	})
}
