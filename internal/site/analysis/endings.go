package analysis

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"thera/game"
	"thera/internal/catalog"
	"thera/internal/site/play"
	"thera/internal/site/store/database"
)

// Ending is a game that was open until its second half: with one turn the loser gave away
// a chance of at least [fairChance], by the engine's estimate, and a win of the other
// player was proven, who kept it to the end. It took at least [minForced] more turns, so
// it was not just a threat that somebody missed.
type Ending struct {
	Game play.Summary `json:"game" doc:"The finished game"`
	Ply  int          `json:"ply" doc:"The number of turns played before the one that lost"`
}

const (
	fairChance      = 0.25
	keptChance      = 0.95 // of a proven win that later searches need not prove again
	minForced       = 3
	endingsSearched = 100 // the last finished analyses
	endingsListed   = 12
	endingsTime     = 30 * time.Second // how old the list may be
)

// lastEndings finds the endings in what is already analyzed, the last first. It searches
// nothing.
func (a *API) lastEndings(ctx context.Context, _ *struct{}) ([]Ending, error) {
	found, err := a.lastDone(ctx, endingsSearched)
	list := []Ending{}
	for _, r := range found {
		if len(list) == endingsListed {
			break
		}
		switch ending, ok, err := a.endingOf(ctx, r); {
		case err != nil: // it was deleted meanwhile, or cannot be replayed: others still count
			a.Logger.WarnContext(ctx, "ending of a game not listed", "game", r.game, "cause", err)
		case ok:
			list = append(list, ending)
		}
	}
	return list, err
}

// endingOf reports whether an analyzed game is an [Ending].
func (a *API) endingOf(ctx context.Context, r done) (e Ending, ok bool, err error) {
	if e.Ply, ok = losingTurn(r.judged); !ok {
		return e, false, nil
	}
	loser, ok, err := a.seatAt(ctx, r.game, e.Ply)
	if err != nil || !ok || r.winners.Has(loser) {
		return e, false, err // it has several players, or the one who was winning has resigned
	}
	e.Game, err = a.Summary(ctx, r.game)
	return e, true, err
}

// losingTurn returns how many turns had been played before the one that lost, if it is that
// of an [Ending].
func losingTurn(judged []Judged) (ply int, ok bool) {
	last := len(judged) - 1
	if last < 0 || !judged[last].Score.Proven {
		return 0, false
	}
	winnerMoves := func(ply int) bool { return (judged[last].Score.WinProbability == 1) == ((last-ply)%2 == 0) }
	chance := func(ply int) float64 { // of the winner
		p := judged[ply].Score.WinProbability
		if !winnerMoves(ply) {
			p = 1 - p
		}
		return p
	}
	won := last // from this position on
	for won > 0 && chance(won-1) >= keptChance {
		won--
	}
	if won == 0 || 2*won < last || !winnerMoves(won) {
		return 0, false
	}
	s := judged[won].Score
	return won - 1, s.Proven && s.Plies != nil && *s.Plies >= minForced && 1-chance(won-1) >= fairChance
}

// seatAt returns who was to move after a number of turns of a game. It reports false for a
// game of more than two.
func (a *API) seatAt(ctx context.Context, id string, ply int) (seat game.Seat, ok bool, err error) {
	g, err := a.game(ctx, id)
	if err != nil {
		return 0, false, err
	}
	err = g.walk(ply+1, func(_ catalog.Entry, pos game.Position, _ int) error {
		seat, ok = pos.Turn(), pos.Board().Seats == 2
		return nil
	})
	return seat, ok, err
}

// done is a finished analysis.
type done struct {
	game    string
	winners game.Seats
	judged  []Judged
}

// lastDone returns the last finished analyses of games outside classes that had a winner.
// It leaves out the showcase, whose games are not kept.
func (t table) lastDone(ctx context.Context, limit int) ([]done, error) {
	type row struct {
		game, judged string
		winners      int
	}
	rows, err := database.List(ctx, t.db().Reader(), func(r *row) []any { return []any{&r.game, &r.judged, &r.winners} }, `
		SELECT a.game, a.judged, games.winners FROM analyses a JOIN games ON games.id = a.game
		WHERE a.state = 'done' AND games.class = '' AND games.winners <> 0 AND games.contest <> $1
		ORDER BY a.beat DESC LIMIT $2`, play.Showcase, limit)
	all := make([]done, len(rows))
	for i, r := range rows {
		all[i].game, all[i].winners = r.game, game.Seats(r.winners)
		if err == nil {
			err = json.Unmarshal([]byte(r.judged), &all[i].judged)
		}
		if err != nil {
			return nil, fmt.Errorf("analysis of game %q: %w", r.game, err)
		}
	}
	return all, err
}
