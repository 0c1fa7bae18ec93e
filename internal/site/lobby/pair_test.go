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
	each(t, func(p *place) {
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
