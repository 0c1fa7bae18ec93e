package class

import (
	"context"
	"errors"

	"thera/internal/site/account"
	"thera/internal/site/play"
	"thera/internal/site/store"
	"thera/internal/site/store/database"
)

// Join makes a member of whoever has an invitation and says a name, and signs him in.
// The code lets him in again; it is returned this once.
func (c *Classes) Join(ctx context.Context, who account.Who, invitation, name, agent string) (in account.SignedIn, code string, err error) {
	one, err := c.Invited(ctx, invitation)
	if err != nil {
		return in, "", err
	}
	var members int
	if err := c.db.Row(ctx, []any{&members}, `SELECT count(*) FROM class_members WHERE class = $1 AND owner = ''`, one.ID); err != nil {
		return in, "", err
	}
	if members >= maxMembers {
		return in, "", refuse(account.TooMany, "class %s: it has %d members already", one.Name, members)
	}
	if in, err = c.Accounts.Enroll(ctx, who, one.ID, name, agent); err != nil {
		return in, "", err
	}
	code, hash := account.NewCode()
	return in, code, c.add(ctx, in.Who.Player, "", hash)
}

// add notes a member, or the program of one, whose account has just been made. If the
// class has been closed meanwhile, there is no such account any more.
func (c *Classes) add(ctx context.Context, p play.Player, owner, code string) error {
	err := c.db.Exec(ctx, `INSERT INTO class_members (account, class, owner, code, joined_at)
		SELECT a.id, a.class, $1, $2, a.created_at FROM accounts a JOIN classes c ON c.id = a.class
		WHERE a.id = $3 AND (c.open OR $1 <> '')`, owner, code, p.ID)
	if errors.Is(err, database.ErrNotFound) {
		err = errors.Join(refuse(Shut, "the class has just been closed"), c.erase(ctx, []string{p.ID}))
	}
	return err
}

// Enter signs in the member who has a code.
func (c *Classes) Enter(ctx context.Context, code, agent string) (account.SignedIn, error) {
	var id string
	err := c.db.Row(ctx, []any{&id}, `SELECT account FROM class_members WHERE code = $1`, account.ReadCode(code))
	if errors.Is(err, database.ErrNotFound) {
		return account.SignedIn{}, refuse(account.Wrong, "there is no such code: ask your teacher for a new one")
	}
	if err != nil {
		return account.SignedIn{}, err
	}
	return c.Accounts.Reenter(ctx, id, agent)
}

// member returns the class of a member, for its teacher or the member himself.
func (c *Classes) member(ctx context.Context, who account.Who, class, member string) (Group, error) {
	one, role, err := c.Get(ctx, who, class)
	if err != nil {
		return Group{}, err
	}
	switch {
	case role == Teacher:
		err = who.Need(account.Admin)
	case role != Member || who.ID != member:
		err = refuse(NotTeacher, "class %s: this is for its teacher, or the member himself", one.Name)
	default:
		err = who.Need(account.Play)
	}
	if err != nil {
		return Group{}, err
	}
	err = database.ErrNotFound
	if word(member) {
		var n int
		err = c.db.Row(ctx, []any{&n}, `SELECT 1 FROM class_members WHERE account = $1 AND class = $2 AND owner = ''`, member, class)
	}
	if errors.Is(err, database.ErrNotFound) {
		err = refuse(account.NotFound, "member %.40q: the class %s has none of this id", member, one.Name)
	}
	return one, err
}

// NewCode replaces the code that lets a member in again, and returns it this once.
func (c *Classes) NewCode(ctx context.Context, who account.Who, class, member string) (string, error) {
	if _, err := c.member(ctx, who, class, member); err != nil {
		return "", err
	}
	code, hash := account.NewCode()
	return code, c.db.Exec(ctx, `UPDATE class_members SET code = $1 WHERE account = $2`, hash, member)
}

