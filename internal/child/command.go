package child

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

const (
	spaces = " \t\r\n\v\f"
	quotes = `'"`
)

// Split returns the words of a command as a shell reads them: spaces separate words,
// except between single or double quotes, which are left out. Nothing else is special, so
// that paths of Windows can have their backslashes.
func Split(command string) (words []string, err error) {
	var word []byte
	var open byte // the quote that is open, 0 for none
	opened := 0   // where it is
	inWord := false
	for i := range len(command) {
		switch c := command[i]; {
		case open != 0 && c == open:
			open = 0
		case open == 0 && strings.IndexByte(quotes, c) >= 0:
			open, opened, inWord = c, i, true
		case open != 0 || strings.IndexByte(spaces, c) < 0:
			word, inWord = append(word, c), true
		case inWord:
			words, word, inWord = append(words, string(word)), nil, false
		}
	}
	if open != 0 {
		return nil, fmt.Errorf("command %q: the quote at column %d is not closed", command, utf8.RuneCountInString(command[:opened])+1)
	}
	if inWord {
		words = append(words, string(word))
	}
	return words, nil
}

// Join returns a command with these words, for [Split].
func Join(words []string) string {
	quoted := make([]string, len(words))
	for i, word := range words {
		switch {
		case word != "" && !strings.ContainsAny(word, spaces+quotes):
			quoted[i] = word
		case !strings.Contains(word, "'"):
			quoted[i] = "'" + word + "'"
		default:
			quoted[i] = `"` + strings.ReplaceAll(word, `"`, `"'"'"`) + `"`
		}
	}
	return strings.Join(quoted, " ")
}
