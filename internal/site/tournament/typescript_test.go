package tournament

import (
	"reflect"
	"testing"

	"thera/game/gametest"
	"thera/internal/site/httpkit"
	"thera/internal/site/play"
)

// TestTypeScript compares the page's types with those of the answers here;
// -update rewrites them.
func TestTypeScript(t *testing.T) {
	w := httpkit.TypeScriptWriter{Names: map[reflect.Type]string{
		reflect.TypeFor[play.Player](): "Player", reflect.TypeFor[play.PlayerKind](): "PlayerKind",
		reflect.TypeFor[Kind](): "ContestKind", reflect.TypeFor[Entry](): "Entry", reflect.TypeFor[Stage](): "Stage",
		reflect.TypeFor[Conditions](): "ContestTerms",
	}}
	w.Name(reflect.TypeFor[Contest]())
	w.Name(reflect.TypeFor[Brief]())
	w.Name(reflect.TypeFor[Changed]())
	w.Name(reflect.TypeFor[YouChanged]())
	w.Write("ContestTerms", reflect.TypeFor[Conditions]())
	gametest.Golden(t, "../../../web/src/generated/tournament.ts", `// Tournaments. Generated from Go's types by
//
//   go test ./internal/site/tournament -run TypeScript -update

import type { Player, PlayerKind } from './live'

/** The format of a tournament. */
export type ContestKind = `+httpkit.TypeScriptUnion([]Kind{Arena, Knockout, RoundRobin, Swiss})+`

/** Who may join. */
export type Entry = `+httpkit.TypeScriptUnion([]Entry{Anybody, Bots, People})+`

/** How far a tournament has got. */
export type Stage = `+httpkit.TypeScriptUnion([]Stage{Done, Open, Running})+`
`+w.String())
}