// HandIn returns the program of the member who asks, made if he has none, with a new
// token, which replaces that of before.
func (c *Classes) HandIn(ctx context.Context, who account.Who) (program play.Player, token string, err error) {
	if err := who.Need(account.Play); err != nil {
		return program, "", err
	}
	if who.Class == "" || who.Kind == play.Bot {
		return program, "", refuse(NoMember, "%s: want a member of a class; others make tokens of their account", who.Name)
	}
	program, err = c.program(ctx, who.ID)
	if errors.Is(err, database.ErrNotFound) {
		if program, err = c.Accounts.AddProgram(ctx, who.Player); err == nil {
			err = c.add(ctx, program, who.ID, "")
		}
	}
	if err != nil {
		return program, "", err
	}
	token, err = c.Accounts.ProgramToken(ctx, program)
	return program, token, err
}

// program returns the program of a member, or database.ErrNotFound.
func (c *Classes) program(ctx context.Context, owner string) (play.Player, error) {
	p := play.Player{Kind: play.Bot}
	err := c.db.Row(ctx, []any{&p.ID, &p.Name, &p.Class}, `SELECT a.id, a.name, a.class
		FROM class_members m JOIN accounts a ON a.id = m.account WHERE m.owner = $1`, owner)
	return p, err
}

// Remove takes a member out of his class, with his program and all that is known of
// him: for the teacher, and for himself.
func (c *Classes) Remove(ctx context.Context, who account.Who, class, member string) error {
	if _, err := c.member(ctx, who, class, member); err != nil {
		return err
	}
	ids, err := database.List(ctx, c.db.Reader(), database.Texts,
		`SELECT account FROM class_members WHERE account = $1 OR owner = $1`, member)
	if err != nil {
		return err
	}
	return c.erase(ctx, ids)
}

// Close closes a class for good, for which its name has to be given once more. Its
// members and their programs are deleted with their names; their games stay, where
// nobody sees them any more.
func (c *Classes) Close(ctx context.Context, who account.Who, id, name string) error {
	one, err := c.taughtBy(ctx, who, id)
	if err != nil {
		return err
	}
	if name != one.Name {
		return refuse(account.Wrong, "name %.60q: want %q, to be sure", name, one.Name)
	}
	// Nobody joins while it is being closed. What fails is closed by asking again.
	if err := c.db.Exec(ctx, `UPDATE classes SET open = $1 WHERE id = $2`, false, id); err != nil {
		return err
	}
	if err := c.eraseAll(ctx, id); err != nil {
		return err
	}
	for _, statement := range []string{
		`DELETE FROM contest_events WHERE contest IN (SELECT id FROM contests WHERE class = $1)`,
		`DELETE FROM contests WHERE class = $1`,
	} {
		if _, err := c.db.Writer().ExecContext(ctx, statement, id); err != nil {
			return err
		}
	}
	if err := c.db.Exec(ctx, `DELETE FROM classes WHERE id = $1`, id); err != nil {
		return err
	}
	return c.eraseAll(ctx, id) // a program that was handed in meanwhile
}

func (c *Classes) eraseAll(ctx context.Context, class string) error {
	ids, err := database.List(ctx, c.db.Reader(), database.Texts, `SELECT id FROM accounts WHERE class = $1 AND closed_at = 0`, class)
	if err != nil {
		return err
	}
	return c.erase(ctx, ids)
}

// erase deletes accounts of a class: first what they offer, then what is stored of
// them, then what they are connected by; and what somebody offered meanwhile.
func (c *Classes) erase(ctx context.Context, ids []string) error {
	forget := func(id string) error {
		if c.Forget == nil {
			return nil
		}
		return c.Forget(ctx, id)
	}
	for _, id := range ids {
		if err := forget(id); err != nil {
			return err
		}
		err := c.Store.EraseMember(ctx, id, account.Deleted, c.Accounts.Now())
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return err
		}
		if _, err := c.db.Writer().ExecContext(ctx, `DELETE FROM class_members WHERE account = $1`, id); err != nil {
			return err
		}
		c.Accounts.Ended(id)
		_ = forget(id) // what is not there any more is no error of his
	}
	return nil
}
