package study

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"
	"unicode/utf8"

	"thera/game"
	"thera/internal/site/account"
	"thera/internal/site/httpkit"
	"thera/internal/site/play"
	"thera/internal/site/store/database"
)

// Audience says who sees a study beside its owner.
type Audience string

// The audiences.
const (
	Private Audience = "private" // nobody
	Link    Audience = "link"    // whoever knows its id
	Public  Audience = "public"  // everybody, in lists too
)

// Owner is whose study it is.
type Owner struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// Info is what lists say of a study.
type Info struct {
	ID       string       `json:"id"`
	Owner    Owner        `json:"owner"`
	Title    string       `json:"title"`
	Audience Audience     `json:"audience" enum:"private,link,public" doc:"Who sees it beside its owner: nobody, whoever knows its id, everybody"`
	Games    []string     `json:"games" doc:"The games of its chapters, each once"`
	Chapters int          `json:"chapters" doc:"How many it has"`
	Version  int          `json:"version" doc:"Grows with each change"`
	Created  play.Instant `json:"created"`
	Updated  play.Instant `json:"updated"`
}

// Study is a study with all that is in it.
type Study struct {
	Info
	Text string `json:"text" doc:"A file of thera's records, one for each chapter"`
}

// Config is what studies need.
type Config struct {
	DB   *database.DB
	Gate *account.API
	// Games are those that studies can be of.
	Games []game.Game
	// Log gets what goes wrong inside.
	Log *slog.Logger
	// Puts is how often an account may put studies.
	Puts httpkit.Rate
}

// DefaultPuts returns a rate that somebody who writes does not meet.
func DefaultPuts() httpkit.Rate { return httpkit.Rate{PerSecond: 1, Burst: 60} }

// API are those in a store, with their routes. They are safe for concurrent use.
type API struct {
	Config
	puts *httpkit.Limiter
}

// New returns the studies in a store.
func New(c Config) *API { return &API{c, httpkit.NewLimiter(c.Puts)} }

// What there may be at most.
const (
	maxStudies  = 500       // of an account
	maxText     = 160 << 10 // bytes
	maxTitle    = 100       // letters
	maxChapters = 64
)

const columns = `studies.id, studies.owner, accounts.name, studies.title, studies.audience, studies.games, studies.chapters, studies.version, studies.created_at, studies.updated_at`

const joined = ` FROM studies JOIN accounts ON accounts.id = studies.owner `

// row is a study as it is stored.
type row struct {
	Study
	games string
}

func (r *row) fields() []any {
	return []any{&r.ID, &r.Owner.ID, &r.Owner.Name, &r.Title, &r.Audience, &r.games, &r.Chapters, &r.Version, &r.Created, &r.Updated}
}

func (r *row) info() Info {
	r.Games = strings.Fields(r.games)
	return r.Info
}

// find returns a study if somebody may see it.
func (s *API) find(ctx context.Context, who account.Who, id string) (Study, error) {
	var r row
	err := s.DB.Row(ctx, append(r.fields(), &r.Text), `SELECT `+columns+`, studies.body`+joined+`WHERE studies.id = $1`, id)
	if err == nil && r.Audience == Private && r.Owner.ID != who.ID {
		err = database.ErrNotFound
	}
	r.info()
	return r.Study, missing(id, err)
}

func missing(id string, err error) error {
	if errors.Is(err, database.ErrNotFound) {
		return refuse(account.NotFound, "study %q: there is none, or it is not shared with you", id)
	}
	return err
}

// Search says which studies are wanted.
type Search struct {
	Words  []string // each in the title, a chapter's name, a tag or a comment
	Game   string   // the game of a chapter; any if it is empty
	Mine   bool     // one's own, whoever sees them; otherwise those that everybody sees
	Before play.Instant
	Limit  int
}

var likeable = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace

func (s *API) search(ctx context.Context, who account.Who, wanted Search) ([]Info, error) {
	where, args := `studies.audience = $1`, []any{string(Public)}
	if wanted.Mine {
		where, args = `studies.owner = $1`, []any{who.ID}
	}
	and := func(condition string, arg any) {
		args = append(args, arg)
		where += fmt.Sprintf(` AND `+condition, len(args))
	}
	for _, word := range wanted.Words {
		and(`studies.words LIKE $%d ESCAPE '\'`, "%"+likeable(strings.ToLower(word))+"%")
	}
	if wanted.Game != "" {
		and(`studies.games LIKE $%d ESCAPE '\'`, "% "+likeable(wanted.Game)+" %")
	}
	if wanted.Before != 0 {
		and(`studies.updated_at < $%d`, wanted.Before)
	}
	args = append(args, wanted.Limit)
	rows, err := database.List(ctx, s.DB.Reader(), (*row).fields, `SELECT `+columns+joined+`WHERE `+where+
		fmt.Sprintf(` ORDER BY studies.updated_at DESC, studies.id LIMIT $%d`, len(args)), args...)
	all := []Info{}
	for _, r := range rows {
		all = append(all, r.info())
	}
	return all, err
}

