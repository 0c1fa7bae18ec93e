package whole

import (
	"encoding/json"
	"fmt"
	"testing"

	"thera/internal/catalog"
	"thera/internal/ui/browser"
)

// untimed returns a result without what depends on the clock.
func untimed(text string) string {
	var result map[string]any
	if json.Unmarshal([]byte(text), &result) != nil {
		return text
	}
	delete(result, "seconds")
	return fmt.Sprint(result)
}

// TestFirst holds the answers of the first service against those of the whole one:
// they are the same, or for later.
func TestFirst(t *testing.T) {
	const (
		now   = "now"
		later = "later"
	)
	const two, three = "00110/00011/00002/00000/00000 b3e4,c3c5 1", "00010/00101/00001/00001/00220 d2e3,b3d1,c2c4 1"
	searched := func(game, position string, level int) string {
		return fmt.Sprintf(`{"game":%q,"position":%q,"level":%d,"seed":7}`, game, position, level)
	}
	type question struct{ method, params, when string }
	all := []question{
		{"games", `{}`, now},
		{"start", `{"game":"amazons","variant":"6x6"}`, now},
		{"start", `{"game":"go"}`, now},
		{"settle", `{"game":"santorini","variant":"3p","way":"fair","seed":5}`, now},
		{"draft", `{"game":"santorini","players":2,"acts":[]}`, now},
		{"view", `{"game":"amazons","position":"Q2*1q w"}`, now},
		{"view", `{"game":"santorini","position":"` + two + `"}`, now},
		{"view", `{"game":"hermit","position":"R./.R 1"}`, now},
		{"enter", `{"game":"santorini","position":"` + two + ` athena,pan","steps":["b3"]}`, now},
		{"play", `{"game":"hermit","position":"... 1","move":"y b1 a1"}`, now},
		{"eliminate", `{"game":"santorini","position":"` + three + `","seat":1}`, now},
		{"replay", `{"game":"amazons","start":"Q1q w","moves":["a1-b1(a1)"]}`, now},
		{"stop", `{"search":99}`, now},
		{"solve", `{"game":"hermit","position":"... 1"}`, later},
		{"why", `{"game":"hermit","position":"... 1","played":"Ra1","better":"Ra1"}`, later},
		{"read", `{"game":"hermit","text":"... 1"}`, later},
		{"rate", `{"puzzle":1500,"solved":true,"idle":0}`, later},
		{"search", `{"game":"hermit","position":"R 2"}`, now}, // over
		{"search", searched("santorini", three, 1), later},
		{"search", searched("hermit", "....../....../....../....../....../...... 1", 4), later},
	}
	for level := 1; level < catalog.MaxLevel; level++ {
		all = append(all,
			question{"search", searched("amazons", "2q2q2/8/q6q/8/8/Q6Q/8/2Q2Q2 w", level), now},
			question{"search", searched("santorini", two, level), now},
			question{"search", searched("santorini", two+" athena,pan", level), now})
	}
	for level := 1; level <= 3; level++ {
		all = append(all, question{"search", searched("hermit", "..B.R./R...../..R.../..YYR./....../R..R.. 1", level), now})
	}
	for _, game := range []string{"amazons", "santorini", "hermit"} {
		all = append(all, question{"search", searched(game, map[string]string{"amazons": "Q1q w", "santorini": two, "hermit": "... 1"}[game], catalog.MaxLevel), later})
	}
	for _, q := range all {
		got := deskOf(t, nil, browser.NewFirst).ask(t, q.method, q.params)
		if q.when == later {
			if got != later {
				t.Errorf("%s %s: %s, want it for later", q.method, q.params, got)
			}
			continue
		}
		if want := newDesk(t, nil).ask(t, q.method, q.params); untimed(got) != untimed(want) {
			t.Errorf("%s %s: %s\nwant %s", q.method, q.params, got, want)
		}
	}
}
