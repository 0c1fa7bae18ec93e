package grade

import (
	"context"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"thera/game/gametest"
	"thera/internal/child"
)

// shell returns a program that a shell makes of a text.
func shell(text string) Starter {
	return func() (*child.Process, error) { return child.Start("", []string{"sh", "-c", text}) }
}

func TestRun(t *testing.T) {
	for _, test := range []struct {
		name, script, kept, program string
		want                        Finding
	}{
		{
			name: "prompts, dumps and a win", script: "dump\nquit\n", kept: "===\n   - W\n===\n* White wins.\n",
			program: `cat >/dev/null; printf '> > > ===\n   - W\t\r\n===\nwell\n> * White wins.\n'`,
			want:    Finding{OK: true},
		},
		{
			name: "either win", script: "quit\n", kept: "* Someone wins.\n",
			program: `cat >/dev/null; printf ' * Black wins.\n'`,
			want:    Finding{OK: true},
		},
		{
			name: "an automated move", script: "*time 60 90\ngo\n*move\ndump\n", kept: "===\n===\n",
			program: `read a; printf '> * a1-a2(a3)\n'; read b; echo $b >&2; printf '===\n===\n'`,
			want:    Finding{OK: true},
		},
		{
			name: "moves until the win", script: "*move/win+\nquit\n", kept: "* White wins.\n",
			program: `printf '* a1-a2(a3)\n* a2-a3(a4)\n* White wins.\n'; cat >/dev/null`,
			want:    Finding{OK: true},
		},
		{
			name: "lines as the handout shows them, after prompts", script: "*move\n*win+\nquit\n", kept: "* White wins.\n",
			program: `printf '>  * a1-a2(a3) \n> >  * White wins. \n'; cat >/dev/null`,
			want:    Finding{OK: true},
		},
		{
			name: "spaces that nobody sees in a session", script: "*time 60 90 \n *move\t\n*win+ \ndump\n", kept: "\n * White wins.\n=== \n   - W \n===\n\n",
			program: `printf '* a1-a2(a3)\n* White wins.\n'; read a; printf '===\n   - W\n===\n'; cat >/dev/null`,
			want:    Finding{OK: true},
		},
		{
			name: "an empty line in a dump", script: "dump\n", kept: "===\n===\n",
			program: `cat >/dev/null; printf '===\n\n===\n'`,
			want:    Finding{Fault: `line 2 is "": want "==="`, Want: "===\n===", Got: "===\n\n==="},
		},
		{
			name: "another board", script: "dump\n", kept: "===\n - W\n===\n",
			program: `cat >/dev/null; printf '===\n - B\n===\n'`,
			want:    Finding{Fault: `line 2 is " - B": want " - W"`, Want: "===\n - W\n===", Got: "===\n - B\n==="},
		},
		{
			name: "control characters", script: "dump\n", kept: "===\n===\n",
			program: `cat >/dev/null; printf '===\n\033[2J\302\233\n===\n'; printf '\033]0;x\007' >&2; exit 1`,
			want: Finding{
				Fault: "the program ended (exit status 1)", Said: `\x1b]0;x\a`, Want: "===\n===", Got: "===\n\\x1b[2J\\u009b\n===",
			},
		},
		{
			name: "more than a board", script: "dump\n", kept: "===\n===\n", program: `cat >/dev/null; printf '===\n===\n* White wins.\n'`,
			want: Finding{Fault: `line 3 is "* White wins.": want no more lines`, Want: "===\n===", Got: "===\n===\n* White wins."},
		},
		{
			name: "no board", script: "dump\n", kept: "===\n===\n", program: `cat >/dev/null`,
			want: Finding{Fault: `line 1 is missing: want "==="`, Want: "===\n==="},
		},
		{
			name: "an error without a status", script: "dump\n", kept: "===\n===\n", program: `cat >/dev/null; echo no book >&2`,
			want: Finding{Fault: `line 1 is missing: want "==="`, Said: "no book\n", Want: "===\n==="},
		},
		{
			name: "a crash", script: "*move\n", program: `echo oh no >&2; exit 3`,
			want: Finding{Fault: "at *move: the program ended (exit status 3)", Said: "oh no\n"},
		},
		{
			name: "a crash at the end", script: "dump\n", program: `cat >/dev/null; exit 1`,
			want: Finding{Fault: "the program ended (exit status 1)"},
		},
		{
			name: "silence", script: "*time 0.05 1\n*move\n", program: `sleep 60`,
			want: Finding{Slow: true, Fault: "at *move: too slow: nothing within 50ms"},
		},
		{
			name: "no end", script: "*time 0.05 1\nquit\n", program: `sleep 60`,
			want: Finding{Slow: true, Fault: "too slow: it did not end within 50ms of the end of its input"},
		},
		{
			name: "a flood", script: "*move\n", program: `yes $(printf '%01000d' 0)`,
			want: Finding{Slow: true, Fault: "at *move: " + child.ErrFlood.Error()},
		},
		{
			name: "a win for a move", script: "*move\n", program: `printf '* White wins.\n'; cat >/dev/null`,
			want: Finding{Fault: `at *move: it printed "* White wins."`},
		},
		{
			name: "a move for a win", script: "*win\n", program: `printf '* a1-a2(a3)\n'; cat >/dev/null`,
			want: Finding{Fault: `at *win: it printed "* a1-a2(a3)"`},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := gametest.Must(t, ParseSession, "-- script --\n"+test.script+"-- kept --\n"+test.kept)
			if got := s.Run(t.Context(), shell(test.program), Time{time.Minute, time.Hour}); got != test.want {
				t.Errorf("%+v, want %+v", got, test.want)
			}
		})
	}
}

