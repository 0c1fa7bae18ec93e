package classroom

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// Session is a running session: names and their values.
type Session struct {
	dialect Dialect
	scope   scope
	board   fmt.Stringer // the board most recently assigned to a name
}

// NewSession starts a session.
func NewSession(d Dialect) *Session {
	return &Session{dialect: d, scope: scope{maps.Clone(d.names), d.member, d.comment, true}}
}

// Do executes a statement and returns what the exercise prints for it, without a final
// newline. If part of the statement is not understood, Do returns an error and the
// boards are as they were before that part.
func (s *Session) Do(statement string) (output string, err error) {
	v, err := s.execute(statement)
	if refusal, ok := errors.AsType[RefusedError](err); ok {
		return fmt.Sprintf(s.dialect.exception, refusal), nil
	}
	if err != nil {
		return "", err
	}
	if p, ok := v.(printed); ok {
		return p.text, nil
	}
	if v == nil || isBoard(v) {
		return "", nil
	}
	if isFunction(v) {
		return "", errors.New("a function that is not called: want () after it")
	}
	return s.dialect.write(v), nil
}

// Board returns the board most recently assigned to a name, or nil.
func (s *Session) Board() fmt.Stringer { return s.board }

var (
	assignment = regexp.MustCompile(`^(?:(?:const|let|var)\s+)?(\w+)\s*=\s*([^=].*)$`)
	imports    = regexp.MustCompile(`^(?:import |from \S+ import |(?:const|let|var) .*\brequire\()`)
)

// execute evaluates an expression, or an assignment, an import or nothing, which have no
// value. The boards are already there, so an import does nothing.
func (s *Session) execute(statement string) (any, error) {
	if s.dialect.name == "" {
		return nil, errors.New("no language: want Python or JavaScript")
	}
	if imports.MatchString(statement) {
		return nil, nil
	}
	if tokens, err := tokenize(statement, s.scope.comment); err == nil && len(tokens) == 0 {
		return nil, nil
	}
	parts := assignment.FindStringSubmatch(statement)
	if parts == nil {
		return evaluate(s.scope, statement)
	}
	v, err := evaluate(s.scope, parts[2])
	if err != nil {
		return nil, err
	}
	s.scope.names[parts[1]] = v
	if isBoard(v) {
		s.board, _ = v.(fmt.Stringer)
	}
	return nil, nil
}

func call(function any, args []any) (any, error) {
	f := reflect.ValueOf(function)
	if f.Kind() != reflect.Func {
		return nil, fmt.Errorf("%s is called: want a function", show(function))
	}
	if len(args) != f.Type().NumIn() {
		return nil, fmt.Errorf("number of arguments %d: want %d", len(args), f.Type().NumIn())
	}
	in := make([]reflect.Value, len(args))
	for i, arg := range args {
		value, err := convert(arg, f.Type().In(i))
		if err != nil {
			return nil, err
		}
		in[i] = value
	}
	out := f.Call(in)
	if len(out) == 2 && !out[1].IsNil() {
		return nil, out[1].Interface().(error)
	}
	return out[0].Interface(), nil
}

func convert(v any, to reflect.Type) (reflect.Value, error) {
	switch {
	case v != nil && reflect.TypeOf(v).AssignableTo(to):
		return reflect.ValueOf(v), nil
	case v == nil && to == reflect.TypeFor[any]():
		return reflect.Zero(to), nil
	case to.Kind() == reflect.Int32: // a letter
		if s, ok := v.(string); ok && utf8.RuneCountInString(s) == 1 {
			return reflect.ValueOf([]rune(s)[0]).Convert(to), nil
		}
	case to == reflect.TypeFor[Square]():
		if s, ok := square(v); ok {
			return reflect.ValueOf(s), nil
		}
	case to == reflect.TypeFor[[]Square]():
		items, ok := v.(list)
		if sequence, isTuple := v.(tuple); isTuple {
			items, ok = list(sequence), true
		}
		squares := make([]Square, len(items))
		for i, item := range items {
			s, isSquare := square(item)
			squares[i], ok = s, ok && isSquare
		}
		if ok {
			return reflect.ValueOf(squares), nil
		}
	}
	return reflect.Value{}, fmt.Errorf("argument %s: want %s", show(v), describe(to))
}

// describe says what an argument of a type is to somebody who knows Python or JavaScript.
func describe(t reflect.Type) string {
	switch {
	case t == reflect.TypeFor[Square]():
		return "a square (row, column)"
	case t == reflect.TypeFor[[]Square]():
		return "a list or tuple of squares (row, column)"
	case t.Kind() == reflect.Int32:
		return "a letter in quotes"
	case t.Kind() == reflect.Int:
		return "a number"
	}
	return "a string"
}