// writer returns why somebody may not put studies now, or nil.
func (s *API) writer(who account.Who) error {
	if err := who.Need(account.Admin); err != nil {
		return err
	}
	if d := s.puts.Wait(who.ID, time.Now()); d > 0 {
		return httpkit.TooMany(d, "too many changes: want a pause")
	}
	return nil
}

func now() play.Instant { return play.Instant(time.Now().UnixMilli()) }

// Draft is a study as somebody puts it.
type Draft struct {
	Title    string
	Audience Audience
	Text     string
	Version  int // that was changed; 0 to make the study
}

// put makes a study or replaces it.
func (s *API) put(ctx context.Context, who account.Who, id string, d Draft) (Info, error) {
	if err := s.writer(who); err != nil {
		return Info{}, err
	}
	read, err := s.read(d)
	if err != nil {
		return Info{}, err
	}
	games := " " + strings.Join(read.games, " ") + " "
	if d.Version == 0 {
		err = s.make(ctx, who, id, d, read, games)
	} else {
		err = s.DB.Exec(ctx, `UPDATE studies SET title = $1, audience = $2, games = $3, chapters = $4, version = version + 1,
			updated_at = $5, words = $6, body = $7 WHERE id = $8 AND owner = $9 AND version = $10`,
			read.title, string(d.Audience), games, read.chapters, now(), read.words, d.Text, id, who.ID, d.Version)
	}
	// Neither made nor replaced: it is another's, or another version is there.
	if errors.Is(err, database.ErrExists) || errors.Is(err, database.ErrNotFound) {
		return Info{}, s.conflict(ctx, who, id, d.Version)
	}
	if err != nil {
		return Info{}, err
	}
	put, err := s.find(ctx, who, id)
	return put.Info, err
}

func (s *API) make(ctx context.Context, who account.Who, id string, d Draft, read content, games string) error {
	var n int
	if err := s.DB.Row(ctx, []any{&n}, `SELECT count(*) FROM studies WHERE owner = $1`, who.ID); err != nil {
		return err
	}
	if n >= maxStudies {
		return refuse(account.TooMany, "%d studies: want at most %d: delete one", n+1, maxStudies)
	}
	at := now()
	return s.DB.Exec(ctx, `INSERT INTO studies (id, owner, title, audience, games, chapters, version, created_at, updated_at, words, body)
		VALUES `+database.Values(11), id, who.ID, read.title, string(d.Audience), games, read.chapters, 1, at, at, read.words, d.Text)
}

// conflict returns why a study could not be put.
func (s *API) conflict(ctx context.Context, who account.Who, id string, version int) error {
	there, err := s.find(ctx, who, id)
	if err != nil {
		return err
	}
	if there.Owner.ID != who.ID {
		return refuse(NotOwner, "study %q is %s's: clone it to change it", id, there.Owner.Name)
	}
	return refuse(Version, "study %q is at version %d, and version %d was changed: get the newest first", id, there.Version, version)
}

// remove deletes a study of one's own.
func (s *API) remove(ctx context.Context, who account.Who, id string) error {
	if err := who.Need(account.Admin); err != nil {
		return err
	}
	there, err := s.find(ctx, who, id)
	if err != nil {
		return err
	}
	if there.Owner.ID != who.ID {
		return refuse(NotOwner, "study %q is %s's", id, there.Owner.Name)
	}
	return missing(id, s.DB.Exec(ctx, `DELETE FROM studies WHERE id = $1 AND owner = $2`, id, who.ID))
}

// clone makes a private study with all that another one has.
func (s *API) clone(ctx context.Context, who account.Who, id, title string) (Info, error) {
	if err := who.Need(account.Admin); err != nil {
		return Info{}, err
	}
	from, err := s.find(ctx, who, id)
	if err != nil {
		return Info{}, err
	}
	if title == "" {
		title = from.Title
	}
	return s.put(ctx, who, account.NewID(), Draft{Title: title, Audience: Private, Text: from.Text})
}

// Reasons of refusals beside those of package account.
const (
	NotOwner account.Reason = "owner"   // it is for the owner alone
	Version  account.Reason = "version" // another version is there
	BadText  account.Reason = "text"    // it is no study
)

func refuse(reason account.Reason, format string, args ...any) error {
	return &account.Refusal{Reason: reason, Detail: fmt.Sprintf(format, args...)}
}

// storable reports whether every database takes a text.
func storable(text string) bool { return utf8.ValidString(text) && !strings.Contains(text, "\x00") }
