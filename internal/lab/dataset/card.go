package dataset

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
)

// About is what a data card says of a dataset besides its schema.
type About struct {
	Kind    Kind
	Games   []string // names of the games that it may have
	Version string   // of the program
	Command string   // that made it, without the folder
	Source  string   // where the rows come from, in sentences
	// Lacks says what is not in it, in sentences; "" says what holds for all datasets
	// that the engine has made.
	Lacks string
}

// Titles and sentences for each kind.
var (
	titles = map[Kind]string{
		Games: "Games", Evaluations: "Evaluated positions", Puzzles: "Puzzles", Proofs: "Proven positions",
	}
	contents = map[Kind]string{
		Games:       "Each row is a finished game with all its moves and its winners.",
		Evaluations: "Each row is a position with the best lines and the win probability of the seat to move, as a search estimates it.",
		Puzzles:     "Each row is a position in which exactly one move wins, with the solution.",
		Proofs:      "Each row is a position with its proven winner and all winning moves.",
	}
	lacks = map[Kind]string{
		Games:       "There are no games of people and no estimates of positions. Random openings and levels decide what play looks like, so frequencies of moves are not those of people.",
		Evaluations: "There are no positions of the random openings and no finished ones. Estimates are those of one engine at one number of nodes, not the truth, except where a line is proven.",
		Puzzles:     "There are no positions with several winning moves, and none that are lost. Nobody has judged how interesting the puzzles are.",
		Proofs:      "There are no positions that the solver could not prove within the limit. So the dataset has late positions, and no claim about the share of won positions in general follows from it.",
	}
)

// card returns the text of the data card, in the form that hubs of datasets read.
func (a About) card(made Summary) []byte {
	var b strings.Builder
	name := strings.Join(a.Games, ", ")
	fmt.Fprintf(&b, "---\nlicense: cc0-1.0\npretty_name: \"%s of %s\"\nconfigs:\n- config_name: default\n  data_files:\n", titles[a.Kind], name)
	for _, s := range Splits() {
		fmt.Fprintf(&b, "  - split: %s\n    path: %s\n", s, parquetName(s))
	}
	fmt.Fprintf(&b, "---\n\n# %s of %s\n\n%s\n", titles[a.Kind], name, contents[a.Kind])
	fmt.Fprintf(&b, "\n## How it was made\n\nBy thera %s:\n\n    %s\n\n%s\n", a.Version, a.Command, a.Source)
	fmt.Fprintf(&b, "\n## What is in it\n\n| split | rows | files |\n|---|---|---|\n")
	for _, s := range Splits() {
		fmt.Fprintf(&b, "| %s | %d | `%s`, `%s` |\n", s, *made.rows(s), linesName(s), parquetName(s))
	}
	fmt.Fprintf(&b, "\nBoth files of a split have the same rows in the same order. `%s` describes them as JSON Schema:\n\n", schemaName)
	b.WriteString(fieldTable(a.Kind))
	fmt.Fprintf(&b, "\n## Splits\n\n%s\n", splitText(a.Kind))
	lack := a.Lacks
	if lack == "" {
		lack = lacks[a.Kind]
	}
	fmt.Fprintf(&b, "\n## What is not in it\n\n%s\n", lack)
	b.WriteString("\n## Check it\n\n    sha256sum --check SHA256SUMS\n    thera dump --verify .\n")
	b.WriteString("\n## License\n\nCC0 1.0: no rights reserved.\n")
	return []byte(b.String())
}

func splitText(k Kind) string {
	switch k {
	case Games:
		return "The SHA-256 of a game's `id` decides its split. Equal games have equal IDs, so no game is in two splits. All games share their first positions."
	case Puzzles:
		return "The SHA-256 of the position, the same for mirrored positions, decides the split. Each puzzle comes from a game of its own, so neither a game nor a position is in two splits."
	}
	return "The SHA-256 of `game_id` decides the split. Of each game, only positions were taken whose own SHA-256, the same for mirrored positions, belongs to that split. So neither a game nor a position is in two splits. The games are those of the dataset `games` with the same settings."
}

// rowTypes are the types of the rows of each kind.
var rowTypes = map[Kind]reflect.Type{
	Games: reflect.TypeFor[Game](), Evaluations: reflect.TypeFor[Evaluation](),
	Puzzles: reflect.TypeFor[Puzzle](), Proofs: reflect.TypeFor[Proof](),
}

// fieldTable describes the fields of a row in Markdown.
func fieldTable(k Kind) string {
	var b strings.Builder
	b.WriteString("| field | type | meaning |\n|---|---|---|\n")
	for _, f := range fields(rowTypes[k], "") {
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", f.name, f.kind, f.doc)
	}
	return b.String()
}

type field struct{ name, kind, doc string }

// fields returns the fields of a row, those of its parts with the names of both.
func fields(t reflect.Type, prefix string) (all []field) {
	for _, f := range reflect.VisibleFields(t) {
		if f.Anonymous {
			continue
		}
		name := prefix + f.Tag.Get("json")
		kind, element := typeName(f.Type), f.Type
		all = append(all, field{name, kind, f.Tag.Get("doc")})
		if element.Kind() == reflect.Slice && element.Elem().Kind() == reflect.Struct {
			all = append(all, fields(element.Elem(), name+"[].")...)
		}
	}
	return all
}

// typeName describes a type as JSON has it.
func typeName(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Pointer:
		return typeName(t.Elem()) + " or null"
	case reflect.Slice:
		return "list of " + typeName(t.Elem()) + "s"
	case reflect.Struct:
		return "object"
	case reflect.String:
		return "string"
	case reflect.Float64:
		return "number"
	case reflect.Bool:
		return "boolean"
	}
	return "integer"
}

// schemaOf returns the JSON Schema of a row.
func schemaOf(k Kind) ([]byte, error) {
	s := schemaObject(rowTypes[k])
	s["$schema"], s["title"] = "https://json-schema.org/draft/2020-12/schema", "thera "+string(k)+" 1"
	text, err := json.MarshalIndent(s, "", "  ")
	return append(text, '\n'), err
}

func schemaObject(t reflect.Type) map[string]any {
	properties, required := map[string]any{}, []string{}
	for _, f := range reflect.VisibleFields(t) {
		if f.Anonymous {
			continue
		}
		name := f.Tag.Get("json")
		s := schemaType(f.Type)
		s["description"] = f.Tag.Get("doc")
		properties[name], required = s, append(required, name)
	}
	return map[string]any{"type": "object", "properties": properties, "required": required, "additionalProperties": false}
}

func schemaType(t reflect.Type) map[string]any {
	switch t.Kind() {
	case reflect.Pointer:
		return map[string]any{"type": []any{schemaType(t.Elem())["type"], "null"}}
	case reflect.Slice:
		return map[string]any{"type": "array", "items": schemaType(t.Elem())}
	case reflect.Struct:
		return schemaObject(t)
	}
	return map[string]any{"type": typeName(t)}
}
