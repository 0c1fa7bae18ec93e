package child

import (
	"strings"
	"testing"
)

func TestClean(t *testing.T) {
	for text, want := range map[string]string{
		"* d1-d7(g7)\tÄ 王 😀\n":         "* d1-d7(g7)\tÄ 王 😀\n",
		"\x1b]0;title\a":               `\x1b]0;title\a`,
		"\u009b2J":                     `\u009b2J`,
		"Alice\u202e\u2066":            `Alice\u202e\u2066`,
		"a\r\x7f\x00\v":                `a\r\x7f\x00\v`,
		"\xff\xc3":                     `\xff\xc3`,
		"it's 'quoted'\x1b":            `it's 'quoted'\x1b`,
		"\u2028\u200b\U000e0041\ufeff": `\u2028\u200b\U000e0041\ufeff`,
	} {
		got := Clean(text)
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
		if again := Clean(got); again != got {
			t.Errorf("%q: cleaned twice: %q", text, again)
		}
	}
}

// What is clean already, as nearly all lines are, costs no memory.
func TestCleanAllocates(t *testing.T) {
	line := strings.Repeat("info depth 12 score cp 35 pv d1-d7(g7)\t", 20)
	if n := testing.AllocsPerRun(10, func() { Clean(line) }); n > 0 {
		t.Errorf("%v allocations, want 0", n)
	}
}

func FuzzClean(f *testing.F) {
	for _, text := range []string{"", "plain", "\x1b[2J", "\u009b", "\xff", "\u202e", "a\\x1b"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		clean := Clean(text)
		if Clean(clean) != clean || strings.ContainsAny(clean, "\x1b\r\a\b\u009b\u202e") {
			t.Errorf("%q: %q", text, clean)
		}
	})
}

// TestQuote quotes texts; escapes of Clean stay as they are.
func TestQuote(t *testing.T) {
	for text, want := range map[string]string{
		" oh \n": `"oh"`, "": `""`,
		Clean("\x1b[31m\u009b\u202e\xff\a\t\n\"C:\\bin\\new\"."): `"\x1b[31m\u009b\u202e\xff\a\t\n\"C:\bin\\new\"."`,
		strings.Repeat("ä", 151) + "x":                           `"…` + strings.Repeat("ä", 149) + `x"`,
	} {
		if got := Quote(text); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

// A line is shortened to its beginning.
func TestQuoteLine(t *testing.T) {
	for text, want := range map[string]string{
		`bestmove \x1b[2J\q`:                   `"bestmove \x1b[2J\\q"`,
		"bestmove " + strings.Repeat("x", 400): `"bestmove ` + strings.Repeat("x", 291) + `…"`,
	} {
		if got := QuoteLine(text); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}
