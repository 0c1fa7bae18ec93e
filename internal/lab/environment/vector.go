package environment

import (
	"fmt"
	"math/bits"

	"thera/game"
)

// encoder is what a game adds: its encoding, for boards of one size. S is the state of
// one game, a plain value. The methods that steps call allocate nothing.
type encoder[S any] interface {
	// shape fills in what the encoding decides: Name, Actions, Planes, Height, Width and
	// Seats.
	shape(*Spec)
	// begin returns the state at the beginning of a turn. It refuses positions whose
	// board or seats have another shape.
	begin(game.Position) (S, error)
	// legal puts the legal actions into a set that is empty before. None are legal
	// exactly if the game is over.
	legal(*S, bitset)
	// act makes a legal action and brings the set of legal actions up to date.
	act(*S, int, bitset)
	// observe writes all planes.
	observe(*S, *bitWriter)
	turn(*S) game.Seat
	winners(*S) game.Seats
	// text returns the text of the position at the beginning of the turn.
	text(*S) string
	// actionText says what a legal action does, and what the turn has done so far.
	actionText(*S, int) string
	// encode returns the actions of a legal move in canonical text from the beginning of
	// the turn.
	encode(*S, game.Move) []int32
	symmetries() []Symmetry
}

// vector implements [Vector] for any game.
type vector[S any] struct {
	encoder[S]
	spec       Spec
	rules      game.Game
	start      S
	startLegal bitset
	states     []S
	masks      bitset    // a set of legal actions for each game, wordsFor(spec.Actions) words each
	planes     bitWriter // writes the observation of one game
}

// newVector returns n games at the start.
func newVector[S any](e encoder[S], g game.Game, variant string, start game.Position, n int) (Vector, error) {
	v := &vector[S]{encoder: e, rules: g, spec: Spec{Game: g.Name(), Variant: variant, Start: start.String()}}
	e.shape(&v.spec)
	var err error
	if v.start, err = e.begin(start); err != nil {
		return nil, err
	}
	v.startLegal = newBitset(v.spec.Actions)
	e.legal(&v.start, v.startLegal)
	v.states = make([]S, n)
	v.masks = make(bitset, n*len(v.startLegal))
	v.planes.words = newBitset(v.observationSize())
	for i := range v.states {
		v.restart(i)
	}
	return v, nil
}

func (v *vector[S]) Spec() Spec             { return v.spec }
func (v *vector[S]) Len() int               { return len(v.states) }
func (v *vector[S]) Symmetries() []Symmetry { return v.symmetries() }

func (v *vector[S]) observationSize() int { return v.spec.Cells() * len(v.spec.Planes) }

// mask returns the legal actions of a game.
func (v *vector[S]) mask(i int) bitset {
	words := len(v.startLegal)
	return v.masks[i*words : (i+1)*words]
}

func (v *vector[S]) restart(i int) {
	v.states[i] = v.start
	copy(v.mask(i), v.startLegal)
}

func (v *vector[S]) Reset(a Arrays) error {
	if err := v.check(a); err != nil {
		return err
	}
	for i := range v.states {
		v.restart(i)
		v.fill(i, a, true)
	}
	return nil
}

func (v *vector[S]) Observe(a Arrays) error {
	if err := v.check(a); err != nil {
		return err
	}
	for i := range v.states {
		v.fill(i, a, true)
	}
	return nil
}

func (v *vector[S]) Step(actions []int32, restart bool, a Arrays) error {
	if err := checkLength("actions", len(actions), len(v.states)); err != nil {
		return err
	}
	for i, action := range actions {
		if !v.accepts(i, action, restart) {
			return v.actionError(i, action)
		}
	}
	if err := v.check(a); err != nil {
		return err
	}
	for i, action := range actions {
		legal := v.mask(i)
		wasOver := legal.isEmpty()
		switch {
		case !wasOver:
			v.act(&v.states[i], int(action), legal)
		case restart:
			v.restart(i)
		}
		v.fill(i, a, !wasOver)
	}
	return nil
}

// accepts reports whether Step may be given an action for game i.
func (v *vector[S]) accepts(i int, action int32, restart bool) bool {
	legal := v.mask(i)
	if uint32(action) < uint32(v.spec.Actions) && legal.has(int(action)) {
		return true
	}
	return (restart || action == 0) && legal.isEmpty()
}

// actionError says why an action of game i is not legal.
func (v *vector[S]) actionError(i int, action int32) error {
	e := &ActionError{Index: i, Action: action}
	switch legal := v.mask(i); {
	case legal.isEmpty():
		e.Reason = "the game is over; want 0"
	case action < 0 || int(action) >= v.spec.Actions:
		e.Reason = fmt.Sprintf("want 0 to %d", v.spec.Actions-1)
	default:
		e.Reason = fmt.Sprintf("it is masked in %s; want a legal one, such as %d", v.text(&v.states[i]), legal.nth(0))
	}
	return e
}

