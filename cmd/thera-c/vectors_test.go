package main

import (
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"testing"

	"thera/internal/lab/environment"
)

func newVectors() *vectors { return &vectors{table: map[int64]*vector{}} }

// add makes a vector for a test.
func add(t *testing.T, all *vectors, game, variant string, n int) int64 {
	t.Helper()
	handle, err := all.add(game, variant, n)
	if err != nil {
		t.Fatal(err)
	}
	return handle
}

func TestVectorErrors(t *testing.T) {
	all := newVectors()
	handle := add(t, all, "hermit", "4x4", 2)
	freed := add(t, all, "hermit", "4x4", 2)
	if _, err := all.free(freed); err != nil {
		t.Fatal(err)
	}
	other := add(t, all, "amazons", "6x6", 1)
	amazon, err := startOf("amazons", "6x6")
	if err != nil {
		t.Fatal(err)
	}
	forged := amazon
	forged.turn = 1
	nothing := func(*vector) (int, error) { return 0, nil }
	for _, test := range []struct {
		want string
		call func() (int, error)
	}{
		{"n = 0: want 1 to 1048576 games", func() (int, error) { _, err := all.add("hermit", "", 0); return 0, err }},
		{"n = 1048577: want", func() (int, error) { _, err := all.add("hermit", "", maxGames+1); return 0, err }},
		{`unknown game "go": want one of`, func() (int, error) { _, err := all.add("go", "", 1); return 0, err }},
		{"vector 77: unknown or freed", func() (int, error) { return all.use(77, nothing) }},
		{"vector 2: unknown or freed", func() (int, error) { return all.use(freed, nothing) }},
		{"vector 2: unknown or freed", func() (int, error) { return all.free(freed) }},
		{"vector 1: another call uses the vector", func() (int, error) {
			return all.use(handle, func(*vector) (int, error) { return all.use(handle, nothing) })
		}},
		{"vector 1: another call uses the vector", func() (int, error) {
			return all.use(handle, func(*vector) (int, error) { return all.copyGame(other, 0, handle, 0) })
		}},
		{"vector 1: another call uses the vector", func() (int, error) {
			return all.use(handle, func(*vector) (int, error) { return all.free(handle) })
		}},
		{"copy from a vector of amazons_v1", func() (int, error) { return all.copyGame(handle, 0, other, 0) }},
		{"game 9: want 0 to 1", func() (int, error) { return all.copyGame(handle, 9, handle, 0) }},
		{"position of amazons: want one of hermit", func() (int, error) {
			return all.use(handle, func(v *vector) (int, error) { return 0, v.setPosition(0, &amazon) })
		}},
		{"position: it was changed", func() (int, error) {
			return all.use(handle, func(v *vector) (int, error) { return 0, v.setPosition(0, &forged) })
		}},
		{"cells: 3 values: want", func() (int, error) {
			return all.use(handle, func(v *vector) (int, error) {
				return 0, fillSymmetries(v.Symmetries(), make([]int32, 3), nil, nil)
			})
		}},
	} {
		if _, err := test.call(); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("error %v, want %q", err, test.want)
		}
	}
}

// TestFillSymmetries wants nothing to be written if one of the tables has a wrong size.
func TestFillSymmetries(t *testing.T) {
	all := newVectors()
	v := all.table[add(t, all, "hermit", "4x4", 1)]
	cells := make([]int32, len(v.Symmetries())*v.Spec().Cells())
	err := fillSymmetries(v.Symmetries(), cells, make([]int32, 3), make([]int32, 3))
	if err == nil || !strings.HasPrefix(err.Error(), "planes: 3 values: want ") {
		t.Errorf("error %v, want one about planes", err)
	}
	if slices.Max(cells) > 0 {
		t.Error("the cells are written, although the planes are refused")
	}
}

