// Package puzzle finds positions with exactly one winning move, proven by
// search, in games that an engine plays against itself.
//
//	for p, err := range puzzle.Find(ctx, entry, puzzle.Options{Seed: 1}) {
//		…
//		fmt.Println(p.Position, p.Move, p.Plies)
//	}
//
// That a move wins, and that each other one loses, is proven: with a search to
// the end, not an estimate. How many plies the win takes grades the puzzle.
//
// In games with powers, puzzles are for a seat whose power the winning move
// takes: without it the move would not be legal, or not be known to win.
//
// The package plays no game for its result: matches are for that.
package puzzle

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"

	"thera/engine"
	"thera/game"
	"thera/internal/catalog"
)

// Puzzle is a position with one winning move.
type Puzzle struct {
	Game     string    `json:"game"`
	Position string    `json:"position"` // text
	Move     game.Move `json:"move"`
	// Plies is how long the win takes if both sides play well, at least
	// MinPlies.
	Plies int `json:"plies"`
	// Moves is the number of legal moves.
	Moves int `json:"moves"`
	// Line is best play from the move on, as far as the search has kept it.
	Line []game.Move `json:"line"`
}

// MinPlies is the least that a win takes: what wins at once is no puzzle.
const MinPlies = 3

// MaxPlies is the most: what takes longer can't be worked out by a person.
const MaxPlies = 9

// Options says which puzzles to find.
type Options struct {
	Variant string // "" is the game's default
	Seed    uint64 // equal options find equal puzzles
}

const (
	playNodes  = 4000  // a turn of self-play
	proofNodes = 20000 // to prove a move lost
	// openingPlies are drawn at the start of each game.
	openingPlies = 4
)

// Find plays games without end and returns from each the puzzle whose win
// takes longest. It ends with ctx, and with the first error: a variant that
// the game does not have.
func Find(ctx context.Context, entry catalog.Entry, opt Options) iter.Seq2[Puzzle, error] {
	return func(yield func(Puzzle, error) bool) {
		start, err := entry.Game.Start(opt.Variant)
		if err != nil {
			yield(Puzzle{}, err)
			return
		}
		for number := uint64(0); ctx.Err() == nil; number++ {
			best, err := find(ctx, entry, start, opt.Seed, number)
			if err != nil {
				yield(Puzzle{}, err)
				return
			}
			if best.Plies > 0 && !yield(best, nil) {
				return
			}
		}
	}
}

// One plays the game with a number, from 0, as Find does, and returns its
// puzzle, one with 0 plies if there is none.
func One(ctx context.Context, entry catalog.Entry, opt Options, number uint64) (Puzzle, error) {
	start, err := entry.Game.Start(opt.Variant)
	if err != nil {
		return Puzzle{}, err
	}
	best, err := find(ctx, entry, start, opt.Seed, number)
	if err == nil {
		err = ctx.Err()
	}
	return best, err
}

func find(ctx context.Context, entry catalog.Entry, start game.Position, seed, number uint64) (Puzzle, error) {
	return newFinder(entry, start, rand.New(rand.NewPCG(seed, number))).game(ctx, start)
}

// finder looks for the puzzle of one game.
type finder struct {
	entry          catalog.Entry
	rng            *rand.Rand
	player, prover engine.Engine
	playNodes      uint64
	// scout looks for wins in place of the player, nil if that does itself.
	scout engine.Engine
}

// newFinder returns a finder for a game that begins at start. With powers a win
// is rarely the only one, so it looks at many games, played quickly, by the
// solver, which has exact distances.
func newFinder(entry catalog.Entry, start game.Position, rng *rand.Rand) *finder {
	f := &finder{entry: entry, rng: rng, player: entry.NewEngine(engine.Config{HashMiB: 2}), playNodes: playNodes}
	if start.Board().Powers == nil || entry.NewSolver == nil {
		f.prover = entry.NewEngine(engine.Config{HashMiB: 16})
		return f
	}
	solver := entry.NewSolver(catalog.SolverConfig{MemoryMiB: 4})
	f.playNodes, f.scout, f.prover = quickNodes, scout{solver, scoutNodes}, scout{solver, scoutProofNodes}
	return f
}

