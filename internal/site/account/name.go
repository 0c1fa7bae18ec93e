package account

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

var nameShape = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9]*(?:[-_][A-Za-z0-9]+)*$`)

const minName, maxName = 2, 20

// reserved has beginnings of names that could be mistaken for the service's own.
var reserved = []string{"admin", "anonymous", "deleted", "guest", "moderator", "null", "official", "system", "thera", "undefined"}

// names checks which names are allowed.
type names struct {
	house *regexp.Regexp // matches the folded names of house bots
}

func newNames(games []string) names {
	var folded []string
	for _, game := range games {
		folded = append(folded, regexp.QuoteMeta(fold(game)))
	}
	if len(folded) == 0 {
		return names{}
	}
	// Folding may have turned digits into letters.
	return names{regexp.MustCompile(`^(?:` + strings.Join(folded, "|") + `)[0-9lo]*$`)}
}

// check returns why a name is not allowed, or nil.
func (n names) check(name string) error {
	if len(name) < minName || len(name) > maxName || !nameShape.MatchString(name) {
		return Refuse(BadName, `name %q: want %d to %d letters and digits, beginning with a letter, with single "-" and "_" between them`, short(name), minName, maxName)
	}
	folded := fold(name)
	for _, r := range reserved {
		if strings.HasPrefix(folded, fold(r)) {
			return Refuse(BadName, "name %q begins with %q, which is reserved", name, r)
		}
	}
	if n.house != nil && n.house.MatchString(folded) {
		return Refuse(BadName, "name %q is reserved for house bots", name)
	}
	return nil
}

// lookalikes maps letters that look alike to the same letter.
var lookalikes = strings.NewReplacer("-", "", "_", "", "0", "o", "1", "l", "i", "l", "vv", "w", "rn", "m")

// fold maps names that are easily mistaken for each other to the same text.
func fold(name string) string { return lookalikes.Replace(strings.ToLower(name)) }

// short shortens a client's text for a message or the store.
func short(text string) string {
	const enough = 60
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return utf8.RuneError
		}
		return r
	}, text)
	if runes := []rune(text); len(runes) > enough {
		return string(runes[:enough]) + "…"
	}
	return text
}
