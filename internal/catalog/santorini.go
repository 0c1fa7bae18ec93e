package catalog

import (
	"thera/engine"
	"thera/game"
	"thera/santorini"
	"thera/santorini/eval"
	"thera/santorini/opening"
	"thera/santorini/proof"
	"thera/search"
	"thera/search/alphabeta"
	"thera/search/tree"
)

// Santorini returns the entry of Santorini.
func Santorini() Entry {
	e := firstSantorini()
	e.Engines = []Engine{
		asTwo(withBook(santoriniLeveled("auto", santoriniAlphaBeta), opening.Default())),
		asTwo(leveled("alphabeta", santoriniAlphaBeta, santoriniLevels)),
		asTwo(greedy(santoriniAlphaBeta)),
		random(),
		asTwo(santoriniLeveled("mcts", SantoriniTree)),
		baseline("hand", SantoriniByHand()),
	}
	e.NewSolver = newSantoriniSolver
	e.Openings = &Openings{" with workers on the inner squares", opening.Inner}
	e.Puzzles = santoriniPuzzles()
	e.Handicaps = measured("santorini", append(santoriniHandicaps(), timeHandicaps()...))
	e.Brief = santoriniBrief
	e.Reasons, e.ReasonKinds = reasonsBy(eval.ReasonsOf), eval.ReasonKinds()
	e.Benchmarks = []Benchmark{
		{"00000/00000/00000/00000/00000 -,- 1", 8},
		{"00110/00011/00002/00000/00000 b3e4,c3c5 1", 8},
		{"00310/00012/00024/10010/01000 c4e4,c2d3 1", 9},
		{"00010/00101/00001/00001/00220 d2e3,b3d1,c2c4 1", 6},
		{"00010/10000/01001/00010/00111 c3e1,c4d2,b3c2,b2d4 1", 6},
	}
	return e
}

// firstSantorini returns the entry without its engines.
func firstSantorini() Entry {
	return Entry{
		Game:      santorini.Rules(),
		Cards:     santoriniCards(),
		WireNames: []string{"santorini", "santorini3", "santorini4", "santoriniteams"},
		Playing:   Playing{Strengths: [MaxLevel]int{0, 150, 330, 490, 660, 800, 980, 1180}},
		Presentation: Presentation{
			Style: Meadow,
			// Islands around Santorini, whose old name is the last.
			Opponents: [MaxLevel]string{"Anafi", "Delos", "Kea", "Ios", "Syros", "Milos", "Naxos", "Thera"},
			Mobility:  santoriniMobility,
			Power:     santoriniPower,
		},
	}
}

var santoriniLevels = levels{{680, 111}, {1_130, 88}, {2_000, 65}, {3_400, 50}, {7_700, 33}, {15_500, 22}, {42_000, 14}}

// severalLevels are those for more than two sides, where ten times the nodes win little.
var severalLevels = levels{{60, 1_600}, {110, 750}, {210, 400}, {320, 260}, {520, 160}, {800, 111}, {5_000, 40}}

// santoriniLeveled returns the kind of engine that plays two sides with an engine, and more
// with the tree search.
func santoriniLeveled(name string, ofTwo maker) Engine {
	return Engine{name, switchBy(hasTwoSides, leveled(name, ofTwo, santoriniLevels).New, leveled(name, SantoriniTree, severalLevels).New)}
}

// hasTwoSides reports whether two players or teams play. With more, the tree search, in
// which the others don't act together, wins four games of five.
func hasTwoSides(pos game.Position) bool {
	p, ok := game.KernelOf[santorini.Position](pos)
	return ok && (p.Players() == 2 || p.IsTeams())
}

func santoriniAlphaBeta(opt search.Options) engine.Engine {
	return SantoriniPlayer(eval.ByNetwork(eval.Fitted()), opt)
}

func hasTwoSeats(pos game.Position) bool {
	p, ok := game.KernelOf[santorini.Position](pos)
	return ok && p.Players() == 2
}

func isBase(pos game.Position) bool {
	p, ok := game.KernelOf[santorini.Position](pos)
	return ok && p.IsBase()
}

// SantoriniPlayer returns an alpha-beta engine for Santorini with an evaluation.
func SantoriniPlayer(evaluation search.Evaluation[santorini.Position, santorini.Move], opt search.Options) engine.Engine {
	return SantoriniSearch(evaluation, eval.Pruning(opt))
}

