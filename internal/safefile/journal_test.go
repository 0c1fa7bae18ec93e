package safefile_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"thera/internal/safefile"
)

// open opens a journal and returns its entries.
func open(path string, opt safefile.JournalOptions) (j *safefile.Journal, entries []string, err error) {
	j, err = safefile.OpenJournal(path, opt, func(entry []byte) error {
		if bytes.HasPrefix(entry, []byte("bad")) {
			return errors.New("want a good one")
		}
		entries = append(entries, string(entry))
		return nil
	})
	return j, entries, err
}

func appendAll(t *testing.T, j *safefile.Journal, entries ...string) {
	t.Helper()
	for _, e := range entries {
		if err := j.Append([]byte(e)); err != nil {
			t.Fatal(err)
		}
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestTornJournal cuts a journal anywhere, as a killed process may leave it, and
// appends what is missing: it comes out the same.
func TestTornJournal(t *testing.T) {
	for lines, entries := range map[int][]string{
		1: {"one", "", "three"},
		2: {"one\n1", "two\n2", "\n"},
	} {
		opt := safefile.JournalOptions{Title: "title", Lines: lines, Sync: true}
		path := filepath.Join(t.TempDir(), "journal")
		j, _, err := open(path, opt)
		if err != nil {
			t.Fatal(err)
		}
		appendAll(t, j, entries...)
		whole, err := os.ReadFile(path)
		if want := "title\n" + strings.Join(entries, "\n") + "\n"; err != nil || string(whole) != want {
			t.Fatalf("%q, %v, want %q", whole, err, want)
		}
		for n := range len(whole) + 1 {
			if err := os.WriteFile(path, whole[:n], 0o666); err != nil {
				t.Fatal(err)
			}
			j, kept, err := open(path, opt)
			if err != nil {
				t.Fatalf("cut at %d: %v", n, err)
			}
			if want := max(bytes.Count(whole[:n], []byte("\n"))-1, 0) / lines; !slices.Equal(kept, entries[:want]) {
				t.Fatalf("cut at %d: %q, want the first %d", n, kept, want)
			}
			appendAll(t, j, entries[len(kept):]...)
			if again, err := os.ReadFile(path); err != nil || !bytes.Equal(again, whole) {
				t.Fatalf("cut at %d: %q, %v", n, again, err)
			}
		}
	}
}

// TestJournalWithoutEntries opens a journal as another one, as somebody does who corrects a
// command that failed before its first result.
func TestJournalWithoutEntries(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	for _, title := range []string{"mistaken", "title"} {
		j, _, err := open(path, safefile.JournalOptions{Title: title, New: true})
		if err != nil {
			t.Fatalf("%s: %v", title, err)
		}
		if title == "title" {
			appendAll(t, j, "one", "two")
			break
		}
		appendAll(t, j)
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != "title\none\ntwo\n" {
		t.Errorf("%q, %v", text, err)
	}
}

// TestRefusedJournals wants a file that is refused to stay as it is.
func TestRefusedJournals(t *testing.T) {
	opt := safefile.JournalOptions{Title: "title"}
	fresh := opt
	fresh.New = true
	judged := opt
	judged.CheckTitle = func(string) error { return errors.New("no match") }
	path := filepath.Join(t.TempDir(), "journal")
	for _, test := range []struct {
		opt        safefile.JournalOptions
		text, want string
	}{
		{opt, "other\n", `journal: line 1: "other": want "title", or another file`},
		{opt, "titles", `journal: line 1: "titles": want "title", or another file`},
		{judged, "other\n", "journal: line 1: no match"},
		{judged, "other", `journal: line 1: "other": want "title", or another file`},
		{opt, "title\ngood\nbad\ngood\n", `journal: line 3: "bad\n": want a good one`},
		{fresh, "title\n", "journal: the file is not empty"},
		{fresh, "t", "journal: the file is not empty"},
	} {
		if err := os.WriteFile(path, []byte(test.text), 0o666); err != nil {
			t.Fatal(err)
		}
		_, _, err := open(path, test.opt)
		if err == nil || !strings.HasSuffix(err.Error(), test.want) {
			t.Errorf("%q: %v, want %s", test.text, err, test.want)
		}
		if text, err := os.ReadFile(path); err != nil || string(text) != test.text {
			t.Errorf("%q is %q now, %v", test.text, text, err)
		}
	}
	if _, _, err := open(t.TempDir(), opt); err == nil {
		t.Error("a folder is opened")
	}
}

// TestTitleFile cuts a journal without a title in it anywhere, and refuses one whose
// title is another, or missing, even if it has no whole line.
func TestTitleFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	opt := safefile.JournalOptions{Title: "title", TitleFile: path + ".title"}
	const whole = "one\n\nthree\n"
	entries := []string{"one", "", "three"}
	for n := range len(whole) + 1 {
		if n > 0 {
			if err := os.WriteFile(path, []byte(whole[:n]), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		j, kept, err := open(path, opt)
		if err != nil {
			t.Fatalf("cut at %d: %v", n, err)
		}
		if want := strings.Count(whole[:n], "\n"); !slices.Equal(kept, entries[:want]) {
			t.Fatalf("cut at %d: %q, want the first %d", n, kept, want)
		}
		appendAll(t, j, entries[len(kept):]...)
		if text, err := os.ReadFile(path); err != nil || string(text) != whole {
			t.Fatalf("cut at %d: %q, %v", n, text, err)
		}
	}
	if text, err := os.ReadFile(opt.TitleFile); err != nil || string(text) != "title\n" {
		t.Errorf("the title is %q, %v", text, err)
	}
	for _, test := range []struct{ title, file, want string }{
		{"other", whole, `.title: "title": want "other", or another file`},
		{"other", "o", `.title: "title": want "other", or another file`},
		{"title", "bad\n", `line 1: "bad\n": want a good one`},
		{"title", "one\nbad\n", `line 2: "bad\n": want a good one`},
	} {
		opt.Title = test.title
		refuse(t, path, opt, test.file, test.want)
	}
	opt.TitleFile = path + ".none"
	refuse(t, path, opt, whole, "there is no file "+opt.TitleFile)
	refuse(t, path, opt, "o", "there is no file "+opt.TitleFile)
}

// refuse wants that a journal can't be opened and stays as it is.
func refuse(t *testing.T, path string, opt safefile.JournalOptions, file, want string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(file), 0o666); err != nil {
		t.Fatal(err)
	}
	_, _, err := open(path, opt)
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%q: %v, want %s", file, err, want)
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != file {
		t.Errorf("%q became %q, %v", file, text, err)
	}
}

func TestEndlessFile(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no devices with a path")
	}
	for _, path := range []string{"/dev/zero", "/dev/full"} {
		if _, err := os.Stat(path); err != nil {
			continue
		}
		if _, _, err := open(path, safefile.JournalOptions{Title: "title"}); err == nil || !strings.Contains(err.Error(), "not a regular file") {
			t.Errorf("%s: %v", path, err)
		}
	}
	path := filepath.Join(t.TempDir(), "journal")
	if err := os.WriteFile(path, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, 1<<40); err != nil { // zeros that take no room on the disk
		t.Skip(err)
	}
	if _, _, err := open(path, safefile.JournalOptions{Title: "title"}); err == nil || !strings.Contains(err.Error(), "line 1: it is longer than 64 MiB") {
		t.Errorf("a line of 1 TiB: %v", err)
	}
}

// TestLockedJournal opens a journal twice at a time.
func TestLockedJournal(t *testing.T) {
	path, opt := filepath.Join(t.TempDir(), "journal"), safefile.JournalOptions{Title: "title"}
	j, _, err := open(path, opt)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := open(path, opt); !errors.Is(err, safefile.ErrLocked) {
		t.Errorf("opened twice: %v", err)
	}
	appendAll(t, j, "one")
	j, entries, err := open(path, opt)
	if err != nil || !slices.Equal(entries, []string{"one"}) {
		t.Fatalf("closed and opened: %q, %v", entries, err)
	}
	appendAll(t, j)
}

// TestFailedAppend wants nothing to be written behind a part of an entry.
func TestFailedAppend(t *testing.T) {
	j, _, err := open(filepath.Join(t.TempDir(), "journal"), safefile.JournalOptions{Title: "title"})
	if err != nil {
		t.Fatal(err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	first := j.Append([]byte("one"))
	if second := j.Append([]byte("two")); first == nil || !errors.Is(second, first) {
		t.Errorf("%v, then %v", first, second)
	}
}

// TestNoJournal keeps nothing.
func TestNoJournal(t *testing.T) {
	j, entries, err := open("", safefile.JournalOptions{Title: "title"})
	if err != nil || entries != nil {
		t.Fatalf("%q, %v", entries, err)
	}
	appendAll(t, j, "one")
}

func TestJSON(t *testing.T) {
	type entry struct{ N int }
	path := filepath.Join(t.TempDir(), "journal")
	var got []entry
	take := safefile.JSON(func(e entry) error { got = append(got, e); return nil })
	for range 2 {
		j, err := safefile.OpenJournal(path, safefile.JournalOptions{Title: "title"}, take)
		if err != nil {
			t.Fatal(err)
		}
		if len(got) == 0 {
			for n := range 3 {
				if err := j.AppendJSON(entry{n}); err != nil {
					t.Fatal(err)
				}
			}
		}
		appendAll(t, j)
	}
	if !slices.Equal(got, []entry{{0}, {1}, {2}}) {
		t.Errorf("%v", got)
	}
	if err := take([]byte(`{"N":"x"}`)); err == nil || err.Error() != `"N": string: want a whole number` {
		t.Errorf("a bad entry: %v", err)
	}
}
