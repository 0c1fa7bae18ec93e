package environment

import (
	"testing"
)

// FuzzVector makes calls as the bytes say, sensible and not, and wants no panic, no legal
// action in a finished game and some in every other.
func FuzzVector(f *testing.F) {
	f.Add([]byte{0, 0, 1, 0, 2, 5, 3, 9, 4, 1, 5, 0, 6, 0, 7, 255}, "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w", "d1-d7(g7)")
	f.Add([]byte{16, 2, 5, 0, 6, 0, 6, 0, 1, 200}, "R.R/.../Y.B 1", "Ra1")
	f.Fuzz(func(t *testing.T, calls []byte, text, move string) {
		if len(calls) == 0 {
			return
		}
		e := tested[int(calls[0])%len(tested)]
		v := mustMake(t, e.game, e.variant, 2)
		a, actions, seed := newArrays(v), make([]int32, 2), uint64(1)
		for i := 1; i+1 < len(calls); i += 2 {
			k := int(int8(calls[i+1]))
			actions[0], actions[1] = int32(k), int32(k)*int32(k)
			switch calls[i] % 8 {
			case 0:
				check(t, v.Reset(a))
			case 1:
				_ = v.Step(actions, k&1 == 0, a)
			case 2:
				check(t, v.RandomActions(&seed, actions))
				check(t, v.Step(actions, k&1 == 0, a))
			case 3:
				_ = v.SetPosition(k, text)
			case 4:
				_, _ = v.ActionText(k&1, int32(k))
			case 5:
				if encoded, err := v.Encode(k&1, move); err == nil && len(encoded) == 0 {
					t.Fatalf("%q is no action", move)
				}
			case 6:
				_ = v.Copy(k, v, k/2)
			case 7:
				_ = v.Observe(Arrays{Mask: make([]uint8, calls[i+1])})
			}
			check(t, v.Observe(a))
			for j := range v.Len() {
				size := v.Spec().Actions
				legal := 0
				for _, bit := range a.Mask[j*size : (j+1)*size] {
					legal += int(bit)
				}
				if (legal == 0) != (a.Terminated[j] == 1) {
					t.Fatalf("%s: %d legal actions, terminated %d", position(t, v, j), legal, a.Terminated[j])
				}
			}
		}
	})
}
