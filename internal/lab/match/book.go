package match

import (
	"bufio"
	"cmp"
	"crypto/sha256"
	"embed"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"

	"thera/game"
	"thera/internal/catalog"
	"thera/internal/catalog/setup"
	"thera/internal/safefile"
)

// Opening is how a game begins.
type Opening struct {
	Start game.Position
	Moves []game.Move
}

// End returns the position after the moves.
func (o Opening) End() (pos game.Position, err error) {
	pos = o.Start
	for _, m := range o.Moves {
		if pos, err = pos.Play(m); err != nil {
			return nil, err
		}
	}
	return pos, nil
}

// Book is a source of any number of openings. The same number always gives the same
// opening.
type Book interface {
	// Opening returns opening i, counted from 0.
	Opening(i int) (Opening, error)
	// String distinguishes the book from all others.
	String() string
}

// RandomOpenings returns openings with a number of plies, each move drawn uniformly
// from by, or from all legal moves if by is nil. 0 plies give the start itself.
func RandomOpenings(start game.Position, plies int, seed uint64, by *catalog.Openings) Book {
	return random{start, plies, seed, cmp.Or(by, &catalog.Openings{Moves: game.Position.Moves})}
}

type random struct {
	start game.Position
	plies int
	seed  uint64
	by    *catalog.Openings
}

func (b random) String() string {
	return fmt.Sprintf("%d random plies%s, seed %d", b.plies, b.by.Name, b.seed)
}

// Opening draws until the game is not over after the opening.
func (b random) Opening(i int) (Opening, error) {
	const tries = 100
	rng := rand.New(rand.NewPCG(b.seed, uint64(i)))
	for range tries {
		o, pos := Opening{Start: b.start}, b.start
		for len(o.Moves) < b.plies && pos.Winners() == 0 {
			moves := b.by.Moves(pos)
			m := moves[rng.IntN(len(moves))]
			next, err := pos.Play(m)
			if err != nil {
				return Opening{}, err
			}
			o.Moves, pos = append(o.Moves, m), next
		}
		if pos.Winners() == 0 {
			return o, nil
		}
	}
	return Opening{}, fmt.Errorf("%d random plies: the game is over before in all of %d tries", b.plies, tries)
}

// ReadOpenings reads openings, one a line: the moves from start, separated by spaces,
// or the text of a position on the same board for the same number of players with the
// same powers. A line that begins with # is a comment. The seed decides the order of
// the openings; after the last comes the first again.
func ReadOpenings(in io.Reader, g game.Game, start game.Position, seed uint64) (OpeningList, error) {
	b, err := readInOrder(in, g, start)
	b.seed = seed
	rng := rand.New(rand.NewPCG(seed, 0))
	rng.Shuffle(len(b.openings), func(i, j int) {
		b.openings[i], b.openings[j] = b.openings[j], b.openings[i]
	})
	return b, err
}

func readInOrder(in io.Reader, g game.Game, start game.Position) (b OpeningList, err error) {
	lines := bufio.NewScanner(in)
	digest := sha256.New()
	n := 1
	for ; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		o, err := parseOpening(line, g, start)
		if err != nil {
			return OpeningList{}, fmt.Errorf("line %d: %w", n, err)
		}
		b.openings = append(b.openings, o)
		fmt.Fprintln(digest, line)
	}
	if err := safefile.LineError(lines.Err(), n, bufio.MaxScanTokenSize); err != nil {
		return OpeningList{}, err
	}
	if len(b.openings) == 0 {
		return OpeningList{}, errors.New("no openings: want one a line")
	}
	b.hash = digest.Sum(nil)
	return b, nil
}

// parseOpening reads a line that is not empty. If the first word is a move, all are.
func parseOpening(line string, g game.Game, start game.Position) (Opening, error) {
	words := strings.Fields(line)
	o, pos := Opening{Start: start}, start
	if _, err := start.Read(words[0]); err == nil || errors.Is(err, game.ErrIllegal) {
		for i, word := range words {
			m, err := pos.Read(word)
			if err == nil {
				pos, err = pos.Play(m)
			}
			if err != nil {
				return Opening{}, fmt.Errorf("move %d: %w", i+1, err)
			}
			o.Moves = append(o.Moves, m)
		}
	} else {
		var err error
		if pos, err = g.Parse(line); err != nil {
			return Opening{}, fmt.Errorf("want moves from the start or a position: %w", err)
		}
		if got, want := shape(pos), shape(start); got != want {
			return Opening{}, fmt.Errorf("position %q: it is of %s: want %s", line, got, want)
		}
		if got, want := powers(pos), powers(start); got != want {
			return Opening{}, fmt.Errorf("position %q: its powers are %s: want those of the variant, %s", line, got, want)
		}
		o.Start = pos
	}
	if pos.Winners() != 0 {
		return Opening{}, fmt.Errorf("opening %q: the game is over", line)
	}
	return o, nil
}

