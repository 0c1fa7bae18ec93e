package class

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"unicode/utf8"

	"thera/internal/site/account"
	"thera/internal/site/play"
	"thera/internal/site/store"
	"thera/internal/site/store/database"
)

// Group is a class as it is stored.
type Group struct {
	ID      string
	Name    string
	Teacher string // the ID of the teacher's account
	// Invitation is a code with which anybody can join while the class is open.
	Invitation string
	Open       bool
	// Public lets everybody see the class's games and table.
	Public  bool
	Created play.Instant
}

func (c *Group) fields() []any {
	return []any{&c.ID, &c.Name, &c.Teacher, &c.Invitation, &c.Open, &c.Public, &c.Created}
}

const columns = `id, name, teacher, invitation, open, public, created_at`

// Config configures the classes.
type Config struct {
	Store    *store.Store
	Accounts *account.Accounts
}

// Classes are the classes in a store. They are safe for concurrent use.
type Classes struct {
	Config
	db *database.DB
}

// New returns the classes in a store.
func New(c Config) *Classes { return &Classes{c, c.Store.DB()} }

// Limits.
const (
	maxClasses = 30  // of one teacher
	maxMembers = 500 // of one class, not counting programs
	maxName    = 60  // characters
)

// Make makes a class whose teacher is who.
func (c *Classes) Make(ctx context.Context, who account.Who, name string) (Group, error) {
	if err := who.Need(account.Admin); err != nil {
		return Group{}, err
	}
	if who.Kind != play.Person {
		return Group{}, account.Refuse(account.NoScope, "only a person can be the teacher of a class")
	}
	name, err := checkName(name)
	if err != nil {
		return Group{}, err
	}
	one := Group{ID: account.NewID(), Name: name, Teacher: who.ID, Invitation: account.NewID(), Open: true, Created: c.Accounts.Now()}
	return one, c.giveTo(ctx, one.Teacher, func(tx *sql.Tx) error {
		return c.db.ExecIn(ctx, tx, `INSERT INTO classes (`+columns+`) VALUES `+database.Values(7),
			one.ID, one.Name, one.Teacher, one.Invitation, one.Open, one.Public, one.Created)
	})
}

// giveTo gives a teacher another class in a transaction, unless they have as many as are
// allowed.
func (c *Classes) giveTo(ctx context.Context, teacher string, give func(tx *sql.Tx) error) error {
	return c.db.Update(ctx, func(tx *sql.Tx) error {
		err := c.Store.BelowLimit(ctx, tx, teacher, `classes WHERE teacher = $1`, maxClasses)
		if errors.Is(err, store.ErrFull) {
			return account.Refuse(account.TooMany, "%d classes of one teacher: at most %d are allowed: close one that is over", maxClasses+1, maxClasses)
		}
		if err != nil {
			return err
		}
		return give(tx)
	})
}

func checkName(name string) (string, error) {
	name = strings.Join(strings.Fields(name), " ")
	if utf8.RuneCountInString(name) > maxName || !account.IsLine(name) {
		return "", account.Refuse(account.BadName, "name %.60q: want 1 to %d characters, all of them visible", name, maxName)
	}
	return name, nil
}

// Taught returns the classes that somebody teaches, newest first.
func (c *Classes) Taught(ctx context.Context, who account.Who) ([]Group, error) {
	if !who.Known() || who.Class != "" {
		return nil, nil
	}
	if !who.SeesPrivate() {
		return nil, who.Need(account.Admin)
	}
	return c.taughtByID(ctx, who.ID)
}

// Change is what a teacher can change about a class.
type Change struct {
	Name   string
	Open   bool // whether more people can join
	Public bool
}

// Set changes a class.
func (c *Classes) Set(ctx context.Context, who account.Who, id string, to Change) (Group, error) {
	one, err := c.taughtBy(ctx, who, id)
	if err != nil {
		return Group{}, err
	}
	if one.Name, err = checkName(to.Name); err != nil {
		return Group{}, err
	}
	wasPublic := one.Public
	one.Open, one.Public = to.Open, to.Public
	err = one.stillTaught(c.db.Exec(ctx, `UPDATE classes SET name = $1, open = $2, public = $3 WHERE id = $4 AND teacher = $5`, one.Name, one.Open, one.Public, id, one.Teacher))
	if err == nil && wasPublic && !one.Public {
		c.Accounts.ClassChanged(id)
	}
	return one, err
}

