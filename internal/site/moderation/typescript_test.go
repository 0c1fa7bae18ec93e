package moderation_test

import (
	"reflect"
	"testing"

	"thera/game/gametest"
	"thera/internal/site/httpkit"
	"thera/internal/site/moderation"
)

// TestTypeScript compares the page's types with those of the answers here; -update
// rewrites them.
func TestTypeScript(t *testing.T) {
	w := httpkit.TypeScriptWriter{Names: map[reflect.Type]string{reflect.TypeFor[moderation.Kind](): "ReportKind"}}
	for _, answer := range []any{moderation.Case{}, moderation.NetworkBan{}} {
		w.Name(reflect.TypeOf(answer))
	}
	gametest.Golden(t, "../../../web/src/generated/moderation.ts", `// What moderators see. Made from Go's types by
//
//   go test ./internal/site/moderation -run TypeScript -update

/** What a report is about. */
export type ReportKind = `+httpkit.TypeScriptUnion(moderation.Kinds)+`
`+w.String())
}
