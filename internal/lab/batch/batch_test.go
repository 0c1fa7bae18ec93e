package batch_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"thera/hermit"
	"thera/internal/lab/batch"
)

// counted is an answer without a search: the number of moves.
type counted struct {
	Game     string `json:"game"`
	Position string `json:"position"`
	Moves    int    `json:"moves"`
}

func count(_ context.Context, q batch.Question) (any, error) {
	if len(q.Position.Moves()) == 0 {
		return nil, errors.New("no moves")
	}
	return counted{"hermit", q.Position.String(), len(q.Position.Moves())}, nil
}

func newBatch(threads int, answer batch.Answer) batch.Batch {
	return batch.Batch{Rules: hermit.Rules(), Threads: threads, Start: func() batch.Answer { return answer }}
}

// positions returns many lines of input, a few of them wrong, blank or comments.
func positions(n int) string {
	var text strings.Builder
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range n {
		switch {
		case i%17 == 3:
			text.WriteString("# a comment\n\n")
		case i%13 == 5:
			text.WriteString("nonsense\n")
		}
		fmt.Fprintf(&text, "%s 1", strings.Repeat(".", 1+rng.IntN(10)))
		if i%2 == 0 {
			fmt.Fprintf(&text, "\tn%d", i)
		}
		text.WriteByte('\n')
	}
	return text.String()
}

func write(t *testing.T, b batch.Batch, in string) (string, batch.Count) {
	t.Helper()
	var out bytes.Buffer
	n, err := b.Write(t.Context(), strings.NewReader(in), &out)
	if err != nil {
		t.Fatal(err)
	}
	return out.String(), n
}

func TestLines(t *testing.T) {
	long := strings.Repeat(".", batch.MaxLine)
	for _, test := range []struct{ name, in, want string }{
		{"none", "", ""},
		{"blank lines and comments", "\n# . 1\n   \n  # . 1\n", ""},
		{"a position", ". 1\n", `{"game":"hermit","position":". 1","moves":3}`},
		{"without an end of line", ". 1", `{"game":"hermit","position":". 1","moves":3}`},
		{"lines of Windows", ". 1\tx\r\n\r\n.. 1\r\n", `{"id":"x","game":"hermit","position":". 1","moves":3}
{"game":"hermit","position":".. 1","moves":9}`},
		{"spaces", "  . 1 \t x 1\ty \n", `{"id":"x 1\ty","game":"hermit","position":". 1","moves":3}`},
		{"a quote in the ID", ". 1\t\"<\n", `{"id":"\"\u003c","game":"hermit","position":". 1","moves":3}`},
		{"errors stay in place", "# 1\nx\tbad\n. 1\nR 2\n", `{"id":"bad","game":"hermit","position":"x","error":"line 2: hermit position \"x\": want a board and the seat to move, as in \"RRB./..YR/BB.R/.RYY 1\""}
{"game":"hermit","position":". 1","moves":3}
{"game":"hermit","position":"R 2","error":"line 4: no moves"}`},
		{"an ID alone", "\tx\n", `{"id":"x","game":"hermit","position":"","error":"line 1: hermit position \"\": want a board and the seat to move, as in \"RRB./..YR/BB.R/.RYY 1\""}`},
		{"not UTF-8", "\xff\xfe\t\xff\n", `{"id":"�","game":"hermit","position":"�","error":"line 1: hermit position \"�\": want a board and the seat to move, as in \"RRB./..YR/BB.R/.RYY 1\""}`},
		{"too long", long + ".\n. 1\n", `{"game":"hermit","position":"` + long[:60] + `","error":"line 1: \"` + long[:60] + `\"…: want at most 4096 bytes in a line"}
{"game":"hermit","position":". 1","moves":3}`},
		{"far too long", strings.Repeat(long, 9), `{"game":"hermit","position":"` + long[:60] + `","error":"line 1: \"` + long[:60] + `\"…: want at most 4096 bytes in a line"}`},
	} {
		got, _ := write(t, newBatch(1, count), test.in)
		if want := strings.TrimLeft(test.want+"\n", "\n"); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", test.name, got, want)
		}
	}
}

// TestThreads answers positions in times that have nothing to do with their order.
func TestThreads(t *testing.T) {
	in := positions(500)
	want, n := write(t, newBatch(1, count), in)
	if n.Answers != 537 || n.Failed != 37 || n.Resumed != 0 {
		t.Fatalf("%+v", n)
	}
	for _, threads := range []int{0, 2, 7} {
		synctest.Test(t, func(t *testing.T) {
			slow := func(ctx context.Context, q batch.Question) (any, error) {
				time.Sleep(time.Duration(q.Line*7919%101) * time.Millisecond)
				return count(ctx, q)
			}
			if got, m := write(t, newBatch(threads, slow), in); got != want || m != n {
				t.Errorf("%d threads: %+v\n%s", threads, m, got)
			}
		})
	}
}

