package exam

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"

	"thera/engine"
	"thera/game"
	"thera/internal/catalog"
	"thera/internal/catalog/setup"
	"thera/internal/lab/puzzle"
	"thera/internal/safefile"
)

// Part is a line of a recipe: items of a set that are made in the same way.
type Part struct {
	Game    string `json:"game"`
	Variant string `json:"variant"` // or one of the game's boards to solve
	// Powers is how the powers of each game are chosen, such as "random"; "" is by the variant.
	Powers setup.Method `json:"powers,omitempty"`
	Kind   Kind         `json:"kind"`
	Phase  Phase        `json:"phase"`
	Count  int          `json:"count"` // of items
	// Unknown takes only positions of whose winner the player of the game knew nothing for
	// certain. Where a solver proves more than a search sees, it makes proven items harder.
	Unknown bool `json:"unknown,omitempty"`
	// Nodes limits the proof for each move of a proven item, and the search after each of
	// the best moves of a deep one.
	Nodes uint64 `json:"nodes"`
}

// ReadRecipe reads the parts of a recipe, one JSON object after another.
func ReadRecipe(from io.Reader) (parts []Part, err error) {
	d := json.NewDecoder(from)
	d.DisallowUnknownFields()
	for {
		var p Part
		switch err := d.Decode(&p); {
		case errors.Is(err, io.EOF) && len(parts) == 0:
			return nil, errors.New("no parts: want a JSON object for each")
		case errors.Is(err, io.EOF):
			return parts, nil
		case err != nil:
			return nil, fmt.Errorf("part %d: %w", len(parts)+1, safefile.JSONError(err))
		}
		if err := p.check(); err != nil {
			return nil, fmt.Errorf("part %d: %w", len(parts)+1, err)
		}
		if slices.ContainsFunc(parts, p.overlaps) {
			return nil, fmt.Errorf("part %d: want another game, variant, powers, kind or phase than in the parts before", len(parts)+1)
		}
		parts = append(parts, p)
	}
}

// Digest distinguishes a recipe from all others.
func Digest(recipe []Part) (string, error) {
	text, err := json.Marshal(recipe)
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8]), err
}

// overlaps reports whether items could belong to both parts.
func (p Part) overlaps(other Part) bool {
	shared := p.Variant == other.Variant
	switch setup.AsNamed {
	case p.Powers:
		shared = other.covers(p.Variant)
	case other.Powers:
		shared = p.covers(other.Variant)
	}
	return p.Game == other.Game && shared && p.Kind == other.Kind && p.Phase == other.Phase
}

func (p Part) check() error {
	entry, err := catalog.Find(p.Game)
	if err != nil {
		return err
	}
	// The variants of items tell to which part they belong.
	if p.Variant == "" {
		return fmt.Errorf("no variant: want one of %s, such as %s", p.Game, entry.Game.Variants()[0])
	}
	if p.Powers == setup.ByNone {
		return fmt.Errorf("powers %q: want a part without \"powers\"", p.Powers)
	}
	start, err := p.start(entry, 0)
	switch {
	case err != nil:
		return err
	case start.Seats().Len() != 2:
		return fmt.Errorf("variant %q: want one for two", p.Variant)
	case p.Kind == Proven && entry.NewSolver == nil:
		return fmt.Errorf("proven items of %s: want a game with a solver", p.Game)
	case !slices.Contains(Kinds(), p.Kind):
		return unknown("kind", p.Kind, Kinds())
	case !slices.Contains(Phases(), p.Phase):
		return unknown("phase", p.Phase, Phases())
	case p.Count < 1 || p.Nodes < 1:
		return fmt.Errorf("count %d and nodes %d: want 1 or more", p.Count, p.Nodes)
	}
	return nil
}

// start returns the start of a game that is played for the part.
func (p Part) start(entry catalog.Entry, seed uint64) (game.Position, error) {
	variant, err := p.variant(entry, seed)
	if err != nil {
		return nil, err
	}
	return entry.Start(variant)
}

