package santorini

import (
	"errors"
	"testing"

	"thera/game"
	"thera/game/gametest"
)

func TestLaws(t *testing.T) {
	gametest.Laws(t, rules, gametest.Options{
		Reference: naive{},
		Starts: []string{
			"00000/00100/00000/00020/00000 b2d4,b4d2 1",
			"03411/24243/02141/14242/21140 a3e1,c2d5 2",
			"23111/23443/40214/44242/11040 b1e2,b3e1 2",
			"01233/11222/01233/11222/00123 a1e5,b3c3 1", // full of climbs
			"33333/22222/33333/22222/33333 a1a2,a3a4,a5b4 3",
			flat + "a1a2,b1b2,a3b3,c3d4 4", // seat 1 is shut in
			"02020/22222/02020/22222/02020 a1a2,b1b3,x,d5e5 4",
			cells + "a1e5,a5e1,c3c5 2",
		},
	})
}

func TestPlaythroughs(t *testing.T) {
	gametest.Playthroughs(t, Rules(), "testdata/playthroughs")
}

func TestPlay(t *testing.T) {
	for _, test := range []struct {
		name, text string
		move       game.Move
		want       string // "" if illegal
	}{
		{"place", flat + "-,- 1", "@b2,d4", flat + "b2d4,- 2"},
		{"place on a worker", flat + "b2d4,- 2", "@a1,b2", ""},
		{"last to place", flat + "b2d4,- 2", "@b4,d2", flat + "b2d4,b4d2 1"},
		{
			"placing shuts a seat in", flat + "a1e5,a2b1,b2d4,- 4", "@d5,e4",
			flat + "x,a2b1,b2d4,d5e4 2",
		},
		{"build", flat + "b2d4,b4d2 1", "b2-b3(c3)", "00000/00000/00100/00000/00000 b3d4,b4d2 2"},
		{"build on the square just left", flat + "b2d4,b4d2 1", "b2-b3(b2)", "00000/00000/00000/01000/00000 b3d4,b4d2 2"},
		{"build on the own square", flat + "b2d4,b4d2 1", "b2-b3(b3)", ""},
		{"build on a worker", flat + "b2d4,b4d2 1", "b2-b3(b4)", ""},
		{"build away from the worker", flat + "b2d4,b4d2 1", "b2-b3(d3)", ""},
		{"move onto a worker", flat + "b3d4,b4d2 1", "b3-b4(b3)", ""},
		{"move two squares", flat + "b2d4,b4d2 1", "b2-d2(c2)", ""},
		{"move without building", flat + "b2d4,b4d2 1", "b2-b3", ""},
		{"move the other's worker", flat + "b2d4,b4d2 1", "b4-b3(b4)", ""},
		{"place twice", flat + "b2d4,b4d2 1", "@a1,a2", ""},
		{"up one level", tower + "b4d4,b1d2 1", "b4-a4(b4)", ""},
		{"up from level 1", "00000/21000/00000/00000/00000 b4d4,b1d2 1", "b4-a4(b4)", "00000/22000/00000/00000/00000 a4d4,b1d2 2"},
		{"down three levels", tower + "a5d4,b1d2 1", "a5-b5(a5)", "40000/20000/00000/00000/00000 b5d4,b1d2 2"},
		{"dome", tower + "a3d4,b1d2 1", "a3-b4(a5)", "40000/20000/00000/00000/00000 b4d4,b1d2 2"},
		{"build on a dome", "40000/20000/00000/00000/00000 a3d4,b1d2 1", "a3-b4(a5)", ""},
		{"move onto a dome", "40000/30000/00000/00000/00000 a4d4,b1d2 1", "a4-a5(a4)", ""},
		{"climb", tower + "a4d4,b1d2 1", "a4-a5", tower + "a5d4,b1d2 #1"},
		{"climb and build", tower + "a4d4,b1d2 1", "a4-a5(a4)", ""},
		{"climb of one of three", tower + "b1d2,x,a4d4 3", "a4-a5", tower + "b1d2,x,a5d4 #3"},
		{"from level 3 to level 3", "33000/00000/00000/00000/00000 a5d4,b1d2 1", "a5-b5(a5)", "43000/00000/00000/00000/00000 b5d4,b1d2 2"},
		{"from level 3 to level 3 without building", "33000/00000/00000/00000/00000 a5d4,b1d2 1", "a5-b5", ""},
		{
			"two players, the other is stuck", "04040/44444/44044/44444/04400 a5c3,c5e1 2", "e1-d1(e1)",
			"04040/44444/44044/44444/04401 a5c3,c5d1 1",
		},
		{
			"stuck seats go out", cells + "a5c3,c5e1,a1e5,x 2", "e1-d1(e1)",
			"04040/44444/44044/44444/04401 x,c5d1,x,x 2",
		},
		{
			"who goes out makes room for the next", "04040/44444/44044/04444/04400 a1c5,a2a5,c3e1 3", "e1-d1(e1)",
			"04040/44444/44044/04444/04401 x,a2a5,c3d1 2",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			pos := gametest.Must(t, Rules().Parse, test.text)
			next, err := pos.Play(test.move)
			switch {
			case test.want == "":
				if !errors.Is(err, game.ErrIllegal) {
					t.Errorf("%s after %s: %v, %v, want an illegal move", pos, test.move, next, err)
				}
			case err != nil:
				t.Error(err)
			case next.String() != test.want:
				t.Errorf("%s after %s:\n got %s\nwant %s", pos, test.move, next, test.want)
			}
		})
	}
}

// TestHash checks that positions which differ in one thing have different
// hashes.
func TestHash(t *testing.T) {
	seen := map[uint64]string{}
	for _, text := range []string{
		flat + "-,- 1", flat + "-,-,- 1", flat + "-,-,-,- 1",
		flat + "b2d4,- 2", flat + "b2d4,-,- 2", flat + "b2d4,x,x 1",
		tower + "a5d4,b1d2 1", tower + "a5d4,b1d2 2", tower + "a5d4,b1d2 #1", tower + "b1d2,a5d4 #2",
		tower + "b1d2,a5d4 1", tower + "b1d2,a5d4 2", tower + "a5d4,b1d2,x 1", tower + "a5d4,x,b1d2 1",
		"40000/20000/00000/00000/00000 a4d4,b1d2 1", "20000/40000/00000/00000/00000 a5d4,b1d2 1",
	} {
		p := gametest.Must(t, Parse, text)
		if other, ok := seen[p.Hash()]; ok {
			t.Errorf("%s and %s have the same hash", text, other)
		}
		seen[p.Hash()] = text
	}
}
