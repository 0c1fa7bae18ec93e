package analysis

import (
	"reflect"
	"testing"

	"thera/game/gametest"
	"thera/internal/catalog/answer"
	"thera/internal/site/httpkit"
)

// TestTypeScript compares the page's types with those of the frames; -update
// rewrites them.
func TestTypeScript(t *testing.T) {
	w := httpkit.TypeScriptWriter{Names: map[reflect.Type]string{
		reflect.TypeFor[answer.Score](): "Score", reflect.TypeFor[State](): "State", reflect.TypeFor[Frame](): "AnalysisFrame",
	}}
	w.Name(reflect.TypeFor[JudgedFrame]())
	w.Name(reflect.TypeFor[Analysis]())
	w.Write("AnalysisFrame", reflect.TypeFor[Frame]())
	gametest.Golden(t, "../../../web/src/generated/analysis.ts", `// Analyses by workers. Generated from Go's types by
//
//   go test ./internal/site/analysis -run TypeScript -update

import type { Score } from './protocol'

/** How far an analysis is. */
export type State = `+httpkit.TypeScriptUnion([]State{None, Begun, Done, Failed})+`

/** What a stream of an analysis tells; event says which it is. */
export type Frame = AnalysisFrame | JudgedFrame
`+w.String())
}
