package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"thera/game"
	"thera/internal/catalog"
	"thera/internal/lab/exam"
	"thera/internal/lab/puzzle"
)

// runOnTerminal runs the program with the given arguments as if on a terminal.
func runOnTerminal(ctx context.Context, args ...string) (status int, stdout, stderr string) {
	var out, errs bytes.Buffer
	p := program{stdin: strings.NewReader(""), stdout: &out, stderr: &errs, terminal: true}
	status = p.run(ctx, args)
	return status, out.String(), errs.String()
}

// interrupter is a writer that interrupts a command at its first output.
type interrupter struct {
	bytes.Buffer
	interrupt func()
}

func (w *interrupter) Write(data []byte) (int, error) {
	w.interrupt()
	return w.Buffer.Write(data)
}

// TestIsTerminal wants a device that nobody reads to be none.
func TestIsTerminal(t *testing.T) {
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	if isTerminal(null) {
		t.Errorf("%s is a terminal", os.DevNull)
	}
	if !hasTerminals() {
		t.Skip("no pseudo-terminals here")
	}
	master, slave, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer master.Close()
	defer slave.Close()
	if !isTerminal(slave) {
		t.Error("a terminal is none")
	}
}

// TestSolveProgress interrupts a solver when it shows its progress.
func TestSolveProgress(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	errs := interrupter{interrupt: cancel}
	p := program{stdin: strings.NewReader(""), stdout: io.Discard, stderr: &errs, terminal: true}
	if status := p.run(ctx, []string{"solve", "hermit", "--memory", "2MiB"}); status != 1 || !strings.HasPrefix(errs.String(), clearLine+"[-") {
		t.Errorf("status %d, printed %q", status, errs.String())
	}
}

func TestProgress(t *testing.T) {
	for _, test := range []struct{ command, first string }{
		{"best amazons --position QQ3/5/3qq_w --depth 2", "depth  1 "},
		{"perft amazons 1", clearLine + "2,176 sequences, "},
		{"puzzles hermit --variant 4x4 --count 1 --seed 1", clearLine + "0 of 1 puzzle, 1 game"},
	} {
		var args []string
		for _, arg := range strings.Fields(test.command) {
			args = append(args, strings.ReplaceAll(arg, "_", " "))
		}
		status, stdout, stderr := runOnTerminal(t.Context(), args...)
		if status != 0 || stdout == "" || !strings.HasPrefix(stderr, test.first) {
			t.Errorf("%s: status %d, printed %q and %q, want progress %q", test.command, status, stdout, stderr, test.first)
		}
	}
}

// interruptSignal is the cause of a context that a signal has ended.
type interruptSignal struct{}

func (interruptSignal) Error() string { return "interrupt signal received" }

func (interruptSignal) Is(target error) bool { return target == context.Canceled }

