package lobby

import (
	"cmp"
	"crypto/rand"
	"maps"
	"slices"
	"strings"

	"thera/internal/site/play"
)

// offer is an open seek, challenge or draft. Lobby.mu guards it.
type offer struct {
	id          string
	terms       Terms
	seats       int
	players     []play.Player // the first made it
	wishes      []int         // the seats they want, from 1; 0 for a random one
	to          *play.Player  // of a challenge to one player
	isChallenge bool          // or a draft; otherwise a seek
	at          play.Instant
	// botsAt is when house bots take the remaining seats, 0 for never.
	botsAt play.Instant
	// lastSeen is when each player was last online, by index in players.
	lastSeen []play.Instant
	// draft is the state of its draft, nil if there is none.
	draft *draftState
	// isTaken is set while its game is being started.
	isTaken bool
	// why is why it is gone.
	why Why
	// version is that in the store, 0 if it is not stored. Lobby.saveMu guards it.
	version int
}

func newID() string { return strings.ToLower(rand.Text()[:10]) }

func (o *offer) includes(player string) bool { return o.index(player) >= 0 }

func (o *offer) index(player string) int {
	return slices.IndexFunc(o.players, func(p play.Player) bool { return p.ID == player })
}

// add adds a player who wants a seat, 0 for any.
func (o *offer) add(p play.Player, wish int, now play.Instant) {
	o.players, o.wishes, o.lastSeen = append(slices.Clip(o.players), p), append(slices.Clip(o.wishes), wish), append(o.lastSeen, now)
}

func (o *offer) remove(player string) {
	i := o.index(player)
	o.players = slices.Concat(o.players[:i], o.players[i+1:])
	o.wishes = slices.Concat(o.wishes[:i], o.wishes[i+1:])
	o.lastSeen = slices.Delete(o.lastSeen, i, i+1)
}

// compare orders offers by age, the oldest first.
func (o *offer) compare(other *offer) int {
	return cmp.Or(cmp.Compare(o.at, other.at), cmp.Compare(o.id, other.id))
}

func (o *offer) isOlder(other *offer) bool { return o.compare(other) < 0 }

// openSeats returns how many seats are free for anybody.
func (o *offer) openSeats() int {
	n := o.seats - len(o.players)
	if o.to != nil && !o.includes(o.to.ID) {
		n--
	}
	return n
}

// matches reports whether a player who offers terms can join instead, because
// both sides' terms agree and admit each other.
func (o *offer) matches(who play.Player, terms Terms) bool {
	if o.isTaken || o.class() != who.Class || o.includes(who.ID) || !o.terms.sameGame(terms) || !o.terms.admits(who) {
		return false
	}
	return (terms.Seat == 0 || !slices.Contains(o.wishes, terms.Seat)) && !slices.ContainsFunc(o.players, func(p play.Player) bool { return !terms.admits(p) })
}

// class returns the class of the players, "" for none. Offers of a class are
// visible to its members only.
func (o *offer) class() string { return play.ClassOf(o.players) }

func (o *offer) seek() *Seek {
	return &Seek{ID: o.id, Terms: o.terms, Seats: o.seats, Players: o.players, At: o.at}
}

func (o *offer) challenge() *Challenge {
	return &Challenge{ID: o.id, Terms: o.terms, Seats: o.seats, Players: o.players, To: o.to, At: o.at}
}

func (o *offer) made() Made {
	if o.isChallenge {
		return Made{Challenge: o.challenge()}
	}
	return Made{Seek: o.seek()}
}

// concerned returns the IDs of the players who are in or asked.
func (o *offer) concerned() (ids []string) {
	for _, p := range o.players {
		ids = append(ids, p.ID)
	}
	if o.to != nil && !o.includes(o.to.ID) {
		ids = append(ids, o.to.ID)
	}
	return ids
}

// index finds offers by ID and by player. The zero value is empty.
type index struct {
	byID     map[string]*offer
	byPlayer map[string]map[string]*offer
}

// add adds an offer; adding it again picks up new players.
func (b *index) add(o *offer) {
	if b.byID == nil {
		b.byID, b.byPlayer = map[string]*offer{}, map[string]map[string]*offer{}
	}
	b.byID[o.id] = o
	for _, id := range o.concerned() {
		if b.byPlayer[id] == nil {
			b.byPlayer[id] = map[string]*offer{}
		}
		b.byPlayer[id][o.id] = o
	}
}

func (b *index) removeFor(o *offer, player string) {
	delete(b.byPlayer[player], o.id)
	if len(b.byPlayer[player]) == 0 {
		delete(b.byPlayer, player)
	}
}

func (b *index) remove(o *offer) {
	delete(b.byID, o.id)
	for _, id := range o.concerned() {
		b.removeFor(o, id)
	}
}

// openOffers returns the offers that are not taken, the oldest first.
func openOffers(offers map[string]*offer) []*offer {
	open := slices.DeleteFunc(slices.Collect(maps.Values(offers)), func(o *offer) bool { return o.isTaken })
	slices.SortFunc(open, (*offer).compare)
	return open
}
