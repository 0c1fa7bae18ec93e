package class_test

import (
	"reflect"
	"testing"

	"thera/game/gametest"
	"thera/internal/site/class"
	"thera/internal/site/httpkit"
	"thera/internal/site/play"
)

// TestTypeScript compares the page's types with those of the answers here; -update
// rewrites them.
func TestTypeScript(t *testing.T) {
	w := httpkit.TypeScriptWriter{Names: map[reflect.Type]string{
		reflect.TypeFor[play.Player](): "Player", reflect.TypeFor[class.Role](): "Role",
	}}
	for _, answer := range []any{class.Classroom{}, class.Class{}, class.HandedIn{}, class.Invitation{}, class.Entered{}} {
		w.Name(reflect.TypeOf(answer))
	}
	gametest.Golden(t, "../../../web/src/generated/class.ts", `// What classes say. Made from Go's types by
//
//   go test ./internal/site/class -run TypeScript -update

import type { Player } from './live'

/** What one is to a class. */
export type Role = `+httpkit.TypeScriptUnion([]class.Role{class.Visitor, class.Member, class.Teacher})+`
`+w.String())
}
