package dataset_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"thera/game/gametest"
	"thera/internal/catalog"
	"thera/internal/lab/dataset"
)

// samples are the recipes of the datasets in testdata/sample, one of each kind.
func samples(t testing.TB) []dataset.Recipe {
	t.Helper()
	entry := func(name string) catalog.Entry {
		return gametest.Must(t, catalog.Find, name)
	}
	return []dataset.Recipe{
		{Kind: dataset.Games, Entry: entry("amazons"), Variants: []string{"6x6"}, Games: 30, Levels: []int{2, 4}, Nodes: 200, Plies: 4},
		{Kind: dataset.Evaluations, Entry: entry("santorini"), Variants: []string{"2p", "2p:athena,pan"}, Games: 12, Levels: []int{5}, Nodes: 200, Plies: 4, Positions: 3, SearchNodes: 2000, Lines: 2},
		{Kind: dataset.Puzzles, Entry: entry("hermit"), Games: 30},
		{Kind: dataset.Proofs, Entry: entry("hermit"), Variants: []string{"4x4"}, Games: 20, Levels: []int{3, 8}, Nodes: 200, Plies: 3, Positions: 2, SearchNodes: 20_000},
	}
}

// sample returns the folder of a sample.
func sample(k dataset.Kind) string { return filepath.Join("testdata", "sample", string(k)) }

var options = dataset.Options{Version: "of the sample", Threads: 1}

// files returns the texts of the files in a folder by name.
func files(t testing.TB, folder string) map[string]string {
	t.Helper()
	entries := gametest.Must(t, os.ReadDir, folder)
	all := map[string]string{}
	for _, e := range entries {
		text := gametest.Must(t, os.ReadFile, filepath.Join(folder, e.Name()))
		all[e.Name()] = string(text)
	}
	return all
}

// same compares two folders.
func same(t *testing.T, got, want string) {
	t.Helper()
	a, b := files(t, got), files(t, want)
	if len(a) != len(b) {
		t.Errorf("%d files, want %d", len(a), len(b))
	}
	for name, text := range b {
		if a[name] != text {
			t.Errorf("%s differs from that in %s", name, want)
		}
	}
}

// TestSamples makes the samples again and checks them. A change of an engine changes
// them: see them with -update.
func TestSamples(t *testing.T) {
	for _, r := range samples(t) {
		t.Run(string(r.Kind), func(t *testing.T) {
			if gametest.Update() {
				if err := os.RemoveAll(sample(r.Kind)); err != nil {
					t.Fatal(err)
				}
				if _, err := r.Make(t.Context(), sample(r.Kind), options); err != nil {
					t.Fatal(err)
				}
			}
			folder := filepath.Join(t.TempDir(), "made")
			made, err := r.Make(t.Context(), folder, options)
			if err != nil {
				t.Fatal(err)
			}
			same(t, folder, sample(r.Kind))
			if made.Rows < 8 || made.Rows != made.Train+made.Validation+made.Test || made.Folder != folder {
				t.Errorf("%+v, want some rows in their splits", made)
			}
			checked, err := dataset.Verify(t.Context(), sample(r.Kind), dataset.VerifyOptions{Proofs: 4})
			if err != nil {
				t.Fatal(err)
			}
			if proven := r.Kind == dataset.Puzzles || r.Kind == dataset.Proofs; proven != (checked.Proofs == 4) {
				t.Errorf("%+v, want 4 rows of puzzles and proofs proven again", checked)
			}
		})
	}
}

// TestMakeThreads makes the same dataset with one goroutine and with several.
func TestMakeThreads(t *testing.T) {
	for _, r := range samples(t) {
		t.Run(string(r.Kind), func(t *testing.T) {
			r.Games = 2
			one, several := filepath.Join(t.TempDir(), "one"), filepath.Join(t.TempDir(), "several")
			if _, err := r.Make(t.Context(), one, options); err != nil {
				t.Fatal(err)
			}
			if _, err := r.Make(t.Context(), several, dataset.Options{Version: options.Version, Threads: 2}); err != nil {
				t.Fatal(err)
			}
			same(t, several, one)
		})
	}
}