// TestInterrupted runs commands that are interrupted from the start.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(interruptSignal{})
	file, old := filepath.Join(t.TempDir(), "file"), filepath.Join(t.TempDir(), "old")
	if err := os.WriteFile(old, []byte("thera certificate "), 0o600); err != nil {
		t.Fatal(err)
	}
	game, explored := filepath.Join(t.TempDir(), "game"), filepath.Join(t.TempDir(), "explored")
	if err := os.WriteFile(game, []byte("[Game \"hermit\"]\n[Result \"2\"]\n\n1. Ra1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if status, _, stderr := runOnTerminal(t.Context(), "explorer", "build", game, "--min", "1", "--out", explored); status != 0 {
		t.Fatal(stderr)
	}
	for _, test := range []struct {
		command        string
		status         int
		stdout, stderr string // beginnings
	}{
		{"best amazons --time 1h", 1, "d1-", "\nthera: interrupted\n"},
		{"perft amazons 3", 1, "", clearLine + "\nthera: interrupted: only 0 sequences counted\n"},
		{"perft amazons 3 --divide", 1, "", clearLine + "\nthera: interrupted: only 0 sequences counted\n"},
		{"bench", 1, "", "\nthera: interrupted: "},
		{"solve hermit --memory 2MiB", 1, "no proof  ", clearLine + "\nthera: interrupted\n"},
		{"puzzles hermit", 1, "", clearLine + "\nthera: interrupted after 0 of 10 puzzles\n"},
		{"openings hermit", 1, "# thera openings hermit ", clearLine + "\nthera: interrupted after 0 of 60 openings; "},
		{"match random greedy", 1, "", "\nthera: interrupted after 0 of 100 games\n"},
		{"tournament testdata/players.txt", 1, "", "\nthera: interrupted\n"},
		{"tune amazons", 1, "", clearLine + "\nthera: interrupted\n"},
		{"tune santorini --placements", 1, "", clearLine + "\nthera: @a1,a2: interrupted\n"},
		{"engine-check -- false", 1, "FAIL  start ", "\nthera: interrupted: not all points were checked\n"},
		{"convert --to sgf testdata/game.txt", 1, "", "\nthera: interrupted: not all games were converted\n"},
		{"explorer build testdata/game.txt --out " + file, 1, "", clearLine + "\nthera: interrupted: no file was written\n"},
		{"explorer info " + explored, 1, "", "\nthera: " + explored + ": interrupted\n"},
		{"explorer merge " + explored + " --out " + file, 1, "", "\nthera: interrupted: no file was written\n"},
		{"solve --verify testdata/hermit1x1.cert", 1, "", "\nthera: interrupted\n"},
		{"solve hermit 1x1 --certificate " + old, 1, "seat 1 wins", clearLine + "\nthera: certificate \"" + old + "\" not written: interrupted\n"},
		{"load --url http://127.0.0.1:1 --kill-check " + file, 1, "", "\nthera: "},
		{"amazons", 0, "Amazons 61B, version 1.0\n", ""},
	} {
		status, stdout, stderr := runOnTerminal(ctx, strings.Fields(test.command)...)
		if status != test.status || !begins(stdout, test.stdout) || !begins(stderr, test.stderr) {
			t.Errorf("%s: status %d, printed %q and %q; want %+v", test.command, status, stdout, stderr, test)
		}
	}
	if _, err := os.Stat(file); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file was written: %v", err)
	}
	if text, err := os.ReadFile(old); err != nil || string(text) != "thera certificate " {
		t.Errorf("the existing file has %q, %v", text, err)
	}
}

// TestExamInterrupted wants the report of the positions from before an interrupt.
func TestExamInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var out bytes.Buffer
	errs := interrupter{interrupt: cancel} // by the progress, which begins after the first answer
	p := program{stdin: strings.NewReader(""), stdout: &out, stderr: &errs, terminal: true}
	status := p.run(ctx, strings.Fields("exam --level 1 --nodes 1 --game hermit --count 1"))
	const report, end = "\nhermit     all          1  ", "\nthera: interrupted after 1 of 3 positions\n"
	if status != 1 || !strings.Contains(out.String(), report) || !strings.HasSuffix(errs.String(), end) {
		t.Errorf("status %d, printed %q and %q; want %q and %q", status, out.String(), errs.String(), report, end)
	}
}

// TestSittings wants only those positions to be counted that a text program is asked
// about, and a player of one game to be refused before it is asked about that.
func TestSittings(t *testing.T) {
	items, err := exam.Set()
	if err != nil {
		t.Fatal(err)
	}
	f := examFlags{player: "text:amazons", patience: time.Minute}
	played := len(slices.DeleteFunc(slices.Clone(items), func(i exam.Item) bool { return len(i.Played) == 0 }))
	if sittings, total, err := f.sittings(items); err != nil || len(sittings) != 1 || total != played {
		t.Errorf("%d games and %d positions, %v; want 1 and %d", len(sittings), total, err, played)
	}
	f.player = "territory"
	if _, _, err := f.sittings(items); err == nil {
		t.Error("a player of Amazons may be asked about other games")
	}
}

