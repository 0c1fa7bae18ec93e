package lobby

import (
	"iter"
	"slices"
	"time"

	"thera/internal/catalog/setup"
	"thera/internal/site/play"
)

// limits are how many offers may be open. An offer counts for each player in it. A node
// counts those it knows of: nodes that are asked at the same time may each allow one more.
//
// Guests cost nothing to make, so their share is limited, for each of them, for their
// address, and together, so that there is always room for accounts.
type limits struct {
	player, guest   int // of one player, of one guest
	address, guests int // of the guests at one address, of all guests
	all             int

	// Details of refusals: because of the player's own offers, those of guests at the
	// player's address, or those of all.
	tooMany, tooManyHere, full string
}

var (
	seekLimits = limits{
		player: 5, guest: maxGuestSeeks, address: maxAddressSeeks, guests: 2500, all: 5000,
		tooMany:     "too many open seeks: withdraw one, or wait for an opponent",
		tooManyHere: "guests from this address have too many open seeks: accept one of the others, or wait",
		full:        "the lobby is full: accept a seek, or wait",
	}
	// challengeLimits are for challenges, drafts and the seeks that become drafts. As these
	// are counted from the start, a draft needs room only for the player who takes the seat.
	challengeLimits = limits{
		player: 50, guest: maxGuestChallenges, address: maxAddressChallenges, guests: 5000, all: 10_000,
		tooMany:     "too many open challenges and drafts: end one, or wait for the others",
		tooManyHere: "guests from this address have too many open challenges and drafts: wait, or sign up for an account",
		full:        "there are too many open challenges and drafts: wait until some have ended",
	}
	// receivedLimits are for the challenges to one player, by who has sent them.
	receivedLimits = limits{
		player: 2, guest: 2, address: 5, guests: 25, all: 50,
		tooMany:     "too many open challenges to this player: wait for answers",
		tooManyHere: "guests from this address have too many open challenges to this player: wait for answers",
		full:        "this player has too many open challenges: wait until they have answered some",
	}
)

// declineLimit is how long a player can't challenge one who has declined.
const declineLimit = day

const (
	maxGuestSeeks        = 2
	maxGuestChallenges   = 5
	maxAddressSeeks      = 20
	maxAddressChallenges = 50
)

// checkOwn refuses a player who is in a number of offers if that is the most.
func (m *limits) checkOwn(who play.Player, own int) error {
	most := m.player
	if who.IsGuest() {
		most = m.guest
	}
	return play.RefuseIf(own >= most, TooMany, "%s", m.tooMany)
}

// checkRoom refuses a player at a client's address if there is no room for another offer
// beside those that are open. l.mu must be held.
func (l *Lobby) checkRoom(m *limits, who play.Player, client string, open iter.Seq[*offer]) error {
	var own, address, guests, all int
	isHere := func(p play.Player) bool { return client != "" && p.IsGuest() && l.admissions[p.ID].address == client }
	for o := range open {
		all++
		if o.includes(who.ID) {
			own++
		}
		if slices.ContainsFunc(o.players, play.Player.IsGuest) {
			guests++
		}
		if slices.ContainsFunc(o.players, isHere) {
			address++
		}
	}
	const soon = 30 * time.Second
	if err := m.checkOwn(who, own); err != nil {
		return err
	}
	switch {
	case who.IsGuest() && address >= m.address:
		return &play.Refusal{Reason: TooMany, Wait: soon, Detail: m.tooManyHere}
	case all >= m.all, who.IsGuest() && guests >= m.guests:
		return &play.Refusal{Reason: TooMany, Wait: soon, Detail: m.full}
	}
	return nil
}

// isDrafted reports whether an offer is or becomes a draft.
func (o *offer) isDrafted() bool { return o.terms.Powers == setup.ByDrafted }

// countsAsChallenge reports whether challengeLimits are about an offer.
func (o *offer) countsAsChallenge() bool { return o.isChallenge || o.isDrafted() }

// asChallenges yields the offers that count as challenges, of all players or, with
// an ID, of those in which a player is or is invited. l.mu must be held.
func (l *Lobby) asChallenges(player string) iter.Seq[*offer] {
	return func(yield func(*offer) bool) {
		for _, b := range []*index{&l.challenges, &l.drafts, &l.seeks} {
			offers := b.byID
			if player != "" {
				offers = b.byPlayer[player]
			}
			for _, o := range offers {
				if o.countsAsChallenge() && !yield(o) {
					return
				}
			}
		}
	}
}

// received yields the open challenges to a player. l.mu must be held.
func (l *Lobby) received(player string) iter.Seq[*offer] {
	return func(yield func(*offer) bool) {
		for _, o := range l.challenges.byPlayer[player] {
			if !o.includes(player) && !yield(o) {
				return
			}
		}
	}
}

// checkSeat refuses a player who would be in too many challenges and drafts after taking
// a seat in an offer. l.mu must be held.
func (l *Lobby) checkSeat(o *offer, who play.Player) error {
	becomesGame := len(o.players)+1 == o.seats && !o.isDrafted()
	if becomesGame || !o.countsAsChallenge() {
		return nil
	}
	own := 0
	for o := range l.asChallenges(who.ID) {
		if o.includes(who.ID) {
			own++
		}
	}
	return challengeLimits.checkOwn(who, own)
}
