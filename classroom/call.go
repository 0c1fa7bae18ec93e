package classroom

import (
	"fmt"
	"reflect"
	"unicode/utf8"
)

// raised is an error returned by a board, as opposed to one of the interpreter: in a
// session it is an exception.
type raised struct{ error }

func (r *raised) Unwrap() error { return r.error }

// call calls a Go function with the values of a session.
func call(function any, args []any) (any, error) {
	f := reflect.ValueOf(function)
	if f.Kind() != reflect.Func {
		return nil, fmt.Errorf("%s is called: want a function", show(function))
	}
	if len(args) != f.Type().NumIn() {
		return nil, fmt.Errorf("%d arguments: want %d", len(args), f.Type().NumIn())
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
		return nil, &raised{out[1].Interface().(error)}
	}
	return out[0].Interface(), nil
}

// convert returns a session's value as an argument of a Go type.
func convert(v any, to reflect.Type) (reflect.Value, error) {
	switch {
	case v != nil && reflect.TypeOf(v).AssignableTo(to):
		return reflect.ValueOf(v), nil
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
		squares := make([]Square, len(items))
		for i, item := range items {
			s, isSquare := square(item)
			squares[i], ok = s, ok && isSquare
		}
		if ok {
			return reflect.ValueOf(squares), nil
		}
	}
	return reflect.Value{}, fmt.Errorf("argument %s: want a %v", show(v), to)
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
