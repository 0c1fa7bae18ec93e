package study

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"thera/internal/site/account"
	"thera/record"
)

// content is what a study's text contains.
type content struct {
	title    string
	games    []string
	chapters int
	words    string // searchable text, in lower case
}

// maxWords is how much of a study's text can be searched, in bytes.
const maxWords = 16 << 10

// read checks a draft by parsing its text.
func (a *API) read(d Draft) (content, error) {
	c := content{title: strings.Join(strings.Fields(d.Title), " ")}
	if c.title == "" || utf8.RuneCountInString(c.title) > maxTitle || !storable(c.title) || strings.ContainsFunc(c.title, unicode.IsControl) {
		return c, account.Refuse(account.BadName, "title %.60q: want 1 to %d characters", c.title, maxTitle)
	}
	if !slices.Contains([]Audience{Private, Link, Public}, d.Audience) {
		return c, account.Refuse(BadText, "audience %q: want %s, %s or %s", d.Audience, Private, Link, Public)
	}
	if len(d.Text) > maxText || !storable(d.Text) {
		return c, account.Refuse(BadText, "text of %d bytes: want at most %d, in UTF-8 without zero bytes", len(d.Text), maxText)
	}
	words := []string{c.title}
	for g, err := range record.Read(record.Thera, strings.NewReader(d.Text), a.Games...) {
		if err != nil {
			return c, account.Refuse(BadText, "text: %v", err)
		}
		if c.chapters++; c.chapters > maxChapters {
			return c, account.Refuse(BadText, "text: want at most %d chapters", maxChapters)
		}
		if !slices.Contains(c.games, g.Game) {
			c.games = append(c.games, g.Game)
		}
		words = append(words, g.Game)
		for _, t := range g.Tags {
			words = append(words, t.Value)
		}
		words = append(words, comments(g.Turns)...)
	}
	if c.chapters == 0 {
		return c, account.Refuse(BadText, "text without a game: want one record for each chapter")
	}
	c.words = searchable(words)
	return c, nil
}

// comments returns all comments in some turns and their variations.
func comments(turns []record.Turn) (all []string) {
	for _, t := range turns {
		if t.Comment != "" {
			all = append(all, t.Comment)
		}
		for _, line := range t.Variations {
			all = append(all, comments(line)...)
		}
	}
	return all
}

// searchable returns words in lower case, cut to what can be searched.
func searchable(words []string) string {
	text := strings.ToLower(strings.ToValidUTF8(strings.ReplaceAll(strings.Join(words, "\n"), "\x00", ""), ""))
	if len(text) > maxWords {
		text = strings.ToValidUTF8(text[:maxWords], "")
	}
	return text
}
