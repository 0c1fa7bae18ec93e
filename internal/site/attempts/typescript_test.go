package attempts

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
	w.Name(reflect.TypeFor[PuzzlesKnown]())
	w.Name(reflect.TypeFor[Attempted]())
	gametest.Golden(t, "../../../web/src/generated/attempts.ts", `// What the server says of puzzles. Made from Go's types by
//
//   go test ./internal/site/attempts -run TypeScript -update

import type { Strength } from './protocol'

`+w.String()[1:])
}
