package match

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"thera/engine"
	"thera/engine/ugi"
	"thera/internal/catalog"
)

func TestParseSpec(t *testing.T) {
	for _, test := range []struct {
		text string
		want Spec
	}{
		{"alphabeta", Spec{Name: "alphabeta", Kind: "alphabeta"}},
		{"alphabeta:level=8,threads=1", Spec{
			Name: "alphabeta:level=8,threads=1", Kind: "alphabeta",
			Settings: []ugi.Setting{{Name: "level", Value: "8"}, {Name: "threads", Value: "1"}},
		}},
		{"alphabeta:name=slow,movetime=2s,nodes=10", Spec{
			Name: "slow", Kind: "alphabeta",
			Control: Control{Move: 2 * time.Second, Nodes: 10},
		}},
		{"ugi:./thera engine", Spec{Name: "ugi:./thera engine", Kind: "ugi", Command: []string{"./thera", "engine"}}},
		{"uci,Hash=64,name=FS:fairy-stockfish load x:y", Spec{
			Name: "FS", Kind: "uci", Command: []string{"fairy-stockfish", "load", "x:y"},
			Settings: []ugi.Setting{{Name: "Hash", Value: "64"}},
		}},
		{`ugi:'./my engine' "a b"`, Spec{Name: `ugi:'./my engine' "a b"`, Kind: "ugi", Command: []string{"./my engine", "a b"}}},
		{"ugi,position=moves:x", Spec{Name: "ugi,position=moves:x", Kind: "ugi", Command: []string{"x"}, Position: "moves"}},
		{"text,tc=60+1:java -ea amazons.Main", Spec{
			Name: "text,tc=60+1:java -ea amazons.Main", Kind: "text", Command: []string{"java", "-ea", "amazons.Main"},
			Control: Control{Clock: engine.Clock{Left: time.Minute, Increment: time.Second}},
		}},
	} {
		test.want.Text = test.text
		got, err := ParseSpec(test.text)
		if diff := cmp.Diff(test.want, got); err != nil || diff != "" {
			t.Errorf("%s: %v\n%s", test.text, err, diff)
		}
	}
	for text, want := range map[string]string{
		"":                       `player "": want ENGINE:NAME=VALUE,… or ugi:COMMAND, uci:COMMAND or text:COMMAND`,
		":x":                     `player ":x": want ENGINE`,
		"alphabeta,level=1":      `want ENGINE:NAME=VALUE,…`,
		"alphabeta:":             `setting "": want NAME=VALUE`,
		"alphabeta:level":        `player "alphabeta:level": setting "level": want NAME=VALUE`,
		"alphabeta:=3":           `setting "=3": want NAME=VALUE`,
		"alphabeta:level=1,":     `setting "": want NAME=VALUE`,
		"name:python3 x":         `player "name:python3 x": unknown engine "name": want ENGINE:NAME=VALUE,… or ugi:COMMAND, uci:COMMAND or text:COMMAND`,
		"alphabeta:nodes=0":      `nodes "0": want a whole number from 1`,
		"uci,position=x:y":       `position "x": want moves or fen`,
		"ugi":                    `player "ugi": want ugi:COMMAND`,
		"uci: ":                  `player "uci: ": want uci:COMMAND`,
		"text:'./my engine":      `player "text:'./my engine": command "'./my engine": the quote at column 1 is not closed`,
		"ugi,Hash:engine":        `setting "Hash": want NAME=VALUE`,
		"text,Hash=1:amazons":    `setting "Hash": a text program has none`,
		"greedy:level=2,Level=3": `player "greedy:level=2,Level=3": setting "Level" twice: want it once`,
		"greedy:name=a,name=b":   `setting "name" twice: want it once`,
		"uci,nodes=1,nodes=2:x":  `setting "nodes" twice: want it once`,
		"greedy:name=é\x1b[2J":   `player "greedy:name=é\x1b[2J": the name "é\x1b[2J" has characters that can't be shown: want another, by name=NAME`,
		"greedy:name=a\tb":       `the name "a\tb" has characters that can't be shown`,
		"ugi:./\u202eengine":     `the name "ugi:./\u202eengine" has characters that can't be shown`,
	} {
		if got, err := ParseSpec(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %+v, %v; want %s", text, got, err, want)
		}
	}
}

// FuzzParseSpec wants every player that can be read to be complete.
func FuzzParseSpec(f *testing.F) {
	for _, text := range []string{"random", "alphabeta:level=8,threads=1", "uci,Hash=64,tc=1+1:fairy-stockfish", "text:x"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ParseSpec(text)
		if err != nil {
			return
		}
		if s.Text != text || s.Kind == "" || (len(s.Command) > 0) != slices.Contains(programKinds, s.Kind) {
			t.Errorf("%q: %+v", text, s)
		}
		for _, setting := range s.Settings {
			if setting.Name == "" || setting.Value == "" {
				t.Errorf("%q: %+v", text, s)
			}
		}
	})
}

func TestEngineSettings(t *testing.T) {
	var got engine.Config
	m := &Match{Entry: catalog.Entry{Playing: catalog.Playing{Engines: []catalog.Engine{
		{Name: "b"},
		{Name: "a", New: func(c engine.Config) engine.Engine { got = c; return nil }},
	}}}}
	open := func(text string) error {
		s, err := ParseSpec(text)
		if err == nil {
			_, err = m.openEngine(s, Control{Nodes: 300})
		}
		return err
	}
	defaults := engine.Defaults(catalog.Parameters())
	if err := open("a:Hash=64,threads=4,name=x"); err != nil || got != (engine.Config{TableMiB: 64, Threads: 4, Level: catalog.MaxLevel, Nodes: 300}) {
		t.Errorf("%+v, %v", got, err)
	}
	if err := open("a"); err != nil || got != (engine.Config{TableMiB: defaults.TableMiB, Threads: defaults.Threads, Level: defaults.Level, Nodes: 300}) {
		t.Errorf("%+v, %v", got, err)
	}
	for text, want := range map[string]string{
		"c":             `player "c": unknown engine "c": want one of a, b, ugi:COMMAND, uci:COMMAND, text:COMMAND`,
		"a:threads=257": `player "a:threads=257": threads "257": want a whole number from 1 to 256`,
		"a:hash=x":      `player "a:hash=x": hash "x": want a whole number from 1 to 4096`,
		"a:skill=3":     `player "a:skill=3": setting "skill": want one of hash, threads, level, tc, movetime, nodes, depth, name, power`,
	} {
		if err := open(text); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

func TestReadPlayers(t *testing.T) {
	got, err := ReadPlayers(strings.NewReader("# who plays\nrandom\n\n  greedy:name=a b \nrandom"))
	if want := []string{"random", "greedy:name=a b", "random"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v; want %q", got, err, want)
	}
	if _, err := ReadPlayers(strings.NewReader("random\n" + strings.Repeat("x", 70000))); err == nil || err.Error() != "line 2: want at most 65536 bytes" {
		t.Errorf("a long line: %v", err)
	}
	for _, text := range []string{"", "random\n#greedy"} {
		if got, err := ReadPlayers(strings.NewReader(text)); err == nil {
			t.Errorf("%q: %q, want an error", text, got)
		}
	}
}
