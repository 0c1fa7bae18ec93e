package puzzle

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"thera/engine"
	"thera/game"
	"thera/internal/catalog"
	"thera/internal/safefile"
)

// Options says which puzzles to find.
type Options struct {
	Variant string // "" is the game's default
	Seed    uint64 // equal options find equal puzzles
	Moves   int    // least number of legal moves, if larger than the game's own
}

// Check refuses options with which there are no puzzles.
func (opt Options) Check(entry catalog.Entry) error {
	start, err := entry.Game.Start(opt.Variant)
	if err != nil {
		return err
	}
	if entry.NewSolver == nil {
		return fmt.Errorf("puzzles of %s: want a game with a solver", entry.Game.Name())
	}
	if board := start.Board(); board.Seats != 2 && !board.Teams {
		return fmt.Errorf("puzzles of %s, variant %q for %d: want one for two or in teams", entry.Game.Name(), opt.Variant, board.Seats)
	}
	if most := entry.Puzzles.MostMoves; opt.Moves > most {
		return fmt.Errorf("puzzles of %s with %d moves: want at most %d", entry.Game.Name(), opt.Moves, most)
	}
	return nil
}

// Patience is how many games in a row are played without finding a puzzle.
const Patience = 2000

// ErrNone returns the error of a search that has played as many games in vain.
func (opt Options) ErrNone(entry catalog.Entry) error { return opt.errNone(entry, Patience) }

func (opt Options) errNone(entry catalog.Entry, games int) error {
	variant := cmp.Or(opt.Variant, entry.Game.Variants()[0])
	return fmt.Errorf("puzzles of %s, variant %q: none in the last %d games: want another variant or fewer moves", entry.Game.Name(), variant, games)
}

// Find plays games endlessly and yields at most one puzzle from each, chosen at
// random among those in the game. It ends with ctx or with the first error, that of
// [Options.Check] or [Options.ErrNone] for one. report, if not nil, is called after each
// game with their number.
func Find(ctx context.Context, entry catalog.Entry, opt Options, report func(games int)) iter.Seq2[Puzzle, error] {
	return find(ctx, entry, opt, Patience, report)
}

func find(ctx context.Context, entry catalog.Entry, opt Options, patience int, report func(games int)) iter.Seq2[Puzzle, error] {
	return func(yield func(Puzzle, error) bool) {
		for games, last := 0, 0; ctx.Err() == nil; {
			p, err := One(ctx, entry, opt, uint64(games))
			if err != nil {
				if ctx.Err() == nil {
					yield(Puzzle{}, err)
				}
				return
			}
			if games++; report != nil {
				report(games)
			}
			switch {
			case p.ID != "":
				last = games
				if !yield(p, nil) {
					return
				}
			case games-last == patience:
				yield(Puzzle{}, opt.errNone(entry, patience))
				return
			}
		}
	}
}

