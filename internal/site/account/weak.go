package account

import (
	"bytes"
	"compress/gzip"
	_ "embed" // the list of passwords
	"io"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Bounds of a new password, in characters after normalization. What is kept of a
// password does not grow with it: the bound on bytes only keeps requests cheap.
const (
	minPassword      = 8
	maxPassword      = 200
	maxPasswordBytes = 4 * maxPassword
)

// checkPassword refuses passwords that are too short, or that somebody who guesses tries
// first. As NIST SP 800-63B asks, it does not ask for certain kinds of characters.
func checkPassword(password, name string) error {
	text := norm.NFKC.String(password)
	n := utf8.RuneCountInString(text)
	if n < minPassword || n > maxPassword || len(password) > maxPasswordBytes {
		return Refuse(BadPassword, "password of %d characters: want at least %d characters, and at most %d or %d bytes", n, minPassword, maxPassword, maxPasswordBytes)
	}
	if why := weakness(strings.ToLower(text), strings.ToLower(name)); why != "" {
		return Refuse(BadPassword, "the password %s: want one that is hard to guess, such as several words", why)
	}
	return nil
}

// weakness returns what makes a password in lower case easy to guess for somebody who
// knows the account's name, or "".
func weakness(password, name string) string {
	unit := repeated(password)
	switch {
	case utf8.RuneCountInString(unit) < minPassword:
		return "repeats a few characters"
	case isCommon(unit):
		return "is one of the most common ones, or one with a few digits or signs"
	case surprises(unit) < minSurprises:
		return "is a sequence of letters, digits or neighboring keys"
	case isAbout(unit, name, siteName):
		return "is little more than the name of the account or of this site"
	}
	return ""
}

// repeated returns the beginning of a text that the rest repeats, or all of it. The last
// repetition may be cut off.
func repeated(text string) string {
	for i := 1; i <= len(text)/2; i++ {
		if strings.HasPrefix(text, text[i:]) {
			return text[:i]
		}
	}
	return text
}

//go:embed common.txt.gz
var commonFile []byte

// common has the most common passwords in lower case, in order. The file is made by
// common.sh.
var common = sync.OnceValue(func() []string {
	file, err := gzip.NewReader(bytes.NewReader(commonFile))
	if err != nil {
		panic(err) // the file is part of the program
	}
	text, err := io.ReadAll(file)
	if err != nil {
		panic(err) // as above
	}
	return strings.Fields(string(text))
})

// spelled has the letters that signs stand for. A 1 is an i or an l.
var spelled = map[string]*strings.Replacer{
	"i": strings.NewReplacer("@", "a", "4", "a", "3", "e", "0", "o", "$", "s", "5", "s", "7", "t", "!", "i", "1", "i"),
	"l": strings.NewReplacer("@", "a", "4", "a", "3", "e", "0", "o", "$", "s", "5", "s", "7", "t", "!", "i", "1", "l"),
}

// maxTail is how many digits and signs at the end are no obstacle to guessing.
const maxTail = 5

// isCommon reports whether a password is common, perhaps with signs for letters and with
// digits and signs after it.
func isCommon(password string) bool {
	forms := []string{password}
	base := strings.TrimRightFunc(password, func(r rune) bool { return !unicode.IsLetter(r) })
	if base != "" && len(password)-len(base) <= maxTail {
		forms = append(forms, base)
	}
	for _, form := range forms {
		for _, text := range []string{form, spelled["i"].Replace(form), spelled["l"].Replace(form)} {
			if _, found := slices.BinarySearch(common(), text); found {
				return true
			}
		}
	}
	return false
}

// minSurprises is how many characters of a password must not follow from the one before.
const minSurprises = 4

// surprises counts the characters that are neither the same as the one before, nor next
// to it in the alphabet or on the keyboard.
func surprises(password string) (n int) {
	const none = -2
	before := rune(none)
	for _, r := range password {
		if d := r - before; (d < -1 || d > 1) && !areNeighbors(before, r) {
			n++
		}
		before = r
	}
	return n
}

// keyboard has the rows of keys, each half a key to the right of the one above.
var keyboard = []string{"1234567890-=", "qwertyuiop[]", "asdfghjkl;'", "zxcvbnm,./"}

func areNeighbors(a, b rune) bool {
	rowA, columnA := keyOf(a)
	rowB, columnB := keyOf(b)
	if rowA > rowB {
		rowA, columnA, rowB, columnB = rowB, columnB, rowA, columnA
	}
	right := columnB - columnA
	switch {
	case rowA < 0:
		return false
	case rowA == rowB:
		return right == 1 || right == -1
	}
	return rowB == rowA+1 && (right == 0 || right == -1)
}

func keyOf(r rune) (row, column int) {
	for row, keys := range keyboard {
		if column := strings.IndexRune(keys, r); column >= 0 {
			return row, column
		}
	}
	return -1, -1
}

const siteName = "thera"

// minBesides is how many letters and digits a password needs besides names.
const minBesides = 5

// isAbout reports whether a password is little more than some names.
func isAbout(password string, names ...string) bool {
	text := plain(password)
	rest := text
	for _, name := range names {
		if name = plain(name); name != "" {
			rest = strings.ReplaceAll(rest, name, "")
		}
	}
	return rest != text && utf8.RuneCountInString(rest) < minBesides
}

// plain returns the letters and digits of a text.
func plain(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, text)
}
