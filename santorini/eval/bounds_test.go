package eval

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"thera/santorini"
)

// weightStep is a weight that all inputs can have: 1 for those of powers.
const weightStep = Unit / PowerUnit

// setWeight sets a unit's weight of an input, in steps.
func setWeight(w *Weights, input, unit, steps int) {
	if input < NumBaseInputs {
		w.Rows[input][unit] = int16(steps * weightStep)
	} else {
		w.Powers[input-NumBaseInputs][unit] = int8(steps)
	}
}

// inputRange is a range of inputs: n of them, from first.
type inputRange struct{ first, n int }

// pairsOf returns the inputs for an own power and each power of the rival.
func pairsOf(own santorini.Power) inputRange {
	return inputRange{pairInput + numPowers*int(own), numPowers}
}

// groundedOf returns the input for an own power whose workers may not go up.
func groundedOf(own santorini.Power) inputRange { return inputRange{groundedInput + int(own), 1} }

// threatsOf returns the inputs for the squares where a rival's power wins.
func threatsOf(rival santorini.Power) inputRange {
	return inputRange{threatInput + santorini.NumSpaces*int(rival), santorini.NumSpaces}
}

// farPowers are the powers that let workers go farther than a step.
var farPowers = []santorini.Power{santorini.Apollo, santorini.Artemis, santorini.Hermes, santorini.Minotaur}

// goalsOf returns the inputs for the squares of a level where one of the farPowers of the
// seat to move, side 0, or of its rival, side 1, lets a worker go.
func goalsOf(side int, power santorini.Power, level int) inputRange {
	group := slices.Index(farPowers, power)
	return inputRange{goalInput + santorini.NumSpaces*(santorini.Dome*(numGroups*side+group)+level), santorini.NumSpaces}
}

// standsOf returns the inputs for the squares of a level where a god's workers stand.
func standsOf(side int, god santorini.Power, level int) inputRange {
	return inputRange{standInput + santorini.NumSpaces*(santorini.Top*(numGods*side+int(god)-1)+level), santorini.NumSpaces}
}

// boundCase is a set of inputs of which at most that many can be true at once.
type boundCase struct {
	name   string
	inputs []inputRange
	most   int
}

// checkBounds compares the bounds of units that have the same weight for all inputs of a
// case, a unit for each case.
func checkBounds(t *testing.T, cases []boundCase) {
	t.Helper()
	if len(cases) > NumUnits {
		t.Fatalf("%d cases: want at most one for each of %d units", len(cases), NumUnits)
	}
	for _, sign := range []int{1, -1} {
		w := &Weights{Powers: make([][NumUnits]int8, numPowerInputs)}
		for unit, c := range cases {
			for _, r := range c.inputs {
				for i := range r.n {
					setWeight(w, r.first+i, unit, sign)
				}
			}
		}
		same, opposite := w.bounds(sign), w.bounds(-sign)
		for unit, c := range cases {
			if same[unit] != c.most*weightStep {
				t.Errorf("%s: bound %d with weights of %d, want %d for %d inputs", c.name, same[unit], sign*weightStep, c.most*weightStep, c.most)
			}
			if opposite[unit] != 0 {
				t.Errorf("%s: bound %d with weights of %d, want 0", c.name, opposite[unit], -sign*weightStep)
			}
		}
	}
}

// TestBoundsOfDistances checks that the distance classes of each kind are true of at most
// all squares.
func TestBoundsOfDistances(t *testing.T) {
	var cases []boundCase
	for kind := nearKind; kind < numKinds; kind++ {
		cases = append(cases, boundCase{
			fmt.Sprintf("kind %d", kind), []inputRange{{santorini.NumSpaces * kind, santorini.NumSpaces}}, santorini.NumSpaces,
		})
	}
	checkBounds(t, cases)
}

