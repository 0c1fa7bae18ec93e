package lobby

import (
	"cmp"
	"crypto/rand"
	"maps"
	"slices"
	"strings"

	"thera/internal/site/play"
)

// offer is a seek or a challenge that waits for players. The lobby's lock
// guards it.
type offer struct {
	id      string
	terms   Terms
	seats   int
	players []play.Player // who are in, the first made it
	wishes  []int         // the seats they want, from 1; 0 for by chance
	to      *play.Player  // of a challenge to one player
	link    bool          // a challenge
	at      play.Instant
	// bots is when house bots take the places that are left, 0 for never.
	bots play.Instant
	// seen is when players were there last, in the order of players.
	seen []play.Instant
	// stage is how far its draft is, nil where there is none.
	stage *stage
	// taken says that it is being made a game, which is undone if that fails.
	taken bool
	// why says why it is gone.
	why Why
	// version is that of what is stored, 0 for nothing. Saving guards it.
	version int
}

// newID returns a random id that nobody guesses.
func newID() string { return strings.ToLower(rand.Text()[:10]) }

// has reports whether a player is in.
func (o *offer) has(player string) bool { return o.index(player) >= 0 }

func (o *offer) index(player string) int {
	return slices.IndexFunc(o.players, func(p play.Player) bool { return p.ID == player })
}

// add lets a player in, who wants a seat.
func (o *offer) add(p play.Player, wish int, now play.Instant) {
	o.players, o.wishes, o.seen = append(slices.Clip(o.players), p), append(slices.Clip(o.wishes), wish), append(o.seen, now)
}

// remove lets a player go.
func (o *offer) remove(player string) {
	i := o.index(player)
	o.players = slices.Concat(o.players[:i], o.players[i+1:])
	o.wishes = slices.Concat(o.wishes[:i], o.wishes[i+1:])
	o.seen = slices.Delete(o.seen, i, i+1)
}

// compare puts the older one first.
func (o *offer) compare(other *offer) int {
	return cmp.Or(cmp.Compare(o.at, other.at), cmp.Compare(o.id, other.id))
}

func (o *offer) before(other *offer) bool { return o.compare(other) < 0 }

// places returns how many places are left for whoever comes.
func (o *offer) places() int {
	n := o.seats - len(o.players)
	if o.to != nil && !o.has(o.to.ID) {
		n--
	}
	return n
}

// fits reports whether a player who offers terms himself can join, and all who
// are in want him and he them.
func (o *offer) fits(who play.Player, terms Terms) bool {
	if o.taken || o.class() != who.Class || o.has(who.ID) || !o.terms.same(terms) || !o.terms.admits(who) {
		return false
	}
	return (terms.Seat == 0 || !slices.Contains(o.wishes, terms.Seat)) && !slices.ContainsFunc(o.players, func(p play.Player) bool { return !terms.admits(p) })
}

// class returns the class of who is in, "" for none: nobody else is to know of it.
func (o *offer) class() string { return play.ClassOf(o.players) }

func (o *offer) seek() *Seek {
	return &Seek{ID: o.id, Terms: o.terms, Seats: o.seats, Players: o.players, At: o.at}
}

func (o *offer) challenge() *Challenge {
	return &Challenge{ID: o.id, Terms: o.terms, Seats: o.seats, Players: o.players, To: o.to, At: o.at}
}

// made returns the offer that waits.
func (o *offer) made() Made {
	if o.link {
		return Made{Challenge: o.challenge()}
	}
	return Made{Seek: o.seek()}
}

// concerned returns the ids of those who are in or asked.
func (o *offer) concerned() (ids []string) {
	for _, p := range o.players {
		ids = append(ids, p.ID)
	}
	if o.to != nil && !o.has(o.to.ID) {
		ids = append(ids, o.to.ID)
	}
	return ids
}

// book has offers by id and by whom they concern. The zero value is empty.
type book struct {
	all map[string]*offer
	of  map[string]map[string]*offer
}

// add adds an offer, or one more whom it concerns.
func (b *book) add(o *offer) {
	if b.all == nil {
		b.all, b.of = map[string]*offer{}, map[string]map[string]*offer{}
	}
	b.all[o.id] = o
	for _, id := range o.concerned() {
		if b.of[id] == nil {
			b.of[id] = map[string]*offer{}
		}
		b.of[id][o.id] = o
	}
}

// forget removes an offer from those that concern a player.
func (b *book) forget(o *offer, player string) {
	delete(b.of[player], o.id)
	if len(b.of[player]) == 0 {
		delete(b.of, player)
	}
}

func (b *book) remove(o *offer) {
	delete(b.all, o.id)
	for _, id := range o.concerned() {
		b.forget(o, id)
	}
}

// list returns offers that are not taken, the oldest first.
func list(offers map[string]*offer) []*offer {
	open := slices.DeleteFunc(slices.Collect(maps.Values(offers)), func(o *offer) bool { return o.taken })
	slices.SortFunc(open, (*offer).compare)
	return open
}
