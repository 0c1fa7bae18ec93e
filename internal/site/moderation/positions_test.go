package moderation

import (
	"testing"
	"time"

	"thera/game"
	"thera/game/gametest"
	"thera/internal/catalog"
	"thera/internal/site/play"
	"thera/internal/site/store"
	"thera/internal/site/store/storetest"
)

// TestPositions asks about positions on the way of a game, turned and not, while it is
// in progress and after its end.
func TestPositions(t *testing.T) {
	for _, entry := range catalog.Games() {
		variants := entry.Game.Variants()[:1]
		if len(entry.Cards.Names) > 0 {
			variants = append(variants, variants[0]+":athena,pan")
		}
		for _, variant := range variants {
			testPositions(t, entry, variant)
		}
	}
}

func testPositions(t *testing.T, entry catalog.Entry, variant string) {
	t.Run(entry.Game.Name()+" "+variant, func(t *testing.T) {
		s := storetest.Open(t, storetest.SQLite(t))
		const at = 8 // the ply of the game in the store
		line := begin(t, s, entry, variant, at)
		now := time.Now()
		positions := NewPositions(s.DB())
		positions.now = func() time.Time { return now }
		ask := func(pos game.Position, want bool) {
			t.Helper()
			images := imagesOf(pos)
			if board := pos.Board(); len(images) < len(game.Symmetries(board.Files, board.Ranks)) {
				t.Fatalf("%d images of %s", len(images), pos)
			}
			for i, image := range []game.Position{pos, images[len(images)/2], images[len(images)-1]} {
				if err := positions.MayAsk(t.Context(), entry, image); (err != nil) != want {
					t.Errorf("image %d of %s: %v, want refused: %t", i, pos, err, want)
				}
			}
		}
		ask(line[0], false)
		for ply := freePlies; ply < len(line); ply++ {
			ask(line[ply], ply >= at-1 && ply <= at+1)
		}
		if _, err := s.DB().Writer().ExecContext(t.Context(), `UPDATE games SET ended_at = 5`); err != nil {
			t.Fatal(err)
		}
		now = now.Add(positionsFor)
		ask(line[at], false)
	})
}

// begin stores a rated game after some plies, and returns its positions and a few that
// could follow.
func begin(t *testing.T, s *store.Store, entry catalog.Entry, variant string, plies int) (line []game.Position) {
	t.Helper()
	state, events, err := play.Create(entry.Game, play.Setup{
		Game: entry.Game.Name(), Variant: variant, Control: play.Control{Initial: 300_000}, Rated: true,
		Players: []play.Player{{ID: "a", Name: "a", Kind: play.Person}, {ID: "b", Name: "b", Kind: play.Person}},
	}, 1)
	for ply := 0; ; ply++ {
		if err == nil {
			err = s.Append(t.Context(), state.Batch("g", events))
		}
		if err != nil {
			t.Fatal(err)
		}
		line = append(line, state.Position())
		if ply == plies {
			break
		}
		state, events, err = state.Decide(state.At()+1, play.Turn{Seat: state.Position().Turn(), Ply: ply + 1, Text: string(choose(state.Position(), ply))})
	}
	for ply := plies; ply < plies+3; ply++ {
		next := gametest.Must(t, line[len(line)-1].Play, choose(line[len(line)-1], ply))
		line = append(line, next)
	}
	return line
}

// choose returns a turn after which the game continues.
func choose(pos game.Position, ply int) game.Move {
	moves := pos.Moves()
	for i := range moves {
		m := moves[(i+7*ply+3)%len(moves)]
		if next, err := pos.Play(m); err == nil && next.Winners() == 0 {
			return m
		}
	}
	return moves[0]
}

// TestPositionsOfCasualGames are not refused.
func TestPositionsOfCasualGames(t *testing.T) {
	s := storetest.Open(t, storetest.SQLite(t))
	line := begin(t, s, catalog.Amazons(), "10x10", 6)
	if _, err := s.DB().Writer().ExecContext(t.Context(), `UPDATE games SET rated = FALSE`); err != nil {
		t.Fatal(err)
	}
	if err := NewPositions(s.DB()).MayAsk(t.Context(), catalog.Amazons(), line[6]); err != nil {
		t.Error(err)
	}
}

// TestManyPositions asks about each of 200 positions, more than maxNeighbors.
func TestManyPositions(t *testing.T) {
	s := storetest.Open(t, storetest.SQLite(t))
	entry := catalog.Amazons()
	line := begin(t, s, entry, "10x10", 6)
	now := time.Now()
	positions := NewPositions(s.DB())
	positions.now = func() time.Time { return now }
	live := map[string]*livePosition{}
	for _, m := range line[6].Moves()[:200] {
		pos := gametest.Must(t, line[6].Play, m)
		live[string(m)] = &livePosition{pos.String(), pos, positions.cellsOf(pos)}
	}
	positions.known[entry.Game.Name()] = &knownPositions{now, live}
	for _, one := range live {
		if positions.MayAsk(t.Context(), entry, one.pos) == nil {
			t.Errorf("%s is not refused", one.text)
		}
	}
}
