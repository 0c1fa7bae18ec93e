package live

import (
	"fmt"
	"testing"

	"thera/internal/site/store/storetest"
)

// TestPlay plays a game, one player over a socket and one by requests, while
// somebody looks on.
func TestPlay(t *testing.T) {
	storetest.Each(t, func(t *testing.T, address string) {
		s := start(t, address, nil)
		id := s.begin("g1", "5+3", "ann", "bob")
		ann := s.socket("ann", "/game/"+id+"/socket")
		if first := ann.wait("state"); number(first, "you") != 1 || first["page"] != "v1" || first["id"] != id {
			t.Errorf("state: %v", first)
		}
		eve := s.stream("eve", "/game/"+id+"/stream?after=0")
		if first := eve.wait("state"); number(first, "you") != 0 {
			t.Errorf("state of a spectator: %v", first)
		}
		eve.wait("created")
		if watchers := ann.wait("watchers"); number(watchers, "count") != 1 {
			t.Errorf("watchers: %v", watchers)
		}

		ann.send(`{"do":"turn","id":"a","turn":%q,"ply":1}`, s.legals(id)[0])
		if ack := ann.wait("ack"); ack["id"] != "a" || number(ack, "number") < 2 {
			t.Errorf("ack: %v", ack)
		}
		if turn := eve.wait("turn"); number(turn, "ply") != 1 || number(turn, "seat") != 1 {
			t.Errorf("turn: %v", turn)
		}
		status, done := s.ask("bob", "POST", "/game/"+id+"/turn", s.turn(id))
		if status != 200 || number(done, "number") < 3 {
			t.Errorf("turn of bob: %d %v", status, done)
		}
		if turn := eve.wait("turn"); number(turn, "ply") != 2 {
			t.Errorf("turn: %v", turn)
		}
	})
}

// legals returns the turns that can be played in a game.
func (s *service) legals(id string) (turns []string) {
	r, leave, err := s.House.Enter(s.t.Context(), id)
	if err != nil {
		s.t.Error(err)
		return nil
	}
	defer leave()
	for _, move := range r.State().Position().Moves() {
		turns = append(turns, string(move))
	}
	return turns
}

// turn returns the first one as a request says it.
func (s *service) turn(id string) string {
	r, leave, err := s.House.Enter(s.t.Context(), id)
	if err != nil {
		s.t.Error(err)
		return ""
	}
	defer leave()
	return fmt.Sprintf(`{"turn":%q,"ply":%d}`, s.legals(id)[0], r.State().Ply()+1)
}
