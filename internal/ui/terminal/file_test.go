package terminal

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/google/go-cmp/cmp"

	"thera/game/gametest"
	"thera/record"
)

func TestSaveAndOpen(t *testing.T) {
	name := filepath.Join(t.TempDir(), "game.txt")
	d := newDriver(t, "amazons", "", "first")
	d.do("type:d1-d7(g7) enter think type:g1-g6(f5) enter")
	before := d.model.table
	d.do("s ctrl+u type:" + name + " enter")
	d.wantNotice(`Saved as "` + name + `".`)
	if d.model.unsaved {
		t.Error("still not saved")
	}
	data := gametest.Must(t, os.ReadFile, name)
	for _, want := range []string{`[Player1 "person"]`, `[Player2 "thera level 1"]`, `[Date "20`, "1. d1-d7(g7)\n", `[Result "-"]`} {
		if !strings.Contains(string(data), want) {
			t.Errorf("no %s in the record:\n%s", want, data)
		}
	}

	other := newDriver(t, "hermit", "", "both")
	other.do("o type:" + name + " enter")
	other.wantNotice(`Opened "` + name + `".`)
	after := other.model.table
	if diff := cmp.Diff(before.Record().Record(), after.Record().Record()); diff != "" {
		t.Error(diff)
	}
	if after.Persons != before.Persons || after.Level != before.Level || after.position().String() != before.position().String() {
		t.Errorf("opened with persons %v, level %d, at %s", after.Persons, after.Level, after.position())
	}
	if entries, _ := os.ReadDir(filepath.Dir(name)); len(entries) != 1 {
		t.Errorf("%d files are left", len(entries))
	}
}

// TestReplace wants a file that somebody else wrote to be replaced only when
// asked for twice, and one's own without asking.
func TestReplace(t *testing.T) {
	name := filepath.Join(t.TempDir(), "game.txt")
	if err := os.WriteFile(name, []byte("precious"), 0o666); err != nil {
		t.Fatal(err)
	}
	content := func() string {
		data := gametest.Must(t, os.ReadFile, name)
		return string(data)
	}
	d := newDriver(t, "hermit", "", "both")
	d.do("type:Yd4 enter s ctrl+u type:" + name + " enter")
	d.wantNotice(`There is a file "` + name + `": Enter replaces it.`)
	if content() != "precious" {
		t.Fatal("replaced without asking")
	}
	d.do("esc s ctrl+u type:" + name + " enter")
	if content() != "precious" {
		t.Fatal("replaced after Esc")
	}
	d.do("enter")
	if !strings.Contains(content(), "Yd4") {
		t.Fatal("not replaced when asked for")
	}
	d.do("type:Ra1 enter s enter")
	if !strings.Contains(content(), "Ra1") {
		t.Error("one's own file is not replaced at once")
	}
}

// TestReplaceOpened wants a file that was only read, and may have more than the game at
// the table, to be replaced only when asked for twice.
func TestReplaceOpened(t *testing.T) {
	const two = "[Game \"hermit\"]\n\n1. Ya1\n\n[Game \"hermit\"]\n\n1. Ra1\n"
	name := filepath.Join(t.TempDir(), "games.txt")
	if err := os.WriteFile(name, []byte(two), 0o666); err != nil {
		t.Fatal(err)
	}
	loaded := func() *driver {
		table, _, err := Load(strings.NewReader(two))
		if err != nil {
			t.Fatal(err)
		}
		return &driver{t: t, model: resized(newModel(table, 1, name), 80, 24)}
	}
	opened := newDriver(t, "hermit", "", "both")
	opened.do("s ctrl+u type:" + name + ".own enter o ctrl+u type:" + name + " enter")
	for _, d := range []*driver{loaded(), opened} {
		d.do("s enter")
		d.wantNotice(`There is a file "` + name + `": Enter replaces it.`)
		if data, err := os.ReadFile(name); err != nil || string(data) != two {
			t.Fatalf("replaced without asking by %q, %v", data, err)
		}
	}
}

