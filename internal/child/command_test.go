package child

import (
	"slices"
	"strings"
	"testing"
)

func TestSplit(t *testing.T) {
	for command, want := range map[string][]string{
		"":                            nil,
		" \t":                         nil,
		" java  -ea\tamazons.Main ":   {"java", "-ea", "amazons.Main"},
		`'./my engine' --quiet`:       {"./my engine", "--quiet"},
		`./"my engine" ''`:            {"./my engine", ""},
		`"it's" '"'"'"x`:              {"it's", `"'x`},
		`"C:\Program Files\x.exe" \y`: {`C:\Program Files\x.exe`, `\y`},
	} {
		if got, err := Split(command); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %q, %v, want %q", command, got, err, want)
		}
	}
	for command, want := range map[string]string{
		`é 'x" y`: `command "é 'x\" y": the quote at column 3 is not closed`,
		`'a' b"`:  `the quote at column 6 is not closed`,
	} {
		if got, err := Split(command); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%s: %q, %v, want %s", command, got, err, want)
		}
	}
}

// FuzzSplit wants the same words back from Join, and those that spaces separate where
// there are no quotes.
func FuzzSplit(f *testing.F) {
	for _, command := range []string{"", "java -ea Main", `'./my engine' ""`, `"it's" '"'"'"x`, "\x00\xff '"} {
		f.Add(command)
	}
	f.Fuzz(func(t *testing.T, command string) {
		words, err := Split(command)
		if again, err := Split(Join(words)); err != nil || !slices.Equal(again, words) {
			t.Errorf("%q: %q, joined %q, %v", command, words, again, err)
		}
		if strings.ContainsAny(command, quotes) {
			return
		}
		fields := strings.FieldsFunc(command, func(r rune) bool { return strings.ContainsRune(spaces, r) })
		if err != nil || !slices.Equal(words, fields) {
			t.Errorf("%q: %q, %v, want %q", command, words, err, fields)
		}
	})
}