// TestWindow wants answers while the input is still open, and positions read only
// some way ahead of the first one without an answer.
func TestWindow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in, feed := io.Pipe()
		hold := make(chan struct{})
		b := newBatch(2, func(ctx context.Context, q batch.Question) (any, error) {
			if q.ID == "hard" {
				<-hold
			}
			return count(ctx, q)
		})
		var answers atomic.Int64
		b.Report = func(c batch.Count) { answers.Store(int64(c.Answers)) }
		var all sync.WaitGroup
		all.Go(func() {
			if _, err := b.Write(t.Context(), in, io.Discard); err != nil {
				t.Error(err)
			}
		})
		var fed atomic.Int64
		say := func(line string) {
			if _, err := io.WriteString(feed, line+"\n"); err != nil {
				t.Error(err)
			}
			fed.Add(1)
		}
		say(". 1")
		synctest.Wait()
		if answers.Load() != 1 {
			t.Error("the first answer waits for more input")
		}
		const many = 100_000
		all.Go(func() {
			say(". 1\thard")
			for range many {
				say(". 1")
			}
			_ = feed.Close()
		})
		synctest.Wait()
		if n := fed.Load(); n < 10 || n > 1000 || answers.Load() != 1 {
			t.Errorf("%d positions were read and %d answered while one was hard", n, answers.Load())
		}
		close(hold)
		all.Wait()
		if answers.Load() != many+2 {
			t.Errorf("%d answers", answers.Load())
		}
	})
}

func TestInterrupt(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	in, feed := io.Pipe() // never ends
	go func() { _, _ = io.WriteString(feed, positions(20)) }()
	b := newBatch(2, func(ctx context.Context, q batch.Question) (any, error) {
		if q.ID == "n10" {
			stop()
		}
		return count(ctx, q)
	})
	var out bytes.Buffer
	n, err := b.Write(ctx, in, &out)
	want, _ := write(t, newBatch(1, count), positions(20))
	if !errors.Is(err, context.Canceled) || !strings.HasPrefix(want, out.String()) || bytes.Count(out.Bytes(), []byte("\n")) != n.Answers {
		t.Errorf("%+v, %v:\n%s", n, err, &out)
	}
	if n, err = b.Write(ctx, in, &out); !errors.Is(err, context.Canceled) || n.Answers != 0 {
		t.Errorf("interrupted before: %+v, %v", n, err)
	}
}

func TestBrokenStreams(t *testing.T) {
	broken := errors.New("broken")
	var out bytes.Buffer
	in := io.MultiReader(strings.NewReader(". 1\n.. 1\n"), iotest.ErrReader(broken))
	if n, err := newBatch(2, count).Write(t.Context(), in, &out); !errors.Is(err, broken) || n.Answers != 2 || strings.Count(out.String(), "\n") != 2 {
		t.Errorf("%+v, %v:\n%s", n, err, &out)
	}
	if n, err := newBatch(2, count).Write(t.Context(), strings.NewReader(positions(100)), full{broken}); !errors.Is(err, broken) || n.Answers != 0 {
		t.Errorf("%+v, %v", n, err)
	}
	unfit := func(context.Context, batch.Question) (any, error) { return func() {}, nil }
	if n, err := newBatch(2, unfit).Write(t.Context(), strings.NewReader(". 1"), &out); err == nil || n.Answers != 0 {
		t.Errorf("an answer that is no JSON: %+v, %v", n, err)
	}
}

type full struct{ err error }

func (f full) Write([]byte) (int, error) { return 0, f.err }

var options = batch.Options{batch.Command: "count hermit", "nodes": "7"}

