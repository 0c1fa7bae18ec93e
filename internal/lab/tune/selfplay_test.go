package tune

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"thera/game/gametest"
	"thera/santorini"
	"thera/santorini/eval"
)

const aGame = "@b2,c3 @b4,d2 c3-c4(c3) d2-d3(d4)=-12 b2-b3(b2)=29997"

func TestGameText(t *testing.T) {
	for _, variant := range []string{"", "hermes,prometheus", "3p"} {
		line := strings.TrimPrefix(variant+" "+aGame, " ")
		g := gametest.Must(t, parseSantoriniGame, line)
		if got := string(appendGame(nil, g.selfGame)); got != line+"\n" {
			t.Errorf("%q comes back as %q", line, got)
		}
		turns := g.turns
		if last := turns[len(turns)-1]; g.variant != variant || len(turns) != 5 || !last.asked || last.score != 29997 || turns[2].asked {
			t.Errorf("%q is read as %v", line, g)
		}
	}
	for _, broken := range []string{"c3-c9(c3)", "c3-c4(c3)=", "c3-c4(c3)=12x", "c3-c4(c3)=40000"} {
		if _, err := parseSantoriniGame(broken); err == nil || !strings.Contains(err.Error(), broken) {
			t.Errorf("%q: error %v, want one that quotes it", broken, err)
		}
	}
}

func FuzzParseGame(f *testing.F) {
	f.Add(aGame)
	f.Add("@b2,c3=0  x")
	f.Add("demeter,atlas @b2,c3 @c2,b4 b2-a2(a3,b3)=12 b4-a4(a5D)=-3")
	f.Add(aGameOfThree)
	f.Fuzz(func(t *testing.T, line string) {
		g, err := parseSantoriniGame(line)
		if err != nil {
			return
		}
		again, err := parseSantoriniGame(strings.TrimSuffix(string(appendGame(nil, g.selfGame)), "\n"))
		if diff := cmp.Diff(g, again, cmp.AllowUnexported(santoriniGame{}, selfGame[santorini.Move]{}, turn[santorini.Move]{})); err != nil || diff != "" {
			t.Errorf("%q comes back differently: %v\n%s", line, err, diff)
		}
		if start, err := g.start(); err == nil && start.Seats().Len() == 2 {
			_, _ = appendSamples(nil, g)
		} else if err == nil {
			_, _ = appendSeatSamples(nil, g)
		}
	})
}

// TestAppendSamples has a turn drawn in the middle: what comes before it does
// not learn from the result.
func TestAppendSamples(t *testing.T) {
	// Seat 2 climbs to the top in the end; the turn before that is forced.
	const won = "@b2,c3 @b4,d2 b2-a2(a3)=0 d2-d3(d4)=0 a2-b2(b3) d3-d4(d3)=0 b2-a2(b2)=110"
	g := gametest.Must(t, parseSantoriniGame, won)
	list, err := appendSamples(nil, g)
	if err != nil {
		t.Fatal(err)
	}
	var got []float32
	for _, s := range list {
		got = append(got, s.chance)
	}
	// The game has no winner here, so that the last two count as lost by a fifth.
	if want := []float32{0.5, 0.5, 0.4, 0.6}; !cmp.Equal(got, want, cmp.Comparer(func(a, b float32) bool { return max(a-b, b-a) < 1e-2 })) {
		t.Errorf("the chances to learn are %v, want %v", got, want)
	}
	g.turns[2].move = g.turns[3].move
	if _, err := appendSamples(nil, g); err == nil || !strings.Contains(err.Error(), "d2-d3(d4)") {
		t.Errorf("an illegal turn: %v", err)
	}
}

func selfPlayedByHand(seed uint64) SelfPlay {
	return SelfPlay{Game: "santorini", Nodes: 30, Seed: seed, Generation: 1}
}

