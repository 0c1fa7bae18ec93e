package catalog

import (
	"fmt"
	"slices"
	"strings"
)

// InWords lists games for a sentence: "Amazons, Santorini and Hermit".
func InWords(games []Entry) string {
	var names []string
	for _, e := range games {
		name := e.Game.Name()
		names = append(names, strings.ToUpper(name[:1])+name[1:])
	}
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// FindWire returns the game and the variant with a name in the engine protocol.
// The error for an unknown name lists the known ones.
func FindWire(name string) (e Entry, variant string, err error) {
	board, choice, chosen := strings.Cut(name, ":")
	var known []string
	for _, e := range Games() {
		for i, wire := range e.WireNames {
			variant := e.Game.Variants()[i]
			if wire == board && chosen {
				variant += ":" + choice
				_, err := e.Game.Start(variant)
				return e, variant, err
			}
			if wire == name {
				return e, variant, nil
			}
		}
		known = append(known, e.WireNames...)
	}
	return Entry{}, "", fmt.Errorf("variant %q: want one of %s", name, strings.Join(known, ", "))
}

// WithEngine returns the entries of the games that have an engine with a name,
// with only that engine; for "" all games, each with its default engine. The
// error for a name that no game has lists the known ones.
func WithEngine(name string) ([]Entry, error) {
	var found []Entry
	var known []string
	for _, e := range Games() {
		if kind, err := e.Engine(name); err == nil {
			e.Engines = []Engine{kind}
			found = append(found, e)
			continue
		}
		for _, n := range e.EngineNames() {
			if !slices.Contains(known, n) {
				known = append(known, n)
			}
		}
	}
	if found == nil {
		return nil, fmt.Errorf("engine %q: want one of %s", name, strings.Join(known, ", "))
	}
	return found, nil
}
