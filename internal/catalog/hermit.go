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
)

// Hermit returns the entry of Hermit.
func Hermit() Entry {
	e := firstHermit()
	e.Engines = []Engine{
		perfected(leveled("alphabeta", hermitAlphaBeta, hermitLevels), hermitAid),
		greedy(hermitAlphaBeta),
		random(),
	}
	e.NewSolver, e.Solvable = newHermitSolver, hermitAid.worth
	e.Boards = hermitBoards
	e.Puzzles = hermitPuzzles()
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

// firstHermit is what is known of the game without its engines.
func firstHermit() Entry {
	return Entry{
		Game:      hermit.Rules(),
		Look:      Stone,
		Strengths: [MaxLevel]int{0, 180, 340, 540, 700, 900, 1020, 1120},
		// They are shells that hermit crabs move into, the largest last.
		Opponents: [MaxLevel]string{"Trivia", "Nerita", "Natica", "Nassa", "Turbo", "Murex", "Strombus", "Triton"},
		WireNames: []string{"hermit6", "hermit3", "hermit4", "hermit5", "hermit7", "hermit8", "hermit9", "hermit10"},
	}
}

var hermitLevels = levels{{250, 140}, {500, 100}, {2_000, 52}, {12_000, 22}, {20_000, 14}, {27_000, 14}, {40_000, 9}}

// hermitAid asks the solver where there are few moves: of positions with 125 to
// 149 it proves 3 in 8 within 100,000 nodes, which take a quarter of a second,
// of those with more 1 in 24 (docs/research/solving.md). What is left when a try fails
// costs the search less than half a ply; it was not tuned.
var hermitAid = aid{
	newSolver: newHermitSolver,
	tries:     [MaxLevel]uint64{3: 300, 1_200, 3_000, 9_000, 100_000},
	worth:     func(pos game.Position, _ uint64) bool { return len(pos.Moves()) <= 150 },
	plies:     hermitPlies,
	hope:      engine.LossIn(0),
	share:     4,
}

// hermitPlies bounds the length of a game: each turn covers a square at least, and
// takes away at least its own move.
func hermitPlies(pos game.Position) int {
	free := 0
	for _, cell := range pos.Board().Cells {
		if cell.Kind == "" {
			free++
		}
	}
	return min(free, len(pos.Moves()))
}

// hermitAlphaBeta returns an alpha-beta for Hermit.
func hermitAlphaBeta(opt search.Options) engine.Engine { return alphabeta.New(HermitEvaluation(), opt) }

// hermitReader returns an engine that plays as people do who have not learned of
// nimbers: it knows what is plain, and for the rest looks ahead.
func hermitReader() engine.Engine {
	return alphabeta.New(search.Evaluation[hermit.Position, hermit.Move]{
		Evaluate: func(*hermit.Position, game.Seat) int { return 0 },
		Settled:  endgame.Plain,
	}, search.Options{})
}

// HermitEvaluation is the evaluation that thera plays Hermit with.
func HermitEvaluation() search.Evaluation[hermit.Position, hermit.Move] {
	return search.Evaluation[hermit.Position, hermit.Move]{Evaluate: endgame.Evaluate}
}

// hermitBoards are empty boards of files by ranks.
var hermitBoards = Boards{
	Names: "any size up to 10x10, such as 4x7",
	Start: func(name string) string {
		f, r, _ := strings.Cut(name, "x")
		files, err1 := strconv.Atoi(f)
		ranks, err2 := strconv.Atoi(r)
		if err1 != nil || err2 != nil || min(files, ranks) < 1 || files > game.MaxFiles || ranks > game.MaxRanks {
			return ""
		}
		return strings.Repeat("/"+strings.Repeat(".", files), ranks)[1:] + " 1"
	},
}
