package catalog

import (
	"thera/amazons"
	"thera/engine"
	"thera/hermit"
	"thera/santorini"
	"thera/search"
)

// Amazons returns the entry of the Game of the Amazons.
func Amazons() Entry {
	return Entry{
		Game:      amazons.Rules(),
		Engines:   append(engines(amazonsAlphaBeta), newMCTS(newPhases), Engine{"territory", newTerritory}),
		NewSolver: newAmazonsSolver,
		Boards:    amazonsBoards,
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
	return search.New[amazons.Position, amazons.Move](opt)
}

// Santorini returns the entry of Santorini.
func Santorini() Entry {
	return Entry{
		Game: santorini.Rules(),
		Engines: append(engines(santoriniAlphaBeta),
			newMCTS(search.NewTree[santorini.Position, santorini.Move]), Engine{"hand", newHand}),
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
	return search.New[santorini.Position, santorini.Move](opt)
}

// Hermit returns the entry of Hermit.
func Hermit() Entry {
	all := engines(search.New[hermit.Position, hermit.Move])
	all[0] = perfected(all[0], newHermitSolver)
	return Entry{
		Game:      hermit.Rules(),
		Engines:   all,
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

// engines returns the engines that every game has, given its alpha-beta.
func engines(alphaBeta func(search.Options) engine.Engine) []Engine {
	return []Engine{
		{"alphabeta", func(c engine.Config) engine.Engine { return newLeveled(alphaBeta, c) }},
		{"greedy", func(c engine.Config) engine.Engine {
			return greedy{alphaBeta(search.Options{TableMiB: c.HashMiB})}
		}},
		{"random", func(engine.Config) engine.Engine { return search.NewRandom() }},
	}
}

// newMCTS returns the engine of a game that has a best-first tree.
func newMCTS(tree func(search.Options) engine.Engine) Engine {
	return Engine{"mcts", func(c engine.Config) engine.Engine { return newLeveled(tree, c) }}
}