// variant returns the variant of a game, with its powers.
func (p Part) variant(entry catalog.Entry, seed uint64) (string, error) {
	if p.Powers == setup.AsNamed {
		return p.Variant, nil
	}
	return entry.ResolvePowers(p.Variant, p.Powers, seed)
}

// has reports whether an item was made for the part.
func (p Part) has(i Item) bool {
	return i.Game == p.Game && p.covers(i.Variant) && i.Kind == p.Kind && i.Phase == p.Phase
}

// covers reports whether games of the part can be of a variant, given with its powers.
func (p Part) covers(variant string) bool {
	if p.Powers == setup.AsNamed {
		return variant == p.Variant
	}
	board, _, dealt := strings.Cut(variant, ":")
	return dealt && board == p.Variant
}

// Make makes the items of a recipe that are not among past ones, in order. Equal
// recipes, seeds and versions of this program make equal items, whether or not they were
// interrupted. It ends with ctx or with the first error.
//
// Each item is from another game, which the engine plays against itself quickly and with
// blunders. Phases are the thirds of the game, in plies, up to the last turn at which the
// engine did not know the winner; all that follows belongs to the ending.
func Make(ctx context.Context, recipe []Part, seed uint64, past []Item) iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) {
		known := map[string]bool{}
		for _, i := range past {
			known[i.ID] = true
		}
		for _, p := range recipe {
			if !p.make(ctx, seed, past, known, yield) {
				return
			}
		}
	}
}

// patience is how many games in a row are played without finding an item.
const patience = 2000

// make yields the items of one part, and reports whether to continue. It adds their IDs to
// the known ones.
func (p Part) make(ctx context.Context, seed uint64, past []Item, known map[string]bool, yield func(Item, error) bool) bool {
	count, number := 0, uint64(0)
	for _, i := range past {
		if p.has(i) {
			count, number = count+1, max(number, i.Number+1)
		}
	}
	for last := number; count < p.Count; number++ {
		item, err := p.one(ctx, seed, number)
		if err = cmp.Or(ctx.Err(), err); err == nil && number-last > patience {
			err = fmt.Errorf("%s items of %s, %s, in the %s: none in %d games; want another part", p.Kind, p.Game, p.Variant, p.Phase, patience)
		}
		if err != nil {
			yield(Item{}, err)
			return false
		}
		if item.ID == "" || known[item.ID] {
			continue
		}
		known[item.ID] = true
		count, last = count+1, number
		if !yield(item, nil) {
			return false
		}
	}
	return true
}

// one plays the game with a number and returns its item, one without an ID if there is none.
func (p Part) one(ctx context.Context, seed, number uint64) (none Item, err error) {
	entry, err := catalog.Find(p.Game)
	if err != nil {
		return none, err
	}
	key := fnv.New64a()
	fmt.Fprint(key, p.Game, p.Variant, p.Powers, p.Kind, p.Phase)
	rng := rand.New(rand.NewPCG(seed^key.Sum64(), number))
	variant, err := p.variant(entry, rng.Uint64())
	if err != nil {
		return none, err
	}
	start, err := entry.Start(variant)
	if err != nil {
		return none, err
	}
	played, err := play(ctx, entry, start, rng)
	if err != nil {
		return none, err
	}
	m := maker{p, entry, newJudge(entry)}
	item, err := m.choose(ctx, played, rng)
	if err != nil || item.ID == "" {
		return none, err
	}
	item.Variant, item.Number = variant, number
	if variant == entry.TextVariant {
		for _, t := range played[:item.Ply] {
			item.Played = append(item.Played, t.move)
		}
	}
	return item, nil
}

const (
	// randomPlies are played at random at the start of each game.
	randomPlies = 3
	// playNodes is for a turn of self-play.
	playNodes = 1000
	// blunder is the average number of turns per random move: good play alone rarely
	// reaches positions in which a win can be given away.
	blunder = 8
	// unaided is a depth that no search reaches; a request with a depth gets the search
	// alone, without help from a solver or a book.
	unaided = 99
)

