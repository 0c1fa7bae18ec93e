package lobby

import (
	"context"
	"errors"
	"slices"

	"thera/internal/catalog/draft"
	"thera/internal/site/play"
)

// AbsentError is the error of starting a game with a player whose account is closed
// or banned. ID
type AbsentError struct{ Player string } // his id

func (e *AbsentError) Error() string { return "player " + e.Player + " is closed or banned" }

// Pair starts a game between given players, in seat order, without asking them: a
// game of a tournament, with an ID from [play.TournamentGameID]. Names and ratings
// are updated, the players' live seeks are withdrawn if a live clock runs, and powers
// are drawn if way says so. If the game exists, started by this node or another, Pair
// does nothing. Players whose account is closed or banned give an [AbsentError].
//
//	id := play.TournamentGameID(tournament, round, board)
//	err := lobby.Pair(ctx, id, play.Setup{Tournament: tournament, Game: …, Control: …, Players: …}, draft.AsNamed)
func (l *Lobby) Pair(ctx context.Context, id string, setup play.Setup, way draft.Method) error {
	setup.Players = slices.Clone(setup.Players)
	err := l.begin(context.WithoutCancel(ctx), id, setup, way)
	if errors.Is(err, play.ErrTaken) {
		return nil
	}
	if err == nil && setup.Control.Turn == 0 {
		l.mu.Lock()
		defer l.mu.Unlock()
		for _, p := range setup.Players {
			l.leaveLiveSeeks(p.ID)
		}
	}
	return err
}
