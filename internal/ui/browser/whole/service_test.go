package whole

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math/rand"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/quick"
	"time"

	"thera/game/gametest"
	"thera/internal/catalog"
	"thera/internal/catalog/answer"
	"thera/internal/lab/explorer"
	"thera/internal/ui/browser"
)

// received is a reply as it comes.
type received struct {
	ID               int
	Result, Progress json.RawMessage
	Error            string
	Later            bool
	Fault            *browser.Fault
}

// desk is a service with what it has posted.
type desk struct {
	*browser.Service
	posted chan received
	id     int
}

func newDesk(t *testing.T, pause func()) *desk { return deskOf(t, pause, NewService) }

func deskOf(t *testing.T, pause func(), newService func(func([]byte), func()) *browser.Service) *desk {
	d := &desk{posted: make(chan received, 1000)}
	d.Service = newService(func(message []byte) {
		var r received
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
	var request any
	if err := json.Unmarshal(fmt.Appendf(nil, `{"id":%d,"method":%q,"params":%s}`, d.id, method, params), &request); err != nil {
		panic(err)
	}
	d.Handle(request)
	return d.id
}

// ask returns the text of the result, or of the error.
func (d *desk) ask(t *testing.T, method, params string) string {
	t.Helper()
	id := d.send(method, params)
	for r := range d.posted {
		if r.ID == id && r.Progress == nil {
			if r.Later {
				return "later"
			}
			if r.Error != "" {
				return "error: " + r.Error
			}
			return string(r.Result)
		}
	}
	return ""
}

func TestAnswers(t *testing.T) {
	hermit, corner, err := browser.PositionParams{Game: "hermit", Position: "..R/.../... 2"}.Find(catalog.Games()) // the image of another
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ method, params, want string }{
		{"games", `{}`, `"name":"8x8","position":"2q2q2/8/q6q/8/8/Q6Q/8/2Q2Q2 w","seats":2`},
		{"games", `{}`, `"name":"3p","position":"00000/00000/00000/00000/00000 -,-,- 1","seats":3`},
		{"start", `{"game":"amazons"}`, `"count":2176`},
		{"start", `{"game":"amazons","variant":"6x6"}`, `"position":"1q2q1/q4q/6/6/Q4Q/1Q2Q1 w"`},
		{"start", `{"game":"go"}`, `error: unknown game "go": want one of amazons`},
		{"games", `{}`, `"powers":{"none":"mortal","names":["apollo","artemis"`},
		{"locate", `{"game":"hermit","position":".../.../R.. 2"}`, `{"key":"` + explorer.KeyOf(hermit, corner, explorer.All).String() + `"}`},
		{"locate", `{"game":"hermit","position":".../.../R.. 2","band":2}`, `{"key":"` + explorer.KeyOf(hermit, corner, 2).String() + `"}`},
		{"explore", `{"game":"hermit","position":".../.../R.. 2","block":"","sum":0}`, `{"games":0,"others":0,"moves":[]}`},
		{"gather", `{"game":"go","games":[]}`, `error: unknown game "go"`},
		{"gather", `{"game":"hermit","games":[` + strings.Repeat("{},", 1000) + `{}]}`, `error: 1001 games: want at most 1000`},
		{"explore", `{"game":"hermit","position":".../.../R.. 2","block":"AAAA","sum":7}`, `error: block of 3 bytes: its sum is wrong`},
		{"explore", `{"game":"hermit","position":".../.../R.. 2","block":"?","sum":7}`, `error: block: illegal base64`},
		{"settle", `{"game":"santorini","variant":"2p","way":"athena,pan"}`, `{"variant":"2p:athena,pan","position":"00000/00000/00000/00000/00000 -,- 1 athena,pan"}`},
		{"settle", `{"game":"santorini","variant":"3p","way":"random","seed":5}`, `"variant":"3p:`},
		{"settle", `{"game":"amazons","variant":"6x6","way":""}`, `"variant":"6x6"`},
		{"settle", `{"game":"santorini","variant":"2p","way":"athena,zeus"}`, `error: power "zeus": want one of mortal, apollo`},
		{"draft", `{"game":"santorini","players":2,"acts":[]}`, `"taken":["",""],"next":{"do":"offer","player":1,"count":2,"from":["apollo",`},
		{"draft", `{"game":"santorini","players":2,"acts":[{"do":"offer","player":1,"powers":["pan","atlas"]},{"do":"choose","player":2,"powers":["atlas"]}],"seed":3}`, `"powers":["`},
		{"draft", `{"game":"santorini","players":2,"acts":[{"do":"start","player":1,"first":1}]}`, `error: start by player 1: want offer by player 1`},
		{"draft", `{"game":"hermit","players":2,"acts":[]}`, `error: draft for 2 players with 0 powers: want two`},
		{"view", `{"game":"amazons","position":"Q1q w"}`, `"territory":"-=-"`},
		{"view", `{"game":"amazons","position":"Q2*1q w"}`, `"mobility":"-11-2-"`},
		{"view", `{"game":"santorini","position":"00000/00000/00000/12000/01000 a1b3,c3e5 1"}`, `"mobility":"-1---1-=2-1--2-1==22---2-"`},
		{"view", `{"game":"amazons","position":"*Qq b"}`, `"turn":2,"winners":[1],"ending":"stuck"`},
		{"view", `{"game":"santorini","position":"00000/00000/00000/00000/20000 a1b2,d5e5 2"}`, `{"kind":"worker","piece":"A","owner":1,"level":2}`},
		{"enter", `{"game":"amazons","position":"Q1q w","steps":[]}`, `{"steps":[],"options":[{"step":"a1","more":true}],"complete":false}`},
		{"enter", `{"game":"amazons","position":"Q1q w","steps":["a1","b1"]}`, `"options":[{"step":"a1","move":"a1-b1(a1)"}]`},
		{"enter", `{"game":"amazons","position":"Q1q w","text":"a1 b1 a1"}`, `{"steps":["a1","b1","a1"],"options":[],"move":"a1-b1(a1)","complete":true,`},
		{"enter", `{"game":"amazons","position":"Q1q w","steps":["b1"]}`, `error: steps ["b1"]: no legal move begins with them`},
		{"enter", `{"game":"amazons","position":"Q1q w","text":"b9"}`, `error: "b9" is no legal move: want a move such as a1-b1(a1)`},
		{"enter", `{"game":"hermit","position":"R.. 1","steps":["R"]}`, `"options":[{"step":"c1","move":"Rc1"}]`},
		{"enter", `{"game":"hermit","position":"R.. 1","steps":["Y"]}`, `"options":[{"step":"b1","move":"Yb1","more":true},{"step":"c1","move":"Yc1","more":true}]`},
		{"enter", `{"game":"hermit","position":"R.. 1","steps":["Y","c1"]}`, `"options":[{"step":"b1","move":"Yb1-c1"}],"move":"Yc1","complete":false`},
		{"enter", `{"game":"santorini","position":"00000/00000/00000/00000/00000 -,- 1","steps":["a2"]}`, `{"step":"a1","move":"@a1,a2"}`},
		{"enter", `{"game":"amazons","position":"Q1q w","steps":["a1","b1"]}`, `"cells":[{"owner":0},{"kind":"amazon","piece":"Q","owner":1},{"kind":"amazon","piece":"q","owner":2}]`},
		{"enter", `{"game":"santorini","position":"00000/00100/00000/00020/00000 b2d4,b4d2 1 atlas,pan","steps":["b2","a1"]}`, `{"step":"a2","move":"b2-a1(a2)","letters":{"D":"b2-a1(a2D)"}}`},
		{"enter", `{"game":"santorini","position":"00000/00100/00000/00020/00000 b2d4,b4d2 1 demeter,pan","steps":["b2","a1"]}`, `{"step":"a2","move":"b2-a1(a2)","more":true}`},
		{"view", `{"game":"santorini","position":"00000/00100/00000/00020/00000 b2d4,b4d2,+,+ 1 pan,athena^,pan,pan"}`, `"teams":true,"powers":["pan","athena^","pan","pan"]`},
		{"view", `{"game":"amazons","position":"Q1x w"}`, `error: amazons position "Q1x w"`},
		{"view", `{"game":"hermit","position":"R./.R 1"}`, `error: hermit position "R./.R 1": R on b1 touches`},
		{"start", `{"game":"santorini","variant":"4p"}`, `"seats":4`},
		{"play", `{"game":"amazons","position":"Q1q w","move":"a1 b1 a1"}`, `"move":"a1-b1(a1)"`},
		{"play", `{"game":"amazons","position":"Q1q w","move":"a1 b1 a1"}`, `"winners":[1]`},
		{"play", `{"game":"amazons","position":"Q1q w","move":"a1-c1(a1)"}`, `error: illegal move "a1-c1(a1)"`},
		{"play", `{"game":"hermit","position":"... 1","move":"y b1 a1"}`, `"move":"Ya1-b1"`},
		{"eliminate", `{"game":"santorini","position":"00000/00000/00000/00000/00000 a1a2,b1b2,c1c2 1","seat":1}`, `"turn":2`},
		{"eliminate", `{"game":"amazons","position":"Q1q w","seat":1}`, `error: eliminate seat 1: the rules do not provide for that`},
		{"eliminate", `{"game":"amazons","position":"Q1q w","seat":3}`, `error: seat 3: want one from 1 to 2`},
		{
			"replay", `{"game":"amazons","start":"Q1q w","moves":["a1-b1(a1)"]}`,
			`{"seats":2,"stations":[{"position":"Q1q w","turn":1,"winners":[]},{"move":"a1-b1(a1)","position":"*Qq b","turn":2,"winners":[1],"ending":"stuck"}]}`,
		},
		{"replay", `{"game":"amazons","start":"Q1q w","moves":["a1-c1(a1)"]}`, `"error":"move 1: illegal move`},
		{"replay", `{"game":"amazons","start":"Q1","moves":[]}`, `error: amazons position "Q1"`},
		{"read", `{"game":"hermit","text":"[Game \"amazons\"]\n\n1. d1-d7(g7)\n"}`, `"format":"thera","games":[{"game":"amazons"`},
		{"read", `{"game":"hermit","text":"(;GM[18];B[djddgd])"}`, `"turns":[{"move":"d1-d7(g7)"}]`},
		{"read", `{"game":"amazons","text":"-1 -1 -1 -1 -1 -1\n5 0 3 2 6 5\n"}`, `"move":"f1-d3(g6)"`},
		{"read", `{"game":"amazons","text":"R.. 1"}`, `"format":"position","games":[{"game":"hermit","start":"R.. 1"`},
		{"read", `{"game":"hermit","text":"R.x 1"}`, `error: neither a record (thera, sgf, ggf, botzone) nor a position: hermit position`},
		{
			"read", `{"game":"hermit","text":"[Game \"santorini\"]\n[Variant \"3p:athena,mortal,pan\"]\n\n1. @a1,a2\n2. @c1,c2\n3. @e1,e2\n4. a2-a3(a4) {out=2}\n5. e2-e3(e4) {out=1}\n"}`,
			`"start":"00000/10000/00000/00000/00000 a1a3,x,e1e2 3 athena,mortal,pan","tags":[],"turns":[{"move":"e2-e3(e4)","fields":[{"name":"out","value":"1"}]}],"winners":[3]`,
		},
		{"read", `{"game":"hermit","text":" "}`, `error: an empty text`},
		{"why", `{"game":"amazons","position":"Q1q w","played":"a1-b1(a1)","better":"a1-b1(a1)"}`, `{"reasons":[{"kind":"wins",`},
		{"why", `{"game":"santorini","position":"00000/00000/00000/03000/20001 c2e5,a1e1 1","played":"c2-d2(d3)","better":"c2-c3(b2)"}`, `{"reasons":[{"kind":"dome","squares":["b2"],"counts":[0,0]}]}`},
		{"why", `{"game":"santorini","position":"00000/00300/02300/01000/00000 b2e5,a1e1 2","played":"a1-a2(a1)","better":"a1-a2(b3)"}`, `{"reasons":[{"kind":"forced","counts":[2,0]}]}`},
		{"why", `{"game":"santorini","position":"00000/00000/00000/00000/00000 a1a2,e1e2,a5b5 1","played":"a1-b1(c1)","better":"a1-b1(c2)"}`, `{"reasons":[]}`},
		{"why", `{"game":"hermit","position":".... 1","played":"Ra1","better":"Rb1-c1"}`, `{"reasons":[{"kind":"mirror","counts":[0,0]},{"kind":"nimber","counts":[3,0]}]}`},
		{"why", `{"game":"hermit","position":".... 1","played":"Ra1","better":"Ra1"}`, `{"reasons":[]}`},
		{"why", `{"game":"hermit","position":".... 1","played":"Ra9","better":"Ra1"}`, `error: illegal move "Ra9"`},
		{"why", `{"game":"hermit","position":"Y....R.../...RYY.../YR...B..R/...Y....Y/...Y...RR/.Y..RB.../.......B./RRB...Y../..B....R. 2","played":"Re1","better":"Be1"}`, `{"reasons":[`},
		{"read", `{"game":"amazons","text":"[Game \"amazons\"]\n\n1. d1-d7(e9)\n"}`, `error: line 3, column 4`},
		{"write", `{"format":"sgf","game":"amazons","start":"Q1q w","turns":[{"move":"a1-b1(a1)"}],"winners":[1]}`, `;B[aabaaa]`},
		{
			"read", `{"game":"hermit","text":"[Game \"hermit\"]\n[Variant \"3x3\"]\n\n1. Ya3 {depth=2 glyph=!? \"so\"} ( 1. Ra3 ) (1. Ba3 2. Ra1 )\n"}`,
			`"turns":[{"move":"Ya3","comment":"so","fields":[{"name":"depth","value":"2"},{"name":"glyph","value":"!?"}],"variations":[[{"move":"Ra3"}],[{"move":"Ba3"},{"move":"Ra1"}]]}]`,
		},
		{
			"write", `{"format":"thera","game":"hermit","start":".../.../... 1","turns":[{"move":"Ya3","fields":[{"name":"draw","value":"Ra1"}],"variations":[[{"move":"Ra3"}]]}]}`,
			`1. Ya3 {draw=Ra1}\n  ( 1. Ra3 )\n`,
		},
		{"write", `{"format":"thera","game":"hermit","start":".../.../... 1","turns":[{"move":"Ya3","fields":[{"name":"depth","value":"x"}]}]}`, `error: depth="x"`},
		{"write", `{"format":"sgf","game":"hermit","start":"... 1"}`, `error: sgf`},
		{"session", `{"language":"python","statements":["board = Hermit(2)","print(board.move('R', (0, 0), 'H'))","board.isvalid('Y', (1, 1))"]}`, `{"prompt":">>> ","steps":[{"statement":"board = Hermit(2)","board":". .\n. ."},{"statement":"print(board.move('R', (0, 0), 'H'))","output":"R R\n. .","board":"R R\n. ."},{"statement":"board.isvalid('Y', (1, 1))","output":"True","board":"R R\n. ."}],"board":"R R\n. ."}`},
		{"session", `{"language":"javascript","statements":["const bord = new Amazones()","bord.verzetAmazone(\"a\", \"W\", 3)"]}`, `"output":"Uncaught { name: \"AssertionError\", message: \"ongeldige zet\" }"`},
		{"session", `{"language":"python","statements":["board"]}`, `"error":"unknown name \"board\""`},
		{"session", `{"language":"python","statements":["board = Hermit(1)","board.move('R', (0, 0), 'U').moove()"]}`, `"error":"the board has no member \"moove\"","board":"R"`},
		{"session", `{"language":"go","statements":[]}`, `error: language "go": want python or javascript`},
		{"text", `{"lines":["manual black","d1-d7(g7)","a7 a6 a5","dump"]}`, `"text":"Amazons 61B, version 1.0\n> manual black\n> d1-d7(g7)\n> a7 a6 a5\n> dump\n===\n   - - - B`},
		{"text", `{"lines":["manual black","d1-d7(g7)"]}`, `"turn":2`},
		{"text", `{"lines":["d1-d2(d1)","jump"]}`, `\n> jump\nError: Bad command: jump\n\n> ","ended":false`},
		{"text", `{"lines":["quit","dump"]}`, `"text":"Amazons 61B, version 1.0\n> quit\n","ended":true`},
		{"write", `{"format":"pgn","game":"hermit","start":"... 1"}`, `error: format "pgn"`},
		{"compose", `{"game":"amazons","files":3,"ranks":1,"seats":2,"turn":2,"cells":[{"kind":"amazon","owner":1},{},{"kind":"amazon","owner":2}]}`, `"position":"Q1q b"`},
		{"compose", `{"game":"hermit","files":2,"ranks":2,"seats":2,"turn":2,"cells":[{"kind":"red"},{},{},{"kind":"yellow"}]}`, `"position":".Y/R. 2"`},
		{"compose", `{"game":"amazons","files":3,"ranks":1,"turn":0,"cells":[]}`, `error: seat 0: want one from 1`},
		{"compose", `{"game":"amazons","files":3,"ranks":1,"turn":1,"cells":[]}`, `error: amazons board: board of 3×1 with 0 cells`},
		{"dance", `{}`, `error: unknown method "dance"`},
		{"view", `[]`, `error: params [] of "view"`},
		{"search", `[]`, `error: params [] of "search"`},
		{"search", `{"game":"amazons","position":"*Qq b"}`, `"score":{"win_probability":0,"proven":true,"plies":0},"depth":0,"nodes":0,"seconds":0,"line":[],"winners":[1]`},
		{"search", `{"game":"amazons","position":"Q1q w"}`, `"move":"a1-b1(a1)","score":{"win_probability":1,"proven":true,"plies":1}`},
		{"search", `{"game":"hermit","position":"....../....../....../....../....../...... 1","level":1,"seed":7}`, `"line":["`},
		{"search", `{"game":"amazons","position":"Q2q w","lines":9,"depth":1}`, `"others":[{"rank":2,`},
		{"search", `{"game":"amazons","clocks":[{"left":50,"increment":0},{"left":50,"increment":0}],"position":"2q2q2/8/q6q/8/8/Q6Q/8/2Q2Q2 w"}`, `"line":["`},
		{"solve", `{"game":"hermit","position":"B.B/R.B/B.. 1"}`, `"moves":["Yb1"],"all":true,"nodes":`},
		{"solve", `{"game":"hermit","position":".../.../... 2"}`, `"proven":true,"winners":[2]`},
		{"solve", `{"game":"hermit","position":"BBR/RYY/.BR 1"}`, `"proven":true,"winners":[2],"plies":0,"nimber":0,"grundy":0,"moves":[],`},
		{"solve", `{"game":"hermit","position":".../.../... 1","one":true}`, `"proven":true,"winners":[1],"nimber":4,"grundy":4,"moves":["Rb2"]`},
		{"solve", `{"game":"amazons","position":"Q2/3/2q w","one":true}`, `"proven":true,"winners":[`},
		{"solve", `{"game":"amazons","position":"Q2/3/2q w","likely":true}`, `"proven":true,"winners":[1],"moves":[`},
		{"solve", `{"game":"amazons","position":"3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w","likely":true}`, `"proven":false,"winners":[],"moves":[],"nodes":0`},
		{"solve", `{"game":"santorini","position":"00010/00101/14122/24412/30140 c1c4,a2e2 2","likely":true}`, `"proven":false,"winners":[],"moves":[],"nodes":0`},
		{"solve", `{"game":"hermit","position":"Y....R.../...RYY.../YR...B..R/...Y....Y/...Y...RR/.Y..RB.../.......B./RRB...Y../..B....R. 2","likely":true}`, `"proven":false,"winners":[],"moves":[],"nodes":0`},
		{"solve", `{"game":"hermit","position":"Y....R.../...RYY.../YR...B..R/...Y....Y/...Y...RR/.Y..RB.../.......B./RRB...Y../..B....R. 2"}`, `error: position "Y....R.../...RYY.../YR...B..R/...Y....Y/...Y...RR/.Y..RB.../.......B./RRB...Y../..B....R. 2" with 50 open squares is not supported by the solver: want at most 42`},
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

// TestComposeSantorini sets up positions from what a view of them says.
func TestComposeSantorini(t *testing.T) {
	d := newDesk(t, nil)
	for _, position := range []string{
		"00000/00000/00400/00000/20000 a1b2,d5e5 2",
		"00000/00000/00400/00000/20000 a1b2,d5e5 2 athena^,pan",
		"00000/00000/00400/00000/20000 a1b2,d5e5,c1c2 3 pan,mortal,athena",
		"00000/00000/00400/00000/20000 a1b2,d5e5,+,+ 3",
		"00000/00000/00400/00000/20000 a1b2,d5e5,+,+ 4 athena^,pan,apollo,mortal",
	} {
		var p browser.ComposeParams
		if err := json.Unmarshal([]byte(d.ask(t, "view", fmt.Sprintf(`{"game":"santorini","position":%q}`, position))), &p); err != nil {
			t.Fatal(err)
		}
		params, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := d.ask(t, "compose", string(params)), fmt.Sprintf("%q", position); !strings.Contains(got, want) {
			t.Errorf("got %s, want … %s", got, want)
		}
	}
}

// TestParams sends random params to all methods. What they are about is mostly unknown,
// but they are read.
func TestParams(t *testing.T) {
	rng := rand.New(rand.NewSource(1))
	for _, m := range methods() {
		for range 20 {
			random, ok := quick.Value(m.Params, rng)
			if !ok {
				t.Fatalf("%s: no random %s", m.Name, m.Params)
			}
			params, err := json.Marshal(random.Interface())
			if err != nil {
				t.Fatal(err)
			}
			if got := newDesk(t, nil).ask(t, m.Name, string(params)); strings.HasPrefix(got, "error: params") {
				t.Fatalf("%s: %s", m.Name, got)
			}
		}
	}
}

func TestBrokenMessage(t *testing.T) {
	d := newDesk(t, nil)
	d.Handle([]any{"id"})
	if r := <-d.posted; r.Error != "message [id]: [id] is no browser.request" {
		t.Errorf("got %+v", r)
	}
}

// A fresh search finds the same whatever was searched before, also in the game's own
// table.
func TestFresh(t *testing.T) {
	d := newDesk(t, func() {})
	find := func() (found answer.Search) {
		text := d.ask(t, "search", `{"game":"amazons","position":"1q2q1/q4q/6/6/Q4Q/1Q2Q1 w","nodes":20000,"fresh":true}`)
		if err := json.Unmarshal([]byte(text), &found); err != nil {
			t.Fatal(text, err)
		}
		found.Seconds = 0
		return found
	}
	first := find()
	d.ask(t, "search", `{"game":"amazons","position":"1q2q1/q4q/6/6/Q4Q/1Q2Q1 w","nodes":300000}`)
	if again := find(); !reflect.DeepEqual(again, first) {
		t.Errorf("again: %+v, at first %+v", again, first)
	}
}

// A stopped search soon returns what it has found. The next one, which has waited
// for it, then runs.
func TestStopThreads(t *testing.T) {
	pauses := 0
	d := newDesk(t, func() { pauses++ })
	first := d.send("search", `{"game":"amazons","position":"3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w"}`)
	for r := range d.posted {
		if r.ID == first && r.Progress != nil {
			break
		}
	}
	time.Sleep(60 * time.Millisecond)
	second := d.send("search", `{"game":"amazons","position":"3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w","depth":1}`)
	d.ask(t, "stop", fmt.Sprintf(`{"search":%d}`, first)) // it has no end by itself
	for waiting := map[int]bool{first: true, second: true}; len(waiting) > 0; {
		if r := <-d.posted; r.Result != nil {
			delete(waiting, r.ID)
		}
	}
	if pauses == 0 {
		t.Error("the search never paused")
	}
}

// TestGather counts the games that a page keeps, without those that are not over and
// those that break the rules.
func TestGather(t *testing.T) {
	const start = ".../.../... 1"
	desk := newDesk(t, func() {})
	text := desk.ask(t, "gather", `{"game":"hermit","games":[
		{"start":"`+start+`","moves":["Ra1","Bc3"],"winners":[2]},
		{"start":"`+start+`","moves":["Rc3"],"winners":[1]},
		{"start":"`+start+`","moves":["Rb2"],"winners":[]},
		{"start":"`+start+`","moves":["Ra9"],"winners":[1]}]}`)
	var got Gathered
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	text = desk.ask(t, "gather", `{"game":"hermit","file":"`+got.File+`","games":[{"start":"`+start+`","moves":["Rc1"],"winners":[2]}]}`)
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	data := gametest.Must(t, base64.StdEncoding.DecodeString, got.File)
	f, err := explorer.Open(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	pos := gametest.Must(t, catalog.Hermit().Game.Parse, start)
	found, err := f.Find(catalog.Hermit(), pos, explorer.All)
	if err != nil || f.About().Games != 3 || len(found.Moves) != 1 || found.Moves[0].Games != 3 || !slices.Equal(found.Moves[0].Wins, []uint64{1, 2}) {
		t.Errorf("%d games, %+v, %v: want the corner three times", f.About().Games, found, err)
	}
}
