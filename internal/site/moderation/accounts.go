package moderation

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"encoding/base64"
	"fmt"
	"math"

	"thera/internal/site/httpkit"
	"thera/internal/site/play"
	"thera/internal/site/store/database"
)

// Accounts of one person are often used from one network, and one of them often loses to
// the other. The server keeps as little as that takes: for each week and account, marks
// of the networks it was used from. A mark is a keyed hash, shorter than an address, and
// the key is random, of that week, and deleted with the marks. So nobody can tell from
// the store which networks they were once four weeks have passed, and nobody without the
// whole store before.

const (
	week         = 7 * day
	weeksKept    = 4  // the present one among them
	marksPerWeek = 16 // of an account: more would say little
	markBytes    = 9
	keyOfWeek    = "sightings-" // begins the names of the keys; the week follows
)

// Saw notes that an account was used by the client of a request. Members of classes play no
// rated games, and nobody outside the class may see their names: of them it notes nothing.
func (s *Service) Saw(ctx context.Context, player string) {
	client := httpkit.Client(ctx)
	if client == "" || client == httpkit.Local {
		return
	}
	if err := s.saw(ctx, player, client); err != nil && ctx.Err() == nil {
		s.Log.Warn("use of an account not noted", "cause", err)
	}
}

func (s *Service) saw(ctx context.Context, player, client string) error {
	now := int64(s.Accounts.Now() / week)
	key, err := s.Store.Key(ctx, fmt.Sprint(keyOfWeek, now), rand.Text())
	if err != nil {
		return err
	}
	mac := hmac.New(sha256.New, []byte(key))
	mac.Write([]byte(client))
	mark := base64.RawURLEncoding.EncodeToString(mac.Sum(nil)[:markBytes])
	return database.IgnoreNotFound(s.db.Update(ctx, func(tx *sql.Tx) error {
		if err := s.Store.LockAccount(ctx, tx, player); err != nil {
			return err
		}
		return s.db.ExecIn(ctx, tx, `INSERT INTO sightings (mark, account, week) SELECT $1, $2, $3 FROM accounts WHERE id = $2 AND class = ''
			AND (SELECT count(*) FROM sightings WHERE account = $2 AND week = $3) < $4 ON CONFLICT DO NOTHING`, mark, player, now, marksPerWeek)
	}))
}

// forgetSightings deletes the sightings of all but the last four weeks, and their keys.
func (s *Service) forgetSightings(ctx context.Context, now play.Instant) error {
	oldest := int64(now/week) - weeksKept + 1
	if _, err := s.db.Writer().ExecContext(ctx, `DELETE FROM sightings WHERE week < $1`, oldest); err != nil {
		return err
	}
	keys, err := database.List(ctx, s.db.Reader(), database.Texts, `SELECT name FROM keys WHERE name LIKE $1`, keyOfWeek+"%")
	for _, name := range keys {
		var of int64
		if _, failed := fmt.Sscanf(name, keyOfWeek+"%d", &of); failed == nil && of < oldest && err == nil {
			_, err = s.db.Writer().ExecContext(ctx, `DELETE FROM keys WHERE name = $1`, name)
		}
	}
	return err
}

// AccountsEvidence is what suggests that two accounts are of one person.
type AccountsEvidence struct {
	Other string `json:"other" doc:"The name of the other account"`
	// Networks counts each week's networks once.
	Networks int     `json:"networks" doc:"From how many networks both were used in the same week"`
	Sharing  float64 `json:"sharing" doc:"The same, each network divided by the number of other accounts on it: 1 is a network of these two alone"`
	Games    int     `json:"games" doc:"Rated games with each other"`
	Won      int     `json:"won" doc:"How many of them this account has won"`
	Share    float64 `json:"share" doc:"The part of this account's rated games that these are"`
}

// pair is two players. Where it is not said who won, the lesser ID comes first.
type pair [2]string

// sharedBy returns the pairs of accounts that were used from the same networks, given the
// accounts of each mark. Networks with many accounts, such as those of schools, say
// nothing about any two of them.
func sharedBy(marks map[string][]string) map[pair]AccountsEvidence {
	const crowd = 20
	shared := map[pair]AccountsEvidence{}
	for _, accounts := range marks {
		if len(accounts) > crowd {
			continue
		}
		for i, a := range accounts {
			for _, b := range accounts[i+1:] {
				p := pair{min(a, b), max(a, b)}
				e := shared[p]
				e.Networks++
				e.Sharing += 1 / float64(len(accounts)-1)
				shared[p] = e
			}
		}
	}
	return shared
}

// accountsSuspects ranks pairs of accounts. wins has how often the first of a pair has
// beaten the second in rated games, and games how many rated games each has played. Two
// people in one home are no suspects by that alone: farmed games make the score.
func accountsSuspects(marks map[string][]string, wins map[pair]int, games map[string]int) []Suspect {
	var found []Suspect
	for p, shared := range sharedBy(marks) {
		for i, player := range p {
			other, e := p[1-i], shared
			e.Other, e.Won = other, wins[pair{player, other}]
			e.Games = e.Won + wins[pair{other, player}]
			e.Sharing = math.Round(e.Sharing*100) / 100
			if games[player] > 0 {
				e.Share = math.Round(100*float64(e.Games)/float64(games[player])) / 100
			}
			found = append(found, Suspect{Suspicion: Accounts, ID: player, Score: accountsScore(e), Evidence: Evidence{Accounts: &e}})
		}
	}
	return ranked(found)
}

// accountsScore is at most 2 for what is shared alone. What an account wins from the
// other beyond half of their games adds to it, the more so if it plays little else.
func accountsScore(e AccountsEvidence) float64 {
	score := min(e.Sharing, 4) / 2
	if e.Games > 0 {
		won, lost := float64(e.Won), float64(e.Games-e.Won)
		score += max(0, (won-lost)/math.Sqrt(won+lost)) * (0.5 + e.Share/2)
	}
	return math.Round(score*100) / 100
}
