package browser

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"
)

// desk is a service with what it has posted.
type desk struct {
	*Service
	posted chan reply
	id     int
}

func newDesk(t *testing.T, pause func()) *desk {
	d := &desk{posted: make(chan reply, 1000)}
	d.Service = NewService(func(message []byte) {
		var r reply
		if err := json.Unmarshal(message, &r); err != nil {
			t.Error(err)
		}
		d.posted <- r
	}, pause)
	t.Cleanup(d.Close)
	return d
}

func (d *desk) send(method, params string) (id int) {
	d.id++
	d.Handle(fmt.Appendf(nil, `{"id":%d,"method":%q,"params":%s}`, d.id, method, params))
	return d.id
}

// ask returns the text of the result, or of the error.
func (d *desk) ask(t *testing.T, method, params string) string {
	t.Helper()
	id := d.send(method, params)
	for r := range d.posted {
		if r.ID == id && r.Progress == nil {
			if r.Error != "" {
				return "error: " + r.Error
			}
			text, err := json.Marshal(r.Result)
			if err != nil {
				t.Fatal(err)
			}
			return string(text)
		}
	}
	return ""
}

func TestAnswers(t *testing.T) {
	for _, test := range []struct{ method, params, want string }{
		{"games", `{}`, `"name":"8x8","position":"2q2q2/8/q6q/8/8/Q6Q/8/2Q2Q2 w","seats":2`},
		{"games", `{}`, `"name":"3p","position":"00000/00000/00000/00000/00000 -,-,- 1","seats":3`},
		{"start", `{"game":"amazons"}`, `"count":2176`},
		{"start", `{"game":"amazons","variant":"6x6"}`, `"position":"1q2q1/q4q/6/6/Q4Q/1Q2Q1 w"`},
		{"start", `{"game":"go"}`, `error: unknown game "go": want one of amazons`},
		{"view", `{"game":"amazons","position":"Q1q w"}`, `"ways":[{"move":"a1-b1(a1)","steps":["a1","b1","a1"]}]`},
		{"view", `{"game":"amazons","position":"Q1q w"}`, `"territory":"-=-"`},
		{"view", `{"game":"amazons","position":"Q1x w"}`, `error: amazons position "Q1x w"`},
		{"view", `{"game":"hermit","position":"R./.R 1"}`, `error: hermit position "R./.R 1": R on b1 touches`},
		{"view", `{"game":"hermit","position":"R.. 1"}`, `{"move":"Rc1","steps":["R1","c1"]}`},
		{"view", `{"game":"hermit","position":"R.. 1"}`, `{"move":"Yb1-c1","steps":["Y2","c1","b1"]}`},
		{"start", `{"game":"santorini"}`, `{"move":"@a1,a2","steps":["a2","a1"]}`},
		{"start", `{"game":"santorini","variant":"4p"}`, `"seats":4`},
		{"play", `{"game":"amazons","position":"Q1q w","move":"a1 b1 a1"}`, `"move":"a1-b1(a1)"`},
		{"play", `{"game":"amazons","position":"Q1q w","move":"a1 b1 a1"}`, `"winners":[0]`},
		{"play", `{"game":"amazons","position":"Q1q w","move":"a1-c1(a1)"}`, `error: illegal move "a1-c1(a1)"`},
		{"play", `{"game":"hermit","position":"... 1","move":"y b1 a1"}`, `"move":"Ya1-b1"`},
		{
			"replay", `{"game":"amazons","start":"Q1q w","moves":["a1-b1(a1)"]}`,
			`{"seats":2,"stations":[{"position":"Q1q w","turn":0,"winners":[]},{"move":"a1-b1(a1)","position":"*Qq b","turn":1,"winners":[0]}]}`,
		},
		{"replay", `{"game":"amazons","start":"Q1q w","moves":["a1-c1(a1)"]}`, `"error":"move 1: illegal move`},
		{"replay", `{"game":"amazons","start":"Q1","moves":[]}`, `error: amazons position "Q1"`},
		{"read", `{"game":"hermit","text":"[Game \"amazons\"]\n\n1. d1-d7(g7)\n"}`, `"format":"thera","games":[{"game":"amazons"`},
		{"read", `{"game":"hermit","text":"(;GM[18];B[djddgd])"}`, `"turns":[{"move":"d1-d7(g7)"}]`},
		{"read", `{"game":"amazons","text":"-1 -1 -1 -1 -1 -1\n5 0 3 2 6 5\n"}`, `"move":"f1-d3(g6)"`},
		{"read", `{"game":"amazons","text":"R.. 1"}`, `"format":"position","games":[{"game":"hermit","start":"R.. 1"`},
		{"read", `{"game":"hermit","text":"R.x 1"}`, `error: neither a record ([thera sgf ggf botzone]) nor a position: hermit position`},
		{"read", `{"game":"hermit","text":" "}`, `error: an empty text`},
		{"read", `{"game":"amazons","text":"[Game \"amazons\"]\n\n1. d1-d7(e9)\n"}`, `error: line 3, column 4`},
		{"write", `{"format":"sgf","game":"amazons","start":"Q1q w","turns":[{"move":"a1-b1(a1)"}],"winners":[0]}`, `;B[aabaaa]`},
		{"write", `{"format":"sgf","game":"hermit","start":"... 1"}`, `error: sgf`},
		{"write", `{"format":"pgn","game":"hermit","start":"... 1"}`, `error: format "pgn"`},
		{"compose", `{"game":"amazons","files":3,"ranks":1,"turn":1,"cells":[{"piece":"Q"},{},{"piece":"q"}]}`, `"position":"Q1q b"`},
		{"compose", `{"game":"hermit","files":2,"ranks":2,"turn":1,"cells":[{"piece":"R"},{},{},{"piece":"Y"}]}`, `"position":".Y/R. 2"`},
		{"compose", `{"game":"amazons","files":3,"ranks":1,"cells":[]}`, `error: board of 3×1 with 0 cells`},
		{"dance", `{}`, `error: unknown method "dance"`},
		{"view", `[]`, `error: params [] of "view"`},
		{"search", `[]`, `error: params [] of "search"`},
		{"search", `{"game":"amazons","position":"*Qq b"}`, `error: position "*Qq b": the game is over`},
		{"search", `{"game":"amazons","position":"Q1q w"}`, `"moves":["a1-b1(a1)"],"proven":1,"win":1`},
		{"search", `{"game":"hermit","position":"....../....../....../....../....../...... 1","level":1,"seed":7}`, `"moves":["`},
		{"solve", `{"game":"hermit","position":"B.B/R.B/B.. 1"}`, `"moves":["Yb1"],"nimber":`},
		{"solve", `{"game":"hermit","position":".../.../... 2"}`, `"proven":true,"winners":[1]`},
		{"solve", `{"game":"hermit","position":"BBR/RYY/.BR 1"}`, `{"moves":[],"nimber":0,"nodes":0,"proven":true,"winners":[1]}`},
		{"solve", `{"game":"go","position":"1"}`, `error: unknown game "go"`},
		{"stop", `{"search":99}`, `false`},
	} {
		t.Run(test.method+test.params, func(t *testing.T) {
			if got := newDesk(t, nil).ask(t, test.method, test.params); !strings.Contains(got, test.want) {
				t.Errorf("got %s\nwant … %s", got, test.want)
			}
		})
	}
}