// square returns the square that a tuple (r, c) names.
func square(v any) (s Square, ok bool) {
	pair, ok := v.(tuple)
	if !ok || len(pair) != 2 {
		return s, false
	}
	row, isRow := pair[0].(int)
	col, isCol := pair[1].(int)
	return Square{Row: row, Col: col}, isRow && isCol
}

// Values of a session are ints, strings, bools, nil, boards, functions and these types.
type (
	tuple   []any
	list    []any
	set     []any          // in any order
	dict    [][2]any       // keys and values, in any order
	members map[string]any // what may follow a dot
	printed struct {       // the result of printing
		text  string
		value any
	}
)

// show returns a value as text that is the same for equal values and different for all
// others, except functions.
func show(v any) string {
	switch v := v.(type) {
	case string:
		return fmt.Sprintf("%q", v)
	case int, bool, nil:
		return fmt.Sprint(v)
	case tuple:
		return "(" + strings.Join(each(v, show), ", ") + ")"
	case list:
		return "[" + strings.Join(each(v, show), ", ") + "]"
	case set:
		return "{" + strings.Join(slices.Sorted(slices.Values(each(v, show))), ", ") + "}"
	case dict:
		entries := each(v, func(entry [2]any) string { return show(entry[0]) + ": " + show(entry[1]) })
		slices.Sort(entries)
		return "dict{" + strings.Join(entries, ", ") + "}"
	}
	switch {
	case isBoard(v):
		return "the board"
	case isFunction(v):
		return "a function"
	}
	return "an object"
}

