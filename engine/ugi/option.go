package ugi

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Option is a setting of an engine program, as the program describes it.
type Option struct {
	Name string
	// Type is spin (a whole number), check (true or false), combo (one of
	// Choices), string or button (an action, without a value).
	Type     string
	Default  string
	Min, Max int64 // of a spin
	Choices  []string
}

// VariantOption is the option that selects the board in programs that play several.
const VariantOption = "UCI_Variant"

// Setting is a value for an option.
type Setting struct{ Name, Value string }

// String returns the line that announces the option.
func (o Option) String() string {
	var line strings.Builder
	fmt.Fprintf(&line, "option name %s type %s", o.Name, o.Type)
	if o.Type != "button" {
		line.WriteString(" default " + o.Default)
	}
	if o.Type == "spin" {
		fmt.Fprintf(&line, " min %d max %d", o.Min, o.Max)
	}
	for _, c := range o.Choices {
		line.WriteString(" var " + c)
	}
	return line.String()
}

// ParseOption parses a line that announces an option.
func ParseOption(line string) (Option, error) {
	var o Option
	verb, words := CutVerb(line)
	if verb != "option" {
		return o, fmt.Errorf("%q: want an option", line)
	}
	seen := map[string]bool{}
	for len(words) > 0 {
		key := words[0]
		n := 1 + slices.IndexFunc(words[1:], isOptionKey)
		if n == 0 {
			n = len(words)
		}
		value := strings.Join(words[1:n], " ")
		words = words[n:]
		var err error
		switch key {
		case "name":
			o.Name = value
		case "type":
			o.Type = value
		case "default":
			o.Default = value
		case "min":
			o.Min, err = strconv.ParseInt(value, 10, 64)
		case "max":
			o.Max, err = strconv.ParseInt(value, 10, 64)
		case "var":
			o.Choices = append(o.Choices, value)
		default:
			return o, fmt.Errorf("%q: want name, type, default, min, max or var in place of %q", line, key)
		}
		if err != nil {
			return o, fmt.Errorf("%q: %s %q: want a whole number", line, key, value)
		}
		seen[key] = true
	}
	switch {
	case o.Name == "":
		return o, fmt.Errorf("%q: want a name", line)
	case !slices.Contains([]string{"spin", "check", "combo", "string", "button"}, o.Type):
		return o, fmt.Errorf("%q: type %q: want spin, check, combo, string or button", line, o.Type)
	case o.Type == "spin" && (!seen["min"] || !seen["max"]):
		return o, fmt.Errorf("%q: want min and max", line)
	}
	return o, nil
}

func isOptionKey(word string) bool {
	return slices.Contains([]string{"name", "type", "default", "min", "max", "var"}, word)
}

// Accept returns the value in the option's own spelling, or an error that
// states what is accepted. A variant may be followed by a colon and further
// choices, as in "santorini:athena,pan".
func (o Option) Accept(value string) (string, error) {
	switch o.Type {
	case "spin":
		if n, err := strconv.ParseInt(value, 10, 64); err != nil || n < o.Min || n > o.Max {
			return "", fmt.Errorf("%s %q: want a whole number from %d to %d", o.Name, value, o.Min, o.Max)
		}
	case "check":
		if value != "true" && value != "false" {
			return "", fmt.Errorf("%s %q: want true or false", o.Name, value)
		}
	case "combo":
		name, chosen := value, ""
		if i := strings.Index(value, ":"); i >= 0 && o.Name == VariantOption {
			name, chosen = value[:i], value[i:]
		}
		i := slices.IndexFunc(o.Choices, func(c string) bool { return strings.EqualFold(c, name) })
		if i < 0 {
			return "", fmt.Errorf("%s %q: want one of %s", o.Name, value, strings.Join(o.Choices, ", "))
		}
		return o.Choices[i] + chosen, nil
	}
	return value, nil
}

// FindOption returns the option with a name, ignoring case.
func FindOption(options []Option, name string) (Option, error) {
	var names []string
	for _, o := range options {
		if strings.EqualFold(o.Name, name) {
			return o, nil
		}
		names = append(names, o.Name)
	}
	if names == nil {
		return Option{}, fmt.Errorf("option %q: the program has no options", name)
	}
	return Option{}, fmt.Errorf("option %q: want one of %s", name, strings.Join(names, ", "))
}
