package catalog

import (
	"strconv"
	"strings"

	"thera/engine"
	"thera/game"
	"thera/hermit"
	"thera/hermit/endgame"
	"thera/search"
	"thera/search/alphabeta"
	"thera/solve/nimber"
)

// Hermit returns the entry of Hermit.
func Hermit() Entry {
	e := firstHermit()
	e.Engines = []Engine{
		withSolver(leveled("alphabeta", hermitAlphaBeta, hermitLevels), hermitPolicy),
		greedy(hermitAlphaBeta),
		random(),
	}
	e.NewSolver, e.Solvable = newHermitSolver, hermitPolicy.isTractable
	e.Boards = hermitBoards
	e.Puzzles = hermitPuzzles()
	e.Handicaps = measured("hermit", append(hermitHandicaps(), timeHandicaps()...))
	e.Brief = hermitBrief
	e.Reasons, e.ReasonKinds = reasonsBy(endgame.ReasonsOf), endgame.ReasonKinds()
	e.Benchmarks = []Benchmark{
		{"....../....../....../....../....../...... 1", 4},
		{"....R./R...../....../....R./....../R..... 1", 5},
		{"..B.R./R...../..R.../..YYR./....../R..R.. 1", 6},
		{"..B.R./RY..../B.R.../B.YYR./.....Y/RY.R.. 1", 9},
		{"R.....RR/......../.......R/RR....../....R..R/......../.RYR..../......R. 1", 4},
		{".R.R.R.RR./Y........./....RYR.R./RY......../..R.R...R./.Y...Y..../.R...R.R../...RY.Y..R/.Y....R.../RR.R....R. 1", 4},
	}
	return e
}

// firstHermit returns the entry without its engines.
func firstHermit() Entry {
	return Entry{
		Game:      hermit.Rules(),
		WireNames: []string{"hermit6", "hermit3", "hermit4", "hermit5", "hermit7", "hermit8", "hermit9", "hermit10"},
		Playing:   Playing{Strengths: [MaxLevel]int{0, 210, 410, 600, 810, 970, 1110, 1260}},
		Presentation: Presentation{
			Style: Stone,
			// Shells that hermit crabs move into, the largest last.
			Opponents: [MaxLevel]string{"Trivia", "Nerita", "Natica", "Nassa", "Turbo", "Murex", "Strombus", "Triton"},
		},
	}
}

var hermitLevels = levels{{250, 140}, {440, 107}, {1_700, 58}, {3_000, 43}, {14_000, 20}, {25_000, 14}, {38_000, 9}}

// hermitPolicy asks the solver where there are few moves: it proves 3 in 8
// positions with 125 to 149 moves within 100,000 nodes, which take a quarter of
// a second, and 1 in 24 with more (docs/research/solving.md). What a failed try
// costs the search is less than half a ply; turnDivisor was not tuned.
var hermitPolicy = solverPolicy{
	newSolver:   newHermitSolver,
	maxNodes:    [MaxLevel]uint64{3: 120, 450, 2_300, 8_000, 100_000},
	isTractable: func(pos game.Position, _ uint64) bool { return len(pos.Moves()) <= 150 },
	maxPlies:    hermitPlies,
	minScore:    engine.LossIn(0),
	turnDivisor: 4,
}

// hermitPlies bounds the length of a game: each turn covers at least one
// square, and removes at least its own move.
func hermitPlies(pos game.Position) int {
	free := 0
	for _, cell := range pos.Board().Cells {
		if cell.Kind == "" {
			free++
		}
	}
	return min(free, len(pos.Moves()))
}

func hermitAlphaBeta(opt search.Options) engine.Engine { return alphabeta.New(HermitEvaluation(), opt) }

// hermitReader returns an engine that plays like people who don't know nimbers:
// it sees obvious results, and searches for the rest.
func hermitReader() engine.Engine {
	return alphabeta.New(search.Evaluation[hermit.Position, hermit.Move]{
		Evaluate: func(*hermit.Position, game.Seat) int { return 0 },
		Settled:  endgame.Plain,
	}, search.Options{})
}

// HermitEvaluation returns the evaluation that thera plays Hermit with.
func HermitEvaluation() search.Evaluation[hermit.Position, hermit.Move] {
	return search.Evaluation[hermit.Position, hermit.Move]{Evaluate: endgame.Evaluate}
}

// newHermitSolver returns a solver that uses nimbers.
func newHermitSolver(c SolverConfig) engine.Solver {
	return endgame.NewSolver(nimber.Options{TableMiB: c.TableMiB, Threads: c.Threads, OutcomeOnly: c.OutcomeOnly})
}

// hermitBoards are empty boards, files by ranks.
var hermitBoards = Boards{
	Names: "any size up to 10x10, such as 4x7",
	Start: func(name string) string {
		f, r, _ := strings.Cut(name, "x")
		files, _ := strconv.Atoi(f)
		ranks, _ := strconv.Atoi(r)
		isName := name == strconv.Itoa(files)+"x"+strconv.Itoa(ranks) // not "+4x07"
		if !isName || min(files, ranks) < 1 || files > game.MaxFiles || ranks > game.MaxRanks {
			return ""
		}
		return strings.Repeat("/"+strings.Repeat(".", files), ranks)[1:] + " 1"
	},
}
