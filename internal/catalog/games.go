package catalog

import (
	"context"
	"slices"

	"thera/amazons"
	"thera/engine"
	"thera/game"
	"thera/hermit"
	"thera/santorini"
	"thera/santorini/opening"
	"thera/search"
)

var amazonsLevels = levels{{750, 80}, {1_600, 56}, {3_000, 43}, {7_200, 27}, {13_000, 21}, {24_000, 16}, {55_000, 9}}

// Amazons returns the entry of the Game of the Amazons.
func Amazons() Entry {
	return Entry{
		Game: amazons.Rules(),
		Engines: append(engines(amazonsAlphaBeta, amazonsLevels),
			leveledEngine("mcts", newPhases, amazonsLevels), baseline("territory", territory())),
		Strengths: [MaxLevel]int{0, 270, 420, 640, 830, 1090, 1240, 1570},
		NewSolver: newAmazonsSolver,
		Boards:    amazonsBoards,
		Territory: amazonsTerritory,
		WireNames: []string{"amazons", "amazons8", "amazons6"},
		Benchmarks: []Benchmark{
			{"3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w", 3},
			{"5*4/5Q*3/1q4q**1/3*1**3/2Q4Q*1/3*6/5*1**1/2q1Q1*2*/2*1*5/7q2 w", 4},
			{"4**4/3*1**3/3*2Q**1/1q*****q2/1Q3*1Q*1/3*6/1q****1**1/1*2*1*2*/2*1**4/2Q*3q2 w", 6},
			{"**1q**2Q1/**1*1**3/****1*****/*******q*1/**2Q****1/*1**1***Q1/*********1/q**1***1**/Q**1**q3/2**6 w", 8},
			{"3*1*2/1qQq1*2/3*3Q/*1*3q1/2Q1**2/2q*4/1**2Q2/3*4 w", 5},
		},
	}
}

// amazonsAlphaBeta returns an alpha-beta for Amazons, where it is seldom bad to
// have the move.
func amazonsAlphaBeta(opt search.Options) engine.Engine {
	opt.Margin = 50
	return search.New(amazonsEvaluation(), opt)
}

var santoriniLevels = levels{{650, 112}, {1_250, 80}, {2_600, 55}, {4_800, 40}, {9_500, 28}, {19_000, 19}, {80_000, 8}}

// Santorini returns the entry of Santorini.
func Santorini() Entry {
	return Entry{
		Game: santorini.Rules(),
		Engines: slices.Concat([]Engine{withBook(leveledEngine("auto", newBySeats, santoriniLevels), opening.Default())},
			engines(santoriniAlphaBeta, santoriniLevels),
			[]Engine{leveledEngine("mcts", santoriniTree, santoriniLevels), baseline("hand", byHand())}),
		Strengths: [MaxLevel]int{0, 170, 300, 430, 570, 600, 730, 790},
		NewSolver: newSantoriniSolver,
		WireNames: []string{"santorini", "santorini3", "santorini4"},
		Benchmarks: []Benchmark{
			{"00000/00000/00000/00000/00000 -,- 1", 8},
			{"00110/00011/00002/00000/00000 b3e4,c3c5 1", 8},
			{"00310/00012/00024/10010/01000 c4e4,c2d3 1", 9},
			{"00010/00101/00001/00001/00220 d2e3,b3d1,c2c4 1", 6},
			{"00010/10000/01001/00010/00111 c3e1,c4d2,b3c2,b2d4 1", 6},
		},
	}
}

// santoriniAlphaBeta returns an alpha-beta for Santorini, where threats that
// could spoil an estimate are played out before it is made.
func santoriniAlphaBeta(opt search.Options) engine.Engine {
	opt.Margin = 50
	return search.New(santoriniEvaluation(), opt)
}

var hermitLevels = levels{{250, 140}, {500, 100}, {2_000, 52}, {12_000, 22}, {20_000, 14}, {27_000, 14}, {40_000, 9}}

// hermitTries is how many nodes the levels of Hermit let the solver look at. At
// the highest that takes a quarter of a second.
var hermitTries = [MaxLevel]uint64{3: 300, 1_200, 3_000, 9_000, 100_000}

// Hermit returns the entry of Hermit.
func Hermit() Entry {
	all := engines(hermitAlphaBeta, hermitLevels)
	all[0] = perfected(all[0], newHermitSolver, hermitTries)
	return Entry{
		Game:      hermit.Rules(),
		Engines:   all,
		Strengths: [MaxLevel]int{0, 180, 340, 540, 700, 900, 1020, 1120},
		NewSolver: newHermitSolver,
		Boards:    hermitBoards,
		WireNames: []string{"hermit6", "hermit3", "hermit4", "hermit5", "hermit7", "hermit8", "hermit9", "hermit10"},
		Benchmarks: []Benchmark{
			{"....../....../....../....../....../...... 1", 4},
			{"....R./R...../....../....R./....../R..... 1", 5},
			{"..B.R./R...../..R.../..YYR./....../R..R.. 1", 6},
			{"..B.R./RY..../B.R.../B.YYR./.....Y/RY.R.. 1", 9},
			{"R.....RR/......../.......R/RR....../....R..R/......../.RYR..../......R. 1", 4},
			{".R.R.R.RR./Y........./....RYR.R./RY......../..R.R...R./.Y...Y..../.R...R.R../...RY.Y..R/.Y....R.../RR.R....R. 1", 4},
		},
	}
}

// hermitAlphaBeta returns an alpha-beta for Hermit.
func hermitAlphaBeta(opt search.Options) engine.Engine { return search.New(hermitEvaluation(), opt) }

// engines returns the engines that every game has, given its alpha-beta and how
// its levels hold that back.
func engines(alphaBeta func(search.Options) engine.Engine, all levels) []Engine {
	return []Engine{
		leveledEngine("alphabeta", alphaBeta, all),
		{"greedy", func(c engine.Config) engine.Engine {
			return greedy{alphaBeta(search.Options{TableMiB: c.HashMiB})}
		}},
		{"random", func(engine.Config) engine.Engine { return search.NewRandom() }},
	}
}

// greedy looks one ply ahead.
type greedy struct{ engine.Engine }

func (g greedy) Search(ctx context.Context, req engine.Request) (engine.Info, error) {
	req.Limits.Depth = 1
	return g.Engine.Search(ctx, req)
}

// baseline returns alpha-beta with an evaluation to measure others against.
func baseline[P any, M game.Code, K game.Kernel[P, M]](name string, eval search.Evaluation[P, M]) Engine {
	return Engine{name, func(c engine.Config) engine.Engine {
		return search.New[P, M, K](eval, search.Options{TableMiB: c.HashMiB})
	}}
}
