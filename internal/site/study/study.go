package study

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"thera/game"
	"thera/internal/site/account"
	"thera/internal/site/httpkit"
	"thera/internal/site/play"
	"thera/internal/site/store"
	"thera/internal/site/store/database"
	"thera/record"
)

// Audience says who may see a study in addition to its owner.
type Audience string

// The audiences.
const (
	Private Audience = "private"
	Link    Audience = "link"   // anybody who knows the ID
	Public  Audience = "public" // everybody, in lists too
)

// Owner is the owner of a study.
type Owner struct {
	ID   string `json:"id" doc:"Never changes"`
	Name string `json:"name" doc:"May change"`
}

// Info is what lists say about a study.
type Info struct {
	ID       string       `json:"id" doc:"The study's ID, for paths"`
	Owner    Owner        `json:"owner" doc:"Who may change it"`
	Title    string       `json:"title" doc:"What its owner called it"`
	Audience Audience     `json:"audience" enum:"private,link,public" doc:"Who may see it in addition to its owner: nobody, anybody who knows its ID, everybody"`
	Games    []string     `json:"games" doc:"The games of its chapters, each once"`
	Chapters int          `json:"chapters" doc:"How many it has"`
	Version  int          `json:"version" doc:"Grows with each change"`
	Created  play.Instant `json:"created" doc:"When it was made"`
	Updated  play.Instant `json:"updated" doc:"When it was last changed"`
}

// Study is a study with its text.
type Study struct {
	Info
	Text string `json:"text" doc:"A file of thera's records, one for each chapter"`
}

// Config configures the studies.
type Config struct {
	Store *store.Store
	// Games has the rules of the games that studies can contain.
	Games []game.Game
	// Puts is how often one account may store a study.
	Puts httpkit.Rate
}

// DefaultPuts returns a rate that a writer does not reach.
func DefaultPuts() httpkit.Rate { return httpkit.Rate{PerSecond: 1, Burst: 60} }

// MaxAddressStudies is how many studies the accounts of an address can make in a day,
// because an account costs nothing either.
const MaxAddressStudies = 200

// API has the studies in a store and the operations on them. It is safe for
// concurrent use.
type API struct {
	Config
	addresses *httpkit.Daily // studies made from each address
}

// New returns the studies in a store.
func New(c Config) *API { return &API{c, httpkit.NewDaily(MaxAddressStudies)} }

func (a *API) db() *database.DB { return a.Store.DB() }

// Limits.
const (
	maxStudies  = 500       // of an account
	maxTexts    = 10 << 20  // bytes of all of them
	maxText     = 160 << 10 // bytes of one
	maxTitle    = 100       // characters
	maxChapters = 64
)

const columns = `studies.id, studies.owner, accounts.name, studies.title, studies.audience, studies.games, studies.chapters, studies.version, studies.created_at, studies.updated_at, accounts.banned_at`

const joined = ` FROM studies JOIN accounts ON accounts.id = studies.owner `

type row struct {
	Study
	games    string
	bannedAt play.Instant // when its owner was banned, 0 for not
}

func (r *row) fields() []any {
	return []any{&r.ID, &r.Owner.ID, &r.Owner.Name, &r.Title, &r.Audience, &r.games, &r.Chapters, &r.Version, &r.Created, &r.Updated, &r.bannedAt}
}

func (r *row) info() Info {
	r.Games = strings.Fields(r.games)
	return r.Info
}

func (a *API) find(ctx context.Context, who account.Who, id string) (Study, error) {
	var r row
	err := a.db().Row(ctx, append(r.fields(), &r.Text), `SELECT `+columns+`, studies.body`+joined+`WHERE studies.id = $1`, id)
	isMine := r.Owner.ID == who.ID && who.SeesPrivate()
	if err == nil && !isMine && (r.Audience == Private || r.bannedAt > 0) {
		err = database.ErrNotFound
	}
	r.info()
	return r.Study, missing(id, err)
}

func missing(id string, err error) error {
	if errors.Is(err, database.ErrNotFound) {
		return account.Refuse(account.NotFound, "study %q: it does not exist, or it is not shared with you", id)
	}
	return err
}

// Search says which studies are wanted.
type Search struct {
	Words []string // each begins a word of the title, a chapter's name, a tag or a comment
	Game  string   // the game of a chapter; any if empty
	Mine  bool     // only one's own; otherwise only public ones
	// Before and BeforeID continue a list after the study with this time and ID.
	Before   play.Instant
	BeforeID string
	Limit    int
}

const maxSearched = 8 // words of a search

