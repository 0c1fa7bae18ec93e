package classroom

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// The values of a session are ints, strings, bools, nil, boards, functions and these
// types.
type (
	tuple   []any
	list    []any
	set     []any          // in any order
	dict    [][2]any       // keys and values, in any order
	members map[string]any // what may follow a dot
	printed string         // the result of printing
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
	if isBoard(v) {
		return "the board"
	}
	return fmt.Sprintf("a value of type %T", v)
}

// snake returns a value as Python shows it.
func snake(v any) string {
	switch v := v.(type) {
	case string:
		return "'" + v + "'"
	case bool:
		if v {
			return "True"
		}
		return "False"
	case tuple:
		if len(v) == 1 {
			return "(" + snake(v[0]) + ",)"
		}
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

// isFunction reports whether a value can be called.
func isFunction(v any) bool { return v != nil && reflect.TypeOf(v).Kind() == reflect.Func }

// isBoard reports whether a value is a board of package classroom.
func isBoard(v any) bool {
	switch v.(type) {
	case *Amazons, *Hermit, *Santorini:
		return true
	}
	return false
}

// each returns the results of applying f to each item.
func each[S ~[]T, T, U any](items S, f func(T) U) []U {
	results := make([]U, len(items))
	for i, item := range items {
		results[i] = f(item)
	}
	return results
}
