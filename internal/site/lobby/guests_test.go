package lobby_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"thera/internal/site/httpkit"
	"thera/internal/site/lobby"
	"thera/internal/site/play"
)

// from is a context of a request from an address.
func from(t *testing.T, address string) context.Context {
	return httpkit.WithRequest(t.Context(), &httpkit.Request{Client: address})
}

// tooMany reports whether an operation was refused because of a limit.
func tooMany(t *testing.T, err error) bool {
	t.Helper()
	r, refused := errors.AsType[*play.Refusal](err)
	if err != nil && (!refused || r.Reason != lobby.TooMany) {
		t.Fatal(err)
	}
	return refused
}

// Guests of one address can't fill the lobby.
func TestGuestsShareTheLobby(t *testing.T) {
	inBubble(t, nil, func(p *place) {
		for n := range 49 {
			ctx := from(p.t, "192.0.2.1")
			who := play.Player{ID: fmt.Sprint("hostile", n), Name: "Guest", Kind: play.Guest}
			for more := range 2 { // all differ, so that they don't play each other
				_, err := p.Seek(ctx, who, terms(fmt.Sprintf("hermit %[1]dx%[1]d %[2]dd", 3+n%7, 1+2*(n/7)+more)))
				tooMany(p.t, err)
			}
		}
		if n := len(p.Seeks("")); n != 20 {
			p.t.Errorf("guests of one address have %d seeks open, want 20", n)
		}
		// Others still find room.
		for n, control := range []string{"3d", "4d", "5d"} {
			_, err := p.Seek(from(p.t, "192.0.2.2"), guest(1), terms("hermit 10x10 "+control))
			if tooMany(p.t, err) != (n == 2) {
				p.t.Errorf("seek %d of a guest: %v", n+1, err)
			}
		}
		p.must(p.Seek(from(p.t, "192.0.2.1"), p.account("Ann"), terms("hermit 10x10 2d")))
		time.Sleep(59 * time.Minute)
		if n := len(p.Seeks("")); n != 23 {
			p.t.Errorf("%d seeks, want 23", n)
		}
		time.Sleep(2 * time.Minute)
		if n := len(p.Seeks("")); n != 1 {
			p.t.Errorf("%d seeks after an hour, want that of an account", n)
		}
	})
}

// A guest's seek with a live clock ends while the guest is connected.
func TestGuestSeekEnds(t *testing.T) {
	inBubble(t, nil, func(p *place) {
		ear := p.listen(guest(1).ID, true)
		p.must(p.Seek(from(p.t, "192.0.2.1"), guest(1), terms("hermit 3x3 5+3")))
		time.Sleep(9 * time.Minute)
		if n := len(p.Seeks("")); n != 1 {
			p.t.Errorf("%d seeks, want 1", n)
		}
		time.Sleep(2 * time.Minute)
		if n := len(p.Seeks("")); n != 0 {
			p.t.Errorf("%d seeks after ten minutes, want none", n)
		}
		ear.end()
	})
}

// A guest begins a limited number of games in a day, as do the guests of an address.
func TestGuestGamesAreLimited(t *testing.T) {
	inBubble(t, nil, func(p *place) {
		ann := p.account("Ann")
		play := func(address string, n int) bool {
			seek := p.must(p.Seek(p.t.Context(), ann, terms("hermit 3x3 3d"))).Seek
			_, err := p.Accept(from(p.t, address), guest(n), seek.ID)
			if err != nil {
				if err := p.Withdraw(p.t.Context(), ann, seek.ID); err != nil {
					p.t.Fatal(err)
				}
			}
			return !tooMany(p.t, err)
		}
		for n := range lobby.MaxGuestGames {
			if !play("192.0.2.1", 0) {
				p.t.Fatalf("game %d of a guest is refused", n+1)
			}
		}
		if play("192.0.2.9", 0) {
			p.t.Error("a guest plays on from another address")
		}
		games := lobby.MaxGuestGames
		for play("192.0.2.1", games/lobby.MaxGuestGames) {
			games++
		}
		if play("192.0.2.1", 999) {
			p.t.Error("an address whose guests have begun all their games begins another")
		}
		if games != lobby.MaxAddressGames {
			p.t.Errorf("%d games from one address, want %d", games, lobby.MaxAddressGames)
		}
		if !play("192.0.2.2", 1000) {
			p.t.Error("another address is refused")
		}
	})
}

