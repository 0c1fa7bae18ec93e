package gametest

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"thera/game"
)

// Reference is a second, naive implementation of the rules, written directly from their
// text. It works on canonical texts only and may be slow.
type Reference interface {
	// Moves returns the legal moves in any order, none when the game is over.
	Moves(position string) []string
	// Play returns the position after a legal move.
	Play(position, move string) string
	// Winners returns the seats that have won, none until the game is over.
	Winners(position string) game.Seats
}

// Options says how much to test. Zero fields, except Reference, mean their defaults.
type Options struct {
	Reference Reference
	// Starts are position texts to play from in addition to the variants.
	Starts []string
	// Games is the number of random games from each start; default 10.
	Games int
}

// Laws plays random games to the end and checks in each position what must hold for
// every game:
//
//   - the text parses to exactly the same packed position, including the hash, so what
//     Play updates incrementally equals what is computed from scratch;
//   - the moves strictly ascend as codes, so they are ordered and distinct, and each
//     move's text parses back and begins with its steps;
//   - while the game is in progress, the board composes to the same position;
//   - the seats in play never grow, the seat to move is one of them, each of them is to
//     move again unless it is eliminated, and the winners are among them;
//   - the game is over exactly if there are no moves, and exactly if somebody has won;
//   - counting, listing and text agree, and none of them changes the position;
//   - a move of the previous position that is no longer legal is refused;
//   - the reference has the same moves, the same next position and the same winners;
//   - no hash occurs twice in a game;
//   - listing moves into a slice with room does not allocate.
func Laws[P comparable, M game.Code, K game.Readable[P, M]](t *testing.T, rules game.Rules[P, M], opt Options) {
	t.Helper()
	if opt.Reference == nil {
		t.Fatal("no Reference: want one")
	}
	if opt.Games == 0 {
		opt.Games = 10
	}
	g := game.New[P, M, K](rules)
	starts := opt.Starts
	for _, v := range rules.Variants {
		starts = append(starts, v.Start)
	}
	for _, start := range starts {
		t.Run(start, func(t *testing.T) {
			for i := range opt.Games {
				e := examiner[P, M, K]{t, g, rules, opt.Reference}
				e.playRandomGame(start, uint64(i))
			}
		})
	}
}

// examiner tests one game. Its methods end the test at the first fault, because
// everything after that would be wrong too.
type examiner[P comparable, M game.Code, K game.Readable[P, M]] struct {
	t     *testing.T
	g     game.Game
	rules game.Rules[P, M]
	ref   Reference
}

// playRandomGame plays one game to its end and checks every position. The same seed
// always plays the same game, so a fault can be reproduced.
func (e *examiner[P, M, K]) playRandomGame(start string, seed uint64) {
	e.t.Helper()
	rng := rand.New(rand.NewPCG(seed, 0))
	pos := Must(e.t, e.g.Parse, start)
	seen := map[uint64]string{}
	var before []M
	var path []game.Position
	for {
		packed, _ := game.KernelOf[P](pos)
		if other, ok := seen[K(&packed).Hash()]; ok {
			e.t.Fatalf("%s and %s have the same hash", pos, other)
		}
		seen[K(&packed).Hash()] = pos.String()

		codes := K(&packed).AppendMoves(nil)
		path = append(path, pos)
		e.checkSeats(path)
		e.checkText(pos, packed)
		e.checkMoves(pos, packed, codes)
		e.checkRefusal(pos, codes, before)
		if len(codes) == 0 {
			return
		}
		pos = e.checkPlay(pos, packed, codes[rng.IntN(len(codes))])
		before = codes
	}
}

// checkSeats checks the last position of a game, and that in the last round of turns
// without an elimination each seat in play had one.
func (e *examiner[P, M, K]) checkSeats(path []game.Position) {
	e.t.Helper()
	pos := path[len(path)-1]
	seats := pos.Seats()
	switch {
	case pos.Winners()&^seats != 0:
		e.t.Fatalf("%s: winners %s, but in play are %s", pos, pos.Winners(), seats)
	case pos.Winners() == 0 && !seats.Has(pos.Turn()):
		e.t.Fatalf("%s: seat %s is to move, but in play are %s", pos, pos.Turn(), seats)
	case len(path) > 1 && seats&^path[len(path)-2].Seats() != 0:
		e.t.Fatalf("%s: in play are %s, before that were %s", pos, seats, path[len(path)-2].Seats())
	}
	if pos.Winners() != 0 || len(path) < seats.Len() {
		return
	}
	var turns game.Seats
	for _, p := range path[len(path)-seats.Len():] {
		if p.Seats() != seats {
			return
		}
		turns |= game.Only(p.Turn())
	}
	if turns != seats {
		e.t.Fatalf("%s: in play are %s, but turns had %s", pos, seats, turns)
	}
}

// checkText checks that the text, and in a game in progress the board, reads back as
// the same position. It compares packed values, so it finds a difference in any field,
// most notably in the hash that Play updates.
func (e *examiner[P, M, K]) checkText(pos game.Position, packed P) {
	e.t.Helper()
	again, err := e.rules.Parse(pos.String())
	if err != nil {
		e.t.Fatalf("%s does not read back: %v", pos, err)
	}
	if again != packed {
		e.t.Fatalf("%s reads back as a different value:\n got %+v\nwant %+v", pos, again, packed)
	}
	board := pos.Board()
	if err := board.Check(); err != nil {
		e.t.Fatalf("%s: %v", pos, err)
	}
	if pos.Winners() == 0 {
		if again, err = e.rules.Compose(board, pos.Turn()); err != nil || again != packed {
			e.t.Fatalf("%s is composed as %+v, %v,\nwant %+v", pos, again, err, packed)
		}
	}
}

