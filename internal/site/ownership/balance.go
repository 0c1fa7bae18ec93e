package ownership

import (
	"context"
	"math"
	"time"

	"thera/internal/site/room"
	"thera/internal/site/store"
)

const (
	balanceInterval = time.Second
	// how long a node must be known before it gets games; a node that crashes
	// repeatedly would interrupt them each time
	minKnown = 2 * time.Second
	// how many games above its fair share a node keeps, in addition to an
	// eighth of it
	slack   = 2
	maxGift = 200
)

// balance gives games to the node with the fewest, if this one has clearly more
// than its fair share. It gives a quarter of the excess, because other nodes do
// the same using numbers from a second ago.
func (n *Node) balance(ctx context.Context, house *room.House, nodes []store.Node) {
	mine, least := house.OwnedGames(), store.Node{Rooms: math.MaxInt}
	sum := mine
	for _, other := range nodes {
		if other.ID == n.id {
			continue
		}
		sum += other.Rooms
		if other.Rooms < least.Rooms && time.Since(n.foundAt(other.ID)) >= minKnown {
			least = other
		}
	}
	fair := sum / max(len(nodes), 1)
	if least.Rooms >= fair || mine <= fair+fair/8+slack || n.offerGames(ctx, least.ID, nil) != nil {
		return
	}
	games := house.Give(ctx, least.ID, min((mine-fair+3)/4, fair-least.Rooms, maxGift))
	if len(games) == 0 {
		return
	}
	n.Log.Info("games given", "to", least.ID, "games", len(games))
	if err := n.offerGames(ctx, least.ID, games); err != nil {
		n.Log.Warn("node not told of the games it was given", "to", least.ID, "cause", err) // it finds them when they are due
	}
}

func (n *Node) foundAt(node string) time.Time {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.others[node]
}

func (n *Node) offerGames(ctx context.Context, node string, games []string) error {
	ctx, cancel := context.WithTimeout(ctx, watchInterval)
	defer cancel()
	_, err := n.ask(ctx, node, request{Given: games, Gift: true})
	return err
}

// takeGames has Run take games that another node has given to this one.
func (n *Node) takeGames(games []string) response {
	if n.house.Load() == nil {
		return response{NotOwner: true}
	}
	n.mu.Lock()
	n.given = append(n.given, games...)
	n.mu.Unlock()
	n.wakeNow()
	return response{}
}
