package catalog

import (
	"context"
	"slices"
	"testing"
	"time"

	"thera/amazons"
	"thera/engine"
	"thera/game"
	"thera/game/gametest"
)

// ranked is an engine that always likes the moves of a position in the order of
// the rules. It takes all the nodes that it is given.
type ranked struct {
	nodes *uint64
	most  int // lines that it sees, 0 for all
}

func (r ranked) Search(_ context.Context, req engine.Request) (engine.Info, error) {
	*r.nodes += req.Limits.Nodes
	lines := make([]engine.Info, max(req.Lines, 1))
	if r.most > 0 {
		lines = lines[:r.most]
	}
	for i, m := range req.Position.Moves() {
		if i < len(lines) {
			lines[i] = engine.Info{Rank: i, Score: engine.Score(100 - i), Nodes: req.Limits.Nodes, Line: []game.Move{m}}
			reported(req, lines[i])
		}
	}
	return lines[0], nil
}

// sees is a solver that sees of some positions that the seat to move wins, and
// nothing of others.
type sees struct {
	won   []string
	nodes *uint64
	took  time.Duration
}

func (s sees) Solve(_ context.Context, p engine.Problem) (engine.Verdict, error) {
	*s.nodes += p.Limits.Nodes
	v := engine.Verdict{Grundy: -1, Nodes: p.Limits.Nodes, Time: s.took}
	if slices.Contains(s.won, p.Position.String()) {
		v.Proven, v.Winners = true, game.Only(p.Position.Turn())
	}
	return v, nil
}

// TestSearchAndCheck has the engine's first moves lose: the first of the others is played,
// unchecked after maxChecks, and is the best line. If the engine sees no other, its own is
// played. No turn takes more than its limit.
func TestSearchAndCheck(t *testing.T) {
	pos := gametest.Must(t, amazons.Rules().Start, "6x6")
	moves := pos.Moves()
	after := func(m game.Move) string {
		next := gametest.Must(t, pos.Play, m)
		return next.String()
	}
	for _, test := range []struct{ losing, most, want int }{
		{},
		{losing: 1, want: 1},
		{losing: 2, want: 2},
		{losing: 3, want: 3},
		{losing: 4, want: 4},
		{losing: 5, want: 4},
		{losing: 1, most: 1, want: 0},
	} {
		for _, least := range []uint64{0, 100_000} { // of nodes for a try; with 100,000 there is only the check
			nodes := uint64(0)
			solver := sees{nodes: &nodes}
			for _, m := range moves[:test.losing] {
				solver.won = append(solver.won, after(m))
			}
			p := solverAided{ranked{&nodes, test.most}, solverPolicy{
				isTractable: func(_ game.Position, nodes uint64) bool { return nodes > least },
				turnDivisor: 2, checkDivisor: 4, minScore: engine.LossIn(0),
			}, solver, 1_000_000}
			info, err := p.Search(t.Context(), engine.Request{Position: pos, Limits: engine.Limits{Nodes: 100_000}})
			if err != nil || info.Best() != moves[test.want] || info.Rank != 0 {
				t.Errorf("%+v: %v with rank %d, %v, want %s", test, info.Line, info.Rank, err, moves[test.want])
			}
			if nodes > 100_000 || info.Nodes != nodes {
				t.Errorf("%+v: %d nodes were searched and %d told, want at most 100,000", test, nodes, info.Nodes)
			}
		}
	}
}

// shallow is an engine that sees as many plies as it has thousands of nodes, and likes
// another move at each depth.
type shallow struct{ scores []engine.Score } // by depth, as far as they are not 0

func (s shallow) Search(_ context.Context, req engine.Request) (engine.Info, error) {
	depth := int(req.Limits.Nodes / 1000)
	info := engine.Info{Depth: depth, Nodes: req.Limits.Nodes, Line: req.Position.Moves()[depth : depth+1]}
	if depth < len(s.scores) {
		info.Score = s.scores[depth]
	}
	return info, nil
}

// TestSearchAfterSolver has the solver take all that a turn has: the engine's glance
// counts, rather than what it finds with nothing, unless that is proven.
func TestSearchAfterSolver(t *testing.T) {
	pos := gametest.Must(t, amazons.Rules().Start, "6x6")
	const glanced = glanceNodes / 1000
	for score, want := range map[engine.Score]int{0: glanced, engine.WinIn(3): 0} {
		nodes := uint64(0)
		p := solverAided{shallow{[]engine.Score{score}}, solverPolicy{
			isTractable: func(game.Position, uint64) bool { return true },
			turnDivisor: 1, minScore: engine.LossIn(0),
		}, sees{nodes: &nodes}, 1_000_000}
		info, err := p.Search(t.Context(), engine.Request{Position: pos, Limits: engine.Limits{Nodes: 10_000}})
		if err != nil || info.Depth != want || info.Best() != pos.Moves()[want] {
			t.Errorf("score %v: depth %d, %v, %v; want what was seen %d plies deep", score, info.Depth, info.Line, err, want)
		}
	}
}

// timed is an engine that remembers the time it was last given.
type timed struct{ given *time.Duration }

