package dataset

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"thera/engine"
	"thera/game"
	"thera/game/gametest"
	"thera/internal/catalog"
)

// TestSplitOf pins the splits of some IDs forever, and how many games each split gets.
func TestSplitOf(t *testing.T) {
	for id, want := range map[string]Split{"0": Test, "efedb062c3c0eec6": Test, "c3ce3a0e05d4e214": Test, "1dfe11d38edcda78": Train} {
		if got := SplitOf(id); got != want {
			t.Errorf("%s is in %s, want %s", id, got, want)
		}
	}
	numbers := map[Split]int{}
	for i := range 10_000 {
		numbers[SplitOf(GameID("a", "b", []string{string(rune(i))}))]++
	}
	if numbers[Train] < 7800 || numbers[Validation] < 900 || numbers[Test] < 900 {
		t.Errorf("%v of 10,000 games, want about 8,000, 1,000 and 1,000", numbers)
	}
}

// TestAdmits wants each position and its images in exactly one split.
func TestAdmits(t *testing.T) {
	for _, entry := range catalog.Games() {
		pos, err := entry.Game.Start("")
		for ply := 0; err == nil && pos.Winners() == 0 && ply < 30; ply++ {
			in := 0
			for _, s := range Splits() {
				ok, err := s.admits(pos)
				if err != nil {
					t.Fatal(err)
				}
				for _, y := range game.SymmetriesOf(pos) {
					image, err := game.Image(pos, y)
					if err != nil {
						t.Fatal(err)
					}
					if other, err := s.admits(image); other != ok || err != nil {
						t.Fatalf("%q in %s: %v, its image %q: %v, %v", pos, s, ok, image, other, err)
					}
				}
				if ok {
					in++
				}
			}
			if in != 1 {
				t.Fatalf("%q is in %d splits", pos, in)
			}
			moves := pos.Moves()
			pos, err = pos.Play(moves[ply*7%len(moves)])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// TestCanonicalWithPowers wants one text of all images of a position with powers, one of which
// is in effect.
func TestCanonicalWithPowers(t *testing.T) {
	pos := gametest.Must(t, catalog.Santorini().Game.Parse, "00000/01000/00210/00000/00000 b2d4,b4d2 1 pan,athena^")
	texts, canonicals := map[string]bool{}, map[string]bool{}
	for _, y := range game.Symmetries(5, 5) {
		image, err := game.Image(pos, y)
		if err != nil {
			t.Fatal(err)
		}
		text, err := canonical(image)
		if err != nil {
			t.Fatal(err)
		}
		texts[image.String()], canonicals[text] = true, true
	}
	if len(texts) != 8 || len(canonicals) != 1 {
		t.Errorf("%d images have %d texts in common, want 8 and 1", len(texts), len(canonicals))
	}
}

// TestTooLarge wants no proof of a position that is too large for the solver.
func TestTooLarge(t *testing.T) {
	entry := catalog.Hermit()
	pos := gametest.Must(t, entry.Game.Parse, "Y....R.../...RYY.../YR...B..R/...Y....Y/...Y...RR/.Y..RB.../.......B./RRB...Y../..B....R. 2")
	if p, _, err := prove(t.Context(), entry, Origin{}, pos, 1000); !errors.Is(err, errNoProof) {
		t.Errorf("%+v, %v", p, err)
	}
}

// TestShortProof makes proofs with so few nodes that they know only the winner and the
// winning moves, and wants another proof, which finds out more, to confirm them.
func TestShortProof(t *testing.T) {
	for _, test := range []struct {
		entry    catalog.Entry
		position string
		nodes    uint64
	}{
		{catalog.Hermit(), "R..B/BBYR/..YR/.... 2", 14},
	} {
		pos := gametest.Must(t, test.entry.Game.Parse, test.position)
		p, _, err := prove(t.Context(), test.entry, Origin{}, pos, test.nodes)
		if err != nil || len(p.WinningMoves) == 0 || p.Plies != nil || p.Nimber != nil {
			t.Fatalf("%q with %d nodes: %+v, %v; want winning moves alone", pos, test.nodes, p, err)
		}
		if err := p.proveAgain(t.Context(), test.entry, pos); err != nil {
			t.Errorf("%q: %v", pos, err)
		}
	}
}

// counting is a solver that counts what it is asked.
type counting struct {
	engine.Solver
	asked *int
}

func (c counting) Solve(ctx context.Context, p engine.Problem) (engine.Verdict, error) {
	*c.asked++
	return c.Solver.Solve(ctx, p)
}

// TestProofOfAllMoves gives a proof too few nodes for the other winning moves, though enough
// for the quickest: it asks once and is none.
func TestProofOfAllMoves(t *testing.T) {
	entry := catalog.Santorini()
	newSolver, asked := entry.NewSolver, 0
	entry.NewSolver = func(c catalog.SolverConfig) engine.Solver { return counting{newSolver(c), &asked} }
	pos := gametest.Must(t, entry.Game.Parse, "10430/11340/00012/04224/00044 c2c3,b5c1 1")
	problem := engine.Problem{Position: pos, All: true, Limits: engine.Limits{Nodes: 100_000}}
	if v, err := newSolver(catalog.SolverConfig{TableMiB: solverMiB}).Solve(t.Context(), problem); err != nil || v.Plies != 3 || v.All {
		t.Fatalf("%+v, %v; want the quickest win alone", v, err)
	}
	if p, _, err := prove(t.Context(), entry, Origin{}, pos, problem.Limits.Nodes); !errors.Is(err, errNoProof) || asked != 1 {
		t.Errorf("%+v, %v, asked %d times; want no proof, asked once", p, err, asked)
	}
}

// TestFullDisk wants an error that names the file when there is no room for the rows, and
// the sums of no file that is incomplete.
func TestFullDisk(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("no /dev/full:", err)
	}
	w := writer[Game]{folder: t.TempDir(), sums: map[string]string{}}
	if err := w.open(); err != nil {
		t.Fatal(err)
	}
	table := w.splits[Train].table
	if err := table.file.Close(); err != nil {
		t.Fatal(err)
	}
	table.file = full
	table.out.Reset(full)
	for i := range 100 {
		g := Game{ID: string(rune(i)), Split: Train}
		if err := w.add(g.whole()); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.close(); !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), "/dev/full") {
		t.Errorf("%v, want the error of a full disk", err)
	}
	if len(w.sums) != 5 || w.sums[parquetName(Train)] != "" {
		t.Errorf("sums of %d files, want those of the other 5", len(w.sums))
	}
}

// FuzzTable reads files that may be Parquet: no panic, whatever they are.
func FuzzTable(f *testing.F) {
	for _, k := range []Kind{Games, Proofs} {
		data := gametest.Must(f, os.ReadFile, filepath.Join("testdata", "sample", string(k), "test.parquet"))
		f.Add(data)
		f.Add(data[:len(data)/2])
		f.Add(append(data[:40:40], data[44:]...))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1<<16 {
			return
		}
		table, err := newTable[Game](bytes.NewReader(data), int64(len(data)))
		if err != nil {
			return
		}
		defer table.close()
		for range 1000 {
			if _, err := table.next(); err != nil {
				break
			}
		}
	})
}

// FuzzLines reads files that may be compressed lines: no panic, whatever they are.
func FuzzLines(f *testing.F) {
	data := gametest.Must(f, os.ReadFile, filepath.Join("testdata", "sample", "games", "test.ndjson.zst"))
	f.Add(data)
	f.Add(data[:len(data)/2])
	f.Add([]byte("{}\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		lines, err := newLines(bytes.NewReader(data))
		if err != nil {
			return
		}
		defer lines.decoder.Close()
		for range 1000 {
			if _, err := lines.next(); err != nil {
				break
			}
		}
	})
}
