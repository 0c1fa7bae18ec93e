package account

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

var nameShape = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9]*(?:[-_][A-Za-z0-9]+)*$`)

const minName, maxName = 2, 20

// reserved are beginnings of names that could be taken for the service's own.
var reserved = []string{"admin", "anonymous", "deleted", "guest", "moderator", "null", "official", "system", "thera", "undefined"}

// names says which names can be had.
type names struct {
	house *regexp.Regexp // the folded names of house bots
}

func newNames(games []string) names {
	var folded []string
	for _, game := range games {
		folded = append(folded, regexp.QuoteMeta(fold(game)))
	}
	if len(folded) == 0 {
		return names{}
	}
	// A number's digits may have become letters.
	return names{regexp.MustCompile(`^(?:` + strings.Join(folded, "|") + `)[0-9lo]*$`)}
}

// check returns why a name can't be had.
func (n names) check(name string) error {
	if len(name) < minName || len(name) > maxName || !nameShape.MatchString(name) {
		return refuse(BadName, `name %q: want %d to %d letters and digits, a letter first, perhaps with single "-" and "_" between them`, short(name), minName, maxName)
	}
	folded := fold(name)
	for _, r := range reserved {
		if strings.HasPrefix(folded, fold(r)) {
			return refuse(BadName, "name %q: want one that does not begin with %q", name, r)
		}
	}
	if n.house != nil && n.house.MatchString(folded) {
		return refuse(BadName, "name %q: want one that is not kept for the service's own bots", name)
	}
	return nil
}

// lookalikes are written alike by some letters.
var lookalikes = strings.NewReplacer("-", "", "_", "", "0", "o", "1", "l", "i", "l", "vv", "w", "rn", "m")

// fold returns what names have in common that are easily taken for each other.
func fold(name string) string { return lookalikes.Replace(strings.ToLower(name)) }

// short cuts a text that is quoted or kept as somebody has sent it.
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
