package tune

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"thera/amazons"
	"thera/amazons/eval"
	"thera/game/gametest"
)

// TestAmazonsSamples has a turn aside and one after which nothing is contested.
func TestAmazonsSamples(t *testing.T) {
	start := gametest.Must(t, amazons.Parse, "q5/6/Q5 w")
	var s amazonsSamples
	const game = "?a1-b1(c1)=110 a1-a2(b2)=0 a3-c3(a3)=-110 a2-a1(a2)=29999\n"
	if err := s.add(start, held, game); err != nil {
		t.Fatal(err)
	}
	var got []float32
	for _, sample := range s.kept {
		got = append(got, sample.chance)
	}
	// Nobody has won, so that the two that were played count as lost by a fifth, but
	// for the last one, which is proven.
	if want := []float32{0.75, 0.4, 0.2}; !cmp.Equal(got[:3], want, cmp.Comparer(func(a, b float32) bool { return max(a-b, b-a) < 1e-2 })) {
		t.Errorf("the chances to learn are %v, want %v", got, want)
	}
	if err := s.add(start, 1, "a1-a2(c5)"); err == nil || !strings.Contains(err.Error(), "a1-a2(c5)") {
		t.Errorf("an illegal turn: %v", err)
	}
}

// TestLearnPatterns learns from games of two boards, at once and with what is there.
func TestLearnPatterns(t *testing.T) {
	dir := t.TempDir()
	learn := func(variant string, games int) (file []byte, lines string) {
		t.Helper()
		opt := Options{Games: games, Nodes: 20, Seed: 3, Variant: variant, Epochs: 3, Data: dir}
		file, err := learnPatterns(t.Context(), opt, "the command", func(line string) { lines += line + "\n" })
		if err != nil {
			t.Fatal(err)
		}
		return file, lines
	}
	learn("6x6", 30)
	want, lines := learn("8x8", 25)
	if got, _ := learn("6x6", 30); !bytes.Equal(got, want) {
		t.Error("the same games give another network")
	}
	w, err := eval.ParseNetworkWeights(want)
	if err != nil || !bytes.HasPrefix(want, []byte("the command\n")) {
		t.Fatalf("the network's file begins with %q: %v", want[:20], err)
	}
	if _, err := eval.NewNetwork(w); err != nil || *w == (eval.NetworkWeights{}) {
		t.Errorf("the network: %v, or it says nothing", err)
	}
	_, last, found := strings.Cut(lines, "epoch 3: loss ")
	_, first, _ := strings.Cut(lines, "epoch 1: loss ")
	var before, after float64
	if _, err := fmt.Sscan(first, &before); err != nil || !found {
		t.Fatalf("it told\n%s", lines)
	}
	if _, err := fmt.Sscan(last, &after); err != nil || after > before-0.002 {
		t.Errorf("the loss went from %.5f to %.5f nats (%v)", before, after, err)
	}
	if err := os.WriteFile(filepath.Join(dir, "games-5x5-1"), []byte("games\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := learnPatterns(t.Context(), Options{Games: 30, Nodes: 20, Seed: 3, Variant: "6x6", Data: dir}, "", func(string) {}); err == nil ||
		!strings.Contains(err.Error(), "games-5x5-1") {
		t.Errorf("a file that holds no games: %v", err)
	}
}