func TestComposeSantorini(t *testing.T) {
	d := newDesk(t, nil)
	var cells [25]cell
	for i := range cells {
		cells[i].Owner = -1
	}
	cells[0] = cell{Owner: 0, Level: 2}
	cells[6].Owner = 0
	cells[24].Owner, cells[23].Owner = 1, 1
	cells[12].Level = 4
	params, err := json.Marshal(composeParams{Game: "santorini", Seats: 2, Turn: 1, Files: 5, Ranks: 5, Cells: cells[:]})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := d.ask(t, "compose", string(params)), `"00000/00000/00400/00000/20000 a1b2,d5e5 2"`; !strings.Contains(got, want) {
		t.Errorf("got %s, want … %s", got, want)
	}
}

func TestBrokenMessage(t *testing.T) {
	d := newDesk(t, nil)
	d.Handle([]byte(`{"id":`))
	if r := <-d.posted; !strings.Contains(r.Error, `message "{\"id\":"`) {
		t.Errorf("got %+v", r)
	}
}

// A search that has been stopped gives what it has found, soon, and the next
// one, which has waited for it, goes on.
func TestStop(t *testing.T) {
	pauses := 0
	d := newDesk(t, func() { pauses++ })
	first := d.send("search", `{"game":"amazons","position":"3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w"}`)
	for r := range d.posted {
		if r.ID == first && r.Progress != nil {
			break
		}
	}
	time.Sleep(5 * breath)
	second := d.send("search", `{"game":"amazons","position":"3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w","depth":1}`)
	began := time.Now()
	d.ask(t, "stop", fmt.Sprintf(`{"search":%d}`, first))
	for waiting := map[int]bool{first: true, second: true}; len(waiting) > 0; {
		if r := <-d.posted; r.Result != nil {
			delete(waiting, r.ID)
		}
	}
	if spent := time.Since(began); spent > 2*time.Second {
		t.Errorf("both had ended after %v", spent)
	}
	if pauses == 0 {
		t.Error("the search never paused")
	}
}
