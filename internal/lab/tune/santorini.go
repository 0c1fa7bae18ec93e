package tune

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"thera/game"
	"thera/santorini"
	"thera/santorini/eval"
)

// sample is a position of two seats to learn from.
type sample struct {
	position santorini.Position
	chance   float32 // of the seat to move, 0 to 1, that is to be learned
}

const (
	// trust is how much of what is to be learned is the search's score; the rest is
	// the result of the game. In Amazons networks that learned with 0.2 told results of
	// games kept out better, and lost matches; in Santorini 0.5 was no better.
	trust = 0.8
	// held is which games are kept out to measure the loss: one in so many.
	held = 20
)

// samples are what is learned from, and what is kept out.
type samples struct{ learned, kept []sample }

// read adds the games of a file.
func (s *samples) read(name string) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	number := 0
	for line := range strings.Lines(string(text)) {
		if number > 0 { // behind the title
			if err := s.add(number, strings.TrimSuffix(line, "\n")); err != nil {
				return fmt.Errorf("%s, game %d: %w", name, number, err)
			}
		}
		number++
	}
	return nil
}

// add adds the game of a line.
func (s *samples) add(number int, line string) error {
	g, err := parseGame(line)
	if err != nil {
		return err
	}
	into := &s.learned
	if number%held == 0 {
		into = &s.kept
	}
	*into, err = appendSamples(*into, g)
	return err
}

// appendSamples appends the positions of a game about which the engine was
// asked, but for those in which moves are forced: no search evaluates them.
// What comes before a turn that was drawn says nothing about the result, so
// that there the score alone is to be learned.
func appendSamples(list []sample, g selfGame) ([]sample, error) {
	start, err := g.start()
	if err != nil {
		return nil, err
	}
	p, _ := game.KernelOf[santorini.Position](start)
	drawn := len(list)
	var moves []santorini.Move
	for _, t := range g.turns {
		if moves = p.AppendMoves(moves[:0]); !slices.Contains(moves, t.move) {
			return nil, fmt.Errorf("turn %s is not legal in %s", t.move, &p)
		}
		if !t.asked {
			drawn = len(list)
		} else if eval.IsQuiet(&p) {
			list = append(list, sample{p, float32(t.score.WinProbability())})
		}
		p.Play(t.move)
	}
	for i := drawn; i < len(list); i++ {
		s, result := &list[i], float32(0)
		if p.Winners().Has(s.position.Turn()) {
			result = 1
		}
		if s.chance > 0 && s.chance < 1 { // not proven
			s.chance = trust*s.chance + (1-trust)*result
		}
	}
	return list, nil
}
