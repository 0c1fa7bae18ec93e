package environment

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"thera/game"
	"thera/santorini"
)

// turns explores all sequences of actions from the beginning of a turn.
type turns struct {
	*santoriniEncoder
	seen map[santoriniState]bool
	ends map[santorini.Position]bool
}

func (e *santoriniEncoder) explore(t *testing.T, s santoriniState) map[santorini.Position]bool {
	found := turns{e, map[santoriniState]bool{}, map[santorini.Position]bool{}}
	found.from(t, s)
	return found.ends
}

func (x *turns) from(t *testing.T, s santoriniState) {
	if x.seen[s] {
		return
	}
	x.seen[s] = true
	legal := newBitset(numSantoriniActions)
	x.legal(&s, legal)
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
func (x *turns) checkEnd(t *testing.T, s *santoriniState) {
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
func (e *santoriniEncoder) checkTurns(t *testing.T, p santorini.Position) {
	t.Helper()
	pos, err := santorini.Rules().Parse(p.String())
	if err != nil {
		t.Fatal(err)
	}
	s, err := e.begin(pos)
	if err != nil {
		t.Fatal(err)
	}
	if p = s.position; p.Winners() != 0 {
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
func randomSantorini(r *rand.Rand, seats int, teams bool, powers []string) string {
	weights := [][]int{{4, 2, 2, 1, 1}, {1, 1, 1, 1, 1}, {1, 4, 0, 0, 3}, {3, 0, 0, 0, 3}, {2, 2, 1, 3, 0}}[r.IntN(5)]
	bag := ""
	for level, n := range weights {
		bag += strings.Repeat(fmt.Sprint(level), n)
	}
	var levels [santorini.NumSpaces]byte
	for s := range levels {
		levels[s] = bag[r.IntN(len(bag))]
	}
	squares := r.Perm(santorini.NumSpaces)
	text := ""
	for seat := range seats {
		switch {
		case teams && seat >= 2:
			text += ",+"
			continue
		case seats > 2 && !teams && seat > 1 && r.IntN(4) == 0:
			text += ",x"
			continue
		}
		a, b := santorini.Space(squares[2*seat]), santorini.Space(squares[2*seat+1])
		for _, s := range []santorini.Space{a, b} {
			if at := &levels[santorini.Size*(santorini.Size-1-s.Rank())+s.File()]; *at == '4' {
				*at = '0' + byte(r.IntN(4))
			}
		}
		text += "," + min(a, b).String() + max(a, b).String()
	}
	rows := make([]string, santorini.Size)
	for i := range rows {
		rows[i] = string(levels[santorini.Size*i : santorini.Size*(i+1)])
	}
	turn := r.IntN(2)
	for i, power := range powers {
		if power == "athena" && i != turn && r.IntN(2) == 0 && !strings.HasSuffix(text, ",x") {
			powers[i] = "athena^"
		}
	}
	return fmt.Sprintf("%s %s %d %s", strings.Join(rows, "/"), text[1:], turn+1, strings.Join(powers, ","))
}

// TestSantoriniTurns compares actions with the rules for every pair of powers.
func TestSantoriniTurns(t *testing.T) {
	e := newSantoriniEncoder(2)
	r := rand.New(rand.NewPCG(1, 2))
	for _, first := range santorini.Powers() {
		for _, second := range santorini.Powers() {
			for range 40 {
				text := randomSantorini(r, 2, false, []string{first.String(), second.String()})
				p, err := santorini.Parse(text)
				if err != nil {
					t.Fatalf("%s: %v", text, err)
				}
				e.checkTurns(t, p)
			}
		}
	}
}
