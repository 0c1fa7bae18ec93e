package puzzle

import (
	"iter"
	"slices"
	"strings"
	"testing"

	"thera/engine"
	"thera/game"
	"thera/game/gametest"
	"thera/internal/catalog"
)

// TestFind finds a puzzle in each game, and proves short ones by looking at all that
// can happen.
func TestFind(t *testing.T) {
	for _, test := range []struct {
		entry   catalog.Entry
		variant string
		seed    uint64
	}{
		{catalog.Amazons(), "6x6", 2},
		{catalog.Santorini(), "", 3},
		{catalog.Hermit(), "5x5", 1},
	} {
		t.Run(test.entry.Game.Name(), func(t *testing.T) {
			for p, err := range Find(t.Context(), test.entry, Options{Variant: test.variant, Seed: test.seed}, nil) {
				if err != nil {
					t.Fatal(err)
				}
				if err := Check(t.Context(), test.entry, p); err != nil {
					t.Error(err)
				}
				if p.Plies > 0 && p.Plies <= 5 {
					tryAll(t, test.entry.Game, p)
				}
				return
			}
			t.Error("no puzzle is found")
		})
	}
}

// TestFindNone ends a search on a board that has no puzzles.
func TestFindNone(t *testing.T) {
	played := 0
	for p, err := range find(t.Context(), catalog.Hermit(), Options{Variant: "3x3"}, 5, func(games int) { played = games }) {
		const want = `puzzles of hermit, variant "3x3": none in the last 5 games: want another variant or fewer moves`
		if err == nil || err.Error() != want || played != 5 {
			t.Fatalf("%+v, %v after %d games, want %s", p, err, played, want)
		}
	}
	if played != 5 {
		t.Errorf("%d games without an error", played)
	}
}

// tryAll looks at all that can happen until the puzzle is won.
func tryAll(t *testing.T, g game.Game, p Puzzle) {
	t.Helper()
	pos := gametest.Must(t, g.Parse, p.Position)
	for _, m := range pos.Moves() {
		next := gametest.Must(t, pos.Play, m)
		if won := wins(next, pos.Turn(), p.Plies-1); won != (m == p.Move()) {
			t.Errorf("%s: %s wins within %d plies: %t", p.Position, m, p.Plies, won)
		}
	}
}

// wins reports whether seat can force a win within that many plies.
func wins(pos game.Position, seat game.Seat, plies int) bool {
	if winners := pos.Winners(); winners != 0 || plies == 0 {
		return winners.Has(seat)
	}
	for _, m := range pos.Moves() {
		next, err := pos.Play(m)
		if err != nil {
			return false
		}
		if mine := pos.Turn() == seat; wins(next, seat, plies-1) == mine {
			return mine
		}
	}
	return pos.Turn() != seat
}

// TestCheck has what is wrong of a puzzle refused.
func TestCheck(t *testing.T) {
	entry := catalog.Hermit()
	good, err := Read(strings.NewReader(hermitPuzzle))
	if err != nil {
		t.Fatal(err)
	}
	if err := good[0].Describe(entry); err != nil {
		t.Fatal(err)
	}
	if err := Check(t.Context(), entry, good[0]); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*Puzzle){
		"its id":      func(p *Puzzle) { p.ID = "00000000" },
		"its game":    func(p *Puzzle) { p.Game = "amazons" },
		"its moves":   func(p *Puzzle) { p.Moves++ },
		"a reply":     func(p *Puzzle) { p.Line = append(p.Line, "Ra1") },
		"its effort":  func(p *Puzzle) { p.Effort = 0 },
		"no line":     func(p *Puzzle) { p.Line = nil },
		"a losing":    func(p *Puzzle) { p.Line = []game.Move{"Ye1"} },
		"not a move":  func(p *Puzzle) { p.Line = []game.Move{"Zz9"} },
		"its plies":   func(p *Puzzle) { p.Plies = 5 },
		"no position": func(p *Puzzle) { p.Position = "R" },
	} {
		p := good[0]
		p.Line = slices.Clone(p.Line)
		change(&p)
		if Check(t.Context(), entry, p) == nil {
			t.Errorf("%s is wrong, and it passes: %+v", name, p)
		}
	}
}