// TestExtendThreads truncates a file at various places and continues from there.
func TestExtendThreads(t *testing.T) {
	name := filepath.Join(t.TempDir(), "games")
	s := selfPlayedByHand(1)
	extend := func(games int) []byte {
		t.Helper()
		if err := s.extend(t.Context(), name, Options{Games: games}); err != nil {
			t.Fatal(err)
		}
		return gametest.Must(t, os.ReadFile, name)
	}
	want := extend(8)
	if lines := bytes.Count(want, []byte("\n")); lines != 9 {
		t.Fatalf("%d lines, want a title and 8 games", lines)
	}
	for _, left := range []int{0, 3, len(s.title()), len(s.title()) + 10, len(want) / 2, len(want) - 1} {
		if err := os.Truncate(name, int64(left)); err != nil {
			t.Fatal(err)
		}
		if left%2 == 0 {
			extend(7)
		}
		if got := extend(8); !bytes.Equal(got, want) {
			t.Errorf("broken off after %d bytes, the file comes out differently", left)
		}
	}
	if err := s.extend(t.Context(), name, Options{Games: 7}); err == nil || !strings.Contains(err.Error(), "holds 8 games") {
		t.Errorf("7 games where there are 8: error %v", err)
	}
	other := selfPlayedByHand(2)
	if err := other.extend(t.Context(), name, Options{Games: 8}); err == nil || !strings.Contains(err.Error(), "seed 1") || !strings.Contains(err.Error(), "seed 2") {
		t.Errorf("games of another seed: error %v, want one that quotes both titles", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	if err := s.extend(ctx, name, Options{Games: 1000, Progress: func(_, games int) {
		if games == 12 {
			cancel()
		}
	}}); err == nil {
		t.Error("a run that is canceled ends well")
	}
	if !bytes.HasPrefix(extend(20), want) {
		t.Error("more games change the first ones")
	}
}

// TestGenerations makes two networks at once, and one after the other.
func TestGenerations(t *testing.T) {
	run := func(dir string, count int) []byte {
		t.Helper()
		g := generations{
			Options{Games: 25, Nodes: 20, Seed: 3, ByHand: true, Generations: count, Epochs: 2, Data: dir},
			"the command", func(string) {},
		}
		network, err := g.run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return network
	}
	atOnce, inSteps := t.TempDir(), t.TempDir()
	want := run(atOnce, 2)
	if first := run(inSteps, 1); bytes.Equal(first, want) {
		t.Error("the second network is the first one")
	}
	if !bytes.Equal(run(inSteps, 2), want) {
		t.Error("two generations, one after the other, are not the two at once")
	}
	if !bytes.HasPrefix(want, []byte("the command\n")) {
		t.Errorf("the network's file begins with %q", want[:20])
	}
	if err := os.WriteFile(filepath.Join(inSteps, "network-1"), []byte("nothing\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(inSteps, "network-2")); err != nil {
		t.Fatal(err)
	}
	g := generations{Options{Games: 25, Nodes: 20, Seed: 3, Generations: 2, Epochs: 1, Data: inSteps}, "", func(string) {}}
	if _, err := g.run(t.Context()); err == nil || !strings.Contains(err.Error(), "generation 1") {
		t.Errorf("a broken network: error %v, want one that names its generation", err)
	}
}

// TestGenerationsPowers wants what a network says of play without powers to stay,
// and games of all pairings.
func TestGenerationsPowers(t *testing.T) {
	dir := t.TempDir()
	g := generations{
		Options{Games: 130, Nodes: 5, Seed: 3, ByHand: true, Powers: true, Generations: 1, Epochs: 10, Data: dir},
		"the command", func(string) {},
	}
	file, err := g.run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	got := gametest.Must(t, eval.ParseWeights, file)
	want := fitted(t)
	if got.Bias != want.Bias || got.Rows != want.Rows {
		t.Error("the weights of play without powers have changed")
	}
	if !slices.ContainsFunc(got.Powers, func(row [eval.NumUnits]int8) bool { return row != [eval.NumUnits]int8{} }) {
		t.Error("nothing was learned")
	}
	text := gametest.Must(t, os.ReadFile, filepath.Join(dir, "games-1"))
	pairings := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		first, _, _ := strings.Cut(line, " ")
		pairings[first] = true
	}
	if n := len(santorini.Powers()); len(pairings) != n*n {
		t.Errorf("%d pairings and a title, want %d", len(pairings), n*n)
	}
}
