package match

import (
	"strings"
	"testing"
	"time"

	"thera/engine"
	"thera/game/gametest"
	"thera/hermit"
)

func TestControl(t *testing.T) {
	const ms = time.Millisecond
	for _, test := range []struct {
		key, value string
		want       Control
		text       string
	}{
		{"tc", "10+0.1", Control{Clock: engine.Clock{Left: 10 * time.Second, Increment: 100 * ms}}, "tc=10s+100ms"},
		{"tc", "5m+2s", Control{Clock: engine.Clock{Left: 5 * time.Minute, Increment: 2 * time.Second}}, "tc=5m0s+2s"},
		{"tc", "60", Control{Clock: engine.Clock{Left: time.Minute}}, "tc=1m0s+0s"},
		{"movetime", "250ms", Control{Move: 250 * ms}, "movetime=250ms"},
		{"movetime", "1.5", Control{Move: 1500 * ms}, "movetime=1.5s"},
		{"nodes", "5000", Control{Nodes: 5000}, "nodes=5000"},
		{"depth", "4", Control{Depth: 4}, "depth=4"},
	} {
		var got Control
		if err := got.Set(test.key, test.value); err != nil || got != test.want || got.String() != test.text {
			t.Errorf("%s %s: %v, %v", test.key, test.value, got, err)
		}
	}
	for _, test := range [][2]string{
		{"tc", ""},
		{"tc", "0+1"},
		{"tc", "10+"},
		{"tc", "-1+1"},
		{"tc", "10+0.1+3"},
		{"tc", "soon"},
		{"movetime", "0"},
		{"movetime", "-1s"},
		{"movetime", ""},
		{"movetime", "NaN"},
		{"movetime", "1e300"},
		{"nodes", "0"},
		{"nodes", "-1"},
		{"nodes", "many"},
		{"depth", "0"},
		{"depth", "3000000000"},
		{"moves", "1"},
	} {
		got := Control{Depth: 7}
		if err := got.Set(test[0], test[1]); err == nil || got != (Control{Depth: 7}) {
			t.Errorf("%s %q: %v, %v", test[0], test[1], got, err)
		}
	}
	both := Control{Move: time.Second, Nodes: 100}
	if got, want := both.String(), "movetime=1s nodes=100"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestMergedLimits wants each limit of a player to stand in place of that of
// the match and of no other.
func TestMergedLimits(t *testing.T) {
	for _, test := range []struct{ player, match, want string }{
		{"drawer:movetime=200ms", "depth=1", "movetime=200ms depth=1"},
		{"drawer:depth=3", "depth=1", "depth=3"},
		{"drawer:nodes=5,tc=60+1", "tc=10+0.1", "tc=1m0s+1s nodes=5"},
		{"drawer:nodes=5", "", "nodes=5"},
		{"drawer", "nodes=7", "nodes=7"},
		{"drawer", "", "movetime=100ms"},
		{"ugi,movetime=1s:x", "nodes=7", "movetime=1s nodes=7"},
		{"text,movetime=1s:x", "nodes=7", "movetime=1s"},
		{"text:x", "", ""},
	} {
		var m Match
		if key, value, ok := strings.Cut(test.match, "="); ok {
			if err := m.Control.Set(key, value); err != nil {
				t.Fatal(err)
			}
		}
		s := gametest.Must(t, ParseSpec, test.player)
		if got := m.control(s).String(); got != test.want {
			t.Errorf("%s in a match with %q: %q, want %q", test.player, test.match, got, test.want)
		}
	}
}

// TestRecordedLimits wants records to say what each seat could spend.
func TestRecordedLimits(t *testing.T) {
	m := newMatch(t, hermit.Rules(), "3x3", "drawer", "drawer:nodes=5")
	for _, test := range []struct {
		number int
		change func()
		want   string
	}{
		{1, func() {}, "TimeControl1 nodes=1 TimeControl2 nodes=5"},
		{2, func() {}, "TimeControl1 nodes=5 TimeControl2 nodes=1"},
		{1, func() { m.Players[0].Kind = kindText }, "TimeControl2 nodes=5"},
		{1, func() { m.Players[0] = m.Players[1] }, "TimeControl nodes=5"},
		{1, func() { m.Players[0] = Spec{Kind: kindText}; m.Players[1] = m.Players[0] }, ""},
	} {
		test.change()
		var got []string
		for _, tag := range m.Record(Result{Number: test.number, Players: []string{"a", "b"}, Winner: 1, Reason: ByRules}).Tags {
			if strings.HasPrefix(tag.Name, "TimeControl") {
				got = append(got, tag.Name, tag.Value)
			}
		}
		if text := strings.Join(got, " "); text != test.want {
			t.Errorf("game %d: %s, want %s", test.number, text, test.want)
		}
	}
}
