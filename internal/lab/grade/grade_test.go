//go:build unix

package grade

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"thera/engine"
	"thera/game/gametest"
	"thera/internal/catalog"
	"thera/internal/child"
	"thera/internal/lab/match"
)

// handIn makes a folder of submissions, each of which is an act of the test binary.
func handIn(t *testing.T, acts ...string) (dir string, found []Submission) {
	t.Helper()
	dir = t.TempDir()
	for _, act := range acts {
		if err := os.Mkdir(filepath.Join(dir, act), 0o777); err != nil {
			t.Fatal(err)
		}
		if act != "missing" {
			writeFile(t, filepath.Join(dir, act, howFile), "# how\ntext:"+os.Args[0]+" "+act+"\n")
		}
	}
	found, err := Find(dir, Rules{})
	if err != nil {
		t.Fatal(err)
	}
	return dir, found
}

func writeFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// grading grades submissions on a patient machine.
func grading(found []Submission) *Grading {
	entry := catalog.Amazons()
	return &Grading{
		Entry: entry, Variant: entry.TextVariant, Submissions: found, Games: 2, Plies: 2, Seed: 1, Concurrency: 2,
		Control: match.Control{Move: time.Minute, Clock: engine.Clock{Left: time.Hour}},
	}
}

// Whatever a program does, its own games end with the reason, and nobody else's
// do.
func TestUnruly(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("programs are not confined on " + runtime.GOOS)
	}
	want := map[string]struct {
		reason match.Reason
		detail string
	}{
		"good":    {match.ByRules, ""},
		"fork":    {match.ByRules, ""},
		"crash":   {match.Crash, "java.lang.NullPointerException"},
		"flood":   {match.Crash, "killed for a flood of output"},
		"sleep":   {match.Overrun, "no answer within"},
		"garbage": {match.Illegal, "want a move"},
		"cheat":   {match.Illegal, "d1-d2(d1)"},
		"bomb":    {match.Crash, "threads and processes"},
		"eat":     {match.Crash, "too much memory: it may have 256 MiB"},
	}
	names := []string{"good", "fork", "crash", "flood", "sleep", "garbage", "cheat", "bomb", "eat"}
	dir, found := handIn(t, names...)
	g := grading(found)
	// The programs are the test binary, which is not one of the system.
	l := child.Limits{Memory: 256 << 20, Threads: 60, CPU: time.Minute, Files: 1 << 20, Read: []string{os.Args[0]}}
	confinement, err := child.FindConfinement(t.Context(), []string{os.Args[0], "confine"}, l, dir)
	if err != nil {
		t.Skip(err)
	}
	g.Confine = func(s Submission, argv []string) []string { return confinement.Command(s.Dir(), argv) }
	var checked []Checked
	for _, s := range found {
		checked = append(checked, Checked{Submission: s})
	}
	m := g.match(checked)
	first := slices.IndexFunc(m.Players, func(s match.Spec) bool { return s.Name == "good" })
	m.Players[0], m.Players[first] = m.Players[first], m.Players[0]
	m.Gauntlet = true
	for i := range m.Players {
		if m.Players[i].Name == "sleep" {
			m.Players[i].Control = match.Control{Move: 200 * time.Millisecond}
		}
	}
	log := match.NewLog()
	if _, err := m.Play(t.Context(), log, nil); err != nil {
		t.Fatal(err)
	}
	for _, result := range log.Games() {
		other := result.Players[0]
		if other == "good" {
			other = result.Players[1]
		}
		want := want[other]
		if result.Reason != want.reason || !strings.Contains(result.Detail, want.detail) || want.reason != match.ByRules && result.Players[result.Winner-1] != "good" {
			t.Errorf("%s: won by %s, %s: %s; want %+v", other, result.Players[result.Winner-1], result.Reason, result.Detail, want)
		}
	}
	awaitNone(t, "linger")
}

