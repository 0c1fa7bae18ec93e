package endgame

import (
	"thera/game"
	"thera/hermit"
)

// The themes of turns, for puzzles. They assume that the turn wins.
const (
	ThemeParity = "parity" // an even number of single blocks is left
	ThemeMirror = "mirror" // what is left is symmetric, or pairs of images
	ThemePair   = "pair"   // two parts are left, whose nimbers cancel
	ThemeSum    = "sum"    // more parts are left, whose nimbers cancel
	ThemeSplit  = "split"  // it divides what is open
	ThemeNimber = "nimber" // one part is left, whose nimber must be found
)

// Themes returns all themes in display order.
func Themes() []string {
	return []string{ThemeParity, ThemeMirror, ThemePair, ThemeSum, ThemeSplit, ThemeNimber}
}

// ThemesOf returns the themes of a turn between two positions, at least one, in the
// order of Themes. It is an error if the position before has too many open squares for
// a [Field]. Themes are found by simple rules, without nimbers.
func ThemesOf(before, after game.Position) (themes []string, err error) {
	field, err := NewField(before)
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
		ThemeParity: len(parts) == 0,
		ThemeSplit:  len(parts) > len(then),
	}
	if len(parts) > 0 {
		p, _ := game.KernelOf[hermit.Position](after)
		found[ThemeMirror] = Mirrored(&p) || single == 0 && cancel(field, parts)
		found[ThemePair] = !found[ThemeMirror] && len(parts) == 2
		found[ThemeSum] = !found[ThemeMirror] && len(parts) > 2
		found[ThemeNimber] = !found[ThemeMirror] && len(parts) == 1
	}
	for _, name := range Themes() {
		if found[name] {
			themes = append(themes, name)
		}
	}
	return themes, nil
}

// cancel reports whether each part is zero by symmetry or paired with its image.
func cancel(field *Field, parts []Part) bool {
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
