package environment

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"thera/game/gametest"
)

// TestGolden freezes the encodings: a file has a description, the beginning of one game to
// read, the whole game on small boards, and hashes of everything that 100 random games
// show. A file that changes is a new version of its encoding.
func TestGolden(t *testing.T) {
	eachTested(t, 100, func(t *testing.T, v Vector) {
		var out strings.Builder
		s := v.Spec()
		spec, err := json.Marshal(s)
		check(t, err)
		fmt.Fprintf(&out, "%s\n", spec)
		writeGame(t, &out, v)
		writeGames(t, &out, v)
		name := strings.Map(func(c rune) rune {
			if strings.ContainsRune("/: ,*", c) {
				return '-'
			}
			return c
		}, s.Name+"-"+s.Variant)
		gametest.Golden(t, filepath.Join("testdata", name+".txt"), out.String())
	})
}

// writeGame writes what game 0 shows, with the planes that are not all zero, rank by rank
// from the first.
func writeGame(t *testing.T, out *strings.Builder, v Vector) {
	s, a := v.Spec(), newArrays(v)
	check(t, v.Reset(a))
	seed, actions := uint64(2), make([]int32, v.Len())
	for steps := 0; s.Cells() <= 25 || steps < 4; steps++ {
		fmt.Fprintf(out, "\n%s, player %d\n", position(t, v, 0), a.CurrentPlayer[0])
		for p, name := range s.Planes {
			plane := a.Observation[p*s.Cells() : (p+1)*s.Cells()]
			if !slices.Contains(plane, 1) {
				continue
			}
			fmt.Fprintf(out, "  %-20s", name)
			for rank := range s.Height {
				out.WriteByte(' ')
				for _, bit := range plane[rank*s.Width : (rank+1)*s.Width] {
					out.WriteByte(".1"[bit])
				}
			}
			out.WriteByte('\n')
		}
		if a.Terminated[0] == 1 {
			fmt.Fprintf(out, "  rewards %v\n", a.Rewards[:s.Seats])
			return
		}
		fmt.Fprintf(out, "  legal")
		for action, legal := range a.Mask[:s.Actions] {
			if legal == 1 {
				fmt.Fprintf(out, " %d", action)
			}
		}
		check(t, v.RandomActions(&seed, actions))
		text, err := v.ActionText(0, actions[0])
		check(t, err)
		fmt.Fprintf(out, "\n  action %d: %s\n", actions[0], text)
		check(t, v.Step(actions, false, a))
	}
}

// writeGames plays all games to their ends and writes a line about each.
func writeGames(t *testing.T, out *strings.Builder, v Vector) {
	s, a := v.Spec(), newArrays(v)
	check(t, v.Reset(a))
	hashes := make([]uint64, v.Len())
	lengths := make([]int, v.Len())
	hash := fnv.New64a()
	seed, actions := uint64(1), make([]int32, v.Len())
	for over := 0; over < v.Len(); {
		check(t, v.RandomActions(&seed, actions))
		for i := range v.Len() {
			isOver := a.Terminated[i] == 1
			if isOver && lengths[i] < 0 {
				continue
			}
			hash.Reset()
			fmt.Fprintln(hash, hashes[i], a.CurrentPlayer[i], actions[i], a.Rewards[i*s.Seats:(i+1)*s.Seats], a.Terminated[i])
			size := len(s.Planes) * s.Cells()
			hash.Write(a.Observation[i*size : (i+1)*size])
			hash.Write(a.Mask[i*s.Actions : (i+1)*s.Actions])
			hashes[i] = hash.Sum64()
			if lengths[i]++; isOver {
				over++
				lengths[i] = -lengths[i]
			}
		}
		check(t, v.Step(actions, false, a))
	}
	fmt.Fprintf(out, "\nhash, actions and end of %d games\n", v.Len())
	for i := range v.Len() {
		fmt.Fprintf(out, "%016x %3d %s\n", hashes[i], -1-lengths[i], position(t, v, i))
	}
}
