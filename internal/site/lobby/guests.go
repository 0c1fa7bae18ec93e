package lobby

import (
	"context"
	"fmt"
	"maps"
	"time"

	"thera/internal/site/httpkit"
	"thera/internal/site/play"
)

// Games that guests can begin in a day. They bound what somebody who makes no account
// adds to the store. The games of one guest are counted by the store, so on all nodes
// and across restarts; those of an address by each node that begins them.
const (
	MaxGuestGames   = 40
	MaxAddressGames = 400

	// MaxGuestOffers is how many seeks, challenges and drafts of a guest are open at a time,
	// and MaxAddressOffers those of the guests of an address. They may become games when
	// the guest has begun all others.
	MaxGuestOffers   = maxGuestSeeks + maxGuestChallenges
	MaxAddressOffers = maxAddressSeeks + maxAddressChallenges
)

const day = 24 * time.Hour

// Admit refuses guests who have begun as many games as they may in a day, or whose
// address has. The games that the guest now asks for count for the address when they begin.
func (l *Lobby) Admit(ctx context.Context, who play.Player) error {
	client := httpkit.Client(ctx)
	if !who.IsGuest() || client == httpkit.Local || client == "" { // without a client it is not a request
		return nil
	}
	if err := l.checkGuestGames(ctx, who); err != nil {
		return err
	}
	if wait := l.addressGames.Check(client, l.time()); wait > 0 {
		return &play.Refusal{Reason: TooMany, Wait: wait, Detail: "guests from this address have begun as many games as they may today: sign up for an account to play on"}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.addresses[who.ID] = client
	return nil
}

// countGame counts a game that has begun for the address of each guest in it.
func (l *Lobby) countGame(players []play.Player) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, p := range players {
		if address := l.addresses[p.ID]; p.IsGuest() && address != "" {
			l.addressGames.Wait(address, l.time())
		}
	}
}

// forgetAddresses forgets the addresses of guests who offer nothing. l.mu must be held.
func (l *Lobby) forgetAddresses() {
	maps.DeleteFunc(l.addresses, func(guest, _ string) bool {
		return len(l.seeks.byPlayer[guest])+len(l.challenges.byPlayer[guest])+len(l.drafts.byPlayer[guest]) == 0
	})
}

// checkGuestGames refuses a guest who has begun as many games as guests may in a day.
func (l *Lobby) checkGuestGames(ctx context.Context, who play.Player) error {
	if !who.IsGuest() {
		return nil
	}
	now := l.now()
	games, first, err := l.config.Store.Begun(ctx, who.ID, now-play.Instant(day.Milliseconds()))
	if err != nil || games < MaxGuestGames {
		return err
	}
	wait := day - time.Duration(now-first)*time.Millisecond
	return &play.Refusal{Reason: TooMany, Wait: wait, Detail: fmt.Sprintf("a guest can begin %d games a day: sign up for an account to play on", MaxGuestGames)}
}
