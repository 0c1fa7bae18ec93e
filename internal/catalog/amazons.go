package catalog

import (
	"math/bits"

	"thera/amazons"
	"thera/amazons/endgame"
	"thera/amazons/eval"
	"thera/engine"
	"thera/game"
	"thera/search"
	"thera/search/alphabeta"
	"thera/search/tree"
	"thera/solve/pns"
)

// Amazons returns the entry of the Game of the Amazons.
func Amazons() Entry {
	e := firstAmazons()
	e.Engines = []Engine{
		withSolver(leveled("alphabeta", amazonsAlphaBeta, amazonsLevels), amazonsPolicy),
		// Without late move pruning, so that it evaluates all moves.
		greedy(func(opt search.Options) engine.Engine { return alphabeta.New(eval.ForSearch(), opt) }),
		random(),
		withSolver(leveled("mcts", switchBy(amazonsContested, amazonsTree, amazonsAlphaBeta), amazonsLevels), amazonsPolicy),
		baseline("territory", territory()),
	}
	e.NewSolver, e.Solvable = newAmazonsSolver, amazonsPolicy.isTractable
	e.Boards = amazonsBoards
	e.Puzzles = amazonsPuzzles()
	e.Handicaps = measured("amazons", append(amazonsHandicaps(), timeHandicaps()...))
	e.Brief = amazonsBrief
	e.Reasons, e.ReasonKinds = reasonsBy(endgame.ReasonsOf), endgame.ReasonKinds()
	e.Benchmarks = []Benchmark{
		{"3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w", 3},
		{"5*4/5Q*3/1q4q**1/3*1**3/2Q4Q*1/3*6/5*1**1/2q1Q1*2*/2*1*5/7q2 w", 4},
		{"4**4/3*1**3/3*2Q**1/1q*****q2/1Q3*1Q*1/3*6/1q****1**1/1*2*1*2*/2*1**4/2Q*3q2 w", 6},
		{"**1q**2Q1/**1*1**3/****1*****/*******q*1/**2Q****1/*1**1***Q1/*********1/q**1***1**/Q**1**q3/2**6 w", 8},
		{"3*1*2/1qQq1*2/3*3Q/*1*3q1/2Q1**2/2q*4/1**2Q2/3*4 w", 5},
	}
	return e
}

// firstAmazons returns the entry without its engines.
func firstAmazons() Entry {
	return Entry{
		Game:        amazons.Rules(),
		WireNames:   []string{"amazons", "amazons8", "amazons6"},
		TextVariant: "10x10",
		Playing:     Playing{Strengths: [MaxLevel]int{0, 170, 430, 660, 910, 1140, 1340, 1600}},
		Presentation: Presentation{
			Style: Wood,
			// Amazons of legend, the best known last.
			Opponents: [MaxLevel]string{"Thoe", "Areto", "Iphito", "Clete", "Antiope", "Myrina", "Hippolyta", "Penthesilea"},
			Territory: amazonsTerritory,
			Mobility:  amazonsMobility,
		},
	}
}

var amazonsLevels = levels{{470, 80}, {850, 57}, {1_600, 43}, {3_300, 32}, {8_400, 21}, {20_000, 14}, {54_000, 7}}

func amazonsAlphaBeta(opt search.Options) engine.Engine {
	return alphabeta.New(eval.ForSearch(), eval.Pruning(opt))
}

func amazonsTree(opt search.Options) engine.Engine { return tree.New(eval.ForSearch(), opt) }

// territory returns a simple evaluation of Amazons to measure others against.
func territory() search.Evaluation[amazons.Position, amazons.Move] {
	return search.Evaluation[amazons.Position, amazons.Move]{
		Evaluate: eval.Territory,
		Legal:    (*amazons.Position).Legal,
		Settled:  endgame.Settled,
	}
}

// amazonsContested reports whether enough of the board is contested for the
// tree search to play better. After that alpha-beta finds proofs sooner.
func amazonsContested(pos game.Position) bool {
	p, ok := game.KernelOf[amazons.Position](pos)
	if !ok {
		return true
	}
	_, contest := eval.TermsOf(&p)
	return contest >= lateContest
}

// lateContest is how much of the board is contested when alpha-beta takes over, in
// quarters of a square as counted by [eval.TermsOf]. 40, 80, 120 and 160 were tried in 40
// to 60 games each, and no difference was shown (docs/contributing/experiments.md).
const lateContest = 80

