package load

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"thera/game/gametest"
	"thera/internal/site/play"
	"thera/santorini"
)

// sat is a game whose two players receive what a test sends.
type sat struct {
	*testing.T
	*activeGame
	number int
}

func sit(t *testing.T) *sat {
	t.Helper()
	start := gametest.Must(t, santorini.Rules().Start, "")
	r := &run{interval: 2 * time.Second}
	x := &sat{T: t, activeGame: newTable(r, "g", start, []*player{{}, {}}, rand.New(rand.NewPCG(1, 1)), func() {})}
	for i := range x.players {
		x.tell(i, map[string]any{"event": "state", "you": i + 1, "view": play.View{}})
	}
	x.event(map[string]any{"event": "created"})
	return x
}

// say lets a player hear a frame, and returns what it answers.
func (x *sat) say(chair int, frame map[string]any) (string, error) {
	x.Helper()
	text, err := json.Marshal(frame)
	if err != nil {
		x.Fatal(err)
	}
	say, err := x.players[chair].handle(time.Now(), text)
	return string(say), err
}

// tell sends a player a frame that needs no answer.
func (x *sat) tell(chair int, frame map[string]any) {
	x.Helper()
	if say, err := x.say(chair, frame); say != "" || err != nil {
		x.Errorf("it says %q, %v", say, err)
	}
}

// event lets all players hear the next event.
func (x *sat) event(frame map[string]any) {
	x.Helper()
	x.number++
	frame["number"] = x.number
	for i := range x.players {
		if _, err := x.say(i, frame); err != nil && !errors.Is(err, errOver) {
			x.Error(err)
		}
	}
}

// turn waits for the next turn and returns its event, without delay, because
// the next player's think time counts from when this turn was sent.
func (x *sat) turn() map[string]any {
	x.Helper()
	for range 3000 {
		time.Sleep(time.Millisecond)
		x.mu.Lock()
		turn := x.sent(x.ply + 1)
		x.mu.Unlock()
		if turn != nil {
			return map[string]any{"event": "turn", "seat": turn.Seat, "ply": turn.Ply, "turn": turn.Turn}
		}
	}
	x.Fatalf("after 3 s turn %d is not sent", x.ply+1)
	return nil
}

// ended returns the result when the table is closed.
func (x *sat) ended() Result {
	x.close()
	return x.run.result
}

func TestPlayersPlay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := sit(t)
		for ply := range 6 {
			turn := x.turn()
			if _, err := x.say(ply%2, map[string]any{"event": "ack", "id": "" + string(rune('1'+ply)), "number": x.number + 1}); err != nil {
				t.Error(err)
			}
			time.Sleep(5 * time.Millisecond)
			x.event(turn)
		}
		if !x.isSettled() || x.run.ack.count() != 6 || x.run.relay.count() != 6 {
			t.Errorf("settled %t, %d acknowledged, %d relayed", x.isSettled(), x.run.ack.count(), x.run.relay.count())
		}
		x.event(map[string]any{"event": "ended", "reason": "left"})
		if got := x.ended(); !reflect.DeepEqual(got, Result{Ended: 1}) {
			t.Errorf("%+v, want nothing but the end", got)
		}
	})
}

