package dataset_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"

	"thera/internal/lab/dataset"
)

// copied returns a copy of a sample.
func copied(t *testing.T, k dataset.Kind) string {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "copy")
	if err := os.CopyFS(folder, os.DirFS(sample(k))); err != nil {
		t.Fatal(err)
	}
	return folder
}

// edit replaces a file of a folder.
func edit(t *testing.T, folder, name string, change func([]byte) []byte) {
	t.Helper()
	path := filepath.Join(folder, name)
	text, err := os.ReadFile(path)
	if err == nil {
		err = os.WriteFile(path, change(text), 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// sign makes the checksums those of the files.
func sign(t *testing.T, folder string) {
	t.Helper()
	var sums strings.Builder
	all := files(t, folder)
	delete(all, "SHA256SUMS")
	for name, text := range all {
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256([]byte(text)), name)
	}
	edit(t, folder, "SHA256SUMS", func([]byte) []byte { return []byte(sums.String()) })
}

func packed(t *testing.T, text []byte) []byte {
	t.Helper()
	e, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	return e.EncodeAll(text, nil)
}

func unpacked(t *testing.T, data []byte) []byte {
	t.Helper()
	d, err := zstd.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	text, err := io.ReadAll(d)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestDamaged damages samples whose checksums then say so.
func TestDamaged(t *testing.T) {
	for _, test := range []struct {
		name, file string
		change     func([]byte) []byte
		want       string
	}{
		{"corrupt zstd", "train.ndjson.zst", func(b []byte) []byte { b[len(b)/2] ^= 1; return b }, "train.ndjson.zst: its SHA-256 is "},
		{"truncated Parquet", "test.parquet", func(b []byte) []byte { return b[:len(b)/2] }, "test.parquet: its SHA-256 is "},
		{"wrong sum", "SHA256SUMS", func(b []byte) []byte { b[0] ^= 1; return b }, "README.md: its SHA-256 is "},
		{"missing sum", "SHA256SUMS", func(b []byte) []byte { return b[bytes.IndexByte(b, '\n')+1:] }, "no line for README.md: want one for each file"},
		{"strange sum", "SHA256SUMS", func(b []byte) []byte { return append(b, "0  ../x\n"...) }, `"0  ../x\n": want a SHA-256, two spaces and one of `},
	} {
		t.Run(test.name, func(t *testing.T) {
			folder := copied(t, dataset.Games)
			edit(t, folder, test.file, test.change)
			wantError(t, folder, test.want)
		})
	}
	folder := copied(t, dataset.Games)
	if err := os.Remove(filepath.Join(folder, "test.parquet")); err != nil {
		t.Fatal(err)
	}
	wantError(t, folder, "test.parquet: no such file")
	wantError(t, t.TempDir(), "SHA256SUMS: no such file")
}

func wantError(t *testing.T, folder, want string) {
	t.Helper()
	_, err := dataset.Verify(t.Context(), folder, dataset.VerifyOptions{Proofs: 2})
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v, want %q", err, want)
	}
}

// TestForged damages samples and corrects their checksums.
func TestForged(t *testing.T) {
	for _, test := range []struct {
		name, file string
		change     func([]byte) []byte
		want       string
	}{
		{"no zstd", "train.ndjson.zst", func([]byte) []byte { return []byte("none") }, "train.ndjson.zst: row 1: damaged zstd: "},
		{"cut zstd", "train.ndjson.zst", func(b []byte) []byte { return b[:len(b)-9] }, "damaged zstd: "},
		{"no Parquet", "train.parquet", func([]byte) []byte { return []byte("none") }, "train.parquet: damaged Parquet: "},
		{"cut Parquet", "train.parquet", func(b []byte) []byte { return b[:len(b)/2] }, "train.parquet: damaged Parquet: "},
		{"endless footer", "train.parquet", func(b []byte) []byte { b[len(b)-5] = 0xff; return b }, "train.parquet: damaged Parquet: footer of "},
		{"other Parquet", "train.parquet", func([]byte) []byte { return tableOf(t, []struct{ A int64 }{{1}}) }, "train.parquet: damaged Parquet: schema "},
		{"fewer lines", "train.ndjson.zst", func(b []byte) []byte {
			text := unpacked(t, b)
			return packed(t, text[:bytes.LastIndexByte(text[:len(text)-1], '\n')+1])
		}, "one has "},
		{"other line", "train.ndjson.zst", func(b []byte) []byte {
			return packed(t, bytes.Replace(unpacked(t, b), []byte(`"winners":[1]`), []byte(`"winners":[2]`), 1))
		}, ", as in "},
		{"other schema", "schema.json", func(b []byte) []byte { return bytes.Replace(b, []byte("games 1"), []byte("games 2"), 1) }, `schema "thera games 2": want that of one of games, evaluations, puzzles, proofs`},
	} {
		t.Run(test.name, func(t *testing.T) {
			folder := copied(t, dataset.Games)
			edit(t, folder, test.file, test.change)
			sign(t, folder)
			wantError(t, folder, test.want)
		})
	}
}

func tableOf[R any](t testing.TB, rows []R) []byte {
	t.Helper()
	var b bytes.Buffer
	w := parquet.NewGenericWriter[R](&b)
	if _, err := w.Write(rows); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// rows returns the rows of the split for training of a sample.
func rows[R any](t *testing.T, k dataset.Kind) (all []R) {
	t.Helper()
	for line := range bytes.Lines(unpacked(t, []byte(files(t, sample(k))["train.ndjson.zst"]))) {
		var r R
		if err := json.Unmarshal(line, &r); err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	return all
}

// forge returns a sample whose rows for training were changed in both files.
func forge[R any](t *testing.T, k dataset.Kind, change func(r []R)) string {
	t.Helper()
	folder, all := copied(t, k), rows[R](t, k)
	change(all)
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	for _, r := range all {
		if err := e.Encode(r); err != nil {
			t.Fatal(err)
		}
	}
	edit(t, folder, "train.ndjson.zst", func([]byte) []byte { return packed(t, text.Bytes()) })
	edit(t, folder, "train.parquet", func([]byte) []byte { return tableOf(t, all) })
	sign(t, folder)
	return folder
}

// TestForgedRows changes what the rules or another proof contradict.
func TestForgedRows(t *testing.T) {
	for _, test := range []struct {
		name   string
		change func(g *dataset.Game)
		want   string
	}{
		{"move", func(g *dataset.Game) { g.Moves[5] = "a1-a2(a1)" }, "want ID "},
		{"move with its ID", func(g *dataset.Game) { g.Moves[5] = "zz"; rename(g) }, `move 6: `},
		{"move in other words", func(g *dataset.Game) { g.Moves[5] = strings.ToUpper(g.Moves[5]); rename(g) }, "move 6: "},
		{"too few moves", func(g *dataset.Game) { g.Moves = g.Moves[:9]; rename(g) }, "winners [1] by the rules: want []"},
		{"winners", func(g *dataset.Game) { g.Winners = []int32{3 - g.Winners[0]} }, "by the rules: want ["},
		{"reason", func(g *dataset.Game) { g.Reason = "resignation" }, `reason "resignation": want "rules"`},
		{"game", func(g *dataset.Game) { g.Game = "chess" }, `unknown game "chess"`},
		{"variant", func(g *dataset.Game) { g.Variant = "5x9" }, `variant "5x9"`},
		{"split", func(g *dataset.Game) { g.Split = "test" }, `split "test": want "train"`},
		{"opening", func(g *dataset.Game) { g.Opening = 999 }, "opening of 999 moves"},
		{"players", func(g *dataset.Game) { g.Players = g.Players[:1] }, "1 players: want 2"},
	} {
		t.Run(test.name, func(t *testing.T) {
			wantError(t, forge(t, dataset.Games, func(all []dataset.Game) {
				for i := range all { // the first whose new ID stays in its split
					changed := all[i]
					changed.Moves = slices.Clone(changed.Moves)
					if test.change(&changed); test.name == "split" || dataset.SplitOf(changed.ID) == dataset.Train && (test.name != "too few moves" || all[i].Winners[0] == 1) {
						all[i] = changed
						return
					}
				}
				t.Fatal("no game for it")
			}), test.want)
		})
	}
}

func rename(g *dataset.Game) { g.ID = dataset.GameID(g.Game, g.Start, g.Moves) }

func TestForgedEvaluations(t *testing.T) {
	for _, test := range []struct {
		name   string
		change func(e *dataset.Evaluation)
		want   string
	}{
		{"probability", func(e *dataset.Evaluation) { e.WinProbability = 2 }, "want the probability of the first line"},
		{"score", func(e *dataset.Evaluation) { e.Lines[0].Centilogits = new(int32(7777)) }, "with 7777 centilogits: want "},
		{"no score", func(e *dataset.Evaluation) { e.Lines[0].Centilogits, e.Lines[0].Plies = nil, nil }, "want plies if it is proven"},
		{"move", func(e *dataset.Evaluation) { e.Lines[0].Line[0] = "a1-a1(a1)" }, "line 1: move 1: "},
		{"no move", func(e *dataset.Evaluation) { e.Lines[0].Line = []string{} }, "want moves"},
		{"turn", func(e *dataset.Evaluation) { e.Turn = 3 - e.Turn }, "turn "},
		{"position", func(e *dataset.Evaluation) { e.Position += " 1" }, "santorini position "},
		{"game", func(e *dataset.Evaluation) { e.GameID += "0000" }, "want it in "},
		{"ply", func(e *dataset.Evaluation) { e.Ply = -1 }, "ply -1: want 0 or more"},
	} {
		t.Run(test.name, func(t *testing.T) {
			wantError(t, forge(t, dataset.Evaluations, func(all []dataset.Evaluation) {
				if test.change(&all[0]); test.name == "game" {
					for dataset.SplitOf(all[0].GameID) == dataset.Train {
						all[0].GameID += "0"
					}
				}
			}), test.want)
		})
	}
}

func TestForgedPuzzles(t *testing.T) {
	for _, test := range []struct {
		name   string
		change func(p *dataset.Puzzle)
		want   string
	}{
		{"ID", func(p *dataset.Puzzle) { p.ID = "12345678" }, `puzzle "12345678" in train: want `},
		{"line", func(p *dataset.Puzzle) { p.Line = []string{} }, "want an odd number"},
		{"legal moves", func(p *dataset.Puzzle) { p.LegalMoves = 1 }, "1 legal ones"},
		{"move", func(p *dataset.Puzzle) { p.Line[0] = "Ra9" }, "move 1: "},
	} {
		t.Run(test.name, func(t *testing.T) {
			wantError(t, forge(t, dataset.Puzzles, func(all []dataset.Puzzle) { test.change(&all[0]) }), test.want)
		})
	}
	// Another move than the one that wins: the sample has all rows, and so this one.
	folder := forge(t, dataset.Puzzles, func(all []dataset.Puzzle) {
		for i := range all {
			all[i].Line = []string{all[(i+1)%len(all)].Line[0]}
		}
	})
	if _, err := dataset.Verify(t.Context(), folder, dataset.VerifyOptions{Proofs: 1000}); err == nil {
		t.Error("puzzles with wrong solutions are correct")
	}
}

func TestForgedProofs(t *testing.T) {
	const other = "0000000000000000000000000000000000000000000000000000000000000000"
	for _, test := range []struct {
		name   string
		change func(p *dataset.Proof)
		want   string
	}{
		{"winner", func(p *dataset.Proof) { p.Winner = 3 - p.Winner }, "winner "},
		{"winning move", func(p *dataset.Proof) { p.WinningMoves = []string{"Ra9"} }, `winning move "Ra9"`},
		{"order", func(p *dataset.Proof) { slices.Reverse(p.WinningMoves) }, "in the order of the rules"},
		{"not all", func(p *dataset.Proof) { p.WinningMoves = p.WinningMoves[1:] }, "as the solver proves"},
		{"nimber", func(p *dataset.Proof) { p.Nimber = new(int32(77)) }, "as the solver proves"},
		{"certificate", func(p *dataset.Proof) { p.Certificate = new(other) }, "as the solver proves"},
		{"no certificate", func(p *dataset.Proof) { p.Certificate = new("0") }, `certificate "0": want a SHA-256`},
	} {
		t.Run(test.name, func(t *testing.T) {
			folder := forge(t, dataset.Proofs, func(all []dataset.Proof) {
				i := slices.IndexFunc(all, func(p dataset.Proof) bool { return len(p.WinningMoves) > 1 })
				test.change(&all[i])
			})
			_, err := dataset.Verify(t.Context(), folder, dataset.VerifyOptions{Proofs: 1000})
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%v, want %q", err, test.want)
			}
		})
	}
}

// TestVerifyInterrupted pins that a check ends with its context.
func TestVerifyInterrupted(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	_, err := dataset.Verify(ctx, sample(dataset.Games), dataset.VerifyOptions{Progress: func(rows, _ int) {
		if rows == 2 {
			stop()
		}
	}})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
	folder := copied(t, dataset.Games)
	edit(t, folder, "SHA256SUMS", func(b []byte) []byte { b[0] ^= 1; return b })
	if _, err := dataset.Verify(ctx, folder, dataset.VerifyOptions{}); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted before the first checksum: %v", err)
	}
}
