package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"

	"thera/internal/catalog"
)

// runOnTerminal runs the program with the given arguments on what stands in for a
// terminal.
func runOnTerminal(ctx context.Context, args ...string) (status int, stdout, stderr string) {
	var out, errs bytes.Buffer
	p := program{stdin: strings.NewReader(""), stdout: &out, stderr: &errs, terminal: true}
	status = p.run(ctx, args)
	return status, out.String(), errs.String()
}

func TestProgress(t *testing.T) {
	for _, test := range []struct{ command, first string }{
		{"best amazons --position QQ3/5/3qq_w --depth 2", "depth  1 "},
		{"perft amazons 1", "2,176 sequences, "},
		{"solve hermit --time 1500ms --memory 2MiB", clearLine + "[-"},
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

// TestInterrupted runs commands that are interrupted from the start.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, test := range []struct {
		command        string
		status         int
		stdout, stderr string // beginnings
	}{
		{"best amazons --time 1h", 0, "d1-", "\n"},
		{"perft amazons 3", 1, "", "\nthera: interrupted: 0 sequences counted, not all\n"},
		{"perft amazons 3 --divide", 1, "", "\nthera: interrupted: 0 sequences counted, not all\n"},
		{"bench", 1, "", "\nthera: interrupted: "},
		{"solve hermit --memory 2MiB", 0, "no proof  ", clearLine},
		{"amazons", 0, "Amazons 61B, version 1.0\n", ""},
	} {
		status, stdout, stderr := runOnTerminal(ctx, strings.Fields(test.command)...)
		if status != test.status || !begins(stdout, test.stdout) || !begins(stderr, test.stderr) {
			t.Errorf("%s: status %d, printed %q and %q; want %+v", test.command, status, stdout, stderr, test)
		}
	}
}

// begins reports whether text begins with prefix, or is empty if prefix is.
func begins(text, prefix string) bool {
	return strings.HasPrefix(text, prefix) && (text == "") == (prefix == "")
}

// full is a device with no space left.
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

// TestBench runs the benchmarks, less deep, twice.
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
