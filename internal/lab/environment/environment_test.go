package environment

import (
	"fmt"
	"testing"
)

// tested are the environments that all tests of encodings run on.
var tested = []struct{ game, variant string }{
	{"amazons", "10x10"},
	{"amazons", "8x8"},
	{"amazons", "6x6"},
	{"amazons", "q3/1Q2/4 w"},
	{"hermit", "6x6"},
	{"hermit", "10x10"},
	{"hermit", "3x3"},
	{"hermit", "4x7"},
	{"santorini", "2p"},
	{"santorini", "2p:artemis,hermes"},
	{"santorini", "2p:demeter,prometheus"},
	{"santorini", "3p"},
	{"santorini", "teams:athena,minotaur,atlas,mortal"},
}

// arrays returns arrays for a vector.
func arrays(v Vector) Arrays {
	s := v.Spec()
	return Arrays{
		CurrentPlayer: make([]int8, v.Len()),
		Observation:   make([]uint8, v.Len()*s.Cells()*len(s.Planes)),
		Mask:          make([]uint8, v.Len()*s.Actions),
		Rewards:       make([]float32, v.Len()*s.Seats),
		Terminated:    make([]uint8, v.Len()),
	}
}

func mustMake(t testing.TB, game, variant string, n int) Vector {
	t.Helper()
	v, err := Make(game, variant, n)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// BenchmarkStep plays 1024 games of random actions, with all arrays; an operation is one
// step of one game.
func BenchmarkStep(b *testing.B) {
	for _, e := range tested {
		b.Run(fmt.Sprintf("%s %s", e.game, e.variant), func(b *testing.B) {
			v := mustMake(b, e.game, e.variant, 1024)
			a, actions, seed := arrays(v), make([]int32, 1024), uint64(1)
			if err := v.Reset(a); err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for i := 0; i < b.N; i += 1024 {
				err := v.RandomActions(&seed, actions)
				if err == nil {
					err = v.Step(actions, true, a)
				}
				if err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
