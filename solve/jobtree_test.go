package solve_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"thera/amazons"
	"thera/game"
	"thera/game/gametest"
	"thera/hermit"
	"thera/santorini"
	"thera/solve"
)

// truth finds results by trying all moves.
type truth map[string]solve.JobResult

func (known truth) of(t *testing.T, pos game.Position) solve.JobResult {
	t.Helper()
	if r, ok := known[pos.String()]; ok {
		return r
	}
	result := solve.Lost
	if winners := pos.Winners(); winners.Has(pos.Turn()) {
		result = solve.Won
	}
	for _, m := range pos.Moves() {
		next := gametest.Must(t, pos.Play, m)
		if known.of(t, next) == solve.Lost && next.Turn() != pos.Turn() {
			result = solve.Won
		}
	}
	known[pos.String()] = result
	return result
}

// TestTree has questions answered in any order by a solver that can't answer all of
// them, with various numbers of questions asked at a time.
func TestTree(t *testing.T) {
	for _, test := range []struct {
		rules game.Game
		text  string
	}{
		{hermit.Rules(), ".../... 1"},
		{hermit.Rules(), "R.B/.../..Y/... 2"},
		{amazons.Rules(), "Q1*/1*1/*1q w"},
	} {
		pos := gametest.Must(t, test.rules.Parse, test.text)
		known := truth{}
		want := known.of(t, pos)
		for seed := range uint64(6) {
			rng := rand.New(rand.NewPCG(seed, 1))
			tree, err := solve.NewJobTree(pos)
			if err != nil {
				t.Fatal(err)
			}
			var asked []game.Position
			answers := 0
			for tree.Result() == solve.Open {
				if next, ok := tree.Next(); ok && len(asked) < 1+int(seed) {
					asked = append(asked, next)
					continue
				} else if ok {
					tree.Withdraw(next.String())
				}
				if len(asked) == 0 {
					t.Fatalf("%s: nothing is asked and nothing is to be", pos)
				}
				i := rng.IntN(len(asked))
				question := asked[i]
				asked = slices.Delete(asked, i, i+1)
				answer := solve.Open
				if len(question.Moves()) <= 4 || rng.IntN(8) == 0 {
					answer = known.of(t, question)
				}
				if err := tree.Answer(question.String(), answer); err != nil {
					t.Fatal(err)
				}
				answers++
			}
			all, _ := tree.Len()
			t.Logf("%s, %d at a time: %d answers, %d positions", pos, 1+seed, answers, all)
			if tree.Result() != want {
				t.Errorf("%s: %s, want %s", pos, tree.Result(), want)
			}
			for _, m := range tree.Moves() {
				next, err := pos.Play(m)
				if err != nil || known.of(t, next) != solve.Lost {
					t.Errorf("%s: %s is said to win", pos, m)
				}
			}
		}
	}
}

// TestAsked wants a question to be asked once, not to be wanted when its answer
// has no use any more, and to be asked again when it is withdrawn.
func TestAsked(t *testing.T) {
	pos := gametest.Must(t, hermit.Rules().Parse, "../.. 1")
	tree, err := solve.NewJobTree(pos)
	if err != nil {
		t.Fatal(err)
	}
	if first, ok := tree.Next(); !ok || first.String() != pos.String() || tree.Asked() != 1 {
		t.Fatalf("the first question is %v, %d are asked", first, tree.Asked())
	}
	if _, ok := tree.Next(); ok {
		t.Error("the root is asked twice")
	}
	if err := tree.Answer(pos.String(), solve.Open); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	var last string
	for q, ok := tree.Next(); ok; q, ok = tree.Next() {
		if last = q.String(); seen[last] {
			t.Errorf("%s is asked twice", last)
		}
		seen[last] = true
	}
	if tree.Asked() != len(seen) || len(seen) < 2 {
		t.Errorf("%d of %d are asked", tree.Asked(), len(seen))
	}
	tree.Withdraw(last)
	if q, ok := tree.Next(); !ok || q.String() != last {
		t.Errorf("%v is next, want %s, which was withdrawn", q, last)
	}
	if !tree.Wanted(last) {
		t.Errorf("%s is not wanted", last)
	}
	for text := range seen {
		if text != last {
			if err := tree.Answer(text, solve.Lost); err != nil {
				t.Fatal(err)
			}
			break
		}
	}
	if tree.Result() != solve.Won || tree.Wanted(last) || len(tree.Moves()) != 1 {
		t.Errorf("%s with moves %v, want a win by one move", tree.Result(), tree.Moves())
	}
}

func TestRefused(t *testing.T) {
	pos := gametest.Must(t, hermit.Rules().Parse, ".. 1")
	tree, err := solve.NewJobTree(pos)
	if err != nil {
		t.Fatal(err)
	}
	if err := tree.Answer("... 1", solve.Won); err == nil || !strings.Contains(err.Error(), "... 1") {
		t.Errorf("a position of another tree: %v", err)
	}
	if err := tree.Answer(pos.String(), solve.Won); err != nil {
		t.Error(err)
	}
	if err := tree.Answer(pos.String(), solve.Lost); err == nil || !strings.Contains(err.Error(), "lost") {
		t.Errorf("a second answer that contradicts the first: %v", err)
	}
	three, err := santorini.Rules().Start("3p")
	if err != nil {
		t.Skip(err)
	}
	if _, err := solve.NewJobTree(three); err == nil {
		t.Error("a tree of three seats")
	}
}

func TestResultText(t *testing.T) {
	for r := solve.Open; r <= solve.Lost; r++ {
		if got, err := solve.ParseJobResult(r.String()); got != r || err != nil {
			t.Errorf("%s comes back as %s, %v", r, got, err)
		}
	}
	if _, err := solve.ParseJobResult("drawn"); err == nil || !strings.Contains(err.Error(), "drawn") {
		t.Errorf("drawn: %v", err)
	}
}