// fill writes the rows of game i. If the game is over, its rewards count only if rewarded
// is true.
func (v *vector[S]) fill(i int, a Arrays, rewarded bool) {
	s, legal := &v.states[i], v.mask(i)
	isOver := legal.isEmpty()
	if a.CurrentPlayer != nil {
		a.CurrentPlayer[i] = int8(v.turn(s))
	}
	if a.Observation != nil {
		v.planes.reset()
		v.observe(s, &v.planes)
		size := v.observationSize()
		expand(a.Observation[i*size:(i+1)*size], v.planes.words)
	}
	if a.Mask != nil {
		expand(a.Mask[i*v.spec.Actions:(i+1)*v.spec.Actions], legal)
	}
	if a.Rewards != nil {
		rewards := a.Rewards[i*v.spec.Seats : (i+1)*v.spec.Seats]
		clear(rewards)
		if isOver && rewarded {
			v.reward(v.winners(s), rewards)
		}
	}
	if a.Terminated != nil {
		a.Terminated[i] = 0
		if isOver {
			a.Terminated[i] = 1
		}
	}
}

func (v *vector[S]) reward(winners game.Seats, rewards []float32) {
	for seat := range rewards {
		rewards[seat] = -1
		if winners.Has(game.Seat(seat)) {
			rewards[seat] = 1
		}
	}
}

// check checks the lengths of the arrays that are there.
func (v *vector[S]) check(a Arrays) error {
	n := len(v.states)
	for _, array := range [...]struct {
		name      string
		isGiven   bool
		got, want int
	}{
		{"current players", a.CurrentPlayer != nil, len(a.CurrentPlayer), n},
		{"observation", a.Observation != nil, len(a.Observation), n * v.observationSize()},
		{"mask", a.Mask != nil, len(a.Mask), n * v.spec.Actions},
		{"rewards", a.Rewards != nil, len(a.Rewards), n * v.spec.Seats},
		{"terminated", a.Terminated != nil, len(a.Terminated), n},
	} {
		if array.isGiven {
			if err := checkLength(array.name, array.got, array.want); err != nil {
				return err
			}
		}
	}
	return nil
}

func checkLength(name string, got, want int) error {
	if got != want {
		return fmt.Errorf("%s: %d values: want %d", name, got, want)
	}
	return nil
}

// goldenGamma is the step of splitmix64, whose output function is [game.Mix].
const goldenGamma = 0x9e3779b97f4a7c15

func (v *vector[S]) RandomActions(seed *uint64, actions []int32) error {
	if err := checkLength("actions", len(actions), len(v.states)); err != nil {
		return err
	}
	state := *seed
	for i := range actions {
		legal := v.mask(i)
		number := game.Mix(state)
		state += goldenGamma
		actions[i] = 0
		if n := legal.len(); n > 0 {
			// The high word of the product is below n, and each value about equally likely.
			k, _ := bits.Mul64(number, uint64(n))
			actions[i] = int32(legal.nth(int(k)))
		}
	}
	*seed = state
	return nil
}

// checkIndex checks the number of a game.
func (v *vector[S]) checkIndex(i int) error {
	if i < 0 || i >= len(v.states) {
		return fmt.Errorf("game %d: want 0 to %d", i, len(v.states)-1)
	}
	return nil
}

func (v *vector[S]) Position(i int) (string, error) {
	if err := v.checkIndex(i); err != nil {
		return "", err
	}
	return v.text(&v.states[i]), nil
}

func (v *vector[S]) SetPosition(i int, text string) error {
	if err := v.checkIndex(i); err != nil {
		return err
	}
	pos, err := v.rules.Parse(text)
	if err != nil {
		return err
	}
	state, err := v.begin(pos)
	if err != nil {
		return fmt.Errorf("%s position %q: %w", v.spec.Game, text, err)
	}
	v.states[i] = state
	legal := v.mask(i)
	clear(legal)
	v.legal(&v.states[i], legal)
	return nil
}

func (v *vector[S]) ActionText(i int, action int32) (string, error) {
	if err := v.checkIndex(i); err != nil {
		return "", err
	}
	if v.mask(i).isEmpty() || !v.accepts(i, action, false) {
		return "", v.actionError(i, action)
	}
	return v.actionText(&v.states[i], int(action)), nil
}

func (v *vector[S]) Encode(i int, move string) ([]int32, error) {
	pos, err := v.position(i)
	if err != nil {
		return nil, err
	}
	m, err := pos.Read(move)
	if err != nil {
		return nil, err
	}
	return v.encode(&v.states[i], m), nil
}

func (v *vector[S]) Turns(i int) ([]Turn, error) {
	pos, err := v.position(i)
	if err != nil {
		return nil, err
	}
	moves := pos.Moves()
	turns := make([]Turn, len(moves))
	for j, m := range moves {
		turns[j] = Turn{m, v.encode(&v.states[i], m)}
	}
	return turns, nil
}

// position returns game i at the beginning of the turn.
func (v *vector[S]) position(i int) (game.Position, error) {
	text, err := v.Position(i)
	if err != nil {
		return nil, err
	}
	return v.rules.Parse(text)
}

func (v *vector[S]) Copy(i int, from Vector, j int) error {
	if err := v.checkIndex(i); err != nil {
		return err
	}
	other, ok := from.(*vector[S])
	if !ok || other.spec.kind() != v.spec.kind() {
		got := "another game"
		if from != nil {
			got = from.Spec().kind()
		}
		return fmt.Errorf("copy from a vector of %s: want one of %s", got, v.spec.kind())
	}
	if err := other.checkIndex(j); err != nil {
		return err
	}
	v.states[i] = other.states[j]
	copy(v.mask(i), other.mask(j))
	return nil
}
