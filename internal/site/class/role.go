package class

import (
	"context"
	"errors"

	"thera/internal/site/account"
	"thera/internal/site/store/database"
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
	case who.Known() && who.ID == c.Teacher && who.Class == "":
		return Teacher
	case c.Public:
		return Visitor
	}
	return Stranger
}

// Sees reports whether somebody may see what belongs to a class: its games, its table
// and its tournaments.
func (c *Classes) Sees(ctx context.Context, who account.Who, id string) (bool, error) {
	if id == "" || who.Class == id {
		return true, nil
	}
	one, err := c.byID(ctx, id)
	if errors.Is(err, database.ErrNotFound) {
		return false, nil // the class was closed
	}
	return err == nil && one.role(who) != Stranger, err
}

func (c *Classes) Teaches(ctx context.Context, who account.Who, id string) (bool, error) {
	one, role, err := c.Get(ctx, who, id)
	if _, refused := errors.AsType[*account.Refusal](err); refused {
		err = nil
	}
	return one.ID != "" && role == Teacher, err
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