// amazonsPolicy asks the solver at the highest level if little is contested for the nodes
// it may use. isTractable was measured; the other numbers were chosen after few matches
// (docs/research/solving.md, docs/contributing/experiments.md).
var amazonsPolicy = solverPolicy{
	newSolver: newAmazonsEndingSolver,
	maxNodes:  [MaxLevel]uint64{MaxLevel - 1: 4_000_000},
	isTractable: func(pos game.Position, nodes uint64) bool {
		p, ok := game.KernelOf[amazons.Position](pos)
		if !ok {
			return false
		}
		_, contest := eval.TermsOf(&p)
		return contest < 4*bits.Len64(nodes)-8
	},
	maxPlies: func(pos game.Position) int {
		p, _ := game.KernelOf[amazons.Position](pos)
		return p.Empty().Len()
	},
	minScore:     -300,
	turnDivisor:  2,
	checkDivisor: 6,
}

// amazonsBoards are the small boards, files by ranks, with published results.
// Amazons stand one square from the corners (Müller 2001).
var amazonsBoards = Boards{
	Names: "4x4, 4x5, 4x6, 4x7, 5x4, 5x5, 5x6, 6x4, 6x5",
	Start: func(name string) string {
		return map[string]string{
			"4x4": "1qq1/q2q/Q2Q/1QQ1 w",
			"4x5": "1qq1/q2q/4/Q2Q/1QQ1 w",
			"4x6": "1qq1/q2q/4/4/Q2Q/1QQ1 w",
			"4x7": "1qq1/q2q/4/4/4/Q2Q/1QQ1 w",
			"5x4": "1q1q1/q3q/Q3Q/1Q1Q1 w",
			"5x5": "1q1q1/q3q/5/Q3Q/1Q1Q1 w",
			"5x6": "1q1q1/q3q/5/5/Q3Q/1Q1Q1 w",
			"6x4": "1q2q1/q4q/Q4Q/1Q2Q1 w",
			"6x5": "1q2q1/q4q/6/Q4Q/1Q2Q1 w",
		}[name]
	},
}

// amazonsMobility returns for each cell of the board the seats whose amazons
// can go there in one move.
func amazonsMobility(pos game.Position) []game.Seats {
	p, ok := game.KernelOf[amazons.Position](pos)
	if !ok {
		return nil
	}
	var reached [2]game.Squares
	for cell := range pos.Board().All() {
		for seat := range reached {
			if p.Amazons(game.Seat(seat)).Has(cell) {
				reached[seat] = reached[seat].Or(amazons.QueenMoves(cell, p.Empty()))
			}
		}
	}
	return seatsPerCell(pos, reached)
}

// amazonsTerritory returns for each cell of the board who can move there first: one seat,
// both at once, or neither.
func amazonsTerritory(pos game.Position) []game.Seats {
	p, ok := game.KernelOf[amazons.Position](pos)
	if !ok {
		return nil
	}
	control := endgame.ControlOf(&p)
	return seatsPerCell(pos, [2]game.Squares{
		amazons.White: control.White.Or(control.Contested),
		amazons.Black: control.Black.Or(control.Contested),
	})
}

// seatsPerCell returns for each cell of the board the seats whose squares contain it.
func seatsPerCell(pos game.Position, squares [2]game.Squares) (owners []game.Seats) {
	for cell := range pos.Board().All() {
		var seats game.Seats
		for seat, own := range squares {
			if own.Has(cell) {
				seats |= game.Only(game.Seat(seat))
			}
		}
		owners = append(owners, seats)
	}
	return owners
}

// newAmazonsSolver returns a solver that uses proof numbers and searches
// positions as [endgame.Ending].
func newAmazonsSolver(c SolverConfig) engine.Solver {
	return pns.New[endgame.Ending, amazons.Move](pns.Options{TableMiB: c.TableMiB, Threads: c.Threads}, endgame.Read)
}

// newAmazonsEndingSolver returns a solver for the endings of games, which considers likely
// moves first.
func newAmazonsEndingSolver(c SolverConfig) engine.Solver {
	return pns.NewOrdered(pns.Options{TableMiB: c.TableMiB, Threads: c.Threads}, endgame.Read, eval.PrioritizeEnding)
}
