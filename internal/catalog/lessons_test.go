package catalog_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"thera/engine"
	"thera/game"
	"thera/game/gametest"
	"thera/internal/catalog"
)

// lessonNodes limits each proof: after the wins, the solver looks for others until the limit.
// With 200,000 it finds all that the lessons have.
const lessonNodes = 1_000_000

// step is a step of one of the page's lessons: a board to look at, with moves
// drawn on it, an exercise, or a question.
type step struct {
	Position  string      `json:"position"`
	Move      game.Move   `json:"move,omitempty"`
	Shown     []game.Move `json:"shown,omitempty"`
	Territory bool        `json:"territory,omitempty"`
	// Goal is what a move has to meet, and Solutions are all that do. Proven wins
	// of Santorini are those by threats that have to be answered.
	Goal      string      `json:"goal,omitempty"`
	Solutions []game.Move `json:"solutions,omitempty"`
	// Fact is what a question asks for, and Answer the place of the right one of
	// the Answers.
	Fact    string `json:"fact,omitempty"`
	Answers []int  `json:"answers,omitempty"`
	Answer  *int   `json:"answer,omitempty"`
}

// TestLessons proves what the page's lessons say by their positions.
func TestLessons(t *testing.T) {
	files, err := filepath.Glob("../../web/src/learn/lessons/boards/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d lessons, %v", len(files), err)
	}
	exercises := map[string]int{}
	for _, file := range files {
		name, _, _ := strings.Cut(filepath.Base(file), "-")
		entry := gametest.Must(t, catalog.Find, name)
		text := gametest.Must(t, os.ReadFile, file)
		var steps []step
		if err := json.Unmarshal(text, &steps); err != nil {
			t.Fatal(err)
		}
		solutions := fmt.Sprint(solutionsOf(steps))
		t.Run(filepath.Base(file), func(t *testing.T) {
			l := lesson{t, entry, entry.NewSolver(catalog.SolverConfig{TableMiB: 32, Threads: 1})}
			for i := range steps {
				if l.check(&steps[i]) {
					exercises[name]++
				}
			}
			if strings.HasSuffix(file, "-tour.json") {
				l.checkTour(steps)
			}
		})
		if gametest.Update() && fmt.Sprint(solutionsOf(steps)) != solutions {
			text, err := json.MarshalIndent(steps, "", "  ")
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, append(text, '\n'), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	for name, n := range exercises {
		if n < 10 {
			t.Errorf("%d exercises in the lessons on %s: want 10 at least", n, name)
		}
	}
}

func solutionsOf(steps []step) (all [][]game.Move) {
	for _, s := range steps {
		all = append(all, s.Solutions)
	}
	return all
}

// lesson is what the steps of one game are checked by.
type lesson struct {
	*testing.T
	entry  catalog.Entry
	solver engine.Solver
}

// check reports whether a step is an exercise or a question.
func (l lesson) check(s *step) bool {
	pos := l.parse(s.Position)
	if pos.String() != s.Position {
		l.Errorf("%q: want it as %q", s.Position, pos)
	}
	for _, move := range append(slices.Clone(s.Shown), s.Move) {
		if move != "" {
			l.play(pos, move)
		}
	}
	switch {
	case s.Fact != "":
		if got := l.fact(s.Fact, pos); got != s.Answers[*s.Answer] {
			l.Errorf("%s of %q is %d, not %d", s.Fact, pos, got, s.Answers[*s.Answer])
		}
	case s.Goal == "":
		return false
	default:
		want := l.solutions(s.Goal, pos)
		if gametest.Update() {
			s.Solutions = want
		}
		if len(want) == 0 || !slices.Equal(s.Solutions, want) {
			l.Errorf("%s in %q by %v: want %v", s.Goal, pos, s.Solutions, want)
		}
	}
	return true
}

// checkTour checks that the steps of a tour are one game, which its last turn wins.
func (l lesson) checkTour(steps []step) {
	for i, s := range steps[1:] {
		var reached []string
		for _, move := range append(slices.Clone(steps[i].Solutions), steps[i].Move) {
			if move == "" {
				continue
			}
			pos := l.play(l.parse(steps[i].Position), move)
			for _, reply := range pos.Moves() {
				reached = append(reached, l.play(pos, reply).String())
			}
		}
		if !slices.Contains(reached, s.Position) {
			l.Errorf("%q does not follow from %q", s.Position, steps[i].Position)
		}
	}
	if last := steps[len(steps)-1]; last.Goal != "win" {
		l.Errorf("the last step has the goal %q", last.Goal)
	}
}

// solutions returns all moves that meet a goal.
func (l lesson) solutions(goal string, pos game.Position) (all []game.Move) {
	if goal == "proven" {
		return l.solve(pos).Moves
	}
	for _, move := range pos.Moves() {
		next := l.play(pos, move)
		won := next.Winners() == game.Only(pos.Turn())
		if won || goal == "safe" && !slices.ContainsFunc(next.Moves(), func(reply game.Move) bool {
			return l.play(next, reply).Winners() != 0
		}) {
			all = append(all, move)
		}
	}
	return all
}

// fact returns a number that can be asked for.
func (l lesson) fact(name string, pos game.Position) int {
	switch name {
	case "winner":
		return l.winners(pos).First().Number()
	case "nimber":
		return l.solve(pos).Grundy
	case "turns":
		return l.turns(pos)
	}
	l.Fatalf("fact %q: want winner, nimber or turns", name)
	return 0
}

// turns returns how many turns White has in a row.
func (l lesson) turns(pos game.Position) (most int) {
	for _, move := range pos.Moves() {
		next := l.parse(strings.TrimSuffix(l.play(pos, move).String(), "b") + "w")
		most = max(most, 1+l.turns(next))
	}
	return most
}

func (l lesson) winners(pos game.Position) game.Seats {
	if pos.Winners() != 0 {
		return pos.Winners()
	}
	return l.solve(pos).Winners
}

func (l lesson) solve(pos game.Position) engine.Verdict {
	v, err := l.solver.Solve(l.Context(), engine.Problem{Position: pos, Limits: engine.Limits{Nodes: lessonNodes}, All: true})
	if err != nil || !v.Proven {
		l.Fatalf("%q: proven %v, %v", pos, v.Proven, err)
	}
	return v
}

func (l lesson) parse(text string) game.Position {
	pos := gametest.Must(l, l.entry.Game.Parse, text)
	return pos
}

func (l lesson) play(pos game.Position, move game.Move) game.Position {
	next := gametest.Must(l, pos.Play, move)
	return next
}