func TestReadErrors(t *testing.T) {
	for text, want := range map[string]string{
		hermitPuzzle + "[1]": "puzzle 2: array: want an object",
		`{"line":"Ba6-a5"}`:  `puzzle 1: "line": string: want an array`,
		`{"id":1}`:           `puzzle 1: "id": number: want a string`,
		`a`:                  `puzzle 1: invalid character 'a' looking for beginning of value: want JSON`,
	} {
		if _, err := Read(strings.NewReader(text)); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

const hermitPuzzle = `{"position":".Y.BBY/.....R/..R.B./RBB.B./...Y.Y/RY.B.R 1","effort":30,"line":["Ba6-a5"]}`

// TestTooLarge wants no puzzle, and no error, of a position that is too large for the
// solver.
func TestTooLarge(t *testing.T) {
	entry := catalog.Hermit()
	pos := gametest.Must(t, entry.Game.Parse, "Y....R.../...RYY.../YR...B..R/...Y....Y/...Y...RR/.Y..RB.../.......B./RRB...Y../..B....R. 2")
	f := newFinder(entry, 0, nil)
	p, err := f.puzzle(t.Context(), pos, engine.Info{Line: pos.Moves()[:1]})
	if err != nil || p.ID != "" {
		t.Errorf("%+v, %v", p, err)
	}
	measured := Puzzle{Position: pos.String(), Line: pos.Moves()[:1]}
	if err := measured.Measure(t.Context(), entry); err != nil || measured.Effort != MaxEffort {
		t.Errorf("effort %d, %v; want %d", measured.Effort, err, MaxEffort)
	}
}

// TestSides wants puzzles of games between two players or two teams only.
func TestSides(t *testing.T) {
	for variant, ok := range map[string]bool{"2p": true, "teams": true, "3p": false, "4p": false} {
		err := Options{Variant: variant}.Check(catalog.Santorini())
		if (err == nil) != ok || !ok && !strings.Contains(err.Error(), "want one for two or in teams") {
			t.Errorf("%s: %v", variant, err)
		}
	}
}

// TestRefused refuses an unknown board, and puzzles with more moves than any has.
func TestRefused(t *testing.T) {
	for want, opt := range map[string]Options{
		"151 moves: want at most 150": {Variant: "4x4", Moves: 151},
		`variant "2x2" of hermit`:     {Variant: "2x2"},
	} {
		next, stop := iter.Pull2(Find(t.Context(), catalog.Hermit(), opt, nil))
		if _, err, ok := next(); !ok || err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
		stop()
	}
}

// TestChoose takes what is kept, and as many of each grade as can be had.
func TestChoose(t *testing.T) {
	var all []Puzzle
	for i, grade := range []int{700, 710, 720, 730, 740, 905, 915, 1300} {
		all = append(all, Puzzle{ID: string(rune('a' + i)), Grade: grade})
	}
	all = append(all, all[3])
	for _, test := range []struct {
		kept  []Puzzle
		count int
		want  []int
	}{
		{nil, 0, nil},
		{nil, 3, []int{700, 905, 1300}},
		{nil, 5, []int{700, 710, 905, 915, 1300}},
		{nil, 100, []int{700, 710, 720, 730, 740, 905, 915, 1300}},
		{all[5:7], 2, []int{905, 915}},
		{all[5:7], 5, []int{700, 710, 905, 915, 1300}},
	} {
		var got []int
		for _, p := range Choose(test.kept, all, test.count) {
			got = append(got, p.Grade)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%d of them: %d, want %d", test.count, got, test.want)
		}
	}
}

// TestMeasure wants of a parity that is plain little effort, however many moves there
// are, and of a sum of parts much.
func TestMeasure(t *testing.T) {
	entry := catalog.Hermit()
	effort := func(position string, move game.Move) uint64 {
		p := Puzzle{Position: position, Line: []game.Move{move}}
		if err := p.Measure(t.Context(), entry); err != nil {
			t.Fatal(err)
		}
		return p.Effort
	}
	plain := effort(".B.RY./....YB/RYR..B/.B.B../.R.B.B/YY.Y.. 2", "Re3-e2")
	hard := effort(".RY../.BY.B/.R.../B.YRR/..... 1", "Ye3")
	if plain >= hard/4 {
		t.Errorf("a parity takes %d, a sum %d; want four times as much", plain, hard)
	}
	if err := new(Puzzle).Measure(t.Context(), entry); err == nil {
		t.Error("a puzzle without a line: want an error")
	}
}

func TestGrade(t *testing.T) {
	for _, test := range []struct {
		effort uint64
		line   int
		want   int
	}{{1, 1, 700}, {16, 1, 700}, {32, 1, 800}, {32, 3, 860}, {1 << 12, 1, 1500}, {MaxEffort, 1, 2100}, {MaxEffort, 9, 2300}} {
		p := Puzzle{Effort: test.effort, Line: make([]game.Move, test.line)}
		if got := p.grade(); got != test.want {
			t.Errorf("effort %d, %d plies: %d, want %d", test.effort, test.line, got, test.want)
		}
	}
}

// FuzzRead has whatever text read, and what was read described without fault.
func FuzzRead(f *testing.F) {
	f.Add(hermitPuzzle)
	f.Add(`{"position":"R..R/.... 1","line":["Ya1","Rz9"]}`)
	f.Fuzz(func(t *testing.T, text string) {
		all, _ := Read(strings.NewReader(text))
		for _, p := range all {
			if p.Describe(catalog.Hermit()) == nil && (p.ID == "" || p.Moves == 0 || len(p.Themes) == 0) {
				t.Errorf("%q: read as %+v", text, p)
			}
		}
	})
}