// TestBoundsOfPowers checks how many inputs of each kind can be true at once, and that a
// bound does not add up inputs of two powers of one seat, or two facts about a square that
// exclude each other.
func TestBoundsOfPowers(t *testing.T) {
	var cases []boundCase
	add := func(most int, name string, inputs ...inputRange) {
		cases = append(cases, boundCase{name, inputs, most})
	}
	powers := santorini.Powers()
	for _, power := range powers {
		add(1, fmt.Sprintf("pairs of %s", power), pairsOf(power))
		add(1, fmt.Sprintf("grounded %s", power), groundedOf(power))
		add(santorini.NumSpaces, fmt.Sprintf("threats of %s", power), threatsOf(power))
	}
	for side := range 2 {
		for _, power := range farPowers {
			for level := range santorini.Dome {
				add(santorini.NumSpaces, fmt.Sprintf("goals of %s on level %d, side %d", power, level, side), goalsOf(side, power, level))
			}
		}
	}
	checkBounds(t, cases)

	cases = nil
	for side := range 2 {
		for _, god := range powers[1:] {
			for level := range santorini.Top {
				add(2, fmt.Sprintf("workers of %s on level %d, side %d", god, level, side), standsOf(side, god, level))
			}
		}
	}
	checkBounds(t, cases)

	cases = nil
	own, rivals := goalsOf(0, santorini.Artemis, 2), goalsOf(1, santorini.Artemis, 2)
	add(25+25, "goals of both sides", own, rivals)
	add(25, "goals on two levels", own, goalsOf(0, santorini.Artemis, 1))
	add(25, "goals by two powers of one seat", own, goalsOf(0, santorini.Hermes, 2))
	add(25+2, "goals and workers of the same god", own, standsOf(0, santorini.Artemis, 2))
	add(25, "goals and workers of two gods of one seat", own, standsOf(0, santorini.Pan, 2))
	add(25+2, "goals and workers of two seats", own, standsOf(1, santorini.Pan, 2))
	add(25+1, "goals, and no worker may go up", own, groundedOf(santorini.Artemis))
	add(25+1, "goals and the pair of powers", own, pairsOf(santorini.Artemis))
	add(25, "goals and another pair of powers", own, pairsOf(santorini.Pan))
	add(25+25, "own goals and the rival's threats", own, threatsOf(santorini.Artemis))
	add(25, "a threat is no goal: it wins", rivals, threatsOf(santorini.Artemis))
	add(25, "threats of two powers of the rival", threatsOf(santorini.Artemis), threatsOf(santorini.Pan))
	checkBounds(t, cases)
}

// TestBoundsHold checks that what is true of a position counts in full: each unit has
// weights that are positive for the inputs of one position and negative for all others.
func TestBoundsHold(t *testing.T) {
	positions := quietPositions(t)
	for _, sign := range []int{1, -1} {
		w := &Weights{Powers: make([][NumUnits]int8, numPowerInputs)}
		var texts [NumUnits]string
		var want [NumUnits]int
		for unit := range NumUnits {
			p := &positions[unit*len(positions)/NumUnits]
			texts[unit] = p.String()
			for input := range NumInputs {
				setWeight(w, input, unit, -sign)
			}
			for _, input := range AppendInputs(p, nil) {
				setWeight(w, int(input), unit, sign)
				want[unit] += weightStep
			}
		}
		for unit, bound := range w.bounds(sign) {
			if bound < want[unit] {
				t.Errorf("%s: bound %d with sign %d, want at least %d", texts[unit], bound, sign, want[unit])
			}
		}
	}
}

// TestClipKeeps checks that weights stay as they are if a unit can reach the largest number
// of 16 bits, and are clipped if it can go beyond.
func TestClipKeeps(t *testing.T) {
	for _, sign := range []int{1, -1} {
		for beyond := range 2 {
			w := &Weights{}
			for i := range santorini.NumSpaces {
				w.Rows[santorini.NumSpaces*levelKind+i][5] = int16(100 * sign)
			}
			w.Bias[5] = int16(sign * (math.MaxInt16 - 100*santorini.NumSpaces + beyond))
			before := *w
			w.Clip()
			if kept := w.Rows == before.Rows; kept != (beyond == 0) {
				t.Errorf("%d beyond the range, sign %d: kept is %t", beyond, sign, kept)
			}
		}
	}
}