// game plays a game and returns its best puzzle, one with 0 plies if there is
// none.
func (f *finder) game(ctx context.Context, pos game.Position) (best Puzzle, err error) {
	for ply := 0; pos.Winners() == 0 && ctx.Err() == nil; ply++ {
		moves := pos.Moves()
		move := moves[f.rng.IntN(len(moves))]
		if ply >= openingPlies {
			known, err := f.player.Search(ctx, engine.Request{
				Position: pos,
				Limits:   engine.Limits{Nodes: f.playNodes},
				Seed:     f.rng.Uint64() | 1,
			})
			if err != nil {
				return best, err
			}
			// Whoever plays on well comes to few positions with a single way
			// to win; now and then a blunder leads to others.
			if f.rng.IntN(8) > 0 {
				move = known.Best()
			}
			if f.scout != nil && known.Score > 0 {
				if known, err = f.scout.Search(ctx, engine.Request{Position: pos}); err != nil {
					return best, err
				}
			}
			found, err := f.puzzle(ctx, pos, known)
			if err != nil {
				return best, err
			}
			if found.Plies > best.Plies {
				best = found
			}
		}
		if pos, err = pos.Play(move); err != nil {
			return best, fmt.Errorf("move %q: %w", move, err)
		}
	}
	return best, nil
}

// maxMoves is how many legal moves a puzzle has at most.
const maxMoves = 150

// puzzle returns the position as a puzzle if it is one, given what the player
// knows of it.
func (f *finder) puzzle(ctx context.Context, pos game.Position, win engine.Info) (none Puzzle, err error) {
	plies, proven := win.Score.Proven()
	if !proven || plies < MinPlies || plies > MaxPlies {
		return none, nil
	}
	moves := pos.Moves()
	if len(moves) < 2 || len(moves) > maxMoves {
		return none, nil
	}
	if needed, err := f.takesPower(ctx, pos, win.Best()); err != nil || !needed {
		return none, err
	}
	for _, m := range moves {
		if m == win.Best() {
			continue
		}
		next, err := pos.Play(m)
		if err != nil {
			return none, fmt.Errorf("move %q: %w", m, err)
		}
		if next.Winners() != 0 {
			return none, nil // a win at once, or a loss of one's own making
		}
		answer, err := f.prover.Search(ctx, engine.Request{Position: next, Limits: engine.Limits{Nodes: proofNodes}})
		if err != nil {
			return none, err
		}
		if !answer.Score.Won() {
			return none, nil
		}
	}
	if len(win.Line) == 1 && f.scout != nil {
		if win.Line, err = f.line(ctx, pos, win.Best()); err != nil {
			return none, err
		}
	}
	return Puzzle{
		Game: f.entry.Game.Name(), Position: pos.String(),
		Move: win.Best(), Plies: plies, Moves: len(moves), Line: win.Line,
	}, nil
}

// line returns a winning move with what is expected after it.
func (f *finder) line(ctx context.Context, pos game.Position, win game.Move) ([]game.Move, error) {
	next, err := pos.Play(win)
	if err != nil {
		return nil, fmt.Errorf("move %q: %w", win, err)
	}
	answer, err := f.player.Search(ctx, engine.Request{Position: next, Limits: engine.Limits{Nodes: proofNodes}})
	return append([]game.Move{win}, answer.Line...), err
}

// takesPower reports whether a winning move takes the power of the seat to move.
// In a position without powers there is nothing to take.
func (f *finder) takesPower(ctx context.Context, pos game.Position, win game.Move) (bool, error) {
	board, turn := pos.Board(), pos.Turn()
	if board.Powers == nil {
		return true, nil
	}
	if board.Powers[turn] == f.entry.Cards.None {
		return false, nil
	}
	board.Powers[turn] = f.entry.Cards.None
	without, err := f.entry.Game.Compose(board, turn)
	if err != nil {
		return false, fmt.Errorf("%s without its power: %w", pos, err)
	}
	next, err := without.Play(win)
	if errors.Is(err, game.ErrIllegal) {
		return true, nil
	}
	if err != nil || next.Winners() != 0 {
		return false, err
	}
	answer, err := f.prover.Search(ctx, engine.Request{Position: next, Limits: engine.Limits{Nodes: proofNodes}})
	return !answer.Score.Lost(), err
}
