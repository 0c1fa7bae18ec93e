package santorini

import (
	"maps"
	"slices"
	"testing"

	"thera/game"
	"thera/game/gametest"
)

// TestWays wants the turns that lead to the same position to be those that the
// reference finds, each read as the canonical one, and entered by its steps.
func TestWays(t *testing.T) {
	for _, text := range []string{
		"00100/01210/00101/02010/00000 b2d4,b4d2 1 artemis,pan",
		"00030/00230/00020/00000/00000 d4e1,a2b4 1 artemis,pan", // wins by several ways
		"00033/00230/00020/00000/00000 d5e1,a2b4 1 artemis,pan", // down from level 3 and up again
		"00100/01310/00101/02010/00000 b2d4,b4d2 1 atlas,pan",
		"00100/01210/00101/02010/00000 b2d4,b4d2 1 demeter,pan",
		"00100/01210/00101/02010/00000 b2d4,b4d2 1 hephaestus,pan",
		"00100/01210/00131/02010/00000 b2d4,b4d2 1 prometheus,pan",
		"44444/11114/44444/44444/00044 a4c4,a1b1 1 hermes,pan", // a corridor
		"44444/11114/41444/44444/00044 a4c4,a1b1 1 hermes,pan", // with room to pass
		"44444/11444/11444/44444/00044 a4b4,a1b1 1 hermes,pan", // a square
		"44444/11244/44144/44144/00044 a4c2,b1c4 1 hermes,pan", // apart
		"44444/12144/44144/44444/00044 a4c4,a1b1 1 hermes,pan",
	} {
		pos := gametest.Must(t, Rules().Parse, text)
		p, _ := game.KernelOf[Position](pos)
		var got []string
		for _, m := range p.AppendAliases(nil) {
			got = append(got, m.String())
		}
		turns := readNaive(text).turns()
		want := slices.Sorted(maps.Keys(turns))
		if slices.Sort(got); !slices.Equal(got, want) {
			t.Errorf("%s: turns\n got %q\nwant %q", text, got, want)
			continue
		}
		entry := game.Enter(pos)
		for _, way := range got {
			m := gametest.Must(t, pos.Read, way)
			if to, want := turns[string(m)].String(), turns[way].String(); to != want {
				t.Fatalf("%s: %s is read as %s, which leads to %s, not %s", text, way, m, to, want)
			}
			entered, _ := entry.Add(game.Move(way).Steps()...)
			if made, ok := entered.Move(); !ok || made != m {
				t.Fatalf("%s: the steps of %s make %q, want %s", text, way, made, m)
			}
		}
	}
}
