package tune

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"strconv"
	"strings"

	"thera/game"
	"thera/santorini"
	"thera/santorini/eval"
)

// Chosen by hand, not tuned.
const (
	// gamesPerFour is the number of games of which one has four seats. The others have
	// three. It has no divisor in common with held, so that as many of the games kept out
	// have four.
	gamesPerFour = 7
	// blundersOfSeats is the chance that a turn of three or four seats is drawn.
	blundersOfSeats = 0.1
	// trustOfSeats is the weight of scores in the chances of three or four seats to learn;
	// the rest is the result of the game.
	trustOfSeats = 0.6
	// severalScale is a logit in units of the values, 100, times 1.5, which was no weaker and
	// keeps the levels' noise small beside them.
	severalScale = 150
)

// seatsOf returns the variant of game i of three or four seats.
func seatsOf(i int) string {
	if i%gamesPerFour == gamesPerFour-1 {
		return "4p"
	}
	return "3p"
}

type seatSample struct {
	terms   [][]uint16 // of each seat
	chances []float64  // of the seats, that are to be learned; they add up to 1
}

// fitSeats returns the Go file of the values of three and four seats that play for
// themselves.
func fitSeats(ctx context.Context, opt Options, command string, report func(string)) ([]byte, error) {
	games := SelfPlay{Game: santorini.Rules().Name(), Nodes: opt.Nodes, Seed: opt.Seed, Generation: 1, Seats: true}
	name := filepath.Join(opt.Data, "games-seats")
	if err := games.extend(ctx, name, opt); err != nil {
		return nil, err
	}
	var s split[seatSample]
	if err := readSantorini(&s, name, appendSeatSamples); err != nil {
		return nil, err
	}
	report(s.String())
	if err := s.wantKept(); err != nil {
		return nil, err
	}
	weights, loss := fitSeatWeights(s.learned)
	report(fmt.Sprintf("loss %.5f nats, %.5f of games kept out", loss, addSeats(s.kept, weights, nil, nil)))
	return []byte(severalSource(weights, command)), nil
}

// appendSeatSamples appends the positions of a game in which the winner is not certain and the
// engine was asked about the next turn of each seat. What comes before a turn that was drawn
// says nothing about the result, so for such positions only the scores are learned.
func appendSeatSamples(list []seatSample, g santoriniGame) ([]seatSample, error) {
	var positions []santorini.Position
	drawn := 0 // how many turns there are up to the last one that was
	end, err := g.replay(func(p *santorini.Position, t turn[santorini.Move]) {
		positions = append(positions, *p)
		if !t.asked {
			drawn = len(positions)
		}
	})
	if err != nil {
		return nil, err
	}
	for i := range positions {
		seats, terms := eval.SeveralTerms(&positions[i])
		if terms == nil {
			continue
		}
		result := make([]float64, len(seats))
		for k, seat := range seats {
			if end.Winners().Has(seat) {
				result[k] = 1
			}
		}
		chances := chancesOf(seats, positions[i:], g.turns[i:], result)
		if chances == nil {
			continue
		}
		if i >= drawn {
			for k, r := range result {
				chances[k] = trustOfSeats*chances[k] + (1-trustOfSeats)*r
			}
		}
		list = append(list, seatSample{terms, chances})
	}
	return list, nil
}

// chancesOf returns the chances of the seats in proportion to the scores of the next turn of
// each, the result if the game ends before all have had one, or nil if one of these turns was
// drawn or its seat went out.
func chancesOf(seats []game.Seat, positions []santorini.Position, turns []turn[santorini.Move], result []float64) []float64 {
	const least = 1e-3
	chances, sum := make([]float64, len(seats)), 0.0
	for k, seat := range seats {
		if k == len(turns) {
			return result
		}
		if !turns[k].asked || positions[k].Turn() != seat {
			return nil
		}
		chances[k] = max(turns[k].score.WinProbability(), least)
		sum += chances[k]
	}
	for k := range chances {
		chances[k] /= sum
	}
	return chances
}

// fitSeatWeights returns the weights of the terms, in logits, that fit the chances of the
// samples best, and their mean loss in nats.
func fitSeatWeights(samples []seatSample) (weights []float64, loss float64) {
	return newton(eval.NumSeveralTerms, func(weights, descent []float64, hessian [][]float64) float64 {
		return addSeats(samples, weights, descent, hessian)
	})
}

// addSeats returns the mean loss of weights on samples. It adds derivatives as [newton] wants
// it, unless hessian is nil.
func addSeats(samples []seatSample, weights, descent []float64, hessian [][]float64) (loss float64) {
	n := float64(len(samples))
	var list [4]float64
	for _, s := range samples {
		p, sum := list[:len(s.terms)], 0.0
		for k, terms := range s.terms {
			logit := 0.0
			for _, t := range terms {
				logit += weights[t]
			}
			p[k] = math.Exp(logit)
			sum += p[k]
		}
		for k := range p {
			p[k] /= sum
			loss -= s.chances[k] * math.Log(p[k]) / n
		}
		if hessian == nil {
			continue
		}
		for k, terms := range s.terms {
			for _, t := range terms {
				descent[t] += (s.chances[k] - p[k]) / n
			}
			for l, others := range s.terms {
				second := -p[k] * p[l]
				if l == k {
					second += p[k]
				}
				for _, t := range terms {
					for _, u := range others {
						if u <= t {
							hessian[t][u] += second / n
						}
					}
				}
			}
		}
	}
	return loss
}

// severalSource returns the Go file of the values with the given weights, in logits.
func severalSource(weights []float64, command string) string {
	next := func(n int) string { // values, with commas between
		var list []string
		for _, w := range weights[:n] {
			list = append(list, strconv.Itoa(int(math.Round(w*severalScale))))
		}
		weights = weights[n:]
		return strings.Join(list, ", ")
	}
	var out strings.Builder
	fmt.Fprintf(&out, "// Code generated by %s; DO NOT EDIT.\n\npackage eval\n\n", command)
	out.WriteString("// severalValues holds the values of workers by level.\nvar severalValues = perLevel{\n")
	for range 2 {
		fmt.Fprintf(&out, "\t{\n\t\tat:   [numRings]int16{%s},\n\t\tsame: [9]int16{%s},\n\t\tup:   [9]int16{%s},\n\t},\n", next(6), next(9), next(9))
	}
	out.WriteString("\tseveralOnTwo,\n\tseveralOnTwo,\n}\n\n")
	out.WriteString("// severalOnTwo has no values for steps up, which are threats.\nvar severalOnTwo = levelValues{\n")
	fmt.Fprintf(&out, "\tat:   [numRings]int16{%s},\n\tsame: [9]int16{%s},\n}\n\n", next(6), next(9))
	out.WriteString("// severalClaims holds the values of claims of the seat to move, of the next one, and of\n// those after it.\nvar severalClaims = [3]claimValues{\n")
	for range 3 {
		fmt.Fprintf(&out, "\t{{%s}, {%s}},\n", next(4), next(4))
	}
	out.WriteString("}\n\n// threatValues holds what threats are worth, by their kind, to the seat that threatens and\n// to the seat to move.\nvar threatValues = [nextThreatens + 1]struct{ threatening, moving int32 }{\n")
	for len(weights) > 0 {
		fmt.Fprintf(&out, "\t{%s},\n", next(2))
	}
	out.WriteString("}\n")
	return out.String()
}