// TestContinue cuts a file of answers at each byte, as a process may be killed there,
// and has the rest answered: the file is always the same, and nothing is asked twice.
func TestContinue(t *testing.T) {
	in := positions(12)
	want, n := write(t, newBatch(2, count), in)
	path := filepath.Join(t.TempDir(), "answers.jsonl")
	for cut := 0; cut <= len(want); cut++ {
		if cut > 0 {
			if err := os.WriteFile(path, []byte(want[:cut]), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		var asked atomic.Int64
		b := newBatch(3, func(ctx context.Context, q batch.Question) (any, error) {
			asked.Add(1)
			return count(ctx, q)
		})
		m, err := b.Continue(t.Context(), strings.NewReader(in), path, options)
		whole := strings.Count(want[:cut], "\n")
		if err != nil || m.Answers != n.Answers || m.Failed != n.Failed || m.Resumed != whole || int(asked.Load()) > n.Answers-whole {
			t.Fatalf("cut at %d, after %d lines: %+v, %v, %d asked", cut, whole, m, err, asked.Load())
		}
		if got, _ := os.ReadFile(path); string(got) != want {
			t.Fatalf("cut at %d:\n%s\nwant\n%s", cut, got, want)
		}
	}
}

func TestRefusedFiles(t *testing.T) {
	in := positions(8)
	whole, _ := write(t, newBatch(1, count), in)
	lines := slices.Collect(strings.Lines(whole))
	with := func(name, value string) batch.Options {
		o := batch.Options{batch.Command: options[batch.Command], "nodes": options["nodes"]}
		o[name] = value
		return o
	}
	for _, test := range []struct {
		name, in, file string
		options        batch.Options
		want           string
	}{
		{"longer input", in + ". 1\n", lines[0], options, ""},
		{"another command", in, whole, with(batch.Command, "solve hermit"), "the answers there are by count hermit: want those of solve hermit, or a new file"},
		{"another value", in, whole, with("nodes", "8"), "the answers there are by nodes 7 instead of 8: want the same options, or a new file"},
		{"another option", in, lines[0][:9], with("all", "on"), "the answers there are by all none instead of on: want"},
		{"other positions", ". 2\n", whole, options, `line 1: "{\"id\":\"n0\",\"game\"`},
		{"another position", ". 2\n", lines[1], options, `: line 1 of the positions is ". 2": want the one that the file answers here`},
		{"another ID", ". 2\tx\n", lines[1], options, `: line 1 of the positions is ". 2" with the ID "x": want the one`},
		{"fewer positions", ". 2\n", `{"game":"hermit","position":". 2"}` + "\n" + lines[1], options, "line 2: "},
		{"fewer positions", "", lines[0], options, "there are no more positions: want those that the file answers"},
		{"another game", ". 2\n", `{"game":"amazons","position":". 2"}` + "\n", options, `line 1 of the positions is ". 2": want`},
		{"no answers", in, "hello\n", options, `line 1: "hello\n": want a line that was written by the same command`},
	} {
		t.Run(test.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "answers.jsonl")
			if _, err := newBatch(1, count).Continue(t.Context(), strings.NewReader(""), path, options); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(test.file), 0o666); err != nil {
				t.Fatal(err)
			}
			_, err := newBatch(1, count).Continue(t.Context(), strings.NewReader(test.in), path, test.options)
			if (err == nil) != (test.want == "") || err != nil && (!strings.Contains(err.Error(), test.want) || !strings.HasPrefix(err.Error(), path+": ")) {
				t.Errorf("%v, want %s", err, test.want)
			}
			if text, _ := os.ReadFile(path); test.want != "" && string(text) != test.file {
				t.Errorf("the file was changed: %s", text)
			}
		})
	}
}

// TestForeignFile must not touch a file that no batch has written, even half a line.
func TestForeignFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "notes.txt")
	if err := os.WriteFile(path, []byte("hello"), 0o666); err != nil {
		t.Fatal(err)
	}
	_, err := newBatch(1, count).Continue(t.Context(), strings.NewReader(". 1"), path, options)
	if text, _ := os.ReadFile(path); err == nil || string(text) != "hello" {
		t.Errorf("%v, %q", err, text)
	}
	if _, err := os.Stat(path + batch.OptionsSuffix); err == nil {
		t.Error("a file of options was written")
	}
	if _, err := newBatch(1, count).Continue(t.Context(), strings.NewReader(". 1"), filepath.Dir(path), options); err == nil {
		t.Error("a folder was accepted")
	}
}

func ExampleBatch_Write() {
	b := batch.Batch{Rules: hermit.Rules(), Threads: 2, Start: func() batch.Answer {
		return func(_ context.Context, q batch.Question) (any, error) {
			return map[string]any{"position": q.Position.String(), "moves": q.Position.Moves()}, nil
		}
	}}
	count, err := b.Write(context.Background(), strings.NewReader(". 1\tsmall\nx\n"), os.Stdout)
	fmt.Println(count, err)
	// Output:
	// {"id":"small","moves":["Ra1","Ya1","Ba1"],"position":". 1"}
	// {"game":"hermit","position":"x","error":"line 2: hermit position \"x\": want a board and the seat to move, as in \"RRB./..YR/BB.R/.RYY 1\""}
	// {2 1 0} <nil>
}

// FuzzWrite wants for any input a line of JSON for each position, in order.
func FuzzWrite(f *testing.F) {
	f.Add(positions(5))
	f.Add("\ufeff\t\x00\xff\n#\n\r\n")
	f.Fuzz(func(t *testing.T, in string) {
		one, n := write(t, newBatch(1, count), in)
		two, m := write(t, newBatch(3, count), in)
		if one != two || n != m || strings.Count(one, "\n") != n.Answers {
			t.Errorf("%+v, %+v\n%s\n%s", n, m, one, two)
		}
		path := filepath.Join(t.TempDir(), "answers")
		for range 2 {
			if m, err := newBatch(2, count).Continue(t.Context(), strings.NewReader(in), path, options); err != nil || m.Answers != n.Answers {
				t.Errorf("%+v, %v", m, err)
			}
		}
		if text, _ := os.ReadFile(path); string(text) != one {
			t.Errorf("%s, want %s", text, one)
		}
	})
}