// Two copies play each other; what sh says here is what one of them does.
func TestPair(t *testing.T) {
	s := gametest.Must(t, ParseSession, "-- here --\nfirst\n*remote move/win+\n-- remote --\nsecond\n*remote move/win+\n")
	const first, second = `read who; if [ $who = first ]; then printf '* a1-a2(a3)\n'; read m; echo "* $who wins." `, `else read m; printf '* b1-b2(b3)\n'; `
	for name, test := range map[string]struct {
		program string
		want    Finding
	}{
		"agree":     {first + `| sed s/first/White/; ` + second + `echo '* White wins.'; fi; cat >/dev/null`, Finding{OK: true}},
		"disagree":  {first + `| sed s/first/White/; ` + second + `echo '* Black wins.'; echo no >&2; fi; cat >/dev/null`, Finding{Said: "no\n", Fault: `one copy says "* White wins.", the other "* Black wins.": want the same win`}},
		"one fails": {first + `| sed s/first/White/; ` + second + `exit 4; fi; cat >/dev/null`, Finding{Fault: "at *remote move/win+: the program ended (exit status 4)"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := s.Run(t.Context(), shell(test.program), Time{time.Minute, time.Hour}); got != test.want {
				t.Errorf("%+v, want %+v", got, test.want)
			}
		})
	}
}

func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s := Session{Scripts: []string{"*move\n"}}
	if f := s.Run(ctx, shell("sleep 60"), Time{time.Minute, time.Hour}); f.OK || !strings.HasSuffix(f.Fault, context.Canceled.Error()) {
		t.Errorf("%+v", f)
	}
}

func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"-- script --\nx\n-- kept --\n":                   "",
		"-- here --\nx\n-- remote --\n*remote move/win\n": "",
		"-- script --\nx\n":                               "want the sections script and kept, or here and remote",
		"":                                                "want the sections script and kept, or here and remote",
		"-- here --\nx\n":                                 "want the sections script and kept, or here and remote",
		"-- script --\nx\n-- here --\nx\n":                "want the sections script and kept, or here and remote",
		"-- input --\nx\n":                                `section "input": want script and kept, or here and remote`,
		"-- script --\n*wait\n-- kept --\n":               `instruction "*wait": want *time MOVE GAME, *move, *win, *move/win or *remote move/win`,
		"-- script --\n*time 86400 86400.0\n-- kept --\n": "",
		"-- script --\nx\n-- kept --\n-- script --\ny\n":  `section "script" twice: want one of them`,
		"-- script --\nx\n--kept--\n===\n-- kept --\n":    `line "--kept--": want a line such as "-- kept --" to begin a section`,
		"-- script --\nx\n-- kept --\n===\n --here --\n":  `line "--here --": want a line such as "-- kept --" to begin a section`,
		"-- script --\n*time 99999999999 1\n-- kept --\n": `instruction "*time 99999999999 1": want at most 86400 seconds`,
		"-- script --\n*time 1 86400.1\n-- kept --\n":     `instruction "*time 1 86400.1": want at most 86400 seconds`,
		"-- script --\n*remote move/win\n-- kept --\n":    `instruction "*remote move/win": want the sections here and remote for it`,
	} {
		_, err := ParseSession(text)
		if got := ""; err != nil {
			if got = err.Error(); got != want {
				t.Errorf("%q: %s, want %s", text, got, want)
			}
		} else if want != "" {
			t.Errorf("%q: no error, want %s", text, want)
		}
	}
}

func TestRead(t *testing.T) {
	files := fstest.MapFS{
		"s/2.txtar": {Data: []byte("About\nit.\n-- script --\nx\n-- kept --\ny\n")},
		"s/1.txtar": {Data: []byte("-- script --\nx\n-- kept --\n")},
		"t/1.txtar": {Data: []byte("nothing")},
		"u/1.txt":   {Data: []byte("-- script --\nx\n")},
	}
	all, err := ReadSessions(files, "s")
	if err != nil || len(all) != 2 || all[1].Name != "2" || all[1].About != "About it." || all[1].Kept != "y\n" {
		t.Errorf("%v, %+v", err, all)
	}
	for dir, want := range map[string]string{
		"t": "t/1.txtar: want the sections script and kept, or here and remote",
		"u": "no sessions: want files *.txtar",
		"v": "open v: file does not exist",
	} {
		if _, err := ReadSessions(files, dir); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", dir, err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	standard, err := StandardSessions()
	if err != nil {
		f.Fatal(err)
	}
	f.Add("-- script --\n*time 1 2\n*win+\n-- kept --\n")
	for _, s := range standard {
		f.Add(s.About + "\n-- script --\n" + s.Scripts[0] + "-- kept --\n" + s.Kept)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if s, err := ParseSession(text); err == nil && len(s.Scripts) == 0 {
			t.Error("a session without a script")
		}
	})
}
