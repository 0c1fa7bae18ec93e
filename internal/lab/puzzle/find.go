package puzzle

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"

	"thera/engine"
	"thera/game"
	"thera/internal/catalog"
)

// Options says which puzzles to find.
type Options struct {
	Variant string // "" is the game's default
	Seed    uint64 // equal options find equal puzzles
	Moves   int    // least number of legal moves, if larger than the game's own
}

// Find plays games endlessly and yields at most one puzzle from each, chosen at
// random among those in the game. It ends with ctx or with the first error: the
// game lacks the variant or a solver.
func Find(ctx context.Context, entry catalog.Entry, opt Options) iter.Seq2[Puzzle, error] {
	return func(yield func(Puzzle, error) bool) {
		for number := uint64(0); ctx.Err() == nil; number++ {
			p, err := One(ctx, entry, opt, number)
			if err != nil {
				if ctx.Err() == nil {
					yield(Puzzle{}, err)
				}
				return
			}
			if p.ID != "" && !yield(p, nil) {
				return
			}
		}
	}
}

// One plays the game with a number, from 0, as Find does, and returns its
// puzzle, one without an ID if there is none.
func One(ctx context.Context, entry catalog.Entry, opt Options, number uint64) (Puzzle, error) {
	start, err := entry.Game.Start(opt.Variant)
	if err != nil {
		return Puzzle{}, err
	}
	if entry.NewSolver == nil {
		return Puzzle{}, fmt.Errorf("puzzles of %s: want a game with a solver", entry.Game.Name())
	}
	p, err := newFinder(entry, opt.Moves, rand.New(rand.NewPCG(opt.Seed, number))).game(ctx, start)
	if err == nil {
		err = ctx.Err()
	}
	return p, err
}

const (
	// openingPlies are played at random at the start of each game.
	openingPlies = 4
	// playNodes is for a turn of self-play. Both sides play fast, because what
	// they overlook makes puzzles.
	playNodes = 1000
	// blunder is the average number of turns per random move: good play rarely
	// reaches positions with a single winning move.
	blunder = 8
)

// finder looks for the puzzle of one game.
type finder struct {
	prover
	fewest int // legal moves
	rng    *rand.Rand
	player engine.Engine
}

func newFinder(entry catalog.Entry, fewest int, rng *rand.Rand) *finder {
	fewest = max(fewest, entry.Puzzles.FewestMoves)
	return &finder{newProver(entry, glanceNodes, findNodes), fewest, rng, entry.NewEngine(engine.Config{HashMiB: 2})}
}

// game plays a game and returns its puzzle, one without an ID if there is none.
func (f *finder) game(ctx context.Context, pos game.Position) (chosen Puzzle, err error) {
	found := 0
	for ply := 0; pos.Winners() == 0 && ctx.Err() == nil; ply++ {
		moves := pos.Moves()
		move := moves[f.rng.IntN(len(moves))]
		if ply >= openingPlies {
			known, err := f.player.Search(ctx, engine.Request{
				Position: pos,
				Limits:   engine.Limits{Nodes: playNodes},
				Seed:     f.rng.Uint64() | 1,
			})
			if err != nil {
				return chosen, err
			}
			if f.rng.IntN(blunder) > 0 {
				move = known.Best()
			}
			if p, err := f.puzzle(ctx, pos, known); err != nil {
				return chosen, err
			} else if p.ID != "" {
				if found++; f.rng.IntN(found) == 0 {
					chosen = p
				}
			}
		}
		if pos, err = pos.Play(move); err != nil {
			return chosen, fmt.Errorf("move %q: %w", move, err)
		}
	}
	if found > 0 {
		err = f.finish(ctx, &chosen)
	}
	return chosen, err
}

// minScore is the lowest score, for the player, of a position that the solver
// is asked about: wins that it takes for losses are rare.
const minScore = 0

// puzzle returns the position as a puzzle if it is one, given what the player
// knows of it. Its line has only the first move, and its effort is not known.
func (f *finder) puzzle(ctx context.Context, pos game.Position, known engine.Info) (none Puzzle, err error) {
	moves := pos.Moves()
	if known.Score < minScore || len(moves) < f.fewest || len(moves) > f.entry.Puzzles.MostMoves {
		return none, nil
	}
	win, err := f.only(ctx, pos, known.Best())
	if err != nil || win.Move == "" || win.Plies > 0 && (win.Plies < MinPlies || win.Plies > MaxPlies) {
		return none, err
	}
	if needed, err := f.takesPower(ctx, pos, win.Move); err != nil || !needed {
		return none, err
	}
	name, text := f.entry.Game.Name(), pos.String()
	return Puzzle{ID: ID(name, text), Game: name, Position: text, Plies: win.Plies, Line: []game.Move{win.Move}}, nil
}
