package environment

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"thera/game"
	"thera/game/gametest"
	"thera/santorini"
)

// santoriniTurns explores all sequences of actions from the beginning of a turn.
type santoriniTurns struct {
	*santoriniEncoder
	words []uint64          // of an observation
	seen  map[string]string // the legal actions by observation
	ends  map[santorini.Position]bool
}

func (e *santoriniEncoder) explore(t *testing.T, s santoriniState) map[santorini.Position]bool {
	var spec Spec
	e.shape(&spec)
	x := santoriniTurns{e, newBitset(len(spec.Planes) * spec.Cells()), map[string]string{}, map[santorini.Position]bool{}}
	x.from(t, s)
	return x.ends
}

// from wants states of one turn that look the same to have the same legal actions.
func (x *santoriniTurns) from(t *testing.T, s santoriniState) {
	t.Helper()
	legal := newBitset(numSantoriniActions)
	x.legal(&s, legal)
	clear(x.words)
	x.observe(&s, &bitWriter{words: x.words})
	observation, actions := fmt.Sprint(x.words), fmt.Sprint(legal)
	switch before, seen := x.seen[observation]; {
	case seen && before != actions:
		t.Fatalf("%s: other actions are legal after %+v than in a state that looks the same", s.position.String(), s)
	case seen:
		return
	}
	x.seen[observation] = actions
	if legal.isEmpty() {
		t.Fatalf("%s: no action is legal after %+v", s.position.String(), s)
	}
	for k := range legal.len() {
		next, after := s, newBitset(numSantoriniActions)
		x.act(&next, legal.nth(k), after)
		if next.position != s.position {
			x.checkEnd(t, &next)
			x.ends[next.position] = true
			continue
		}
		x.from(t, next)
	}
}

// checkEnd wants the workers that the state keeps where the position has them.
func (x *santoriniTurns) checkEnd(t *testing.T, s *santoriniState) {
	t.Helper()
	for seat, pair := range s.workers {
		var set santorini.Spaces
		for _, worker := range pair {
			if worker != santorini.Nowhere {
				set |= santorini.Single(worker)
			}
		}
		if want := s.position.Workers(game.Seat(seat)); set != want {
			t.Fatalf("%s: workers of seat %d are %v", s.position.String(), seat+1, pair)
		}
	}
	if s.now != s.start() || s.acting >= 0 || s.built != santorini.Nowhere {
		t.Fatalf("%s: the turn begins with %+v", s.position.String(), s)
	}
}

// checkTurns wants the actions of a turn to lead to the same positions as the moves of the
// rules, and those of Encode to the one after the move.
func (e *santoriniEncoder) checkTurns(t *testing.T, text string) {
	t.Helper()
	pos, err := santorini.Rules().Parse(text)
	check(t, err)
	s, err := e.begin(pos)
	check(t, err)
	p := s.position
	if p.Winners() != 0 {
		return
	}
	got := e.explore(t, s)
	moves := p.AppendMoves(nil)
	if len(got) != len(moves) {
		t.Errorf("%s: actions lead to %d positions, moves to %d", p.String(), len(got), len(moves))
	}
	for _, m := range moves {
		want := p
		if want.Play(m); !got[want] {
			t.Fatalf("%s: no actions make the move %s", p.String(), m)
		}
		state, legal := s, newBitset(numSantoriniActions)
		e.legal(&state, legal)
		for _, action := range e.encode(&s, game.Move(m.String())) {
			if state.position != p || !legal.has(int(action)) {
				t.Fatalf("%s: move %s: action %d is not legal", p.String(), m, action)
			}
			e.act(&state, int(action), legal)
		}
		if state.position != want {
			t.Fatalf("%s: the actions of %s lead to %s", p.String(), m, state.position.String())
		}
	}
}

// randomSantorini returns the text of a position that need not arise in play, often with
// corridors and with workers shut in.
func randomSantorini(r *rand.Rand, variant string) string {
	players, powers, _ := strings.Cut(variant, ":")
	levels, squares := randomLevels(r), r.Perm(santorini.NumSpaces)
	turn := r.IntN(2)
	names := strings.Split(powers, ",")
	var seats []string
	for seat := range map[string]int{"2p": 2, "3p": 3, "4p": 4, "teams": 4}[players] {
		own := squares[2*seat : 2*seat+2]
		slices.Sort(own)
		isOut := players != "2p" && players != "teams" && seat > 1 && r.IntN(4) == 0
		switch {
		case isOut:
			seats = append(seats, "x")
		case players == "teams" && seat > 1:
			seats = append(seats, "+")
		default:
			seats = append(seats, santorini.Space(own[0]).String()+santorini.Space(own[1]).String())
			levels[own[0]] %= santorini.Dome
			levels[own[1]] %= santorini.Dome
		}
		if powers != "" && names[seat] == "athena" && !isOut && seat != turn && r.IntN(2) == 0 {
			names[seat] = "athena^"
		}
	}
	text := ""
	for rank := santorini.Size - 1; rank >= 0; rank-- {
		for file := range santorini.Size {
			text += strconv.Itoa(levels[santorini.Size*file+rank])
		}
		text += "/"
	}
	return fmt.Sprintf("%s %s %d %s", strings.TrimSuffix(text, "/"), strings.Join(seats, ","), turn+1, strings.Join(names, ","))
}

