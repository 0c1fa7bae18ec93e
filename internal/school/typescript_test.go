package school_test

import (
	"reflect"
	"testing"

	"thera/game/gametest"
	"thera/internal/class"
	"thera/internal/play"
	"thera/internal/school"
	"thera/internal/typescript"
)

// TestTypeScript compares the page's types with those of the answers here; -update
// writes them anew.
func TestTypeScript(t *testing.T) {
	w := typescript.Writer{Names: map[reflect.Type]string{
		reflect.TypeFor[play.Player](): "Player", reflect.TypeFor[class.Role](): "Role",
	}}
	for _, answer := range []any{school.Classroom{}, school.Class{}, school.HandedIn{}, school.Invitation{}, school.Entered{}} {
		w.Name(reflect.TypeOf(answer))
	}
	gametest.Golden(t, "../../web/src/live/school.ts", `// What classes say. Made from Go's types by
//
//   go test ./internal/school -run TypeScript -update

import type { Player } from './wire'

/** What one is to a class. */
export type Role = `+typescript.Union([]class.Role{class.Visitor, class.Member, class.Teacher})+`
`+w.String())
}
