package child

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Clean returns a text of a foreign program with nothing in it that a terminal or a
// page would obey instead of showing it. Control characters except tab and newline,
// marks that reverse the direction of writing, other invisible characters, and bytes
// that are not UTF-8 become escapes such as \x1b.
func Clean(text string) string {
	first := 0
	for first < len(text) && (text[first] >= ' ' && text[first] <= '~' || text[first] == '\t' || text[first] == '\n') {
		first++
	}
	if first == len(text) {
		return text // as nearly all are
	}
	clean := append(make([]byte, 0, len(text)+len(text)/4), text[:first]...)
	for rest := text[first:]; rest != ""; {
		r, size := utf8.DecodeRuneInString(rest)
		switch {
		case r == utf8.RuneError && size == 1:
			clean = fmt.Appendf(clean, `\x%02x`, rest[0])
		case strconv.IsGraphic(r) || r == '\t' || r == '\n':
			clean = append(clean, rest[:size]...)
		default:
			clean = append(clean, strings.Trim(strconv.QuoteRuneToASCII(r), "'")...)
		}
		rest = rest[size:]
	}
	return string(clean)
}

// escape matches an escape of Clean in a text that was quoted afterwards.
var escape = regexp.MustCompile(`\\\\(x[0-9a-f]{2}|u[0-9a-f]{4}|U[0-9a-f]{8}|[abfrv])`)

// quote quotes a text that is clean, and leaves its escapes as they are.
func quote(text string) string { return escape.ReplaceAllString(strconv.Quote(text), `\$1`) }

// Quote quotes a text that is clean, shortened to its end.
func Quote(text string) string {
	const enough = 300
	text = strings.TrimSpace(text)
	if len(text) > enough {
		text = "…" + strings.ToValidUTF8(text[len(text)-enough:], "")
	}
	return quote(text)
}

// QuoteLine quotes a text that is clean, shortened to its beginning.
func QuoteLine(text string) string { return quote(beginning(text, 300)) }

// beginning returns at most a number of bytes, with a mark if that is not all.
func beginning(text string, most int) string {
	if len(text) > most {
		text = strings.ToValidUTF8(text[:most], "") + "…"
	}
	return text
}