// randomLevels returns a level for each space: of all kinds, or mostly open or closed.
func randomLevels(r *rand.Rand) []int {
	weights := [][]int{{4, 2, 2, 1, 1}, {1, 1, 1, 1, 1}, {1, 4, 0, 0, 3}, {3, 0, 0, 0, 3}, {2, 2, 1, 3, 0}}[r.IntN(5)]
	var bag []int
	for level, n := range weights {
		bag = append(bag, slices.Repeat([]int{level}, n)...)
	}
	levels := make([]int, santorini.NumSpaces)
	for s := range levels {
		levels[s] = bag[r.IntN(len(bag))]
	}
	return levels
}

// variantsOfSantorini returns every pair of powers, and games of more players in which
// each power has each seat once.
func variantsOfSantorini() []string {
	variants := []string{"2p", "3p", "4p", "teams"}
	powers := santorini.Powers()
	for i, first := range powers {
		for _, second := range powers {
			variants = append(variants, fmt.Sprintf("2p:%s,%s", first, second))
		}
		after := func(k int) santorini.Power { return powers[(i+k)%len(powers)] }
		variants = append(variants,
			fmt.Sprintf("3p:%s,%s,%s", first, after(3), after(7)),
			fmt.Sprintf("4p:%s,%s,%s,%s", first, after(2), after(5), after(9)),
			fmt.Sprintf("teams:%s,%s,%s,%s", first, after(4), after(6), after(7)))
	}
	return variants
}

// TestSantoriniTurns compares the actions with the rules in random positions. With -long,
// which takes a quarter of an hour, -v shows how far it is, and a part of it is
// -run 'SantoriniTurns/2p:hermes'.
func TestSantoriniTurns(t *testing.T) {
	positions := 20
	if gametest.Long() {
		positions = 10_000
	}
	for _, variant := range variantsOfSantorini() {
		t.Run(variant, func(t *testing.T) {
			start, err := santorini.Rules().Start(variant)
			check(t, err)
			p, _ := game.KernelOf[santorini.Position](start)
			e, r := newSantoriniEncoder(p.Players()), rand.New(rand.NewPCG(1, 2))
			for range positions {
				e.checkTurns(t, randomSantorini(r, variant))
			}
		})
	}
}

// TestSantoriniSymmetries plays games with every pair of powers and their images.
func TestSantoriniSymmetries(t *testing.T) {
	for i, variant := range variantsOfSantorini() {
		v := mustMake(t, "santorini", variant, 1)
		symmetries := v.Symmetries()
		compareImages(t, v, mustMake(t, "santorini", variant, 1), symmetries[i%len(symmetries)])
	}
}

// TestSantoriniNumbers pins the numbers that docs/research/environments.md gives.
func TestSantoriniNumbers(t *testing.T) {
	for variant, planes := range map[string]int{"2p": 37, "3p": 51, "4p": 65, "teams:pan,pan,pan,pan": 65} {
		s := mustMake(t, "santorini", variant, 1).Spec()
		if s.Name != "santorini_v1" || s.Actions != 187 || len(s.Planes) != planes {
			t.Errorf("%s: %s, %d actions and %d planes, want 187 and %d", variant, s.Name, s.Actions, len(s.Planes), planes)
		}
	}
	v := mustMake(t, "santorini", "2p", 1)
	const levels = "00000/00000/00000/00000/00000 "
	for _, test := range []struct {
		position string
		action   int32
		want     string
	}{
		{levels + "-,- 1", 162 + 5*3 + 1, "@b4"},
		{levels + "c3c5,a1a2 1", 0*81 + 0*9 + 8, "c3-b2(c3)"},
		{levels + "c3c5,a1a2 1", 1*81 + 1*9 + 3, "c5-c4(b4)"},
		{"00000/03000/00200/00000/00000 c3c5,a1a2 1", 0*81 + 6*9 + 4, "c3-b4"},
		{levels + "c3c5,a1a2 1 artemis,pan", 0*81 + 5*9 + 4, "c3-d3"},
		{levels + "c3c5,a1a2 1 atlas,pan", 1*81 + 3*9 + 4, "c5-b5"},
		{levels + "c3c5,a1a2 1 prometheus,pan", 0*81 + 4*9 + 2, "(d2)"},
		{levels + "c3c5,a1a2 1 hermes,pan", 1*81 + 4*9 + 2, "(d4)"},
	} {
		check(t, v.SetPosition(0, test.position))
		if got, err := v.ActionText(0, test.action); err != nil || got != test.want {
			t.Errorf("%s: action %d is %s, %v; want %s", test.position, test.action, got, err, test.want)
		}
	}
	err := v.SetPosition(0, levels+"-,-,- 1")
	if want := `santorini position "` + levels + `-,-,- 1": 3 seats: want 2`; err == nil || err.Error() != want {
		t.Errorf("got error %v, want %s", err, want)
	}
}

