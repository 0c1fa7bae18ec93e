package ladder

import (
	"reflect"
	"testing"

	"thera/game/gametest"
	"thera/internal/site/httpkit"
	"thera/internal/site/play"
)

// TestTypeScript compares the page's types with those of the responses; -update
// rewrites them.
func TestTypeScript(t *testing.T) {
	w := httpkit.TypeScriptWriter{Names: map[reflect.Type]string{reflect.TypeFor[play.Player](): "Player"}}
	w.Name(reflect.TypeFor[Rungs]())
	gametest.Golden(t, "../../../web/src/generated/ladder.ts", `// What the ladder says. Made from Go's types by
//
//   go test ./internal/site/ladder -run TypeScript -update
//
import type { Player } from './live'
`+w.String())
}
