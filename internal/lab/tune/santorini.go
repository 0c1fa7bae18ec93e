package tune

import (
	"fmt"
	"os"
	"strings"

	"thera/game"
	"thera/santorini"
	"thera/santorini/eval"
)

type sample struct {
	position santorini.Position
	chance   float32 // of the seat to move, 0 to 1, that is to be learned
}

const (
	// trust is the weight of the search's score in the chance to learn; the rest is the
	// result of the game. In Amazons, networks trained with 0.2 predicted results of
	// games kept out better and lost matches; in Santorini 0.5 was no better.
	trust = 0.8
	// held is the number of games of which one is kept out to measure the loss.
	held = 20
)

// samples are the positions to learn from and those kept out.
type samples struct{ learned, kept []sample }

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

func (s *samples) add(number int, line string) error {
	g, err := parseSantoriniGame(line)
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

type santoriniGame struct{ selfGame[santorini.Move] }

func (g santoriniGame) start() (game.Position, error) {
	if g.powers == "" {
		return santorini.Rules().Start("")
	}
	return santorini.Rules().Start("2p:" + g.powers)
}

// replay calls see with each turn and the position before it, and returns the position
// at the end.
func (g santoriniGame) replay(see func(before *santorini.Position, t turn[santorini.Move])) (end santorini.Position, err error) {
	start, err := g.start()
	if err != nil {
		return end, err
	}
	p, _ := game.KernelOf[santorini.Position](start)
	return replay(p, g.turns, see)
}

func parseSantoriniGame(line string) (g santoriniGame, err error) {
	if first, rest, ok := strings.Cut(line, " "); ok && first != "" && first[0] != '@' {
		g.powers, line = first, rest
	}
	g.turns, err = parseTurns(line, santorini.ParseMove)
	return g, err
}

// appendSamples appends the positions of a game about which the engine was asked,
// without those in which moves are forced: no search evaluates them. What comes before
// a turn that was drawn says nothing about the result, so for such positions only the
// score is learned.
func appendSamples(list []sample, g santoriniGame) ([]sample, error) {
	drawn := len(list)
	end, err := g.replay(func(p *santorini.Position, t turn[santorini.Move]) {
		if !t.asked {
			drawn = len(list)
		} else if eval.IsQuiet(p) {
			list = append(list, sample{*p, float32(t.score.WinProbability())})
		}
	})
	if err != nil {
		return nil, err
	}
	for i := drawn; i < len(list); i++ {
		list[i].chance = blended(list[i].chance, end.Winners().Has(list[i].position.Turn()))
	}
	return list, nil
}

// blended returns the chance to learn from a search's score and the result of the
// game. A proven score stays as it is.
func blended(score float32, won bool) float32 {
	result := float32(0)
	if won {
		result = 1
	}
	if score <= 0 || score >= 1 {
		return score
	}
	return trust*score + (1-trust)*result
}
