package council

import (
	"reflect"
	"testing"

	"thera/game/gametest"
	"thera/internal/site/httpkit"
)

// TestTypeScript compares the page's types with those of the answers here;
// -update rewrites them.
func TestTypeScript(t *testing.T) {
	w := httpkit.TypeScriptWriter{Names: map[reflect.Type]string{}}
	w.Name(reflect.TypeFor[Votes]())
	gametest.Golden(t, "../../../web/src/generated/council.ts", `// Votes of consultation games. Generated from Go's types by
//
//   go test ./internal/site/council -run TypeScript -update
`+w.String())
}
