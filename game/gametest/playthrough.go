package gametest

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"thera/game"
)

// Playthroughs checks one golden file for each variant of g in dir: a game with the
// board, the position's text and the number of moves at every turn, meant to be read by
// eye. Only the moves come from the file; everything else is computed from them. With
// -update it draws the moves at random, always the same, and rewrites the files.
func Playthroughs(t *testing.T, g game.Game, dir string) {
	t.Helper()
	for _, variant := range g.Variants() {
		t.Run(variant, func(t *testing.T) {
			path := filepath.Join(dir, variant+".txt")
			start := Must(t, g.Start, variant)
			played := randomGame(t, g, start)
			if !*update {
				text, err := os.ReadFile(path)
				if err != nil {
					t.Fatalf("%v (-update makes it)", err)
				}
				played.Moves = movesIn(string(text))
			}
			Golden(t, path, playthrough(t, g, played))
		})
	}
}

func randomGame(t *testing.T, g game.Game, pos game.Position) game.Record {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 0))
	r := game.Record{Game: g.Name(), Start: pos.String()}
	for {
		moves := pos.Moves()
		if len(moves) == 0 {
			return r
		}
		m := moves[rng.IntN(len(moves))]
		next := Must(t, pos.Play, m)
		r.Moves = append(r.Moves, m)
		pos = next
	}
}

// A turn begins with a line "> NUMBER MOVE".
const turnMark = "> "

func playthrough(t *testing.T, g game.Game, r game.Record) string {
	t.Helper()
	positions := Must(t, r.Replay, g)
	var out strings.Builder
	fmt.Fprintf(&out, "%s\n", r.Game)
	for i, pos := range positions {
		if i > 0 {
			fmt.Fprintf(&out, "\n%s%d %s\n", turnMark, i, r.Moves[i-1])
		}
		fmt.Fprintf(&out, "\n%s\n%sseat %s to move, %d moves, winners %s\n", pos, pos.Board(), pos.Turn(), len(pos.Moves()), pos.Winners())
	}
	return out.String()
}

func movesIn(text string) []game.Move {
	var moves []game.Move
	for line := range strings.Lines(text) {
		if rest, ok := strings.CutPrefix(line, turnMark); ok {
			_, move, _ := strings.Cut(strings.TrimSpace(rest), " ")
			moves = append(moves, game.Move(move))
		}
	}
	return moves
}