// TestLateSave wants the end of a save to count for the game that was saved, as far as its
// turns were, and not for what is at the table by then.
func TestLateSave(t *testing.T) {
	dir := t.TempDir()
	name, other, taken := filepath.Join(dir, "game.txt"), filepath.Join(dir, "other.txt"), filepath.Join(dir, "taken.txt")
	for _, file := range []string{other, taken} {
		if err := os.WriteFile(file, []byte("[Game \"hermit\"]\n\n1. Ya1\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct {
		title, as, meanwhile, file string
		isOwn, unsaved             bool
	}{
		{"nothing", name, "", name, true, false},
		{"a turn", name, "type:Ra1 enter", name, true, true},
		{"another turn instead", name, "u type:Ya1 enter", name, true, true},
		{"a file opened", name, "o o ctrl+u type:" + other + " enter", other, false, false},
		{"a new game", name, "n n enter", "", false, false},
		{"a file opened before an error", taken, "o o ctrl+u type:" + other + " enter", other, false, false},
	} {
		if err := os.RemoveAll(name); err != nil {
			t.Fatal(err)
		}
		d := newDriver(t, "hermit", "", "both")
		d.do("type:Yd4 enter s ctrl+u type:" + test.as)
		var save tea.Cmd
		d.model, save = d.model.update(key("enter"))
		d.do(test.meanwhile)
		d.send(save())
		m := d.model
		if m.file != test.file || m.isOwn != test.isOwn || m.unsaved != test.unsaved || m.box.purpose != noBox || m.confirm != "" {
			t.Errorf("%s: file %q, own %t, unsaved %t, box %q, to confirm %q; want %+v", test.title, m.file, m.isOwn, m.unsaved, m.box, m.confirm, test)
		}
	}
}

// TestSaveAndRedo wants the question before turns are given up that were taken back when the
// game was saved, and so are not in the file.
func TestSaveAndRedo(t *testing.T) {
	name := filepath.Join(t.TempDir(), "game.txt")
	d := newDriver(t, "hermit", "", "both")
	d.do("type:Yd4 enter type:Ra1 enter u s ctrl+u type:" + name + " enter r q")
	d.wantNotice("The game is not saved: s saves it, q again gives it up.")
	if d.quit {
		t.Error("left without the turn that was played again")
	}
}

// zeros is a file without end, such as /dev/zero.
type zeros struct{}

func (zeros) Read(to []byte) (int, error) {
	clear(to)
	return len(to), nil
}

func TestLoadEndlessFile(t *testing.T) {
	if _, _, err := Load(zeros{}); err == nil || !strings.Contains(err.Error(), "file that begins with") {
		t.Errorf("%v, want that it is no game", err)
	}
}

// TestOpenIsCanceled opens a file that never comes. Until Escape, no key changes the game.
func TestOpenIsCanceled(t *testing.T) {
	d := newDriver(t, "hermit", "", "both")
	d.model.openFile = func(ctx context.Context, _ string) (io.ReadCloser, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	d.do("type:Yd4 enter o o type:pipe")
	var opening tea.Cmd
	d.model, opening = d.model.update(key("enter"))
	if want := `Opening "pipe"; Esc cancels.`; !strings.Contains(d.screen(), want) {
		t.Errorf("the screen is\n%s\nwant %s", d.screen(), want)
	}
	d.do("type:Ra1 enter u click:2,2 o q")
	if d.turns() != "Yd4" || d.quit || d.model.box.purpose != noBox {
		t.Errorf("turns %q, left %t, box %q", d.turns(), d.quit, d.model.box)
	}
	d.do("esc")
	d.send(opening())
	d.do("type:Ra1 enter")
	if d.turns() != "Yd4 Ra1" || d.model.box.purpose != noBox {
		t.Errorf("after Escape: turns %q, box %q", d.turns(), d.model.box)
	}
}

func TestFileErrors(t *testing.T) {
	dir := t.TempDir()
	for _, test := range []struct{ content, want string }{
		{"hello\n", `file that begins with "hello"`},
		{"[Game \"chess\"]\n", "line 1, column 7"},
		{"[Game \"hermit\"]\n\n1. Zz9\n", "line 3, column 4"},
		{"", "empty file: want one of the formats thera, "},
	} {
		name := filepath.Join(dir, "broken.txt")
		if err := os.WriteFile(name, []byte(test.content), 0o666); err != nil {
			t.Fatal(err)
		}
		d := newDriver(t, "amazons", "", "both")
		d.do("type:d1-d7(g7) enter o o type:" + name + " enter")
		if got := d.model.notice.text; !strings.Contains(got, test.want) || !strings.Contains(got, name) {
			t.Errorf("%q: %q, want %q", test.content, got, test.want)
		}
		if d.turns() != "d1-d7(g7)" || d.model.box.String() != name {
			t.Errorf("%q: lost %q and %q", test.content, d.turns(), d.model.box)
		}
	}
	d := newDriver(t, "amazons", "", "both")
	d.do("s ctrl+u type:" + dir + "/no/game.txt enter")
	if !strings.Contains(d.model.notice.text, "no such file or directory") || d.model.box.purpose != saveBox {
		t.Errorf("%q after saving in a folder that does not exist", d.model.notice.text)
	}
	d.do("ctrl+u type:" + dir + " enter enter")
	if d.model.notice.style != Alert || d.model.box.purpose != saveBox {
		t.Errorf("%q after saving as a folder", d.model.notice.text)
	}
	if entries, _ := os.ReadDir(filepath.Dir(dir)); len(entries) != 1 {
		t.Errorf("%d files beside the folder", len(entries))
	}
}

// TestForeignRecords reads what other programs wrote: their players stay in
// the record, and persons sit in their places.
func TestForeignRecords(t *testing.T) {
	const text = `[Game "amazons"]
[Player1 "Ann"]
[Player2 "thera level 5"]
[Event "a match"]
[Result "2"]
[Reason "time"]

1. d1-d7(g7) {score=+23 "bold"}

[Game "amazons"]
[Result "-"]

`
	table, games, err := Load(strings.NewReader(text))
	if err != nil || games != 2 {
		t.Fatalf("%d games, %v", games, err)
	}
	if table.Persons != 1 || table.Level != 5 || table.result() != "You lose: time." {
		t.Errorf("persons %v, level %d, %q", table.Persons, table.Level, table.result())
	}
	var again strings.Builder
	if err := record.Write(record.Thera, &again, table.Record()); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`[Player1 "Ann"]`, `[Player2 "thera level 5"]`, `[Event "a match"]`, `[Reason "time"]`, `{score=+23 "bold"}`} {
		if !strings.Contains(again.String(), want) {
			t.Errorf("%s is lost:\n%s", want, again.String())
		}
	}
	table, _, err = Load(strings.NewReader("(;FF[4]GM[18]SZ[10]PB[x]PW[y];B[djddgd])"))
	if err != nil || table.Persons != 3 || table.at != 1 {
		t.Errorf("SGF: persons %v, %d turns, %v", table.Persons, table.at, err)
	}
	table, _, err = Load(strings.NewReader("[Game \"hermit\"]\n[Player1 \"thera level 2\"]\n[Player2 \"thera level 2\"]\n"))
	if err != nil || table.Persons != 3 {
		t.Errorf("without a person: persons %v, %v", table.Persons, err)
	}
}