// awaitNone waits until no process plays an act.
func awaitNone(t *testing.T, act string) {
	t.Helper()
	for range 6000 {
		n := 0
		lines, _ := filepath.Glob("/proc/[0-9]*/cmdline")
		for _, path := range lines {
			if text, err := os.ReadFile(path); err == nil && string(text) == os.Args[0]+"\x00"+act+"\x00" {
				n++
			}
		}
		if n == 0 {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Error("processes are left")
}

// sessions are a few, to be quick.
func sessions(t *testing.T) []Session {
	t.Helper()
	all, err := StandardSessions()
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(all, func(s Session) bool {
		return !slices.Contains([]string{"01-start", "03-handout"}, s.Name)
	})
}

// TestReport compares the written files with testdata/report.txtar, which
// -update rewrites.
func TestReport(t *testing.T) {
	dir, found := handIn(t, "good", "cheat", "crash", "missing")
	g := grading(found)
	g.Sessions, g.Levels = sessions(t), []int{1}
	g.Limits, g.Confined = "memory=1g", []string{"confined: memory", "NOT confined: network"}
	out := filepath.Join(t.TempDir(), "grades")
	r, err := g.Run(t.Context(), out, false, Report{})
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Write(out); err != nil {
		t.Fatal(err)
	}
	got := &txtar.Archive{}
	for _, name := range []string{SummaryFile, CrossFile, IndexFile, "students/cheat.html", "students/crash.html", "students/missing.html"} {
		text := gametest.Must(t, os.ReadFile, filepath.Join(out, name))
		clean := strings.NewReplacer(os.Args[0], "PROGRAM", dir, "DIR").Replace(string(text))
		got.Files = append(got.Files, txtar.File{Name: name, Data: []byte(clean)})
	}
	gametest.Golden(t, "testdata/report.txtar", string(txtar.Format(got)))
}

// TestHandedOut wants {dir} for the path of the folder on the page of a student, and the
// raw results as they were.
func TestHandedOut(t *testing.T) {
	const dir = "/home/teacher/course/alice"
	s := Submission{Name: "alice", Kind: "text", Command: []string{"python3", dir + "/main.py"}, dir: dir}
	start := gametest.Must(t, catalog.Amazons().Game.Start, "10x10")
	bob := Submission{Name: "bob", Kind: "text", Command: []string{"bob"}}
	r := Result{
		Grading: grading([]Submission{s, bob}),
		Checked: []Checked{{s, []Check{{Name: "01-start", Detail: dir + " ended", Said: "File " + dir + "/main.py", Got: dir}}}, {bob, nil}},
		Games:   []match.Result{{Number: 1, Start: start.String(), Players: []string{"bob", "alice"}, Winner: 1, Detail: dir + ` ended; it wrote "File ` + dir + `/main.py"`}},
	}
	r.match = r.Grading.match(r.Checked)
	before := fmt.Sprintf("%+v", r.Checked)
	out := t.TempDir()
	if err := r.Write(out); err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join(out, StudentsDir, "alice.html"))
	if err != nil || strings.Contains(string(page), dir) || strings.Count(string(page), "{dir}") != 8 {
		t.Errorf("%v, %s", err, page)
	}
	if after := fmt.Sprintf("%+v", r.Checked); after != before {
		t.Errorf("the results became %s, want %s", after, before)
	}
}

// An interrupted grading resumes where it stopped and gives the same result.
func TestResume(t *testing.T) {
	_, found := handIn(t, "good", "cheat", "crash")
	g := grading(found)
	g.Sessions, g.Concurrency = sessions(t), 1
	out := t.TempDir()
	for _, stop := range []string{"good", "game"} {
		ctx, cancel := context.WithCancel(t.Context())
		r, err := g.Run(ctx, out, true, Report{
			Check: func(c Checked) {
				if c.Name == stop {
					cancel()
				}
			},
			Game: func(match.Summary, *match.Standing) { cancel() },
		})
		if !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		if err := r.Write(out); err != nil {
			t.Error(err)
		}
	}
	var checks, games int
	r, err := g.Run(t.Context(), out, true, Report{
		Check: func(Checked) { checks++ },
		Game:  func(match.Summary, *match.Standing) { games++ },
	})
	if err != nil || checks != 0 || games < 1 || games > 5 || len(r.Games) != 6 || len(r.Checked) != 3 {
		t.Errorf("%v, %d checks, %d games, %d and %d in all", err, checks, games, len(r.Checked), len(r.Games))
	}
	whole, err := g.Run(t.Context(), t.TempDir(), false, Report{})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(summary(whole.students()), summary(r.students())); diff != "" {
		t.Error(diff)
	}
	if _, err := g.Run(t.Context(), out, false, Report{}); err == nil || !strings.HasSuffix(err.Error(), "the file is not empty: want another folder, or to resume the grading in it") {
		t.Error(err)
	}
	g.Sessions = g.Sessions[:1]
	if _, err := g.Run(t.Context(), out, true, Report{}); err == nil || !strings.Contains(err.Error(), "the grading there has sessions ") {
		t.Error(err)
	}
}

// TestResumeOthers checks a submission with another command, and a new one. Games of the
// players before don't count for them, nor are they deleted.
func TestResumeOthers(t *testing.T) {
	_, found := handIn(t, "cheat", "crash", "missing")
	g := grading(found)
	g.Sessions, g.Submissions = nil, found[:2]
	out := t.TempDir()
	if _, err := g.Run(t.Context(), out, false, Report{}); err != nil {
		t.Fatal(err)
	}
	games := filepath.Join(out, gamesFile)
	before := gametest.Must(t, os.ReadFile, games)
	changed := slices.Clone(found)
	changed[0].Command = append(slices.Clone(found[0].Command), "again")
	late := found[0]
	late.Name = "late"
	for name, submissions := range map[string][]Submission{
		"changed": changed[:2],
		"late":    append(slices.Clone(found), late),
	} {
		g.Submissions = submissions
		r, err := g.Run(t.Context(), out, true, Report{})
		if want := games + ": the tournament there has other players or commands: delete the file to play it again"; !errors.Is(err, ErrOtherPlayers) || err.Error() != want {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
		if len(r.Checked) != len(submissions) || len(r.Games) != 0 {
			t.Errorf("%s: %d checked, %d games, want %d and none", name, len(r.Checked), len(r.Games), len(submissions))
		}
		if after, err := os.ReadFile(games); err != nil || string(after) != string(before) {
			t.Errorf("%s: %v, the games are now %.200q", name, err, after)
		}
	}
	g.Seed++
	g.Submissions = found[:2]
	if _, err := g.Run(t.Context(), out, true, Report{}); err == nil || errors.Is(err, ErrOtherPlayers) {
		t.Errorf("with another seed: %v", err)
	}
}

// TestResumeConfined resumes a grading only within the limits under which it began, which
// its report states. A file that does not say them, from an earlier version, is continued.
func TestResumeConfined(t *testing.T) {
	path := filepath.Join(t.TempDir(), checksFile)
	grading := &Grading{Entry: catalog.Amazons()}
	resume := func(limits string) error {
		grading.Limits = limits
		j, err := openJournal(path, grading, true)
		if err != nil {
			return err
		}
		return errors.Join(j.AppendJSON(Checked{}), j.Close())
	}
	if err := errors.Join(resume("memory=64m"), resume("memory=64m")); err != nil {
		t.Fatal(err)
	}
	for limits, want := range map[string]string{
		"memory=2g": `the grading there has confinement "memory=64m": want "memory=2g", to resume it`,
		"":          `the grading there has confinement "memory=64m": want "", to resume it`,
	} {
		if err := resume(limits); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("resumed with %q: %v, want %s", limits, err, want)
		}
	}
	text := gametest.Must(t, os.ReadFile, path)
	writeFile(t, path, strings.Replace(string(text), `,"confinement":"memory=64m"`, "", 1))
	if err := resume("memory=2g"); err != nil {
		t.Error(err)
	}
	grading.Control.Move = time.Second
	const want = `the grading there has time "": want "movetime=1s", to resume it`
	if err := resume("memory=2g"); err == nil || !strings.HasSuffix(err.Error(), want) {
		t.Errorf("resumed with another time: %v, want %s", err, want)
	}
	writeFile(t, path, "[]\n")
	if err := resume("memory=2g"); err == nil || !strings.HasSuffix(err.Error(), `"[]": want the terms of a grading`) {
		t.Errorf("resumed another file: %v", err)
	}
}

// TestThreeSeats has two players share three seats: each wins with any of its seats,
// against the other.
func TestThreeSeats(t *testing.T) {
	g := &Grading{Entry: catalog.Santorini(), Variant: "3p", Games: 6, Plies: 2, Seed: 1, Concurrency: 1, Control: match.Control{Depth: 1}}
	var checked []Checked
	for _, name := range []string{"alice", "bob"} {
		s := Submission{Name: name, Kind: "ugi", Command: []string{name}}
		checked = append(checked, Checked{s, []Check{{Name: "start", OK: true}}})
	}
	m := g.match(checked)
	for i, s := range m.Players { // so that no program is needed
		m.Players[i] = match.Spec{Text: s.Text, Name: s.Name, Kind: "random", Control: s.Control}
	}
	log := match.NewLog()
	standing, err := m.Play(t.Context(), log, nil)
	if err != nil {
		t.Fatal(err)
	}
	r := Result{Grading: g, Checked: checked, Games: log.Games(), Standing: standing, match: m}
	other := map[string]string{"alice": "bob", "bob": "alice"}
	for _, s := range r.students() {
		won := 0
		for _, p := range s.Played {
			if p.Won {
				won++
			}
			if p.Opponent != other[s.Name] {
				t.Errorf("game %d of %s is against %s", p.Game, s.Name, p.Opponent)
			}
		}
		if len(s.Played) != g.Games || won != s.Row.Won {
			t.Errorf("%s: won %d of %d games, want %d of %d as in the table", s.Name, won, len(s.Played), s.Row.Won, g.Games)
		}
	}
}

// TestCannotStart wants one failed check with the reason for a text program that can't be
// started, confined or not.
func TestCannotStart(t *testing.T) {
	s := Submission{Name: "alice", Kind: "text", Command: []string{"./engine"}, dir: t.TempDir()}
	g := grading([]Submission{s})
	g.Sessions = sessions(t)
	const reason = `"./engine" is neither in its own folder nor one of the system's programs`
	for want, confine := range map[string]func(Submission, []string) []string{
		"fork/exec ./engine: no such file or directory": nil,
		reason: func(Submission, []string) []string {
			return []string{"sh", "-c", "echo \"thera: can't start the program: $0\" >&2; exit 127", reason}
		},
	} {
		g.Confine = confine
		want := []Check{{Name: "start", Detail: "the program can't be started: " + want}}
		if diff := cmp.Diff(want, g.check(t.Context(), s)); diff != "" {
			t.Error(diff)
		}
	}
}

func TestLastWords(t *testing.T) {
	for detail, want := range map[string][2]string{
		"illegal move": {"illegal move", ""},
		`ended; it wrote "a\n\"b\""; it said "c"`: {`ended; it said "c"`, "a\n\"b\""},
		`ended; it wrote `:                        {`ended; it wrote `, ""},
		`ended; it wrote "\x1b[2J \\d"`:           {`ended`, `\x1b[2J \d`},
	} {
		if what, said := lastWords(detail); what != want[0] || said != want[1] {
			t.Errorf("%s: %q, %q; want %q", detail, what, said, want)
		}
	}
}

// What a student may put in the place of the files that are read does not lead to
// others' files, nor to an endless wait, nor onto a terminal.
func TestFindIsNotLed(t *testing.T) {
	outside := t.TempDir()
	writeFile(t, filepath.Join(outside, "secret"), "root:$6$secret\n")
	dir := t.TempDir()
	for _, name := range []string{"link", "fifo", "folder", "large", "escape", "\x1b[2J"} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	writeFile(t, filepath.Join(dir, "large", howFile), strings.Repeat("#", 5000))
	writeFile(t, filepath.Join(dir, "escape", howFile), "text:./a \x1b]0;x\a\n")
	err := errors.Join(
		os.Symlink(filepath.Join(outside, "secret"), filepath.Join(dir, "link", howFile)),
		syscall.Mkfifo(filepath.Join(dir, "fifo", howFile), 0o600),
		os.Mkdir(filepath.Join(dir, "folder", howFile), 0o700),
		os.Symlink(outside, filepath.Join(dir, "all")),
	)
	if err != nil {
		t.Fatal(err)
	}
	found, err := Find(dir, Rules{})
	if err != nil {
		t.Fatal(err)
	}
	const plain = `can't be run: thera.txt is not a plain file of at most 4096 bytes: want a line such as text:java -ea -cp {dir} Main`
	want := []string{
		`\x1b[2J  can't be run: its name has characters that can't be shown: want another name`,
		`all  can't be run: it is a symbolic link: want a folder`,
		`escape  text: ./a \x1b]0;x\a`,
		`fifo  ` + plain, `folder  ` + plain, `large  ` + plain, `link  ` + plain,
	}
	var got []string
	for _, s := range found {
		got = append(got, s.String())
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestFind(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a b/run", "chmod/run", "empty/thera.txt", "how/thera.txt", "none/x", "utf-16/thera.txt", "windows/thera.txt", ".git/x"} {
		if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o777); err != nil {
			t.Fatal(err)
		}
		writeFile(t, filepath.Join(dir, name), map[string]string{
			"how":     "\nugi:./x {name} {dir}/y\n",
			"utf-16":  "\xff\xfeu\x00g\x00i\x00:\x00x\x00",
			"windows": "\ufeffugi:./x y\r\n",
		}[filepath.Dir(name)])
	}
	if err := os.Chmod(filepath.Join(dir, "a b/run"), 0o755); err != nil {
		t.Fatal(err)
	}
	for command, none := range map[string]string{
		"":                 `none  can't be run: want a file thera.txt with a line such as text:java -ea -cp {dir} Main, an executable file run, or --command for all`,
		"java -cp {dir} M": `none  ugi: java -cp DIR/none M`,
		"uci:java":         `none  uci: java`,
		"uic:java":         `none  can't be run: command "uic:java": want text:, ugi: or uci: before it`,
		"c:/java x:y":      `none  ugi: c:/java x:y`,
		"java 'a b' \"":    `none  can't be run: command "java 'a b' \"": the quote at column 12 is not closed`,
		"text:":            `none  can't be run: command "text:": want KIND:COMMAND such as text:java -ea -cp {dir} Main`,
	} {
		found, err := Find(dir, Rules{Command: command, Kind: "ugi"})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, s := range found {
			got = append(got, strings.ReplaceAll(s.String(), dir, "DIR"))
		}
		want := []string{
			`a b  ugi: DIR/a b/run`,
			`chmod  can't be run: the file run can't be executed: chmod +x run`,
			`empty  can't be run: thera.txt is empty: want a line such as text:java -ea -cp {dir} Main`,
			`how  ugi: ./x how DIR/how/y`,
			none,
			`utf-16  can't be run: thera.txt is not in UTF-8: want a line such as text:java -ea -cp {dir} Main`,
			`windows  ugi: ./x y`,
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q:\n%s", command, diff)
		}
	}
	if _, err := Find(t.TempDir(), Rules{}); err == nil || !strings.HasSuffix(err.Error(), "no submissions: want a folder for each") {
		t.Error(err)
	}
}