// TestFaultsAreSeen has the server send players fewer, more and different
// events than it should.
func TestFaultsAreSeen(t *testing.T) {
	for _, test := range []struct {
		name  string
		fault func(x *sat, turn map[string]any)
		want  Result
	}{
		{"told twice", func(x *sat, turn map[string]any) {
			x.event(turn)
			x.tell(1, turn)
		}, Result{Doubled: 1}},
		{"one is left out", func(x *sat, turn map[string]any) {
			x.event(turn)
			if _, err := x.say(0, map[string]any{"event": "offer", "number": x.number + 2}); err == nil {
				x.Error("the player listens on")
			}
		}, Result{Lost: 1}},
		{"one does not hear it", func(x *sat, turn map[string]any) {
			turn["number"] = x.number + 1
			x.tell(0, turn)
		}, Result{Lost: 1}},
		{"others hear another one", func(x *sat, turn map[string]any) {
			turn["number"] = x.number + 1
			x.tell(0, turn)
			turn["clocks"] = []int{1}
			x.tell(1, turn)
		}, Result{Lost: 1}},
		{"acknowledged, and nobody hears it", func(x *sat, _ map[string]any) {
			x.tell(0, map[string]any{"event": "ack", "id": "1"})
		}, Result{Lost: 1}},
		{"never answered", func(*sat, map[string]any) {}, Result{Unanswered: 1}},
		{"refused", func(x *sat, turn map[string]any) {
			if _, err := x.say(0, map[string]any{"event": "refused", "id": "1", "reason": "illegal"}); err == nil {
				x.Error("the player listens on")
			}
			x.event(turn)
		}, Result{Refused: 1}},
		{"a turn that the rules don't allow", func(x *sat, turn map[string]any) {
			turn["turn"], turn["number"] = "@a1", x.number+1
			for i := range x.players {
				if _, err := x.say(i, turn); err == nil || !strings.Contains(err.Error(), "@a1") {
					x.Errorf("error %v, want one about @a1", err)
				}
			}
		}, Result{Unanswered: 1}},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				x := sit(t)
				test.fault(x, x.turn())
				if got := x.ended(); !reflect.DeepEqual(got, test.want) {
					t.Errorf("%+v, want %+v", got, test.want)
				}
			})
		})
	}
}

// A player that reconnects sends a turn again if the server does not have it,
// and otherwise treats it as acknowledged.
func TestTurnIsSentAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := sit(t)
		turn := x.turn()
		x.players[0].socket = &socket{}
		say, err := x.say(0, map[string]any{"event": "state", "you": 1, "view": play.View{Ply: 0}})
		if want := `{"do":"turn","id":"1","turn":"` + turn["turn"].(string) + `","ply":1,"seen":1}`; err != nil || say != want {
			t.Errorf("%s, %v, want %s", say, err, want)
		}
		x.players[0].socket = &socket{}
		if say, err := x.say(0, map[string]any{"event": "state", "you": 1, "view": play.View{Ply: 1}}); err != nil || say != "" {
			t.Errorf("it says %q, %v", say, err)
		}
		x.event(turn)
		if x.run.ack.count() != 1 || !x.isSettled() {
			t.Error("the turn is not taken for acknowledged")
		}
	})
}

// The end is waited for until the last turn has been answered.
func TestLastAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := sit(t)
		turn := x.turn()
		x.players[0].socket, x.turns[0].by = nil, nil
		x.event(turn)
		x.number++
		end := map[string]any{"event": "ended", "number": x.number}
		if _, err := x.say(1, end); !errors.Is(err, errOver) {
			t.Errorf("error %v, want that it is over", err)
		}
		if _, err := x.say(0, end); err != nil {
			t.Errorf("error %v, want that it waits", err)
		}
		if _, err := x.say(0, map[string]any{"event": "ack", "id": "1"}); !errors.Is(err, errOver) {
			t.Errorf("error %v, want that it is over", err)
		}
		if got := x.ended(); !reflect.DeepEqual(got, Result{Ended: 1}) {
			t.Errorf("%+v", got)
		}
	})
}

func TestPercentile(t *testing.T) {
	var m meter
	if p := m.percentile(99); p != 0 {
		t.Errorf("of nothing: %g", p)
	}
	for n := range 200 {
		m.add(time.Duration(200-n) * time.Millisecond)
	}
	for percent, want := range map[int]float64{0: 1, 50: 100, 99: 198, 100: 200} {
		if got := m.percentile(percent); got != want {
			t.Errorf("%d %%: %g ms, want %g", percent, got, want)
		}
	}
}
