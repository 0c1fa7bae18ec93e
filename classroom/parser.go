package classroom

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"
)

// parser reads expressions. One grammar serves Python and JavaScript:
//
//	expression = [ "new" ] operand { "." NAME | "(" items ")" } .
//	operand    = NAME | NUMBER | STRING | "(" items ")" | "[" items "]" | "{" entries "}" .
//	items      = [ expression { "," expression } [ "," ] ] .
//	entries    = items | expression ":" expression { "," expression ":" expression } [ "," ] .
//
// As in Python, {} is a dictionary without entries and (1,) a tuple. A statement may end
// with a semicolon, a value in the output may not.
type parser struct {
	tokens []string
	err    error // the first error; there are no tokens after it
}

var token = regexp.MustCompile(`^(?:[A-Za-z]\w*|-?\d+|"(?:[^"\\\n]|\\[n"'\\])*"|'(?:[^'\\\n]|\\[n"'\\])*'|[][(){}.,:;=])`)

var unescape = strings.NewReplacer(`\n`, "\n", `\"`, `"`, `\'`, `'`, `\\`, `\`)

// tokenize splits a text up to the first token that begins with what begins a comment,
// "" if there are no comments.
func tokenize(text, comment string) ([]string, error) {
	var tokens []string
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		if comment != "" && strings.HasPrefix(text, comment) {
			break
		}
		t := token.FindString(text)
		if t == "" {
			return nil, fmt.Errorf("%q: want a name, a number, a string or punctuation", text)
		}
		tokens = append(tokens, t)
		text = text[len(t):]
	}
	return tokens, nil
}

func evaluate(s scope, text string) (any, error) {
	tokens, err := tokenize(text, s.comment)
	if err != nil {
		return nil, err
	}
	p := &parser{tokens: tokens}
	x := p.expression()
	if s.isStatement {
		p.accept(";")
	}
	if p.err == nil && p.peek() != "" {
		p.fail("the end of the statement")
	}
	if p.err != nil {
		return nil, p.err
	}
	return x(s)
}

func (p *parser) expression() expression {
	p.accept("new")
	x := p.operand()
	for {
		switch {
		case p.accept("."):
			x = memberOf(x, p.name())
		case p.accept("("):
			args, _ := p.items(")")
			x = callOf(x, args)
		default:
			return x
		}
	}
}

func (p *parser) operand() expression {
	switch {
	case p.accept("("):
		items, comma := p.items(")")
		if len(items) == 1 && !comma {
			return items[0]
		}
		return all(items, func(values []any) any { return tuple(values) })
	case p.accept("["):
		items, _ := p.items("]")
		return all(items, func(values []any) any { return list(values) })
	case p.accept("{"):
		return p.entries()
	}
	switch t := p.peek(); {
	case strings.HasPrefix(t, `"`), strings.HasPrefix(t, "'"):
		p.accept(t)
		return constant(unescape.Replace(t[1 : len(t)-1]))
	case t != "" && strings.ContainsRune("-0123456789", rune(t[0])):
		n, err := strconv.Atoi(t)
		if err != nil {
			p.fail("a smaller number")
		}
		p.accept(t)
		return constant(n)
	}
	return named(p.name())
}

// items reads items up to a closing bracket. It reports whether a comma is before that.
func (p *parser) items(closing string) (items []expression, comma bool) {
	for p.err == nil && !p.accept(closing) {
		if len(items) > 0 && !comma {
			p.fail(", or " + closing)
		}
		items = append(items, p.expression())
		comma = p.accept(",")
	}
	return items, comma
}

// entries reads a set or a dictionary up to its closing bracket.
func (p *parser) entries() expression {
	var keys, values []expression
	for comma := true; p.err == nil && !p.accept("}"); comma = p.accept(",") {
		if !comma {
			p.fail(", or }")
		}
		keys = append(keys, p.expression())
		if p.accept(":") {
			values = append(values, p.expression())
		}
	}
	switch len(values) {
	case len(keys):
		return all(append(keys, values...), func(v []any) any {
			d := make(dict, len(v)/2)
			for i := range d {
				d[i] = [2]any{v[i], v[len(d)+i]}
			}
			return d
		})
	case 0:
		return all(keys, func(values []any) any { return set(values) })
	}
	p.fail("entries that all have a value or all have none before it")
	return nil
}

// peek returns the next token, "" at the end.
func (p *parser) peek() string {
	if len(p.tokens) == 0 {
		return ""
	}
	return p.tokens[0]
}

func (p *parser) accept(t string) bool {
	if p.peek() != t {
		return false
	}
	p.tokens = p.tokens[1:]
	return true
}

func (p *parser) name() string {
	t := p.peek()
	if t == "" || !unicode.IsLetter(rune(t[0])) {
		p.fail("a name")
		return ""
	}
	p.accept(t)
	return t
}

// fail records the first error and ends the text.
func (p *parser) fail(want string) {
	if p.err != nil {
		return
	}
	at := "the end"
	if len(p.tokens) > 0 {
		at = strconv.Quote(strings.Join(p.tokens, " "))
	}
	p.err = fmt.Errorf("at %s: want %s", at, want)
	p.tokens = nil
}

type scope struct {
	names   map[string]any
	member  func(of any) members // what may follow a dot
	comment string               // what begins a comment, "" if there are none

	isStatement bool // whether the text is a statement, which a semicolon may end
}

type expression func(scope) (any, error)

func constant(v any) expression {
	return func(scope) (any, error) { return v, nil }
}

func named(name string) expression {
	return func(s scope) (any, error) {
		v, ok := s.names[name]
		if !ok {
			return nil, fmt.Errorf("unknown name %q", name)
		}
		return v, nil
	}
}

func memberOf(x expression, name string) expression {
	return func(s scope) (any, error) {
		v, err := x(s)
		if err != nil {
			return nil, err
		}
		member, ok := s.member(v)[name]
		if !ok {
			return nil, fmt.Errorf("%s has no member %q", show(v), name)
		}
		return member, nil
	}
}

func callOf(x expression, args []expression) expression {
	return func(s scope) (any, error) {
		f, err := x(s)
		if err != nil {
			return nil, err
		}
		values, err := evaluateAll(s, args)
		if err != nil {
			return nil, err
		}
		return call(f, values)
	}
}

func all(items []expression, value func([]any) any) expression {
	return func(s scope) (any, error) {
		values, err := evaluateAll(s, items)
		if err != nil {
			return nil, err
		}
		return value(values), nil
	}
}

func evaluateAll(s scope, items []expression) ([]any, error) {
	values := make([]any, len(items))
	for i, x := range items {
		v, err := x(s)
		if err != nil {
			return nil, err
		}
		if _, ok := v.(printed); ok {
			return nil, errors.New("a call that only prints: want it alone")
		}
		values[i] = v
	}
	return values, nil
}
