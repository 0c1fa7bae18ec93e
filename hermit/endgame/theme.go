// Package theme says by rule what a turn in Hermit is about, such as the one winning
// turn of a puzzle:
//
//	names, err := theme.Of(before, after)
//	fmt.Println(names) // [pair split]
//
// Parts are what hangs together of the squares and colors that are open, as in
// package hermit/endgame: a block in one changes nothing in the others. The package
// finds no nimbers, and takes it from who asks that the turn wins.
package endgame

import (
	"thera/game"
	"thera/hermit"
)

// The themes.
const (
	ThemeParity = "parity" // what is left are single blocks, an even number
	ThemeMirror = "mirror" // what is left is each other's mirror image
	ThemePair   = "pair"   // two parts are left, whose nimbers cancel
	ThemeSum    = "sum"    // more parts are left, whose nimbers cancel
	ThemeSplit  = "split"  // it cuts what is open in two
	ThemeNimber = "nimber" // one part is left, whose nimber is to be found
)

// Themes returns the themes in the order in which they are told.
func Themes() []string {
	return []string{ThemeParity, ThemeMirror, ThemePair, ThemeSum, ThemeSplit, ThemeNimber}
}

// ThemesOf returns the themes of a turn between two positions, one at least, in the order
// of All. It is an error if more is open than package endgame can take.
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

// cancel reports whether each part is its own mirror image or has another one for
// it.
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
