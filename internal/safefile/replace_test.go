package safefile_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"thera/internal/safefile"
)

func TestReplace(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "file")
	full := errors.New("full")
	for _, test := range []struct {
		text string
		err  error
		want string
	}{{"old", nil, "old"}, {"half", full, "old"}, {"new", nil, "new"}} {
		err := safefile.Replace(name, func(w io.Writer) error {
			_, err := io.WriteString(w, test.text)
			return errors.Join(err, test.err)
		})
		got, readErr := os.ReadFile(name)
		if !errors.Is(err, test.err) || readErr != nil || string(got) != test.want {
			t.Errorf("%+v: %q, %v, %v", test, got, err, readErr)
		}
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
	if err := safefile.Replace(filepath.Join(dir, "no", "such"), nil); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("in a folder that is not there: %v", err)
	}
	if err := safefile.Replace(dir, func(io.Writer) error { return nil }); err == nil {
		t.Error("a folder is replaced")
	}
}
