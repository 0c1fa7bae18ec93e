package lobby_test

import (
	"errors"
	"testing"

	"thera/internal/catalog/setup"
	"thera/internal/site/lobby"
	"thera/internal/site/play"
	"thera/internal/site/store"
)

// A tournament game is started once, with the players' current names and
// ratings, and their seeks are removed.
func TestPair(t *testing.T) {
	each(t, func(t *testing.T, p *place) {
		ann, bob := p.account("Ann"), p.account("Bob")
		p.must(p.Seek(t.Context(), ann, terms("hermit 7x7 5+3")))
		id := play.TournamentGameID("cup", 1, 1)
		of := terms("hermit 3x3 5+3")
		pair := func(first, second play.Player) error {
			return p.Pair(t.Context(), id, play.Setup{
				Tournament: "cup", Game: of.Game, Variant: of.Variant, Control: of.Control, Rated: true,
				Players: []play.Player{{ID: first.ID, Name: "once", Kind: first.Kind}, second},
			}, setup.AsNamed)
		}
		if err := errors.Join(pair(ann, bob), pair(ann, bob), pair(bob, ann)); err != nil {
			t.Fatal(err)
		}
		sum := p.summary(id)
		if sum.Tournament != "cup" || sum.Players[0].Name != "Ann" || sum.Players[0].Rating != 1500 || sum.Players[1].Name != "Bob" {
			t.Errorf("the game is %+v", sum)
		}
		if seeks := p.Seeks(""); len(seeks) != 0 {
			t.Errorf("seeks %+v are left", seeks)
		}
		if err := p.store.CloseAccounts(t.Context(), store.Closing{Accounts: []string{bob.ID}, At: 9}); err != nil {
			t.Fatal(err)
		}
		id = play.TournamentGameID("cup", 1, 2)
		if absent := (*lobby.AbsentError)(nil); !errors.As(pair(ann, bob), &absent) || absent.Player != bob.ID {
			t.Errorf("a game with who is gone: %v", absent)
		}
	})
}

// A game that has begun continues, whatever its players may begin now: a director asks for
// it again after a restart, and those of other nodes ask for it as well.
func TestPairAgain(t *testing.T) {
	each(t, func(t *testing.T, p *place) {
		ctx := t.Context()
		bob := p.account("Bob")
		pair := func(board int) error {
			of := terms("hermit 3x3 3d")
			return p.Pair(ctx, play.TournamentGameID("cup", board, 1), play.Setup{
				Tournament: "cup", Game: of.Game, Variant: of.Variant, Control: of.Control, Players: []play.Player{guest(1), bob},
			}, setup.AsNamed)
		}
		mustLack := func(board int, who play.Player) {
			t.Helper()
			if absent, ok := errors.AsType[*lobby.AbsentError](pair(board)); !ok || absent.Player != who.ID {
				t.Errorf("game %d: %v, want %s absent", board, absent, who.ID)
			}
		}
		for board := range lobby.MaxGuestGames {
			if err := pair(board + 1); err != nil {
				t.Fatalf("game %d of a guest: %v", board+1, err)
			}
		}
		if err := pair(lobby.MaxGuestGames); err != nil {
			t.Errorf("the guest's last game, again: %v", err)
		}
		mustLack(lobby.MaxGuestGames+1, guest(1))
		account := store.Account{ID: guest(1).ID, Name: "Zoe", Folded: "zoe", Kind: play.Person}
		if err := p.store.AddAccount(ctx, account, nil); err != nil {
			t.Fatal(err)
		}
		if err := pair(lobby.MaxGuestGames + 1); err != nil {
			t.Errorf("a game of a guest who has signed up: %v", err)
		}
		if err := p.store.CloseAccounts(ctx, store.Closing{Accounts: []string{bob.ID}, At: 9}); err != nil {
			t.Fatal(err)
		}
		if err := pair(1); err != nil {
			t.Errorf("the first game, again: %v", err)
		}
		mustLack(lobby.MaxGuestGames+2, bob)
	})
}