// The accounts of an address begin a limited number of games in a day, and a game between two
// of them is counted once.
func TestGamesOfAnAddressAreLimited(t *testing.T) {
	inBubble(t, nil, func(p *place) {
		var pupils []play.Player
		for n := range 31 {
			pupils = append(pupils, p.account(fmt.Sprint("Pupil", n)))
		}
		begin := func(address string, n int) bool {
			ctx := from(p.t, address)
			one, other := pupils[n%len(pupils)], pupils[(n+1)%len(pupils)]
			seek, err := p.Seek(ctx, one, terms("hermit 3x3 3d"))
			if tooMany(p.t, err) {
				return false
			}
			_, err = p.Accept(ctx, other, seek.Seek.ID)
			return !tooMany(p.t, err)
		}
		const most = 40
		p.LimitAccountGames(2*most, most)
		games := 0
		for begin("192.0.2.1", games) {
			games++
		}
		if games != most {
			p.t.Errorf("%d games from one address, want %d", games, most)
		}
		if !begin("192.0.2.2", 0) {
			p.t.Error("another address is refused")
		}
	})
}

// An account begins a limited number of games in a day, from whatever address, and others from
// its address begin theirs.
func TestGamesOfAnAccountAreLimited(t *testing.T) {
	inBubble(t, nil, func(p *place) {
		const most = 3
		p.LimitAccountGames(most, 100)
		busy, others := p.account("Busy"), 0
		begin := func(one play.Player, address string) bool {
			ctx := from(p.t, address)
			seek, err := p.Seek(ctx, one, terms("hermit 3x3 3d"))
			if tooMany(p.t, err) {
				return false
			}
			others++
			p.must(p.Accept(ctx, p.account(fmt.Sprint("Other", others)), seek.Seek.ID))
			return true
		}
		for n := range most {
			if !begin(busy, fmt.Sprint("192.0.2.", n)) {
				p.t.Fatalf("game %d is refused", n+1)
			}
		}
		if begin(busy, "192.0.2.77") {
			p.t.Error("one more game begins")
		}
		if !begin(p.account("Idle"), "192.0.2.0") {
			p.t.Error("another account is refused")
		}
	})
}

// An address is remembered from when a player is admitted until the game has begun, as for a
// rematch that the other player accepts.
func TestAdmissionIsRemembered(t *testing.T) {
	inBubble(t, nil, func(p *place) {
		p.LimitAccountGames(lobby.MaxAccountGames, 1)
		ann, bob, ctx := p.account("Ann"), p.account("Bob"), p.t.Context()
		for n, test := range []struct {
			wait time.Duration // until the game begins
			want bool          // counted
		}{{4 * time.Second, true}, {21 * time.Minute, false}} {
			client := from(p.t, fmt.Sprint("192.0.2.", n))
			time.Sleep(9*time.Minute + 58*time.Second) // so that addresses are forgotten after two seconds
			if err := p.Admit(client, ann); err != nil {
				p.t.Fatal(err)
			}
			time.Sleep(test.wait)
			seek := p.must(p.Seek(ctx, bob, terms("hermit 3x3 3d"))).Seek
			p.must(p.Accept(ctx, ann, seek.ID))
			if got := tooMany(p.t, p.Admit(client, bob)); got != test.want {
				p.t.Errorf("after %v: another game is refused: %v", test.wait, got)
			}
		}
	})
}

// What does not become a game is not counted as one.
func TestOnlyGamesAreCounted(t *testing.T) {
	inBubble(t, nil, func(p *place) {
		ctx := from(p.t, "192.0.2.1")
		for range lobby.MaxAddressGames {
			if err := p.Admit(ctx, guest(1)); err != nil { // as for a rematch that nobody accepts
				p.t.Fatal(err)
			}
			seek := p.must(p.Seek(ctx, guest(1), terms("hermit 3x3 5+3"))).Seek
			if err := p.Withdraw(ctx, guest(1), seek.ID); err != nil {
				p.t.Fatal(err)
			}
		}
		p.must(p.Seek(ctx, guest(2), terms("hermit 3x3 5+3")))
	})
}

// A game counts for the address of each guest in it, also if others took the last seat.
func TestGamesCountForTheirGuests(t *testing.T) {
	inBubble(t, nil, func(p *place) {
		ann := p.account("Ann")
		for n := range lobby.MaxAddressGames {
			ctx := from(p.t, "192.0.2.1")
			seek := p.must(p.Seek(ctx, guest(n/lobby.MaxGuestGames), terms("hermit 3x3 3d"))).Seek
			p.must(p.Accept(p.t.Context(), ann, seek.ID))
		}
		for address, want := range map[string]bool{"192.0.2.1": true, "192.0.2.2": false} {
			_, err := p.Seek(from(p.t, address), guest(999), terms("hermit 3x3 3d"))
			if tooMany(p.t, err) != want {
				p.t.Errorf("a seek from %s: %v", address, err)
			}
		}
	})
}