// TestSantoriniWorkers wants workers to be numbered as they were placed or as a text names
// them, and to keep their numbers.
func TestSantoriniWorkers(t *testing.T) {
	v := mustMake(t, "santorini", "2p:minotaur,pan", 1)
	where := func() (squares []string) {
		s, a := v.Spec(), observe(t, v)
		for plane, name := range s.Planes {
			if !strings.Contains(name, " worker ") || strings.HasPrefix(name, "left") {
				continue
			}
			at := "-"
			if cell := slices.Index(a.Observation[plane*s.Cells():(plane+1)*s.Cells()], 1); cell >= 0 {
				at = game.At(cell%s.Width, cell/s.Width).String()
			}
			squares = append(squares, at)
		}
		return squares
	}
	for _, test := range []struct {
		position string // before the action, or "" for the one reached
		action   int32
		want     string // the mover's workers and then the rival's
	}{
		{"", 162 + 24, "e5 - - -"},
		{"", 162 + 2, "- - e5 c1"},
		{"", 162 + 4, "e1 - e5 c1"},
		{"", 162 + 8, "e5 c1 e1 d2"},
		{"", 1*81 + 8*9 + 3, "e1 e3 e5 d2"}, // to d2, and pushes the other to e3
		{"00000/00000/00000/00000/00000 b2d4,b4d2 1", 0*81 + 8*9 + 1, "b4 d2 c3 d4"},
	} {
		if test.position != "" {
			check(t, v.SetPosition(0, test.position))
		}
		check(t, v.Step([]int32{test.action}, false, Arrays{}))
		if got := strings.Join(where(), " "); got != test.want {
			t.Errorf("after action %d: workers on %s, want %s", test.action, got, test.want)
		}
	}
}

// plainSantorini shows a game of Santorini a second time, plainly: from the board of its
// position, the workers by number and the actions of the turn so far.
type plainSantorini struct {
	spec    Spec
	pos     game.Position
	workers [][]game.Square // of each seat, none before they are placed
	begun   []int32
}

// partOf returns what an action other than a placement does to squares.
func partOf(action int32) (worker int, step, build func(game.Square) game.Square) {
	moved := func(d int32) func(game.Square) game.Square {
		return func(s game.Square) game.Square { return game.At(s.File()+int(d%3)-1, s.Rank()+int(d/3)-1) }
	}
	return int(action / 81), moved(action / 9 % 9), moved(action % 9)
}

// own returns the workers of the seat to move now, where they have left and built in this
// turn, and which acted last.
func (x *plainSantorini) own() (now []game.Square, left map[int]game.Square, built []game.Square, acting int) {
	now, left, acting = slices.Clone(x.workers[x.pos.Turn()]), map[int]game.Square{}, -1
	for _, action := range x.begun {
		if action >= 162 {
			now = append(now, game.At(int(action-162)%5, int(action-162)/5))
			continue
		}
		worker, step, build := partOf(action)
		acting = worker
		if to := step(now[worker]); to != now[worker] {
			now[worker], left[worker] = to, x.workers[x.pos.Turn()][worker]
		}
		if on := build(now[worker]); on != now[worker] {
			built = append(built, on)
		}
	}
	return now, left, built, acting
}