// TestLimits wants errors before memory is taken, and the counts to be right afterwards.
func TestLimits(t *testing.T) {
	all := newVectors()
	all.games = maxAllGames - 2
	if _, err := all.add("hermit", "4x4", 3); err == nil || !strings.Contains(err.Error(), "free a vector first") {
		t.Errorf("too many games: error %v", err)
	}
	if _, err := all.add("hermit", "13x13", 2); err == nil {
		t.Error("13x13 is accepted")
	}
	handle := add(t, all, "hermit", "4x4", 2)
	if _, err := all.free(handle); err != nil || all.games != maxAllGames-2 || len(all.table) != 0 {
		t.Errorf("after all was freed, there are %d games and %d vectors, %v", all.games, len(all.table), err)
	}
}

// TestThreads has several threads free and use the same vectors. Each call works or gets
// an error.
func TestThreads(t *testing.T) {
	all := newVectors()
	handle := add(t, all, "hermit", "4x4", 8)
	var threads sync.WaitGroup
	for range 4 {
		threads.Go(func() {
			seed := uint64(1)
			actions := make([]int32, 8)
			for range 200 {
				_, err := all.use(handle, func(v *vector) (int, error) {
					if err := v.RandomActions(&seed, actions); err != nil {
						return 0, err
					}
					return 0, v.step(actions, true, environment.Arrays{})
				})
				if err != nil && !strings.Contains(err.Error(), "another call") {
					t.Error(err)
				}
				mine, err := all.add("hermit", "4x4", 1)
				if err != nil {
					t.Error(err)
				}
				if _, err := all.free(mine); err != nil {
					t.Error(err)
				}
			}
		})
	}
	threads.Wait()
	if len(all.table) != 1 || all.games != 8 {
		t.Errorf("%d vectors with %d games are left, want one with 8", len(all.table), all.games)
	}
}

func TestVector(t *testing.T) {
	all := newVectors()
	handle := add(t, all, "santorini", "2p", 3)
	_, err := all.use(handle, func(v *vector) (int, error) {
		text, err := v.describe()
		if err != nil {
			return 0, err
		}
		var spec struct {
			environment.Spec
			N, Symmetries int
		}
		if err := json.Unmarshal(text, &spec); err != nil {
			return 0, err
		}
		if spec.Game != "santorini" || spec.N != 3 || spec.Symmetries != 8 {
			t.Errorf("the spec is %s", text)
		}
		tables := make([]int32, spec.Symmetries*spec.Actions)
		if err := fillSymmetries(v.Symmetries(), nil, nil, tables); err != nil {
			return 0, err
		}
		for i, s := range v.Symmetries() {
			if row := tables[i*spec.Actions : (i+1)*spec.Actions]; !slices.Equal(row, s.Actions) {
				t.Errorf("symmetry %d: actions %v, want %v", i, row, s.Actions)
			}
		}
		// There and back again.
		seed, actions := uint64(5), make([]int32, 3)
		for range 9 {
			if err := v.RandomActions(&seed, actions); err != nil {
				return 0, err
			}
			if err := v.step(actions, true, environment.Arrays{}); err != nil {
				return 0, err
			}
		}
		p, err := v.position(1)
		if err != nil {
			return 0, err
		}
		if err := v.setPosition(0, &p); err != nil {
			return 0, err
		}
		if q, err := v.position(0); err != nil || q != p {
			t.Errorf("game 0 is at %+v, %v; want %+v", q, err, p)
		}
		return 0, nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestStepAllocations wants steps to allocate nothing.
func TestStepAllocations(t *testing.T) {
	all := newVectors()
	for _, entry := range games {
		handle := add(t, all, entry.Game.Name(), "", 16)
		v := all.table[handle]
		s := v.Spec()
		a := environment.Arrays{
			Observation: make([]uint8, 16*s.Cells()*len(s.Planes)), Mask: make([]uint8, 16*s.Actions),
			Rewards: make([]float32, 16*s.Seats), Terminated: make([]uint8, 16), CurrentPlayer: make([]int8, 16),
		}
		seed, actions := uint64(1), make([]int32, 16)
		if n := testing.AllocsPerRun(200, func() {
			if _, err := all.use(handle, func(v *vector) (int, error) {
				if err := v.RandomActions(&seed, actions); err != nil {
					return 0, err
				}
				return 0, v.step(actions, true, a)
			}); err != nil {
				t.Fatal(err)
			}
		}); n > 0 {
			t.Errorf("%s: a step makes %v allocations, want none", s.Name, n)
		}
	}
}
