package browser

import (
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"thera/game/gametest"
	"thera/internal/textpage"
	"thera/record"
)

// TestTypeScript compares the page's types with those of the messages here;
// -update writes them anew.
func TestTypeScript(t *testing.T) {
	const path = "../../web/src/engine/protocol.ts"
	got := typeScript()
	if gametest.Update() {
		if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s is not up to date, go test ./internal/browser -run TypeScript -update writes it (-want +got):\n%s", path, diff)
	}
}

// typeScript returns the types of all messages as TypeScript has them, with the
// tags doc as comments.
func typeScript() string {
	var w typeWriter
	var table strings.Builder
	for _, m := range methods() {
		params := w.name(m.params)
		fmt.Fprintf(&table, "  %s: { params: %s; result: %s }\n", m.name, params, w.name(m.result))
	}
	w.name(reflect.TypeFor[textpage.Display]()) // comes by another way, to the same page
	return `// The messages to and from the engine. Made from Go's types by
//
//   go test ./internal/browser -run TypeScript -update
//
// Seats are counted from 1.

/** What can be asked, and what the answers are. */
export interface Methods {
` + table.String() + `}

/** A reply has the id of its request, unless the engine could not be started. */
export interface Reply {
  id?: number
  result?: unknown
  progress?: Search
  error?: string
}

export type RecordFormat = ` + union(record.Formats()) + `
` + w.interfaces.String()
}

// union returns the type of one of several texts.
func union[T ~string](texts []T) string {
	var quoted []string
	for _, text := range texts {
		quoted = append(quoted, "'"+string(text)+"'")
	}
	return strings.Join(quoted, " | ")
}

// typeWriter writes an interface for each struct that is named.
type typeWriter struct {
	interfaces strings.Builder
	written    []reflect.Type
}

// name returns what TypeScript calls a type.
func (w *typeWriter) name(t reflect.Type) string {
	if t == reflect.TypeFor[record.Format]() {
		return "RecordFormat"
	}
	switch t.Kind() {
	case reflect.Bool:
		return "boolean"
	case reflect.String:
		return "string"
	case reflect.Int, reflect.Uint64, reflect.Float64:
		return "number"
	case reflect.Pointer:
		return w.name(t.Elem())
	case reflect.Slice, reflect.Array:
		return w.name(t.Elem()) + "[]"
	case reflect.Struct:
		if t.NumField() == 0 {
			return "object"
		}
		if !slices.Contains(w.written, t) {
			w.written = append(w.written, t)
			fields := w.fields(t)
			fmt.Fprintf(&w.interfaces, "\nexport interface %s {\n%s}\n", t.Name(), fields)
		}
		return t.Name()
	}
	panic("no TypeScript for " + t.String())
}

// fields returns the lines of an interface. Those of embedded structs are among
// them, as in JSON.
func (w *typeWriter) fields(t reflect.Type) string {
	var lines strings.Builder
	for f := range t.Fields() {
		name, option, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous:
			lines.WriteString(w.fields(f.Type))
			continue
		case name == "-":
			continue
		case option == "omitempty":
			name += "?"
		}
		if doc := f.Tag.Get("doc"); doc != "" {
			fmt.Fprintf(&lines, "  /** %s. */\n", doc)
		}
		fmt.Fprintf(&lines, "  %s: %s\n", name, w.name(f.Type))
	}
	return lines.String()
}
