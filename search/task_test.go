package search_test

import (
	"errors"
	"testing"

	"thera/amazons"
	"thera/engine"
	"thera/game/gametest"
	"thera/hermit"
	"thera/search"
)

func TestNoise(t *testing.T) {
	if v := (search.Noise{0, 9}).Of(5); v != 0 {
		t.Errorf("%d without a seed", v)
	}
	n := search.Noise{Seed: 3, Width: 4}
	counts := map[int]int{}
	for hash := range uint64(9000) {
		v := n.Of(hash)
		if v != n.Of(hash) {
			t.Fatal("differs for one position")
		}
		counts[v]++
	}
	for v := -4; v <= 4; v++ {
		if counts[v] < 850 || counts[v] > 1150 {
			t.Errorf("%d comes %d times, want about 1000", v, counts[v])
		}
	}
	if len(counts) != 9 {
		t.Errorf("values %v, want −4 to 4", counts)
	}
}

func TestNewTask(t *testing.T) {
	pos := gametest.Must(t, amazons.Rules().Parse, "Q2/2q w")
	unpack := func(req engine.Request) *search.Task[amazons.Position, amazons.Move] {
		task, err := search.NewTask[amazons.Position, amazons.Move](t.Context(), req, 7)
		if err != nil {
			t.Fatal(err)
		}
		return task
	}
	plain := unpack(engine.Request{Position: pos})
	if plain.Root.String() != pos.String() || len(plain.Moves) != len(pos.Moves()) || plain.Seats != 3 ||
		plain.Depth != search.MaxDepth || plain.Lines != 1 || plain.WantsReports() || plain.Meter.NodesLeft() < 1<<40 {
		t.Errorf("%+v", plain)
	}
	plain.Report(make([]engine.Info, 1)) // to nobody
	var reported int
	full := unpack(engine.Request{
		Position: pos, Seed: 3, Lines: 1000, Limits: engine.Limits{Depth: 3, Nodes: 50},
		Report: func(engine.Info) { reported++ },
	})
	full.Report(make([]engine.Info, 2))
	if full.Depth != 3 || full.Nodes != 50 || full.Meter.NodesLeft() != 51 || full.Lines != len(pos.Moves()) ||
		full.Noise != (search.Noise{3, 7}) || reported != 2 {
		t.Errorf("%+v, %d reported", full, reported)
	}
	if deep := unpack(engine.Request{Position: pos, Limits: engine.Limits{Depth: search.MaxDepth + 1}}); deep.Depth != search.MaxDepth {
		t.Errorf("depth %d, want %d", deep.Depth, search.MaxDepth)
	}
	if _, err := search.NewTask[hermit.Position, hermit.Move](t.Context(), engine.Request{Position: pos}, 7); err == nil {
		t.Error("takes another game's position")
	}
	over := gametest.Must(t, amazons.Rules().Parse, "Q*/*q w")
	if _, err := search.NewTask[amazons.Position, amazons.Move](t.Context(), engine.Request{Position: over}, 7); !errors.Is(err, engine.ErrOver) {
		t.Errorf("a finished game: %v", err)
	}
}
