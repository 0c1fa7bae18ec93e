package httpkit

import (
	"encoding"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// TypeScriptWriter writes an interface for each struct that it is asked to name:
//
//	var w httpkit.TypeScriptWriter
//	name := w.Name(reflect.TypeFor[Request]()) // "Request"
//	fmt.Print(w.String())                      // export interface Request {…}
//
// The zero value is ready to use.
type TypeScriptWriter struct {
	// Names has the types that are defined elsewhere, by name.
	Names map[reflect.Type]string
	// Texts has all values of some of these types, sorted. The tag enum has to have the same.
	Texts map[reflect.Type][]string

	interfaces strings.Builder
	written    []reflect.Type
}

// String returns everything written so far.
func (w *TypeScriptWriter) String() string { return w.interfaces.String() }

// TypeScriptUnion returns the union of some string literals.
func TypeScriptUnion[T ~string](texts []T) string {
	var quoted []string
	for _, text := range texts {
		quoted = append(quoted, "'"+string(text)+"'")
	}
	return strings.Join(quoted, " | ")
}

var textMarshaler = reflect.TypeFor[encoding.TextMarshaler]()

// Name returns the TypeScript name of a type, and writes the interfaces that it needs.
func (w *TypeScriptWriter) Name(t reflect.Type) string {
	if name, ok := w.Names[t]; ok {
		return name
	}
	if t.Implements(textMarshaler) {
		return "string"
	}
	switch t.Kind() {
	case reflect.Bool:
		return "boolean"
	case reflect.String:
		return "string"
	case reflect.Int, reflect.Int64, reflect.Uint64, reflect.Float64:
		return "number"
	case reflect.Pointer:
		return w.Name(t.Elem())
	case reflect.Slice, reflect.Array:
		return w.Name(t.Elem()) + "[]"
	case reflect.Map:
		return "Record<" + w.Name(t.Key()) + ", " + w.Name(t.Elem()) + ">"
	case reflect.Struct:
		if t.NumField() == 0 {
			return "object"
		}
		if !slices.Contains(w.written, t) {
			// TypeScript merges two interfaces of the same name.
			if i := slices.IndexFunc(w.written, func(other reflect.Type) bool { return other.Name() == t.Name() }); i >= 0 {
				panic("two types called " + t.Name() + ": " + w.written[i].String() + " and " + t.String())
			}
			w.written = append(w.written, t)
			w.Write(t.Name(), t)
		}
		return t.Name()
	}
	panic("no TypeScript for " + t.String())
}

// Write writes a struct as an interface with a name.
func (w *TypeScriptWriter) Write(name string, t reflect.Type) {
	fields := w.fields(t)
	fmt.Fprintf(&w.interfaces, "\nexport interface %s {\n%s}\n", name, fields)
}

// fields returns the lines of an interface. The fields of embedded structs are included,
// as in JSON. The tag doc becomes a comment, the tag enum a union of literals
// unless its type has a name.
func (w *TypeScriptWriter) fields(t reflect.Type) string {
	var lines strings.Builder
	for f := range t.Fields() {
		name, option, _ := strings.Cut(f.Tag.Get("json"), ",")
		null := ""
		switch {
		case f.Anonymous:
			lines.WriteString(w.fields(f.Type))
			continue
		case name == "-" || !f.IsExported():
			continue
		case option == "omitempty" || option == "omitzero":
			name += "?"
		case f.Type.Kind() == reflect.Pointer:
			null = " | null"
		}
		if doc := f.Tag.Get("doc"); doc != "" {
			fmt.Fprintf(&lines, "  /** %s. */\n", doc)
		}
		kind := w.Name(f.Type)
		if enum := f.Tag.Get("enum"); enum != "" {
			texts := strings.Split(enum, ",")
			if want, ok := w.Texts[f.Type]; ok && !slices.Equal(slices.Sorted(slices.Values(texts)), want) {
				panic(fmt.Sprintf("%s.%s: enum %q: want %q", t, f.Name, texts, want))
			}
			if w.Names[f.Type] == "" {
				kind = TypeScriptUnion(texts)
			}
		}
		fmt.Fprintf(&lines, "  %s: %s%s\n", name, kind, null)
	}
	return lines.String()
}
