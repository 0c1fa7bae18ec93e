package theme

import (
	"thera/game"
	"thera/hermit"
	"thera/hermit/endgame"
)

// Themes of Hermit. Parts are what hangs together of the squares and colors that are
// open: a block in one changes nothing in the others.
const (
	Parity = "parity" // what is left are single blocks, an even number
	Mirror = "mirror" // what is left is each other's mirror image
	Pair   = "pair"   // two parts are left, whose nimbers cancel
	Sum    = "sum"    // more parts are left, whose nimbers cancel
	Split  = "split"  // it cuts what is open in two
	Nimber = "nimber" // one part is left, whose nimber is to be found
)

func ofHermit(before, after game.Position) (map[string]bool, error) {
	field, err := endgame.NewField(before)
	if err != nil {
		return nil, err
	}
	whole, err := field.Whole(before)
	if err != nil {
		return nil, err
	}
	left, err := field.Whole(after)
	if err != nil {
		return nil, err
	}
	then, _ := field.AppendCut(nil, whole)
	parts, single := field.AppendCut(nil, left)
	found := map[string]bool{
		Parity: len(parts) == 0,
		Split:  len(parts) > len(then),
	}
	p, _ := game.KernelOf[hermit.Position](after)
	if len(parts) > 0 {
		found[Mirror] = endgame.Mirrored(&p) || single == 0 && cancel(field, parts)
		found[Pair] = !found[Mirror] && len(parts) == 2
		found[Sum] = !found[Mirror] && len(parts) > 2
		found[Nimber] = !found[Mirror] && len(parts) == 1
	}
	return found, nil
}

// cancel reports whether each part is its own mirror image or has another one for
// it.
func cancel(field *endgame.Field, parts []endgame.Part) bool {
	type key struct{ hi, lo uint64 }
	odd := map[key]bool{}
	for i := range parts {
		if !field.IsZero(&parts[i]) {
			hi, lo := field.CanonicalKey(&parts[i])
			k := key{hi, lo}
			if odd[k] {
				delete(odd, k)
			} else {
				odd[k] = true
			}
		}
	}
	return len(odd) == 0
}
