package lobby

import (
	"context"
	"fmt"
	"maps"
	"time"

	"thera/internal/site/httpkit"
	"thera/internal/site/play"
)

// Games that can be begun in a day. They bound what somebody adds to the store who makes no
// account, or many. The games of one guest are counted by the store, so on all nodes
// and across restarts; those of an address by each node that begins them.
const (
	MaxGuestGames   = 40
	MaxAddressGames = 400 // of guests
	// MaxAccountGames is that of an account or a program, and MaxAddressAccountGames that of
	// the accounts and programs of an address: those of a class may play all day.
	MaxAccountGames        = 3000
	MaxAddressAccountGames = 20_000

	// MaxGuestOffers is how many seeks, challenges and drafts of a guest are open at a time,
	// and MaxAddressOffers those of the guests of an address. They may become games when
	// the guest has begun all others.
	MaxGuestOffers   = maxGuestSeeks + maxGuestChallenges
	MaxAddressOffers = maxAddressSeeks + maxAddressChallenges
)

const day = 24 * time.Hour

// Admit refuses guests who have begun as many games as they may in a day, and players whose
// address has. The games that the player now asks for count for the address when they begin.
func (l *Lobby) Admit(ctx context.Context, who play.Player) error {
	client := httpkit.Client(ctx)
	if client == httpkit.Local || client == "" { // without a client it is not a request
		return nil
	}
	if err := l.checkGuestGames(ctx, who); err != nil {
		return err
	}
	games, full := l.addressAccountGames, "players from this address have begun as many games as they may today"
	if who.IsGuest() {
		games, full = l.addressGames, "guests from this address have begun as many games as they may today: sign up for an account to play on"
	} else if wait := l.accountGames.Check(who.ID, l.time()); wait > 0 {
		return &play.Refusal{Reason: TooMany, Wait: wait, Detail: "you have begun as many games as you may today"}
	}
	if wait := games.Check(client, l.time()); wait > 0 {
		return &play.Refusal{Reason: TooMany, Wait: wait, Detail: full}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.admissions[who.ID] = admission{client, l.now()}
	return nil
}

// countGame counts a game that has begun once for each account in it, for each address of
// guests, and for each of accounts.
func (l *Lobby) countGame(players []play.Player) {
	l.mu.Lock()
	defer l.mu.Unlock()
	guests, accounts := map[string]bool{}, map[string]bool{}
	for _, p := range players {
		address, counted, games := l.admissions[p.ID].address, accounts, l.addressAccountGames
		if p.IsGuest() {
			counted, games = guests, l.addressGames
		} else if address != "" {
			l.accountGames.Wait(p.ID, l.time())
		}
		if address != "" && !counted[address] {
			counted[address] = true
			games.Wait(address, l.time())
		}
	}
}

// admission says from where and when a player last asked for a game.
type admission struct {
	address string
	at      play.Instant
}

// admissionLifetime is how long the address of a player who offers nothing is remembered. The
// game may begin with another request, such as that of the one who accepts a rematch.
const admissionLifetime = 10 * time.Minute

// forgetAdmissions forgets those of players who offer nothing. l.mu must be held.
func (l *Lobby) forgetAdmissions() {
	since := l.now() - play.Instant(admissionLifetime.Milliseconds())
	maps.DeleteFunc(l.admissions, func(player string, a admission) bool {
		return a.at < since && len(l.seeks.byPlayer[player])+len(l.challenges.byPlayer[player])+len(l.drafts.byPlayer[player]) == 0
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