// shape returns what all positions of a variant have in common.
func shape(pos game.Position) string {
	b := pos.Board()
	teams := ""
	if b.Teams {
		teams = " in teams"
	}
	return fmt.Sprintf("%d×%d squares for %d players%s", b.Files, b.Ranks, b.Seats, teams)
}

func powers(pos game.Position) string {
	return cmp.Or(strings.Join(setup.PowerNames(pos.Board().Powers), ","), "none")
}

// OpeningList is a Book of the openings of a file.
type OpeningList struct {
	openings []Opening
	hash     []byte
	seed     uint64
}

// String distinguishes the list by its content and its seed.
func (b OpeningList) String() string {
	return fmt.Sprintf("%d openings with SHA-256 %x, seed %d", len(b.openings), b.hash[:8], b.seed)
}

// Opening returns opening i; after the last comes the first again.
func (b OpeningList) Opening(i int) (Opening, error) { return b.openings[i%len(b.openings)], nil }

// Len returns the number of openings.
func (b OpeningList) Len() int { return len(b.openings) }

// DealtBook returns openings like those of [RandomOpenings] from the start of a
// variant, each with other powers: drawn, or drafted by the rule book with a program
// drafting for all players. Powers that a draft does not draw come from the variant;
// naming a power here is an error.
func DealtBook(e catalog.Entry, variant string, way setup.Method, plies int, seed uint64) (Book, error) {
	if !way.IsRandom() && way != setup.ByDrafted {
		return nil, fmt.Errorf("powers %q: want %s, %s or %s for other ones in each opening", way, setup.ByRandom, setup.ByFair, setup.ByDrafted)
	}
	b := dealtBook{e, variant, way, plies, seed}
	_, err := b.Opening(0)
	return b, err
}

type dealtBook struct {
	entry   catalog.Entry
	variant string
	way     setup.Method
	plies   int
	seed    uint64
}

func (b dealtBook) String() string {
	return fmt.Sprintf("powers by %s, %s", b.way, RandomOpenings(nil, b.plies, b.seed, b.entry.Openings))
}

// Opening deals the powers and draws the moves.
func (b dealtBook) Opening(i int) (Opening, error) {
	start, err := b.deal(game.Mix(b.seed ^ game.Mix(uint64(i))))
	if err != nil {
		return Opening{}, err
	}
	return RandomOpenings(start, b.plies, b.seed, b.entry.Openings).Opening(i)
}

func (b dealtBook) deal(seed uint64) (game.Position, error) {
	variant, err := b.entry.ResolvePowers(b.variant, b.way, seed)
	if errors.Is(err, setup.ErrDraft) {
		variant, err = b.draft(seed)
	}
	if err != nil {
		return nil, err
	}
	return b.entry.Game.Start(variant)
}

func (b dealtBook) draft(seed uint64) (string, error) {
	start, err := b.entry.Game.Start(b.variant)
	if err != nil {
		return "", err
	}
	powers, err := b.entry.Cards.Drafted(start.Board().Seats, seed)
	if err != nil {
		return "", err
	}
	return b.entry.ResolvePowers(b.variant, setup.ByHand(powers), 0)
}

//go:embed kept/*.txt
var kept embed.FS

// BuiltInOpenings returns the openings that come with the program for the default
// variant of a game, in the order of the file. Each file begins with the command that
// made it.
func BuiltInOpenings(entry catalog.Entry) (OpeningList, error) {
	name := entry.Game.Name()
	text, err := BuiltInOpeningsText(name)
	if err != nil {
		return OpeningList{}, err
	}
	start, err := entry.Game.Start("")
	if err != nil {
		return OpeningList{}, err
	}
	list, err := readInOrder(strings.NewReader(text), entry.Game, start)
	if err != nil {
		return OpeningList{}, fmt.Errorf("kept openings of %s: %w", name, err)
	}
	return list, nil
}

// BuiltInOpeningsText returns the text of that file.
func BuiltInOpeningsText(game string) (string, error) {
	text, err := kept.ReadFile("kept/" + game + ".txt")
	if err != nil {
		return "", fmt.Errorf("no openings of %s are kept: %w", game, err)
	}
	return string(text), nil
}