func (a *API) search(ctx context.Context, who account.Who, wanted Search) ([]Info, error) {
	where, args := `studies.audience = $1 AND accounts.banned_at = 0`, []any{string(Public)}
	if wanted.Mine {
		where, args = `studies.owner = $1`, []any{who.ID}
	}
	and := func(condition string, arg any) {
		args = append(args, arg)
		where += fmt.Sprintf(` AND `+condition, len(args))
	}
	words := splitWords(strings.Join(wanted.Words, " "), maxSearched+1)
	if len(words) > maxSearched {
		return nil, account.Refuse(BadText, "search of more than %d words: want fewer", maxSearched)
	}
	if len(wanted.Words) > 0 && len(words) == 0 {
		return []Info{}, nil // nothing that a word could begin with
	}
	slices.SortStableFunc(words, func(a, b string) int { return len(b) - len(a) }) // the longest is the rarest, as a rule
	// Each study is asked for its words: a list of those with a word would be as long as
	// the studies of all accounts make it.
	for _, word := range words {
		and(`EXISTS (SELECT 1 FROM study_words WHERE study = studies.id AND word >= $%[1]d AND word < $%[1]d || 'g')`, stored(word))
	}
	if wanted.Game != "" {
		if !slices.ContainsFunc(a.Games, func(g game.Game) bool { return g.Name() == wanted.Game }) {
			return []Info{}, nil
		}
		and(`studies.games LIKE $%d`, "% "+wanted.Game+" %")
	}
	if wanted.Before != 0 {
		args = append(args, wanted.Before, wanted.BeforeID)
		where += fmt.Sprintf(` AND (studies.updated_at, studies.id) < ($%d, $%d)`, len(args)-1, len(args))
	}
	args = append(args, wanted.Limit)
	rows, err := database.List(ctx, a.db().Reader(), (*row).fields, `SELECT `+columns+joined+`WHERE `+where+
		fmt.Sprintf(` ORDER BY studies.updated_at DESC, studies.id DESC LIMIT $%d`, len(args)), args...)
	all := []Info{}
	for _, r := range rows {
		all = append(all, r.info())
	}
	return all, err
}

// Draft is a study to be stored.
type Draft struct {
	Title    string
	Audience Audience
	Text     string
	Version  int // the version that was changed; 0 to make the study
}

func (a *API) put(ctx context.Context, who account.Who, id string, d Draft) (Info, error) {
	read, err := a.read(d)
	if err != nil {
		return Info{}, err
	}
	games := " " + strings.Join(read.games, " ") + " "
	if d.Version == 0 {
		err = a.make(ctx, who, id, d, read, games)
	} else {
		err = a.db().Update(ctx, func(tx *sql.Tx) error {
			if err := a.Store.LockAccount(ctx, tx, who.ID); err != nil {
				return err
			}
			if err := belowBytes(ctx, tx, who.ID, id, d.Text); err != nil {
				return err
			}
			err := a.db().ExecIn(ctx, tx, `UPDATE studies SET title = $1, audience = $2, games = $3, chapters = $4, version = version + 1,
				updated_at = $5, words = $6, body = $7, listed = TRUE WHERE id = $8 AND owner = $9 AND version = $10`,
				read.title, string(d.Audience), games, read.chapters, play.Now(), read.words, d.Text, id, who.ID, d.Version)
			if err != nil {
				return err
			}
			return listWords(ctx, tx, id, read.words)
		})
	}
	// Neither made nor replaced: somebody else owns it, or there is another version.
	if errors.Is(err, database.ErrExists) || errors.Is(err, database.ErrNotFound) {
		return Info{}, a.conflict(ctx, who, id, d.Version)
	}
	if err != nil {
		return Info{}, err
	}
	put, err := a.find(ctx, who, id)
	return put.Info, err
}

func (a *API) make(ctx context.Context, who account.Who, id string, d Draft, read content, games string) error {
	at, client := play.Now(), httpkit.Client(ctx)
	err := a.db().Update(ctx, func(tx *sql.Tx) error {
		err := a.Store.BelowLimit(ctx, tx, who.ID, `studies WHERE owner = $1`, maxStudies)
		if errors.Is(err, store.ErrFull) {
			return account.Refuse(account.TooMany, "%d studies: at most %d are allowed: delete one", maxStudies+1, maxStudies)
		}
		if err == nil {
			err = belowBytes(ctx, tx, who.ID, id, d.Text)
		}
		if err != nil {
			return err
		}
		err = a.db().ExecIn(ctx, tx, `INSERT INTO studies (id, owner, title, audience, games, chapters, version, created_at, updated_at, words, body, listed)
			VALUES `+database.Values(12), id, who.ID, read.title, string(d.Audience), games, read.chapters, 1, at, at, read.words, d.Text, true)
		if err != nil {
			return err
		}
		// Only now: a study that exists is not refused for this.
		if wait := a.addresses.Check(client, time.Now()); wait > 0 {
			return &account.Refusal{Reason: account.TooMany, Wait: wait, Detail: fmt.Sprintf("%d studies from this address today: at most %d are allowed", MaxAddressStudies+1, MaxAddressStudies)}
		}
		return listWords(ctx, tx, id, read.words)
	})
	if err == nil {
		a.addresses.Wait(client, time.Now())
	}
	return err
}