// One plays the game with a number, from 0, as Find does, and returns its
// puzzle, one without an ID if there is none.
func One(ctx context.Context, entry catalog.Entry, opt Options, number uint64) (Puzzle, error) {
	if err := opt.Check(entry); err != nil {
		return Puzzle{}, err
	}
	start, err := entry.Game.Start(opt.Variant)
	if err != nil {
		return Puzzle{}, err
	}
	p, err := newFinder(entry, opt.Moves, rand.New(rand.NewPCG(opt.Seed, number))).game(ctx, start)
	err = cmp.Or(err, ctx.Err())
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

type finder struct {
	prover
	fewest int // legal moves
	rng    *rand.Rand
	player engine.Engine
}

func newFinder(entry catalog.Entry, fewest int, rng *rand.Rand) *finder {
	fewest = max(fewest, entry.Puzzles.FewestMoves)
	return &finder{newProver(entry, glanceNodes, findNodes), fewest, rng, entry.NewEngine(engine.Config{TableMiB: 2})}
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

// Read reads puzzles, one JSON object after another, without checking them; see [Check].
func Read(from io.Reader) (all []Puzzle, err error) {
	for d := json.NewDecoder(from); ; {
		var p Puzzle
		switch err := d.Decode(&p); {
		case errors.Is(err, io.EOF):
			return all, nil
		case err != nil:
			return nil, fmt.Errorf("puzzle %d: %w", len(all)+1, safefile.JSONError(err))
		}
		all = append(all, p)
	}
}

var errNoLine = errors.New("no line: want one move at least")

// Describe sets everything that follows from the position, the line and the effort of a
// puzzle: all fields except Plies. It is an error if the line is not legal.
func (p *Puzzle) Describe(entry catalog.Entry) error {
	pos, err := entry.Game.Parse(p.Position)
	if err != nil {
		return err
	}
	if len(p.Line) == 0 {
		return errNoLine
	}
	p.Game = entry.Game.Name()
	p.ID, p.Moves, p.Grade = ID(p.Game, p.Position), len(pos.Moves()), p.grade()
	positions := []game.Position{pos}
	for _, m := range p.Line {
		if pos, err = pos.Play(m); err != nil {
			return fmt.Errorf("move %q: %w", m, err)
		}
		positions = append(positions, pos)
	}
	p.Themes, err = entry.Puzzles.Themes(positions, p.Line[0])
	return err
}

// step is the width of the grade ranges that Choose fills evenly.
const step = 100

// Choose returns count puzzles, or all if there are fewer, the easiest first: all of
// those kept and, of the others, as evenly as possible from each range of 100 points,
// since there are always more than enough easy ones. No two have the same ID. The choice
// depends only on the IDs, not on the order of the arguments.
func Choose(kept, others []Puzzle, count int) (chosen []Puzzle) {
	byID := func(a, b Puzzle) int { return strings.Compare(a.ID, b.ID) }
	has := map[string]bool{}
	taken := map[int]int{}
	take := func(p Puzzle) {
		if !has[p.ID] {
			has[p.ID] = true
			taken[p.Grade/step]++
			chosen = append(chosen, p)
		}
	}
	for _, p := range kept {
		take(p)
	}
	left := map[int][]Puzzle{}
	for _, p := range slices.SortedFunc(slices.Values(others), byID) {
		left[p.Grade/step] = append(left[p.Grade/step], p)
	}
	for len(chosen) < count && len(left) > 0 {
		s := slices.MinFunc(slices.Sorted(maps.Keys(left)), func(a, b int) int { return cmp.Compare(taken[a], taken[b]) })
		take(left[s][0])
		if left[s] = left[s][1:]; len(left[s]) == 0 {
			delete(left, s)
		}
	}
	slices.SortFunc(chosen, func(a, b Puzzle) int {
		return cmp.Or(cmp.Compare(a.Grade, b.Grade), strings.Compare(a.ID, b.ID))
	})
	return chosen
}

// maxTurns is the largest number of the solver's turns.
const maxTurns = 5

// finish adds to a puzzle what takes time and is only needed for those that are
// kept: its effort, the turns after the first, and what follows from these.
func (f *finder) finish(ctx context.Context, p *Puzzle) error {
	if err := p.Measure(ctx, f.entry); err != nil {
		return err
	}
	pos, err := f.entry.Game.Parse(p.Position)
	if err != nil {
		return err
	}
	for p.Turns() < maxTurns {
		more, err := f.next(ctx, &pos, p.Line[len(p.Line)-1])
		if err != nil {
			return err
		}
		if more == nil {
			break
		}
		p.Line = append(p.Line, more...)
	}
	return p.Describe(f.entry)
}

// next plays the solver's last move in pos and returns the best reply and the
// unique winning move after it. It returns nothing if the puzzle ends here
// because there are several, or hardly any choice.
func (f *finder) next(ctx context.Context, pos *game.Position, last game.Move) ([]game.Move, error) {
	after, err := (*pos).Play(last)
	if err != nil || after.Winners() != 0 {
		return nil, err
	}
	reply, err := f.player.Search(ctx, engine.Request{Position: after, Limits: engine.Limits{Nodes: findNodes, Depth: unaided}})
	if err != nil {
		return nil, err
	}
	if *pos, err = after.Play(reply.Best()); err != nil {
		return nil, fmt.Errorf("reply %q: %w", reply.Best(), err)
	}
	if (*pos).Winners() != 0 || len((*pos).Moves()) < fewestLater {
		return nil, nil
	}
	win, err := f.only(ctx, *pos, (*pos).Moves()[0])
	if err != nil || win.Move == "" {
		return nil, err
	}
	return []game.Move{reply.Best(), win.Move}, nil
}

// fewestLater is the least number of legal moves in a turn after the first:
// finding the right one among fewer is no puzzle.
const fewestLater = 5
