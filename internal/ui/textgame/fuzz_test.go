package textgame

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"thera/game/gametest"
)

const smallBoard = "3q/4/4/Q3 w"

// allowed is all that may appear on stdout when smallBoard is played on.
var allowed = regexp.MustCompile(`^` + regexp.QuoteMeta(banner) + `(?:` + strings.Join([]string{
	regexp.QuoteMeta(prompt),
	regexp.QuoteMeta(help),
	`\* [a-d][1-4]-[a-d][1-4]\([a-d][1-4]\)\n`,
	`\* (?:White|Black) wins\.\n`,
	`===\n(?:  (?: [-BWS]){4}\n){4}===\n`,
}, "|") + `)*$`)

// FuzzRun types anything and checks what is printed on stdout.
func FuzzRun(f *testing.F) {
	addSessions(f)
	f.Fuzz(func(t *testing.T, input string) {
		var out bytes.Buffer
		p := onBoard(smallBoard)
		p.In, p.Out = strings.NewReader(input), &out
		if err := p.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		if !allowed.MatchString(out.String()) {
			t.Fatalf("printed\n%s", out.String())
		}
	})
}

// FuzzRefusal types anything and checks that lines refused change nothing.
func FuzzRefusal(f *testing.F) {
	addSessions(f)
	f.Fuzz(func(t *testing.T, input string) {
		s, err := newSession(onBoard(smallBoard))
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(input) {
			before := fmt.Sprint(s.history, s.auto, s.seed)
			err := s.execute(line)
			_, refused := errors.AsType[refusal](err)
			if after := fmt.Sprint(s.history, s.auto, s.seed); refused && after != before {
				t.Fatalf("%q, refused, changed\n%s to\n%s", line, before, after)
			}
			for s.automated() {
				if err := s.search(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
		}
	})
}

// addSessions gives a fuzz test all inputs of testdata/sessions.
func addSessions(f *testing.F) {
	f.Helper()
	paths := gametest.Must(f, filepath.Glob, "testdata/sessions/*.txtar")
	for _, path := range paths {
		session := gametest.Must(f, txtar.ParseFile, path)
		for _, file := range session.Files {
			if file.Name == "input" {
				f.Add(string(file.Data))
			}
		}
	}
}
