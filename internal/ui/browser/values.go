package browser

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// With encoding/json the first program would be a tenth larger. So JavaScript reads the
// requests, and this file puts their values into structs and writes the replies. Of
// struct tags it knows names and omitempty.

// field is a field of a struct, by its tag.
type field struct {
	index     []int
	name      string
	omitEmpty bool
}

var fieldsByType sync.Map // from reflect.Type to []field

// fieldsOf returns the fields of a struct, those of an embedded struct as its own.
func fieldsOf(kind reflect.Type) []field {
	if known, ok := fieldsByType.Load(kind); ok {
		return known.([]field)
	}
	var all []field
	for i := range kind.NumField() {
		f := kind.Field(i)
		if f.Anonymous {
			for _, inner := range fieldsOf(f.Type) {
				inner.index = append([]int{i}, inner.index...)
				all = append(all, inner)
			}
			continue
		}
		name, option, _ := strings.Cut(f.Tag.Get("json"), ",")
		all = append(all, field{f.Index, name, option == "omitempty"})
	}
	fieldsByType.Store(kind, all)
	return all
}

// fill stores a value, as encoding/json would decode it into an any. As there, nil
// changes nothing, and what a struct has no field for is ignored.
func fill(into reflect.Value, from any) error {
	switch from := from.(type) {
	case nil:
		return nil
	case bool:
		if into.Kind() == reflect.Bool {
			into.SetBool(from)
			return nil
		}
	case string:
		if into.Kind() == reflect.String {
			into.SetString(from)
			return nil
		}
	case float64:
		if fillNumber(into, from) {
			return nil
		}
	case []any:
		if into.Kind() == reflect.Slice {
			return fillSlice(into, from)
		}
	case map[string]any:
		if into.Kind() == reflect.Struct {
			return fillStruct(into, from)
		}
	}
	switch into.Kind() {
	case reflect.Pointer:
		into.Set(reflect.New(into.Type().Elem()))
		return fill(into.Elem(), from)
	case reflect.Interface:
		into.Set(reflect.ValueOf(from))
		return nil
	}
	return fmt.Errorf("%v is no %s", from, into.Type())
}

func fillNumber(into reflect.Value, from float64) bool {
	switch {
	case into.CanInt():
		n := int64(from)
		if float64(n) != from || into.OverflowInt(n) {
			return false
		}
		into.SetInt(n)
	case into.CanUint():
		n := uint64(from)
		if from < 0 || float64(n) != from || into.OverflowUint(n) {
			return false
		}
		into.SetUint(n)
	case into.CanFloat():
		into.SetFloat(from)
	default:
		return false
	}
	return true
}

func fillSlice(into reflect.Value, from []any) error {
	into.Set(reflect.MakeSlice(into.Type(), len(from), len(from)))
	for i, element := range from {
		if err := fill(into.Index(i), element); err != nil {
			return fmt.Errorf("%d: %w", i, err)
		}
	}
	return nil
}

func fillStruct(into reflect.Value, from map[string]any) error {
	for _, f := range fieldsOf(into.Type()) {
		if err := fill(into.FieldByIndex(f.index), from[f.name]); err != nil {
			return fmt.Errorf("%s: %w", f.name, err)
		}
	}
	return nil
}

// appendJSON appends a value as JSON. A float64 that is no number becomes null, as in
// JavaScript.
func appendJSON(text []byte, v reflect.Value) []byte {
	switch v.Kind() {
	case reflect.Bool:
		return strconv.AppendBool(text, v.Bool())
	case reflect.Int:
		return strconv.AppendInt(text, v.Int(), 10)
	case reflect.Uint64:
		return strconv.AppendUint(text, v.Uint(), 10)
	case reflect.Float64:
		if f := v.Float(); !math.IsNaN(f) && !math.IsInf(f, 0) {
			return strconv.AppendFloat(text, f, 'g', -1, 64)
		}
	case reflect.String:
		return appendString(text, v.String())
	case reflect.Array:
		return appendElements(text, v)
	case reflect.Slice:
		if !v.IsNil() {
			return appendElements(text, v)
		}
	case reflect.Map:
		if !v.IsNil() {
			return appendMap(text, v)
		}
	case reflect.Struct:
		return appendStruct(text, v)
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			return appendJSON(text, v.Elem())
		}
	}
	return append(text, "null"...)
}

func appendString(text []byte, s string) []byte {
	text = append(text, '"')
	for _, c := range []byte(s) {
		switch {
		case c == '\n':
			text = append(text, `\n`...)
		case c < ' ':
			text = fmt.Appendf(text, `\u%04x`, c)
		case c == '"' || c == '\\':
			text = append(text, '\\', c)
		default:
			text = append(text, c)
		}
	}
	return append(text, '"')
}

func appendElements(text []byte, v reflect.Value) []byte {
	text = append(text, '[')
	for i := range v.Len() {
		text = append(appendJSON(text, v.Index(i)), ',')
	}
	return closeList(text, ']')
}

// appendMap appends a map with its keys, which are strings, in order.
func appendMap(text []byte, v reflect.Value) []byte {
	var keys []string // few; a sort of values would be larger than the rest of this file
	for _, key := range v.MapKeys() {
		at, _ := slices.BinarySearch(keys, key.String())
		keys = slices.Insert(keys, at, key.String())
	}
	text = append(text, '{')
	for _, key := range keys {
		text = appendMember(text, key, v.MapIndex(reflect.ValueOf(key)))
	}
	return closeList(text, '}')
}

func appendStruct(text []byte, v reflect.Value) []byte {
	text = append(text, '{')
	for _, f := range fieldsOf(v.Type()) {
		if value := v.FieldByIndex(f.index); !f.omitEmpty || !isEmpty(value) {
			text = appendMember(text, f.name, value)
		}
	}
	return closeList(text, '}')
}

func isEmpty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Slice, reflect.Map:
		return v.Len() == 0
	case reflect.Struct, reflect.Array:
		return false
	}
	return v.IsZero()
}

func appendMember(text []byte, name string, value reflect.Value) []byte {
	text = append(appendString(text, name), ':')
	return append(appendJSON(text, value), ',')
}

// closeList ends a list whose elements all have a comma behind them.
func closeList(text []byte, end byte) []byte {
	if last := len(text) - 1; text[last] == ',' {
		text = text[:last]
	}
	return append(text, end)
}