func (x *plainSantorini) planes() planes {
	s, p, board := x.spec, planes{}, x.pos.Board()
	now, left, built, acting := x.own()
	for _, on := range built {
		board.At(on).Level++
		p.set(s, "built", on)
	}
	for worker, from := range left {
		p.set(s, fmt.Sprintf("left by worker %d", worker), from)
	}
	if acting >= 0 {
		p.set(s, "acting", now[acting])
	}
	fill := func(name string) {
		for at := range board.All() {
			p.set(s, name, at)
		}
	}
	if x.workers[x.pos.Turn()] == nil && x.pos.Winners() == 0 {
		fill("placing")
	}
	for at, cell := range board.All() {
		p.set(s, fmt.Sprintf("level %d", cell.Level), at)
	}
	for k, name := range []string{"own", "next", "second next", "third next"}[:s.Seats] {
		seat := (int(x.pos.Turn()) + k) % s.Seats
		pair, power := x.workers[seat], "mortal"
		if k%2 == 0 && (k == 0 || board.Teams) {
			pair = now
		}
		for worker, at := range pair {
			p.set(s, fmt.Sprintf("%s worker %d", name, worker), at)
		}
		if board.Powers != nil {
			power = board.Powers[seat]
		}
		fill(name + " " + strings.TrimSuffix(power, "^"))
		if k > 0 && strings.HasSuffix(power, "^") {
			fill(name + " ban")
		}
	}
	return p
}

// turn continues with the position after a turn, and finds the workers in it: a worker of
// another seat that is no longer where it was is where that seat has a new one.
func (x *plainSantorini) turn(next game.Position) {
	now, _, _, _ := x.own()
	mover := int(x.pos.Turn())
	board := next.Board()
	for seat := range x.workers {
		if seat == mover || board.Teams && seat%2 == mover%2 {
			x.workers[seat] = slices.Clone(now)
		}
		var set []game.Square
		for at, cell := range board.All() {
			if cell.Kind != "" && cell.Owner.Has(game.Seat(seat)) {
				set = append(set, at)
			}
		}
		if set == nil {
			x.workers[seat] = nil
		}
		for worker, at := range x.workers[seat] {
			if !slices.Contains(set, at) {
				other := x.workers[seat][1-worker]
				x.workers[seat][worker] = set[(slices.Index(set, other)+1)%2]
			}
		}
	}
	x.pos, x.begun = next, nil
}

// TestSantoriniPlay plays random games by actions. It compares the observations with plain
// ones, and wants each turn to end where the text of its last action leads by the rules.
func TestSantoriniPlay(t *testing.T) {
	games := 1
	if gametest.Long() {
		games = 20
	}
	for _, variant := range variantsOfSantorini() {
		v := mustMake(t, "santorini", variant, 1)
		for seed := range uint64(games) {
			playSantorini(t, v, seed)
		}
	}
}

func playSantorini(t *testing.T, v Vector, seed uint64) {
	t.Helper()
	start, err := santorini.Rules().Parse(v.Spec().Start)
	check(t, err)
	x := plainSantorini{spec: v.Spec(), pos: start, workers: make([][]game.Square, v.Spec().Seats)}
	a, actions := newArrays(v), make([]int32, 1)
	check(t, v.Reset(a))
	for {
		x.compare(t, a)
		if a.Terminated[0] == 1 {
			return
		}
		check(t, v.RandomActions(&seed, actions))
		text, err := v.ActionText(0, actions[0])
		check(t, err)
		check(t, v.Step(actions, false, a))
		x.begun = append(x.begun, actions[0])
		after, err := v.Position(0)
		check(t, err)
		if after == x.pos.String() {
			continue
		}
		m, err := x.pos.Read(text)
		check(t, err)
		next, err := x.pos.Play(m)
		check(t, err)
		if next.String() != after {
			t.Fatalf("%s: %v, which is %s, leads to %s, want %s", x.pos, x.begun, text, after, next)
		}
		x.turn(next)
	}
}

func (x *plainSantorini) compare(t *testing.T, a Arrays) {
	t.Helper()
	got := planes{}
	for i, name := range x.spec.Planes {
		if plane := a.Observation[i*x.spec.Cells() : (i+1)*x.spec.Cells()]; slices.Contains(plane, 1) {
			got[name] = plane
		}
	}
	if diff := cmp.Diff(x.planes(), got); diff != "" {
		t.Fatalf("%s, %v: observation (-want +got):\n%s", x.pos, x.begun, diff)
	}
	winners := x.pos.Winners()
	rewards := make([]float32, x.spec.Seats)
	for seat := range rewards {
		switch {
		case winners.Has(game.Seat(seat)):
			rewards[seat] = 1
		case winners != 0:
			rewards[seat] = -1
		}
	}
	if !slices.Equal(rewards, a.Rewards) || (winners != 0) != (a.Terminated[0] == 1) || a.CurrentPlayer[0] != int8(x.pos.Turn()) {
		t.Fatalf("%s: rewards %v, terminated %d, player %d", x.pos, a.Rewards, a.Terminated[0], a.CurrentPlayer[0])
	}
}
