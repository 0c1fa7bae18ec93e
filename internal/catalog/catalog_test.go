package catalog_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"thera/engine"
	"thera/engine/ugi"
	"thera/game"
	"thera/game/gametest"
	"thera/internal/catalog"
)

func TestFind(t *testing.T) {
	for _, name := range catalog.Names() {
		if entry, err := catalog.Find(name); err != nil || entry.Game.Name() != name {
			t.Errorf("%s: %+v, %v", name, entry, err)
		}
	}
	_, err := catalog.Find("chess")
	if want := `unknown game "chess": want one of ` + strings.Join(catalog.Names(), ", "); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// TestStrengths adds up the steps of the table in docs/play/levels.md.
func TestStrengths(t *testing.T) {
	const columns = "| level | Amazons | Santorini, two players | with fair powers | three players | four | Hermit 6x6 |"
	names := []string{"amazons", "santorini", "", "", "", "hermit"}
	text, err := os.ReadFile("../../docs/play/levels.md")
	_, table, found := strings.Cut(string(text), columns+"\n|---|---|---|---|---|---|---|\n")
	if err != nil || !found {
		t.Fatalf("no table with the columns %s: %v", columns, err)
	}
	rows := strings.SplitN(table, "\n", catalog.MaxLevel)
	for i, name := range names {
		if name == "" {
			continue
		}
		entry := gametest.Must(t, catalog.Find, name)
		sum := 0
		for level := 2; level <= catalog.MaxLevel; level++ {
			var from, step, margin int
			row := strings.Split(rows[catalog.MaxLevel-level], " | ")
			_, err1 := fmt.Sscanf(row[0], "| %d", &from)
			_, err2 := fmt.Sscanf(row[i+1], "+%d ± %d", &step, &margin)
			if err := errors.Join(err1, err2); err != nil || from != level {
				t.Fatalf("%q is not about level %d: %v", row, level, err)
			}
			sum += step
			if got := entry.Strengths[level-1]; got != (sum+5)/10*10 {
				t.Errorf("%s: the strength of level %d is %d, the sum of the steps %d", name, level, got, sum)
			}
		}
	}
}

// TestWireNames wants a name for each variant of each game, and none twice.
func TestWireNames(t *testing.T) {
	seen := map[string]bool{}
	for _, entry := range catalog.Games() {
		variants := entry.Game.Variants()
		if len(entry.WireNames) != len(variants) {
			t.Fatalf("%s: %d names on the wire for %d variants", entry.Game.Name(), len(entry.WireNames), len(variants))
		}
		for _, variant := range variants {
			name := entry.WireName(variant)
			if name == "" || seen[name] || !strings.HasPrefix(name, entry.Game.Name()) {
				t.Errorf("%s %s is called %q", entry.Game.Name(), variant, name)
			}
			seen[name] = true
		}
		if entry.WireName("") != entry.WireNames[0] || entry.WireName("2x2") != "" {
			t.Errorf("%s: the default is called %q, no variant %q", entry.Game.Name(), entry.WireName(""), entry.WireName("2x2"))
		}
	}
}

// TestWireMoves plays a game on each board and wants the rules to read the moves
// as the engine protocol writes them, or the game's engines could not use it.
func TestWireMoves(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, entry := range catalog.Games() {
		for _, variant := range entry.Game.Variants() {
			pos := gametest.Must(t, entry.Game.Start, variant)
			for pos.Winners() == 0 {
				moves := pos.Moves()
				move := moves[rng.IntN(len(moves))]
				wire := ugi.FormatMove(move)
				if read, err := pos.Read(wire); err != nil || read != move {
					t.Fatalf("%s: %s is %s on the wire, which is read as %q, %v", pos, move, wire, read, err)
				}
				pos = gametest.Must(t, pos.Play, move)
			}
		}
	}
}

// TestEngines has each game's engines find a move on every board and in the
// positions of the benchmarks.
func TestEngines(t *testing.T) {
	for _, entry := range catalog.Games() {
		t.Run(entry.Game.Name(), func(t *testing.T) {
			var engines []engine.Engine
			for _, e := range entry.Engines {
				engines = append(engines, e.New(engine.Config{TableMiB: 1}))
			}
			find := func(pos game.Position, err error) {
				t.Helper()
				if err != nil {
					t.Fatal(err)
				}
				for _, e := range engines {
					info, err := e.Search(t.Context(), engine.Request{Position: pos, Limits: engine.Limits{Nodes: 100}})
					if err != nil || !slices.Contains(pos.Moves(), info.Best()) {
						t.Errorf("%s: %v, %v", pos, info, err)
					}
				}
			}
			for _, variant := range entry.Game.Variants() {
				find(entry.Game.Start(variant))
			}
			for _, b := range entry.Benchmarks {
				if b.Depth < 1 {
					t.Errorf("%s: depth %d is no limit", b.Position, b.Depth)
				}
				find(entry.Game.Parse(b.Position))
			}
			if entry.Game.Name() == "santorini" {
				for _, text := range []string{
					"00000/00000/00000/00000/00000 -,- 1 hermes,prometheus",
					"00100/01310/00101/02010/00000 b2d4,b4d2 1 hermes,athena^",
					"00100/01310/00101/02010/00000 b2d4,b4d2 2 hermes,prometheus",
					"00100/01310/00101/02010/00000 b2d4,b4d2 1 pan,minotaur",
					"00100/01310/00101/02010/00000 b2d4,b4d2 1 apollo,artemis",
					"00100/01310/00101/02010/00000 b2d4,b4d2,a1e5 2 apollo,artemis,atlas",
				} {
					find(entry.Game.Parse(text))
				}
			}
			if len(entry.Benchmarks) == 0 {
				t.Error("no benchmarks")
			}
		})
	}
}

// TestEnginesThreads lets several goroutines search in an engine.
func TestEnginesThreads(t *testing.T) {
	for _, entry := range catalog.Games() {
		for _, b := range entry.Benchmarks {
			pos := gametest.Must(t, entry.Game.Parse, b.Position)
			for _, kind := range entry.Engines {
				info, err := kind.New(engine.Config{TableMiB: 1, Threads: 3}).Search(t.Context(), engine.Request{Position: pos, Limits: engine.Limits{Nodes: 1000}})
				if err != nil || !slices.Contains(pos.Moves(), info.Best()) {
					t.Errorf("%s of %s: %v, %v", kind.Name, pos, info, err)
				}
			}
		}
	}
}

// TestBriefMoves wants the example of a move to be on every board: readers copy it.
func TestBriefMoves(t *testing.T) {
	for _, entry := range catalog.Games() {
		for _, name := range append(entry.Game.Variants(), regexp.MustCompile(`\d+x\d+`).FindAllString(entry.Boards.Names, -1)...) {
			pos := gametest.Must(t, entry.Start, name)
			squares := map[string]bool{}
			for square := range pos.Board().All() {
				squares[square.String()] = true
			}
			for _, square := range regexp.MustCompile(`[a-j]\d+`).FindAllString(entry.Brief.Move, -1) {
				if !squares[square] {
					t.Errorf("%s %s has no square %s, as in the example %s", entry.Game.Name(), name, square, entry.Brief.Move)
				}
			}
		}
	}
}

// TestBoards checks that every named board has a start, and that the error for
// any other board lists the names.
func TestBoards(t *testing.T) {
	for _, entry := range catalog.Games() {
		for _, name := range regexp.MustCompile(`\d+x\d+`).FindAllString(entry.Boards.Names, -1) {
			pos, err := entry.Start(name)
			if err != nil {
				t.Error(err)
				continue
			}
			if b := pos.Board(); fmt.Sprintf("%dx%d", b.Files, b.Ranks) != name {
				t.Errorf("%s of %s is %s", name, entry.Game.Name(), pos)
			}
		}
		for _, name := range []string{"11x11", "+4x4", "4x04", "4x", "4x4x4", "4"} {
			_, err := entry.Start(name)
			if err == nil || !strings.Contains(err.Error(), `"`+name+`"`) || !strings.HasSuffix(err.Error(), entry.Boards.Names) {
				t.Errorf("%s: %v, want an error with %q and %q", entry.Game.Name(), err, name, entry.Boards.Names)
			}
		}
	}
}

// TestOpponents wants a name for each level of each game, one word, and none
// twice.
func TestOpponents(t *testing.T) {
	word := regexp.MustCompile(`^[A-Z][a-z]+$`)
	seen := map[string]bool{}
	for _, entry := range catalog.Games() {
		for i, name := range entry.Opponents {
			if !word.MatchString(name) || seen[name] {
				t.Errorf("level %d of %s is called %q", i+1, entry.Game.Name(), name)
			}
			seen[name] = true
		}
	}
}
