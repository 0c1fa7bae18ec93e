package ugi

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"thera/engine"
	"thera/game"
)

func TestInfoLine(t *testing.T) {
	info := engine.Info{
		Score: engine.Estimate(110), Depth: 4, Nodes: 5000, Time: 20 * time.Millisecond,
		Line: []game.Move{"d1-d7(g7)", "a7-a6(a5)"},
	}
	want := "info depth 4 nodes 5000 nps 250000 time 20 score cp 110 wdl 750 0 250 multipv 1 pv d1d7,d7g7 a7a6,a6a5"
	if got := UGI.formatInfo(info); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	info = engine.Info{Score: engine.LossIn(4), Line: []game.Move{"Ya3"}}
	want = "info depth 0 nodes 0 nps 0 time 0 score mate -2 wdl 0 0 1000 multipv 1 pv Ya3"
	if got := UCI.formatInfo(info); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

func TestParseInfo(t *testing.T) {
	for _, test := range []struct {
		line  string
		want  infoLine
		score bool
	}{
		{
			"depth 12 seldepth 20 multipv 1 score cp 31 wdl 500 0 500 nodes 900 nps 100 hashfull 3 tbhits 0 time 9 pv d1d7,d7g7",
			infoLine{Depth: 12, Nodes: 900, Time: 9 * time.Millisecond, Score: 31, MultiPV: 1, PV: []string{"d1d7,d7g7"}},
			true,
		},
		{"depth 3 score cp 31 lowerbound nodes 5 pv a", infoLine{Depth: 3, Nodes: 5, Score: 31, MultiPV: 1, PV: []string{"a"}}, false},
		{"depth 3 score cp 31", infoLine{Depth: 3, Score: 31, MultiPV: 1}, true},
		{"multipv 2 score mate -3 pv a b", infoLine{Score: engine.LossIn(3), MultiPV: 2, PV: []string{"a", "b"}}, true},
		{"depth 5 currmove e2e4 currmovenumber 1", infoLine{Depth: 5, MultiPV: 1}, false},
		{"depth 5 newword nodes 9", infoLine{Depth: 5, Nodes: 9, MultiPV: 1}, false},
		{"string depth 5", infoLine{MultiPV: 1}, false},
		{"", infoLine{MultiPV: 1}, false},
	} {
		got, err := UGI.parseInfo(strings.Fields(test.line))
		diff := cmp.Diff(test.want, got, cmpopts.IgnoreFields(infoLine{}, "Keys"), cmpopts.EquateEmpty())
		if err != nil || diff != "" || got.isScore() != test.score {
			t.Errorf("info %s: score %v, %v\n%s", test.line, got.isScore(), err, diff)
		}
	}
	for _, line := range []string{"depth", "depth x", "nodes -1", "score cp", "score 7 8", "wdl 1 2", "wdl a 0 1"} {
		if got, err := UGI.parseInfo(strings.Fields(line)); err == nil {
			t.Errorf("info %s reads as %+v, want an error", line, got)
		}
	}
}

func FuzzParseInfo(f *testing.F) {
	f.Add("depth 12 seldepth 20 multipv 1 score cp 31 wdl 500 0 500 nodes 900 time 9 pv d1d7,d7g7")
	f.Add("score mate -3 upperbound currmove x")
	f.Add("string depth x")
	f.Fuzz(func(t *testing.T, line string) {
		info, err := UCI.parseInfo(strings.Fields(line))
		if err == nil && (info.Depth < 0 || info.Time < 0 || info.MultiPV < 0 || info.Score > engine.WinIn(0) || info.Score < engine.LossIn(0)) {
			t.Errorf("%q reads as %+v", line, info)
		}
	})
}
