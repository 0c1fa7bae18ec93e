package exam

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"testing"

	"thera/game/gametest"
)

func TestReport(t *testing.T) {
	var marks []Mark
	add := func(n int, m Mark) {
		for range n {
			marks = append(marks, m)
		}
	}
	proven := Item{Game: "b", Kind: Proven, Phase: Ending}
	deep := Item{Game: "a", Kind: Deep, Phase: Middle}
	add(60, Mark{Item: proven, Move: "x", Kept: true})
	add(38, Mark{Item: proven, Move: "x", Illegal: 1})
	add(2, Mark{Item: proven, Illegal: 1, Unparsed: 2})
	add(90, Mark{Item: deep, Move: "x"})
	add(10, Mark{Item: deep, Move: "x", Regret: 0.5})
	var text bytes.Buffer
	for _, r := range Report(marks) {
		line, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		text.Write(append(line, '\n'))
	}
	gametest.Golden(t, filepath.Join("testdata", "report.jsonl"), text.String())
}

// TestWilson compares with intervals published by Newcombe (1998), table I.
func TestWilson(t *testing.T) {
	for _, test := range []struct {
		successes, trials int
		low, high         float64
	}{{81, 263, 0.2553, 0.3662}, {15, 148, 0.0624, 0.1605}, {0, 20, 0, 0.1611}, {1, 29, 0.0061, 0.1718}} {
		got := wilson(test.successes, test.trials)
		if fmt.Sprintf("%.4f %.4f", got.Low, got.High) != fmt.Sprintf("%.4f %.4f", test.low, test.high) {
			t.Errorf("%d of %d: %+v, want %+v", test.successes, test.trials, got, test)
		}
	}
}

// TestWilsonEnds wants an interval to have its mean in it, whatever the rounding: charts
// refuse errors below 0.
func TestWilsonEnds(t *testing.T) {
	for n := 1; n <= 100; n++ {
		if none, all := wilson(0, n), wilson(n, n); none.Low != 0 || all.High != 1 {
			t.Errorf("none of %d: %+v, all: %+v", n, none, all)
		}
	}
}
