package study

import (
	"context"
	"database/sql"
	"encoding/hex"
	"slices"
	"strings"
	"unicode"

	"thera/internal/site/store/database"
)

const (
	maxListed = 300 // words by which a study is found: the first ones, title and names first
	maxWord   = 24  // bytes of a word that count
)

// splitWords returns the words of a text in lower case, each once, at most limit.
func splitWords(text string, limit int) (words []string) {
	for word := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) }) {
		word = word[:min(len(word), maxWord)]
		if len(words) == limit {
			break
		}
		if !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	return words
}

// stored is how the table has a word: in hexadecimal digits, which all collations of
// databases order alike. So the words that begin with another one are those from it up
// to the same followed by a "g".
func stored(word string) string { return hex.EncodeToString([]byte(word)) }

// listWords replaces the words that a study is found by.
func listWords(ctx context.Context, tx *sql.Tx, study, text string) error {
	if _, err := tx.ExecContext(ctx, `DELETE FROM study_words WHERE study = $1`, study); err != nil {
		return err
	}
	insert, err := tx.PrepareContext(ctx, `INSERT INTO study_words (word, study) VALUES ($1, $2)`)
	if err != nil {
		return err
	}
	defer insert.Close()
	for _, word := range splitWords(text, maxListed) {
		if _, err := insert.ExecContext(ctx, stored(word), study); err != nil {
			return err
		}
	}
	return nil
}

// ListWords lists the words of studies that were stored before there were lists.
func (a *API) ListWords(ctx context.Context) error {
	for {
		if n, err := a.listSome(ctx); err != nil || n == 0 {
			return err
		}
	}
}

// listSome lists the words of some studies in a short transaction.
func (a *API) listSome(ctx context.Context) (n int, err error) {
	type unlisted struct{ id, words string }
	some, err := database.List(ctx, a.db().Reader(), func(u *unlisted) []any { return []any{&u.id, &u.words} },
		`SELECT id, words FROM studies WHERE NOT listed ORDER BY id LIMIT 10`)
	if err != nil || len(some) == 0 {
		return 0, err
	}
	return len(some), a.db().Update(ctx, func(tx *sql.Tx) error {
		for _, u := range some {
			result, err := tx.ExecContext(ctx, `UPDATE studies SET listed = TRUE WHERE id = $1 AND NOT listed`, u.id)
			if err != nil {
				return err
			}
			if n, err := result.RowsAffected(); err != nil {
				return err
			} else if n == 0 {
				continue // it has been changed, and listed, meanwhile
			}
			if err := listWords(ctx, tx, u.id, u.words); err != nil {
				return err
			}
		}
		return nil
	})
}