func (e timed) Search(_ context.Context, req engine.Request) (engine.Info, error) {
	*e.given = req.Limits.Time
	return engine.Info{Line: req.Position.Moves()[:1]}, nil
}

// TestSolverPonders has the solver take half a second in vain: of the turn's time only if
// the opponent has moved by then. It reports all of it.
func TestSolverPonders(t *testing.T) {
	pos := gametest.Must(t, amazons.Rules().Start, "6x6")
	moved := make(chan struct{})
	close(moved)
	for name, test := range map[string]struct {
		ponder <-chan struct{}
		want   time.Duration
	}{
		"own turn":     {nil, 500 * time.Millisecond},
		"opponent's":   {make(chan struct{}), time.Second},
		"it has moved": {moved, 500 * time.Millisecond},
	} {
		given, nodes := time.Duration(0), uint64(0)
		p := solverAided{timed{&given}, solverPolicy{
			isTractable: func(game.Position, uint64) bool { return true },
			turnDivisor: 2, minScore: engine.LossIn(0),
		}, sees{nodes: &nodes, took: 500 * time.Millisecond}, 1_000_000}
		info, err := p.Search(t.Context(), engine.Request{Position: pos, Limits: engine.Limits{Time: time.Second}, Ponder: test.ponder})
		if err != nil || given != test.want || info.Time != 500*time.Millisecond {
			t.Errorf("%s: %v, %v are left, %v told; want %v, 500ms", name, err, given, info.Time, test.want)
		}
	}
}

// proves is a solver that knows a verdict.
type proves struct{ verdict engine.Verdict }

func (p proves) Solve(context.Context, engine.Problem) (engine.Verdict, error) { return p.verdict, nil }

// twice is an engine that reports its lines at two depths, at the first in reverse.
type twice struct{ lines []engine.Info }

func (e twice) Search(_ context.Context, req engine.Request) (engine.Info, error) {
	for depth := range 2 {
		for rank := range req.Lines {
			line := e.lines[rank]
			if depth == 0 {
				line = e.lines[req.Lines-1-rank]
			}
			line.Rank, line.Depth = rank, depth+1
			req.Report(line)
		}
	}
	return e.lines[0], nil
}

// TestLinesWithSolver asks for three lines: the solver's proof of the position is in them,
// both as they are reported and in the end.
func TestLinesWithSolver(t *testing.T) {
	pos := gametest.Must(t, amazons.Rules().Start, "6x6")
	moves := pos.Moves()
	line := func(move int, score engine.Score) engine.Info {
		return engine.Info{Score: score, Line: moves[move : move+1]}
	}
	engineLines := []engine.Info{line(0, 300), line(1, 200), line(2, engine.LossIn(2))}
	us, them := game.Only(pos.Turn()), pos.Seats()&^game.Only(pos.Turn())
	won, lost := engine.WinIn(9), engine.LossIn(8)
	for name, test := range map[string]struct {
		seen    []engine.Info
		verdict engine.Verdict
		want    []engine.Info
	}{
		"unproven":       {engineLines, engine.Verdict{}, engineLines},
		"lost":           {engineLines, engine.Verdict{Proven: true, Winners: them}, []engine.Info{line(0, lost), line(1, lost), line(2, engine.LossIn(2))}},
		"best wins":      {engineLines, engine.Verdict{Proven: true, Winners: us, Moves: moves[:1]}, []engine.Info{line(0, won), line(1, 200), line(2, engine.LossIn(2))}},
		"second wins":    {engineLines, engine.Verdict{Proven: true, Winners: us, Moves: moves[1:2]}, []engine.Info{line(1, won), line(0, 300), line(2, engine.LossIn(2))}},
		"other wins":     {engineLines, engine.Verdict{Proven: true, Winners: us, Moves: moves[5:6]}, []engine.Info{line(5, won), line(0, 300), line(1, 200)}},
		"engine sees it": {[]engine.Info{line(0, engine.WinIn(3)), line(1, 200), line(2, 100)}, engine.Verdict{Proven: true, Winners: us, Moves: moves[1:2]}, []engine.Info{line(0, engine.WinIn(3)), line(1, 200), line(2, 100)}},
	} {
		p := solverAided{twice{test.seen}, solverPolicy{
			isTractable: func(game.Position, uint64) bool { return true },
			maxPlies:    func(game.Position) int { return 9 }, turnDivisor: 2,
		}, proves{test.verdict}, 1000}
		var reports engine.Lines
		info, err := p.Search(t.Context(), engine.Request{Position: pos, Lines: 3, Report: reports.Report})
		if err != nil {
			t.Fatal(err)
		}
		for _, got := range [][]engine.Info{reports, reports.With(info, 3)} {
			for i := range got {
				if i >= len(test.want) || got[i].Rank != i || got[i].Best() != test.want[i].Best() || got[i].Score != test.want[i].Score {
					t.Errorf("%s: %+v, want %+v", name, got, test.want)
					break
				}
			}
			if len(got) != 3 {
				t.Errorf("%s: %d lines, want 3", name, len(got))
			}
		}
	}
}
