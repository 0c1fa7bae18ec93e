package ugi

import (
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestOptions(t *testing.T) {
	for _, test := range []struct {
		line   string
		option Option
	}{
		{"option name Hash type spin default 16 min 1 max 1024", Option{Name: "Hash", Type: "spin", Default: "16", Min: 1, Max: 1024}},
		{"option name Move Overhead type spin default 30 min -5 max 5000", Option{Name: "Move Overhead", Type: "spin", Default: "30", Min: -5, Max: 5000}},
		{"option name Ponder type check default false", Option{Name: "Ponder", Type: "check", Default: "false"}},
		{"option name UCI_Variant type combo default a var a var b", Option{Name: "UCI_Variant", Type: "combo", Default: "a", Choices: []string{"a", "b"}}},
		{"option name Path type string default C:\\My Files", Option{Name: "Path", Type: "string", Default: "C:\\My Files"}},
		{"option name Path type string default ", Option{Name: "Path", Type: "string"}},
		{"option name Clear Hash type button", Option{Name: "Clear Hash", Type: "button"}},
	} {
		o, err := parseOption(test.line)
		if diff := cmp.Diff(test.option, o); diff != "" || err != nil {
			t.Errorf("%s: %v\n%s", test.line, err, diff)
		}
		if o.String() != test.line {
			t.Errorf("%s comes back as %s", test.line, o)
		}
	}
}

func TestParseOptionRefuses(t *testing.T) {
	for _, test := range []struct{ line, want string }{
		{"id name X", "want an option"},
		{"option", "want a name"},
		{"option type check default true", "want a name"},
		{"option name X type float default 1", `type "float": want spin, check`},
		{"option name X type spin default 1", "want min and max"},
		{"option name X type spin default 1 min a max 3", `min "a": want a whole number`},
		{"option X type check", `in place of "X"`},
	} {
		if o, err := parseOption(test.line); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s reads as %+v, %v; want an error with %q", test.line, o, err, test.want)
		}
	}
}

func TestOptionAccepts(t *testing.T) {
	spin := Option{Name: "Hash", Type: "spin", Min: 1, Max: 64}
	combo := Option{Name: "Style", Type: "combo", Choices: []string{"Solid", "Wild"}}
	check := Option{Name: "Ponder", Type: "check"}
	for _, test := range []struct {
		option      Option
		value, want string
	}{
		{spin, "64", "64"},
		{spin, "65", `! Hash "65": want a whole number from 1 to 64`},
		{spin, "", `! Hash "": want a whole number from 1 to 64`},
		{spin, "1", "1"},
		{spin, "0", `! Hash "0": want a whole number from 1 to 64`},
		{combo, "solid", "Solid"},
		{combo, "wild", "Wild"},
		{combo, "tame", `! Style "tame": want one of Solid, Wild`},
		{check, "true", "true"},
		{Option{Name: VariantOption, Type: "combo", Choices: []string{"santorini"}}, "Santorini:athena,pan", "santorini:athena,pan"},
		{Option{Name: VariantOption, Type: "combo", Choices: []string{"santorini"}}, "chess:960", `! UCI_Variant "chess:960": want one of santorini`},
		{combo, "solid:x", `! Style "solid:x": want one of Solid, Wild`},
		{check, "on", `! Ponder "on": want true or false`},
		{Option{Type: "string"}, "any thing", "any thing"},
	} {
		got, err := test.option.Accept(test.value)
		if err != nil {
			got = "! " + err.Error()
		}
		if got != test.want {
			t.Errorf("%s %q: %s, want %s", test.option.Name, test.value, got, test.want)
		}
	}
}

func TestFindOption(t *testing.T) {
	for _, test := range []struct {
		options []Option
		want    string
	}{
		{nil, `option "Hash": the program has no options`},
		{[]Option{{Name: "Style"}, {Name: "Ponder"}}, `option "Hash": want one of Style, Ponder`},
	} {
		if _, err := FindOption(test.options, "Hash"); err == nil || err.Error() != test.want {
			t.Errorf("%v, want %s", err, test.want)
		}
	}
}

func FuzzParseOption(f *testing.F) {
	f.Add("option name Clear Hash type button")
	f.Add("option name Hash type spin default 16 min 1 max 1024")
	f.Add("option name Style type combo default Wild var Solid var Wild")
	f.Fuzz(func(t *testing.T, line string) {
		o, err := parseOption(line)
		if err != nil {
			return
		}
		again, err := parseOption(o.String())
		if o.Type == "button" {
			o.Default = "" // a button has no value
		}
		if o.Type != "spin" {
			o.Min, o.Max = 0, 0 // nothing else has bounds
		}
		if err != nil || !reflect.DeepEqual(again, o) {
			t.Errorf("%q reads as %+v and then as %+v, %v", line, o, again, err)
		}
	})
}
