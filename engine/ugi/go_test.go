package ugi

import (
	"strings"
	"testing"
	"time"

	"thera/engine"
)

const ms = time.Millisecond

func TestParseGo(t *testing.T) {
	for _, test := range []struct {
		args string
		want goCommand
	}{
		{"", goCommand{}},
		{"infinite", goCommand{infinite: true}},
		{"ponder depth 3", goCommand{limits: engine.Limits{Depth: 3}, ponder: true}},
		{"movetime 500", goCommand{limits: engine.Limits{Time: 500 * ms}}},
		{"movetime 1", goCommand{limits: engine.Limits{Time: ms}}},
		{"movetime 1099511627776", goCommand{limits: engine.Limits{Time: 1 << 40 * ms}}},
		{"nodes 1", goCommand{limits: engine.Limits{Nodes: 1}}},
		{"nodes 1000000", goCommand{limits: engine.Limits{Nodes: 1_000_000}}},
		{"depth 3 nodes 5", goCommand{limits: engine.Limits{Depth: 3, Nodes: 5}}},
		{"depth 0", goCommand{limits: engine.Limits{Depth: 1}}},
		{"p1time 1000 p2time 900 p1inc 10 p2inc 20", goCommand{limits: engine.Limits{Clocks: [4]engine.Clock{{Left: 1000 * ms, Increment: 10 * ms}, {Left: 900 * ms, Increment: 20 * ms}}}}},
		{"wtime 1000 btime 900 winc 10 binc 20 movestogo 40", goCommand{limits: engine.Limits{Clocks: [4]engine.Clock{{Left: 1000 * ms, Increment: 10 * ms}, {Left: 900 * ms, Increment: 20 * ms}}}}},
		{"p3time 7 p4inc 8", goCommand{limits: engine.Limits{Clocks: [4]engine.Clock{2: {Left: 7 * ms}, 3: {Increment: 8 * ms}}}}},
		{"wtime -30 winc -1 btime 0", goCommand{limits: engine.Limits{Clocks: [4]engine.Clock{{Left: ms}, {Left: ms}}}}},
	} {
		if got, err := parseGo(strings.Fields(test.args)); err != nil || got != test.want {
			t.Errorf("go %s: %+v, %v; want %+v", test.args, got, err, test.want)
		}
	}
}

func TestParseGoRefuses(t *testing.T) {
	for _, test := range []struct{ args, want string }{
		{"brood", `limit "brood": want movetime,`},
		{"searchmoves d1d7,d7g7", `limit "searchmoves"`},
		{"p5time 100", `limit "p5time"`},
		{"depth", `depth "": want a whole number`},
		{"depth three", `depth "three": want a whole number`},
		{"depth 3 banana", `limit "banana"`},
		{"nodes 0", `nodes "0": want a whole number from 1`},
		{"nodes -1", `nodes "-1"`},
		{"movetime 0", `movetime "0": want a whole number of milliseconds from 1`},
		{"movetime 1099511627777", `movetime "1099511627777": want a whole number of milliseconds from 1 to 1099511627776`},
		{"movetime 9223372036854775807", `movetime "9223372036854775807"`},
		{"wtime 1s", `wtime "1s"`},
		{"movestogo x", `movestogo "x"`},
		{"infinite depth 3", "want nothing else"},
		{"ponder infinite", "want nothing else"},
	} {
		got, err := parseGo(strings.Fields(test.args))
		if err == nil || !strings.Contains(err.Error(), test.want) || got != (goCommand{}) {
			t.Errorf("go %s: %+v, %v; want an error with %q", test.args, got, err, test.want)
		}
	}
}

func TestGoLine(t *testing.T) {
	for _, test := range []struct {
		limits   engine.Limits
		ugi, uci string
	}{
		{engine.Limits{}, "go infinite", "go infinite"},
		{engine.Limits{Time: -ms}, "go movetime 1", "go movetime 1"},
		{engine.Limits{Clocks: [4]engine.Clock{{Left: -ms}}}, "go p1time 1 p1inc 0", "go wtime 1 winc 0"},
		{engine.Limits{Time: time.Microsecond, Nodes: 7, Depth: 3}, "go movetime 1 nodes 7 depth 3", "go movetime 1 nodes 7 depth 3"},
		{
			engine.Limits{Clocks: [4]engine.Clock{{Left: 1500 * ms}, {Left: time.Microsecond, Increment: 20 * ms}}},
			"go p1time 1500 p1inc 0 p2time 1 p2inc 20",
			"go wtime 1500 winc 0 btime 1 binc 20",
		},
		{
			engine.Limits{Clocks: [4]engine.Clock{{Left: ms}, {Left: ms}, {Left: ms}}},
			"go p1time 1 p1inc 0 p2time 1 p2inc 0 p3time 1 p3inc 0",
			"go wtime 1 winc 0 btime 1 binc 0",
		},
	} {
		req := engine.Request{Limits: test.limits}
		if got := UGI.formatGo(req); got != test.ugi {
			t.Errorf("%+v: %s, want %s", test.limits, got, test.ugi)
		}
		if got := UCI.formatGo(req); got != test.uci {
			t.Errorf("%+v: %s, want %s", test.limits, got, test.uci)
		}
	}
}