// TestResume interrupts each recipe and continues it.
func TestResume(t *testing.T) {
	for _, r := range samples(t) {
		t.Run(string(r.Kind), func(t *testing.T) {
			r.Games = 6
			whole, folder := filepath.Join(t.TempDir(), "whole"), filepath.Join(t.TempDir(), "made")
			if _, err := r.Make(t.Context(), whole, options); err != nil {
				t.Fatal(err)
			}
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			opt := dataset.Options{Version: options.Version, Threads: 1, Progress: func(games, _ int) {
				if games == 3 {
					stop()
				}
			}}
			if _, err := r.Make(ctx, folder, opt); !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "after 3 of ") {
				t.Fatalf("interrupted: %v", err)
			}
			if _, err := os.Stat(folder); !errors.Is(err, fs.ErrNotExist) {
				t.Fatalf("interrupted, but the folder is there: %v", err)
			}
			opt.Progress = nil
			if _, err := r.Make(t.Context(), folder, opt); !errors.Is(err, dataset.ErrNotResumed) {
				t.Errorf("begun again: %v", err)
			}
			// What a process that was killed at the worst moments has left.
			if err := os.Mkdir(folder+".part", 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(folder+".part", "train.parquet"), []byte("PAR1"), 0o666); err != nil {
				t.Fatal(err)
			}
			journal, err := os.OpenFile(dataset.JournalName(folder), os.O_APPEND|os.O_WRONLY, 0)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := journal.WriteString(`[{"id":"1`); err != nil {
				t.Fatal(err)
			}
			if err := journal.Close(); err != nil {
				t.Fatal(err)
			}
			other := r
			other.Seed++
			opt.Resume = true
			if _, err := other.Make(t.Context(), folder, opt); err == nil || !strings.Contains(err.Error(), "want \"thera dump") {
				t.Errorf("continued with another seed: %v", err)
			}
			if _, err := r.Make(t.Context(), folder, opt); err != nil {
				t.Fatal(err)
			}
			same(t, folder, whole)
			left, err := filepath.Glob(folder + ".*")
			if err != nil || left != nil {
				t.Errorf("left: %q, %v", left, err)
			}
		})
	}
}

// TestProgress wants each game in the journal before it is reported, so that it is not
// lost if the process is killed then.
func TestProgress(t *testing.T) {
	r := samples(t)[0]
	r.Games = 3
	folder := filepath.Join(t.TempDir(), "made")
	reported := 0
	opt := dataset.Options{Version: options.Version, Threads: 1, Progress: func(games, _ int) {
		reported++
		journal, err := os.ReadFile(dataset.JournalName(folder))
		if lines := bytes.Count(journal, []byte("\n")); err != nil || games != reported || lines != 1+games {
			t.Errorf("%d games reported after %d, and %d lines in the journal, %v: want the title and the games", games, reported-1, lines, err)
		}
	}}
	if _, err := r.Make(t.Context(), folder, opt); err != nil || reported != r.Games {
		t.Errorf("%d games reported, %v", reported, err)
	}
}