// TestNeededFlags wants a flag that only counts with another one to be refused without it.
func TestNeededFlags(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context()) // in case it is not refused
	cancel()
	t.Setenv("THERA_STORE", filepath.Join(t.TempDir(), "thera.db"))
	args := map[string]string{"GAME": "amazons", "DEPTH": "1", "DATASET": "games", "FILE": "file", "PLAYER": "random", "OPPONENT": "random", "exam": "--level=1"}
	values := map[string]string{"bool": "true", "number": "1", "float64": "0.1", "func": "1h", "string": "file"}
	check := func(cmd *cobra.Command, f *pflag.Flag) {
		line := strings.Fields(cmd.CommandPath())[1:]
		for word := range strings.FieldsSeq(cmd.Use) {
			if arg, ok := args[word]; ok {
				line = append(line, arg)
			}
		}
		line = append(line, "--"+f.Name+"="+values[f.Value.Type()])
		status, _, stderr := runOnTerminal(ctx, line...)
		if status != 2 || !strings.Contains(stderr, "--"+f.Name) || !strings.Contains(stderr, "want ") {
			t.Errorf("%s: status %d, %q; want it refused, since it is %q", line, status, stderr, f.Usage)
		}
	}
	var visit func(*cobra.Command)
	visit = func(cmd *cobra.Command) {
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if strings.HasPrefix(f.Usage, "with --") {
				check(cmd, f)
			}
		})
		for _, sub := range cmd.Commands() {
			visit(sub)
		}
	}
	visit(new(program).rootCommand())
}

// TestPerftTables wants a batch to make a table for each thread, not for each position.
func TestPerftTables(t *testing.T) {
	const positions, table = 20, 64 // MiB
	p := program{stdin: strings.NewReader(strings.Repeat(".../.../... 1\n", positions)), stdout: io.Discard, stderr: io.Discard}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	status := p.run(t.Context(), strings.Fields(fmt.Sprintf("perft hermit 2 --positions - --threads 1 --memory %dMiB", table)))
	runtime.ReadMemStats(&after)
	if mib := (after.TotalAlloc - before.TotalAlloc) >> 20; status != 0 || mib >= 2*table {
		t.Errorf("status %d, %d MiB for %d positions; want about the %d MiB of one table", status, mib, positions, table)
	}
}

// begins reports whether text begins with prefix, or is empty if prefix is.
func begins(text, prefix string) bool {
	return strings.HasPrefix(text, prefix) && (text == "") == (prefix == "")
}

// full is a full device.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left") }

func TestOutputFails(t *testing.T) {
	for _, command := range []string{
		"best amazons --depth 1", "moves amazons", "perft amazons 1", "perft amazons 1 --divide", "show amazons",
		"version", "amazons",
	} {
		var errs bytes.Buffer
		p := program{stdin: strings.NewReader(""), stdout: full{}, stderr: &errs}
		if status := p.run(t.Context(), strings.Fields(command)); status != 1 || !strings.HasSuffix(errs.String(), ": no space left\n") {
			t.Errorf("%s: status %d, printed %q", command, status, errs.String())
		}
	}
}

// TestBench runs the benchmarks twice at lower depths.
func TestBench(t *testing.T) {
	games := catalog.Games()
	for i, entry := range games {
		shallow := append([]catalog.Benchmark(nil), entry.Benchmarks...)
		for j := range shallow {
			shallow[j].Depth = min(shallow[j].Depth, 2)
		}
		games[i].Benchmarks = shallow
	}
	bench := func() (results []benchResult) {
		var out bytes.Buffer
		p := program{stdout: &out, stderr: io.Discard, json: true}
		if err := p.bench(t.Context(), games); err != nil {
			t.Fatal(err)
		}
		for d := json.NewDecoder(&out); d.More(); {
			var r benchResult
			if err := d.Decode(&r); err != nil {
				t.Fatal(err)
			}
			results = append(results, r)
		}
		return results
	}
	first, second := bench(), bench()
	if len(first) != len(games)+1 {
		t.Fatalf("%d results for %d games", len(first), len(games))
	}
	var total uint64
	for i, entry := range games {
		if first[i].Game != entry.Game.Name() || first[i].Nodes == 0 || first[i].Seconds == 0 {
			t.Errorf("%+v", first[i])
		}
		if first[i].Nodes != second[i].Nodes {
			t.Errorf("%s: %d nodes, then %d", entry.Game.Name(), first[i].Nodes, second[i].Nodes)
		}
		total += first[i].Nodes
	}
	if last := first[len(games)]; last.Game != "" || last.Nodes != total {
		t.Errorf("total %+v, want %d nodes", last, total)
	}
}

func TestPuzzleText(t *testing.T) {
	for moves, want := range map[int]string{
		1: "P  a1  the only move, 1 turn, graded 1000",
		2: "P  a1  one of 2 moves, 1 turn, graded 1000",
	} {
		r := newPuzzleResult(puzzle.Puzzle{Position: "P", Line: []game.Move{"a1"}, Moves: moves, Grade: 1000})
		if got := r.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