// SantoriniSearch returns an alpha-beta engine for Santorini that prunes only what opt says,
// and late moves only for two sides.
func SantoriniSearch(evaluation search.Evaluation[santorini.Position, santorini.Move], opt search.Options) engine.Engine {
	pruning := func(evaluation search.Evaluation[santorini.Position, santorini.Move]) maker {
		return func(opt search.Options) engine.Engine { return alphabeta.New(evaluation, opt) }
	}
	return switchBy(hasTwoSides,
		switchBy(isBase, pruning(eval.WithForced(evaluation, false)), pruning(eval.WithForced(evaluation, true))),
		func(opt search.Options) engine.Engine {
			opt.LateMoveWidth = 0
			return alphabeta.New(evaluation, opt)
		},
	)(opt)
}

// SantoriniByHand returns the evaluation that Santorini had before its network,
// to measure others against.
func SantoriniByHand() search.Evaluation[santorini.Position, santorini.Move] {
	return search.Evaluation[santorini.Position, santorini.Move]{
		Evaluate:   eval.ByHand,
		Prioritize: eval.Prioritize,
	}
}

// SantoriniTree returns a tree search for Santorini. With three players it wins 428–172 by
// [eval.Several] against [eval.ByHand], with 2,000 nodes, and 188–112 with 20,000; both take
// the same time. Alpha-beta, for which the others play together, loses 134–166 by it.
func SantoriniTree(opt search.Options) engine.Engine {
	several := search.Evaluation[santorini.Position, santorini.Move]{Evaluate: eval.Several}
	return switchBy(hasTwoSides,
		func(opt search.Options) engine.Engine { return tree.New(eval.ByNetwork(eval.Fitted()), opt) },
		func(opt search.Options) engine.Engine { return tree.New(several, opt) },
	)(opt)
}

// santoriniMobility returns for each cell of the board the seats whose workers
// can get there in one turn, powers included: it tries all turns of each seat
// as if it were to move.
func santoriniMobility(pos game.Position) []game.Seats {
	board := pos.Board()
	owners := make([]game.Seats, len(board.Cells))
	for seat := range pos.Seats().All() {
		own, err := santorini.Rules().Compose(board, seat)
		if err != nil {
			continue // it can't be that seat's turn
		}
		p, ok := game.KernelOf[santorini.Position](own)
		if !ok {
			return nil
		}
		before := p.Workers(seat)
		if before == 0 || p.Turn() != seat {
			continue // its workers are not placed yet, or can't move
		}
		var reached santorini.Spaces
		for _, m := range p.AppendMoves(nil) {
			after := p
			after.Play(m)
			reached |= after.Workers(seat) &^ before
		}
		i := 0
		for cell := range board.All() {
			if to, ok := santorini.SpaceOf(cell); ok && reached.Has(to) {
				owners[i] |= game.Only(seat)
			}
			i++
		}
	}
	return owners
}

func santoriniPower(name string) Power {
	p := Power{Name: name, Card: santoriniPowerCards[name], Turns: santoriniPowerTurns[name]}
	if name == santorini.Athena.String() {
		p.Mark = "rivals may not go up"
	}
	return p
}

var santoriniPowerCards = map[string]string{
	"mortal": "You have no power: the rules of the base game.",
	"apollo": "Your worker may move onto the square of a rival's worker, if it could if that were empty. " +
		"The rival goes to the square just left.",
	"artemis":    "Your worker may step once more, but not back to where it began the turn.",
	"athena":     "If one of your workers went up in your last turn, no worker of a rival may go up until your next, not to win either.",
	"atlas":      "Your worker may build a dome on any level.",
	"demeter":    "Your worker may build once more, on another square.",
	"hephaestus": "Your worker may build once more on the same square, a block and not a dome.",
	"hermes": "If your workers do not go up or down, each may take any number of steps, or none, in any order. " +
		"Then either of them builds. Or you have an ordinary turn.",
	"minotaur": "Your worker may move onto the square of a rival's worker, if the square straight behind it has no worker and " +
		"no dome, at any level. The rival goes there.",
	"pan": "You also win by moving down two or more levels.",
	"prometheus": "If your worker does not go up in this turn, it may build before it moves, and again after. " +
		"Levels count as they are after the first build.",
}

// newSantoriniSolver returns a solver of forced wins, which has one thread.
func newSantoriniSolver(c SolverConfig) engine.Solver { return proof.New(c.TableMiB) }