// TestRefusedRecipes pins what can't be made.
func TestRefusedRecipes(t *testing.T) {
	good := samples(t)
	for _, test := range []struct {
		recipe dataset.Recipe
		change func(*dataset.Recipe)
		want   string
	}{
		{good[0], func(r *dataset.Recipe) { r.Kind = "moves" }, `dataset "moves": want one of games, evaluations, puzzles, proofs`},
		{good[0], func(r *dataset.Recipe) { r.Variants = []string{"7x9"} }, `variant "7x9" of amazons`},
		{good[0], func(r *dataset.Recipe) { r.Games = 0 }, "0 games: want at least 1"},
		{good[0], func(r *dataset.Recipe) { r.Levels = []int{3, 9} }, "levels [3 9]: want one or more from 1 to 8"},
		{good[0], func(r *dataset.Recipe) { r.Nodes = 0 }, "0 nodes for a move"},
		{good[1], func(r *dataset.Recipe) { r.Lines = 0 }, "0 lines: want at least 1"},
		{good[1], func(r *dataset.Recipe) { r.Positions = 0 }, "0 positions of a game"},
		{good[3], func(r *dataset.Recipe) { r.Entry, r.Variants = good[1].Entry, []string{"3p"} }, `for 3: want one for two, for proofs`},
		{good[3], func(r *dataset.Recipe) { r.Entry.NewSolver = nil }, "want a game with a solver"},
	} {
		r := test.recipe
		test.change(&r)
		folder := filepath.Join(t.TempDir(), "made")
		if _, err := r.Make(t.Context(), folder, options); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v, want %q", err, test.want)
		}
	}
	if _, err := good[0].Make(t.Context(), t.TempDir(), options); !errors.Is(err, dataset.ErrExists) {
		t.Errorf("into a folder that is there: %v", err)
	}
}

// someGames yields games of one move, all different, and then an error if there is one.
func someGames(t testing.TB, n int, last error) func(func(dataset.Game, error) bool) {
	t.Helper()
	return func(yield func(dataset.Game, error) bool) {
		for i := range n {
			name := fmt.Sprint("bot ", i)
			g := dataset.Game{
				Game: "hermit", Variant: "3x3", Start: ".../.../... 1", Moves: []string{"Ra1", fmt.Sprint(i)},
				Players: []dataset.Player{{Kind: "bot", Name: &name}, {Kind: "person"}}, Winners: []int32{1}, Reason: "resignation",
			}
			if !yield(g, nil) {
				return
			}
		}
		if last != nil {
			yield(dataset.Game{}, last)
		}
	}
}

// TestFailedWrite pins that nothing is left of a folder that could not be finished, and
// that nothing else is removed.
func TestFailedWrite(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "made")
	broken := errors.New("the store is broken")
	if _, err := dataset.WriteGames(t.Context(), folder, dataset.About{}, someGames(t, 10, broken)); !errors.Is(err, broken) {
		t.Errorf("%v, want %v", err, broken)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := dataset.WriteGames(ctx, folder, dataset.About{}, someGames(t, 10, nil)); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want %v", err, context.Canceled)
	}
	if left, _ := filepath.Glob(folder + "*"); left != nil {
		t.Errorf("left: %q", left)
	}
	if err := os.Mkdir(folder+".part", 0o777); err != nil {
		t.Fatal(err)
	}
	if _, err := dataset.WriteGames(t.Context(), folder, dataset.About{}, someGames(t, 1, nil)); !errors.Is(err, fs.ErrExist) {
		t.Errorf("while another process writes: %v", err)
	}
}

// TestMemory writes and reads many games in the memory of few: the number of rows may
// only show in the files. The journal is read the same way.
func TestMemory(t *testing.T) {
	const few, many = 30_000, 90_000
	peak := func(n int) (most uint64) {
		var stats runtime.MemStats
		watched := func(yield func(dataset.Game, error) bool) {
			i := 0
			for g, err := range someGames(t, n, nil) {
				if i++; i%10_000 == 0 {
					runtime.GC()
					runtime.ReadMemStats(&stats)
					most = max(most, stats.HeapAlloc)
				}
				if !yield(g, err) {
					return
				}
			}
		}
		made, err := dataset.WriteGames(t.Context(), filepath.Join(t.TempDir(), "made"), dataset.About{Version: "1"}, watched)
		if err != nil || made.Rows != n {
			t.Fatalf("%d rows of %d, %v", made.Rows, n, err)
		}
		return most
	}
	a, b := peak(few), peak(many)
	t.Logf("%d bytes for %d games, %d for %d", a, few, b, many)
	if b > a+a/2 {
		t.Errorf("%d bytes of memory for %d games and %d for %d: want no more for more games", a, few, b, many)
	}
}
