package class

import (
	"context"
	"database/sql"
	"errors"

	"thera/internal/site/account"
	"thera/internal/site/play"
	"thera/internal/site/store"
	"thera/internal/site/store/database"
)

// Join makes a member of somebody who has an invitation and gives a name, and signs
// them in. The code lets the member in again; it is returned only this once.
func (c *Classes) Join(ctx context.Context, who account.Who, invitation, name, agent string) (in account.SignedIn, code string, err error) {
	one, err := c.Invited(ctx, invitation)
	if err != nil {
		return in, "", err
	}
	// A full class makes no accounts; add counts again.
	var members int
	if err := c.db.Row(ctx, []any{&members}, `SELECT count(*) FROM `+membersOf, one.ID); err != nil {
		return in, "", err
	}
	if members >= maxMembers {
		return in, "", errFull
	}
	code, hash := account.NewCode()
	in, err = c.Accounts.Enroll(ctx, who, one.ID, one.Teacher, name, agent, func(tx *sql.Tx, id string) error {
		if err := c.haveRoom(ctx, tx, one.ID); err != nil {
			return err
		}
		return c.add(ctx, tx, id, "", hash)
	})
	switch {
	case errors.Is(err, store.ErrFull):
		err = errFull
	case errors.Is(err, database.ErrNotFound):
		err = account.Refuse(Shut, "the class has just been closed")
	}
	return in, code, err
}

// membersOf are the members of a class, without their programs.
const membersOf = `class_members WHERE class = $1 AND owner = ''`

var errFull = account.Refuse(account.TooMany, "the class already has %d members", maxMembers)

// add stores a member, or an owner's program, in the transaction that makes the account.
// It returns database.ErrNotFound if the class has been closed meanwhile.
func (c *Classes) add(ctx context.Context, tx *sql.Tx, id, owner, code string) error {
	return c.db.ExecIn(ctx, tx, `INSERT INTO class_members (account, class, owner, code, joined_at)
		SELECT a.id, a.class, $1, $2, a.created_at FROM accounts a JOIN classes c ON c.id = a.class WHERE a.id = $3`, owner, code, id)
}

// haveRoom makes others who join a class wait until a transaction ends, and checks that
// one more can join.
func (c *Classes) haveRoom(ctx context.Context, tx *sql.Tx, class string) error {
	if err := c.db.ExecIn(ctx, tx, `UPDATE classes SET open = open WHERE id = $1 AND open`, class); err != nil {
		return err
	}
	return store.Below(ctx, tx, maxMembers, membersOf, class)
}

// Enter signs in the member who has a code.
func (c *Classes) Enter(ctx context.Context, code, agent string) (account.SignedIn, error) {
	var id string
	var in account.SignedIn
	hash := account.ReadCode(code)
	err := c.db.Row(ctx, []any{&id}, `SELECT account FROM class_members WHERE code = $1 AND code <> ''`, hash)
	if err == nil {
		in, err = c.Accounts.Reenter(ctx, id, hash, agent)
	}
	if errors.Is(err, database.ErrNotFound) {
		err = account.Refuse(account.Wrong, "unknown code: ask your teacher for a new one")
	}
	return in, err
}

// member returns the class of a member, if who is its teacher or that member.
func (c *Classes) member(ctx context.Context, who account.Who, class, member string) (Group, error) {
	one, role, err := c.Get(ctx, who, class)
	if err != nil {
		return Group{}, err
	}
	switch {
	case role == Teacher:
		err = who.Need(account.Admin)
	case role != Member || who.ID != member:
		err = account.Refuse(NotTeacher, "class %s: only its teacher or the member may do this", one.Name)
	default:
		err = who.Need(account.Play)
	}
	if err != nil {
		return Group{}, err
	}
	err = database.ErrNotFound
	if isWord(member) {
		var n int
		err = c.db.Row(ctx, []any{&n}, `SELECT 1 FROM class_members WHERE account = $1 AND class = $2 AND owner = ''`, member, class)
	}
	if errors.Is(err, database.ErrNotFound) {
		err = account.Refuse(account.NotFound, "member %.40q: the class %s has no member with this ID", member, one.Name)
	}
	return one, err
}

