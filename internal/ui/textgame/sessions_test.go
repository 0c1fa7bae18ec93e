package textgame

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"thera/game/gametest"
)

// TestSessions runs the sessions in testdata/sessions and compares all that
// the program prints. Each file is a txtar archive with the sections
//
//	start   the position games begin with; without it the usual one
//	input   what is typed
//	stdout  what is printed, with a newline added behind the last prompt
//	stderr  the messages
//	log     the log, if the session is about it
//
// where -update rewrites the last three.
func TestSessions(t *testing.T) {
	paths, err := filepath.Glob("testdata/sessions/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no sessions: %v", err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			session := gametest.Must(t, txtar.ParseFile, path)
			got := runSession(t, session)
			gametest.Golden(t, path, string(txtar.Format(got)))
		})
	}
}

// runSession returns the session as it goes.
func runSession(t *testing.T, session *txtar.Archive) *txtar.Archive {
	t.Helper()
	sections := map[string]string{}
	for _, f := range session.Files {
		sections[f.Name] = string(f.Data)
	}
	var out, errs, log bytes.Buffer
	p := onBoard(strings.TrimSpace(sections["start"]))
	p.In, p.Out, p.Err, p.Log = strings.NewReader(sections["input"]), &out, &errs, &log
	if err := p.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	sections["stdout"] = out.String() + "\n"
	sections["stderr"] = errs.String()
	if _, ok := sections["log"]; ok {
		sections["log"] = log.String()
	}
	got := &txtar.Archive{Comment: session.Comment}
	for _, name := range []string{"start", "input", "stdout", "stderr", "log"} {
		if text, ok := sections[name]; ok {
			got.Files = append(got.Files, txtar.File{Name: name, Data: []byte(text)})
		}
	}
	return got
}
