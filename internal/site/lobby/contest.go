package lobby

import (
	"context"
	"errors"
	"slices"

	"thera/internal/catalog/draft"
	"thera/internal/site/play"
)

// AbsentError is the error of a game with somebody who may not play any more: his
// account is closed or banned.
type AbsentError struct{ Player string } // his id

// Error says who it is.
func (e *AbsentError) Error() string { return "player " + e.Player + " is closed or banned" }

// Check refuses terms that can't be played by a player, as if he sought such a
// game. It returns them with the variant written out, and the player with his
// rating in it; and the number of seats.
func (l *Lobby) Check(ctx context.Context, who play.Player, terms Terms) (play.Player, Terms, int, error) {
	return l.check(ctx, who, terms)
}

// Pair begins a game between given players, by seat, whom nobody has to ask: a
// game of a contest, whose id is that of [play.ContestGame]. Names and ratings
// become what they are now, and seeks that the players have in the lobby go if a
// clock of minutes runs. Powers are drawn if way says so. A game that there is
// already, begun by this node or another, is left as it is. Players who may not
// play give an [AbsentError].
//
//	id := play.ContestGame(contest, round, board)
//	err := lobby.Pair(ctx, id, play.Setup{Contest: contest, Game: …, Control: …, Players: …}, draft.AsNamed)
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
			l.leaveLive(p.ID)
		}
	}
	return err
}