// NewCode replaces the code that lets a member in again, and signs the member out of all
// browsers except the client's. The code is returned only this once.
func (c *Classes) NewCode(ctx context.Context, who account.Who, class, member string) (string, error) {
	if _, err := c.member(ctx, who, class, member); err != nil {
		return "", err
	}
	code, hash := account.NewCode()
	err := c.Accounts.EndOtherSessions(ctx, who, member, func(tx *sql.Tx) error {
		return c.db.ExecIn(ctx, tx, `UPDATE class_members SET code = $1 WHERE account = $2`, hash, member)
	})
	if errors.Is(err, database.ErrNotFound) {
		err = account.Refuse(account.NotFound, "member %.40q has just left the class", member)
	}
	return code, err
}

// HandIn returns the program of a member, which is made if there is none, with a new
// token, which replaces the earlier one.
func (c *Classes) HandIn(ctx context.Context, who account.Who) (program play.Player, token string, err error) {
	if err := who.Need(account.Play); err != nil {
		return program, "", err
	}
	if who.Class == "" || who.Kind == play.Bot {
		return program, "", account.Refuse(NoMember, "%s is not a member of a class: make a token of your account instead", who.Name)
	}
	ctx = context.WithoutCancel(ctx) // the client may leave, but not a program without a token
	if program, err = c.program(ctx, who.ID); errors.Is(err, database.ErrNotFound) {
		program, err = c.addProgram(ctx, who.Player)
	}
	if err == nil {
		token, err = c.Accounts.ProgramToken(ctx, program)
	}
	if errors.Is(err, database.ErrNotFound) {
		err = account.Refuse(NoMember, "%s is no longer a member of a class", who.Name)
	}
	return program, token, err
}

// addProgram makes the program of a member, or returns the one that another request has
// just made. It returns database.ErrNotFound if the member has left, or the class is closed.
func (c *Classes) addProgram(ctx context.Context, owner play.Player) (play.Player, error) {
	program, err := c.Accounts.AddProgram(ctx, owner, func(tx *sql.Tx, id string) error {
		if err := c.Store.LockAccount(ctx, tx, owner.ID); err != nil { // a member who leaves takes it along
			return err
		}
		return c.add(ctx, tx, id, owner.ID, "")
	})
	if refusal, ok := errors.AsType[*account.Refusal](err); ok && refusal.Reason == account.NameTaken {
		return c.program(ctx, owner.ID)
	}
	return program, err
}

// program returns the program of a member, or database.ErrNotFound.
func (c *Classes) program(ctx context.Context, owner string) (play.Player, error) {
	p := play.Player{Kind: play.Bot}
	err := c.db.Row(ctx, []any{&p.ID, &p.Name, &p.Class}, `SELECT a.id, a.name, a.class
		FROM class_members m JOIN accounts a ON a.id = m.account WHERE m.owner = $1 AND m.owner <> ''`, owner)
	return p, err
}

// Remove deletes a member with their program and everything stored about them. The
// teacher and the member may do this.
func (c *Classes) Remove(ctx context.Context, who account.Who, class, member string) error {
	if _, err := c.member(ctx, who, class, member); err != nil {
		return err
	}
	ids, err := c.withPrograms(ctx, member)
	if err != nil {
		return err
	}
	return c.erase(ctx, ids)
}

// Close closes a class for good; its name is required as confirmation. Its members and
// their programs are deleted with their names. Their games stay, but nobody can see
// them any more.
func (c *Classes) Close(ctx context.Context, who account.Who, id, name string) error {
	one, err := c.taughtBy(ctx, who, id)
	if err != nil {
		return err
	}
	if name != one.Name {
		return account.Refuse(account.Wrong, "name %.60q: want %q, as confirmation", name, one.Name)
	}
	return one.stillTaught(c.dissolve(ctx, id, one.Teacher))
}
