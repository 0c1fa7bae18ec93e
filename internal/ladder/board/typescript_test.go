package board

import (
	"reflect"
	"testing"

	"thera/game/gametest"
	"thera/internal/ladder"
	"thera/internal/play"
	"thera/internal/typescript"
)

// TestTypeScript compares the page's types with those of the answers here;
// -update writes them anew.
func TestTypeScript(t *testing.T) {
	w := typescript.Writer{Names: map[reflect.Type]string{reflect.TypeFor[play.Player](): "Player"}}
	w.Name(reflect.TypeFor[ladder.Rungs]())
	gametest.Golden(t, "../../../web/src/live/ladder.ts", `// What the ladder says. Made from Go's types by
//
//   go test ./internal/ladder/board -run TypeScript -update
//
import type { Player } from './wire'
`+w.String())
}