// checkMoves compares all sources of the legal moves: listed as codes, counted, tested
// one by one, as texts, by steps, and from the reference.
func (e *examiner[P, M, K]) checkMoves(pos game.Position, packed P, codes []M) {
	e.t.Helper()
	for i, c := range codes {
		if i > 0 && codes[i-1] >= c {
			e.t.Fatalf("%s: move %s does not come after %s", pos, codes[i-1], c)
		}
		if again, err := e.rules.ParseMove(c.String()); err != nil || again != c {
			e.t.Fatalf("%s: move %s reads back as %s, %v", pos, c, again, err)
		}
	}
	if judge, ok := any(K(&packed)).(game.Judge[M]); ok {
		for _, c := range codes {
			if !judge.Legal(c) {
				e.t.Fatalf("%s: %s is listed but not legal", pos, c)
			}
		}
	}
	if over := pos.Winners() != 0; over != (len(codes) == 0) {
		e.t.Fatalf("%s: %d moves, but winners %s", pos, len(codes), pos.Winners())
	}
	if over := pos.Ending() != ""; over != (pos.Winners() != 0) {
		e.t.Fatalf("%s: ending %q, but winners %s", pos, pos.Ending(), pos.Winners())
	}
	if counter, ok := any(K(&packed)).(game.Counter); ok && counter.CountMoves() != len(codes) {
		e.t.Fatalf("%s: counted %d moves, listed %d", pos, counter.CountMoves(), len(codes))
	}
	if pairs, ok := any(K(&packed)).(game.PairCounter); ok {
		if n, listed := pairs.CountPairs(), countPairs[P, M, K](packed, codes); n != listed {
			e.t.Fatalf("%s: counted %d pairs of moves, listed %d", pos, n, listed)
		}
	}
	if allocs := testing.AllocsPerRun(1, func() { codes = K(&packed).AppendMoves(codes[:0]) }); allocs != 0 {
		e.t.Fatalf("%s: listing moves allocates", pos)
	}
	if again, _ := game.KernelOf[P](pos); again != packed {
		e.t.Fatalf("%s: looking at the position changed it", pos)
	}
	e.checkTexts(pos, codes)
}

// checkTexts compares the moves as texts with their codes, entering and reading one of
// them, and with the reference.
func (e *examiner[P, M, K]) checkTexts(pos game.Position, codes []M) {
	e.t.Helper()
	moves := pos.Moves()
	texts := make([]string, len(moves))
	for i, m := range moves {
		texts[i] = string(m)
		if m != game.Move(codes[i].String()) {
			e.t.Fatalf("%s: move %d is %s as text and %s as code", pos, i, m, codes[i])
		}
	}
	if len(moves) > 0 {
		m := moves[len(moves)/2]
		entry, ok := game.Enter(pos).Add(m.Steps()...)
		if entered, made := entry.Move(); !ok || !made || entered != m {
			e.t.Fatalf("%s: the steps %q of %s lead to %q", pos, m.Steps(), m, entered)
		}
		if read, err := pos.Read(string(m)); err != nil || read != m {
			e.t.Fatalf("%s: %s is read as %q, %v", pos, m, read, err)
		}
	}
	want := e.ref.Moves(pos.String())
	slices.Sort(texts)
	slices.Sort(want)
	if !slices.Equal(texts, want) {
		e.t.Fatalf("%s: moves differ from the reference:\n got %q\nwant %q", pos, texts, want)
	}
	if want := e.ref.Winners(pos.String()); pos.Winners() != want {
		e.t.Fatalf("%s: winners %s, reference %s", pos, pos.Winners(), want)
	}
}

// checkRefusal tries a move that was legal one turn before and no longer is. Such a
// move looks right, so a careless legality test would accept it.
func (e *examiner[P, M, K]) checkRefusal(pos game.Position, codes, before []M) {
	e.t.Helper()
	for _, c := range before {
		if !slices.Contains(codes, c) {
			if _, err := pos.Play(game.Move(c.String())); !errors.Is(err, game.ErrIllegal) {
				e.t.Fatalf("%s: %s gave error %v, want an illegal move", pos, c, err)
			}
			return
		}
	}
}

// checkPlay makes a move in the packed position and in the reference. The position
// before must not change: positions are values that are passed around.
func (e *examiner[P, M, K]) checkPlay(pos game.Position, packed P, c M) game.Position {
	e.t.Helper()
	next := Must(e.t, pos.Play, game.Move(c.String()))
	if again, _ := game.KernelOf[P](pos); again != packed {
		e.t.Fatalf("%s: playing %s changed the position", pos, c)
	}
	if want := e.ref.Play(pos.String(), c.String()); next.String() != want {
		e.t.Fatalf("%s after %s:\n got %s\nwant %s", pos, c, next, want)
	}
	return next
}

// countPairs counts the sequences of two moves by playing the first.
func countPairs[P any, M game.Code, K game.Kernel[P, M]](p P, moves []M) (pairs uint64) {
	for _, m := range moves {
		next := p
		K(&next).Play(m)
		if counter, ok := any(K(&next)).(game.Counter); ok {
			pairs += uint64(counter.CountMoves())
		} else {
			pairs += uint64(len(K(&next).AppendMoves(nil)))
		}
	}
	return pairs
}

// RandomMove returns a legal move of an unfinished position, each with equal chance.
func RandomMove[P any, M game.Code, K game.Kernel[P, M]](p K, rng *rand.Rand) M {
	moves := p.AppendMoves(nil)
	return moves[rng.IntN(len(moves))]
}

// Golden compares a text with a file, byte by byte, or with -update rewrites the file.
func Golden(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v (-update makes it)", err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s is not up to date: -update rewrites it (-want +got):\n%s", path, diff)
	}
}
