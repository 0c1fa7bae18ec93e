package hall

import (
	"reflect"
	"testing"

	"thera/game/gametest"
	"thera/internal/contest"
	"thera/internal/contest/host"
	"thera/internal/play"
	"thera/internal/typescript"
)

// TestTypeScript compares the page's types with those of the answers here;
// -update writes them anew.
func TestTypeScript(t *testing.T) {
	w := typescript.Writer{Names: map[reflect.Type]string{
		reflect.TypeFor[play.Player](): "Player", reflect.TypeFor[play.PlayerKind](): "PlayerKind",
		reflect.TypeFor[contest.Kind](): "ContestKind", reflect.TypeFor[contest.Entry](): "Entry", reflect.TypeFor[contest.Stage](): "Stage",
		reflect.TypeFor[contest.Conditions](): "ContestTerms",
	}}
	w.Name(reflect.TypeFor[host.Contest]())
	w.Name(reflect.TypeFor[host.Brief]())
	w.Write("ContestTerms", reflect.TypeFor[contest.Conditions]())
	gametest.Golden(t, "../../../web/src/contests/wire.ts", `// What is told of contests. Made from Go's types by
//
//   go test ./internal/contest/hall -run TypeScript -update

import type { Player, PlayerKind } from '../live/wire'

/** How a contest is played. */
export type ContestKind = `+typescript.Union([]contest.Kind{contest.Arena, contest.Knockout, contest.RoundRobin, contest.Swiss})+`

/** Who may join. */
export type Entry = `+typescript.Union([]contest.Entry{contest.Anybody, contest.Bots, contest.People})+`

/** How far a contest is. */
export type Stage = `+typescript.Union([]contest.Stage{contest.Done, contest.Open, contest.Running})+`
`+w.String())
}
