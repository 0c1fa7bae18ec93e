package classroom_test

import (
	"fmt"
	"slices"
	"strings"

	"thera/classroom"
)

// The values of a session are ints, strings, bools, nil, boards, functions and
// these.
type (
	tuple   []any
	list    []any
	set     []any          // in any order
	dict    [][2]any       // keys and values, in any order
	members map[string]any // what stands after a dot
	printed string         // the result of printing
)

// show returns a value as text: the same for equal values and, functions apart,
// for no others.
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
	return fmt.Sprintf("a value of type %T", v)
}

// isBoard reports whether a value is a board of package classroom.
func isBoard(v any) bool {
	switch v.(type) {
	case *classroom.Amazons, *classroom.Hermit, *classroom.Santorini:
		return true
	}
	return false
}

// each returns what f makes of each item.
func each[S ~[]T, T, U any](items S, f func(T) U) []U {
	results := make([]U, len(items))
	for i, item := range items {
		results[i] = f(item)
	}
	return results
}