// Reinvite replaces a class's invitation: the earlier link no longer works.
func (c *Classes) Reinvite(ctx context.Context, who account.Who, id string) (Group, error) {
	one, err := c.taughtBy(ctx, who, id)
	if err != nil {
		return Group{}, err
	}
	one.Invitation = account.NewID()
	return one, one.stillTaught(c.db.Exec(ctx, `UPDATE classes SET invitation = $1 WHERE id = $2 AND teacher = $3`, one.Invitation, id, one.Teacher))
}

// stillTaught returns the error of a change of a class by its teacher, who may have handed
// it over meanwhile.
func (c Group) stillTaught(err error) error {
	if errors.Is(err, database.ErrNotFound) {
		return account.Refuse(NotTeacher, "class %s: only its teacher may do this", c.Name)
	}
	return err
}

// byID returns a class, or database.ErrNotFound.
func (c *Classes) byID(ctx context.Context, id string) (one Group, err error) {
	err = c.db.Row(ctx, one.fields(), `SELECT `+columns+` FROM classes WHERE id = $1`, id)
	return one, err
}

// Invited returns the class that an invitation is for.
func (c *Classes) Invited(ctx context.Context, invitation string) (one Group, err error) {
	err = database.ErrNotFound
	if isWord(invitation) {
		err = c.db.Row(ctx, one.fields(), `SELECT `+columns+` FROM classes WHERE invitation = $1`, invitation)
	}
	switch {
	case errors.Is(err, database.ErrNotFound):
		err = account.Refuse(account.NotFound, "invitation %.40q: this code no longer works: ask your teacher for another link", invitation)
	case err == nil && !one.Open:
		err = account.Refuse(Shut, "the class %s is no longer open: ask your teacher", one.Name)
	}
	return one, err
}

// isWord reports whether a text can be an ID or a code; not every database accepts
// every text.
func isWord(text string) bool {
	return text != "" && len(text) <= 40 && !strings.ContainsFunc(text, func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
}

// Reasons of refusals, in addition to those of package account.
const (
	Shut       account.Reason = "shut"    // the class is no longer open
	NotTeacher account.Reason = "teacher" // only the teacher may do this
	NoMember   account.Reason = "member"  // only members of a class may do this
)

// Role is what somebody is to a class.
type Role string

// The roles.
const (
	Stranger Role = ""        // can't even see that the class exists
	Visitor  Role = "visitor" // of a public class
	Member   Role = "member"
	Teacher  Role = "teacher"
)

// role is the one place that decides what somebody is to a class.
func (c Group) role(who account.Who) Role {
	switch {
	case who.Class == c.ID:
		return Member
	case who.Known() && who.ID == c.Teacher && who.Class == "" && who.SeesPrivate():
		return Teacher
	case c.Public:
		return Visitor
	}
	return Stranger
}

// Sees reports whether somebody may see the games and the tournaments of a class. A token to
// play is enough, since its teacher may play in them.
func (c *Classes) Sees(ctx context.Context, who account.Who, id string) (bool, error) {
	if id == "" || who.Class == id {
		return true, nil
	}
	one, err := c.byID(ctx, id)
	if errors.Is(err, database.ErrNotFound) {
		return false, nil // the class was closed
	}
	who.Token = ""
	return err == nil && one.role(who) != Stranger, err
}

// Teaches reports whether someone is the teacher of a class.
func (c *Classes) Teaches(ctx context.Context, who account.Who, id string) (bool, error) {
	_, role, err := c.Get(ctx, who, id)
	if _, refused := errors.AsType[*account.Refusal](err); refused {
		err = nil
	}
	return role == Teacher, err
}

// Get returns a class and somebody's role in it. For strangers it does not exist.
func (c *Classes) Get(ctx context.Context, who account.Who, id string) (Group, Role, error) {
	one, err := Group{}, database.ErrNotFound
	if isWord(id) {
		one, err = c.byID(ctx, id)
	}
	role := one.role(who)
	if errors.Is(err, database.ErrNotFound) || err == nil && role == Stranger {
		return Group{}, Stranger, account.Refuse(account.NotFound, "class %.40q: it does not exist, or it is not yours", id)
	}
	return one, role, err
}

// taughtBy returns a class if somebody may manage it.
func (c *Classes) taughtBy(ctx context.Context, who account.Who, id string) (Group, error) {
	one, role, err := c.Get(ctx, who, id)
	switch {
	case err != nil:
		return Group{}, err
	case role != Teacher:
		return Group{}, account.Refuse(NotTeacher, "class %s: only its teacher may do this", one.Name)
	}
	return one, who.Need(account.Admin)
}