// turn is a turn of a game that was played for items.
type turn struct {
	before game.Position
	move   game.Move
	score  engine.Score // of before, for the seat to move
}

// play has the engine play a game against itself.
func play(ctx context.Context, entry catalog.Entry, pos game.Position, rng *rand.Rand) (turns []turn, err error) {
	player := entry.NewEngine(engine.Config{TableMiB: 2})
	for pos.Winners() == 0 && ctx.Err() == nil {
		known, err := player.Search(ctx, engine.Request{
			Position: pos,
			Limits:   engine.Limits{Nodes: playNodes, Depth: unaided},
			Seed:     rng.Uint64() | 1,
		})
		if err != nil {
			return nil, err
		}
		t := turn{pos, known.Best(), known.Score}
		switch moves := pos.Moves(); {
		case len(turns) < randomPlies && entry.Openings != nil:
			moves = entry.Openings.Moves(pos)
			fallthrough
		case len(turns) < randomPlies || rng.IntN(blunder) == 0:
			t.move = moves[rng.IntN(len(moves))]
		}
		turns = append(turns, t)
		if pos, err = pos.Play(t.move); err != nil {
			return nil, fmt.Errorf("move %q: %w", t.move, err)
		}
	}
	return turns, ctx.Err()
}

// phaseOf returns the phase of each turn of a game.
func phaseOf(turns []turn) []Phase {
	decided := 0
	for ply, t := range turns {
		if _, proven := t.score.Proven(); !proven {
			decided = ply + 1
		}
	}
	phases := make([]Phase, len(turns))
	for ply := range turns {
		phases[ply] = Phases()[min(3*ply/max(1, decided), len(Phases())-1)]
	}
	return phases
}

// maker makes the item of one game.
type maker struct {
	Part
	entry catalog.Entry
	judge *judge
}

// tries is how many positions of a game are tried.
const tries = 4

// choose returns an item from a game, one without an ID if there is none among a few
// positions of the part's phase. Its variant and number are not set.
func (m maker) choose(ctx context.Context, turns []turn, rng *rand.Rand) (item Item, err error) {
	var plies []int
	for ply, phase := range phaseOf(turns) {
		if phase == m.Phase && ply > 0 && m.suits(turns[ply]) {
			plies = append(plies, ply)
		}
	}
	rng.Shuffle(len(plies), func(i, j int) { plies[i], plies[j] = plies[j], plies[i] })
	for _, ply := range plies[:min(tries, len(plies))] {
		pos := turns[ply].before
		item := Item{
			ID: puzzle.ID(m.Game, pos.String()), Game: m.Game, Kind: m.Kind, Phase: m.Phase,
			Position: pos.String(), LegalMoves: len(pos.Moves()), Ply: ply,
		}
		good := false
		if m.Kind == Proven {
			good, err = m.judge.prove(ctx, &item, pos, m.Nodes)
		} else {
			good, err = m.judge.estimate(ctx, &item, pos, m.Nodes)
		}
		if good || err != nil {
			return item, err
		}
	}
	return Item{}, nil
}

const (
	// fewestMoves is the least number of legal moves: with fewer a guess is often right.
	fewestMoves = 6
	// mostMoves is the largest for proofs, which are needed for each move.
	mostMoves = 400
	// undecided is the largest score of a position for a deep item: 95%.
	undecided = engine.Score(300)
)

// suits reports whether a position is worth the work, by what its player knew.
func (m maker) suits(t turn) bool {
	_, known := t.score.Proven()
	switch n := len(t.before.Moves()); {
	case n < fewestMoves, known && m.Unknown:
		return false
	case m.Kind == Proven:
		return n <= mostMoves && t.score >= 0
	}
	return max(t.score, -t.score) <= undecided
}
