package lobby

import (
	"context"
	"errors"
	"slices"

	"thera/internal/catalog/draft"
	"thera/internal/site/play"
	"thera/internal/site/store"
)

// Rematch returns the ID of the rematch that all players of a game have agreed
// to; the seats rotate by one. It is normally started when they agree; whoever
// asks, it is started once. If that failed, it is started now. If they have not
// agreed, the call is refused.
func (l *Lobby) Rematch(ctx context.Context, game string) (id string, err error) {
	const tries = 3
	for range tries {
		id, err = l.config.Store.RematchOf(ctx, game)
		if !errors.Is(err, store.ErrNotFound) {
			return id, err
		}
		if id, err = l.makeRematch(ctx, game); !errors.Is(err, play.ErrTaken) {
			return id, err
		}
	}
	return "", err
}

// makeRematch starts the rematch. It fails with play.ErrTaken if there is one.
func (l *Lobby) makeRematch(ctx context.Context, game string) (id string, err error) {
	r, leave, err := l.config.House.Enter(ctx, game)
	if err != nil {
		return "", err
	}
	state := r.State()
	leave()
	if !state.Rematch() {
		return "", play.Refuse(play.NotOffered, "rematch: not all players have agreed to one")
	}
	setup := state.Setup()
	terms := Terms{Game: setup.Game, Variant: setup.Variant, Position: setup.Position, Control: setup.Control, Rated: setup.Rated}
	players := slices.Concat(setup.Players[1:], setup.Players[:1])
	again := terms.setup(players)
	again.Previous, id = game, newID()
	if err = l.begin(ctx, id, again, draft.AsNamed); err != nil {
		if left := (*AbsentError)(nil); errors.As(err, &left) {
			err = play.Refuse(Gone, "rematch: a player's account is closed")
		}
		return "", err
	}
	return id, nil
}
