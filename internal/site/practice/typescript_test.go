package practice

import (
	"reflect"
	"testing"

	"thera/game/gametest"
	"thera/internal/site/httpkit"
)

// TestTypeScript compares the page's types with those of the answers here; -update
// rewrites them.
func TestTypeScript(t *testing.T) {
	w := httpkit.TypeScriptWriter{Names: map[reflect.Type]string{reflect.TypeFor[Strength](): "Strength"}}
	for _, answer := range []any{PuzzlesKnown{}, Attempted{}, Repetition{}, Card{}, CardChanges{}} {
		w.Name(reflect.TypeOf(answer))
	}
	gametest.Golden(t, "../../../web/src/generated/practice.ts", `// What the server says of puzzles and of mistakes to practice. Made from Go's types by
//
//   go test ./internal/site/practice -run TypeScript -update

import type { Strength } from './protocol'
`+w.String())
}