// belowBytes refuses a text with which an account would have too many bytes. It may always
// replace a longer one. The account is locked.
func belowBytes(ctx context.Context, tx *sql.Tx, owner, id, text string) error {
	var others, replaced int
	err := tx.QueryRowContext(ctx, `SELECT COALESCE(sum(CASE WHEN id <> $2 THEN octet_length(body) END), 0), COALESCE(sum(CASE WHEN id = $2 THEN octet_length(body) END), 0)
		FROM studies WHERE owner = $1`, owner, id).Scan(&others, &replaced)
	if err == nil && others+len(text) > maxTexts && len(text) > replaced {
		err = account.Refuse(account.TooMany, "studies of %d bytes: at most %d are allowed together: delete one", others+len(text), maxTexts)
	}
	return err
}

func (a *API) conflict(ctx context.Context, who account.Who, id string, version int) error {
	there, err := a.find(ctx, who, id)
	if err != nil {
		return err
	}
	if there.Owner.ID != who.ID {
		return account.Refuse(NotYours, "study %q belongs to %s: clone it to change it", id, there.Owner.Name)
	}
	return account.Refuse(Version, "study %q is at version %d, but version %d was changed: get the newest first", id, there.Version, version)
}

func (a *API) remove(ctx context.Context, who account.Who, id string) error {
	there, err := a.find(ctx, who, id)
	if err != nil {
		return err
	}
	if there.Owner.ID != who.ID {
		return account.Refuse(NotYours, "study %q belongs to %s", id, there.Owner.Name)
	}
	return missing(id, a.db().Exec(ctx, `DELETE FROM studies WHERE id = $1 AND owner = $2`, id, who.ID))
}

// Delete deletes a study on behalf of an operator, whose act about it is added to the audit
// log with the ID of its owner.
func Delete(ctx context.Context, s *store.Store, act store.Act) error {
	return s.DB().Update(ctx, func(tx *sql.Tx) error {
		err := tx.QueryRowContext(ctx, `DELETE FROM studies WHERE id = $1 RETURNING owner`, act.Object).Scan(&act.Detail)
		if errors.Is(err, sql.ErrNoRows) {
			return account.Refuse(account.NotFound, "study %.40q: no study has this ID", act.Object)
		}
		if err != nil {
			return err
		}
		return s.AddActIn(ctx, tx, act)
	})
}

// clone makes a private copy of a study.
func (a *API) clone(ctx context.Context, who account.Who, id, title string) (Info, error) {
	from, err := a.find(ctx, who, id)
	if err != nil {
		return Info{}, err
	}
	if title == "" {
		title = from.Title
	}
	return a.put(ctx, who, account.NewID(), Draft{Title: title, Audience: Private, Text: from.Text})
}

// Reasons of refusals, in addition to those of package account.
const (
	NotYours account.Reason = "not-yours" // only the owner may do this
	Version  account.Reason = "version"   // there is a newer version
	BadText  account.Reason = "text"      // not a valid study
)

type content struct {
	title    string
	games    []string
	chapters int
	words    string // searchable text, in lower case
}

// maxWords is how much of a study's text can be searched, in bytes.
const maxWords = 16 << 10

func (a *API) read(d Draft) (content, error) {
	c := content{title: strings.Join(strings.Fields(d.Title), " ")}
	if utf8.RuneCountInString(c.title) > maxTitle || !account.IsLine(c.title) {
		return c, account.Refuse(account.BadName, "title %.60q: want 1 to %d characters, all of them visible", c.title, maxTitle)
	}
	if !slices.Contains([]Audience{Private, Link, Public}, d.Audience) {
		return c, account.Refuse(BadText, "audience %q: want %s, %s or %s", d.Audience, Private, Link, Public)
	}
	if len(d.Text) > maxText || !account.IsStorable(d.Text) {
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

func searchable(words []string) string {
	text := strings.ToLower(strings.ToValidUTF8(strings.ReplaceAll(strings.Join(words, "\n"), "\x00", ""), ""))
	if len(text) > maxWords {
		text = strings.ToValidUTF8(text[:maxWords], "")
	}
	return text
}
