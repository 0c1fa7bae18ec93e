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
	Stranger Role = ""        // sees nothing, not even that there is the class
	Visitor  Role = "visitor" // of a public class
	Member   Role = "member"
	Teacher  Role = "teacher"
)

// role is the one place that says what somebody is to a class.
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
// and its contests.
func (c *Classes) Sees(ctx context.Context, who account.Who, id string) (bool, error) {
	if id == "" || who.Class == id {
		return true, nil
	}
	one, err := c.byID(ctx, id)
	if errors.Is(err, database.ErrNotFound) {
		return false, nil // it was closed
	}
	return err == nil && one.role(who) != Stranger, err
}

// Teaches reports whether somebody is the teacher of a class.
func (c *Classes) Teaches(ctx context.Context, who account.Who, id string) (bool, error) {
	one, role, err := c.Get(ctx, who, id)
	if _, refused := errors.AsType[*account.Refusal](err); refused {
		err = nil
	}
	return one.ID != "" && role == Teacher, err
}

// Get returns a class and what somebody is to it. For strangers there is none.
func (c *Classes) Get(ctx context.Context, who account.Who, id string) (Group, Role, error) {
	one, err := Group{}, database.ErrNotFound
	if word(id) {
		one, err = c.byID(ctx, id)
	}
	role := one.role(who)
	if errors.Is(err, database.ErrNotFound) || err == nil && role == Stranger {
		return Group{}, Stranger, refuse(account.NotFound, "class %.40q: there is none, or it is not yours", id)
	}
	return one, role, err
}

// taughtBy returns a class if somebody may look after it.
func (c *Classes) taughtBy(ctx context.Context, who account.Who, id string) (Group, error) {
	one, role, err := c.Get(ctx, who, id)
	switch {
	case err != nil:
		return Group{}, err
	case role != Teacher:
		return Group{}, refuse(NotTeacher, "class %s: this is for its teacher", one.Name)
	}
	return one, who.Need(account.Admin)
}