// snake returns a value as Python shows it.
func snake(v any) string {
	switch v := v.(type) {
	case nil:
		return "None"
	case string:
		quote := "'"
		if strings.Contains(v, "'") && !strings.Contains(v, `"`) {
			quote = `"`
		}
		return quote + strings.NewReplacer(`\`, `\\`, "\n", `\n`, quote, `\`+quote).Replace(v) + quote
	case bool:
		if v {
			return "True"
		}
		return "False"
	case tuple:
		return "(" + strings.Join(each(v, snake), ", ") + ")"
	case list:
		return "[" + strings.Join(each(v, snake), ", ") + "]"
	case set:
		if len(v) == 0 {
			return "set()"
		}
		return "{" + strings.Join(each(v, snake), ", ") + "}"
	case dict:
		return "{" + strings.Join(each(v, func(e [2]any) string { return snake(e[0]) + ": " + snake(e[1]) }), ", ") + "}"
	}
	return fmt.Sprint(v)
}

// script returns a value as JavaScript shows it.
func script(v any) string {
	switch v := v.(type) {
	case string:
		return fmt.Sprintf("%q", v)
	case list:
		if len(v) == 0 {
			return "[]"
		}
		return "[ " + strings.Join(each(v, script), ", ") + " ]"
	case dict:
		return "{" + strings.Join(each(v, func(e [2]any) string { return script(e[0]) + ": " + script(e[1]) }), ", ") + "}"
	case members:
		return "[object]"
	}
	return fmt.Sprint(v)
}

// printOf prints a value: a string as it is, anything else as the language writes it.
func printOf(v any, write func(any) string) (printed, error) {
	if isFunction(v) {
		return printed{}, fmt.Errorf("argument %s: want a value", show(v))
	}
	if text, ok := v.(string); ok {
		return printed{text, v}, nil
	}
	return printed{write(v), v}, nil
}

func isFunction(v any) bool { return v != nil && reflect.TypeOf(v).Kind() == reflect.Func }

func isBoard(v any) bool {
	switch v.(type) {
	case *Amazons, *Hermit, *Santorini:
		return true
	}
	return false
}

func each[S ~[]T, T, U any](items S, f func(T) U) []U {
	results := make([]U, len(items))
	for i, item := range items {
		results[i] = f(item)
	}
	return results
}

// Dialect is the programming language of a session, with the exercises' names: [Python] or
// [JavaScript]. The zero value is neither and understands no statement.
type Dialect struct {
	name      string
	prompt    string
	comment   string           // begins a comment
	undefined string           // what an interpreter may show where there is no value
	write     func(any) string // writes a value as the language does
	exception string           // the format in which an exception is printed
	names     map[string]any
	member    func(of any) members
}

// Python has the exercises Amazons, Hermit and Santorini.
var Python = newPython()

func newPython() Dialect {
	return Dialect{
		name:      "python",
		prompt:    ">>> ",
		comment:   "#",
		write:     snake,
		exception: "Traceback (most recent call last):\nAssertionError: %v",
		names: map[string]any{
			"Amazons":   func() *Amazons { return NewAmazons(English) },
			"Hermit":    newHermit,
			"Santorini": NewSantorini,
			"print":     func(v any) (printed, error) { return printOf(v, snake) },
			"str":       func(v any) (string, error) { p, err := printOf(v, snake); return p.text, err },
		},
		member: pythonMembers,
	}
}

func pythonMembers(of any) members {
	switch b := of.(type) {
	case *Amazons:
		return members{
			"amazons": dict(each(b.Amazons(), func(p Piece) [2]any {
				return [2]any{pair(p.Square), string(p.Letter)}
			})),
			"arrows":   set(each(b.Arrows(), pair)),
			"position": func(letter rune) (any, error) { s, err := b.Position(letter); return pair(s), err },
			"possible_directions": func(letter rune) (set, error) {
				directions, err := b.PossibleDirections(letter)
				return each(directions, value), err
			},
			"move_amazon": b.MoveAmazon,
			"shoot_arrow": b.ShootArrow,
			"winner":      b.Winner,
		}
	case *Hermit:
		return members{
			"positions": func(at Square, placement Placement) (set, error) {
				squares, err := b.Positions(at, placement)
				return each(squares, pair), err
			},
			"isvalid": b.IsValid,
			"move":    b.Move,
			"possible_moves": func() set {
				return each(b.PossibleMoves(), func(m Block) any {
					return tuple{string(m.Color), pair(m.Square), string(m.Placement)}
				})
			},
		}
	case *Santorini:
		return members{
			"workers": dict(each(b.Workers(), func(p Piece) [2]any {
				return [2]any{string(p.Letter), pair(p.Square)}
			})),
			"level":       b.Level,
			"move_worker": b.MoveWorker,
			"build_tower": b.BuildTower,
			"winning_worker": func() any {
				if letter, ok := b.WinningWorker(); ok {
					return string(letter)
				}
				return nil
			},
		}
	}
	return nil
}

// JavaScript has the exercise Amazones, in Dutch.
var JavaScript = newJavaScript()

func newJavaScript() Dialect {
	return Dialect{
		name:      "javascript",
		prompt:    "> ",
		comment:   "//",
		undefined: "undefined",
		write:     script,
		exception: `Uncaught { name: "AssertionError", message: "%v" }`,
		names: map[string]any{
			"Amazones": func() *Amazons { return NewAmazons(Dutch) },
			"console": members{"log": func(v any) (printed, error) {
				if isBoard(v) { // Node shows its fields, which the exercise leaves open
					return printed{}, fmt.Errorf("argument %s: want a value, or the text that toString() returns", show(v))
				}
				return printOf(v, script)
			}},
		},
		member: scriptMembers,
	}
}

func scriptMembers(of any) members {
	switch b := of.(type) {
	case members:
		return b
	case *Amazons:
		return members{
			"amazones": dict(each(b.Amazons(), func(p Piece) [2]any {
				return [2]any{fmt.Sprintf("%d-%d", p.Square.Row, p.Square.Col), string(p.Letter)}
			})),
			"pijlen":  list(each(b.Arrows(), array)),
			"positie": func(letter rune) (any, error) { s, err := b.Position(letter); return array(s), err },
			"mogelijkeRichtingen": func(letter rune) (list, error) {
				directions, err := b.PossibleDirections(letter)
				return each(directions, value), err
			},
			"verzetAmazone": b.MoveAmazon,
			"schietPijl":    b.ShootArrow,
			"winnaar":       b.Winner,
			"toString":      b.String,
		}
	}
	return nil
}

// String returns the language's name in lower case.
func (d Dialect) String() string { return d.name }

// Prompt returns what precedes each statement.
func (d Dialect) Prompt() string { return d.prompt }

func newHermit(n int) (*Hermit, error) {
	const largest = 40 // the exercise allows more, but nobody can look at them
	if n > largest {
		return nil, fmt.Errorf("board of size %d: want at most %d here", n, largest)
	}
	return NewHermit(n)
}

// literals are the names that the output of a session may contain.
var literals = scope{
	names:  map[string]any{"True": true, "False": false, "true": true, "false": false, "set": func() set { return nil }},
	member: func(any) members { return nil },
}

func pair(s Square) any  { return tuple{s.Row, s.Col} }
func array(s Square) any { return list{s.Row, s.Col} }
func value(s string) any { return s }

// draw returns a board of n rows and n columns as text: one line per row, with gap
// between the squares of a row and no final newline.
func draw(n int, gap string, symbol func(Square) rune) string {
	var text strings.Builder
	for row := range n {
		if row > 0 {
			text.WriteByte('\n')
		}
		for col := range n {
			if col > 0 {
				text.WriteString(gap)
			}
			text.WriteRune(symbol(Square{row, col}))
		}
	}
	return text.String()
}
